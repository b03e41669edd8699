"""What was understood of a table, for a screen that shows it before anything is computed."""

from __future__ import annotations

from dataclasses import dataclass

from frnn_core.data.reading.class_labels import notes_on_words
from frnn_core.data.reading.features import Decision, Use, decide, notes_on_columns
from frnn_core.data.reading.raw_table import RawTable
from frnn_core.data.reading.target import choose_target


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
