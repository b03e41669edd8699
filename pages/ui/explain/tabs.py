"""The tabs of the page Explain about the row on screen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from frnn_core.experiments.presets import ALL_KS, GAMMAS
from frnn_core.studies.explain import (
    answers_by_gamma,
    answers_by_k,
    contributions,
    drivers,
    feature_moves,
    nearest_change,
    removal,
    split_words,
    with_features,
)
from frnn_core.studies.explain.figures.feature_shares import TOP, feature_shares, feature_shares_text
from frnn_core.studies.explain.what_if import MOST_REMOVED, STEPS, Move
from frnn_core.studies.explain.words import gamma_words, k_words, move_words, percent, removal_words
from pages.ui import layout, visit
from pages.ui.cache import fresh
from pages.ui.explain.controls import choose_row
from pages.ui.explain.view import View


def changes(view: View) -> None:
    """The nearest change of k, γ, training rows and one feature that gives another answer."""
    case, chosen = view.case, view.chosen
    by_k, by_gamma = answers_by_k(case), answers_by_gamma(case)
    sentences = [k_words(ALL_KS, by_k, chosen.k, nearest_change(ALL_KS, by_k, chosen.k))]
    if by_gamma:
        nearest = nearest_change(GAMMAS, by_gamma, chosen.gamma, math.log)
        sentences.append(gamma_words(GAMMAS, by_gamma, chosen.gamma, nearest))
    winners = int((case.model.train.codes == case.order[0]).sum())
    sentences.append(removal_words(case.predicted, removal(case), min(MOST_REMOVED, winners - 1)))
    moves = feature_moves(case)
    sentences.append(move_words(moves, view.data.described_columns, case.values))
    st.markdown("\n".join(f"- {view.words(sentence)}" for sentence in sentences))
    st.caption(
        "Each was found by deciding anew, all else equal: the ranges of the features and the relation stay "
        f"as they are. Rows are taken away nearest first. A feature is tried at {STEPS + 1} places over its "
        "training range, or at the values that occur where they are fewer; between two places, less may do."
    )
    if moves:
        st.markdown("**One feature at a time**, the smallest change first:")
        st.dataframe(_moves(view, moves), height=_height(len(moves)), key="moves", hide_index=True)


def _moves(view: View, moves: tuple[Move, ...]) -> pd.DataFrame:
    rows = []
    for move in moves:
        column, now = view.data.described_columns[move.feature], view.case.values[move.feature]
        category = column.role == "category"
        rows.append(
            {
                "Feature": column.name,
                "Now": now if view.data.plain else column.shown(now, 10),
                "Becomes": move.value if view.data.plain else column.shown(move.value, 10),
                "Share of its range": "another value" if category else percent(move.share, 1),
                "Answer": move.becomes,
            }
        )
    return pd.DataFrame(rows)


def _height(rows: int) -> int:
    return min(38 + 35 * rows, 320)


def features(view: View) -> None:
    """The share of each feature in the distances that decide."""
    found = drivers(view.case)
    words = feature_shares_text(found, view.data.feature_names)
    st.markdown(view.words(words))
    picture = fresh(
        feature_shares,
        found,
        view.data.described_columns,
        view.case.values,
        title=view.title(f"Share in the distance: row {view.row + 1}"),
        look=layout.look(),
    )
    layout.figure(picture, "shares", words, f"{view.file_name}-{view.row + 1}-features")
    count, winner = len(view.data.feature_names), visit.shown(view.chosen.name, view.case.predicted)
    rest = f" The {TOP} largest of {count} features are drawn." if count > TOP else ""
    st.caption(
        f"How the distance is shared out: {split_words(view.chosen.relation)}. Each of the nearest rows "
        f"inside and outside class {winner} (k = {view.chosen.k}) counts by its weight; the "
        f"shares of all features add up to 100 %.{rest}"
    )


def neighbours(view: View) -> None:
    """The query and every neighbour of the classes on screen, with their values."""
    table = with_features(view.case, contributions(view.case, view.shown))
    table = table.rename(columns={"class": "for class"})
    st.dataframe(
        table,
        hide_index=True,
        height=_height(len(table)),
        key=f"neighbours of {view.row}",
        on_select=partial(_explain, f"neighbours of {view.row}", table["row"].fillna(0).tolist()),
        selection_mode="single-row",
        column_config={
            name: st.column_config.NumberColumn(format="%.4f")
            for name in ("similarity", "weight", "contribution")
        },
        alt=f"Row {view.row + 1} and its neighbours, with similarity, weight and feature values.",
    )
    st.caption(
        f"First the query, row {view.row + 1}. Then, for each class on screen, the nearest rows inside the "
        f"class and outside it (k = {view.chosen.k}); a row can be inside its own class and outside others. "
        "Row numbers count from 1. Select a row of the table to have it explained."
    )


def _explain(key: str, rows: Sequence[int]) -> None:
    """A callback: the row that was selected in a table is explained; the query itself has no number."""
    for place in st.session_state[key].selection.rows:
        if rows[place]:
            choose_row(rows[place])
