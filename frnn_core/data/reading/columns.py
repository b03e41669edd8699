"""Rows of text -> columns of numbers or categories, piece by piece and in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.column_reader import ColumnReader, TextBudget
from frnn_core.data.reading.limits import check_size
from frnn_core.data.reading.number_style import PLAIN, Evidence, NumberStyle, choose_styles, common_sign
from frnn_core.data.reading.raw_table import Column
from frnn_core.errors import DataError
from frnn_core.text import counted

Row = tuple[int, Sequence[str]]
"""The line in which a row starts, and its cells."""

_CELLS_AT_ONCE = 10_000  # few enough to stay in the cache of the processor
_FEWEST_ROWS_AT_ONCE = 50


def read_columns(
    rows: Callable[[], Iterable[Row]],
    names: Sequence[str],
    *,
    first: Sequence[Evidence] | None = None,
    in_quotes: bool = False,
    as_text: frozenset[int] = frozenset(),
    words: Mapping[int, frozenset[str]] | None = None,
) -> tuple[tuple[Column, ...], NDArray[np.intp]]:
    """Read all rows into columns, and the line of each row.

    `first` says how the first rows write numbers; without it only Python's way is known. `as_text` and
    `words` say by the position of a column what `ColumnReader` is told about it. A column that shows its
    first text, or its decimal sign, only after a piece of numbers has been read is read a second time, so
    that its categories keep the spelling of the file; hence `rows` is a function.
    """
    common = common_sign(first or ())
    styles = choose_styles(first, in_quotes=in_quotes) if first else [PLAIN] * len(names)
    budget = TextBudget(len(names))
    readers = [
        ColumnReader(
            styles[position],
            as_text=position in as_text,
            words=(words or {}).get(position, frozenset()),
            budget=budget,
            evidence=first[position] if first else None,
            doubtful=first[position].is_open(common) if first else False,
            codes=bool(first),
        )
        for position in range(len(names))
    ]
    values, lines = _gather(rows(), readers)
    _read_turned(rows, readers, values)
    doubtful: dict[int, tuple[NumberStyle, ...]] = {}
    if first:
        _read_in_better_style(rows, readers, values, in_quotes=in_quotes)
        _read_turned(rows, readers, values)
        doubtful = _read_doubtful(rows, readers, values)
    columns = [r.column(n, v) for r, n, v in zip(readers, names, values, strict=True)]
    for place, readings in doubtful.items():
        columns[place] = replace(columns[place], readings=readings)
    return tuple(columns), lines


def _read_turned(
    rows: Callable[[], Iterable[Row]], readers: list[ColumnReader], values: NDArray[np.float64]
) -> None:
    """Read as texts what turned out to be texts."""
    turned = {p: r.again(r.style, as_text=True) for p, r in enumerate(readers) if r.turned}
    _read_again(rows, readers, values, turned)


def _read_in_better_style(
    rows: Callable[[], Iterable[Row]],
    readers: list[ColumnReader],
    values: NDArray[np.float64],
    *,
    in_quotes: bool,
) -> None:
    """Read again the columns of numbers whose style is another one, now that all their rows are known."""
    found = [reader.evidence for reader in readers]
    styles, common = choose_styles(found, in_quotes=in_quotes), common_sign(found)
    better = {
        place: reader.again(style, doubtful=reader.evidence.is_open(common))
        for place, (reader, style) in enumerate(zip(readers, styles, strict=True))
        if style != reader.style
        and reader.evidence.mostly_numbers
        and (reader.is_text or reader.evidence.leaves_open)
    }
    _read_again(rows, readers, values, better)


def _read_doubtful(
    rows: Callable[[], Iterable[Row]], readers: list[ColumnReader], values: NDArray[np.float64]
) -> dict[int, tuple[NumberStyle, ...]]:
    """Read as texts, so that both can be made of them, numbers whose sign may stand for thousands.

    Points are decimal ones where other columns have such. A column with too many different texts stays as
    it was read.
    """
    points = any(_has_points(reader, values[place]) for place, reader in enumerate(readers))
    doubted = {
        place: reader
        for place, reader in enumerate(readers)
        if reader.doubtful and not (points and reader.style.decimal == "." and not reader.style.thousands)
    }
    before = values[list(doubted)]
    _read_again(rows, readers, values, {p: r.again(r.style, as_text=True) for p, r in doubted.items()})
    result: dict[int, tuple[NumberStyle, ...]] = {}
    for row, (place, reader) in zip(before, doubted.items(), strict=True):
        readings = (reader.style, reader.style.other_reading)
        if readers[place].fits(readings):
            result[place] = readings
        else:
            readers[place], values[place] = reader, row
    return result


def _has_points(reader: ColumnReader, values: NDArray[np.float64]) -> bool:
    """Tell whether a column has decimal points beyond doubt."""
    if reader.is_text or reader.doubtful or reader.style.decimal != ".":
        return False
    there = values[~np.isnan(values)]
    return bool((there != np.floor(there)).any())


def _read_again(
    rows: Callable[[], Iterable[Row]],
    readers: list[ColumnReader],
    values: NDArray[np.float64],
    again: Mapping[int, ColumnReader],
) -> None:
    """Read some columns with other readers, by position, and put them in their places."""
    if not again:
        return
    places = list(again)
    picked = ((line, [cells[place] for place in places]) for line, cells in rows())
    values[places], _ = _gather(picked, list(again.values()))
    for place, reader in again.items():
        readers[place] = reader


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
