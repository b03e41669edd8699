"""The page Sensitivity over γ: mean ranks or scores of every kernel over its width."""

from __future__ import annotations

import streamlit as st

from frnn_core.studies.gamma_curve import gamma_lines, gamma_lines_text, over_gamma, plan_over_gamma
from pages.ui import cache, jobs, layout, selection, take_away
from pages.ui.controls import gamma_text
from pages.ui.sensitivity import controls


def draw(chosen: selection.Selection) -> None:
    """Controls, finding, lines, numbers and files."""
    selection.need(chosen, datasets=1, relations=0)
    reference = controls.over_gamma_row()
    plan = plan_over_gamma(chosen.datasets, reference, chosen.k, chosen.plan().conditions)
    table = jobs.scores(plan)
    curve = over_gamma(table)
    if curve is None:
        st.info("No data set has a score of every kernel yet. It appears here as soon as one has.")
        st.stop()
    ranks = controls.as_ranks(chosen)
    unfinished = jobs.preliminary(table)
    words = unfinished + gamma_lines_text(curve, ranks=ranks, names=selection.names())
    layout.finding(words)
    over = controls.shown_over(chosen, curve.complete, unfinished)
    picture = cache.drawn(
        gamma_lines,
        curve,
        ranks=ranks,
        chosen=chosen.gamma,
        key=(*curve.complete, plan.ks, reference, repr(plan.conditions), unfinished),
        look=layout.look(f"{over}, k\u00a0=\u00a0{chosen.k}"),
    )
    layout.figure(picture, "over gamma", words, "over-gamma")
    values, level = curve.values(ranks=ranks)
    shown = values.assign(**{reference: level}).set_axis(map(gamma_text, values.index)).rename_axis("γ")
    with st.expander("In numbers"):
        st.dataframe(shown.round(3))
    what = controls.SHOWN["rank" if ranks else "score"]
    take_away.bar(
        take_away.named("over-gamma", "rank" if ranks else "score", *take_away.settings(chosen)),
        shown,
        f"{what} for each γ, {over}. {controls.in_words(chosen)}. The best is bold.",
        best=shown.eq(shown.min(axis=None) if ranks else shown.max(axis=None)),
    )
