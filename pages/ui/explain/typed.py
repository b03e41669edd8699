"""The tab of the page Explain where a row is typed."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from frnn_core.studies.explain import Case, contributions
from frnn_core.studies.explain.figures.explanation_bars import explanation_bars, explanation_bars_text
from frnn_core.studies.explain.words import finding
from frnn_core.text import counted, csv_text
from pages.ui import layout, state
from pages.ui.explain import cache
from pages.ui.explain.controls import ALL_CLASSES, TYPED, typed_values
from pages.ui.explain.view import View

VISIBLE = 12


def typed(view: View) -> None:
    """Inputs for the features, and the prediction of what they hold."""
    names, start = view.data.feature_names, view.case.values
    values = dict(typed_values(len(names)))
    inputs(view, values)
    case = typed_case(view, values)
    st.subheader(finding(case))
    st.caption(
        f"Your row is decided by all {len(view.data.y):,} rows of {view.chosen.name}, also by row "
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
    picture = explanation_bars(case, places, title=title, look=layout.look())
    layout.figure(picture, "typed bars", words, f"explain-{view.chosen.name}-typed")
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
    """Number inputs for the first features and those that a link names."""
    names, start = view.data.feature_names, view.case.values
    shown = sorted({*range(1, min(VISIBLE, len(names)) + 1), *values})
    rest = len(names) - len(shown)
    kept = f" {counted(rest, 'feature')} more: as in the row." if rest else ""
    st.caption(f"Starts with the values of row {view.row + 1}.{kept}")
    with st.container(horizontal=True, gap="small"):
        for place in shown:
            key = f"typed {place}"
            st.session_state[key] = float(values.get(place, start[place - 1]))
            st.number_input(
                names[place - 1],
                key=key,
                step=step_of(view.data.X[:, place - 1]),
                format="%.6g",
                width=150,
                on_change=_take,
                args=(place, float(start[place - 1])),
            )
    if values:
        st.button("Back to the row's values", icon=":material/undo:", on_click=state.reset, args=([TYPED],))


def step_of(column: np.ndarray) -> float:
    """A round step of about a twentieth of the range; whole numbers go by whole steps."""
    width = float(np.ptp(column))
    if not width:
        return 1.0
    step = 10.0 ** math.floor(math.log10(width / 20))
    return max(step, 1.0) if (column == np.round(column)).all() else step


def _take(place: int, start: float) -> None:
    """A callback: keep what differs from the row."""
    value = st.session_state[f"typed {place}"]
    others = {known: kept for known, kept in state.value(TYPED) if known != place}
    if value is not None and value != start:
        others[place] = float(value)
    st.session_state[TYPED.name] = tuple(sorted(others.items()))
