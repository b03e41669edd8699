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

plus, with codes, (n + 9) u for each in the Euclidean row (see `layout`): a mismatch is exactly 1, and only
sums round. Here \|x\| is the length, the sum or the largest of the sizes of the values, as the distance has
it, without codes. Rows are centred first and divided by the size of the largest, except for Canberra, which
depends on the origin. Numbers too small for single precision add 2⁻¹⁴⁸ a term, and Canberra, where they may
turn a term from 1 into 0, is not proposed for at all if they occur. Queries so far out that products may
overflow get no bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.faiss_library import installed_faiss, one_thread
from frnn_core.engine.fitted import AnyMetric, Metric
from frnn_core.engine.layout import MixedMetric
from frnn_core.engine.rows import Rows
from frnn_core.engine.selection import Smallest, least_first
from frnn_core.engine.threads import run_tasks

Floats = NDArray[np.float32]
Codes = NDArray[np.unsignedinteger[Any]]
Proposal = tuple[IntArray, FloatArray]
"""Places of proposed rows (queries, classes, proposed), and the bound on the others of each class, not yet
rooted (queries, classes)."""

UNIT = 1.01 * 2.0**-24
"""The relative error of an operation, with room for the roundings of float64 besides."""
UNDERFLOW = 2.0**-148
BLOCK_VALUES = 250_000
"""A block of rough distances, 1 MB, stays in a core's own cache. No power of two: lines that many bytes apart
would fall into the same part of it, which took half as long again."""
ONE_BLOCK, LEAST_QUERIES = 16_384, 64
"""Up to so many columns are searched in one block, of at least so many queries."""
BLOCK_QUERIES, PRODUCT_QUERIES = 64, 256
"""Queries of the blocks that wider classes are searched in, feature by feature or by matrix product."""
SLAB_COLUMNS = 8192
"""Classes stand side by side up to so many columns."""
ROUNDS = 24
"""Up to so many smallest values of one block are picked one after another."""
CONVERTED_ROWS = 32_768
FAR_OUT = 1e15
"""Queries this many times as far out as the farthest row are left to float64."""
SMALLEST_RELATIVE = 2.0**-100
"""The smallest size, beside the largest, for which single precision keeps relative differences."""
LARGEST_MIXED = 1e3
"""Mixed rows are not divided by their size, since mismatches count 1: larger ones are left to float64."""
MISMATCH = 1 + 2.0**-10
"""What different codes are apart under the rough Chebyshev distance: so much more than 1 that rows whose
codes differ are not confused with rows that are 1 apart but for rounding."""
FAISS_FEATURES = 12
"""From so many features on, faiss is the faster for sums of absolute differences (measured)."""


@dataclass(frozen=True, eq=False)
class Slab:
    """Classes side by side in single precision, each as wide as the widest: one product serves all of them.

    Attributes
    ----------
    codes : the classes
    columns : (features + 1, classes x rows of the widest) centred values in units of the largest size, a
        line a feature; the last line holds what a distance starts from: the squared length of the row for
        the Euclidean distance, else 0, and infinity where a class has no more rows
    lines : instead of columns, for faiss: (rows, features) of one class
    categories : the codes of categories, a line each, in the smallest type that holds them
    """

    codes: tuple[int, ...]
    columns: Floats
    lines: Floats | None = None
    categories: Codes | None = None


