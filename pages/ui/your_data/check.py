"""Step 2 of Your data: what is in the table, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pandas as pd
import streamlit as st

from frnn_core.data import Dataset, read_dataset
from frnn_core.data.reading import MOST_BINS, Options, RawTable, inspect_table
from frnn_core.data.reading.class_column import choose_target
from frnn_core.data.reading.raw_table import Column
from frnn_core.engine.columns import ROLES, iso_date
from frnn_core.errors import FRNNError
from frnn_core.text import counted
from pages.ui import state
from pages.ui.controls import more
from pages.ui.escaping import plain
from pages.ui.your_data.file import Table

FIRST_ROWS, FIRST_COLUMNS, SHOWN_CLASSES, SHOWN_NOTES = 8, 40, 8, 6
LONGEST_TARGET = 200
_DATA = "the visitor's data set"


def _read_target(text: str) -> str:
    if len(text) > LONGEST_TARGET or not text.isprintable():
        raise ValueError("it must be the name of a column")
    return text


def _read_bins(text: str) -> int:
    """None, or two and more."""
    bins = state.whole("bins", 0, MOST_BINS, 0).read(text)
    if bins == 1:
        raise ValueError("one group would be no choice")
    return bins


TARGET = state.Param("target", "", _read_target, str, "class column")
BINS = state.Param("bins", 0, _read_bins, str, "groups of a numeric class")
PARAMS = (TARGET, BINS)


def options(raw: RawTable) -> Options:
    """The choices on screen, with the class column by name."""
    chosen = state.value(TARGET)
    bins = state.value(BINS)
    return Options(chosen if chosen in raw.names else None, bins=bins if bins >= 2 else None)


def named(raw: RawTable, chosen: Options) -> Options:
    """The same choices with the class column spelt out, for code to take away."""
    return replace(chosen, target=inspect_table(raw, **chosen.arguments()).target)


def checked(table: Table) -> Dataset | None:
    """Show what the table holds and give it as a data set; None, with the reason on screen, if it is none."""
    st.markdown("**2 · Check**")
    if table.raw is None:
        st.error(plain(table.error), icon=":material/error:")
        return None
    _controls(table.raw)
    try:
        data = _prepared(table, options(table.raw))
    except FRNNError as error:
        st.error(plain(str(error)), icon=":material/error:")
        st.caption("The class column is chosen above; groups of numbers under More.")
        _columns(table.raw)
        return None
    counts = [f"{name} {count:,}" for name, count in zip(data.class_names, data.class_counts, strict=True)]
    more = f" and {len(counts) - SHOWN_CLASSES} more" if len(counts) > SHOWN_CLASSES else ""
    st.text(
        f"{len(data.X):,} of {table.raw.rows:,} rows · {counted(data.X.shape[1], 'feature')} · "
        f"{len(counts)} classes: {', '.join(counts[:SHOWN_CLASSES])}{more}"
    )
    _notes(data.notes)
    _columns(table.raw)
    return data


def _controls(raw: RawTable) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        names = ["", *raw.names]
        if state.value(TARGET) not in names:
            st.caption("The link names a class column that is not in this table; it was ignored.")
            st.session_state[TARGET.name] = ""
        st.selectbox("Class column", names, key=TARGET.name, format_func=_target_name(raw), width=280)
        with more((BINS,)):
            st.selectbox(
                "Class of numbers",
                [0, *range(2, MOST_BINS + 1)],
                key=BINS.name,
                format_func=lambda bins: f"Cut into {bins} groups" if bins else "Each number is a class",
            )


def _target_name(raw: RawTable) -> Callable[[str], str]:
    """Labels of the choices: what is found out without one."""
    bins = state.value(BINS)
    try:
        guess = f"Found out: {choose_target(raw, None, quantity=bins >= 2)[0].name}"
    except FRNNError:
        guess = "Not found: choose one"
    return lambda name: name or guess


def _prepared(table: Table, chosen: Options) -> Dataset:
    """The data set, made anew only where the table or a choice has changed."""
    key = (table.upload, chosen)
    kept = st.session_state.get(_DATA)
    if kept is None or kept[0] != key:
        data = read_dataset(table.raw, **chosen.arguments())
        st.session_state[_DATA] = kept = (key, data)
    return kept[1]


def _notes(notes: tuple[str, ...]) -> None:
    """What was dropped, filled or guessed, and why, in the reader's own words."""
    if not notes:
        st.caption("Nothing was dropped, filled or guessed.")
        return
    said = [f"• {note.replace('name another with target=…', 'choose another above.')}" for note in notes]
    st.text("\n".join(said[:SHOWN_NOTES]))
    if len(said) > SHOWN_NOTES:
        with st.expander(f"{len(said) - SHOWN_NOTES} more notes"):
            st.text("\n".join(said[SHOWN_NOTES:]))


def _columns(raw: RawTable) -> None:
    """The first rows, and the use of every column."""
    with st.expander("First rows, and what becomes of each column"):
        st.dataframe(preview(raw), height=320)
        try:
            told = inspect_table(raw, **options(raw).arguments())
        except FRNNError as error:
            st.text(str(error))
            return
        rows = [
            (c.name, ", ".join(c.samples), ROLES[c.role].label, c.reason, c.gaps, c.distinct)
            for c in told.columns
        ]
        heads = ["column", "values", "role", "remark", "gaps", "distinct"]
        st.dataframe(pd.DataFrame(rows, columns=heads), hide_index=True, height=320)
        st.text(f"Understood as {told.layout}.")


def preview(raw: RawTable) -> pd.DataFrame:
    """The first rows and columns as they stand in the file; a gap is blank."""
    columns = raw.columns[:FIRST_COLUMNS]
    shown = pd.DataFrame({column.name: _cells(column) for column in columns})
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
