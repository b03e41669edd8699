"""What became of the columns of a table, in sentences for the user."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from frnn_core.data.reading import roles, row_names
from frnn_core.data.reading.cells import LARGEST_EXACT_WHOLE, listed, shown
from frnn_core.data.reading.raw_table import Column, RawTable, odd_values
from frnn_core.data.reading.roles import Decision
from frnn_core.engine.columns import ROLES
from frnn_core.text import counted

_SENTENCES = {
    roles.EMPTY: "Left out {} without any value: {}.",
    roles.LISTS: "Left out {} of lists, which cannot be compared: {}. Give each entry a column of its own.",
    roles.OUTPUT: "Left out {} that the file names as a further output: {}.",
    roles.NO_INPUT: "Left out {} that the file names neither as an input nor as an output: {}.",
    row_names.ROW_NUMBER: "Left out {} because it only numbers the rows: {}.",
    roles.ROW_NAME: "Left out {} because it only names the rows: {}.",
    row_names.IDENTIFIER: "Left out {}, which looks like an identifier: {}.",
    roles.FREE_TEXT: "Left out {} of texts that are nearly all different: {}.",
    roles.TOO_MANY: "Left out {} of more different texts than are kept: {}.",
    roles.CHOSEN: "Left out {}, as you chose: {}.",
    row_names.PERHAPS_ROW_NUMBER: "Kept {}, which looks like a row number; leave out what tells nothing: {}.",
    row_names.PERHAPS_IDENTIFIER: "Kept {}, which may be an identifier; leave out what tells nothing: {}.",
    roles.NOMINAL: "Kept {} of numbers that the file calls categories: {}.",
}
_READ_AS = {
    "category": "categories",
    "ordered": "ordered values",
    "yes-no": "yes or no",
    "date": "dates",
}
_MOSTLY_NUMBERS = 0.8


def notes_on_columns(table: RawTable, decisions: Sequence[Decision]) -> list[str]:
    """Say in sentences what became of the columns."""
    by_topic = {
        topic: [each.column.name for each in decisions if each.topic == topic and each.role != "class"]
        for topic in _SENTENCES
    }
    return [
        *(
            _SENTENCES[topic].format(counted(len(names), "column"), listed(names))
            for topic, names in by_topic.items()
            if names
        ),
        *_notes_on_roles(decisions),
        *notes_on_odd_values(table, decisions),
        *_notes_on_questions(decisions),
        *_notes_on_marks(decisions),
        *_notes_on_kept(decisions),
    ]


def _notes_on_roles(decisions: Sequence[Decision]) -> list[str]:
    """Say which columns were read as something else than numbers."""
    notes = []
    for role, words in _READ_AS.items():
        columns = [each for each in decisions if each.role == role]
        if columns:
            parts = listed([_told(each) for each in columns])
            notes.append(f"Read {counted(len(columns), 'column')} as {words}: {parts}.")
    single = [
        each.column.name for each in decisions if each.reason == roles.ONE_VALUE and ROLES[each.role].listed
    ]
    if single:
        notes.append(
            f"{counted(len(single), 'column')} with one value only, which tells nothing: {listed(single)}."
        )
    return notes


def _told(each: Decision) -> str:
    """A column and, in brackets, what there is to say of its values."""
    name = shown(each.column.name)
    if each.role == "category":
        return f"{name} ({counted(each.column.distinct or 0, 'value')})"
    reason = each.reason
    for start in ("dates read as ", "in the order ", "two values, "):
        reason = reason.removeprefix(start)
    return f"{name} ({shown(reason)})" if reason and reason != roles.ONE_VALUE else name


def _notes_on_questions(decisions: Sequence[Decision]) -> list[str]:
    """Say which reading was taken where two are possible and nobody has said which."""
    return [
        f"In {shown(each.column.name)} two readings are possible, and {question.answer} was taken: "
        f"{dict(question.choices)[question.answer]}. If that is wrong, answer {other!r} "
        f"(answers={{{each.column.name!r}: {other!r}}})."
        for each in decisions
        if (question := each.question) is not None and not question.given
        for other in [next(key for key, _ in question.choices if key != question.answer)]
    ]


def notes_on_odd_values(table: RawTable, decisions: Sequence[Decision]) -> list[str]:
    """Point at the few texts that keep a column from being numbers."""
    notes = []
    for each in decisions:
        column = each.column
        if each.role in ("class", "left-out", "date"):
            continue
        there = int((~column.missing).sum())
        start, found = f"Column {shown(column.name)} counts as text", odd_values(table, column)
        if column.dates is not None and column.dates.odd:
            notes.append(f"Column {shown(column.name)} holds {each.reason}. Repair to use it as dates.")
        elif 0 < column.odd_rows <= (1 - _MOSTLY_NUMBERS) * there:
            verb = "is" if column.odd_rows == 1 else "are"
            notes.append(
                f"{start}, but only {column.odd_rows} of its {there:,} values {verb} no number: {found}. "
                "Repair to use it as numbers."
            )
        elif roles.has_own_gaps(column):
            notes.append(
                f"{start}, as {column.odd_rows:,} of its {there:,} values are no number: {found}. Leave such "
                "cells empty if they mean that a number is missing."
            )
    return notes


def _notes_on_marks(decisions: Sequence[Decision]) -> list[str]:
    """Say which marks counted as missing values."""
    columns = [each.column for each in decisions if each.role in ("number", "class") and each.column.marks]
    marks = dict.fromkeys(mark for column in columns for mark, _ in column.marks)
    return [
        f"Counted {mark} as missing in: "
        + listed([f"{shown(c.name)} ({dict(c.marks)[mark]:,})" for c in columns if mark in dict(c.marks)])
        + "."
        for mark in marks
    ]


def _notes_on_kept(decisions: Sequence[Decision]) -> list[str]:
    notes = []
    blurred = [each.column.name for each in decisions if each.role == "number" and _blurred(each.column)]
    if blurred:
        notes.append(
            f"Numbers so large that rounding blurs their differences, in: {listed(blurred)}. Subtract the "
            "smallest from the column first, or leave it out."
        )
    infinite = [
        each.column for each in decisions if each.role in ("number", "class") and each.column.infinite
    ]
    if infinite:
        total = sum(column.infinite for column in infinite)
        names = listed([column.name for column in infinite])
        notes.append(f"{counted(total, 'value')} infinite or too large, counted as missing, in: {names}.")
    return notes


def _blurred(column: Column) -> bool:
    """Whether whole numbers are so large that rounding may take a share of their differences."""
    if not column.numeric:
        return False
    values = column.values[~column.missing]
    largest = np.abs(values).max(initial=0.0)
    if largest < LARGEST_EXACT_WHOLE or values.min() == values.max():
        return False
    with np.errstate(over="ignore"):
        return bool(np.spacing(largest) > 1e-9 * np.ptp(values))
