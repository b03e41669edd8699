"""Gamma descent: can the width of a kernel be learned, and why did it fail in the paper."""

from functools import partial

import streamlit as st

from frnn_core.studies.gamma_descent import outcomes
from pages.ui import data_card, layout, shell, take_away
from pages.ui.gamma_descent import controls, losses, parts, tabs, view

DRAW = {
    "why": tabs.why_published_fails,
    "gamma": tabs.widths_by_step,
    "loss": tabs.losses_by_step,
    "accuracy": tabs.accuracy_over_gamma,
    "folds": tabs.fold_table,
    "kernels": tabs.all_kernels,
    "losses": losses.all_losses,
}

shell.start("gamma_descent", controls.PARAMS)
chosen = controls.current()
layout.header(
    "Can γ be learned?",
    "Descent on its loss curve, and why it failed in the paper.",
    chosen.in_words(),
)
controls.row()
shown = view.of(chosen, controls.chosen_folds())

parts.finding(shown)
parts.figure(shown)
parts.table(shown)

layout.tabs(controls.TAB, {label: partial(DRAW[key], shown) for key, label in controls.TABS.items()})

if st.button(f"About {chosen.called}", icon=":material/dataset:", type="tertiary"):
    data_card.show(chosen.name)
take_away.bar(
    chosen.file,
    outcomes(shown.folds),
    f"Learning the width of the {chosen.kernel_words}: {shown.over}, {chosen.method_words}; "
    f"{chosen.in_words()}.",
    more={"Steps": (lambda: parts.step_file(shown), f"{chosen.file}-steps.csv")},
)
