"""What becomes of each column: the class, a feature, several features, or nothing; and a summary of that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import LARGEST_EXACT_WHOLE, counted, listed, shown
from frnn_core.data.reading.class_column import choose_target, notes_on_words
from frnn_core.data.reading.limits import MAX_ONE_HOT
from frnn_core.data.reading.raw_table import Column, RawTable, odd_values

Use = Literal["class", "number", "onehot", "drop"]

EMPTY = "has no values"
OUTPUT = "another output of the file"
NO_INPUT = "no input of the file"
ROW_NUMBER = "only numbers the rows"
ROW_NAME = "only names the rows"
TEXT = "text"
TOO_MANY = f"more than {MAX_ONE_HOT} different texts"
PERHAPS_ROW_NUMBER = "looks like a row number"
IDENTIFIER = "looks like an identifier"

_ROW_NUMBER_NAMES = frozenset({"id", "index", "row", "row_id", "rowid", "rownames", "unnamed: 0", "#"})
_IDENTIFIER_NAME = re.compile(
    r"(?:.*[\W_])?(?:id|ids|ident|identifier|uid|nr|no|num|number|idx|index|key|code|#|№|row)\.?"
    r"|.*(?:nummer|numéro|numero|[a-z]ID|[a-z]Id|[a-z]Nr)",
    re.DOTALL,
)
_SENTENCES = {
    EMPTY: "Dropped {} without any value: {}.",
    OUTPUT: "Dropped {} that the file names as a further output: {}.",
    NO_INPUT: "Dropped {} that the file names neither as an input nor as an output: {}.",
    ROW_NUMBER: "Dropped {} because it only numbers the rows: {}.",
    ROW_NAME: "Dropped {} because it only names the rows: {}.",
    TEXT: "Dropped {}, as the paper does: {}.",
    TOO_MANY: f"Dropped {{}} with more than {MAX_ONE_HOT} different values: {{}}.",
    PERHAPS_ROW_NUMBER: "Kept {}, which looks like a row number; drop it if it carries no meaning: {}.",
    IDENTIFIER: "Kept {}, which looks like an identifier; delete it from the file to leave it out: {}.",
}
_FEWEST_NUMBERED_ROWS = 10
_MOSTLY_NUMBERS = 0.8
_FEWEST_NUMBERS = 5
_MOST_ODD_TEXTS = 3


@dataclass(frozen=True)
class Decision:
    """The use of one column, and the reason where that may surprise."""

    column: Column
    use: Use
    reason: str = ""


def decide(table: RawTable, target: Column, categorical: str) -> tuple[Decision, ...]:
    """Decide on the use of every column."""
    numbers = (
        column.numeric and not _unusable(table, column) for column in table.columns if column is not target
    )
    spare = sum(numbers) > 1
    return tuple(
        Decision(column, "class") if column is target else _decide_one(table, place, categorical, spare=spare)
        for place, column in enumerate(table.columns)
    )


def _decide_one(table: RawTable, place: int, categorical: str, *, spare: bool) -> Decision:
    column = table.columns[place]
    if reason := _unusable(table, column):
        return Decision(column, "drop", reason)
    if not column.numeric:
        return _decide_text(table, place, categorical)
    certainty = _numbers_rows(table, place) if spare else ""
    return Decision(column, "drop" if certainty == ROW_NUMBER else "number", certainty)


def _unusable(table: RawTable, column: Column) -> str:
    """Give the reason why a column can be no feature, whatever the user chooses; else nothing."""
    if column.empty:
        return EMPTY
    if column.name in table.outputs:
        return OUTPUT
    return NO_INPUT if table.inputs and column.name not in table.inputs else ""


def _decide_text(table: RawTable, place: int, categorical: str) -> Decision:
    column = table.columns[place]
    if categorical == "drop":
        return Decision(column, "drop", TEXT)
    if _is_index(table, place):
        return Decision(column, "drop", ROW_NAME)
    if column.overflow or len(column.categories or ()) > MAX_ONE_HOT:
        return Decision(column, "drop", TOO_MANY)
    return Decision(column, "onehot")


def _is_index(table: RawTable, place: int) -> bool:
    """Tell whether a column stands before those that have names, without one, and no two rows agree in it."""
    column = table.columns[place]
    return place == 0 and column.unnamed and _has_names(table) and column.distinct == table.rows


def _has_names(table: RawTable) -> bool:
    return not all(column.unnamed for column in table.columns)


def _numbers_rows(table: RawTable, place: int) -> str:
    """Tell whether a column numbers the rows: surely by its name or place, perhaps by its values."""
    column = table.columns[place]
    values = column.values
    if column.missing.any() or (values != np.floor(values)).any() or column.distinct != len(values):
        return ""
    if _is_index(table, place):
        return ROW_NUMBER
    if len(values) >= _FEWEST_NUMBERED_ROWS:
        if column.name.lower() in _ROW_NUMBER_NAMES:
            return ROW_NUMBER
        if place == 0:
            return _first_of_many_rows(values, named=_has_names(table)) or _by_name(column.name)
    return _by_name(column.name)


def _first_of_many_rows(values: NDArray[np.float64], *, named: bool) -> str:
    """Tell what a first column of different whole numbers may be."""
    if (values[1:] == values[:-1] + 1).all():
        return PERHAPS_ROW_NUMBER if named else ROW_NUMBER
    return "" if named else IDENTIFIER


def _by_name(name: str) -> str:
    """Tell whether a column is called like an identifier: customer_id, PatientID, Nr., sample no."""
    found = _IDENTIFIER_NAME.fullmatch(name) or _IDENTIFIER_NAME.fullmatch(name.lower())
    return IDENTIFIER if found else ""


def _blurred(column: Column) -> bool:
    """Whether whole numbers are so large that rounding may take a share of their differences."""
    values = column.values[~column.missing]
    largest = np.abs(values).max(initial=0.0)
    if largest < LARGEST_EXACT_WHOLE or values.min() == values.max():
        return False
    with np.errstate(over="ignore"):
        return bool(np.spacing(largest) > 1e-9 * np.ptp(values))


def notes_on_columns(table: RawTable, decisions: Sequence[Decision]) -> list[str]:
    """Say in sentences what became of the columns."""
    by_reason = {
        reason: [each.column.name for each in decisions if each.reason == reason] for reason in _SENTENCES
    }
    notes = [
        _SENTENCES[reason].format(
            counted(len(names), "text column" if reason in (TEXT, TOO_MANY) else "column"), listed(names)
        )
        for reason, names in by_reason.items()
        if names
    ]
    return [
        *notes,
        *notes_on_odd_values(table, decisions),
        *_notes_on_marks(decisions),
        *_notes_on_kept(decisions),
    ]


def notes_on_odd_values(table: RawTable, decisions: Sequence[Decision]) -> list[str]:
    """Point at the few texts that keep a column from being numbers."""
    notes = []
    for column in (each.column for each in decisions if each.use != "class"):
        there = int((~column.missing).sum())
        start, found = f"Column {shown(column.name)} counts as text", odd_values(table, column)
        if 0 < column.odd_rows <= (1 - _MOSTLY_NUMBERS) * there:
            verb = "is" if column.odd_rows == 1 else "are"
            notes.append(
                f"{start}, but only {column.odd_rows} of its {there:,} values {verb} no number: {found}. "
                "Repair to use it as numbers."
            )
        elif _has_own_gaps(column):
            notes.append(
                f"{start}, as {column.odd_rows:,} of its {there:,} values are no number: {found}. Leave such "
                "cells empty if they mean that a number is missing."
            )
    return notes


def _has_own_gaps(column: Column) -> bool:
    """Tell whether a few texts stand among many different numbers, perhaps for missing ones."""
    numbers = len(column.categories or ()) - column.odd_texts
    return not column.overflow and 0 < column.odd_texts <= _MOST_ODD_TEXTS and numbers >= _FEWEST_NUMBERS


def _notes_on_marks(decisions: Sequence[Decision]) -> list[str]:
    """Say which marks counted as missing values."""
    columns = [each.column for each in decisions if each.use in ("number", "class") and each.column.marks]
    marks = dict.fromkeys(mark for column in columns for mark, _ in column.marks)
    return [
        f"Counted {mark} as missing in: "
        + listed([f"{shown(c.name)} ({dict(c.marks)[mark]:,})" for c in columns if mark in dict(c.marks)])
        + "."
        for mark in marks
    ]


def _notes_on_kept(decisions: Sequence[Decision]) -> list[str]:
    notes = []
    onehot = [each.column for each in decisions if each.use == "onehot"]
    if onehot:
        width = sum(len(column.categories or ()) for column in onehot)
        parts = listed([f"{shown(column.name)} ({len(column.categories or ())})" for column in onehot])
        notes.append(
            f"Turned {counted(len(onehot), 'text column')} into {width} columns of 0 and 1: {parts}."
        )
    coded = [each.column.name for each in decisions if each.use == "number" and each.column.declared_nominal]
    if coded:
        notes.append(
            f"Kept {counted(len(coded), 'column')} of numbers that the file calls categories: "
            f"{listed(coded)}."
        )
    blurred = [each.column.name for each in decisions if each.use == "number" and _blurred(each.column)]
    if blurred:
        notes.append(
            f"Numbers so large that rounding blurs their differences, in: {listed(blurred)}. Subtract the "
            "smallest from the column first, or leave it out."
        )
    infinite = [each.column for each in decisions if each.use in ("number", "class") and each.column.infinite]
    if infinite:
        total = sum(column.infinite for column in infinite)
        names = listed([column.name for column in infinite])
        notes.append(f"{counted(total, 'value')} infinite or too large, counted as missing, in: {names}.")
    return notes


@dataclass(frozen=True)
class ColumnSummary:
    """One column.

    Attributes
    ----------
    kind : number, category, text (more different texts than are kept) or empty
    use : class, number, onehot or drop
    reason : why it is dropped, or what is peculiar about it; else empty
    missing : rows without a value
    distinct : different values; None when there are too many to count
    """

    name: str
    kind: str
    use: Use
    reason: str
    missing: int
    distinct: int | None


@dataclass(frozen=True)
class TableSummary:
    """A table and the use that would be made of it.

    Attributes
    ----------
    layout : how the file was understood, such as "text table separated by semicolons, decimal comma, UTF-8"
    target : the class column, as chosen or as guessed
    folds : how many folds the data bring, 0 if none
    notes : sentences for the user
    """

    name: str
    source: str
    layout: str
    rows: int
    columns: tuple[ColumnSummary, ...]
    target: str
    folds: int
    notes: tuple[str, ...]


def summarise(table: RawTable, target: str | int | None = None, categorical: str = "drop") -> TableSummary:
    """Say what a table holds and what would become of each column."""
    chosen, guess = choose_target(table, target)
    decisions = decide(table, chosen, categorical)
    return TableSummary(
        name=table.name,
        source=table.source,
        layout=table.layout,
        rows=table.rows,
        columns=tuple(map(_summarise_column, decisions)),
        target=chosen.name,
        folds=len(table.folds),
        notes=(*table.notes, *guess, *notes_on_columns(table, decisions), *notes_on_words(chosen)),
    )


def _summarise_column(each: Decision) -> ColumnSummary:
    column = each.column.as_class if each.use == "class" else each.column
    return ColumnSummary(
        column.name, column.kind, each.use, each.reason, int(column.missing.sum()), column.distinct
    )
