"""Whether the page is as narrow as a phone. There a sidebar covers it: what it holds stands above the figure.

The browser tells its width once a visit, and again when it changes. Until it has, its name is a hint.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

WIDEST = 640
"""Pixels; Streamlit stacks columns below it."""
_KEY, _TOLD = "narrow script", "narrow"
SCRIPT = f"""
export default function (component) {{
  const media = matchMedia("(max-width: {WIDEST}px)");
  const tell = () => media.matches !== window.frnnNarrow && component.setStateValue("narrow", media.matches);
  window.frnnNarrow = component.data.narrow;
  tell();
  media.addEventListener("change", tell);
  return () => media.removeEventListener("change", tell);
}}
"""


def on() -> bool:
    """Whether the page is narrow."""
    return bool(st.session_state.get(_TOLD, "Mobi" in (st.context.headers.get("User-Agent") or "")))


def script() -> None:
    """Let the browser tell; call it before anything that asks."""
    _component()(key=_KEY, data={"narrow": on()}, on_narrow_change=_told)


def _told() -> None:
    """A callback that keeps the answer for the other pages."""
    st.session_state[_TOLD] = bool(st.session_state[_KEY].narrow)


@cache
def _component() -> Callable[..., Any]:
    return st.components.v2.component("frnn_narrow", js=SCRIPT)
