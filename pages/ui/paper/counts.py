"""The counts at the head of the page Paper."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from frnn_core.paper.cells import agreement_counts
from frnn_core.paper.claims import VERDICTS
from frnn_core.paper.columns import NUMBERS
from frnn_core.paper.table_views import COMPARED, FOLDS
from frnn_core.text import counted, listed

VERDICT_LABELS = {
    "holds": "hold",
    "does not follow": "do not follow",
}
HEADS = {"KEEL": "Printed cells, KEEL's folds", "stand-in": "Printed cells, stand-in folds"}


def draw(cells: pd.DataFrame) -> DeltaGenerator:
    """The cells, KEEL's folds first; gives the place for the counts of claims, which take longer."""
    counts = agreement_counts(cells)
    with st.container(key="counts"):
        places = st.columns([10, 10, 12], gap="small")
    for place, kind in zip(places, FOLDS, strict=False):
        with place:
            _box(HEADS[kind], {name: int(counts.loc[kind, name]) for name in COMPARED})
    return places[2].empty()


def claims(place: DeltaGenerator, audit: pd.DataFrame) -> None:
    """The counts of claims, in the place kept for them."""
    counts = audit["verdict"].value_counts()
    with place.container():
        _box(
            f"{len(audit)} claims",
            {VERDICT_LABELS.get(name, name): int(counts.get(name, 0)) for name in VERDICTS},
        )


def _box(head: str, numbers: dict[str, int]) -> None:
    with st.container(border=True):
        st.caption(f"**{head}**")
        with st.container(horizontal=True, gap="small"):
            for label, number in numbers.items():
                st.metric(label, f"{number:,}", width="content")


def sentence(cells: pd.DataFrame, audit: pd.DataFrame) -> str:
    """The finding: what comes out on the paper's own folds, and how many claims hold."""
    counts = agreement_counts(cells).loc["KEEL"]
    exact, near, far = (int(counts[name]) for name in COMPARED)
    total = exact + near + far
    holds, not_so, open_ = ((audit["verdict"] == verdict).sum() for verdict in VERDICTS)
    return (
        f"On KEEL's own folds {exact:,} of {total:,} printed cells come out to 3 decimals and "
        f"{exact + near:,} within .01; of {len(audit)} claims {holds} hold, {not_so} do not follow, "
        f"{open_} cannot be checked."
    )


def notes(cells: pd.DataFrame) -> str:
    """What the counts are over."""
    known = cells.groupby("folds")["dataset"].nunique()
    return (
        "Balanced accuracy, mean of 10 folds, recomputed as the published code does it. KEEL's own folds, "
        f"which the paper used, are known for {counted(int(known.get('KEEL', 0)), 'data set')}; the other "
        f"{int(known.get('stand-in', 0))} have stand-in folds, where differences are expected."
    )


def farthest(cells: pd.DataFrame) -> str:
    """In which printed columns the largest differences on KEEL's folds are."""
    beyond = cells[(cells["folds"] == "KEEL") & (cells["agreement"] == "beyond")]
    columns = beyond.groupby(["table", "relation"], sort=False).size().sort_values(ascending=False).head(5)
    most = [f"{name} of {NUMBERS[table]} ({count})" for (table, name), count in columns.items()]
    if not most:
        return "On KEEL's folds no cell of any table is more than .01 off."
    return (
        f"In all tables {len(beyond)} cells on KEEL's folds are more than .01 off, most of them in the "
        f"columns {listed(most)}."
    )
