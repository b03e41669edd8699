"""Where the values of a column are put: at a number, at the code of a value, at shares, on circles.

Each place is plain data, so that a fitted encoding can be kept in a file and read back to the bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray

MONTHS, WEEKDAYS = 12, 7
THURSDAY = 3
"""The weekday of the first of January 1970, counted from Monday."""


def as_column(values: FloatArray) -> FloatArray:
    """Values as one column."""
    return values[:, None]


def positions(values: FloatArray, known: FloatArray) -> FloatArray:
    """The position of each value among the known ones, ascending; -1 for others, NaN for gaps."""
    place = np.searchsorted(known, values)
    found = known[np.minimum(place, len(known) - 1)] == values if len(known) else np.zeros(len(values), bool)
    return np.where(np.isnan(values), np.nan, np.where(found, place, -1.0))


def known_values(values: FloatArray) -> FloatArray:
    """The different values that are there, ascending."""
    return np.unique(values[~np.isnan(values)])


@dataclass(frozen=True, eq=False)
class Codes:
    """The position among the known values, -1 for others."""

    known: FloatArray

    def __call__(self, values: FloatArray) -> FloatArray:
        """Give one column of codes."""
        return as_column(positions(values, self.known))


@dataclass(frozen=True, eq=False)
class Shares:
    """The shares of each known value; then those of a value never seen, and those of a gap."""

    known: FloatArray
    shares: FloatArray

    def __call__(self, values: FloatArray) -> FloatArray:
        """Give the columns of shares."""
        code = positions(values, self.known)
        row = np.where(np.isnan(code), -1, np.where(code < 0, -2, code)).astype(np.intp)
        return np.asarray(self.shares[row])


@dataclass(frozen=True, eq=False)
class OneHot:
    """A column of 0 and 1 for each known value."""

    known: FloatArray

    def __call__(self, values: FloatArray) -> FloatArray:
        """Give the columns; all 0 for a gap, and for a value never seen."""
        return np.asarray(values[:, None] == self.known, dtype=np.float64)


def on_calendar(values: FloatArray) -> FloatArray:
    r"""The day, then :math:`½ (\cos φ, \sin φ)` of month and weekday: opposite ones are 1 apart in a line."""
    there = ~np.isnan(values)
    whole = np.floor(np.where(there, values, 0.0)).astype(np.int64)
    month = whole.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) % MONTHS
    weekday = (whole + THURSDAY) % WEEKDAYS
    angles = 2 * np.pi * np.stack([month / MONTHS, weekday / WEEKDAYS], axis=1)
    found = np.stack([np.cos(angles), np.sin(angles)], axis=2).reshape(len(values), -1) / 2
    return np.concatenate([values[:, None], np.where(there[:, None], found, np.nan)], axis=1)
