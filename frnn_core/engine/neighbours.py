"""Exact nearest-neighbour distances, class by class, on every core.

The neighbour profile of a query holds, for each class, its kmax nearest distances. From one
profile every k up to kmax, every link and every gamma is a cheap array operation. This module
knows arrays and metric names, and no relation.

Rows are made ready once, in an `Index`; every way of search ends with the same distances, computed by
direct subtraction in float64 (`metrics`):

- rough: single precision proposes k + `SPARE` rows (`rough`), float64 decides, and a bound on the
  rounding proves that no other row is nearer; queries without that proof are searched directly;
- tree (few features, many rows): scipy's k-d tree proposes;
- direct: all distances of a block, the smallest kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.spatial import KDTree

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.metrics import distances, reduced_distances, reduced_to_candidates, unreduced
from frnn_core.engine.relation import Metric
from frnn_core.engine.rough import RoughRows
from frnn_core.engine.selection import smallest, smallest_places
from frnn_core.engine.threads import Task, run_tasks, thread_count

CHUNK_BYTES = 8_000_000
DIRECT_ROWS = 16_384
SPARE = 2
SMALL_CLASS = 64
MOST_PROPOSED = 64
TASK_QUERIES = 256
TREE_FEATURES = 16
FARTHEST_STEPS = 4
ROUNDING = 1e-9
_TREE_NORM: dict[str, float] = {"cityblock": 1, "euclidean": 2, "chebyshev": np.inf}


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows of a class: some of an array, by their numbers, or all of it."""

    values: FloatArray
    numbers: IntArray | None = None

    def __len__(self) -> int:
        return len(self.values if self.numbers is None else self.numbers)

    def part(self, which: slice) -> FloatArray:
        """Some of the rows, in order."""
        return self.values[which] if self.numbers is None else self.values[self.numbers[which]]

    def at(self, places: IntArray) -> FloatArray:
        """The rows at any places, counted within the class."""
        return self.values[places if self.numbers is None else self.numbers[places]]


class Index:
    """The rows of every class, made ready for search once.

    Parameters
    ----------
    rows : the embedded training rows of each class; a class may have none
    metric : name of the distance
    """

    def __init__(self, rows: Sequence[Rows], metric: Metric) -> None:
        self.rows, self.metric = list(rows), metric
        self._rough: dict[int, RoughRows | None] = {}
        self._trees: dict[int, KDTree] = {}

    def profile(self, queries: Sequence[FloatArray], kmax: int) -> FloatArray:
        """Give the kmax nearest distances of every query to every class.

        Parameters
        ----------
        queries : for each class, the embedded queries (the same number for each class)
        kmax : length of the lists; a class with fewer rows is padded with infinity

        Returns
        -------
        (queries, classes, kmax) array, ascending along the last axis
        """
        result = np.full((len(queries[0]), len(self.rows), kmax), np.inf)
        if not len(queries[0]):
            return result
        small = self._small_classes(queries)
        others = [code for code, rows in enumerate(self.rows) if len(rows) and code not in set(small)]
        run_tasks([partial(self._prepare, code, len(queries[0]), kmax) for code in others])
        tasks: list[Task] = []
        if small:
            members = [self.rows[code].part(slice(None)) for code in small]
            tasks += _together(queries[0], members, self.metric, result, np.array(small))
        for code in others:
            out = result[:, code, : min(kmax, len(self.rows[code]))]
            tasks += self._tasks(code, queries[code], out, len(others))
        run_tasks(tasks)
        return result

    def _small_classes(self, queries: Sequence[FloatArray]) -> list[int]:
        """The classes that are searched in one go: small ones that see the same queries."""
        if any(asked is not queries[0] for asked in queries):
            return []
        return [code for code, members in enumerate(self.rows) if 0 < len(members) <= SMALL_CLASS]

    def _prepare(self, code: int, queries: int, k: int) -> None:
        """Make ready what a search of so many queries wants; what is there already is kept."""
        rows = self.rows[code]
        if code in self._trees or k + SPARE >= min(len(rows), MOST_PROPOSED):
            return
        if _tree_pays(rows, self.metric, k, queries):
            self._trees[code] = KDTree(rows.part(slice(None)), balanced_tree=False)
        elif code not in self._rough and self.metric != "signed-maximum":
            self._rough[code] = RoughRows.of(rows.part, len(rows), self.metric)

    def _tasks(self, code: int, queries: FloatArray, out: FloatArray, classes: int) -> list[Task]:
        """Tasks that fill `out` with the nearest distances to one class, a part of the queries each."""
        rows, k = self.rows[code], out.shape[1]
        search: Callable[[FloatArray], FloatArray]
        if k + SPARE >= min(len(rows), MOST_PROPOSED):
            search = partial(_nearest, rows=rows, metric=self.metric, k=k)
        elif code in self._trees:
            search = partial(_from_tree, tree=self._trees[code], rows=rows, metric=self.metric, k=k)
        elif (rough := self._rough.get(code)) is not None:
            search = partial(_proven, rough=rough, rows=rows, k=k)
        else:
            search = partial(_nearest, rows=rows, metric=self.metric, k=k)

        def fill(part: slice) -> None:
            out[part] = search(queries[part])

        return [partial(fill, part) for part in _parts(len(queries), classes)]


def profile(
    queries: Sequence[FloatArray], rows: Sequence[FloatArray], metric: Metric, kmax: int
) -> FloatArray:
    """The same for rows that are searched once only; see `Index.profile`."""
    return Index([Rows(members) for members in rows], metric).profile(queries, kmax)


