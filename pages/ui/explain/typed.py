"""The tab of the page Explain where a row is typed."""

from __future__ import annotations

import math
from datetime import date, timedelta
from typing import Any

import numpy as np
import streamlit as st

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.columns import Column
from frnn_core.studies.explain import Case, contributions
from frnn_core.studies.explain.figures.explanation_bars import explanation_bars, explanation_bars_text
from frnn_core.studies.explain.words import finding
from frnn_core.text import counted, csv_text
from pages.ui import layout, state, visit
from pages.ui.cache import fresh
from pages.ui.explain import cache
from pages.ui.explain.controls import ALL_CLASSES, MOST_TYPED, TYPED, typed_values
from pages.ui.explain.view import View

VISIBLE, ALL_FEATURES = 12, "all features to type"
EPOCH = date(1970, 1, 1)


def typed(view: View) -> None:
    """Inputs for the features, and the prediction of what they hold."""
    names, start = view.data.feature_names, view.case.values
    values = dict(typed_values(len(names)))
    inputs(view, values)
    case = typed_case(view, values)
    st.subheader(view.words(finding(case)))
    st.caption(
        f"Your row is decided by all {len(view.data.y):,} rows of {view.chosen.called}, also by row "
        f"{view.row + 1}, which is at similarity 1 until you change a value. "
        + (
            f"{len(values)} of {len(start)} values differ from row {view.row + 1}."
            if values
            else f"It is row {view.row + 1}, unchanged."
        )
    )
    places = case.order if state.value(ALL_CLASSES) else case.first
    words = explanation_bars_text(case, places)
    title = view.title("Your row, by all rows")
    picture = fresh(explanation_bars, case, places, title=title, look=layout.look())
    layout.figure(picture, "typed bars", words, f"{view.file_name}-typed")
    st.download_button(
        "CSV of your row",
        csv_text(contributions(case).set_index("class")),
        "explain-typed.csv",
        "text/csv",
        icon=":material/download:",
        on_click="ignore",
    )


def typed_case(view: View, values: dict[int, float]) -> Case:
    """The prediction of the typed row by the whole data set."""
    chosen = view.chosen
    row = np.array(view.case.values)
    for place, value in values.items():
        row[place - 1] = value
    part = cache.trained(chosen.name, "none", 0, chosen.relation, *chosen.how)
    return Case(part, chosen.k, row)


def inputs(view: View, values: dict[int, float]) -> None:
    """Inputs for the first features and those that a link names."""
    columns = view.data.described_columns
    most = len(columns) if st.session_state.get(ALL_FEATURES) else min(VISIBLE, len(columns))
    shown = sorted({*range(1, most + 1), *values})
    rest = len(columns) - len(shown)
    kept = f" {counted(rest, 'feature')} more: as in the row." if rest else ""
    st.caption(f"Starts with the values of row {view.row + 1}.{kept}")
    with st.container(horizontal=True, gap="small"):
        for place in shown:
            start = float(view.case.values[place - 1])
            now = values.get(place, start)
            name = visit.shown(view.chosen.name, columns[place - 1].name)
            _input(columns[place - 1], name, view.data.X[:, place - 1], place, now, start)
    if VISIBLE < len(columns) <= MOST_TYPED:
        st.toggle(f"Show all {len(columns)} features", key=ALL_FEATURES)
    if values:
        st.button("Back to the row's values", icon=":material/undo:", on_click=state.reset, args=([TYPED],))


def _input(column: Column, name: str, known: FloatArray, place: int, now: float, start: float) -> None:
    """The input of one feature: a list of its values, a date or a number; nothing in it where it is a gap."""
    key, there = f"typed {place}", not math.isnan(now)
    taking: dict[str, Any] = {
        "key": key,
        "on_change": _take,
        "args": (place, start, column.role),
        "width": 150,
    }
    if column.listed:
        options = sorted({int(value) for value in known[~np.isnan(known)]})
        st.session_state[key] = int(now) if there and int(now) in options else None
        st.selectbox(name, options, format_func=column.values.__getitem__, **taking)
    elif column.role == "date":
        st.session_state[key] = EPOCH + timedelta(days=math.floor(now)) if there else None
        st.date_input(name, **taking)
    else:
        st.session_state[key] = now if there else None
        st.number_input(name, step=step_of(known[~np.isnan(known)]), format="%.6g", **taking)


def step_of(column: np.ndarray) -> float:
    """A round step of about a twentieth of the range; whole numbers go by whole steps."""
    width = float(np.ptp(column))
    if not width:
        return 1.0
    step = 10.0 ** math.floor(math.log10(width / 20))
    return max(step, 1.0) if (column == np.round(column)).all() else step


def _take(place: int, start: float, role: str) -> None:
    """A callback: keep what differs from the row."""
    value = st.session_state[f"typed {place}"]
    if role == "date" and value is not None:
        value = (value - EPOCH).days
    others = {known: kept for known, kept in state.value(TYPED) if known != place}
    if value is not None and value != start:
        others[place] = float(value)
    st.session_state[TYPED.name] = tuple(sorted(others.items()))
