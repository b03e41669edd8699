"""The printed tables beside ours, and what cannot be checked."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data import dataset_names
from frnn_core.engine.relation import VARIANT_LABELS, VARIANTS, Variant
from frnn_core.latex import latex_text
from frnn_core.paper.cells import printed_cells
from frnn_core.paper.claims import claims, finding
from frnn_core.paper.columns import NUMBERS, column_of
from frnn_core.paper.figures import printed_difference
from frnn_core.paper.figures.printed_difference import SHOWS
from frnn_core.paper.table_views import (
    absent_rows,
    accuracy_table,
    agreement_words,
    blank_reasons,
    other_table,
    other_tables,
    table_numbers,
    table_view,
)
from frnn_core.text import counted, number
from pages.ui import layout, state
from pages.ui.cache import fresh
from pages.ui.controls import switch
from pages.ui.paper.claims import badge_line, plain_table
from pages.ui.paper.controls import AS, CELLSHOW, SIGNS, TABLE
from pages.ui.paper.counts import farthest

COLUMNS = ["table", "dataset", "relation", "k", "variant", "folds", "printed", "ours", "printed - ours"]


def all_cells() -> pd.DataFrame:
    """Every printed cell beside ours, in both variants."""
    parts = [printed_cells(variant).assign(variant=variant) for variant in VARIANTS]
    cells = pd.concat(parts, ignore_index=True)
    cells["table"] = cells["table"].map(NUMBERS)
    cells["printed - ours"] = -cells["difference"]
    return cells[[*COLUMNS, "agreement", "reason"]]


def latex(table: str, variant: Variant) -> str:
    """A printed table as LaTeX; accuracies as printed (recomputed)."""
    name = accuracy_table(table)
    if name is None:
        title = other_tables()[f"Table {table}"][0]
        shown = other_table(f"Table {table}")
        told = f"Table {table} of the paper: {title}, printed and recomputed."
        return latex_text(shown.set_index(shown.columns[0]), told, name=f"paper-table-{table}")
    view = table_view(name, variant)
    wide = pd.DataFrame({"folds": view.folds})
    for column in view.printed:
        both = zip(view.printed[column], view.ours[column], strict=True)
        wide[column] = [f"{number(said)} ({number(ours)})" for said, ours in both]
    caption = f"{view.number} of the paper: {view.content}, printed (recomputed as {view.variant})."
    names = {column: RELATIONS[column.lower()].label for column in wide if column.lower() in RELATIONS}
    return latex_text(wide, caption, name=f"paper-table-{table}", names=names)


def draw() -> None:
    """The table that was chosen."""
    numbers = table_numbers()
    name = accuracy_table(state.value(TABLE))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.selectbox(
            "Printed table",
            numbers,
            key=TABLE.name,
            format_func=lambda key: f"Table {key}: {numbers[key]}",
            label_visibility="collapsed",
            width=330,
        )
        if name is not None:
            _accuracy_controls(name)
    if name is None:
        _other(f"Table {state.value(TABLE)}")
    else:
        _accuracies(name)


def _accuracy_controls(name: str) -> None:
    switch("Cells show", SHOWS, CELLSHOW)
    if differs(name):
        switch("Recomputed", VARIANT_LABELS, AS)


def differs(name: str) -> bool:
    """Whether a column of a table is computed in another way when corrected."""
    view = table_view(name, "published")
    return any(
        column_of(name, column, "published") != column_of(name, column, "corrected")
        for column in view.printed
    )


def _accuracies(name: str) -> None:
    view = table_view(name, state.value(AS))
    st.markdown(f"**{view.number}.** {agreement_words(view.cells)}")
    layout.figure(
        fresh(printed_difference.printed_difference, view, state.value(CELLSHOW), look=layout.look()),
        "printed table",
        printed_difference.printed_difference_text(view),
        f"table-{state.value(TABLE)}",
    )
    with st.expander("All numbers of this table"):
        cells = view.cells.drop(columns=["table", "difference"])
        cells["printed − ours"] = -view.cells["difference"]
        order = ["dataset", "relation", "k", "folds", "printed", "ours", "printed − ours"]
        plain_table(cells[[*order, "agreement", "reason"]], "All numbers of this table.")
    st.caption(
        "Grey with a stroke: nothing to compare; its hover says why. Blue: the print is higher. "
        + farthest(printed_cells(state.value(AS)))
    )


def _other(table: str) -> None:
    title, ids = other_tables()[table]
    st.markdown(f"**{table}: {title}.** As printed, beside what is recomputed from {_source(table)}.")
    for claim_id in ids:
        badge_line(claim_id)
    plain_table(other_table(table), f"{table}, {title}, printed and recomputed.")


def _source(table: str) -> str:
    return "the data" if table == "Table 5" else "the printed accuracies"


def unchecked() -> None:
    """Claims that print and data do not decide, cells without a counterpart, rows without print."""
    open_claims = [claim for claim in claims() if finding(claim.id).verdict == "cannot be checked"]
    st.markdown(f"**{counted(len(open_claims), 'claim')}** that print and data do not decide:")
    for claim in open_claims:
        found = finding(claim.id)
        st.markdown(f"- {SIGNS[found.verdict]} **{claim.title}** ({claim.where}). {found.note}")
    reasons = blank_reasons(printed_cells("published"))
    st.markdown(
        f"**{counted(int(reasons['cells'].sum()), 'printed cell')}** without a counterpart, as published:"
    )
    st.dataframe(
        reasons.rename(columns={"KEEL": "KEEL's folds", "stand-in": "stand-in folds"}),
        hide_index=True,
        alt="Cells without a counterpart, by reason.",
    )
    absent = absent_rows()
    st.markdown(
        f"**{counted(int(absent['missing'].sum()), 'row')}** of the paper's {len(dataset_names())} data sets "
        f"that {counted(len(absent), 'table')} do not print:"
    )
    st.dataframe(absent, hide_index=True, alt="Data sets without a row, by table.")
    cells = printed_cells("published")
    known = cells.groupby("folds")["dataset"].nunique()
    st.caption(
        f"Beside these, the folds of {int(known['stand-in'])} of {cells['dataset'].nunique()} data sets are "
        "not known here; their cells are compared, but on stand-in folds."
    )