def _parts(queries: int, classes: int) -> list[slice]:
    """Slices over the queries, so that every thread has work and no part is too large for memory."""
    least = -(-thread_count() * 2 // classes)
    step = max(1, min(TASK_QUERIES, -(-queries // least)))
    return [slice(start, min(start + step, queries)) for start in range(0, queries, step)]


def _together(
    queries: FloatArray, rows: Sequence[FloatArray], metric: Metric, result: FloatArray, codes: IntArray
) -> list[Task]:
    """Tasks that search many small classes at once: one call for all distances, then class by class."""
    sizes = np.array([len(members) for members in rows])
    width, total = int(sizes.max()), int(sizes.sum())
    starts = np.cumsum(sizes) - sizes
    places = np.where(np.arange(width) < sizes[:, None], starts[:, None] + np.arange(width), total)
    joined, k = np.concatenate(rows), min(result.shape[2], width)

    def search(part: slice) -> None:
        every = np.full((part.stop - part.start, total + 1), np.inf)
        every[:, :total] = reduced_distances(queries[part], joined, metric)
        nearest = unreduced(smallest(every[:, places].reshape(-1, width), k), metric)
        result[part, codes, :k] = nearest.reshape(-1, len(codes), k)

    return [partial(search, part) for part in chunks(len(queries), 8 * max(total, places.size))]


def _proven(queries: FloatArray, rough: RoughRows, rows: Rows, k: int) -> FloatArray:
    """The nearest distances among proposed rows where the bound proves them, else among all rows."""
    places, bound = rough.propose(queries, k + SPARE)
    found = np.sort(reduced_to_candidates(queries, rows.at(places), rough.metric), axis=1)[:, :k]
    doubtful = ~(found[:, -1] <= bound)
    nearest = unreduced(found, rough.metric)
    if doubtful.any():
        nearest[doubtful] = _nearest(queries[doubtful], rows, rough.metric, k)
    return nearest


def _nearest(queries: FloatArray, rows: Rows, metric: Metric, k: int) -> FloatArray:
    """The k smallest of all distances of each query, by blocks of queries and rows."""
    result = np.empty((len(queries), k))
    height = min(len(rows), DIRECT_ROWS)
    for part in chunks(len(queries), 8 * height):
        kept = np.empty((part.stop - part.start, 0))
        for start in range(0, len(rows), height):
            block = reduced_distances(queries[part], rows.part(slice(start, start + height)), metric)
            near = smallest(block, min(k, block.shape[1]))
            kept = smallest(np.concatenate([kept, near], axis=1), min(k, kept.shape[1] + near.shape[1]))
        result[part] = kept
    return unreduced(result, metric)


def nearest_rows(
    queries: FloatArray, rows: FloatArray, metric: Metric, k: int
) -> tuple[FloatArray, IntArray]:
    """Give the k nearest distances and row numbers; equal distances in the order of the rows."""
    found = np.empty((len(queries), k))
    numbers = np.empty((len(queries), k), dtype=np.intp)

    def search(part: slice) -> None:
        every = distances(queries[part], rows, metric)
        numbers[part] = smallest_places(every, k)
        found[part] = np.take_along_axis(every, numbers[part], axis=1)

    run_tasks([partial(search, part) for part in chunks(len(queries), 8 * len(rows))])
    return found, numbers


def diameter(rows: FloatArray, metric: Metric = "euclidean") -> float:
    """The largest distance between two rows, in chunks.

    Two rows are no farther apart than both are from the middle. So where L is any distance that occurs and
    r the distance from the middle, only rows with r + max r >= L can be an end of the largest distance.
    """
    middle = rows.mean(axis=0, keepdims=True)
    if metric in _TREE_NORM and np.isfinite(middle).all():
        radius = distances(rows, middle, metric)[:, 0]
        far = rows[[radius.argmax()]]
        for _ in range(FARTHEST_STEPS):
            from_far = distances(far, rows, metric)[0]
            far = rows[[from_far.argmax()]]
        rows = rows[radius + radius.max() >= from_far.max() * (1 - ROUNDING)]
    return max(float(distances(rows[part], rows, metric).max()) for part in chunks(len(rows), 8 * len(rows)))


def chunks(n: int, row_bytes: int) -> list[slice]:
    """Slices over n rows so that each holds about `CHUNK_BYTES`."""
    step = max(1, CHUNK_BYTES // max(1, row_bytes))
    return [slice(start, min(start + step, n)) for start in range(0, n, step)]


def _tree_pays(rows: Rows, metric: Metric, k: int, queries: int) -> bool:
    """Whether a k-d tree beats brute force (as measured: it needs twice the rows for each feature more)."""
    features = rows.values.shape[1]
    return metric in _TREE_NORM and features <= TREE_FEATURES and len(rows) >= 64 * k**0.5 * 2**features


def _from_tree(queries: FloatArray, tree: KDTree, rows: Rows, metric: Metric, k: int) -> FloatArray:
    """The nearest distances among rows that a tree finds.

    Its sums may differ from ours in the last bit, so a few more rows are asked for, and all computed anew.
    """
    places = tree.query(queries, k=np.arange(1, k + SPARE + 1), p=_TREE_NORM[metric])[1]
    found = np.sort(reduced_to_candidates(queries, rows.at(places), metric), axis=1)
    return unreduced(found[:, :k], metric)
