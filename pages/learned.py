"""Learned relations: are learned metrics and COMBO worth their time beside plain Manhattan."""

from functools import partial

import streamlit as st

from pages.ui import data_card, layout, shell, take_away
from pages.ui.learned import combo, controls, metric, tabs, view

DRAW = {
    "matrix": metric.matrix,
    "convergence": metric.how_found,
    "regret": combo.regret,
    "cost": tabs.cost,
    "all": tabs.all_datasets,
}

shell.start("learned", controls.PARAMS)
chosen = controls.current()
layout.header(
    "Is learning worth it?",
    "Learned metrics and COMBO beside plain Manhattan.",
    "" if layout.present() else chosen.in_words(),
)
controls.row()
shown = view.of(chosen)

layout.finding(combo.sentence(shown) if chosen.combo else view.sentence(shown))
st.caption(shown.noise_words())
if chosen.combo:
    combo.figure(shown)
    combo.table(shown)
else:
    metric.maps(shown)

controls.keep_tab(chosen)
layout.tabs(
    controls.TAB,
    {label: partial(DRAW[key], shown) for key, label in controls.TABS.items() if label in chosen.tabs},
)

if st.button(f"About {chosen.name}", icon=":material/dataset:", type="tertiary"):
    data_card.show(chosen.name)
take_away.bar(
    "learned",
    combo.file(shown) if chosen.combo else shown.folds,
    f"{chosen.label} beside Manhattan, fold by fold: balanced accuracy and seconds"
    f"{', inner scores and regret' if chosen.combo else ''}; {shown.over}.",
)
