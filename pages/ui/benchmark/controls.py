"""The controls of the page Benchmark."""

from __future__ import annotations

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data.catalogue import entries
from frnn_core.engine.measures import DEFAULT, MEASURES
from frnn_core.experiments.baselines import BASELINES
from frnn_core.figures.heatmap_table import Mode
from pages.ui import beside, jobs, layout, selection, state, tips
from pages.ui.beside import BESIDE
from pages.ui.controls import more, reset_button, switch

MODES: dict[Mode, str] = {"gap": "Gap to best", "score": "Score", "rank": "Rank"}
SORTS = {"spread": "Where it matters most", "name": "Name", "size": "Rows", "score": "Best score"}


def read_cell(text: str) -> str:
    """A cell in a link: data set/relation (or another classifier), or nothing."""
    name, _, key = text.partition("/")
    if text and (name not in entries() or not (key in RELATIONS or key in BASELINES)):
        raise ValueError("a cell is named data set/relation")
    return text


MODE = state.choice("show", MODES, "gap", "what is shown")
SORT = state.choice("sort", SORTS, "spread", "order")
MEASURE = state.choice("metric", MEASURES, DEFAULT, "measure")
CELL = state.Param("cell", "", read_cell, str, "cell")
TAB = state.choice("tab", ("One cell", "Table", "Data sets"), "One cell", "tab")
RARE = (MEASURE, BESIDE, *selection.CONDITIONS)
PARAMS = (*selection.PARAMS, MODE, SORT, MEASURE, BESIDE, CELL, TAB, jobs.JOB)


def row(chosen: selection.Selection) -> None:
    """One row: what is shown, which variant, in which order; the rest behind More."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        switch("Show", MODES, MODE)
        selection.variant_switch(chosen)
        st.selectbox(
            "Order of rows",
            SORTS,
            key=SORT.name,
            format_func=SORTS.__getitem__,
            label_visibility="collapsed",
            width=layout.wide(195),
        )
        with more(RARE):
            st.selectbox(
                "Measure", MEASURES, key=MEASURE.name, format_func=measure_name, help=tips.measures()
            )
            beside.picker("Beside FRNN, not ranked")
            selection.conditions_pickers()
        reset_button([param for param in PARAMS if param is not CELL])


def measure_name(key: str) -> str:
    """A measure in words."""
    return MEASURES[key].label
