"""The page Learned relations over the rank of a metric: how few dimensions are enough."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from frnn_core.data import dataset_names
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.studies.learned.figures import rank_lines
from frnn_core.studies.learned.ranks import (
    RANKED,
    RankScores,
    limits_text,
    mean_rank_scores,
    rank_plans,
    rank_scores,
)
from frnn_core.text import counted, listed
from pages.ui import jobs, layout
from pages.ui.cache import fresh
from pages.ui.learned.controls import Choice
from pages.ui.learned.view import View
from pages.ui.learned.whole import Whole


def of_one(view: View) -> None:
    """The lines of one data set."""
    chosen = view.chosen
    (table,) = _scores((chosen.name,), chosen, alone=view.scored)
    told = rank_scores(table, chosen.link)
    _lines(told, chosen, view.names, f"{chosen.called} by the rank of the metric")
    st.caption(
        f"{_words(told, view.names)} Rank 2 is the map *After* above, on fold {chosen.fold}. The mean over "
        "all data sets is under *Rank* of *All data sets*."
    )


def of_all(whole: Whole) -> None:
    """The mean over the data sets of which every rank is known."""
    chosen = whole.chosen
    if chosen.method not in RANKED:
        names = listed(whole.names[key] for key in RANKED)
        st.info(f"{chosen.label} learns no map whose dimensions can be chosen; {names} do.")
        return
    tables = _scores(dataset_names(), chosen, alone=not whole.unfinished)
    told = mean_rank_scores(tables, chosen.method, chosen.link)
    if not told.names:
        st.caption(f"Not computed: no data set has the scores of {chosen.label} for every rank yet.")
        return
    _lines(told, chosen, whole.names, f"Mean of {counted(len(told.names), 'data set')}, by rank")
    st.caption(_words(told, whole.names))


def _scores(names: Sequence[str], chosen: Choice, *, alone: bool) -> list[ScoreTable]:
    """What is known of every method; what the chosen one lacks is offered, unless others come first."""
    if alone:
        jobs.scores_of(rank_plans(names, chosen.k, chosen.link, (chosen.method,)))
    else:
        st.caption("The ranks can be computed when the results above are complete.")
    return [jobs.known(plan)[0] for plan in rank_plans(names, chosen.k, chosen.link)]


def _lines(told: RankScores, chosen: Choice, names: dict[str, str], title: str) -> None:
    words = rank_lines.rank_lines_text(told, chosen.method, names)
    st.markdown(words)
    layout.figure(
        fresh(
            rank_lines.rank_lines,
            told,
            chosen.method,
            title=title,
            look=layout.look(f"Balanced accuracy, mean of 10 folds, k = {chosen.k}.", names),
        ),
        "ranks",
        words,
        f"{chosen.file or 'all'}-{chosen.method}-ranks",
    )


def _words(told: RankScores, names: dict[str, str]) -> str:
    gone = [names[str(key)] for key in told.values if told.values[key].isna().any()]
    parts = [
        "Rank r: rows are mapped to r dimensions and compared there by the Euclidean distance; a data set "
        "with fewer features than that keeps them all. Fits are kept short "
        f"({limits_text(names)}), so that the full rank can differ a little from the score above."
    ]
    if gone:
        parts.append(f"Not computed for every rank here: {listed(gone)}.")
    if told.names != told.missing and told.missing:
        parts.append(
            f"The same {counted(len(told.names), 'data set')} stand{'s' * (len(told.names) == 1)} behind "
            f"every point; on {len(told.missing)} some rank is not computed."
        )
    return " ".join(parts)
