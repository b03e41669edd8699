"""The tabs of the page Learned relations that all relations share: what it costs, and all of them."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.figures import fold_dots, fold_dots_text
from frnn_core.studies.learned import LEVEL, METHODS, PLAIN, every_plan, summary
from frnn_core.studies.learned.figures import learning_cost
from frnn_core.text import number, p_number, signed
from pages.ui import jobs, layout, shell, visit
from pages.ui.cache import fresh
from pages.ui.learned import cache, whole
from pages.ui.learned.controls import DATA_COLUMN, Choice
from pages.ui.learned.view import View, short
from pages.ui.learned.whole import Whole


def known(chosen: Choice) -> pd.DataFrame:
    """Scores and seconds of every relation on every data set, as far as they are known."""
    table, _ = jobs.known(every_plan(chosen.k, chosen.link))
    return cache.all_datasets(chosen.k, chosen.link, int(table.there.sum()), table.store)


def cost(view: View) -> None:
    """The folds of this data set, then every data set."""
    if view.picture != "folds":
        folds(view)
    st.table(_rows(view), border="horizontal", alt=view.seconds_words())
    st.caption(
        f"Balanced accuracy on the test rows and seconds a fold: {view.over}. {view.seconds_words()} Seconds "
        "hold for all k at once, since one search serves them."
    )
    if not visit.is_own(view.chosen.name):
        _cost_everywhere(view.chosen, view.names)


def folds(view: View) -> None:
    """The folds of this data set, beside Manhattan."""
    chosen = view.chosen
    scores = view.folds[[chosen.method, PLAIN]]
    words = fold_dots_text(scores, view.names)
    st.markdown(f"**On {chosen.called}.** {words}")
    layout.figure(
        fresh(fold_dots, scores, look=layout.look(names=view.names)),
        "cost folds",
        words,
        f"{chosen.file}-{chosen.method}-folds",
    )


def cost_of_all(shown: Whole) -> None:
    """What the relation brings and costs, a mark a data set."""
    _cost_everywhere(shown.chosen, shown.names)


def _cost_everywhere(chosen: Choice, names: dict[str, str]) -> None:
    told, method = known(chosen), chosen.method
    words = learning_cost.learning_cost_text(told, method, names=names)
    st.markdown(f"**Everywhere.** {words}")
    layout.figure(
        fresh(
            learning_cost.learning_cost,
            told,
            method,
            chosen=chosen.name,
            look=layout.look(f"Mean balanced accuracy, k = {chosen.k}; hover for names.", names),
        ),
        "cost everywhere",
        words,
        f"{method}-cost",
    )


def _rows(view: View) -> pd.DataFrame:
    rows = {}
    for key in (PLAIN, view.chosen.method):
        score, seconds = view.folds[key], view.folds[f"{key} seconds"]
        rows[view.names[key]] = {
            "Mean": number(score.mean()),
            "Standard deviation": number(score.std()),
            "Seconds a fold": short(float(seconds.mean())),
            "Fastest – slowest": f"{short(float(seconds.min()))} – {short(float(seconds.max()))}",
        }
    return pd.DataFrame(rows).T.rename_axis("Relation")


def all_datasets(view: View) -> None:
    """The relation on every data set, this one marked; then every relation."""
    shown = whole.of_one(view.chosen)
    if shown is not None:
        st.markdown(shown.finding)
        whole.figure(shown, whole.BESIDE)
    _every_relation(view.chosen, view.names)


def every_relation(shown: Whole) -> None:
    """Every relation beside Manhattan, and every data set, in numbers."""
    _every_relation(shown.chosen, shown.names)


def _every_relation(chosen: Choice, names: dict[str, str]) -> None:
    told = known(chosen)
    _summary(told, chosen, names)
    keys = [key for key in (PLAIN, *METHODS) if told[key].notna().any()]
    labels, seconds = [names[key] for key in keys], [f"{names[key]}, s" for key in keys]
    shown = told[[*keys, *(f"{key} seconds" for key in keys)]].set_axis([*labels, *seconds], axis=1)
    styled = (
        shown.style.format("{:.3f}", subset=labels, na_rep="–")
        .format(_seconds, subset=seconds, na_rep="–")
        .highlight_max(axis=1, subset=labels, props="font-weight: 700")
    )
    words = "Mean score and seconds of every relation on every data set."
    st.dataframe(styled, column_config={"_index": DATA_COLUMN}, alt=words)
    st.caption(
        f"Balanced accuracy and seconds (s) of one fold, means of 10 folds, k = {chosen.k}; the best is bold."
    )
    st.page_link(
        shell.page("significance"),
        label="Test whether such differences hold over data sets",
        query_params={"r": "learned"},
        icon=":material/linear_scale:",
    )


def _summary(told: pd.DataFrame, chosen: Choice, names: dict[str, str]) -> None:
    found = summary(told)
    there = found[found["n"] > 0]
    shown = pd.DataFrame(
        {
            "Data sets": there["n"].astype(str),
            "Mean": there["score"].map(number),
            "Manhattan there": there["plain"].map(number),
            "Ahead · level · behind": [
                f"{row.ahead} · {row.level} · {row.behind}" for row in there.itertuples()
            ],
            "Mean difference": there["difference"].map(signed),
            "Wilcoxon p": there["p"].map(p_number),
            "Seconds a fold, median": there["seconds"].map(short),
        }
    ).rename(index=names)
    st.table(shown.rename_axis("Relation"), border="horizontal", alt="Every relation beside Manhattan.")
    absent = [names[str(key)] for key in found.index[found["n"] == 0]]
    st.caption(
        f"Mean balanced accuracy over the data sets where the relation and Manhattan have a score, "
        f"k = {chosen.k}; ahead or behind by more than {number(LEVEL, 2)}. p: signed-rank test over data "
        "sets, two-sided, not corrected for the number of relations."
        + (f" Not computed for k = {chosen.k}: {', '.join(absent)}." if absent else "")
    )


def _seconds(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"
