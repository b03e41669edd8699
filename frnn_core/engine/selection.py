"""The smallest values of each line of an array, all at once or block by block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray, IntArray

Real = TypeVar("Real", np.float32, np.float64)
ROUNDS = 8
GROUPS = 256
"""Columns of a block fall into so many groups when the first bound is looked for."""


def smallest(values: FloatArray, k: int) -> FloatArray:
    """The k smallest values of each row in ascending order; overwrites the values."""
    if k <= ROUNDS:
        return np.stack([least for _, least in least_first(values, k)], axis=1)
    if k < values.shape[1]:
        values = np.partition(values, k - 1, axis=1)[:, :k]
    return np.sort(values, axis=1)


def least_first(values: NDArray[Real], k: int) -> Iterator[tuple[IntArray, NDArray[Real]]]:
    """Give place and value of each row's minimum, k times; overwrites what it gave with infinity.

    A pass for the minimum is so much faster than a partition that a few of them win.
    """
    rows = np.arange(len(values))
    for _ in range(k):
        place = values.argmin(axis=1)
        yield place, values[rows, place]
        values[rows, place] = np.inf


def smallest_places(values: FloatArray, k: int) -> IntArray:
    """The places of the k smallest values of each row in ascending order, equals in the order of places.

    Only values up to the k-th smallest are sorted.
    """
    if k == values.shape[1]:
        return np.argsort(values, axis=1, kind="stable")
    row, place = np.nonzero(values <= np.partition(values, k - 1, axis=1)[:, k - 1 : k])
    order = np.lexsort((values[row, place], row))
    starts = np.searchsorted(row, np.arange(len(values)))
    return np.asarray(place[order][starts[:, None] + np.arange(k)])


class Smallest:
    """The smallest values of each line, and their places, from blocks that are offered one after another.

    Attributes
    ----------
    values, places : (lines, count), ascending once settled; infinity and 0 where fewer were offered
    """

    def __init__(self, lines: int, count: int) -> None:
        self.values = np.full((lines, count), np.inf, dtype=np.float32)
        self.places = np.zeros((lines, count), dtype=np.intp)
        self._waiting: list[tuple[IntArray, NDArray[np.float32], IntArray]] = []
        self._hits = 0

    def offer(self, block: NDArray[np.float32], start: int) -> None:
        """Take from a block (lines, columns) what may be among the smallest; its first column is `start`.

        What is found waits until there is enough of it to be worth sorting. Meanwhile the limit is that
        of the last time, so nothing small is lost.
        """
        limit = self.values[:, -1]
        first = start == 0
        if first:
            limit = _upper_limit(block, self.values.shape[1])
        lines = np.flatnonzero(block.min(axis=1) <= limit)
        if not lines.size:
            return
        block = block[lines] if len(lines) < len(block) else block
        hits = np.flatnonzero(block <= limit[lines, None])
        line, place = np.divmod(hits, block.shape[1])
        self._waiting.append((lines[line], block.ravel()[hits], place + start))
        self._hits += len(hits)
        if first or self._hits > self.values.size:
            self.settle()

    def settle(self) -> None:
        """Sort what waits into the lists."""
        if not self._waiting:
            return
        line, value, place = (np.concatenate(parts) for parts in zip(*self._waiting, strict=True))
        self._waiting, self._hits = [], 0
        order = np.argsort(line, kind="stable")
        line, value, place = line[order], value[order], place[order]
        touched, counts = np.unique(line, return_counts=True)
        count, width = self.values.shape[1], int(counts.max())
        values = np.full((len(touched), count + width), np.inf, dtype=np.float32)
        places = np.zeros(values.shape, dtype=np.intp)
        values[:, :count], places[:, :count] = self.values[touched], self.places[touched]
        at = np.repeat(np.arange(len(touched)), counts)
        number = count + np.arange(len(line)) - np.repeat(np.cumsum(counts) - counts, counts)
        values[at, number], places[at, number] = value, place
        least = np.argsort(values, axis=1, kind="stable")[:, :count]
        self.values[touched] = np.take_along_axis(values, least, axis=1)
        self.places[touched] = np.take_along_axis(places, least, axis=1)


def _upper_limit(block: NDArray[np.float32], count: int) -> NDArray[np.float32]:
    """A number of each line that at least `count` of its values, if there are as many, do not exceed.

    Columns fall into groups; `count` groups whose least is not above the number give `count` values.
    """
    lines, columns = block.shape
    groups = min(GROUPS, columns)
    depth = columns // groups
    if count > groups:
        return np.full(lines, np.inf, dtype=np.float32)
    least = block[:, : groups * depth].reshape(lines, depth, groups).min(axis=1)
    return np.partition(least, count - 1, axis=1)[:, count - 1]
