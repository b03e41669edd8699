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

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np
from scipy.spatial import KDTree

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import AnyMetric
from frnn_core.engine.metrics import (
    base_of,
    distances,
    reduced_distances,
    reduced_to_candidates,
    unreduced,
)
from frnn_core.engine.rough import Rough, Slab
from frnn_core.engine.rows import Rows, rows_at
from frnn_core.engine.selection import smallest, smallest_places
from frnn_core.engine.threads import Task, run_tasks, thread_count

CHUNK_BYTES = 8_000_000
CANDIDATE_BYTES = 2_000_000
DIRECT_ROWS = 16_384
SPARE = 2
SMALL_CLASS = 64
MOST_PROPOSED = 64
TASK_QUERIES = 256
TREE_FEATURES, TREE_QUERIES = 16, 150
FARTHEST_STEPS = 4
ROUNDING = 1e-9
_TREES: dict[str, tuple[float, int, float]] = {
    "cityblock": (1, 2_000, 2.6),
    "euclidean": (2, 1_500, 2.2),
    "chebyshev": (np.inf, 1_000, 1.6),
}
"""Of each distance that a tree serves: its norm, the rows of a class from which on a tree pays with 4
features, and how many times as many it takes for each feature more."""

Way = Callable[[FloatArray, FloatArray], None]
"""Searches for some queries, and writes into their part of the profile."""


class Index:
    """The rows of every class, made ready for search once.

    Parameters
    ----------
    rows : the embedded training rows of each class; a class may have none
    metric : name of the distance
    """

    def __init__(self, rows: Sequence[Rows], metric: AnyMetric) -> None:
        self.rows, self.metric = list(rows), metric
        self._rough: dict[tuple[int, ...], Rough | None] = {}
        self._slabs: dict[tuple[int, ...], list[Slab]] = {}
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
        tasks: list[Task] = []
        for codes in self._together(queries):
            asked = queries[codes[0]]
            for way in self._ways(codes, len(asked), kmax):
                tasks += [partial(way, asked[part], result[part]) for part in _parts(len(asked))]
        run_tasks(tasks)
        return result

    def _together(self, queries: Sequence[FloatArray]) -> list[list[int]]:
        """Classes that see the same queries: all of them, or each by itself."""
        filled = [code for code, rows in enumerate(self.rows) if len(rows)]
        if all(asked is queries[0] for asked in queries):
            return [filled] if filled else []
        return [[code] for code in filled]

    def _ways(self, codes: list[int], queries: int, k: int) -> Iterator[Way]:
        """Ways to search classes that see the same queries; what they need is made ready here."""
        small = [code for code in codes if len(self.rows[code]) <= SMALL_CLASS]
        if small:
            yield partial(_small, [self.rows[code].part(slice(None)) for code in small], small, self.metric)
        large = [code for code in codes if code not in set(small)]
        proposed = []
        for code in large:
            rows = self.rows[code]
            if k + SPARE >= min(len(rows), MOST_PROPOSED) or base_of(self.metric) == "signed-maximum":
                yield partial(_direct, rows, code, self.metric)
            elif code in self._trees or _tree_pays(rows, self.metric, queries):
                yield partial(_from_tree, self._tree(code), rows, code, self.metric)
            else:
                proposed.append(code)
        if proposed:
            yield from self._proposing(tuple(large), proposed)

    def _tree(self, code: int) -> KDTree:
        if code not in self._trees:
            self._trees[code] = KDTree(self.rows[code].part(slice(None)), balanced_tree=False)
        return self._trees[code]

    def _proposing(self, group: tuple[int, ...], codes: list[int]) -> Iterator[Way]:
        """The rough way for some classes of a group that shares a centre and a unit; else the direct way."""
        if group not in self._rough:
            arrays = {id(self.rows[code].values): self.rows[code].values for code in group}
            self._rough[group] = Rough.of(list(arrays.values()), self.metric)
        rough = self._rough[group]
        if rough is None:
            for code in codes:
                yield partial(_direct, self.rows[code], code, self.metric)
            return
        if (wanted := tuple(codes)) not in self._slabs:
            self._slabs[wanted] = rough.slabs({code: self.rows[code] for code in codes})
        yield partial(_proven, rough, self._slabs[wanted], self.rows, self.metric)


class RegionIndex:
    """Rows whose region says how they are measured: an index of each region, classes as everywhere.

    The nearest rows of a class are among the nearest of its regions, so the search is as exact as theirs.
    """

    def __init__(self, regions: Sequence[Index]) -> None:
        self.regions = list(regions)

    def profile(self, queries: Sequence[FloatArray], kmax: int) -> FloatArray:
        """Give the kmax nearest distances of every query to every class; queries as each region sees them."""
        found = np.full((len(queries[0]), len(self.regions[0].rows), kmax), np.inf)
        for index, asked in zip(self.regions, queries, strict=True):
            found = merged_profiles([found, index.profile([asked] * len(index.rows), kmax)])
        return found


def merged_profiles(profiles: Sequence[FloatArray]) -> FloatArray:
    """The nearest distances of several parts of the rows together."""
    every = np.concatenate(profiles, axis=2)
    every.sort(axis=2)
    return np.ascontiguousarray(every[:, :, : profiles[0].shape[2]])


