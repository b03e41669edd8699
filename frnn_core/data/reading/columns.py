"""Rows of text -> columns of numbers or categories, piece by piece and in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import (
    GAP_WORDS,
    LARGEST_EXACT_WHOLE,
    USUAL_GAPS,
    counted,
    is_missing,
    to_number,
    whole_label,
)
from frnn_core.data.reading.limits import MAX_CATEGORIES, check_size
from frnn_core.data.reading.raw_table import Column, Spelling
from frnn_core.errors import DataError

Row = tuple[int, Sequence[str]]
"""The line in which a row starts, and its cells."""

_CELLS_AT_ONCE = 10_000  # few enough to stay in the cache of the processor
_FEWEST_ROWS_AT_ONCE = 50
_TEXTS_IN_ALL = 2 * 10**6
_ODD_SHOWN = 3
_WORDS_AMONG_NUMBERS = frozenset({"none"})  # the others mean a gap among numbers, as R and pandas write it


class ColumnReader:
    """Reads one column: numbers as long as every value is one, else categories.

    Parameters
    ----------
    decimal : the decimal sign
    as_text : read categories even where all values are numbers
    words : texts in lower case that are categories here, though elsewhere they stand for a gap
    most_categories : how many different texts are kept
    """

    def __init__(
        self,
        decimal: str = ".",
        *,
        as_text: bool = False,
        words: frozenset[str] = frozenset(),
        most_categories: int = MAX_CATEGORIES,
    ) -> None:
        self.decimal = decimal
        self.is_text = as_text or bool(words)
        self.turned = False  # to text after numbers had been read: the column must be read again
        self._words = words
        self._most = most_categories
        self._seen = 0
        self._spelling = SpellingReader(decimal)
        self._codes: dict[str, float] = {}
        self._categories: list[str] = []
        self._overflow = False
        self._odd: list[tuple[str, int]] = []
        self._odd_texts: set[str] = set()
        self._odd_rows = 0

    def add(self, cells: Sequence[str]) -> NDArray[np.float64]:
        """Read the next cells: numbers, or codes of categories; NaN where missing."""
        numbers = None if self.is_text else self._numbers(cells)
        if numbers is None:
            self.turned = not self.is_text and self._seen > 0
            self.is_text = True
            numbers = self._encode(cells)
        self._spelling.add(cells, numbers, self._seen, texts=self.is_text)
        self._seen += len(cells)
        return numbers

    def column(self, name: str, values: NDArray[np.float64]) -> Column:
        """Make the column of everything that was read."""
        spelling = self._spelling.result(len(values))
        if not self.is_text:
            return replace(number_column(name, values), spelling=spelling)
        return Column(
            name,
            values,
            tuple(self._categories),
            odd=tuple(self._odd),
            odd_rows=self._odd_rows,
            overflow=self._overflow,
            spelling=spelling,
        )

    def _numbers(self, cells: Sequence[str]) -> NDArray[np.float64] | None:
        """Read numbers at the speed of `float`; with gaps a little slower; if need be one by one."""
        joined = "".join(cells)
        if "_" in joined or not joined.isascii():  # float() takes 1_000 and ١, a table does not
            return self._numbers_one_by_one(cells)
        if self.decimal != ".":
            cells = [cell.replace(self.decimal, ".") for cell in cells]
        try:
            return np.fromiter(map(float, cells), np.float64, len(cells))
        except ValueError:
            filled = [USUAL_GAPS.get(cell, cell) for cell in cells]
        try:
            return np.fromiter(map(float, filled), np.float64, len(cells))
        except ValueError:
            return self._numbers_one_by_one(cells)

    def _numbers_one_by_one(self, cells: Sequence[str]) -> NDArray[np.float64] | None:
        numbers = np.full(len(cells), np.nan)
        for position, cell in enumerate(cells):
            text = cell.strip()
            if is_missing(text):
                continue
            number = to_number(text, self.decimal)
            if number is None:
                return None
            numbers[position] = number
        return numbers

    def _encode(self, cells: Sequence[str]) -> NDArray[np.float64]:
        codes = np.empty(len(cells))
        for position, cell in enumerate(cells):
            text = cell.strip()
            code = self._codes.get(text)
            if code is None:
                code = self._new_code(text, self._seen + position)
            elif text in self._odd_texts:
                self._odd_rows += 1
            codes[position] = code
        return codes

    def _new_code(self, text: str, row: int) -> float:
        if is_missing(text) and text.lower() not in self._words:
            self._codes[text] = np.nan
            return np.nan
        odd = to_number(text, self.decimal) is None
        if odd:
            self._odd_rows += 1
            if len(self._odd) < _ODD_SHOWN:
                self._odd.append((text, row))
        if len(self._categories) >= self._most:
            self._overflow = True
            return 0.0
        code = self._codes[text] = float(len(self._categories))
        self._categories.append(text)
        if odd:
            self._odd_texts.add(text)
        return code


class SpellingReader:
    """Collects, piece by piece, the words for gaps and the whole numbers that float64 cannot hold."""

    def __init__(self, decimal: str = ".") -> None:
        self._decimal = decimal
        self._codes: dict[str, int] = {}
        self._pieces: list[tuple[int, NDArray[np.int16]]] = []
        self._overflow = False

    def add(self, cells: Sequence[str], values: NDArray[np.float64], start: int, *, texts: bool) -> None:
        """Look at the cells whose values do not say it all; `start` is the row of the first one."""
        doubtful = np.isnan(values) if texts else ~(np.abs(values) < LARGEST_EXACT_WHOLE)
        if self._overflow or not doubtful.any():
            return
        words = GAP_WORDS if texts else _WORDS_AMONG_NUMBERS
        codes = np.full(len(cells), -1, dtype=np.int16)
        positions = np.flatnonzero(doubtful)
        codes[positions] = [self._code(cells[position], words) for position in positions.tolist()]
        if (codes >= 0).any():
            self._pieces.append((start, codes))

    def result(self, rows: int) -> Spelling | None:
        """Give the texts of all rows; None if there are none."""
        if not self._pieces:
            return None
        codes = np.full(rows, -1, dtype=np.int16)
        for start, piece in self._pieces:
            codes[start : start + len(piece)] = piece
        return Spelling(tuple(self._codes), codes, self._overflow)

    def _code(self, cell: str, words: frozenset[str]) -> int:
        if not cell or cell in self._codes:
            return self._codes.get(cell, -1)
        stripped = cell.strip()
        is_word = stripped.lower() in words
        text = stripped if is_word else whole_label(stripped.replace(self._decimal, "."))
        if not text:
            return -1
        if text not in self._codes and len(self._codes) >= MAX_CATEGORIES:
            self._overflow = True
            return -1
        return self._codes.setdefault(text, len(self._codes))


def number_column(name: str, values: NDArray[np.float64]) -> Column:
    """Make a column of numbers; infinite ones count as missing."""
    infinite = np.isinf(values)
    if not infinite.any():
        return Column(name, values)
    return Column(name, np.where(infinite, np.nan, values), infinite=int(infinite.sum()))


def read_columns(
    rows: Callable[[], Iterable[Row]],
    names: Sequence[str],
    *,
    decimal: str = ".",
    as_text: frozenset[int] = frozenset(),
    words: Mapping[int, frozenset[str]] | None = None,
) -> tuple[tuple[Column, ...], NDArray[np.intp]]:
    """Read all rows into columns, and the line of each row.

    `as_text` and `words` say by the position of a column what `ColumnReader` is told about it.
    A column that shows its first text only after a piece of numbers has been read is read a second
    time, so that its categories keep the spelling of the file; hence `rows` is a function.
    """
    most = max(50, min(MAX_CATEGORIES, _TEXTS_IN_ALL // len(names)))
    readers = [
        ColumnReader(
            decimal,
            as_text=position in as_text,
            words=(words or {}).get(position, frozenset()),
            most_categories=most,
        )
        for position in range(len(names))
    ]
    values, lines = _gather(rows(), readers)
    turned = [position for position, reader in enumerate(readers) if reader.turned]
    if turned:
        again = [ColumnReader(decimal, as_text=True, most_categories=most) for _ in turned]
        picked = ((line, [cells[position] for position in turned]) for line, cells in rows())
        values[turned], _ = _gather(picked, again)
        for position, reader in zip(turned, again, strict=True):
            readers[position] = reader
    columns = (r.column(n, v) for r, n, v in zip(readers, names, values, strict=True))
    return tuple(columns), lines


def _gather(
    rows: Iterable[Row], readers: Sequence[ColumnReader]
) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Read rows into one matrix with a column per row of it, so that each column is contiguous."""
    iterator: Iterator[Row] = iter(rows)
    at_once = max(_FEWEST_ROWS_AT_ONCE, _CELLS_AT_ONCE // len(readers))
    blocks: list[NDArray[np.float64]] = []
    lines: list[int] = []
    while piece := list(islice(iterator, at_once)):
        lines.extend(line for line, _ in piece)
        check_size(len(lines), len(readers))
        block = np.empty((len(readers), len(piece)))
        for position, cells in enumerate(zip(*(cells for _, cells in piece), strict=True)):
            block[position] = readers[position].add(cells)
        blocks.append(block)
    if not blocks:
        raise DataError(
            "The table has column names but no rows. Add the rows, or check that the file is whole."
        )
    return np.concatenate(blocks, axis=1), np.array(lines, dtype=np.intp)


def same_width(rows: Iterable[Row], width: int, separator: str) -> Iterator[Row]:
    """Pass the rows on; stop at the first one that has not `width` cells."""
    for line, cells in rows:
        if len(cells) != width:
            found = counted(len(cells), "field")
            raise DataError(
                f"Line {line} has {found} where {width} are expected. Look for a missing or an extra "
                f"{separator} in that line, or put quotes round a text that contains one."
            )
        yield line, cells
