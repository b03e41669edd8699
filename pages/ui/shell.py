"""The frame around every page: navigation, width, the guard for direct visits."""

from __future__ import annotations

from contextvars import ContextVar
from pathlib import Path

import streamlit as st

PAGES = Path(__file__).resolve().parents[1]
_inside: ContextVar[bool] = ContextVar("inside the shell", default=False)


def main() -> None:
    """Draw the frame and run the page that the address asks for."""
    st.set_page_config(page_title="FRNN Explorer", page_icon=":material/hub:", layout="wide")
    page = st.navigation([st.Page(PAGES / "home.py", title="Home", icon=":material/home:", default=True)])
    token = _inside.set(True)
    try:
        page.run()
    finally:
        _inside.reset(token)


def guard() -> None:
    """Start every page with this: a direct visit right after start-up runs the page without its frame."""
    if not _inside.get():
        main()
        st.stop()


def dark() -> bool:
    """Whether the visitor sees the dark theme."""
    return st.context.theme.type == "dark"
