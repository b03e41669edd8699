"""The tab of the page Explain where a row is found: a map and a list, each of which opens the explanation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from frnn_core.studies.explain import drawn_rows
from frnn_core.studies.explain.figures.row_map import row_map_figure, row_map_text
from frnn_core.studies.explain.words import finding, margin_text, percent
from pages.ui import layout
from pages.ui.cache import fresh
from pages.ui.explain import cache
from pages.ui.explain.controls import MOST_LISTED, choose_row
from pages.ui.explain.view import View

MAP = "map of rows"
TALL = 430
_ANCHOR, _PICKED = "row that the list began with", "row picked in the list"


def follow() -> None:
    """Explain a row that was clicked just now in the map; call it before the first control."""
    now = layout.clicked_just_now(MAP)
    if now.isdecimal():
        choose_row(int(now))
        st.rerun()


def rows(view: View) -> None:
    """All rows in a plane beside a list of the hardest; one that is picked in either is explained."""
    told = finding(view.case, view.ranking)
    st.markdown(view.words(f"**Row {view.row + 1}.** {told}"))
    left, right = st.columns([3, 2])
    with left:
        _map(view)
    with right:
        _list(view)


def _map(view: View) -> None:
    placed = cache.row_map(view.chosen.name, view.chosen.normalise)
    drawn = drawn_rows(view.case, view.row, view.ranking)
    picture = fresh(
        row_map_figure,
        view.case,
        view.row,
        placed,
        drawn,
        title=view.title(f"Row {view.row + 1} among the rows"),
        look=layout.look(),
    )
    layout.figure(
        picture, MAP, row_map_text(view.case, view.row, drawn), f"{view.file_name}-map", select=True
    )
    few = len(drawn.rows) < view.ranking.of
    st.caption(
        (f"{len(drawn.rows):,} of {view.ranking.of:,} rows are drawn. " if few else "")
        + f"Click a row to have it explained. The plane keeps {percent(placed.share)} of the variance, "
        "every column having the same, so what is near here may be far in all columns. Lines: the nearest "
        "rows inside the winning class (solid) and outside it (dotted), as thick as they weigh."
    )


def _list(view: View) -> None:
    ranking, data = view.ranking, view.data
    listed = (ranking.rows[:MOST_LISTED] + 1).tolist()
    shown = pd.DataFrame(
        {
            "row": listed,
            "class": data.y[ranking.rows[:MOST_LISTED]].astype(str),
            "answer": [data.class_names[code] for code in ranking.predicted[:MOST_LISTED]],
            "margin": [margin_text(float(value)) for value in ranking.margins[:MOST_LISTED]],
        }
    )
    now = view.row + 1
    if now != st.session_state.get(_PICKED) or _ANCHOR not in st.session_state:
        st.session_state[_ANCHOR] = now
    key = f"hard rows from {st.session_state[_ANCHOR]}"
    there = [listed.index(now)] if now in listed else []
    st.dataframe(
        shown,
        hide_index=True,
        height=TALL,
        key=key,
        on_select=partial(_pick, key, listed),
        selection_mode="single-row",
        selection_default={"selection": {"rows": there, "columns": [], "cells": []}},
        alt="Rows, the hardest first, with class, answer and margin.",
    )
    st.caption(f"The {len(listed):,} hardest rows. Select one to have it explained.")


def _pick(key: str, listed: Sequence[int]) -> None:
    """A callback: the row that was selected is explained, and the list stays as it is."""
    for place in st.session_state[key].selection.rows:
        st.session_state[_PICKED] = listed[place]
        choose_row(listed[place])
