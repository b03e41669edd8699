"""The base distances, by direct subtraction in float64: what every way of search ends with.

The distance of two rows has the same bits wherever it is computed, whichever rows are searched beside
them: terms are added feature by feature, in order, as SciPy does. So a search may be split over blocks,
shards and machines, and its parts agree to the last bit.
"""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.relation import Metric


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


def reduced_distances(queries: FloatArray, rows: FloatArray, metric: Metric) -> FloatArray:
    """All distances, Euclidean ones not yet rooted: roots are drawn once the nearest are chosen."""
    return distances(queries, rows, metric) if metric != "euclidean" else cdist(queries, rows, "sqeuclidean")


def unreduced(reduced: FloatArray, metric: Metric) -> FloatArray:
    """The distances that `reduced_distances` stand for."""
    return np.sqrt(reduced) if metric == "euclidean" else reduced


def reduced_to_candidates(queries: FloatArray, candidates: FloatArray, metric: Metric) -> FloatArray:
    """The same distances, from each query to the rows proposed for it.

    Parameters
    ----------
    queries : (queries, features)
    candidates : (queries, proposed, features)
    """
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
