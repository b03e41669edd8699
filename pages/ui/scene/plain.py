"""Figures in place of a scene: who wants them, and who has to."""

from __future__ import annotations

import streamlit as st

from pages.ui import state
from pages.ui.scene.mount import possible

PLAIN = state.flag("plain", "figures in place of the scene")


def alive() -> bool:
    """Whether a page shows its scene, as long as the visitor's browser can draw one."""
    return not state.value(PLAIN) and possible()


def plain_toggle(help_text: str) -> None:
    """The switch to figures; `help_text` says what is lost."""
    st.toggle("Figures in place of the scene", key=PLAIN.name, help=help_text)
