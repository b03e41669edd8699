"""Approximate nearest-neighbour distances, on request, with a measure of what is missed.

Each large class has its own cells (`cells`), so relations with an embedding for each class are served too.
Cells propose rows, and their distances are computed anew in float64 as everywhere: what is found has the
distance, to the bit, that the exact search gives it; only a nearer row may be missed. How many cells a query
looks into is found class by class on a sample of training rows, which are searched exactly too: the smallest
reach of a ladder that finds a share of `ADJUSTED_TO`. What the report tells is then measured on a second
sample, so the adjustment does not flatter it. No clock decides anything.

Measured on 500,000 rows with 20 features, half of the queries from another class: a graph (HNSW) took 35 s to
build where cells took 2, and found 58 % of the neighbours of queries from outside the class where cells find
99 % in the same time. A graph leads to where its own rows are; FRNN asks every class for the neighbours of
every query.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from frnn_core.engine.approximations import Neighbourhood, Profiles, asked, members, without_itself
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.cells import KINDS, Cells
from frnn_core.engine.fitted import BASE_METRICS, AnyMetric, FittedRelation
from frnn_core.engine.layout import MixedMetric
from frnn_core.engine.metrics import base_of, reduced_to_candidates, unreduced
from frnn_core.engine.neighbours import Index
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.rows import Rows
from frnn_core.engine.search_report import ClassSearch, Recall, SearchReport
from frnn_core.engine.threads import run_tasks
from frnn_core.engine.weighting import FittedWeights, as_weighting

INDEX = (
    "rows in cells around k-means centres, the cells nearest to a query searched in single precision "
    "(IVF-Flat, by faiss), what they propose compared in double precision"
)
SEED = 0
LEAST_ROWS = 50_000
"""Below, an exact search of a thousand queries takes a tenth of a second: no index is worth its building."""
MOST_NEIGHBOURS = 1000
SPARE = 4
AIM = 0.99
"""The share of the nearest rows that is to be found."""
ADJUSTED_TO = 0.995
"""Half of what may be missed is left for chance in the sample."""
ADJUSTED_ON = 256
MEASURED_ON = 512
FIRST_SHARE, LARGEST_SHARE = 1 / 256, 1 / 8
"""Shares of the cells to begin with, and to end with: beyond, an exact search takes no longer (measured)."""
STEP = 1.15
TOO_MANY = (
    f"to find {AIM:.0%} of its neighbours, a query would have to look into more than an eighth of its cells, "
    "which is hardly quicker"
)
TASK_QUERIES = 64


class ApproximateIndex:
    """The rows of every class, large ones in cells: as `neighbours.Index`, with rows that may be missed.

    Parameters
    ----------
    rows : the embedded training rows of each class
    metric : name of the distance
    cells : by class code, those of the classes that are searched in them
    reaches : for each of these, how far a query reaches beyond the nearest cells
    """

    def __init__(
        self, rows: Sequence[Rows], metric: AnyMetric, cells: dict[int, Cells], reaches: dict[int, float]
    ) -> None:
        self.rows, self.metric, self.cells, self.reaches = list(rows), metric, cells, reaches
        self._others = self._exactly_searched()

    def profile(self, queries: Sequence[FloatArray], kmax: int) -> FloatArray:
        """Give the kmax nearest distances of every query to every class that are found.

        The form is that of `neighbours.Index.profile`, lists as long. With more neighbours than
        `MOST_NEIGHBOURS`, all classes are searched exactly.
        """
        if kmax > MOST_NEIGHBOURS:
            return Index(self.rows, self.metric).profile(queries, kmax)
        result = self._others.profile(queries, kmax)
        starts = range(0, len(queries[0]), TASK_QUERIES)
        parts = [slice(start, start + TASK_QUERIES) for start in starts]
        run_tasks([partial(self._fill, result, queries, code, part) for code in self.cells for part in parts])
        return result

    def _fill(self, result: FloatArray, queries: Sequence[FloatArray], code: int, part: slice) -> None:
        """Write the nearest distances among the rows that the cells of a class propose."""
        rows, own = self.rows[code], queries[code][part]
        k = min(result.shape[2], len(rows))
        places = self.cells[code].propose(own, min(k + SPARE, len(rows)), self.reaches[code])
        reduced = np.sort(reduced_to_candidates(own, rows.at(places), self.metric), axis=1)
        result[part, code, :k] = unreduced(reduced[:, :k], self.metric)

    def _exactly_searched(self) -> Index:
        """The classes without cells; those with cells have no rows in it."""
        none = np.empty(0, dtype=np.intp)
        return Index(
            [Rows(rows.values, none) if code in self.cells else rows for code, rows in enumerate(self.rows)],
            self.metric,
        )

    def __getstate__(self) -> dict[str, Any]:
        """All but what the exact search made ready."""
        return {name: value for name, value in self.__dict__.items() if name != "_others"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._others = self._exactly_searched()


def approximate(
    relation: FittedRelation,
    train: TrainingSet,
    labels: Sequence[object] = (),
    weights: FittedWeights | None = None,
) -> tuple[ApproximateIndex | None, SearchReport]:
    """Build an index for each class that is worth one, and measure what they miss at the k of the classifier.

    Parameters
    ----------
    relation, train : the relation, fitted to the training rows
    labels : names of the classes, for the report; their codes where there are none
    weights : what decides, where those are not the weights that the relation was fitted with

    Returns
    -------
    the index, or None where every class is searched exactly; and the report, which says why
    """
    if relation.regions is not None:
        return None, _by_regions(train, labels)
    begun = time.perf_counter()
    rows = members(relation, train)
    k = min(train.k, len(train.codes))
    how: list[dict[str, Any]] = [{"reason": _too_little(own, relation, k)} for own in rows]
    large = [code for code, told in enumerate(how) if not told["reason"]]
    index, recall = None, None
    if large:
        sample = _Sample(relation, train, rows, k, weights or as_weighting(train.family))
        index = _adjusted(sample, large, how)
        recall = sample.recall(index) if index else None
    names = [str(label) for label in (labels or range(len(rows)))]
    parts = zip(names, rows, how, strict=True)
    classes = tuple(ClassSearch(name, len(own), **told) for name, own, told in parts)
    seconds = time.perf_counter() - begun
    return index, SearchReport("approximate", INDEX if index else "", classes, seconds, recall)


def _by_regions(train: TrainingSet, labels: Sequence[object]) -> SearchReport:
    """Every class searched exactly."""
    sizes = train.class_sizes().tolist()
    names = [str(label) for label in (labels or range(len(sizes)))]
    reason = "no index serves a relation that measures by regions"
    classes = [ClassSearch(name, size, reason=reason) for name, size in zip(names, sizes, strict=True)]
    return SearchReport("approximate", classes=tuple(classes))


def _adjusted(sample: _Sample, large: Sequence[int], how: list[dict[str, Any]]) -> ApproximateIndex | None:
    """An index with cells of the large classes that find enough on the sample; how each fared is noted."""
    cells: dict[int, Cells] = {}
    reaches: dict[int, float] = {}
    for code in large:
        made = Cells(sample.rows[code], base_of(sample.relation.metric), np.random.default_rng([SEED, code]))
        share, reach = sample.enough(code, made)
        if share:
            cells[code], reaches[code] = made, reach
            how[code] = {"cells": made.count, "probes": round(share * made.count), "nbytes": made.nbytes}
        else:
            how[code] = {"reason": TOO_MANY}
    return ApproximateIndex(sample.rows, sample.relation.metric, cells, reaches) if cells else None


def _too_little(rows: Rows, relation: FittedRelation, k: int) -> str:
    """Why a class is not worth an index, or nothing."""
    if isinstance(relation.metric, MixedMetric):
        return "no index serves categories or gaps"
    if relation.metric not in KINDS:
        return f"no index serves the {BASE_METRICS[relation.metric].label}"
    if k >= MOST_NEIGHBOURS:
        return f"no index serves {MOST_NEIGHBOURS:,} neighbours or more"
    if len(rows) < LEAST_ROWS:
        return f"with fewer than {LEAST_ROWS:,} rows that takes no longer"
    return ""


class _Sample:
    """Training rows, drawn by chance, with their true neighbours among the others.

    The first `ADJUSTED_ON` of them are there to adjust the search, the others to measure it.
    """

    def __init__(
        self,
        relation: FittedRelation,
        train: TrainingSet,
        rows: Sequence[Rows],
        k: int,
        weights: FittedWeights,
    ) -> None:
        rng = np.random.default_rng(SEED)
        numbers = rng.choice(len(train.codes), ADJUSTED_ON + MEASURED_ON, replace=False)
        self.relation, self.weights, self.rows, self.k = relation, weights, rows, k
        self.codes = train.codes[numbers]
        self.queries = asked(relation, train, train.X[numbers])
        every = slice(None)
        truth = [self._others(code, Index([own], relation.metric), every) for code, own in enumerate(rows)]
        self.truth = np.stack(truth, axis=1)

    def enough(self, code: int, cells: Cells) -> tuple[float, float]:
        """The share of its cells, and the reach, that suffice for a class; 0 where so many do not pay."""
        part = slice(0, ADJUSTED_ON)
        steps = int(np.log(LARGEST_SHARE / FIRST_SHARE) / np.log(STEP))
        shares = [LARGEST_SHARE / STEP**step for step in range(steps, -1, -1)]
        for share, reach in zip(shares, cells.reaches(self.queries[code][part], shares), strict=True):
            index = ApproximateIndex([self.rows[code]], self.relation.metric, {0: cells}, {0: reach})
            found = self._others(code, index, part)
            if found_shares(found, self.truth[part, code]).mean() >= ADJUSTED_TO:
                return share, reach
        return 0.0, 0.0

    def recall(self, index: ApproximateIndex) -> Recall:
        """What an index finds for the rows that it was not adjusted on."""
        from statsmodels.stats.proportion import proportion_confint

        part = slice(ADJUSTED_ON, None)
        truth = self.truth[part]
        found = truth.copy()  # classes without cells are searched in the same way as here
        for code, cells in index.cells.items():
            alone = ApproximateIndex([self.rows[code]], index.metric, {0: cells}, {0: index.reaches[code]})
            found[:, code] = self._others(code, alone, part)
        with_cells = list(index.cells)
        value = float(found_shares(found[:, with_cells], truth[:, with_cells]).mean())
        low, high = proportion_confint(value * len(truth), len(truth), method="wilson")
        differing = int((self._decided(found) != self._decided(truth)).sum())
        return Recall(len(truth), self.k, value, low, high, differing)

    def _others(self, code: int, index: Profiles, part: slice) -> FloatArray:
        """The nearest distances of some of the rows in an index of one class, each row itself left out."""
        longer = index.profile([self.queries[code][part]], self.k + 1)[:, 0]
        own = self.codes[part] == code
        lists = longer[:, : self.k].copy()
        lists[own] = without_itself(longer[own])
        return lists

    def _decided(self, inside: FloatArray) -> IntArray:
        return Neighbourhood(inside).decide(self.relation.link.decision, self.weights, [self.k])


def found_shares(found: FloatArray, truth: FloatArray) -> FloatArray:
    """The share of each list of true distances that is found; of equal distances, any will do.

    What is found is never nearer than what is true, and what is the same has the same bits.
    """
    there = np.isfinite(truth)
    farthest = np.where(there, truth, -np.inf).max(axis=-1, keepdims=True)
    return np.asarray((found <= farthest).sum(axis=-1) / there.sum(axis=-1))
