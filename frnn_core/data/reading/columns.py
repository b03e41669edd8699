"""Rows of text -> columns of numbers or categories, piece by piece and in bounded memory."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import (
    GAP_MARKS,
    GAP_WORDS,
    LARGEST_EXACT_WHOLE,
    USUAL_GAPS,
    counted,
    is_code,
    is_gap,
    is_missing,
    whole_label,
)
from frnn_core.data.reading.limits import MAX_SPELLINGS, MAX_TEXTS, check_size
from frnn_core.data.reading.number_style import (
    PLAIN,
    Evidence,
    NumberStyle,
    choose_styles,
    common_sign,
    may_be_thousands,
)
from frnn_core.data.reading.raw_table import Column, Spelling
from frnn_core.errors import DataError

Row = tuple[int, Sequence[str]]
"""The line in which a row starts, and its cells."""

_CELLS_AT_ONCE = 10_000  # few enough to stay in the cache of the processor
_FEWEST_ROWS_AT_ONCE = 50
_ODD_SHOWN = 3
_SAMPLES = 3
_SAMPLED_ROWS = 1_000
_LEADING_ZERO = re.compile(r"\n *0\d", re.ASCII)
_LIKE_A_CODE = re.compile(r"\n *[+-]?(?:0\d|\d+[eE]\d)", re.ASCII)
_WORDS_AMONG_NUMBERS = frozenset({"none"})  # the others mean a gap among numbers, as R and pandas write it


class TextBudget:
    """How many different texts may be kept: each column a share of its own, and a common rest."""

    def __init__(self, columns: int = 1, most: int | None = None) -> None:
        most = MAX_TEXTS if most is None else most
        self.share = max(1, most // (2 * columns))
        self.left = most // 2

    def grants(self, kept: int) -> bool:
        """Tell whether a column that keeps so many texts may keep one more."""
        if kept < self.share:
            return True
        self.left -= 1
        return self.left >= 0


class ColumnReader:
    """Reads one column: numbers as long as every value is one, else categories.

    Parameters
    ----------
    style : how the numbers are written
    as_text : read categories even where all values are numbers
    words : texts in lower case that are categories here, though elsewhere they stand for a gap
    budget : how many different texts are kept
    evidence : how the first rows write numbers
    doubtful : the sign in the numbers may stand for thousands or decimals, for all that is known so far
    codes : whether whole numbers of one length with leading zeros are texts
    """

    def __init__(
        self,
        style: NumberStyle = PLAIN,
        *,
        as_text: bool = False,
        words: frozenset[str] = frozenset(),
        budget: TextBudget | None = None,
        evidence: Evidence | None = None,
        doubtful: bool = False,
        codes: bool = False,
    ) -> None:
        self.style = style
        self.is_text = as_text or bool(words)
        self.turned = False  # to text after numbers had been read: the column must be read again
        self.evidence = evidence or Evidence()
        self._words = words
        self._budget = budget or TextBudget()
        self._finds_codes = codes
        self._coded = False
        self._seen = 0
        self._samples: dict[str, None] = {}
        self._example = ""
        self._doubtful = doubtful
        self._marks: Counter[str] = Counter()
        self._spelling = SpellingReader(style)
        self._codes: dict[str, float] = {}
        self._categories: list[str] = []
        self._overflow = False
        self._odd: list[tuple[str, int]] = []
        self._odd_texts: set[str] = set()
        self._odd_rows = 0

    @property
    def doubtful(self) -> bool:
        """Whether numbers were read of which nobody can tell if their sign stands for thousands."""
        return not self.is_text and self._doubtful and bool(self._example)

    def again(self, style: NumberStyle, *, as_text: bool = False, doubtful: bool = False) -> ColumnReader:
        """Give a reader for the same column from its start; as text it looks at the style anew."""
        reader = ColumnReader(
            style,
            as_text=as_text,
            budget=self._budget,
            evidence=None if as_text else self.evidence,
            doubtful=doubtful,
            codes=self._finds_codes and not as_text,
        )
        reader._coded = self._coded
        return reader

    def add(self, cells: Sequence[str]) -> NDArray[np.float64]:
        """Read the next cells: numbers, or codes of categories; NaN where missing."""
        if len(self._samples) < _SAMPLES and (self._seen < _SAMPLED_ROWS or not self._samples):
            self._sample(cells)
        numbers = None if self.is_text else self._numbers(cells)
        if numbers is not None and self._finds_codes and not self._coded and _are_codes(cells):
            self._coded, numbers = True, None
        if numbers is None:
            self.turned = not self.is_text and self._seen > 0
            self.is_text = True
            numbers = self._encode(cells)
        else:
            self._remark(cells, numbers)
        self._spelling.add(cells, numbers, self._seen, texts=self.is_text)
        self._seen += len(cells)
        return numbers

    def fits(self, styles: Sequence[NumberStyle]) -> bool:
        """Tell whether all texts that were read are numbers in each of some styles."""
        texts = [text for text in self._categories if not is_gap(text)]
        return not self._overflow and all(s.plain(text) is not None for s in styles for text in texts)

    def _sample(self, cells: Sequence[str]) -> None:
        """Remember the first few different values."""
        for text in map(str.strip, dict.fromkeys(cells[:_SAMPLED_ROWS] if self._samples else cells)):
            if len(self._samples) >= _SAMPLES:
                return
            if not is_gap(text):
                self._samples[text] = None

    def column(self, name: str, values: NDArray[np.float64]) -> Column:
        """Make the column of everything that was read."""
        spelling, samples = self._spelling.result(len(values)), tuple(self._samples)
        if not self.is_text:
            return replace(
                number_column(name, values),
                samples=samples,
                spelling=spelling,
                style=self.style,
                example=self._example if self._doubtful or self.style != PLAIN else "",
                doubtful=self.doubtful,
                marks=tuple(self._marks.items()),
            )
        column = Column(
            name,
            values,
            tuple(self._categories),
            samples,
            odd=tuple(self._odd),
            odd_rows=self._odd_rows,
            odd_texts=len(self._odd_texts),
            overflow=self._overflow,
            spelling=spelling,
        )
        return self._decoded(column) if self._coded and not self._overflow else column

    def _decoded(self, column: Column) -> Column:
        """Take what looked like codes for numbers after all, unless all have one length."""
        texts = [text for text in self._categories if not is_gap(text)]
        if not all(self.style.plain(text) for text in texts):
            return column
        uniform = len({len(text) for text in texts}) == 1 and all(map(str.isdigit, texts))
        return replace(column, readings=(self.style,)) if uniform else numbers_of_texts(column, self.style)

    def _numbers(self, cells: Sequence[str]) -> NDArray[np.float64] | None:
        """Read numbers at the speed of `float`; with gaps a little slower; if need be one by one."""
        joined = "".join(cells)
        if "_" in joined or not joined.isascii() or not self.style.only_decimal:
            return self._numbers_one_by_one(cells)  # float() takes 1_000 and ١, a table does not
        pointed = cells
        if self.style.decimal != ".":
            if "." in joined:
                return self._numbers_one_by_one(cells)
            pointed = [cell.replace(self.style.decimal, ".") for cell in cells]
        try:
            return np.fromiter(map(float, pointed), np.float64, len(cells))
        except ValueError:
            filled = [USUAL_GAPS.get(cell, cell) for cell in pointed]
        try:
            return np.fromiter(map(float, filled), np.float64, len(cells))
        except ValueError:
            return self._numbers_one_by_one(cells)

    def _numbers_one_by_one(self, cells: Sequence[str]) -> NDArray[np.float64] | None:
        found = {}
        for cell in dict.fromkeys(cells):
            text = cell.strip()
            number = np.nan if is_gap(text) else self.style.number(text)
            if number is None:
                return None
            found[cell] = number
        return np.fromiter(map(found.__getitem__, cells), np.float64, len(cells))

    def _remark(self, cells: Sequence[str], numbers: NDArray[np.float64]) -> None:
        """Remember marks for gaps, an example of the style, and whether its sign is surely a decimal one."""
        gaps = (cells[position].strip() for position in np.flatnonzero(np.isnan(numbers)).tolist())
        self._marks.update(text for text in gaps if text.lower() in GAP_MARKS)
        if (self.style == PLAIN or self._example) and not self._doubtful:
            return
        if self.style.only_decimal and self.style.decimal not in "".join(cells):
            return
        for text in map(str.strip, cells):
            if self._doubtful and (maybe := may_be_thousands(text)) is not None:
                self._doubtful = maybe
                self._example = self._example or text
            elif not self._doubtful and self.style.plain(text) not in (None, text):
                self._example = text
            if self._example and not self._doubtful:
                return

    def _encode(self, cells: Sequence[str]) -> NDArray[np.float64]:
        if self._overflow:
            return np.array([np.nan if is_missing(cell.strip()) else 0.0 for cell in cells])
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
        self.evidence.add(text)
        odd = self.style.plain(text) is None
        if odd:
            self._odd_rows += 1
            if len(self._odd) < _ODD_SHOWN:
                self._odd.append((text, row))
        if self._overflow:
            return 0.0
        if not self._budget.grants(len(self._categories)):
            self._overflow = True
            self._codes, self._categories = {}, []  # they mean nothing any more, and may be large
            return 0.0
        code = self._codes[text] = float(len(self._categories))
        self._categories.append(text)
        if odd:
            self._odd_texts.add(text)
        return code


class SpellingReader:
    """Collects, piece by piece, what a class is called where the number does not say it.

    That is a word for a gap, a whole number that float64 cannot hold, a code such as 007, or a number with
    its unit.
    """

    def __init__(self, style: NumberStyle = PLAIN) -> None:
        self._style = style
        self._codes: dict[str, int] = {}
        self._pieces: list[tuple[int, NDArray[np.int16]]] = []
        self._overflow = False

    def add(self, cells: Sequence[str], values: NDArray[np.float64], start: int, *, texts: bool) -> None:
        """Look at the cells whose values do not say it all; `start` is the row of the first one."""
        doubtful = np.isnan(values) if texts else self._doubtful(cells, values)
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

    def _doubtful(self, cells: Sequence[str], values: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Mark the rows whose number may not be the name of a class."""
        if self._style.unit:
            return np.ones(len(cells), dtype=np.bool_)
        doubtful = ~(np.abs(values) < LARGEST_EXACT_WHOLE)
        if (doubtful | (values == np.floor(values))).all() and _LIKE_A_CODE.search("\n".join(("", *cells))):
            doubtful |= np.fromiter((is_code(cell.strip()) for cell in cells), np.bool_, len(cells))
        return doubtful

    def _code(self, cell: str, words: frozenset[str]) -> int:
        if not cell or cell in self._codes:
            return self._codes.get(cell, -1)
        stripped = cell.strip()
        text = stripped if stripped.lower() in words or is_code(stripped) else self._label(stripped)
        if not text:
            return -1
        if text not in self._codes and len(self._codes) >= MAX_SPELLINGS:
            self._overflow = True
            return -1
        return self._codes.setdefault(text, len(self._codes))

    def _label(self, text: str) -> str | None:
        plain = self._style.plain(text)
        if plain is None or self._style.unit:
            return None if plain is None else text
        return whole_label(plain)


