"""The tabs of the page Benchmark."""

from __future__ import annotations

import json

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS, describe
from frnn_core.experiments.baselines import BASELINES
from frnn_core.figures import fold_dots, fold_dots_text
from frnn_core.text import listed
from pages.ui import beside, cache, data_card, layout, selection, shell, state
from pages.ui.benchmark.controls import CELL
from pages.ui.benchmark.view import View


def one_cell(view: View) -> None:
    """The folds of the cell that was clicked, beside the best relation of its row."""
    name, _, key = state.value(CELL).partition("/")
    if name in view.others.scores.index and key in view.others.scores:
        _other_cell(view, name, key)
        return
    if name not in view.scores.index or key not in view.scores.columns:
        st.caption("Click a cell of the figure to see its folds.")
        return
    table, chosen = view.table, view.chosen
    details = table.folds(name, chosen.setting(key))
    st.markdown(f"**{RELATIONS[key].label} on {name}**, fold by fold")
    st.latex(RELATIONS[key].formula)
    if details["reason"].notna().any():
        st.info(details["reason"].dropna().iloc[0])
    best = _best_other(view.scores.loc[name], key)
    folds = pd.DataFrame({k: table.folds(name, chosen.setting(k))["score"] for k in (key, best)})
    if folds.shape[1] > 1:
        _dots(view, folds, f"{name}-{key}")
    told = details.rename(columns={"score": view.measure}).dropna(axis=1, how="all")
    st.dataframe(told, height=200)
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(f"About {name}", icon=":material/dataset:"):
            data_card.show(name)
        if key in selection.FIXED:
            st.page_link(
                shell.page("explain"),
                label="Explain its hardest row",
                query_params={
                    "ed": name,
                    "er": key,
                    "row": "0",
                    "k": str(chosen.k),
                    "w": chosen.conditions.weights,
                    "en": chosen.conditions.normalise,
                },
                icon=":material/account_tree:",
            )


def _other_cell(view: View, name: str, key: str) -> None:
    """The folds of another classifier, what it chose on each, and how it was tuned."""
    spec, plan = BASELINES[key], view.table.plan
    st.markdown(f"**{spec.label} on {name}**, fold by fold. {spec.about}")
    found = beside.folds(name, key, plan, view.table.measure)
    if not found:
        st.caption("Not computed for these folds.")
        return
    rows = [
        {
            view.measure: r.scores.get(view.table.measure),
            "chosen": ", ".join(f"{what} {value}" for what, value in json.loads(r.fitted).items())
            if r.fitted
            else None,
            "seconds": r.seconds,
        }
        for r in found
    ]
    told = pd.DataFrame(rows, index=pd.RangeIndex(1, len(rows) + 1, name="fold"))
    st.dataframe(told.dropna(axis=1, how="all"), height=200)
    st.caption(
        "Seconds of the processor. Inner scores that several classifiers share (those of the SVMs) count for "
        "the one that was computed first."
    )
    if reason := next((r.reason for r in found if r.reason), None):
        st.info(reason)


def _best_other(scores: pd.Series, key: str) -> str:
    """The best relation of a row besides `key`, or `key` where it is alone."""
    others = scores.drop(key).fillna(-1)
    return str(others.idxmax()) if len(others) else key


def _dots(view: View, folds: pd.DataFrame, name: str) -> None:
    words = fold_dots_text(folds, selection.names())
    st.markdown(words)
    picture = cache.drawn(fold_dots, folds, measure=view.measure, look=layout.look())
    layout.figure(picture, "folds", words, name)


def table(view: View) -> None:
    """The same as a table."""
    bold = view.beside.style.format("{:.3f}", na_rep="–")
    st.dataframe(bold.highlight_max(axis=1, subset=list(view.scores), props="font-weight: 700"))
    told = f"Mean {view.measure} of the folds; a blank where a relation is undefined on a fold."
    if view.others.labels:
        told += f" The last columns are other classifiers, never bold: {listed(view.others.labels)}."
    st.caption(told)


def datasets(view: View) -> None:
    """The data sets with their sizes; a click opens the card of one."""
    columns = ["keel_name", "instances", "features", "classes", "imbalance_ratio"]
    shown = describe(extra=True).loc[list(view.chosen.datasets), columns].round({"imbalance_ratio": 2})
    event = st.dataframe(shown, on_select="rerun", selection_mode="single-row", key="data sets")
    if event.selection.rows:
        data_card.show(str(shown.index[event.selection.rows[0]]))
