"""The cells of one column -> numbers or categories, piece by piece."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import GAP_MARKS, USUAL_GAPS, is_gap, is_missing
from frnn_core.data.reading.limits import MAX_TEXTS
from frnn_core.data.reading.number_columns import number_column, numbers_of_texts
from frnn_core.data.reading.number_style import PLAIN, Evidence, NumberStyle, may_be_thousands
from frnn_core.data.reading.raw_table import Column
from frnn_core.data.reading.spelling import SpellingReader

_ODD_SHOWN = 3
_SAMPLES = 3
_SAMPLED_ROWS = 1_000
_LEADING_ZERO = re.compile(r"\n *0\d", re.ASCII)


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


def _are_codes(cells: Sequence[str]) -> bool:
    """Tell whether cells, gaps aside, are whole numbers of one length, some with a leading zero."""
    if len(set(map(len, cells))) > _SAMPLES or not _LEADING_ZERO.search("\n".join(("", *cells))):
        return False
    texts = [text for cell in cells if not is_gap(text := cell.strip())]
    return len(set(map(len, texts))) == 1 and all(text.isascii() and text.isdigit() for text in texts)
