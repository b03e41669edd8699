"""Notes on a link: which part of it was not followed, and why."""

from __future__ import annotations

import streamlit as st

from pages.ui.escaping import plain

SHOWN = 40
_NOTES, _AGAIN = "notes on the link", "only drawn anew"


def start(text: str) -> str:
    """The start of a text, which may be long and mean harm."""
    return plain(text[:SHOWN]) + "…" * (len(text) > SHOWN)


def note(asked: str, reason: str, shown: str = "") -> None:
    """Say which part of a link was not followed, why, and what is shown in its place.

    What `asked` quotes from the link is plain text already.
    """
    instead = f"; {plain(shown)} is shown" if shown else ""
    _warn(f"This link asked for {asked}; {plain(reason)}. That part was ignored{instead}.")


def _warn(words: str) -> None:
    st.session_state.setdefault(_NOTES, []).append(words)
    st.warning(words, icon=":material/link_off:")


def note_again() -> None:
    """A callback's part: the page is only drawn anew, so what was noted in the run before stays."""
    st.session_state[_AGAIN] = True


def noted_again() -> None:
    """Say again what was noted in the run before, if the page is only drawn anew; call it first in a run."""
    notes = st.session_state.pop(_NOTES, [])
    if st.session_state.pop(_AGAIN, False):
        for words in notes:
            _warn(words)
