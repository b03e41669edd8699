"""Exact nearest-neighbour distances, class by class, in small chunks on every core.

The neighbour profile of a query holds, for each class, its kmax nearest distances. From one
profile every k up to kmax, every link and every gamma is a cheap array operation. This module
knows arrays and metric names, and no relation.

Three ways of search give the same distances, each computed by direct subtraction:

- direct: all distances of a chunk (scipy), the smallest kept;
- preselected (Euclidean, many features): scikit-learn's matrix-product search proposes k + `SPARE`
  candidates, their distances are recomputed directly, and a bound on the rounding error of the
  product proves that no other row can be nearer; queries without that proof are searched directly;
- tree (few features, many rows): scipy's k-d tree.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, partial

import numpy as np
from scipy.spatial import KDTree
from scipy.spatial.distance import cdist
from threadpoolctl import ThreadpoolController

from frnn_core.arrays import FloatArray, IntArray
from frnn_core.registry import Metric

Task = Callable[[], None]

CHUNK_BYTES = 2_000_000
SPARE = 2
PRODUCT_QUERIES = 1_000
TREE_QUERIES = 250
_TREE_NORM: dict[str, float] = {"cityblock": 1, "euclidean": 2, "chebyshev": np.inf}


def thread_count() -> int:
    """Threads to use: OMP_NUM_THREADS where it is set, as in worker processes, else the cores we may use."""
    limit = os.environ.get("OMP_NUM_THREADS", "")
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(int(limit), available)) if limit.isdigit() else available


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
    for code, (asked, members) in enumerate(zip(queries, rows, strict=True)):
        out = result[:, code, : min(kmax, len(members))]
        if _tree_pays(members, metric, kmax):
            tasks += _from_tree(asked, members, metric, out)
        elif metric == "euclidean" and _product_pays(asked, members, out.shape[1]):
            tasks += _preselected(asked, members, out)
        else:
            tasks += _direct(asked, members, metric, out)
    _run(tasks)
    return result


def nearest_rows(
    queries: FloatArray, rows: FloatArray, metric: Metric, k: int
) -> tuple[FloatArray, IntArray]:
    """Give the k nearest distances and row numbers; equal distances in the order of the rows."""
    found = np.empty((len(queries), k))
    numbers = np.empty((len(queries), k), dtype=np.intp)
    for part in chunks(len(queries), 8 * len(rows)):
        every = distances(queries[part], rows, metric)
        numbers[part] = np.argsort(every, axis=1, kind="stable")[:, :k]
        found[part] = np.take_along_axis(every, numbers[part], axis=1)
    return found, numbers


def diameter(rows: FloatArray, metric: Metric = "euclidean") -> float:
    """The largest distance between two rows, in chunks."""
    return max(float(distances(rows[part], rows, metric).max()) for part in chunks(len(rows), 8 * len(rows)))


def chunks(n: int, row_bytes: int) -> list[slice]:
    """Slices over n rows so that each holds about `CHUNK_BYTES`."""
    step = max(1, CHUNK_BYTES // max(1, row_bytes))
    return [slice(start, min(start + step, n)) for start in range(0, n, step)]


def _run(tasks: Sequence[Task]) -> None:
    """Run tasks that write to disjoint places; scipy and numpy release the interpreter while they work."""
    threads = min(thread_count(), len(tasks))
    if threads < 2:
        for task in tasks:
            task()
        return
    with ThreadPoolExecutor(threads) as pool:
        for submitted in [pool.submit(task) for task in tasks]:
            submitted.result()


def _direct(queries: FloatArray, rows: FloatArray, metric: Metric, out: FloatArray) -> list[Task]:
    """Tasks that fill `out` with the nearest distances, a chunk each."""

    def search(part: slice) -> None:
        out[part] = _smallest(distances(queries[part], rows, metric), out.shape[1])

    return [partial(search, part) for part in chunks(len(queries), 8 * len(rows))]


def _smallest(values: FloatArray, k: int) -> FloatArray:
    """The k smallest values of each row in ascending order."""
    if k < values.shape[1]:
        values = np.partition(values, k - 1, axis=1)[:, :k]
    return np.sort(values, axis=1)


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


def _product_pays(queries: FloatArray, rows: FloatArray, k: int) -> bool:
    """Whether preselection by matrix product beats direct subtraction (as measured)."""
    return rows.shape[1] >= 6 and len(rows) > k + SPARE and len(queries) * len(rows) >= 50_000


def _preselected(queries: FloatArray, rows: FloatArray, out: FloatArray) -> list[Task]:
    """Tasks that fill `out` by Euclidean search with |q|² - 2 q·y + |y|², proven or repaired.

    With machine epsilon e, the computed square differs from the true one by at most
    (features + 4) e (|q| + |y|)². The candidates are complete where the k-th recomputed square
    stays below the last proposed one by more than that; other queries are searched directly.
    """
    from sklearn.neighbors import NearestNeighbors

    k = out.shape[1]
    centre = rows.mean(axis=0)
    queries, rows = queries - centre, rows - centre
    longest = np.linalg.norm(rows, axis=1).max()
    index = NearestNeighbors(n_neighbors=k + SPARE, algorithm="brute", metric="euclidean").fit(rows)

    def search(part: slice) -> None:
        asked = queries[part]
        with _single_threaded():
            proposed, candidates = index.kneighbors(asked)
        differences = rows.take(candidates, axis=0)
        differences -= asked[:, None]
        squares = _smallest(np.einsum("qkf,qkf->qk", differences, differences), k)
        reach = np.linalg.norm(asked, axis=1) + longest
        doubt = (rows.shape[1] + 4) * np.finfo(np.float64).eps * reach**2
        unproven = squares[:, -1] + doubt >= proposed[:, -1] ** 2
        nearest = np.sqrt(squares)
        if unproven.any():
            nearest[unproven] = _smallest(distances(asked[unproven], rows, "euclidean"), k)
        out[part] = nearest

    return [partial(search, part) for part in chunks(len(queries), CHUNK_BYTES // PRODUCT_QUERIES)]


@contextmanager
def _single_threaded() -> Iterator[None]:
    """Let scikit-learn use this thread alone: we share out the work, and its barriers cost more."""
    from sklearn import config_context

    with (
        config_context(assume_finite=True, skip_parameter_validation=True),
        _thread_pools().limit(limits=1, user_api="openmp"),
    ):
        yield


@cache
def _thread_pools() -> ThreadpoolController:
    return ThreadpoolController()
