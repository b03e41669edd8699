"""Exact nearest-neighbour distances, class by class, in small chunks on every core.

The neighbour profile of a query holds, for each class, its kmax nearest distances. From one
profile every k up to kmax, every link and every gamma is a cheap array operation. This module
knows arrays and metric names, and no relation.

Three ways of search give the same distances, each computed by direct subtraction:

- direct: all distances of a chunk (scipy), the smallest kept;
- preselected (Euclidean, many features): a matrix product in single precision proposes k + `SPARE`
  candidates, their distances are recomputed directly, and a bound on the rounding error of the
  product proves that no other row can be nearer; queries without that proof are searched directly;
- tree (few features, many rows): scipy's k-d tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.relation import Metric
from frnn_core.engine.threads import Task, run_tasks

Real = TypeVar("Real", np.float32, np.float64)

CHUNK_BYTES = 8_000_000
SPARE = 2
ROUNDS = 8
SMALL_CLASS = 64
TREE_QUERIES = 250
FARTHEST_STEPS = 4
ROUNDING = 1e-9
_TREE_NORM: dict[str, float] = {"cityblock": 1, "euclidean": 2, "chebyshev": np.inf}


def distances(queries: FloatArray, rows: FloatArray, metric: Metric) -> FloatArray:
    """All distances from queries to rows, by direct subtraction (Canberra with 0/0 = 0)."""
    if metric == "signed-maximum":
        return _signed_maximum(queries, rows)
    return np.asarray(cdist(queries, rows, metric))


def _signed_maximum(queries: FloatArray, rows: FloatArray) -> FloatArray:
    """The largest of (row - query) over the features, with its sign: no metric, and may be negative."""
    result = np.full((len(queries), len(rows)), -np.inf)
    for query_values, row_values in zip(queries.T, rows.T, strict=True):
        np.maximum(result, row_values - query_values[:, None], out=result)
    return result


def profile(
    queries: Sequence[FloatArray], rows: Sequence[FloatArray], metric: Metric, kmax: int
) -> FloatArray:
    """Give the kmax nearest distances of every query to every class.

    Parameters
    ----------
    queries, rows : for each class, the embedded queries (the same number for each class) and the
        embedded training rows of the class
    metric : name of the distance
    kmax : length of the lists; a class with fewer rows is padded with infinity

    Returns
    -------
    (queries, classes, kmax) array, ascending along the last axis
    """
    result = np.full((len(queries[0]), len(rows), kmax), np.inf)
    tasks: list[Task] = []
    small = _small_classes(queries, rows)
    if small:
        tasks += _together(queries[0], [rows[code] for code in small], metric, result, np.array(small))
    for code in set(range(len(rows))) - set(small):
        asked, members = queries[code], rows[code]
        out = result[:, code, : min(kmax, len(members))]
        if _tree_pays(members, metric, kmax):
            tasks += _from_tree(asked, members, metric, out)
        elif metric == "euclidean" and _product_pays(members, out.shape[1]):
            tasks += _preselected(asked, members, out)
        else:
            tasks += _direct(asked, members, metric, out)
    run_tasks(tasks)
    return result


def _small_classes(queries: Sequence[FloatArray], rows: Sequence[FloatArray]) -> list[int]:
    """The classes that are searched in one go: small ones that see the same queries."""
    if any(asked is not queries[0] for asked in queries):
        return []
    return [code for code, members in enumerate(rows) if len(members) <= SMALL_CLASS]


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
        every[:, :total] = distances(queries[part], joined, metric)
        nearest = _smallest(every[:, places].reshape(-1, width), k)
        result[part, codes, :k] = nearest.reshape(-1, len(codes), k)

    return [partial(search, part) for part in chunks(len(queries), 8 * max(total, places.size))]


def nearest_rows(
    queries: FloatArray, rows: FloatArray, metric: Metric, k: int
) -> tuple[FloatArray, IntArray]:
    """Give the k nearest distances and row numbers; equal distances in the order of the rows."""
    found = np.empty((len(queries), k))
    numbers = np.empty((len(queries), k), dtype=np.intp)

    def search(part: slice) -> None:
        every = distances(queries[part], rows, metric)
        numbers[part] = _smallest_places(every, k)
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


def _direct(queries: FloatArray, rows: FloatArray, metric: Metric, out: FloatArray) -> list[Task]:
    """Tasks that fill `out` with the nearest distances, a chunk each."""

    def search(part: slice) -> None:
        out[part] = _nearest(queries[part], rows, metric, out.shape[1])

    return [partial(search, part) for part in chunks(len(queries), 8 * len(rows))]


def _nearest(queries: FloatArray, rows: FloatArray, metric: Metric, k: int) -> FloatArray:
    """The k smallest distances of each query; Euclidean ones are rooted only once they are chosen."""
    if metric == "euclidean":
        return np.sqrt(_smallest(cdist(queries, rows, "sqeuclidean"), k))
    return _smallest(distances(queries, rows, metric), k)


def _smallest(values: FloatArray, k: int) -> FloatArray:
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


def _smallest_places(values: FloatArray, k: int) -> IntArray:
    """The places of the k smallest values of each row in ascending order, equals in the order of places.

    Only values up to the k-th smallest are sorted.
    """
    if k == values.shape[1]:
        return np.argsort(values, axis=1, kind="stable")
    row, place = np.nonzero(values <= np.partition(values, k - 1, axis=1)[:, k - 1 : k])
    order = np.lexsort((values[row, place], row))
    starts = np.searchsorted(row, np.arange(len(values)))
    return np.asarray(place[order][starts[:, None] + np.arange(k)])


def _tree_pays(rows: FloatArray, metric: Metric, k: int) -> bool:
    """Whether a k-d tree beats brute force (as measured: it needs twice the rows for each feature more)."""
    return metric in _TREE_NORM and rows.shape[1] <= 16 and len(rows) >= 64 * k**0.5 * 2 ** rows.shape[1]


def _from_tree(queries: FloatArray, rows: FloatArray, metric: Metric, out: FloatArray) -> list[Task]:
    """Tasks that fill `out` from a k-d tree."""
    tree = KDTree(rows)
    which = np.arange(1, out.shape[1] + 1)

    def search(part: slice) -> None:
        out[part] = tree.query(queries[part], k=which, p=_TREE_NORM[metric])[0]

    return [partial(search, part) for part in chunks(len(queries), CHUNK_BYTES // TREE_QUERIES)]


def _product_pays(rows: FloatArray, k: int) -> bool:
    """Whether preselection by matrix product beats direct subtraction (as measured)."""
    return rows.shape[1] >= 4 and k + SPARE < len(rows) and k <= 40


def _preselected(queries: FloatArray, rows: FloatArray, out: FloatArray) -> list[Task]:
    """Tasks that fill `out` by Euclidean search with |y|² - 2 q·y around the mean, proven or repaired.

    In units of the largest length, and with u = 2⁻²⁴, the product of single-precision numbers differs
    from the true one by at most (features + 8) u (|q| + |y|)², and by 2⁻¹⁴⁸ a term where numbers are too
    small for single precision. The candidates are complete where the k-th square, recomputed from the
    rows themselves, stays below the last proposed one by more than that; other queries are searched
    directly.
    """
    k, terms = out.shape[1], rows.shape[1] + 8
    centre = rows.mean(axis=0)
    members = rows - centre
    squared = (members**2).sum(axis=1)
    longest = np.sqrt(squared.max())

    def search(part: slice) -> None:
        asked = queries[part] - centre
        lengths = np.sqrt((asked**2).sum(axis=1))
        unit = max(longest, lengths.max()) or 1.0
        products = (asked * (-2 / unit)).astype(np.float32) @ (members / unit).astype(np.float32).T
        products += (squared / unit**2).astype(np.float32)
        found = list(least_first(products, k + SPARE))
        candidates, proposed = np.stack([place for place, _ in found], axis=1), found[-1][1]
        differences = rows.take(candidates, axis=0)
        differences -= queries[part, None]
        squares = np.sort(np.einsum("qkf,qkf->qk", differences, differences), axis=1)[:, :k]
        doubt = terms * (2.0**-24 * (lengths + longest) ** 2 + 2.0**-148 * unit**2)
        proven = squares[:, -1] - lengths**2 + doubt < proposed * unit**2
        nearest = np.sqrt(squares)
        if not proven.all():
            nearest[~proven] = _nearest(queries[part][~proven], rows, "euclidean", k)
        out[part] = nearest

    return [partial(search, part) for part in chunks(len(queries), 4 * len(rows))]
