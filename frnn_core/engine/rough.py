r"""Candidates for the nearest rows, proposed in single precision, and a bound below which no other row lies.

A proposal holds, for each query, the rows that seem nearest and a number: the distance of every other row
is at least that, rounding included. Who recomputes the candidates and finds the k-th of them below the
bound has the k nearest rows, and the proof. With u = 2⁻²⁴, the relative error of one operation, the rough
value v of a true distance d of rows with n features is off by at most

=============================  =========================================  ===============================
distance                       rough value                                error
=============================  =========================================  ===============================
Euclidean                      :math:`|y|^2 - 2 q \cdot y`                (n + 9) u (|q| + |y|)²
Manhattan, Chebyshev           as defined                                 u (|q| + |y|) + (n + 2) u v
Canberra                       as defined                                 5 n u + (n + 2) u v
=============================  =========================================  ===============================

where \|x\| is the length, the sum or the largest of the sizes of the values, as the distance has it.
Rows are centred first and divided by the size of the largest, except for Canberra, which depends on the
origin. Numbers too small for single precision add 2⁻¹⁴⁸ a term, and Canberra, where they may turn a term
from 1 into 0, is not proposed for at all if they occur. Queries so far out that products may overflow get
no bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import cast

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.relation import Metric
from frnn_core.engine.selection import Smallest

Floats = NDArray[np.float32]
Proposal = tuple[IntArray, FloatArray]
"""Places of the proposed rows (queries, proposed), and the bound on all others (queries), not yet rooted."""

UNIT = 1.01 * 2.0**-24
"""The relative error of an operation, with room for the roundings of float64 besides."""
UNDERFLOW = 2.0**-148
BLOCK_ROWS = 4096
BLOCK_VALUES = 2**18
"""A block of rough distances, 1 MB, and what it is computed from stay in a core's own cache."""
MOST_QUERIES = 512
CONVERTED_ROWS = 65_536
FAR_OUT = 1e15
"""Queries this many times as far out as the farthest row are left to float64."""
SMALLEST_RELATIVE = 2.0**-100
"""The smallest size, beside the largest, for which single precision keeps relative differences."""
FAISS_FEATURES = 12
"""From so many features on, faiss is the faster for sums of absolute differences (measured)."""


