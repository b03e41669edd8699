"""The controls of the page Learned relations, and what they say."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import Dataset, dataset_names
from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.studies.learned import INNER, LINKS, METHODS, WAYS, has_link
from frnn_core.text import counted
from pages.ui import jobs, layout, state, visit
from pages.ui.controls import K, k_slider, more, reset_button

ALL = ""
DATA_COLUMN = st.column_config.Column("Data set", width=110)
"""The names at the left of a table of data sets, wide enough for the longest."""
LINK_NAMES = {"squared": "Squared: 1 − d²/max d²", "rooted": "Rooted: 1 − d/max d"}
TABS = {
    "matrix": "Matrix",
    "weights": "Weights",
    "convergence": "Convergence",
    "rank": "Rank",
    "regret": "Regret",
    "cost": "Cost",
    "all": "All data sets",
}
WHOLE_TABS = {"all": "Every relation", "rank": "Rank", "tuned": "Tuned", "cost": "Cost"}


def plain(data: Dataset) -> bool:
    """Whether relations are learned on a table here: all columns are numbers, and none has a gap."""
    return data.plain


DATA = visit.choice("on", (ALL, *dataset_names()), ALL, "data set", plain, visit.PLAIN_NUMBERS)
METHOD = state.choice("learn", METHODS, "nca", "relation", state.labels(RELATIONS))
FOLD = state.whole("lf", 1, 10, 1, "fold")
LINK = state.choice("link", LINKS, "squared", "link", LINK_NAMES)
TAB = state.tab("lt", TABS)
WHOLE_TAB = state.tab("la", WHOLE_TABS)
WAY = state.choice("way", WAYS, WAYS[0], "way of choosing")
PARAMS = (DATA, METHOD, K, FOLD, LINK, TAB, WHOLE_TAB, WAY, jobs.JOB)


@dataclass(frozen=True)
class Choice:
    """What is looked at; without a name it is all data sets."""

    name: str
    method: str
    k: int
    fold: int
    link: str

    @property
    def label(self) -> str:
        """The name of the relation."""
        rooted = ", rooted" if has_link(self.method) and self.link == "rooted" else ""
        return f"{RELATIONS[self.method].label}{rooted}"

    @property
    def called(self) -> str:
        """The data set within a sentence."""
        return visit.called(self.name)

    @property
    def file(self) -> str:
        """The same in the name of a file."""
        return self.called.replace(" ", "-")

    def in_words(self) -> str:
        """One line that says what the numbers are over."""
        return " · ".join([self._data_words(), f"k = {self.k}", self._fold_words()])

    def _data_words(self) -> str:
        if self.name == ALL:
            return counted(len(dataset_names()), "data set")
        entry = visit.about(self.name)
        return f"{self.called} ({entry.rows:,} rows, {entry.features} features, {entry.classes} classes)"

    def _fold_words(self) -> str:
        if self.name == ALL:
            return "KEEL's folds where known, else stratified"
        return visit.folds_words(self.name, loaded(self.name, Conditions())[1].scheme)


def current() -> Choice:
    """The choice, from the state; COMBO's inner scores are known of the paper's data sets alone."""
    name = state.value(DATA)
    if visit.is_own(name) and state.value(METHOD) == INNER:
        reason = f"{RELATIONS[INNER].label} is shown on the paper's data sets alone"
        if not state.by_link(METHOD):
            st.info(f"{reason}.")
        state.give_up(METHOD, METHOD.default, reason, RELATIONS[METHOD.default].label)
    return Choice(
        name,
        state.value(METHOD),
        state.value(K),
        state.value(FOLD),
        state.value(LINK),
    )


def data_name(name: str) -> str:
    """A data set in the list, or all."""
    return name or f"All {len(dataset_names())}"


def row(*, folds: bool) -> None:
    """One row that wraps on a phone; what has no effect on the relation is left out."""
    method = state.value(METHOD)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        visit.picker(DATA, (ALL, *dataset_names()), layout.wide(115), names_told={ALL: data_name(ALL)})
        st.selectbox(
            "Relation",
            [key for key in METHODS if key != INNER or not visit.is_own(state.value(DATA))],
            key=METHOD.name,
            format_func=lambda key: RELATIONS[key].label,
            width=layout.wide(242),
            help="\n".join(f"- **{RELATIONS[key].label}**: {RELATIONS[key].help}" for key in METHODS),
        )
        k_slider(layout.wide(140))
        if folds:
            st.selectbox("Fold shown", range(1, 11), key=FOLD.name, width=layout.wide(90))
        if has_link(method):
            with more((LINK,)):
                st.radio(
                    "Link from distance to similarity",
                    LINKS,
                    key=LINK.name,
                    format_func=LINK_NAMES.__getitem__,
                )
                st.caption(
                    "The paper says squared; its published code is rooted by default, and that reproduces "
                    "its DMLMJ column. The link changes the scores, not the learned matrix."
                )
        if state.value(DATA) != ALL:
            st.button(data_name(ALL), icon=":material/apps:", type="tertiary", on_click=_open_all)
        reset_button(PARAMS)


def _open_all() -> None:
    st.session_state[DATA.name] = ALL


def follow(*figures: str) -> None:
    """Open a data set that was clicked just now in a figure; call it before the first control."""
    for figure in figures:
        now = layout.clicked_just_now(figure)
        if now in dataset_names():
            state.put(DATA, now)
