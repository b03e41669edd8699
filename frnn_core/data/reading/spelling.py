"""What classes are called where a number does not say it all."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import GAP_WORDS, LARGEST_EXACT_WHOLE, is_code, whole_label
from frnn_core.data.reading.limits import MAX_SPELLINGS
from frnn_core.data.reading.number_style import PLAIN, NumberStyle
from frnn_core.data.reading.raw_table import Spelling

_LIKE_A_CODE = re.compile(r"\n *[+-]?(?:0\d|\d+[eE]\d)", re.ASCII)
_WORDS_AMONG_NUMBERS = frozenset({"none"})  # the others mean a gap among numbers, as R and pandas write it


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