@dataclass(frozen=True, eq=False)
class RoughRows:
    """The rows of a class in single precision, a line a feature, ready to be searched roughly.

    Attributes
    ----------
    columns : (features, rows) centred values in units of the largest size; for the Euclidean distance a
        last line has the squared lengths
    centre, unit : what was subtracted, and what was divided by
    largest : the size of the largest row, in units
    """

    metric: Metric
    columns: Floats
    centre: FloatArray
    unit: float
    largest: float

    @classmethod
    def of(cls, part: Callable[[slice], FloatArray], count: int, metric: Metric) -> RoughRows | None:
        """Convert rows, a part at a time; None where single precision cannot hold what decides."""
        parts = [slice(start, start + CONVERTED_ROWS) for start in range(0, count, CONVERTED_ROWS)]
        features = part(slice(0, 1)).shape[1]
        if metric == "canberra":
            centre = np.zeros(features)
        else:
            centre = np.sum([part(rows).sum(axis=0) for rows in parts], axis=0) / count
        largest = max(float(_sizes(part(rows) - centre, metric).max()) for rows in parts)
        unit = largest or 1.0
        product = metric == "euclidean"
        columns = np.empty(
            (features + product, count), np.float32, "F" if _by_faiss(metric, features) else "C"
        )
        for rows in parts:
            scaled = (part(rows) - centre) / unit
            if metric == "canberra" and not _relative(scaled).all():
                return None
            columns[:features, rows] = scaled.T
            if product:
                columns[-1, rows] = (scaled**2).sum(axis=1)
        return cls(metric, columns, centre, unit, largest / unit)

    def propose(self, queries: FloatArray, count: int) -> Proposal:
        """Propose so many rows for every query."""
        asked = (queries - self.centre) / self.unit
        sizes = _sizes(asked, self.metric)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            single = asked.astype(np.float32)
            places, last = self._least(single, count)
            bound = self._bound(asked, sizes, last.astype(np.float64))
        within = (sizes <= FAR_OUT) & np.isfinite(last)
        if self.metric == "canberra":
            within &= _relative(asked).all(axis=1)
        return places, np.where(within, bound, -np.inf)

    def _least(self, queries: Floats, count: int) -> tuple[IntArray, Floats]:
        """Places and last value of the smallest rough distances."""
        if self.columns.flags.f_contiguous and _by_faiss(self.metric, len(self.columns)):
            return _least_by_faiss(queries, self.columns.T, count)
        if self.metric == "euclidean":
            queries = np.concatenate([-2 * queries, np.ones((len(queries), 1), np.float32)], axis=1)
        rows = self.columns.shape[1]
        width = min(BLOCK_ROWS, rows)
        height = min(MOST_QUERIES, max(1, BLOCK_VALUES // width))
        kept = [
            self._least_of(queries[start : start + height], count, width)
            for start in range(0, len(queries), height)
        ]
        return np.concatenate([part.places for part in kept]), np.concatenate(
            [part.values[:, -1] for part in kept]
        )

    def _least_of(self, queries: Floats, count: int, width: int) -> Smallest:
        kept = Smallest(len(queries), count)
        blocks = np.empty((2, len(queries), width), dtype=np.float32)
        total = self.columns.shape[1]
        for start in range(0, total, width):
            columns = self.columns[:, start : start + width]
            rough, spare = blocks[:, :, : columns.shape[1]]
            if self.metric == "euclidean":
                np.matmul(queries, columns, out=rough)
            else:
                _fill(self.metric, queries, columns, rough, spare)
            kept.offer(rough, start)
        kept.settle()
        return kept

    def _bound(self, asked: FloatArray, sizes: FloatArray, last: FloatArray) -> FloatArray:
        """The distance, not rooted, that no row beyond the last proposed one falls below."""
        features = asked.shape[1]
        if self.metric == "euclidean":
            doubt = (features + 9) * (UNIT * (sizes + self.largest) ** 2 + UNDERFLOW * (1 + sizes))
            return np.asarray((last + (asked**2).sum(axis=1) - doubt) * self.unit**2)
        rounding = UNIT * (5 * features if self.metric == "canberra" else sizes + self.largest)
        bound = last * (1 - UNIT * (features + 2)) - rounding - features * UNDERFLOW
        return np.asarray(bound if self.metric == "canberra" else bound * self.unit)


def _fill(metric: Metric, queries: Floats, columns: Floats, out: Floats, spare: Floats) -> None:
    """Fill `out` with the rough distances of every query to every row, feature by feature."""
    out[...] = 0
    for query, column in zip(queries.T[:, :, None], columns, strict=True):
        np.subtract(query, column, out=spare)
        np.abs(spare, out=spare)
        if metric == "chebyshev":
            np.maximum(out, spare, out=out)
            continue
        if metric == "canberra":
            size = np.abs(query) + np.abs(column)
            np.maximum(size, np.finfo(np.float32).tiny, out=size)
            np.divide(spare, size, out=spare)
        np.add(out, spare, out=out)


def _sizes(rows: FloatArray, metric: Metric) -> FloatArray:
    """The size of each row as its distance has it."""
    if metric == "euclidean":
        return np.asarray(np.sqrt((rows**2).sum(axis=1)))
    sizes = np.abs(rows)
    return np.asarray(sizes.sum(axis=1) if metric == "cityblock" else sizes.max(axis=1))


def _relative(scaled: FloatArray) -> NDArray[np.bool_]:
    """Whether single precision keeps the relative differences of each value."""
    return np.asarray((np.abs(scaled) >= SMALLEST_RELATIVE) | (scaled == 0))


def _by_faiss(metric: Metric, features: int) -> bool:
    """Whether faiss, where it is installed, is the faster: it adds up absolute differences in registers."""
    return metric == "cityblock" and features >= FAISS_FEATURES and _faiss() is not None


@cache
def _faiss() -> ModuleType | None:
    """The library, where it is installed: an extra."""
    try:
        import faiss
    except ImportError:
        return None
    return cast(ModuleType, faiss)


def _least_by_faiss(queries: Floats, rows: Floats, count: int) -> tuple[IntArray, Floats]:
    """Places and last value of the smallest sums, on this thread alone: others search other queries."""
    faiss = cast(ModuleType, _faiss())
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(1)
    try:
        found, places = faiss.knn(queries, rows, count, metric=faiss.METRIC_L1)
    finally:
        faiss.omp_set_num_threads(before)
    return np.maximum(places, 0), found[:, -1]
