"""The page Sensitivity over k: mean ranks or scores of the chosen relations for every k."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.experiments.presets import ALL_KS, PAPER_KS
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.figures import lines_over_k, lines_over_k_text
from frnn_core.stats import rank_rows
from pages.ui import cache, jobs, layout, selection, take_away
from pages.ui.sensitivity import controls


def draw(chosen: selection.Selection) -> None:
    """Controls, finding, lines, numbers and files."""
    controls.over_k_row(chosen)
    selection.need(chosen, datasets=1, relations=2)
    table = jobs.scores(chosen.plan(_ks(chosen)))
    complete = [name for i, name in enumerate(chosen.datasets) if not np.isnan(table.values[i]).any()]
    if not complete:
        st.info("No data set has a score of every chosen relation. Leave out the relation with most blanks.")
        st.stop()
    ranks = controls.as_ranks(chosen)
    values = _by_k(table, complete, chosen, ranks=ranks)
    unfinished = jobs.preliminary(table)
    words = unfinished + lines_over_k_text(values, ranks=ranks, names=selection.names())
    layout.finding(words)
    over = controls.shown_over(chosen, complete, unfinished)
    picture = cache.drawn(
        lines_over_k,
        values,
        ranks=ranks,
        chosen=chosen.k,
        look=layout.look(over),
    )
    layout.figure(picture, "over k", words, "over-k")
    with st.expander("In numbers"):
        st.dataframe(values.round(3))
    what = controls.SHOWN["rank" if ranks else "score"]
    worst, best = values.max(axis=1), values.min(axis=1)
    take_away.bar(
        take_away.named("over-k", "rank" if ranks else "score", *take_away.settings(chosen, k=False)),
        values,
        f"{what} for each k, {over}. {chosen.in_words()}. The best of each row is bold.",
        best=values.eq(best if ranks else worst, axis=0),
    )


def _ks(chosen: selection.Selection) -> tuple[int, ...]:
    """Every k, or the paper's six, with a note, where a relation learns anew for each."""
    learns = [RELATIONS[key].label for key in chosen.relations if RELATIONS[key].uses_k]
    if not learns:
        return ALL_KS
    st.caption(f"{', '.join(learns)} learn anew for each k, so the paper's six k are shown.")
    return PAPER_KS


def _by_k(
    table: ScoreTable, complete: list[str], chosen: selection.Selection, *, ranks: bool
) -> pd.DataFrame:
    """k x relations: means over the complete data sets."""
    places = [chosen.datasets.index(name) for name in complete]
    scores = table.means[places].transpose(2, 0, 1)  # k, data set, relation
    rows = pd.DataFrame(scores.reshape(-1, len(chosen.relations)))
    values = (rank_rows(rows) if ranks else rows).to_numpy().reshape(scores.shape).mean(axis=1)
    return pd.DataFrame(values, pd.Index(table.plan.ks, name="k"), chosen.relations)