@dataclass(frozen=True, eq=False)
class Rough:
    """How the rows of some classes are written in single precision, and searched roughly.

    Attributes
    ----------
    centre, unit : what is subtracted, and what is divided by
    largest : the size of the largest row, in units
    scale : of mixed rows, what each column that is no code is multiplied with; codes stand last
    absolute : of mixed rows, the first column that Canberra compares as Manhattan does
    kind : of mixed rows, the type that holds the codes, and one number more for values never seen
    """

    metric: Metric
    centre: FloatArray
    unit: float
    largest: float
    scale: FloatArray | None = None
    absolute: int | None = None
    kind: np.dtype[np.unsignedinteger[Any]] | None = None

    @classmethod
    def of(cls, arrays: Sequence[FloatArray], metric: AnyMetric) -> Rough | None:
        """Find centre and unit of rows; None where single precision cannot hold them."""
        if isinstance(metric, MixedMetric):
            return cls._of_mixed(arrays, metric)
        parts = [rows[part] for rows in arrays for part in _steps(len(rows))]
        centre = np.zeros(arrays[0].shape[1])
        if metric != "canberra":
            centre = np.sum([part.sum(axis=0) for part in parts], axis=0) / sum(map(len, arrays))
        largest = max(float(_sizes(part - centre, metric).max()) for part in parts)
        unit = largest or 1.0
        if metric == "canberra" and not all(_relative(part / unit).all() for part in parts):
            return None
        return cls(metric, centre, unit, largest / unit)

    @classmethod
    def _of_mixed(cls, arrays: Sequence[FloatArray], metric: MixedMetric) -> Rough | None:
        """The same for rows with codes and shares; gaps, and codes before shares, are left to float64."""
        kinds = [term.kind for term in metric.terms]
        codes = kinds.count("code")
        if metric.has_gaps or metric.base == "signed-maximum" or "code" in kinds[: len(kinds) - codes]:
            return None
        weights = np.array([1.0] * metric.numbers + [t.weight for t in metric.terms if t.kind != "code"])
        scale = np.sqrt(weights) if metric.base == "euclidean" else weights
        measured = len(scale)
        largest_code = max(rows[:, measured:].max(initial=0.0) for rows in arrays)
        kind = np.min_scalar_type(int(largest_code) + 1)
        if not measured:
            return cls(metric.base, np.zeros(0), 1.0, 0.0, scale, 0, kind)
        plain = cls.of([rows[:, :measured] * scale for rows in arrays], metric.base)
        if plain is None or not plain.largest * plain.unit < LARGEST_MIXED:
            return None
        largest = plain.largest * plain.unit
        return cls(metric.base, plain.centre, 1.0, largest, scale, metric.numbers, kind)

    @property
    def features(self) -> int:
        """The columns that are no codes."""
        return len(self.centre)

    def _single(self, rows: FloatArray) -> FloatArray:
        """What is no code of rows, moved and scaled, as single precision shall hold it."""
        if self.scale is not None:
            rows = rows[:, : self.features] * self.scale
        return (rows - self.centre) / self.unit

    def _categories(self, rows: FloatArray) -> Codes | None:
        """The codes of rows, a line a category; what no training row has is the largest number."""
        if self.kind is None or rows.shape[1] == self.features:
            return None
        codes = rows[:, self.features :].T
        unseen = np.iinfo(self.kind).max
        return np.ascontiguousarray(np.where(codes < 0, unseen, codes).astype(self.kind))

    def slabs(self, classes: Mapping[int, Rows]) -> list[Slab]:
        """Write the rows of classes, those of similar size side by side."""
        if self.scale is None and _by_faiss(self.metric, len(self.centre)):
            return [self._lines(code, rows) for code, rows in classes.items()]
        slabs: list[list[int]] = []
        for code in sorted(classes, key=lambda code: -len(classes[code])):
            width = len(classes[slabs[-1][0]]) if slabs else 0
            if slabs and width <= 2 * len(classes[code]) and width * (len(slabs[-1]) + 1) <= SLAB_COLUMNS:
                slabs[-1].append(code)
            else:
                slabs.append([code])
        return [self._slab(codes, [classes[code] for code in codes]) for codes in slabs]

    def _lines(self, code: int, rows: Rows) -> Slab:
        lines = np.empty((len(rows), len(self.centre)), np.float32)

        def write(place: slice) -> None:
            lines[place] = self._single(rows.part(place))

        run_tasks([partial(write, place) for place in _steps(len(rows))])
        return Slab((code,), lines.T, lines)

    def _slab(self, codes: Sequence[int], classes: Sequence[Rows]) -> Slab:
        features, width = self.features, max(map(len, classes))
        columns = np.zeros((features + 1, len(codes), width), np.float32)
        lines = classes[0].values.shape[1] - features if self.kind is not None else 0
        categories = np.zeros((lines, len(codes), width), self.kind) if lines else None

        def write(i: int, rows: Rows, place: slice) -> None:
            part = rows.part(place)
            scaled = self._single(part)
            columns[:features, i, place] = scaled.T
            if self.metric == "euclidean":
                columns[-1, i, place] = (scaled**2).sum(axis=1)
            if categories is not None:
                categories[:, i, place] = self._categories(part)

        for i, rows in enumerate(classes):
            columns[-1, i, len(rows) :] = np.inf
        run_tasks([partial(write, i, rows, p) for i, rows in enumerate(classes) for p in _steps(len(rows))])
        compared = None if categories is None else categories.reshape(lines, -1)
        return Slab(tuple(codes), columns.reshape(features + 1, -1), None, compared)

    def propose(self, queries: FloatArray, slabs: Sequence[Slab], count: int) -> Proposal:
        """Propose so many rows of each class for every query, in the order of the slabs."""
        asked, codes = self._single(queries), self._categories(queries)
        sizes = _sizes(asked, self.metric)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            single = asked.astype(np.float32)
            if self.metric == "euclidean":
                single = np.concatenate([-2 * single, np.ones((len(single), 1), np.float32)], axis=1)
            found = [self._least(single, codes, slab, count) for slab in slabs]
            places, last = (np.concatenate(side, axis=1) for side in zip(*found, strict=True))
            bound = self._bound(asked, sizes, last.astype(np.float64), 0 if codes is None else len(codes))
        within = sizes <= FAR_OUT
        if self.metric == "canberra":
            within &= _relative(asked).all(axis=1)
        return places, np.where(within[:, None] & np.isfinite(last), bound, -np.inf)

    def _least(self, queries: Floats, codes: Codes | None, slab: Slab, count: int) -> tuple[IntArray, Floats]:
        """Places (queries, classes, count) and last value of the smallest rough distances to each class."""
        if slab.lines is not None:
            places, last = _least_by_faiss(queries, slab.lines, count)
            return places[:, None], last[:, None]
        height, width = self._block(slab, len(queries))
        blocks = np.empty((3, height, width), dtype=np.float32)
        found = [
            self._least_of(
                queries[start : start + height],
                None if codes is None else codes[:, start : start + height],
                slab,
                count,
                blocks,
            )
            for start in range(0, len(queries), height)
        ]
        places, last = (np.concatenate(side) for side in zip(*found, strict=True))
        return places, last

    def _block(self, slab: Slab, queries: int) -> tuple[int, int]:
        """Queries and columns of a block: one that holds all columns, if there are not too many of them."""
        total = slab.columns.shape[1]
        if total <= ONE_BLOCK:
            return min(queries, max(LEAST_QUERIES, BLOCK_VALUES // total)), total
        height = min(queries, PRODUCT_QUERIES if self.metric == "euclidean" else BLOCK_QUERIES)
        return height, BLOCK_VALUES // height

    def _least_of(
        self, queries: Floats, codes: Codes | None, slab: Slab, count: int, blocks: Floats
    ) -> tuple[IntArray, Floats]:
        """The same for the queries of a block; a class too wide for it is searched block by block."""
        blocks = blocks[:, : len(queries)]
        total, width, lines = slab.columns.shape[1], blocks.shape[2], len(queries) * len(slab.codes)
        shape = len(queries), len(slab.codes)
        kept = Smallest(lines, count)
        for start in range(0, total, width):
            columns = slab.columns[:, start : start + width]
            rough, *spare = blocks[:, :, : columns.shape[1]]
            self._fill(queries, columns, rough, *spare)
            if codes is not None and slab.categories is not None:
                self._add_mismatches(codes, slab.categories[:, start : start + width], rough)
            rough = rough.reshape(lines, -1)
            if width == total and count <= ROUNDS:
                found = list(least_first(rough, count))
                places = np.stack([place for place, _ in found], axis=1)
                return places.reshape(*shape, count), found[-1][1].reshape(shape)
            kept.offer(rough, start)
        kept.settle()
        return kept.places.reshape(*shape, count), kept.values[:, -1].reshape(shape)

    def _fill(self, queries: Floats, columns: Floats, out: Floats, spare: Floats, size: Floats) -> None:
        """Fill `out` with the rough distances of every query to every row, codes not yet among them."""
        if self.metric == "euclidean":
            np.matmul(queries, columns, out=out)
            return
        out[...] = columns[-1]
        relative = self.features if self.absolute is None else self.absolute
        for i, (query, column) in enumerate(zip(queries.T[:, :, None], columns[:-1], strict=True)):
            np.subtract(query, column, out=spare)
            np.abs(spare, out=spare)
            if self.metric == "chebyshev":
                np.maximum(out, spare, out=out)
                continue
            if self.metric == "canberra" and i < relative:
                # a tiny number beside 0 keeps 0/0 from being one, and is lost beside others
                np.add(np.abs(query) + np.finfo(np.float32).tiny, np.abs(column), out=size)
                np.divide(spare, size, out=spare)
            np.add(out, spare, out=out)

    def _add_mismatches(self, codes: Codes, categories: Codes, out: Floats) -> None:
        """Add the number of codes that differ, counted in bytes; under Chebyshev, whether any does."""
        counts = np.zeros(out.shape, np.min_scalar_type(len(codes)))
        differ = np.empty(out.shape, bool)
        for query, category in zip(codes[:, :, None], categories, strict=True):
            np.not_equal(query, category, out=differ)
            np.add(counts, differ.view(np.uint8), out=counts)
        if self.metric == "chebyshev":
            np.maximum(out, np.where(counts, np.float32(MISMATCH), np.float32(0)), out=out)
        else:
            np.add(out, counts, out=out)

    def _bound(self, asked: FloatArray, sizes: FloatArray, last: FloatArray, codes: int) -> FloatArray:
        """The distance, not rooted, that no row beyond the last proposed one falls below; it is 0 or more."""
        n, unit = self.features + codes, self.unit
        if not self.features:  # sums of whole numbers are exact
            return np.asarray(np.minimum(last, 1.0) if self.metric == "chebyshev" else last)
        if self.metric == "euclidean":
            doubt = (n + 9) * (UNIT * ((sizes + self.largest) ** 2 + codes) + UNDERFLOW * (1 + sizes))
            found = (last + ((asked**2).sum(axis=1) - doubt)[:, None]) * unit**2
        elif self.metric == "canberra":
            found = last * (1 - UNIT * (n + 2)) - UNIT * 5 * n
        else:
            doubt = UNIT * (sizes + self.largest) + n * UNDERFLOW
            found = (last * (1 - UNIT * (n + 2)) - doubt[:, None]) * unit
        if codes and self.metric == "chebyshev":
            found = np.where(last <= MISMATCH, np.minimum(found, 1.0), found)
        return np.asarray(np.maximum(found, 0.0))


def _steps(rows: int) -> list[slice]:
    return [slice(start, min(start + CONVERTED_ROWS, rows)) for start in range(0, rows, CONVERTED_ROWS)]


def _sizes(rows: FloatArray, metric: Metric) -> FloatArray:
    """The size of each row as its distance has it."""
    if metric == "euclidean":
        return np.asarray(np.sqrt((rows**2).sum(axis=1)))
    sizes = np.abs(rows)
    return np.asarray(sizes.sum(axis=1) if metric == "cityblock" else sizes.max(axis=1, initial=0.0))


def _relative(scaled: FloatArray) -> NDArray[np.bool_]:
    """Whether single precision keeps the relative differences of each value."""
    return np.asarray((np.abs(scaled) >= SMALLEST_RELATIVE) | (scaled == 0))


def _by_faiss(metric: Metric, features: int) -> bool:
    """Whether faiss, where it is installed, is the faster: it adds up absolute differences in registers."""
    return metric == "cityblock" and features >= FAISS_FEATURES and installed_faiss() is not None


def _least_by_faiss(queries: Floats, rows: Floats, count: int) -> tuple[IntArray, Floats]:
    """Places and last value of the smallest sums, on this thread alone: others search other queries."""
    faiss = installed_faiss()
    with one_thread(faiss):
        found, places = faiss.knn(queries, rows, count, metric=faiss.METRIC_L1)
    return np.maximum(places, 0), found[:, -1]
