"""Weights: can what each neighbour counts be learned, for all classes or for each."""

from functools import partial

import streamlit as st

from pages.ui import data_card, layout, shell, take_away
from pages.ui.weights import controls, parts, tabs, view, whole

DRAW = {"loss": tabs.loss, "folds": tabs.folds, "families": tabs.all_families, "all": whole.tab}

shell.start("weights", controls.PARAMS)
whole.follow()
chosen = controls.current()
layout.header(
    "Can the weights be learned?",
    "How much each neighbour counts, learned by descent.",
    chosen.in_words(),
)
controls.row()

place = st.empty()
shown = view.of(chosen)
parts.finding(shown, place)
parts.figure(shown)
shown = view.with_folds(shown)
parts.finding(shown, place)
parts.reading(shown)

layout.tabs(controls.TAB, {label: partial(DRAW[key], shown) for key, label in controls.TABS.items()})

if st.button(f"About {chosen.called}", icon=":material/dataset:", type="tertiary"):
    data_card.show(chosen.case.dataset)
take_away.bar(
    take_away.named("weights", chosen.called, chosen.kind, chosen.case.relation, f"k{chosen.case.k}"),
    parts.scores(shown),
    parts.scores_words(shown),
    more={"Weights": (lambda: parts.weight_file(shown), "learned-weights.csv")},
)
