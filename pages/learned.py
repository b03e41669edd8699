"""Learned relations: are learned metrics and COMBO worth their time beside plain Manhattan."""

import streamlit as st

from pages.ui import (
    datacard,
    frame,
    learned_combo,
    learned_controls,
    learned_metric,
    learned_tabs,
    learned_view,
    shell,
)

DRAW = {
    "matrix": learned_metric.matrix,
    "convergence": learned_metric.how_found,
    "regret": learned_combo.regret,
    "cost": learned_tabs.cost,
    "all": learned_tabs.all_datasets,
}

shell.start("learned", learned_controls.PARAMS)
chosen = learned_controls.current()
frame.header(
    "Is learning worth it?",
    "Learned metrics and COMBO beside plain Manhattan.",
    "" if frame.present() else chosen.in_words(),
)
learned_controls.row(learned_controls.PARAMS)
view = learned_view.view_of(chosen)

frame.finding(learned_combo.sentence(view) if chosen.combo else learned_view.sentence(view))
st.caption(view.noise_words())
if chosen.combo:
    learned_combo.figure(view)
    learned_combo.table(view)
else:
    learned_metric.maps(view)

learned_controls.keep_tab(chosen)
frame.tabs(
    learned_controls.TAB,
    {
        label: (lambda draw=DRAW[key]: draw(view))
        for key, label in learned_controls.TABS.items()
        if label in chosen.tabs
    },
)

if st.button(f"About {chosen.name}", icon=":material/dataset:", type="tertiary"):
    datacard.show(chosen.name)
frame.take_away(
    "learned",
    learned_combo.file(view) if chosen.combo else view.folds,
    f"{chosen.label} beside Manhattan, fold by fold: balanced accuracy and seconds"
    f"{', inner scores and regret' if chosen.combo else ''}; {view.over}.",
)
