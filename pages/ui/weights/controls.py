"""The controls of the page Weights, and what they say."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import dataset_names
from frnn_core.engine.score_losses import SCORE_LOSSES
from frnn_core.engine.weight_learning import METHODS, WeightSettings
from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.relations import fixed_relations
from frnn_core.studies.weights import METHOD_NAMES, Case, kind_of, settings_words
from pages.ui import jobs, layout, selection, state, tips, visit
from pages.ui.controls import GAMMA, MOST_K, gamma_slider, gamma_text, more, reset_button

FIXED = list(fixed_relations())
GROUP_NAMES = {"one": "One for all", "class": "By class"}
TABS = {"loss": "Loss", "folds": "Folds", "families": "Families", "all": "All data sets"}
MOST_HELP = (
    "Weights are learned for this many neighbours inside and outside each class; learning may leave most of "
    "the weight on a few of them."
)

DATA = visit.choice("wd", dataset_names(extra=True), "glass")
RELATION = state.choice("wr", FIXED, "man", "relation", state.labels(RELATIONS))
MOST = state.whole("wk", 1, MOST_K, MOST_K, "most neighbours")
METHOD = state.choice("wm", METHODS, "lbfgs", "method", METHOD_NAMES)
GROUP = state.choice("wc", GROUP_NAMES, "class", "weights")
FOLD = state.whole("wf", 1, 10, 1, "fold")
LOSS = state.choice("wl", SCORE_LOSSES, "balanced softmax", "loss")
MONOTONE = state.flag("wu", "weights that never rise", on=True)
TAB = state.tab("wt", TABS)
HIDDEN = (METHOD, LOSS, MONOTONE)
MOVABLE = (DATA, RELATION, GAMMA, MOST, GROUP, FOLD, *HIDDEN, TAB)
PARAMS = (*MOVABLE, jobs.JOB)


@dataclass(frozen=True)
class Choice:
    """What is to be learned, and how; the fold is that in the picture."""

    case: Case
    settings: WeightSettings
    fold: int

    @property
    def called(self) -> str:
        """The data set within a sentence."""
        return visit.called(self.case.dataset)

    @property
    def kind(self) -> str:
        """The key of the learned family."""
        return kind_of(self.settings)

    @property
    def relation_words(self) -> str:
        """The relation, with its width where it has one."""
        spec = RELATIONS[self.case.relation]
        return f"{spec.label}, γ = {gamma_text(self.case.gamma)}" if spec.uses_gamma else spec.label

    def in_words(self) -> str:
        """One line that says what the numbers are over."""
        name = self.case.dataset
        entry, scheme = visit.about(name), loaded(name, Conditions())[1].scheme
        return " · ".join(
            [
                f"{self.called} ({entry.rows:,} rows, {entry.classes} classes)",
                self.relation_words,
                *settings_words(self.settings),
                visit.folds_words(name, scheme),
                *selection.encoding(name),
            ]
        )


def current() -> Choice:
    """The choice, from the state."""
    relation = state.value(RELATION)
    gamma = state.value(GAMMA) if RELATIONS[relation].uses_gamma else GAMMA.default
    settings = WeightSettings(
        method=state.value(METHOD),
        loss=state.value(LOSS),
        by_class=state.value(GROUP) == "class",
        monotone=state.value(MONOTONE),
    )
    case = Case(state.value(DATA), relation, state.value(MOST), gamma)
    return Choice(case, settings, state.value(FOLD))


def row() -> None:
    """One row that wraps on a phone; rarer controls are under More."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        visit.picker(DATA, dataset_names(extra=True), layout.wide(115))
        st.selectbox(
            "Relation",
            FIXED,
            key=RELATION.name,
            format_func=lambda key: RELATIONS[key].label,
            width=layout.wide(140),
            help=tips.relation(state.value(RELATION)),
        )
        st.slider("k, at most", 1, MOST_K, key=MOST.name, width=layout.wide(115), help=MOST_HELP)
        st.segmented_control(
            "Weights", GROUP_NAMES, key=GROUP.name, required=True, format_func=GROUP_NAMES.__getitem__
        )
        st.selectbox("Fold", range(1, 11), key=FOLD.name, width=layout.wide(75))
        widths = (GAMMA,) if RELATIONS[state.value(RELATION)].uses_gamma else ()
        with more((*HIDDEN, *widths)):
            st.radio(
                "Method", METHODS, key=METHOD.name, format_func=METHOD_NAMES.__getitem__, horizontal=True
            )
            st.selectbox(
                "Loss", list(SCORE_LOSSES), key=LOSS.name, format_func=lambda key: SCORE_LOSSES[key].label
            )
            st.caption(SCORE_LOSSES[state.value(LOSS)].help)
            st.toggle("A neighbour never counts more than a nearer one", key=MONOTONE.name)
            gamma_slider([state.value(RELATION)])
        reset_button(MOVABLE)
