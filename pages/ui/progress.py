"""How far a run is, with a button that stops it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from frnn_core.experiments.cost import in_words
from frnn_core.experiments.jobs import Progress

STARTING = "Starting, or waiting for another run to end."


def row(told: Progress, cancel: Callable[[], None], key: str, *, waiting: str, note: str = "") -> None:
    """Pieces done and time left, or what it is waiting for.

    Parameters
    ----------
    cancel : called when the button is pressed, whose key is `key`
    note : a sentence more beside the bar
    """
    with st.container(border=True):
        words, button = st.columns([5, 1], vertical_alignment="center")
        if told.state == "waiting":
            words.markdown(waiting)
        else:
            words.progress(told.done / max(told.total, 1), f"{_said(told)} {note}".rstrip())
        if button.button("Cancel", key=key):
            cancel()


def _said(told: Progress) -> str:
    if not told.total:  # it has not counted its pieces yet
        return "Starting."
    left = f", about {in_words(told.seconds_left)} left" if told.seconds_left else ""
    return f"Computing {told.done:,} of {told.total:,} pieces{left}."
