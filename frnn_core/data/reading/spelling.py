"""The texts of a column that its numbers and categories do not keep, for the case that it is the class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import GAP_WORDS, LARGEST_EXACT_WHOLE, whole_label
from frnn_core.data.reading.limits import MAX_CATEGORIES
from frnn_core.data.reading.raw_table import Spelling

_WORDS_AMONG_NUMBERS = frozenset({"none"})  # the others mean a gap among numbers, as R and pandas write it


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
