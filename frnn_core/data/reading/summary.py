"""What is in a table, column by column, and what would become of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.class_column import choose_target, notes_on_words
from frnn_core.data.reading.column_notes import notes_on_columns
from frnn_core.data.reading.feature_values import feature_values
from frnn_core.data.reading.options import Options
from frnn_core.data.reading.quantity import Quantity, quantity_in
from frnn_core.data.reading.questions import Question, answered
from frnn_core.data.reading.raw_table import RawTable
from frnn_core.data.reading.roles import Decision, decide
from frnn_core.engine.columns import ROLES, iso_date
from frnn_core.text import counted


@dataclass(frozen=True)
class ColumnSummary:
    """One column.

    Attributes
    ----------
    samples : up to three values as they stand in the source
    guess, role : the role that was guessed, and the one in force, which the user may have chosen
    roles : all that this column could take
    reason : why that was guessed where it may surprise, or what is peculiar; else empty
    gaps, gap_share : rows without a value, and their share of all rows
    distinct : different values; None when there are too many to count
    values : of a column whose values are listed, these in their order, as `orders` would give them
    holds : what it becomes, in a phrase: a range, a number of values
    question : what only the user knows; None if nothing is open
    """

    name: str
    samples: tuple[str, ...]
    guess: str
    role: str
    roles: tuple[str, ...]
    reason: str
    gaps: int
    gap_share: float
    distinct: int | None
    values: tuple[str, ...] = ()
    holds: str = ""
    question: Question | None = None


@dataclass(frozen=True)
class TableSummary:
    """A table and the use that would be made of it.

    Attributes
    ----------
    layout : how the file was understood, such as "text table separated by semicolons, decimal comma, UTF-8"
    target : the class column, as chosen or as guessed
    folds : how many folds the data bring, 0 if none
    fold_choices : the numbers of folds to choose from, where the source holds several partitions
    quantity : what is known of a class column that is most likely a quantity; None if it is none
    notes : sentences for the user
    """

    name: str
    source: str
    layout: str
    rows: int
    columns: tuple[ColumnSummary, ...]
    target: str
    folds: int
    fold_choices: tuple[int, ...]
    quantity: Quantity | None
    notes: tuple[str, ...]

    @property
    def class_is_quantity(self) -> bool:
        """Whether the class column is most likely a quantity, to be cut into groups."""
        return self.quantity is not None

    def column(self, name: str) -> ColumnSummary:
        """The column of a name."""
        return next(column for column in self.columns if column.name == name)


def summarise(table: RawTable, options: Options) -> TableSummary:
    """Say what a table holds and what would become of each column."""
    raw = table.partition(options.folds, strict=False)
    read = answered(raw, dict(options.answers), dict(options.roles))
    chosen, guess = choose_target(
        read, options.class_column, quantity=options.cuts, roles=dict(options.roles)
    )
    decisions = decide(raw, read, chosen, options)
    orders = dict(options.orders)
    quantity = quantity_in(chosen)
    return TableSummary(
        name=raw.name,
        source=raw.source,
        layout=raw.layout,
        rows=raw.rows,
        columns=tuple(_summary(each, orders.get(each.column.name, ())) for each in decisions),
        target=chosen.name,
        folds=len(raw.folds),
        fold_choices=table.fold_choices,
        quantity=quantity,
        notes=(
            *([f"{quantity.words}."] if quantity is not None and not options.cuts else []),
            *raw.notes,
            *guess,
            *notes_on_columns(read, decisions),
            *notes_on_words(chosen),
        ),
    )


def _summary(each: Decision, order: tuple[str, ...]) -> ColumnSummary:
    column = each.column.as_class if each.role == "class" else each.column
    missing, values, holds = column.missing, tuple[str, ...](), ""
    if ROLES[each.role].feature:
        numbers, values = feature_values(column, each.role, order=order, reading=each.reading)
        missing = np.isnan(numbers)
        holds = _holds(each.role, numbers[~missing], values)
    elif column.distinct is not None:
        holds = counted(column.distinct, "value")
    gaps = int(missing.sum())
    return ColumnSummary(
        name=column.name,
        samples=column.samples,
        guess=each.guess,
        role=each.role,
        roles=each.roles,
        reason=each.reason,
        gaps=gaps,
        gap_share=gaps / len(missing),
        distinct=column.distinct,
        values=values,
        holds=holds,
        question=each.question,
    )


def _holds(role: str, numbers: NDArray[np.float64], values: tuple[str, ...]) -> str:
    if ROLES[role].listed or not len(numbers):
        return counted(len(values), "value")
    low, high = float(numbers.min()), float(numbers.max())
    return f"{iso_date(low)} to {iso_date(high)}" if role == "date" else f"{low:,.6g} to {high:,.6g}"
