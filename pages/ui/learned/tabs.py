"""The tabs of the page Learned relations that all methods share: what it costs, and all data sets."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.figures import fold_dots, fold_dots_text
from frnn_core.studies.learned import METHODS, PLAIN
from frnn_core.studies.learned.figures import learning_cost
from frnn_core.text import number
from pages.ui import layout, selection, shell
from pages.ui.learned import cache
from pages.ui.learned.view import View, short


def cost(view: View) -> None:
    """The folds of this data set, then every data set."""
    chosen = view.chosen
    method = chosen.method
    scores = view.folds[[method, PLAIN]]
    words = fold_dots_text(scores, view.names)
    st.markdown(f"**On {chosen.name}.** {words}")
    layout.figure(
        fold_dots(scores, look=layout.look(names=view.names)),
        "cost folds",
        words,
        f"{chosen.name}-{method}-folds",
    )
    st.table(_rows(view), border="horizontal", alt=view.seconds_words())
    st.caption(
        f"Balanced accuracy on the test rows and seconds a fold: {view.over}. {view.seconds_words()} Seconds "
        "hold for all k at once, since one search serves them."
    )
    told = cache.all_datasets(chosen.k, chosen.link)
    words = learning_cost.learning_cost_text(told, method, names=view.names)
    st.markdown(f"**Everywhere.** {words}")
    layout.figure(
        learning_cost.learning_cost(
            told,
            method,
            chosen=chosen.name,
            look=layout.look(f"Mean balanced accuracy, k = {chosen.k}; hover for names.", view.names),
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


def _seconds(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"


def all_datasets(view: View) -> None:
    """Every data set and method, in numbers."""
    told = cache.all_datasets(view.chosen.k, view.chosen.link)
    keys = [PLAIN, *METHODS]
    scores = told[keys]
    means, best = scores.mean(), (scores.sub(scores.max(axis=1), axis=0).round(12) == 0).sum()
    names = {**selection.names(), "dmlmj": view.chosen.label if view.chosen.method == "dmlmj" else "DMLMJ"}
    st.markdown(
        "Best or tied: "
        + ", ".join(f"{names[key]} on {best[key]}" for key in keys)
        + f" of {len(scores)} data sets. Mean: "
        + ", ".join(f"{names[key]} {number(means[key])}" for key in keys)
        + "."
    )
    shown = told.rename(columns={**names, **{f"{key} seconds": f"{names[key]}, s" for key in keys}})
    seconds = [f"{names[key]}, s" for key in keys]
    labels = [names[key] for key in keys]
    styled = (
        shown.style.format("{:.3f}", subset=labels, na_rep="–")
        .format(_seconds, subset=seconds)
        .highlight_max(axis=1, subset=labels, props="font-weight: 700")
    )
    st.dataframe(styled, alt="Mean score and seconds of every method on every data set.")
    st.caption(
        f"Balanced accuracy and seconds (s) of one fold, means of 10 folds, k = {view.chosen.k}; the best is "
        "bold."
    )
    st.page_link(
        shell.page("significance"),
        label="Test whether such differences hold over data sets",
        query_params={"r": "learned"},
        icon=":material/linear_scale:",
    )
