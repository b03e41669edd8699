"""The training rows of a class, as they are searched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows of a class: some of an array, by their numbers, or all of it.

    Classes share the array, so that no second copy of all rows is held.
    """

    values: FloatArray
    numbers: IntArray | None = None

    def __len__(self) -> int:
        return len(self.values if self.numbers is None else self.numbers)

    def part(self, which: slice) -> FloatArray:
        """Some of the rows, in order."""
        return self.values[which] if self.numbers is None else self.values[self.numbers[which]]

    def parts(self, size: int) -> list[Callable[[], FloatArray]]:
        """All of the rows, so many at a time, each part when it is called for."""
        return [partial(self.part, slice(start, start + size)) for start in range(0, len(self), size)]

    def at(self, places: IntArray) -> FloatArray:
        """The rows at any places, counted within the class."""
        return self.values[places if self.numbers is None else self.numbers[places]]


def rows_at(classes: Sequence[Rows], places: IntArray) -> FloatArray:
    """The rows at places (queries, classes, any number) of each class, as (queries, places, features).

    Where classes share an array, it is read once for all of them.
    """
    shared = all(rows.values is classes[0].values and rows.numbers is not None for rows in classes)
    if not shared:
        return np.concatenate([rows.at(places[:, i]) for i, rows in enumerate(classes)], axis=1)
    numbers = [rows.numbers[places[:, i]] for i, rows in enumerate(classes) if rows.numbers is not None]
    return classes[0].values[np.concatenate(numbers, axis=1)]
