"""Which classes and rows are hard: confusions, recall by class, rows that every relation gets wrong."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from frnn_core.text import counted, number
from frnn_core.your_data import Leaderboard
from frnn_core.your_data.board import name_of
from frnn_core.your_data.confusion_map import confusion_map, confusion_text
from frnn_core.your_data.mistakes import always_wrong, confusions, recalls
from pages.ui import layout, shell, state, visit
from pages.ui.cache import fresh
from pages.ui.explain import controls

MOST_ROWS = 200
TALLEST = 420


def show(board: Leaderboard) -> None:
    """Behind one heading: the map of the one that is looked at, the table of recalls, the hard rows."""
    advice = board.recommendation()
    if not board.complete or advice is None:
        return
    with st.expander("Which classes and rows are hard?"):
        columns = [*map(str, board.means.index), *map(str, board.beside.index)]
        chosen = st.selectbox(
            "Mistakes of",
            columns,
            index=columns.index(advice.chosen),
            format_func=name_of,
            key="mistakes of",
            width=320,
        )
        counts = confusions(board, chosen)
        picture = fresh(confusion_map, counts, look=layout.look(name_of(chosen)))
        layout.figure(picture, "confusions", confusion_text(counts), "confusions")
        _recalls(board)
        _hard_rows(board)


def _recalls(board: Leaderboard) -> None:
    shown = recalls(board).map(lambda value: "" if pd.isna(value) else number(value, 2))
    shown.index = pd.Index([name_of(str(key)) for key in shown.index], name="method")
    st.dataframe(
        shown, column_config={"method": st.column_config.Column(width=240)}, alt="Recall by method and class"
    )
    st.caption("Recall: the share of the rows of a class that were found. Balanced accuracy is its mean.")


def _hard_rows(board: Leaderboard) -> None:
    wrong = always_wrong(board)
    of = f"{len(wrong):,} of {counted(len(board.deals.data.X), 'row')}"
    if not len(wrong):
        st.caption("Every row is found by some relation.")
        return
    st.markdown(f"**{of} are taken for another class by every relation.** Wrong labels may be among them.")
    shown, own = wrong[:MOST_ROWS], visit.name_of(board.deals.data)
    table: dict[str, Any] = {
        "hide_index": True,
        "height": min(TALLEST, 38 + 35 * len(wrong)),
        "alt": "Hard rows",
    }
    more = f"The first {MOST_ROWS} are shown. " if len(wrong) > MOST_ROWS else ""
    if not own:
        st.dataframe(shown, **table)
        if more:
            st.caption(more)
        return
    picked = st.dataframe(shown, key="hard rows", on_select="rerun", selection_mode="single-row", **table)
    st.caption(f"{more}Select one to see it on Explain: its neighbours, and its place on the map of rows.")
    for place in picked.selection.rows[:1]:
        _open(own, int(shown["row"].iloc[place]))


def _open(own: str, row: int) -> None:
    """A button to Explain with a row of the visitor's table, which no link holds."""
    if st.button(f"Explain row {row:,}", icon=":material/account_tree:", key="explain a hard row"):
        state.keep(controls.DATA, own)
        state.keep(controls.ROW, row)
        st.switch_page(shell.page("explain"), query_params={controls.DATA.name: visit.WORD})
