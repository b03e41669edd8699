"""A table as it was read, before anything is chosen, dropped or filled."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import shown


@dataclass(frozen=True, eq=False)
class Column:
    """One column: numbers, or categories when a value is no number.

    Attributes
    ----------
    values : the numbers, or positions in `categories`; NaN where the value is missing
    categories : the different texts; None for a column of numbers
    infinite : how many values were infinite or too large, and count as missing
    odd : of a column with texts, up to three values that are no numbers, each with its row
    odd_rows : of a column with texts, the rows whose value is no number
    overflow : the column has more different texts than are kept, so `values` means nothing
    declared_nominal : the file itself calls this column categorical
    unnamed : the file gives this column no name
    """

    name: str
    values: NDArray[np.float64]
    categories: tuple[str, ...] | None = None
    infinite: int = 0
    odd: tuple[tuple[str, int], ...] = ()
    odd_rows: int = 0
    overflow: bool = False
    declared_nominal: bool = False
    unnamed: bool = False

    @property
    def numeric(self) -> bool:
        """Whether every value that is there is a number."""
        return self.categories is None

    @cached_property
    def missing(self) -> NDArray[np.bool_]:
        """The rows without a value."""
        return np.isnan(self.values)

    @cached_property
    def empty(self) -> bool:
        """Whether no row has a value."""
        return bool(self.missing.all())

    @property
    def kind(self) -> str:
        """What the column holds, in a word for the user."""
        if self.empty:
            return "empty"
        if self.numeric:
            return "number"
        return "text" if self.overflow else "category"

    @cached_property
    def distinct(self) -> int | None:
        """How many different values there are; None when there are too many to count."""
        if self.overflow:
            return None
        return len(np.unique(self.values[~self.missing]))


@dataclass(frozen=True, eq=False)
class RawTable:
    """Columns and how they were found.

    Attributes
    ----------
    layout : how the file was understood, in a phrase for the user
    lines : the line of the file in which each row starts; empty when there is no file
    outputs : the columns that the file itself names as the class
    folds, fold_files : the test rows of each fold and the file they come from, if the data bring folds
    """

    columns: tuple[Column, ...]
    layout: str
    lines: NDArray[np.intp] = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    outputs: tuple[str, ...] = ()
    folds: tuple[NDArray[np.intp], ...] = ()
    fold_files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    name: str = "data"
    source: str = "your data"

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.columns[0].values)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    def where(self, row: int) -> str:
        """Say where a row stands, so that the user can find it."""
        if not len(self.lines):
            return f"row {row + 1}"
        place = f"line {self.lines[row]}"
        for name, fold in zip(self.fold_files, self.folds, strict=True):
            if row in fold:
                return f"{place} of {name}"
        return place


def odd_values(table: RawTable, column: Column) -> str:
    """List the first values of a column that are no numbers, and where they stand."""
    found = ", ".join(f"{shown(text)!r} in {table.where(row)}" for text, row in column.odd)
    return f"{found}, …" if column.odd_rows > len(column.odd) else found
