"""What the page Playground keeps."""

from __future__ import annotations

import streamlit as st

from frnn_core.studies import playground
from frnn_core.studies.playground import Board, Decision, Rule, Source, edited, read_edits
from pages.ui import visit


@visit.kept(st.cache_resource(max_entries=64, show_spinner=False))
def board(source: Source) -> Board:
    """The points of the playground before any edit."""
    return playground.board(source)


@visit.kept(st.cache_resource(max_entries=64, show_spinner=False))
def decision(source: Source, edits: str, rule: Rule) -> Decision | str:
    """How a relation decides on the playground's square after some edits, or why it cannot."""
    return playground.decision(edited(board(source), read_edits(edits)), rule)
