"""Fingers on figures: a tap acts where it lands, the first time, and a swipe scrolls the page.

Where a figure can be clicked, Plotly takes every touch for the start of a drag: the page does not scroll, and
a tap counts for the place where the pointer was before. So it does not hear of touches: the browser scrolls,
and makes of each tap a mouse that comes, presses and lets go there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

SCRIPT = """
export default function () {
  if (window.frnnTouching) return;
  window.frnnTouching = true;
  const hide = (event) => {
    if (event.target.closest?.(".js-plotly-plot .draglayer")) event.stopPropagation();
  };
  for (const name of ["touchstart", "touchmove", "touchend"]) {
    document.addEventListener(name, hide, {capture: true, passive: true});
  }
}
"""
ASIDE = "<style>.st-key-touching-script { position: absolute; }</style>"
"""The script takes no room."""


@cache
def _component() -> Callable[..., Any]:
    return st.components.v2.component("frnn_touching", js=SCRIPT)


def script() -> None:
    """Send the script; it is on every page, once for all its figures."""
    st.html(ASIDE)
    _component()(key="touching script")
