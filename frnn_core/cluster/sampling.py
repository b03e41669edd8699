"""A stratified sample of rows in parts: the same rows however the table is cut."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frnn_core.cluster.parts import Part
from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.engine.labels import encode

SAMPLE_ROWS = 20_000
LEAST = 2
"""Rows of each class that a sample has at least, where there are as many: one has no equal to learn from."""


@dataclass(frozen=True, eq=False)
class Sample:
    """Rows with their classes and their numbers in the whole table."""

    X: FloatArray
    codes: IntArray
    numbers: IntArray

    def thinned(self, quotas: IntArray) -> Sample:
        """Of each class as many as its quota says, those whose numbers come first in a fixed shuffle."""
        keys = shuffled(self.numbers)
        order = np.lexsort((keys, self.codes))
        codes = self.codes[order]
        place = np.arange(len(codes)) - np.searchsorted(codes, codes)
        kept = np.sort(order[place < quotas[codes]])
        return Sample(self.X[kept], self.codes[kept], self.numbers[kept])


def quotas(sizes: IntArray, most: int) -> IntArray:
    """How many rows of each class are drawn: all, or in proportion."""
    total = int(sizes.sum())
    if total <= most:
        return sizes
    return np.maximum(np.minimum(sizes, LEAST), sizes * most // total)


def sample_of(part: Part, first: int, classes: LabelArray, drawn: IntArray) -> Sample:
    """The rows of a part that may be in the sample; `first` is the number of its first row."""
    numbers = first + np.arange(len(part.X))
    return Sample(part.X, encode(part.labels, classes), numbers).thinned(drawn)


def merged(samples: list[Sample], drawn: IntArray) -> Sample:
    """The sample of several parts, in the order of the table."""
    X, codes, numbers = (
        np.concatenate([getattr(sample, name) for sample in samples]) for name in ("X", "codes", "numbers")
    )
    order = np.argsort(numbers)
    return Sample(X[order], codes[order], numbers[order]).thinned(drawn)


def shuffled(numbers: IntArray) -> NDArray[np.uint64]:
    """A fixed scrambling of whole numbers, the finaliser of SplitMix64 (doi:10.1145/2660193.2660195)."""
    mixed = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(mixed ^ (mixed >> np.uint64(31)))
