"""The tabs of the page Benchmark."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS, describe
from frnn_core.figures import fold_dots, fold_dots_text
from pages.ui import cache, data_card, layout, selection, shell, state
from pages.ui.benchmark.controls import CELL
from pages.ui.benchmark.view import View


def one_cell(view: View) -> None:
    """The folds of the cell that was clicked, beside the best relation of its row."""
    name, _, key = state.value(CELL).partition("/")
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
                query_params={"ed": name, "er": key, "row": "0", "k": str(chosen.k)},
                icon=":material/account_tree:",
            )


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
    st.caption(f"Mean {view.measure} of the folds; a blank where a relation is undefined on a fold.")


def datasets(view: View) -> None:
    """The data sets with their sizes; a click opens the card of one."""
    columns = ["keel_name", "instances", "features", "classes", "imbalance_ratio"]
    shown = describe(extra=True).loc[list(view.chosen.datasets), columns].round({"imbalance_ratio": 2})
    event = st.dataframe(shown, on_select="rerun", selection_mode="single-row", key="data sets")
    if event.selection.rows:
        data_card.show(str(shown.index[event.selection.rows[0]]))
