"""The controls of the page Sensitivity."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from frnn_core.data import dataset_names
from frnn_core.relations import KERNELS
from pages.ui import data_card, jobs, selection, state, tips, visit
from pages.ui.controls import reset_button, switch

VIEWS = {"k": "Over k", "kg": "k × γ"}
SHOWN = {"rank": "Mean rank", "score": "Mean score"}

VIEW = state.choice("view", VIEWS, "k", "view")
SHOW = state.choice("over", SHOWN, "rank", "what is shown")
DATASET = visit.choice("data", dataset_names(extra=True), "pima")
CHOSEN = "chosen"
ON = visit.choice("mine", (CHOSEN,), CHOSEN, "data")
KERNEL = state.choice("kernel", KERNELS, "gauss", "kernel")
PARAMS = (*selection.PARAMS, VIEW, SHOW, DATASET, ON, KERNEL, jobs.JOB)


def over(chosen: selection.Selection) -> selection.Selection:
    """What the view over k compares: the chosen data sets, or a table of the visitor's own in their place."""
    own = state.value(ON)
    return replace(chosen, datasets=(own,)) if visit.is_own(own) else chosen


def by_gamma() -> bool:
    """Whether k × γ is shown, on one data set, and not the chosen relations over k."""
    return state.value(VIEW) == "kg"


def k_gamma_words() -> str:
    """One line that says what the numbers of k × γ are over."""
    parts = ["every k up to 20", "25 widths γ", "10 folds", *selection.encoding(state.value(DATASET))]
    return " · ".join(parts)


def views() -> None:
    """The switch between the two views."""
    switch("View", VIEWS, VIEW)


def over_k_row(chosen: selection.Selection) -> None:
    """The row of the view over k: the view, ranks or scores, and the variant."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        views()
        if visit.tables():
            visit.picker(ON, (CHOSEN,), 220, names_told={CHOSEN: "the chosen data sets"})
        if not visit.is_own(state.value(ON)):  # ranks on one table say little
            switch("Show", SHOWN, SHOW)
        selection.variant_switch(chosen)
        reset_button(PARAMS)


def k_gamma_row() -> tuple[str, str]:
    """The row of the view k × γ: the view; gives the data set and the kernel."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        views()
        name = visit.picker(DATASET, dataset_names(extra=True), 200)
        kernel = st.selectbox(
            "Kernel",
            KERNELS,
            key=KERNEL.name,
            format_func=selection.full_name,
            width=260,
            help=tips.relation(state.value(KERNEL)),
        )
        if st.button("About the data set", icon=":material/dataset:"):
            data_card.show(name)
        reset_button(PARAMS)
    return name, kernel
