r"""From neighbour profiles to lower and upper approximations, scores and predictions.

With w the OWA weights, nearest first, and k_in, k_out the number of neighbours there are,

.. math::

    upper_C(x) = \sum_i w_i R(x, y_i^{in}),  \quad  lower_C(x) = 1 - \sum_i w_i R(x, y_i^{out}),
    \quad  score_C = (lower_C + upper_C) / 2,

and the class of x is the first with the largest score. Source: R. Jensen, C. Cornelis (2011),
doi:10.1016/j.tcs.2011.05.040; with OWA, C. Cornelis, N. Verbiest, R. Jensen (2010),
doi:10.1007/978-3-642-16248-0_16.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import FittedRelation, Link
from frnn_core.engine.metrics import distances, own_distances
from frnn_core.engine.neighbours import Index, RegionIndex
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.rows import Rows
from frnn_core.engine.weighting import FittedWeights, WeightFamily, Weighting, as_weighting, weight_rows
from frnn_core.errors import DataError

SCORE_DECIMALS = 12
INDEX = "index"
"""Where a training set keeps what it was searched with last."""
WIDE = 8


class Profiles(Protocol):
    """Rows made ready for search, in one way or another: see `neighbours.Index`."""

    def profile(self, queries: Sequence[FloatArray], kmax: int) -> FloatArray:
        """Give the kmax nearest distances of every query to every class."""


@dataclass(frozen=True, eq=False)
class Neighbourhood:
    """The nearest distances of queries inside each class, from which everything else follows.

    Attributes
    ----------
    inside : (queries, classes, kmax) distances, ascending, padded with infinity
    """

    inside: FloatArray

    @cached_property
    def outside(self) -> FloatArray:
        """The nearest distances outside each class, in the same form."""
        return outside_lists(self.inside)

    def similarities(self, link: Link) -> tuple[FloatArray, FloatArray]:
        """Similarities inside and outside each class, descending; 0 where there is no neighbour."""
        codes = np.arange(self.inside.shape[1])[:, None]
        inside = _linked(link, self.inside, codes)
        if link.common:
            outside = _linked(link, self.outside, 0)
        else:
            negated = outside_lists(np.where(np.isinf(self.inside), np.inf, -inside))
            outside = np.where(np.isinf(negated), 0.0, -negated)
        return inside, outside

    def approximations(
        self, link: Link, weights: WeightFamily | FittedWeights, ks: Sequence[int]
    ) -> tuple[FloatArray, FloatArray]:
        """Lower and upper approximations for each k: two arrays (queries, classes, len(ks)).

        The weights are evaluated anew at the number of neighbours there are, never cut off and rescaled.
        """
        fitted, similar = as_weighting(weights), self.similarities(link)
        at_k = [fitted.at(k) for k in ks]
        if all(weighting is at_k[0] for weighting in at_k):
            return self._averaged(similar, at_k[0], ks)
        parts = [self._averaged(similar, weighting, [k]) for weighting, k in zip(at_k, ks, strict=True)]
        lower, upper = (np.concatenate(side, axis=-1) for side in zip(*parts, strict=True))
        return lower, upper

    def _averaged(
        self, similar: tuple[FloatArray, FloatArray], weighting: Weighting, ks: Sequence[int]
    ) -> tuple[FloatArray, FloatArray]:
        upper = owa(similar[0], available(self.inside), weighting.upper, ks)
        lower = 1 - owa(similar[1], available(self.outside), weighting.lower, ks)
        return lower, upper

    def decide(self, link: Link, weights: WeightFamily | FittedWeights, ks: Sequence[int]) -> IntArray:
        """The codes of the winning classes for each k: an array (queries, len(ks)).

        A link with an array of widths, shaped (widths, 1, 1, 1), gives (widths, queries, len(ks)).
        """
        return np.asarray(scores(*self.approximations(link, weights, ks)).argmax(axis=-2))


def neighbourhood(
    relation: FittedRelation, train: TrainingSet, queries: FloatArray, kmax: int
) -> Neighbourhood:
    """Search the kmax nearest rows of each class for every query (already normalised)."""
    return Neighbourhood(index_of(relation, train).profile(asked(relation, train, queries), kmax))


def asked(relation: FittedRelation, train: TrainingSet, queries: FloatArray) -> list[FloatArray]:
    """The queries as each class sees them, or each region where regions decide."""
    if relation.regions is not None:
        return [relation.places(queries, region) for region in range(relation.regions.count)]
    if relation.per_class:
        return [relation.places(queries, code) for code in range(train.n_classes)]
    return [relation.places(queries, 0)] * train.n_classes


def index_of(relation: FittedRelation, train: TrainingSet) -> Profiles:
    """The training rows as a relation places them, ready for search; the last one made is kept with them."""
    kept = train.kept.get(INDEX)
    if kept is None or kept[0] is not relation:
        kept = relation, _made_ready(relation, train)
        train.kept[INDEX] = kept
    index: Profiles = kept[1]
    return index


def _made_ready(relation: FittedRelation, train: TrainingSet) -> Profiles:
    metric = relation.over(train.layout).metric
    if relation.regions is None:
        return Index(members(relation, train), metric)
    numbers = relation.regions(train.X)
    by_region = []
    for region in range(relation.regions.count):
        own = numbers == region
        placed = relation.places(train.X[own], region)
        codes = train.codes[own]
        rows = [Rows(placed, np.flatnonzero(codes == code)) for code in range(train.n_classes)]
        by_region.append(Index(rows, metric))
    return RegionIndex(by_region)


def members(relation: FittedRelation, train: TrainingSet) -> list[Rows]:
    """The training rows of each class, as a relation without regions places them."""
    if relation.per_class:
        return [Rows(relation.places(rows, code)) for code, rows in enumerate(train.by_class())]
    placed = relation.places(train.X, 0)
    return [Rows(placed, numbers) for numbers in train.numbers()]


def leave_one_out(
    relation: FittedRelation, train: TrainingSet, kmax: int, part: slice | IntArray = slice(None)
) -> Neighbourhood:
    """Search for every training row, or for a part of them, among the others."""
    codes = train.codes[part]
    longer = neighbourhood(relation, train, train.X[part], kmax + 1).inside
    rows = np.arange(len(codes))
    inside = longer[:, :, :kmax].copy()
    itself = own_distances(train.X[part], relation.over(train.layout).metric)
    inside[rows, codes] = without_itself(longer[rows, codes], itself)
    return Neighbourhood(inside)


def without_itself(own: FloatArray, distance: FloatArray | float = 0.0) -> FloatArray:
    """The nearest distances of rows in their own class, (rows, k + 1), without each row itself: (rows, k).

    A row is at a known distance from itself, to the bit, and exactly 0 as a rule. So taking one such number
    out of its list takes out the row itself; duplicates stay. Where it is not in the list, k others are
    nearer.
    """
    k = own.shape[1] - 1
    same = own == np.reshape(distance, (-1, 1))
    itself = np.where(same.any(axis=1), same.argmax(axis=1), k)
    return np.asarray(own[np.arange(k + 1) != itself[:, None]].reshape(-1, k))


def similarity_matrix(
    relation: FittedRelation, queries: FloatArray, rows: FloatArray, codes: IntArray
) -> FloatArray:
    """R(q, y) for every query and every row, whose class or region decides where the relation has such."""
    result = np.empty((len(queries), len(rows)))
    for code in np.unique(codes):
        of_class = np.flatnonzero(codes == code)
        for part, which in relation.parts(rows[of_class], code):
            numbers = of_class[which]
            asked, placed = relation.places(queries, part), relation.places(rows[numbers], part)
            result[:, numbers] = relation.link(distances(asked, placed, relation.metric), code)
    return result


def outside_lists(inside: FloatArray) -> FloatArray:
    """Give for each class the smallest values of all other classes.

    Parameters
    ----------
    inside : (queries, classes, kmax) values, ascending along the last axis, padded with infinity

    Notes
    -----
    A class has at most kmax values in its list, so the first 2 kmax of the merge over all classes
    contain every outside list. If value j of the merge is number r of its class there, j - r values
    of other classes come before it; the outside list of that class skips it from position j - r on.
    """
    queries, classes, kmax = inside.shape
    if classes == 1:
        return np.full_like(inside, np.inf)
    flat = inside.reshape(queries, classes * kmax)
    order = _first_places(flat, 2 * kmax)
    merged = np.take_along_axis(flat, order, axis=1)
    code = order // kmax
    skip_from = np.arange(2 * kmax) - _numbers_in_class(code, classes)
    cells = (np.arange(queries)[:, None] * classes + code) * kmax + skip_from
    skips = np.bincount(cells[skip_from < kmax], minlength=inside.size).reshape(inside.shape).cumsum(axis=2)
    skips += np.arange(kmax)
    skips += np.arange(queries)[:, None, None] * merged.shape[1]
    return merged.ravel().take(skips)


def _first_places(values: FloatArray, count: int) -> IntArray:
    """The places of the smallest values of each row in ascending order; in wide rows picked before sorted."""
    if values.shape[1] < WIDE * count:
        return np.argsort(values, axis=1)[:, :count]
    picked = np.argpartition(values, count - 1, axis=1)[:, :count]
    order = np.argsort(np.take_along_axis(values, picked, axis=1), axis=1)
    return np.take_along_axis(picked, order, axis=1)


def _numbers_in_class(code: IntArray, classes: int) -> IntArray:
    """How many earlier entries of each row are of the same class, by the way that takes less memory."""
    if classes > code.shape[1]:
        same = code[:, :, None] == code[:, None, :]
        return np.asarray(np.tril(same, -1).sum(axis=2))
    counts = (code[:, :, None] == np.arange(classes)).cumsum(axis=1, dtype=np.int32)
    return np.asarray(np.take_along_axis(counts, code[:, :, None], axis=2)[:, :, 0] - 1)


def _linked(link: Link, lists: FloatArray, codes: IntArray | int) -> FloatArray:
    absent = np.isinf(lists)
    if not absent.any():
        return link(lists, codes)
    return np.where(absent, 0.0, link(np.where(absent, 0.0, lists), codes))


def available(lists: FloatArray) -> IntArray:
    """How many neighbours each padded list holds."""
    return np.asarray(np.isfinite(lists).sum(axis=-1))


def owa(
    similarities: FloatArray,
    counts: IntArray,
    families: WeightFamily | Sequence[WeightFamily],
    ks: Sequence[int],
) -> FloatArray:
    """The OWA of the min(k, count) largest similarities for each k: an array (…, classes, len(ks)).

    `similarities` (…, classes, kmax) descend and are 0 where there is no neighbour; `counts` says how
    many there are and has the same leading axes, or fewer. There is one family for all classes, or one for
    each.
    """
    each = (families,) if callable(families) else tuple(families)
    if len(each) == 1:
        return _averages(similarities, counts, each[0], ks)
    of_class = [
        _averages(similarities[..., code, :], counts[..., code], family, ks)
        for code, family in enumerate(each)
    ]
    return np.stack(of_class, axis=-2)


def _averages(
    similarities: FloatArray, counts: IntArray, family: WeightFamily, ks: Sequence[int]
) -> FloatArray:
    asked = np.asarray(ks)
    distinct = np.unique(np.minimum(asked, np.unique(counts)[:, None]))
    sums = similarities @ weight_rows(family, distinct, similarities.shape[-1]).T
    if counts.min() >= asked.max():
        return np.asarray(sums[..., np.searchsorted(distinct, asked)])
    picked = np.searchsorted(distinct, np.minimum(asked, counts[..., None]))
    return np.take_along_axis(sums, np.broadcast_to(picked, (*sums.shape[:-1], len(asked))), axis=-1)


def scores(lower: FloatArray, upper: FloatArray) -> FloatArray:
    """The mean of both approximations, rounded so that noise in the last digits decides no tie."""
    mean = (lower + upper) / 2
    with np.errstate(over="ignore"):  # numbers too large to be rounded stay as they are
        rounded = np.round(mean, SCORE_DECIMALS)
    finite = np.isfinite(rounded)
    return rounded if finite.all() else np.where(finite, rounded, numbers(mean))


def numbers(memberships: FloatArray) -> FloatArray:
    """Give the memberships or scores back, or refuse any that is NaN or infinite: it would decide unseen."""
    if not np.isfinite(memberships).all():
        raise DataError(
            "The relation gives some of these rows similarities that are NaN or infinite, so they have no "
            "class. Drop or rescale rows that are far out, or choose another relation."
        )
    return memberships


def probabilities(scores: FloatArray) -> FloatArray:
    """Scores over the classes (last axis) scaled to sum to 1.

    A row with a negative score first has its minimum subtracted; a row of zeros becomes uniform.
    """
    lowest = scores.min(axis=-1, keepdims=True)
    shifted = scores - np.minimum(lowest, 0)
    total = shifted.sum(axis=-1, keepdims=True)
    uniform = np.full_like(shifted, 1 / shifted.shape[-1])
    return np.asarray(np.divide(shifted, total, out=uniform, where=total > 0))
