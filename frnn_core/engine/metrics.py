"""The base distances, by direct subtraction in float64: what every way of search ends with.

The distance of two rows has the same bits wherever it is computed, whichever rows are searched beside
them: terms are added feature by feature, in order, as SciPy does. So a search may be split over blocks,
shards and machines, and its parts agree to the last bit.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.fitted import AnyMetric, Metric
from frnn_core.engine.layout import MixedMetric


def base_of(metric: AnyMetric) -> Metric:
    """The base distance, of mixed columns too."""
    return metric.base if isinstance(metric, MixedMetric) else metric


def distances(queries: FloatArray, rows: FloatArray, metric: AnyMetric) -> FloatArray:
    """All distances from queries to rows, by direct subtraction (Canberra with 0/0 = 0)."""
    if isinstance(metric, MixedMetric):
        return unreduced(reduced_distances(queries, rows, metric), metric)
    if metric == "signed-maximum":
        return _signed_maximum(queries, rows)
    return np.asarray(cdist(queries, rows, metric))


def _signed_maximum(queries: FloatArray, rows: FloatArray) -> FloatArray:
    """The largest of (row - query) over the features, with its sign: no metric, and may be negative."""
    result = np.full((len(queries), len(rows)), -np.inf)
    for query_values, row_values in zip(queries.T, rows.T, strict=True):
        np.maximum(result, row_values - query_values[:, None], out=result)
    return result


def reduced_distances(queries: FloatArray, rows: FloatArray, metric: AnyMetric) -> FloatArray:
    """All distances, Euclidean ones not yet rooted: roots are drawn once the nearest are chosen."""
    if isinstance(metric, MixedMetric):
        n = metric.numbers
        shape = len(queries), len(rows)
        start = reduced_distances(queries[:, :n], rows[:, :n], metric.base) if n else None
        return _with_terms(start, shape, metric, queries[:, None, n:], rows[None, :, n:])
    return distances(queries, rows, metric) if metric != "euclidean" else cdist(queries, rows, "sqeuclidean")


def _with_terms(
    start: FloatArray | None, shape: tuple[int, int], metric: MixedMetric, a: FloatArray, b: FloatArray
) -> FloatArray:
    """The distances over the numbers joined with the terms of the other columns, in their order."""
    largest = metric.base in ("chebyshev", "signed-maximum")
    total = np.full(shape, -np.inf if largest else 0.0) if start is None else start
    for i, term in enumerate(metric.terms):
        terms = term(a[..., i], b[..., i], metric.base)
        (np.maximum if largest else np.add)(total, terms, out=total)
    return total


def unreduced(reduced: FloatArray, metric: AnyMetric) -> FloatArray:
    """The distances that `reduced_distances` stand for."""
    return np.sqrt(reduced) if base_of(metric) == "euclidean" else reduced


def own_distances(rows: FloatArray, metric: AnyMetric) -> FloatArray:
    """The distance of each row from itself: 0, unless a gap counts as different from a gap."""
    if not isinstance(metric, MixedMetric) or metric.reflexive:
        return np.zeros(len(rows))
    return unreduced(reduced_to_candidates(rows, rows[:, None], metric)[:, 0], metric)


def reduced_to_candidates(queries: FloatArray, candidates: FloatArray, metric: AnyMetric) -> FloatArray:
    """The same distances, from each query to the rows proposed for it.

    Parameters
    ----------
    queries : (queries, features)
    candidates : (queries, proposed, features)
    """
    if isinstance(metric, MixedMetric):
        n = metric.numbers
        start = reduced_to_candidates(queries[:, :n], candidates[..., :n], metric.base) if n else None
        return _with_terms(start, candidates.shape[:2], metric, queries[:, None, n:], candidates[..., n:])
    if metric == "signed-maximum":
        return np.asarray((candidates - queries[:, None]).max(axis=2))
    differences = candidates - queries[:, None]
    if metric == "euclidean":
        np.multiply(differences, differences, out=differences)
    else:
        np.abs(differences, out=differences)
    if metric == "chebyshev":
        return np.asarray(differences.max(axis=2))
    if metric == "canberra":
        sizes = np.abs(candidates)
        sizes += np.abs(queries)[:, None]
        differences /= np.where(sizes == 0, 1.0, sizes)
    result = differences[:, :, 0].copy()
    for feature in range(1, differences.shape[2]):
        result += differences[:, :, feature]
    return result
