"""Present: a page for a projector, with its main figure as large as the screen allows, and nothing but it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from pages.ui import state
from pages.ui.cache import Picture

FOLDER = Path(__file__).parent
PRESENT = state.flag("present", "present mode")
USUAL_HEIGHT = 450
KEY = "P"
"""The key that turns the mode on and off; Streamlit ignores it while somebody types."""
STYLE = """<style>
html { font-size: 18px; }
[data-testid=stHeader], [data-testid=stSidebar], .modebar-container, .st-key-counts,
[data-testid=stMain] [data-testid=stElementContainer]:has([data-testid=stCaptionContainer]) { display: none; }
[data-testid=stMainBlockContainer] { zoom: var(--zoom, 1); padding: 0.5rem 1.5rem 2rem; }
[data-testid=stMainBlockContainer] > [data-testid=stVerticalBlock] { gap: 0.5rem; }
[data-testid=stMain] h1 { font-size: 1.45rem; padding: 0; }
[data-testid=stMain] h3 { font-size: 1.15rem; padding: 0; }
[data-testid=stMain] [data-testid=stHeading] [data-testid=stMarkdownContainer] { margin: 0; }
[data-testid=stMainBlockContainer] { overflow-x: clip; }
[class*=st-key-wall-] {
  zoom: calc(1 / var(--zoom, 1));
  flex: none;
  height: var(--high);
  width: calc(100% / var(--scale, 1));
  min-width: calc(100% / var(--scale, 1));
  max-width: none;
}
[class*=st-key-wall-] * { overflow: visible; }
[class*=st-key-wall-] [data-testid=stPlotlyChart] {
  height: calc(var(--high) / var(--scale, 1)); pointer-events: none;
}
[class*=st-key-wall-] .js-plotly-plot {
  pointer-events: auto; transform: scale(var(--scale, 1)); transform-origin: 0 0;
}
</style>"""
"""Sizes for a screen of 1280 x 720; `presenting.js` lets all of it grow with the screen."""


def on() -> bool:
    """Whether the page is shown on a projector."""
    return state.value(PRESENT)


def coming(page: str) -> bool:
    """The same before a page is opened, as its address or its visitor will most likely have it."""
    return state.coming(PRESENT, page)


def button() -> None:
    """In and out of the mode, also by a key."""
    st.button(
        "Leave" if on() else "Present",
        icon=":material/fullscreen_exit:" if on() else ":material/present_to_all:",
        type="tertiary",
        key="presenting",
        on_click=_toggle,
        shortcut=KEY,
    )


def _toggle() -> None:
    st.session_state[PRESENT.name] = not on()


@contextmanager
def fitting(key: str, picture: go.Figure) -> Iterator[None]:
    """Around a figure: on a projector it takes the room there is. The script reads its height in the key."""
    if not on():
        yield
        return
    known = picture.height if isinstance(picture, Picture) else picture.layout.height
    with st.container(key=f"wall {round(known or USUAL_HEIGHT)} {key}", gap=None):
        yield


def script(*, presents: bool) -> None:
    """What the browser does for it: sizes follow the screen, and the key is for the page alone."""
    _component()(key="presenting script", data={"presents": presents, "key": KEY})


@cache
def _component() -> Callable[..., Any]:
    code = (FOLDER / "presenting.js").read_text(encoding="utf-8")
    return st.components.v2.component("frnn_presenting", js=code)
