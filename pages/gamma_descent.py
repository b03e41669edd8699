"""Gamma descent: can the width of a kernel be learned, and why did it fail in the paper."""

import streamlit as st

from frnn_core.studies.gamma_descent import outcomes
from pages.ui import data_card, layout, shell, state
from pages.ui.gamma_descent import controls, parts, tabs
from pages.ui.gamma_descent import view as descent_view

TABS = {
    "why": ("Why published fails", tabs.why_published_fails),
    "gamma": ("γ by step", tabs.widths_by_step),
    "loss": ("Loss by step", tabs.losses_by_step),
    "accuracy": ("Accuracy over γ", tabs.accuracy_over_gamma),
    "folds": ("Fold by fold", tabs.fold_table),
    "kernels": ("All five kernels", tabs.all_kernels),
}


TAB = state.tab("detail", {key: label for key, (label, _) in TABS.items()})
PARAMS = (*controls.PARAMS, TAB)

shell.start("gamma_descent", PARAMS)
chosen = controls.current()
layout.header(
    "Can γ be learned?",
    "Watch gradient descent walk along its loss curve, and see why it failed in the paper.",
    "" if layout.present() else chosen.in_words(),
)
controls.row(PARAMS)
view = descent_view.learned(chosen, controls.chosen_folds())

parts.finding(view)
parts.figure(view)
parts.table(view)

opened = st.tabs([label for label, _ in TABS.values()], key=TAB.name, on_change="rerun")
for tab, (_, draw) in zip(opened, TABS.values(), strict=True):
    if tab.open is not False:
        with tab:
            draw(view)

if st.button(f"About {chosen.name}", icon=":material/dataset:", type="tertiary"):
    data_card.show(chosen.name)
layout.take_away(
    "gamma-descent",
    outcomes(view.folds),
    f"Learning the width of the {chosen.kernel_words}: {view.over}, {chosen.method_words}.",
    more={"Steps": (lambda: parts.step_file(view), "gamma-descent-steps.csv")},
)
