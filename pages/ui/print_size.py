"""Figures for print: which of the page there are, how wide, and with their title or without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import plotly.graph_objects as go
import streamlit as st

from frnn_core.figures.vector import WIDTHS, vector
from pages.ui import state
from pages.ui.cache import Picture

SIZES = {
    columns: f"{'One column' if columns == '1' else 'Two columns'} ({inches:g} in)"
    for columns, inches in WIDTHS.items()
}
COLUMNS = state.choice("columns", SIZES, "2", "width of figures for print")
TITLED = state.flag("titled", "title in figures for print", on=True)
PARAMS = (COLUMNS, TITLED)
MOST = 6
_SHOWN = "figures of this run"


def begin() -> None:
    """Forget the figures of the run before."""
    st.session_state[_SHOWN] = {}


def note(name: str, picture: go.Figure) -> None:
    """Remember a figure that is on the page."""
    if isinstance(picture, Picture):
        st.session_state.setdefault(_SHOWN, {})[name] = picture


def pictures() -> dict[str, Picture]:
    """The figures of the page by name, the main one first."""
    return dict(list(st.session_state.get(_SHOWN, {}).items())[:MOST])


def choices() -> None:
    """How wide, and with the title or without."""
    st.segmented_control("Width", SIZES, key=COLUMNS.name, required=True, format_func=SIZES.__getitem__)
    st.toggle("With title and notes", key=TITLED.name)


def part() -> str:
    """What tells the files apart: 2-columns, 1-column-plain."""
    columns = "1-column" if state.value(COLUMNS) == "1" else "2-columns"
    return columns if state.value(TITLED) else f"{columns}-plain"


def file(picture: Picture, kind: Literal["svg", "pdf"]) -> Callable[[], bytes]:
    """Draws a figure anew on white, in the size that is chosen now, when it is asked for."""
    columns, titled = state.value(COLUMNS), state.value(TITLED)
    return lambda: vector(picture.printed(), kind, columns, titled=titled)