def _parts(queries: int) -> list[slice]:
    """Slices over the queries, so that every thread has work and no part is too large for memory."""
    step = max(1, min(TASK_QUERIES, -(-queries // (2 * thread_count()))))
    return [slice(start, min(start + step, queries)) for start in range(0, queries, step)]


def _small(
    rows: Sequence[FloatArray],
    codes: Sequence[int],
    metric: AnyMetric,
    queries: FloatArray,
    result: FloatArray,
) -> None:
    """Search many small classes at once: one call for all distances, then class by class."""
    sizes = np.array([len(members) for members in rows])
    width, total = int(sizes.max()), int(sizes.sum())
    starts = np.cumsum(sizes) - sizes
    places = np.where(np.arange(width) < sizes[:, None], starts[:, None] + np.arange(width), total)
    joined, k = np.concatenate(rows), min(result.shape[2], width)
    for part in chunks(len(queries), 8 * max(total, places.size)):
        every = np.full((part.stop - part.start, total + 1), np.inf)
        every[:, :total] = reduced_distances(queries[part], joined, metric)
        nearest = unreduced(smallest(every[:, places].reshape(-1, width), k), metric)
        result[part, codes, :k] = nearest.reshape(-1, len(codes), k)


def _proven(
    rough: Rough,
    slabs: Sequence[Slab],
    rows: Sequence[Rows],
    metric: AnyMetric,
    queries: FloatArray,
    result: FloatArray,
) -> None:
    """Take the nearest of proposed rows where the bound proves them, else of all rows."""
    k = result.shape[2]
    codes = [code for slab in slabs for code in slab.codes]
    places, bound = rough.propose(queries, slabs, k + SPARE)
    for part in chunks(len(queries), 8 * places[0].size * queries.shape[1], CANDIDATE_BYTES):
        proposed = rows_at([rows[code] for code in codes], places[part])
        found = reduced_to_candidates(queries[part], proposed, metric)
        nearest = np.sort(found.reshape(-1, *places.shape[1:]), axis=2)[:, :, :k]
        result[part, codes] = unreduced(nearest, metric)
        bound[part] -= nearest[:, :, -1]
    for i, code in enumerate(codes):
        doubtful = np.flatnonzero(~(bound[:, i] >= 0))
        if doubtful.size:
            result[doubtful, code] = _nearest(queries[doubtful], rows[code], metric, k)


def _direct(rows: Rows, code: int, metric: AnyMetric, queries: FloatArray, result: FloatArray) -> None:
    """Compute all distances to the rows of a class."""
    k = min(result.shape[2], len(rows))
    result[:, code, :k] = _nearest(queries, rows, metric, k)


def _nearest(queries: FloatArray, rows: Rows, metric: AnyMetric, k: int) -> FloatArray:
    """The k smallest of all distances of each query, by blocks of queries and rows."""
    result = np.empty((len(queries), k))
    height = min(len(rows), DIRECT_ROWS)
    for part in chunks(len(queries), 8 * height):
        kept = np.empty((part.stop - part.start, 0))
        for block in rows.parts(height):
            every = reduced_distances(queries[part], block(), metric)
            near = smallest(every, min(k, every.shape[1]))
            kept = smallest(np.concatenate([kept, near], axis=1), min(k, kept.shape[1] + near.shape[1]))
        result[part] = kept
    return unreduced(result, metric)


def _from_tree(
    tree: KDTree, rows: Rows, code: int, metric: AnyMetric, queries: FloatArray, result: FloatArray
) -> None:
    """Take the nearest of the rows that a tree finds.

    Its sums may differ from ours in the last bit, so a few more rows are asked for, and all computed anew.
    """
    k = result.shape[2]
    places = tree.query(queries, k=np.arange(1, k + SPARE + 1), p=_TREES[base_of(metric)][0])[1]
    found = np.sort(reduced_to_candidates(queries, rows.at(places), metric), axis=1)
    result[:, code] = unreduced(found[:, :k], metric)


def _tree_pays(rows: Rows, metric: AnyMetric, queries: int) -> bool:
    """Whether a k-d tree beats brute force: with many rows for the features, and queries that make up for it.

    Each feature more asks for a multiple of the rows, the smaller the more a single feature can rule out
    (measured on 2 to 8 features and 500 to 16,000 rows of one class).
    """
    if metric not in _TREES:
        return False
    _, least, growth = _TREES[metric]
    features = rows.values.shape[1]
    return (
        features <= TREE_FEATURES
        and len(rows) >= least * growth ** (features - 4)
        and queries >= TREE_QUERIES
    )


def nearest_rows(
    queries: FloatArray, rows: FloatArray, metric: AnyMetric, k: int
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


def diameter(rows: FloatArray, metric: AnyMetric = "euclidean") -> float:
    """The largest distance between two rows, in chunks.

    Two rows are no farther apart than both are from the middle. So where L is any distance that occurs and
    r the distance from the middle, only rows with r + max r >= L can be an end of the largest distance.
    """
    middle = rows.mean(axis=0, keepdims=True)
    if metric in _TREES and np.isfinite(middle).all():
        radius = distances(rows, middle, metric)[:, 0]
        far = rows[[radius.argmax()]]
        for _ in range(FARTHEST_STEPS):
            from_far = distances(far, rows, metric)[0]
            far = rows[[from_far.argmax()]]
        rows = rows[radius + radius.max() >= from_far.max() * (1 - ROUNDING)]
    return max(float(distances(rows[part], rows, metric).max()) for part in chunks(len(rows), 8 * len(rows)))


def chunks(n: int, row_bytes: int, most: int | None = None) -> list[slice]:
    """Slices over n rows so that each holds about so many bytes, `CHUNK_BYTES` if nothing else is said."""
    step = max(1, (most or CHUNK_BYTES) // max(1, row_bytes))
    return [slice(start, min(start + step, n)) for start in range(0, n, step)]
