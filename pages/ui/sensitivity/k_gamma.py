"""The page Sensitivity over k and γ: one kernel on one data set."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import ALL_KS, GAMMAS, PAPER_KS
from frnn_core.figures import k_gamma_heatmap, k_gamma_text
from frnn_core.relations import KERNELS
from pages.ui import cache, jobs, layout, selection, take_away, visit
from pages.ui.sensitivity import controls


def draw(chosen: selection.Selection) -> None:
    """Controls, finding, heatmap and files."""
    name, kernel = controls.k_gamma_row()
    called = visit.called(name)
    conditions = replace(chosen.plan().conditions, encoding=visit.encoding(name))
    plan = Plan((name,), tuple(Setting.of(kernel, gamma=g) for g in GAMMAS), ALL_KS, conditions)
    table = jobs.scores(plan)
    folds = table.values[0]
    scores = folds.mean(axis=-1).T
    if np.isnan(scores).all():
        st.info("Not computed yet. It appears here as soon as it is.")
        st.stop()
    errors = folds.std(axis=-1, ddof=1).T / np.sqrt(folds.shape[-1])
    found = _descent(replace(plan, settings=(Setting.of(KERNELS[kernel].fitted),), ks=PAPER_KS), name)
    words = k_gamma_text(ALL_KS, GAMMAS, scores, errors)
    layout.finding(words)
    picture = cache.drawn(
        k_gamma_heatmap,
        ALL_KS,
        GAMMAS,
        scores,
        errors=errors,
        descent=[found.get(k, np.nan) for k in ALL_KS],
        look=layout.look(f"{RELATIONS[kernel].label} on {called}, mean of {folds.shape[-1]} folds"),
    )
    layout.figure(picture, "k gamma", words, f"{called}-{kernel}".replace(" ", "-"))
    outline = "The outline holds the cells within one standard error of the best."
    diamond = (
        "◆ is the median over the folds of the γ that corrected descent finds, for the six k of the paper."
    )
    st.caption(f"{diamond} {outline}" if found else outline)
    shown = pd.DataFrame(scores, index=pd.Index(ALL_KS, name="k"), columns=[f"{g:g}" for g in GAMMAS])
    alone = replace(chosen, relations=())  # of what is chosen on other pages only the conditions hold here
    take_away.bar(
        take_away.named("k-gamma", called, kernel, *take_away.settings(alone, k=False)),
        shown,
        f"{RELATIONS[kernel].label} on {called}: balanced accuracy, a row a k, a column a γ; mean of "
        f"{folds.shape[-1]} folds, {controls.k_gamma_words()}. The best is bold.",
        best=shown.eq(shown.max(axis=None)),
    )


def _descent(plan: Plan, name: str) -> dict[int, float]:
    """The median width that descent found for each k, where it is known."""
    table, _ = jobs.known(plan)
    found = {}
    for k in plan.ks:
        widths = [told["gamma"] for told in table.learned(name, plan.settings[0], k) if "gamma" in told]
        if widths:
            found[k] = float(np.median(widths))
    return found
