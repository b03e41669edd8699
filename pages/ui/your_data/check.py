"""Step 2 of Your data: what is in the table, what each column is, and what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import numpy as np
import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from frnn_core.data import Dataset, read_dataset
from frnn_core.data.reading import Options, RawTable
from frnn_core.data.reading.raw_table import Column
from frnn_core.engine.columns import ROLES, iso_date
from frnn_core.engine.registry import Registry
from frnn_core.engine.treatments import GAPS, TREATMENTS, GapTreatment, Treatment, treatments_of
from frnn_core.errors import FRNNError
from frnn_core.text import counted
from pages.ui import layout, state
from pages.ui.controls import reset_button
from pages.ui.escaping import plain
from pages.ui.your_data import choices, columns, groups
from pages.ui.your_data.choices import CATEGORIES, MISSING, PARTITION, TARGET, Choices
from pages.ui.your_data.file import Table

FIRST_ROWS, FIRST_COLUMNS, SHOWN_CLASSES = 8, 40, 8
FOLDED = "The table, and how it is read"
PARAMS = choices.PARAMS
_IN_CODE = tuple(
    (re.compile(code), here)
    for code, here in (
        (r"name another with target=…", "choose another above."),
        (r",? with target=…", " above."),
        (r" \(answers=\{.*\}\)", " above"),
        (r" \(bins=3, or edges=\[…\]\)", ""),
    )
)
_DATA, _PARTITION = "the visitor's data set", "partition of the file"


def checked(table: Table) -> tuple[Dataset, Choices] | None:
    """Show what the table holds; give it as a data set, or None with the reason on screen."""
    head = st.container(horizontal=True, vertical_alignment="center", gap="medium")
    head.markdown("**2 · Check**", width="content")
    if table.raw is None:
        st.error(plain(table.error), icon=":material/error:")
        return None
    try:
        chosen = choices.in_force(table.raw)
    except FRNNError as error:
        _class_column(table.raw, "Not found: choose one")
        st.error(plain(on_page(str(error))), icon=":material/error:")
        reset_button(choices.OF_COLUMNS)
        _first_rows(table.raw, ())
        return None
    if note := choices.ignored_note(chosen):
        st.warning(plain(note), icon=":material/link_off:")
    groups.control(table.raw, chosen)
    columns.questions(chosen)
    _controls(table.raw, chosen)
    data = _told(table, chosen, head)
    columns.table(table.raw, chosen)
    _first_rows(table.raw, data.notes if data is not None else chosen.summary.notes, chosen.summary.layout)
    return None if data is None else (data, chosen)


def _told(table: Table, chosen: Choices, head: DeltaGenerator) -> Dataset | None:
    """The data set with its numbers in a line; None, with the reason on screen, if it is none."""
    try:
        data = _prepared(table, chosen.options)
    except FRNNError as error:
        if not (chosen.summary.class_is_quantity and not chosen.options.cuts):
            st.error(plain(on_page(str(error))), icon=":material/error:")
        return None
    counts = [
        f"{name} ({count:,})"
        if chosen.options.cuts
        else f"{name} {count:,}"  # names of groups end in numbers
        for name, count in zip(data.class_names, data.class_counts, strict=True)
    ]
    more = f" and {len(counts) - SHOWN_CLASSES} more" if len(counts) > SHOWN_CLASSES else ""
    head.text(
        f"{len(data.X):,} of {chosen.summary.rows:,} rows · {counted(data.X.shape[1], 'feature')} · "
        f"{len(counts)} classes: {', '.join(counts[:SHOWN_CLASSES])}{more}"
    )
    return data


def say_where_why() -> None:
    """Where file and check are folded: that they say why nothing is compared."""
    if layout.folds():
        st.error(f"This table cannot be compared as it is. Open *{FOLDED}* above: it says why.")


def in_short(table: Table, data: Dataset) -> None:
    """Where file and check are folded: what is compared."""
    if layout.folds():
        st.text(f"{table.name} · {len(data.X):,} rows · {counted(data.X.shape[1], 'feature')}")


def _controls(raw: RawTable, chosen: Choices) -> None:
    """The class column, and what concerns several columns at once; only what has an effect on this table."""
    features = [column for column in chosen.summary.columns if ROLES[column.role].feature]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _class_column(raw, f"Found out: {chosen.summary.target}")
        if any(column.role == "category" for column in features):
            st.selectbox(
                "Categories",
                treatments_of("category"),
                key=CATEGORIES.name,
                format_func=lambda key: TREATMENTS[key].label,
                width=180,
                help=_helps(TREATMENTS, treatments_of("category")),
            )
        if any(column.gaps for column in features):
            st.selectbox(
                "Gaps",
                list(GAPS),
                key=MISSING.name,
                format_func=lambda key: GAPS[key].label,
                width=250,
                help=_helps(GAPS, list(GAPS)),
            )
        if choice := chosen.summary.fold_choices:
            st.session_state[_PARTITION] = chosen.options.folds
            st.selectbox(
                "Partition in the file",
                choice,
                key=_PARTITION,
                format_func=lambda folds: f"{folds} folds",
                on_change=_set_partition,
                args=(max(choice),),
                width=180,
            )
        groups.rarely(raw, chosen)


def _set_partition(usual: int) -> None:
    folds = st.session_state[_PARTITION]
    st.session_state[PARTITION.name] = 0 if folds == usual else folds


def _helps(registry: Registry[Treatment] | Registry[GapTreatment], keys: Iterable[str]) -> str:
    """What each choice does, a line each."""
    return "\n\n".join(f"**{registry[key].label}**: {registry[key].help}" for key in keys)


def _class_column(raw: RawTable, guess: str) -> None:
    names = ["", *raw.names]
    if state.value(TARGET) not in names:
        st.session_state[TARGET.name] = ""
    st.selectbox("Class column", names, key=TARGET.name, format_func=lambda name: name or guess, width=220)


def _prepared(table: Table, chosen: Options) -> Dataset:
    """The data set, made anew only where the table or a choice has changed."""
    key = (table.upload, chosen)
    kept = st.session_state.get(_DATA)
    if kept is None or kept[0] != key:
        data = read_dataset(table.raw, **chosen.arguments())
        st.session_state[_DATA] = kept = (key, data)
    return kept[1]


def _first_rows(raw: RawTable, notes: tuple[str, ...], layout: str = "") -> None:
    """The rows as they stand in the file, and what was done to them in the reader's own words."""
    with st.expander(f"First rows, and {counted(len(notes), 'note')}" if notes else "First rows"):
        st.dataframe(preview(raw), height=320)
        st.text("\n".join(f"• {on_page(note)}" for note in notes))
        if layout:
            st.text(f"Understood as {layout}.")


def on_page(words: str) -> str:
    """What the reader says, with the controls of the page in place of code."""
    for code, here in _IN_CODE:
        words = code.sub(here, words)
    return words


def preview(raw: RawTable) -> pd.DataFrame:
    """The first rows and columns as they stand in the file; a gap is blank."""
    shown = pd.DataFrame({column.name: _cells(column) for column in raw.columns[:FIRST_COLUMNS]})
    shown.index = pd.RangeIndex(1, len(shown) + 1, name="row")
    return shown


def _cells(column: Column) -> list[str]:
    """The first values of a column as text."""
    values = column.values[:FIRST_ROWS]
    if column.overflow:
        return ["(text)"] * len(values)
    if column.declared == "date":
        return ["" if np.isnan(value) else iso_date(value) for value in values]
    if column.categories is None:
        return ["" if np.isnan(value) else f"{value:.10g}" for value in values]
    return ["" if np.isnan(value) else column.categories[int(value)] for value in values]
