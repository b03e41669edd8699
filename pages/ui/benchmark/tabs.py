"""The tabs of the page Benchmark."""

from __future__ import annotations

import json

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS, describe
from frnn_core.experiments.baselines import BASELINES
from frnn_core.text import listed
from pages.ui import beside, data_card
from pages.ui.benchmark.view import View


def one_cell(view: View) -> None:
    """The formula and the folds, in numbers, of the cell that was chosen."""
    if view.cell is None:
        st.caption("Click a cell of the figure, or choose one beside it, to see its folds.")
        return
    name, key = view.cell
    if key in view.others.scores:
        _other_cell(view, name, key)
        return
    details = view.table.folds(name, view.chosen.setting(key))
    st.markdown(f"**{RELATIONS[key].label} on {name}**, fold by fold")
    st.latex(RELATIONS[key].formula)
    if details["reason"].notna().any():
        st.info(details["reason"].dropna().iloc[0])
    told = details.rename(columns={"score": view.measure}).dropna(axis=1, how="all")
    st.dataframe(told, height=200)


def _other_cell(view: View, name: str, key: str) -> None:
    """The folds of another classifier, what it chose on each, and how it was tuned."""
    spec, plan = BASELINES[key], view.table.plan
    st.markdown(f"**{spec.label} on {name}**, fold by fold. {spec.about}")
    found = beside.folds(name, key, plan, view.table.measure)
    if not found:
        st.caption("Not computed for these folds.")
        return
    seconds = beside.seconds(name, key, plan)
    rows = [
        {
            view.measure: r.scores.get(view.table.measure),
            "chosen": ", ".join(f"{what} {value}" for what, value in json.loads(r.fitted).items())
            if r.fitted
            else None,
            "seconds": taken,
        }
        for r, taken in zip(found, seconds, strict=True)
    ]
    told = pd.DataFrame(rows, index=pd.RangeIndex(1, len(rows) + 1, name="fold"))
    st.dataframe(told.dropna(axis=1, how="all"), height=200)
    shared = [BASELINES[other].label for other in spec.after]
    told = f" Those of the inner scores that it shares with {listed(shared)} are in them." if shared else ""
    st.caption(f"Seconds of the processor.{told}")
    if reason := next((r.reason for r in found if r.reason), None):
        st.info(reason)


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
