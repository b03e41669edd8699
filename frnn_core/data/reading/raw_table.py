"""A table as it was read, before anything is chosen, dropped or filled; and the names of its columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import GAP_WORDS, listed, number_label, shown
from frnn_core.data.reading.dates import Dates, compact_dates, read_dates
from frnn_core.data.reading.limits import check_size
from frnn_core.data.reading.number_style import PLAIN, NumberStyle
from frnn_core.engine.columns import iso_date
from frnn_core.errors import DataError


@dataclass(frozen=True, eq=False)
class Spelling:
    """What some rows of a column say if it is the class: a word for a gap, a long number, True or False.

    Attributes
    ----------
    texts : the different texts
    codes : of each row, the position in `texts`; -1 where the value of the column says it all
    overflow : there are more different texts than are kept
    """

    texts: tuple[str, ...]
    codes: NDArray[np.int16]
    overflow: bool = False

    def words(self) -> dict[str, int]:
        """Count the rows of each word that would be a gap in a feature."""
        return {
            text: int((self.codes == code).sum())
            for code, text in enumerate(self.texts)
            if text.lower() in GAP_WORDS
        }


@dataclass(frozen=True, eq=False)
class Column:
    """One column: numbers, or categories when a value is no number.

    Attributes
    ----------
    values : the numbers, or positions in `categories`, or days since 1970; NaN where the value is missing
    categories : the different texts; None for a column of numbers or days
    samples : up to three values as they stand in the source
    infinite : how many values were infinite or too large, and count as missing
    odd : of a column with texts, up to three values that are no numbers, each with its row
    odd_rows, odd_texts : of a column with texts, how many rows have no number, and how many texts these are
    overflow : the column has more different texts than are kept, so `values` means nothing
    declared : what the source itself calls the column: nominal, category or ordered (its values are listed
        in their order), date (the values are days) or lists (nothing can be done with it); else nothing
    remark : how the values were taken over, where that may surprise
    readings : of a column of texts that are numbers too, how they may be written; the first is the likelier
    unnamed : the file gives this column no name
    spelling : what counts besides `values` if the column is the class
    style : how the numbers are written
    example, doubtful : a number of that style, if it is not Python's or doubtful: its sign may mean thousands
    marks : texts such as - that count as missing, each with its number of rows
    """

    name: str
    values: NDArray[np.float64]
    categories: tuple[str, ...] | None = None
    samples: tuple[str, ...] = ()
    infinite: int = 0
    odd: tuple[tuple[str, int], ...] = ()
    odd_rows: int = 0
    odd_texts: int = 0
    overflow: bool = False
    declared: str = ""
    remark: str = ""
    readings: tuple[NumberStyle, ...] = ()
    unnamed: bool = False
    spelling: Spelling | None = None
    style: NumberStyle = PLAIN
    example: str = ""
    doubtful: bool = False
    marks: tuple[tuple[str, int], ...] = ()

    @property
    def numeric(self) -> bool:
        """Whether every value that is there is a number."""
        return self.categories is None and self.declared != "date"

    @cached_property
    def missing(self) -> NDArray[np.bool_]:
        """The rows without a value."""
        return np.isnan(self.values)

    @cached_property
    def empty(self) -> bool:
        """Whether no row has a value."""
        return bool(self.missing.all())

    @cached_property
    def distinct(self) -> int | None:
        """How many different values there are; None when there are too many to count."""
        if self.overflow:
            return None
        return len(np.unique(self.values[~self.missing]))

    @cached_property
    def dates(self) -> Dates | None:
        """What the texts mean as dates; None if most are none."""
        return None if self.overflow or self.categories is None else read_dates(self.categories)

    @cached_property
    def compact_dates(self) -> NDArray[np.float64] | None:
        """The days that numbers such as 20240317 mean; None if they are no dates."""
        return compact_dates(self.name, self.values) if self.numeric else None

    @cached_property
    def as_class(self) -> Column:
        """The column as it is to be read if it is the class, where texts such as none are classes too."""
        if self.declared == "date" and not self.empty:
            distinct, codes = self._numbered(~self.missing)
            return replace(self, values=codes, categories=tuple(map(iso_date, distinct)), declared="")
        if self.spelling is None or self.empty:
            return self
        spelt = self.spelling.codes >= 0
        names, codes = self._named(~spelt)
        codes[spelt] = len(names) + self.spelling.codes[spelt]
        return replace(
            self,
            values=codes,
            categories=(*names, *self.spelling.texts),
            overflow=self.overflow or self.spelling.overflow,
            spelling=None,
        )

    @cached_property
    def as_listed(self) -> Column:
        """The column with its values listed as texts, numbers too; a word for a gap stays one."""
        named = self.as_class
        if named.categories is None:
            names, codes = named._named(~named.missing)
            return replace(named, values=codes, categories=names)
        kept = [place for place, text in enumerate(named.categories) if text.lower() not in GAP_WORDS]
        places = np.full(len(named.categories), np.nan)
        places[kept] = np.arange(len(kept))
        codes = named.values.copy()
        codes[~named.missing] = places[codes[~named.missing].astype(np.intp)]
        return replace(named, values=codes, categories=tuple(named.categories[place] for place in kept))

    def _named(self, rows: NDArray[np.bool_]) -> tuple[tuple[str, ...], NDArray[np.float64]]:
        """Give categories and their codes, of numbers too, for some of the rows."""
        if self.categories is not None:
            return self.categories, self.values.copy()
        distinct, codes = self._numbered(rows & ~self.missing)
        return tuple(map(number_label, distinct)), codes

    def _numbered(self, rows: NDArray[np.bool_]) -> tuple[list[float], NDArray[np.float64]]:
        """Give the different numbers of some rows and, for each row, the position of its own."""
        distinct, positions = np.unique(self.values[rows], return_inverse=True)
        codes = np.full(len(self.values), np.nan)
        codes[rows] = positions
        return distinct.tolist(), codes


@dataclass(frozen=True, eq=False)
class RawTable:
    """Columns and how they were found.

    Attributes
    ----------
    layout : how the file was understood, in a phrase for the user
    lines : the line of the file in which each row starts; empty when there is no file
    outputs : the columns that the file itself names as the class
    inputs : the columns that the file itself names as features; empty if it does not say
    folds, fold_files : the test rows of each fold and the file they come from, if the data bring folds
    others : the same table in the other partitions that the source holds
    """

    columns: tuple[Column, ...]
    layout: str
    lines: NDArray[np.intp] = field(default_factory=lambda: np.empty(0, dtype=np.intp))
    outputs: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    folds: tuple[NDArray[np.intp], ...] = ()
    fold_files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    name: str = "data"
    source: str = "your data"
    others: tuple[RawTable, ...] = ()

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.columns[0].values)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def fold_choices(self) -> tuple[int, ...]:
        """How many folds each partition has, where the source holds several; else nothing."""
        return tuple(sorted(len(each.folds) for each in (self, *self.others))) if self.others else ()

    def partition(self, folds: int | None, *, strict: bool = True) -> RawTable:
        """Give the table in the partition with so many folds; `strict` refuses to choose among several."""
        every = (self, *self.others)
        if folds is None:
            if strict and self.others:
                raise DataError(
                    f"The files hold several partitions of {self.name}: {self._told()}. Choose one, for "
                    f"example with folds={max(self.fold_choices)}."
                )
            return self
        if found := [each for each in every if len(each.folds) == folds]:
            return found[0]
        if not self.folds:
            raise DataError(
                f"The source brings no folds, so there are no {folds} to choose. Leave out folds=…."
            )
        raise DataError(f"The files hold no partition of {folds} folds, but one of {self._told()}.")

    def _told(self) -> str:
        return " and ".join(f"{count} folds" for count in self.fold_choices or (len(self.folds),))

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


def column_names(given: Sequence[str]) -> tuple[str, ...]:
    """Check the names of the columns and give the nameless ones a name."""
    check_size(0, len(given))
    names = [name.strip() for name in given]
    twice = [name for name, count in Counter(names).items() if name and count > 1]
    if twice:
        raise DataError(f"Several columns have the same name: {listed(twice)}. Give each its own name.")
    used = set(names)
    return tuple(name or free_name(f"column {place}", used) for place, name in enumerate(names, 1))


def free_name(name: str, used: set[str]) -> str:
    """Give a name that is not used yet, and mark it as used."""
    candidate, number = name, 2
    while candidate in used:
        candidate, number = f"{name} ({number})", number + 1
    used.add(candidate)
    return candidate


def mark_unnamed(columns: Sequence[Column], given: Sequence[str]) -> tuple[Column, ...]:
    """Remember which columns have no name in the file."""
    return tuple(
        column if name.strip() else replace(column, unnamed=True)
        for column, name in zip(columns, given, strict=True)
    )
