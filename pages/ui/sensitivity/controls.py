"""The controls of the page Sensitivity."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import dataset_names
from frnn_core.experiments.presets import ALL_KS, GAMMAS
from frnn_core.relations import KERNELS
from frnn_core.studies.gamma_curve import REFERENCES
from pages.ui import controls, data_card, jobs, layout, selection, state, tips, visit
from pages.ui.controls import more, reset_button, switch

VIEWS = {"k": "Over k", "g": "Over γ", "kg": "k × γ"}
SHOWN = {"rank": "Mean rank", "score": "Mean score"}
Cell = tuple[int, float]


def read_cell(text: str) -> Cell | None:
    """A cell of k × γ in a link: k/γ, one of the widths that are judged for every kernel; or nothing."""
    if not text:
        return None
    k, _, gamma = text.partition("/")
    found = controls.K.read(k), controls.GAMMA.read(gamma)
    if found[1] not in GAMMAS:
        raise ValueError("the figure has other widths; a cell is named k/γ, as in 3/0.1")
    return found


def write_cell(cell: Cell | None) -> str:
    """The same as text."""
    return f"{cell[0]}/{controls.gamma_text(cell[1])}" if cell else ""


VIEW = state.choice("view", VIEWS, "k", "view")
SHOW = state.choice("over", SHOWN, "rank", "what is shown")
DATASET = visit.choice("data", dataset_names(extra=True), "pima")
CHOSEN = "chosen"
ON = visit.choice("mine", (CHOSEN,), CHOSEN, "data")
KERNEL = state.choice("kernel", KERNELS, "gauss", "kernel")
REFERENCE = state.choice("flat", REFERENCES, REFERENCES[0], "relation without γ", state.labels(RELATIONS))
CELL: state.Param[Cell | None] = state.Param("kgcell", None, read_cell, write_cell, "cell")
PARAMS = (*selection.PARAMS, VIEW, SHOW, DATASET, ON, KERNEL, REFERENCE, CELL, jobs.JOB)


def pickers() -> layout.Aside | None:
    """The pickers of the view on screen; those without effect on it are left out."""
    view = state.value(VIEW)
    if view == "kg":
        return None
    return selection.pickers(list(KERNELS) if view == "g" else ())


def chosen() -> selection.Selection:
    """What the view on screen compares: a table of the visitor's own stands in for the chosen data sets."""
    picked = selection.current()
    if state.value(VIEW) == "kg":
        return picked
    own = state.value(ON)
    return replace(picked, datasets=(own,)) if visit.is_own(own) else picked


def in_words(picked: selection.Selection) -> str:
    """One line that says what the numbers of the view are over."""
    name = state.value(DATASET)
    if state.value(VIEW) == "k":
        return picked.in_words()
    widths = f"{len(GAMMAS)} widths γ"
    if state.value(VIEW) == "g":
        sets = picked.datasets
        told = [visit.called(sets[0]) if len(sets) == 1 else f"{len(sets)} data sets"]
        told += [f"{len(KERNELS)} kernels", widths, f"k\u00a0=\u00a0{picked.k}"]
        return " · ".join([*told, *picked.conditions_in_words(*sets), *selection.encoding(*sets)])
    told = [f"every k up to {ALL_KS[-1]}", widths, *picked.conditions_in_words(name)]
    return " · ".join([*told, *selection.encoding(name)])


def as_ranks(picked: selection.Selection) -> bool:
    """Whether mean ranks are shown, which say little on one table."""
    return bool(state.value(SHOW) == "rank") and not visit.is_own(picked.datasets[0])


def shown_over(picked: selection.Selection, complete: Collection[str], unfinished: str) -> str:
    """What the lines are means over."""
    sets = f"mean over {len(complete)} of {len(picked.datasets)} data sets, those without a blank"
    return f"{unfinished.lower()}{visit.CALLED if visit.is_own(picked.datasets[0]) else sets}"


def over_k_row(picked: selection.Selection) -> None:
    """The row of the view over k: ranks or scores, and the variant."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _data_and_show()
        selection.variant_switch(picked)
        _rest()


def over_gamma_row() -> str:
    """The row of the view over γ: ranks or scores, and beside what; gives the relation without γ."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _data_and_show()
        reference = st.selectbox(
            "Beside",
            REFERENCES,
            key=REFERENCE.name,
            format_func=lambda key: RELATIONS[key].label,
            width=150,
            help=tips.relation(state.value(REFERENCE)),
        )
        _rest()
    return str(reference)


def _data_and_show() -> None:
    switch("View", VIEWS, VIEW)
    if visit.tables():
        visit.picker(ON, (CHOSEN,), 220, names_told={CHOSEN: "the chosen data sets"})
    if not visit.is_own(state.value(ON)):  # ranks on one table say little
        switch("Show", SHOWN, SHOW)


def _rest() -> None:
    with more(selection.CONDITIONS):
        selection.conditions_pickers()
    reset_button(PARAMS)


def k_gamma_row() -> tuple[str, str]:
    """The row of the view k × γ; gives the data set and the kernel."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        switch("View", VIEWS, VIEW)
        name = visit.picker(DATASET, dataset_names(extra=True), 150)
        kernel = st.selectbox(
            "Kernel",
            KERNELS,
            key=KERNEL.name,
            format_func=lambda key: RELATIONS[key].label,
            width=165,
            help=tips.relation(state.value(KERNEL)),
        )
        if st.button("About it", icon=":material/dataset:"):
            data_card.show(name)
        _rest()
    return name, kernel
