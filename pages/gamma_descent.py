"""Gamma descent: can the width of a kernel be learned, and why did it fail in the paper."""

import streamlit as st

from frnn_core.descent import outcomes
from pages.ui import (
    datacard,
    descent_controls,
    descent_parts,
    descent_tabs,
    descent_view,
    frame,
    shell,
    state,
)

TABS = {
    "why": ("Why published fails", descent_tabs.why_published_fails),
    "gamma": ("γ by step", descent_tabs.widths_by_step),
    "loss": ("Loss by step", descent_tabs.losses_by_step),
    "accuracy": ("Accuracy over γ", descent_tabs.accuracy_over_gamma),
    "folds": ("Fold by fold", descent_tabs.fold_table),
    "kernels": ("All five kernels", descent_tabs.all_kernels),
}


TAB = state.tab("detail", {key: label for key, (label, _) in TABS.items()})
PARAMS = (*descent_controls.PARAMS, TAB)

shell.start("gamma_descent", PARAMS)
chosen = descent_controls.current()
frame.header(
    "Can γ be learned?",
    "Watch gradient descent walk along its loss curve, and see why it failed in the paper.",
    "" if frame.present() else chosen.in_words(),
)
descent_controls.row(PARAMS)
view = descent_view.learned(chosen, descent_controls.chosen_folds())

descent_parts.finding(view)
descent_parts.figure(view)
descent_parts.table(view)

opened = st.tabs([label for label, _ in TABS.values()], key=TAB.name, on_change="rerun")
for tab, (_, draw) in zip(opened, TABS.values(), strict=True):
    if tab.open is not False:
        with tab:
            draw(view)

if st.button(f"About {chosen.name}", icon=":material/dataset:", type="tertiary"):
    datacard.show(chosen.name)
frame.take_away(
    "gamma-descent",
    outcomes(view.folds),
    f"Learning the width of the {chosen.kernel_words}: {view.over}, {chosen.method_words}.",
    more={"Steps": (lambda: descent_parts.step_file(view), "gamma-descent-steps.csv")},
)
