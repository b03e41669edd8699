"""Sensitivity: how much k and gamma matter."""

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import dataset_names
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import ALL_KS, GAMMAS, PAPER_KS
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.figures import k_gamma_heatmap, lines_over_k
from frnn_core.stats import rank_rows
from pages.ui import cache, data_card, jobs, layout, selection, shell, state, tips

VIEWS = {"k": "Over k", "kg": "k × γ"}
SHOWN = {"rank": "Mean rank", "score": "Mean score"}
FITTED = dict(zip(selection.KERNELS, selection.FITTED, strict=True))

VIEW = state.choice("view", VIEWS, "k", "view")
SHOW = state.choice("over", SHOWN, "rank", "what is shown")
DATASET = state.choice("data", dataset_names(extra=True), "pima", "data set")
KERNEL = state.choice("kernel", selection.KERNELS, "gauss", "kernel")
PARAMS = (*selection.PARAMS, VIEW, SHOW, DATASET, KERNEL, jobs.JOB)


def over_k(chosen: selection.Selection) -> None:
    """Mean ranks or scores of the chosen relations for every k."""
    selection.need(chosen, datasets=1, relations=2)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Show", SHOWN, key=SHOW.name, required=True, format_func=SHOWN.get, label_visibility="collapsed"
        )
        selection.variant_switch(chosen)
        layout.reset_button(PARAMS)
    learns = [key for key in chosen.relations if RELATIONS[key].uses_k]
    ks = PAPER_KS if learns else ALL_KS
    if learns:
        labels = ", ".join(RELATIONS[key].label for key in learns)
        st.caption(f"{labels} learn anew for each k, so the paper's six k are shown.")
    table = jobs.scores(chosen.plan(ks))
    complete = [name for i, name in enumerate(chosen.datasets) if not np.isnan(table.values[i]).any()]
    if not complete:
        st.info("No data set has a score of every chosen relation. Leave out the relation with most blanks.")
        st.stop()
    values = by_k(table, complete, chosen, ranks=state.value(SHOW) == "rank")
    ranks = state.value(SHOW) == "rank"
    unfinished = jobs.preliminary(table)
    words = unfinished + lines_over_k.lines_over_k_text(values, ranks=ranks, names=selection.names())
    layout.finding(words)
    over = f"mean over {len(complete)} of {len(chosen.datasets)} data sets, those without a blank"
    over = f"{unfinished.lower()}{over}"
    picture = cache.drawn(
        lines_over_k.lines_over_k,
        values,
        ranks=ranks,
        chosen=chosen.k,
        families=selection.families(),
        names=selection.names(),
        source=over,
        dark=shell.dark(),
        large=layout.present(),
    )
    layout.figure(picture, "over k", words, "over-k")
    with st.expander("In numbers"):
        st.dataframe(values.round(3))
    layout.take_away("over-k", values, f"{SHOWN[state.value(SHOW)]} for each k, {over}. {chosen.in_words()}.")


def by_k(table: ScoreTable, complete: list[str], chosen: selection.Selection, *, ranks: bool) -> pd.DataFrame:
    """k x relations: means over the complete data sets."""
    places = [chosen.datasets.index(name) for name in complete]
    scores = table.values[places].mean(axis=-1).transpose(2, 0, 1)  # k, data set, relation
    rows = pd.DataFrame(scores.reshape(-1, len(chosen.relations)))
    values = (rank_rows(rows) if ranks else rows).to_numpy().reshape(scores.shape).mean(axis=1)
    return pd.DataFrame(values, pd.Index(table.plan.ks, name="k"), chosen.relations)


def k_and_gamma(chosen: selection.Selection) -> None:
    """One kernel on one data set over both."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox("Data set", dataset_names(extra=True), key=DATASET.name, width=200)
        kernel = st.selectbox(
            "Kernel",
            selection.KERNELS,
            key=KERNEL.name,
            format_func=selection.full_name,
            width=260,
            help=tips.relation(state.value(KERNEL)),
        )
        if st.button("About the data set", icon=":material/dataset:"):
            data_card.show(name)
        layout.reset_button(PARAMS)
    conditions = chosen.plan().conditions
    plan = Plan((name,), tuple(Setting.of(kernel, gamma=g) for g in GAMMAS), ALL_KS, conditions)
    table = jobs.scores(plan)
    if not table.there.any():
        st.info("Not computed yet. It appears here as soon as it is.")
        st.stop()
    folds = table.values[0]
    scores = folds.mean(axis=-1).T
    errors = folds.std(axis=-1, ddof=1).T / np.sqrt(folds.shape[-1])
    found = descent(replace(plan, settings=(Setting.of(FITTED[kernel]),), ks=PAPER_KS), name)
    words = k_gamma_heatmap.k_gamma_text(ALL_KS, GAMMAS, scores, errors)
    layout.finding(words)
    picture = cache.drawn(
        k_gamma_heatmap.k_gamma_heatmap,
        ALL_KS,
        GAMMAS,
        scores,
        errors=errors,
        descent=[found.get(k, np.nan) for k in ALL_KS],
        source=f"{RELATIONS[kernel].label} on {name}, mean of {folds.shape[-1]} folds",
        dark=shell.dark(),
        large=layout.present(),
    )
    layout.figure(picture, "k gamma", words, f"{name}-{kernel}")
    st.caption(
        "◆ is the median over the folds of the γ that corrected descent finds, for the six k of the paper. "
        "The outline holds the cells within one standard error of the best."
    )
    shown = pd.DataFrame(scores, index=pd.Index(ALL_KS, name="k"), columns=[f"{g:g}" for g in GAMMAS])
    layout.take_away(
        "k-gamma", shown, f"{RELATIONS[kernel].label} on {name}: balanced accuracy over k and γ."
    )


def descent(plan: Plan, name: str) -> dict[int, float]:
    """The median width that descent found for each k, where it is known."""
    table, _ = jobs.known(plan)
    found = {}
    for k in plan.ks:
        widths = [told["gamma"] for told in table.learned(name, plan.settings[0], k) if "gamma" in told]
        if widths:
            found[k] = float(np.median(widths))
    return found


shell.start("sensitivity", PARAMS)
by_gamma = state.value(VIEW) == "kg"
chosen = selection.current() if by_gamma else selection.sidebar()
context = "every k up to 20 · 25 widths γ · 10 folds" if by_gamma else chosen.in_words()
layout.header("Do k and γ matter?", "One neighbour search, every k and γ.", context)
st.segmented_control(
    "View", VIEWS, key=VIEW.name, required=True, format_func=VIEWS.get, label_visibility="collapsed"
)
if by_gamma:
    k_and_gamma(chosen)
else:
    over_k(chosen)
