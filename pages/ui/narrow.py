"""Whether the page is as narrow as a phone. There a sidebar covers it: what it holds stands above the figure.

The browser tells its width once a visit, and again when it changes. Until it has, its name is a hint.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import streamlit as st

from pages.ui import link_notes

WIDEST = 640
"""Pixels; Streamlit stacks columns below it."""
_KEY, _TOLD = "narrow script", "narrow"
SCRIPT = f"""
class Narrow {{
  constructor() {{
    this.media = matchMedia("(max-width: {WIDEST}px)");
    this.media.addEventListener("change", () => this.tell());
  }}

  take(component) {{
    this.component = component;
    this.known = component.data.narrow;
    this.tell();
  }}

  tell() {{
    if (this.media.matches === this.known) return;
    this.known = this.media.matches;
    this.component.setStateValue("narrow", this.known);
  }}
}}

export default function (component) {{
  window.frnnNarrow ??= new Narrow();
  window.frnnNarrow.take(component);
}}
"""
"""It runs whenever what it is told changes; who listens stays one and the same."""


def on() -> bool:
    """Whether the page is narrow."""
    return bool(st.session_state.get(_TOLD, "Mobi" in (st.context.headers.get("User-Agent") or "")))


def script() -> None:
    """Let the browser tell; call it before anything that asks.

    After a broken connection the visit is a new one. The browser does not tell it what is no change for
    itself; its answer comes along all the same.
    """
    _keep(_component()(key=_KEY, data={"narrow": on()}, on_narrow_change=_told))


def _told() -> None:
    """A callback: the answer is known before the script is told of it, and what was noted stays."""
    _keep(st.session_state[_KEY])
    link_notes.note_again()


def _keep(answer: Any) -> None:
    if answer.narrow is not None:
        st.session_state[_TOLD] = bool(answer.narrow)


@cache
def _component() -> Callable[..., Any]:
    return st.components.v2.component("frnn_narrow", js=SCRIPT)
