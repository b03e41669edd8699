"""One prediction, taken apart until it adds up."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from frnn_core.engine.approximations import scores
from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.neighbours import nearest_rows
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.weighting import FittedWeights, WeightFamily, as_weighting


@dataclass(frozen=True, eq=False)
class Side:
    """The neighbours inside or outside each class: arrays (queries, classes, k), the most similar first.

    Where there are fewer than k, the row number is -1, the distance NaN, similarity and weight 0.
    """

    rows: IntArray
    distances: FloatArray
    similarities: FloatArray
    weights: FloatArray

    @property
    def contributions(self) -> FloatArray:
        """Weight times similarity of each neighbour."""
        return self.weights * self.similarities


@dataclass(frozen=True, eq=False)
class Explanation:
    """What decides the class of each query.

    ``upper = inside.contributions.sum(-1)`` and ``lower = 1 - outside.contributions.sum(-1)``, each
    (queries, classes); row numbers count the rows given to `fit` from 0.
    """

    classes: LabelArray
    inside: Side
    outside: Side

    def numbered(self, numbers: IntArray) -> Explanation:
        """The same with other numbers of the training rows."""

        def side(of: Side) -> Side:
            return replace(of, rows=np.where(of.rows < 0, -1, numbers[np.maximum(of.rows, 0)]))

        return replace(self, inside=side(self.inside), outside=side(self.outside))

    @property
    def upper(self) -> FloatArray:
        """How much the nearest rows inside each class are like the query."""
        return np.asarray(self.inside.contributions.sum(axis=-1))

    @property
    def lower(self) -> FloatArray:
        """How much the nearest rows outside each class are unlike the query."""
        return np.asarray(1 - self.outside.contributions.sum(axis=-1))

    @property
    def scores(self) -> FloatArray:
        """The mean of lower and upper, rounded as for predictions."""
        return scores(self.lower, self.upper)

    @property
    def predictions(self) -> LabelArray:
        """The first class with the largest score."""
        return np.asarray(self.classes[self.scores.argmax(axis=1)])

    @property
    def margins(self) -> FloatArray:
        """How far the winner's score is above the runner-up's."""
        best = np.sort(self.scores, axis=1)
        return np.asarray(best[:, -1] - best[:, -2])


def explain(
    relation: FittedRelation,
    train: TrainingSet,
    queries: FloatArray,
    classes: LabelArray,
    weights: WeightFamily | FittedWeights,
    k: int,
) -> Explanation:
    """Search every neighbour with its row number; equal ones come in the order of the rows."""
    weighting = as_weighting(weights).at(k)
    found = [_members(relation, train, queries, code, k) for code in range(train.n_classes)]
    pool = _merged(found, 2 * k)
    elsewhere = len(train.codes) - np.bincount(train.codes, minlength=train.n_classes)
    inside = [_side(own, own.rows.shape[1], weighting.inside(code), k) for code, own in enumerate(found)]
    outside = [
        _side(_without(pool, code), min(k, n), weighting.outside(code), k) for code, n in enumerate(elsewhere)
    ]
    return Explanation(classes, _stack(inside), _stack(outside))


@dataclass(frozen=True, eq=False)
class _Found:
    """Neighbours of each query, (queries, any number): class, row number, distance, similarity."""

    codes: IntArray
    rows: IntArray
    distances: FloatArray
    similarities: FloatArray

    def taken(self, order: IntArray) -> _Found:
        return _Found(*(np.take_along_axis(getattr(self, f.name), order, axis=1) for f in fields(self)))


def _members(relation: FittedRelation, train: TrainingSet, queries: FloatArray, code: int, k: int) -> _Found:
    """The k nearest rows of one class."""
    distances, rows = nearest_members(relation, train, queries, code, k)
    return _Found(np.full(rows.shape, code), rows, distances, relation.link(distances, code))


def nearest_members(
    relation: FittedRelation, train: TrainingSet, queries: FloatArray, code: int, k: int
) -> tuple[FloatArray, IntArray]:
    """Give the k nearest distances and row numbers of one class; equal distances in the order of the rows."""
    members = np.flatnonzero(train.codes == code)
    found = []
    for part, which in relation.parts(train.X[members], code):
        numbers = members[which]
        asked, rows = relation.places(queries, part), relation.places(train.X[numbers], part)
        distances, order = nearest_rows(asked, rows, relation.metric, min(k, len(rows)))
        found.append((distances, numbers[order]))
    if len(found) == 1:
        return found[0]
    distances, numbers = (np.concatenate(side, axis=1) for side in zip(*found, strict=True))
    order = np.lexsort((numbers, distances), axis=1)[:, :k]
    return np.take_along_axis(distances, order, axis=1), np.take_along_axis(numbers, order, axis=1)


def _merged(found: list[_Found], most: int) -> _Found:
    """The most similar neighbours of all classes; equal ones by distance, then in the order of the rows."""
    joined = (np.concatenate([getattr(part, f.name) for part in found], axis=1) for f in fields(_Found))
    every = _Found(*joined)
    return every.taken(np.lexsort((every.rows, every.distances, -every.similarities), axis=1)[:, :most])


def _without(pool: _Found, code: int) -> _Found:
    """The same list with the rows of one class moved to the end."""
    return pool.taken(np.argsort(pool.codes == code, axis=1, kind="stable"))


def _side(found: _Found, count: int, family: WeightFamily, k: int) -> Side:
    """The first `count` neighbours with their weights, padded to k."""

    def padded(values: LabelArray, filler: float) -> LabelArray:
        return np.pad(values[:, :count], ((0, 0), (0, k - count)), constant_values=filler)

    weights = np.pad(family(count), (0, k - count))
    return Side(
        padded(found.rows, -1),
        padded(found.distances, np.nan),
        padded(found.similarities, 0.0),
        np.broadcast_to(weights, (len(found.rows), k)),
    )


def _stack(sides: list[Side]) -> Side:
    return Side(*(np.stack([getattr(side, f.name) for side in sides], axis=1) for f in fields(Side)))