def number_column(name: str, values: NDArray[np.float64]) -> Column:
    """Make a column of numbers; infinite ones count as missing."""
    infinite = np.isinf(values)
    if not infinite.any():
        return Column(name, values)
    return Column(name, np.where(infinite, np.nan, values), infinite=int(infinite.sum()))


def numbers_of_texts(column: Column, style: NumberStyle) -> Column:
    """Read a column of texts, all of them numbers or gaps, as numbers of a style."""
    texts = column.categories or ()
    plain = [None if is_gap(text) else style.plain(text) for text in texts]
    numbers = np.array([np.nan if text is None else float(text) for text in plain], dtype=np.float64)
    spellings = SpellingReader(style)
    spellings.add(texts, numbers, 0, texts=False)
    spelling = spellings.result(len(texts))
    there = ~column.missing
    places = column.values[there].astype(np.intp)
    values, codes = np.full(len(column.values), np.nan), np.full(len(column.values), -1, dtype=np.int16)
    values[there] = numbers[places]
    if spelling is not None:
        codes[there] = spelling.codes[places]
    rows = np.bincount(places, minlength=len(texts))
    changed = (text for text, told in zip(texts, plain, strict=True) if told not in (None, text))
    return replace(
        number_column(column.name, values),
        samples=column.samples,
        unnamed=column.unnamed,
        declared=column.declared,
        spelling=replace(spelling, codes=codes) if spelling is not None else column.spelling,
        style=style,
        example=next(changed, ""),
        marks=tuple((text, int(rows[p])) for p, text in enumerate(texts) if text.lower() in GAP_MARKS),
    )


def _are_codes(cells: Sequence[str]) -> bool:
    """Tell whether cells, gaps aside, are whole numbers of one length, some with a leading zero."""
    if len(set(map(len, cells))) > _SAMPLES or not _LEADING_ZERO.search("\n".join(("", *cells))):
        return False
    texts = [text for cell in cells if not is_gap(text := cell.strip())]
    return len(set(map(len, texts))) == 1 and all(text.isascii() and text.isdigit() for text in texts)


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
