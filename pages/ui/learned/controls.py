"""The controls of the page Learned relations, and what they say."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import dataset_names
from frnn_core.data.catalogue import entries
from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.studies.learned import LINKS, METHODS
from pages.ui import layout, state
from pages.ui.controls import K, k_slider, more, reset_button

LINK_NAMES = {"squared": "Squared: 1 − d²/max d²", "rooted": "Rooted: 1 − d/max d"}
TABS = {
    "matrix": "Matrix",
    "convergence": "Convergence",
    "regret": "Regret",
    "cost": "Cost",
    "all": "All data sets",
}


DATA = state.choice("on", dataset_names(), "balance", "data set")
METHOD = state.choice("learn", METHODS, "nca", "method")
FOLD = state.whole("lf", 1, 10, 1, "fold")
LINK = state.choice("link", LINKS, "squared", "link")
TAB = state.tab("lt", TABS)
PARAMS = (DATA, METHOD, K, FOLD, LINK, TAB)


@dataclass(frozen=True)
class Choice:
    """What is looked at."""

    name: str
    method: str
    k: int
    fold: int
    link: str

    @property
    def combo(self) -> bool:
        """Whether a relation is chosen, and no metric learned."""
        return self.method == "combo"

    @property
    def label(self) -> str:
        """The name of the method."""
        rooted = ", rooted" if self.method == "dmlmj" and self.link == "rooted" else ""
        return f"{RELATIONS[self.method].label}{rooted}"

    @property
    def tabs(self) -> list[str]:
        """The tabs that there are for the method."""
        first = ["regret"] if self.combo else ["matrix", "convergence"]
        return [TABS[key] for key in (*first, "cost", "all")]

    def in_words(self) -> str:
        """One line that says what the numbers are over."""
        entry = entries()[self.name]
        scheme = loaded(self.name, Conditions())[1].scheme
        parts = [
            f"{self.name} ({entry.rows:,} rows, {entry.features} features, {entry.classes} classes)",
            self.label,
            f"k = {self.k}",
            "KEEL's own folds" if scheme == "keel" else "stratified folds, not KEEL's",
        ]
        return " · ".join(parts)


def current() -> Choice:
    """The choice, from the state."""
    return Choice(
        state.value(DATA),
        state.value(METHOD),
        state.value(K),
        state.value(FOLD),
        state.value(LINK),
    )


def row() -> None:
    """One row that wraps on a phone; what has no effect on the method is left out."""
    wide = 1.2 if layout.present() else 1.0
    method = state.value(METHOD)
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox("Data set", dataset_names(), key=DATA.name, width=round(wide * 140))
        st.segmented_control(
            "Method",
            METHODS,
            key=METHOD.name,
            required=True,
            format_func=lambda key: RELATIONS[key].label,
        )
        k_slider(round(wide * 170))
        if method != "combo":
            st.selectbox("Fold in the picture", range(1, 11), key=FOLD.name, width=round(wide * 140))
        if method == "dmlmj":
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
        reset_button(PARAMS)


def keep_tab(chosen: Choice) -> None:
    """Open the first tab where the method has not the one that was open; call it before the tabs."""
    if state.value(TAB) not in chosen.tabs:
        st.session_state[TAB.name] = chosen.tabs[0]
