"""Learned relations: what learning brings beside plain Manhattan, on all data sets and then on one."""

from functools import partial

import streamlit as st

from pages.ui import data_card, layout, shell, take_away
from pages.ui.learned import combo, controls, metric, rank, regions, tabs, tuned, view, weights, whole

WHOLE = {"all": tabs.every_relation, "rank": rank.of_all, "tuned": tuned.choices, "cost": tabs.cost_of_all}
ONE = {
    "matrix": metric.matrix,
    "weights": weights.bars,
    "convergence": metric.how_found,
    "rank": rank.of_one,
    "regret": combo.regret,
    "cost": tabs.cost,
    "all": tabs.all_datasets,
}
PICTURES = {
    "choices": combo.figure,
    "regions": regions.figure,
    "weights": weights.bars,
    "maps": metric.maps,
    "folds": tabs.folds,
    "nothing": view.nothing,
}

shell.start("learned", controls.PARAMS)
controls.follow(whole.FIGURE, whole.BESIDE)
chosen = controls.current()
layout.header(
    "Is learning worth it?",
    "Learned relations beside plain Manhattan.",
    chosen.in_words(),
)
controls.row(folds=view.by_fold(chosen))

if chosen.name == controls.ALL:
    everywhere = whole.of(chosen)
    layout.finding(everywhere.finding)
    whole.figure(everywhere)
    layout.tabs(
        controls.WHOLE_TAB,
        {label: partial(WHOLE[key], everywhere) for key, label in controls.WHOLE_TABS.items()},
    )
    whole.files(everywhere, {"Tuned": (tuned.file, "tuned.csv")})
    st.stop()

shown = view.of(chosen)
layout.finding(combo.sentence(shown) if shown.chooses else view.sentence(shown))
st.caption(shown.noise_words())
PICTURES[shown.picture](shown)

if shown.tabs:
    view.keep_tab(shown)
    layout.tabs(
        controls.TAB,
        {label: partial(ONE[key], shown) for key, label in controls.TABS.items() if label in shown.tabs},
    )

if st.button(f"About {chosen.called}", icon=":material/dataset:", type="tertiary"):
    data_card.show(chosen.name)
if shown.scored:
    take_away.bar(
        take_away.named("learned", chosen.called, chosen.method, f"k{chosen.k}"),
        combo.file(shown) if shown.chooses else shown.folds,
        f"{chosen.label} beside Manhattan, fold by fold: balanced accuracy and seconds"
        f"{', inner scores and regret' if shown.chooses else ''}; {shown.over}; {chosen.in_words()}.",
        more={"Weights": (weights.file(shown), "feature-weights.csv")} if shown.weighs else None,
    )
