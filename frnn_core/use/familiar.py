"""Which rows are unlike anything seen: those farther from all training rows than these are from each other.

Every training row is left out in turn, and the distance to its nearest neighbour among the others is noted.
A new row is unlike anything seen if its nearest neighbour is farther than `QUANTILE` of these distances.
Where classes or regions measure in their own ways, the nearest neighbour is so as its own class measures.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.approximations import leave_one_out
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.explanation import nearest_members
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.relation import TrainingSet

QUANTILE = 0.99
MOST_ROWS = 5_000
"""Of more training rows, so many are left out in turn; all others are still there to be near them."""


@dataclass(frozen=True)
class Familiar:
    """How far the nearest neighbour of a training row is, but for the farthest ones.

    Attributes
    ----------
    distance : the quantile of the distances, one of them
    rows : how many training rows were left out in turn
    """

    quantile: float
    distance: float
    rows: int

    def unlike(self, nearest: FloatArray) -> NDArray[np.bool_]:
        """Whether rows whose nearest neighbours are so far are unlike anything seen."""
        return np.asarray(nearest > self.distance)

    def words(self) -> str:
        """What the flag means, in a sentence."""
        share = f"{100 * (1 - self.quantile):.2g}\N{NO-BREAK SPACE}%"
        return (
            f"A row is unlike anything seen if its nearest training row is beyond {self.distance:.4g}, the "
            f"{self.quantile:g} quantile: so far it is for at most {share} of {self.rows:,} "
            "training rows, each left out in turn."
        )


def fit_familiar(
    relation: FittedRelation, train: TrainingSet, quantile: float = QUANTILE, most: int = MOST_ROWS
) -> Familiar:
    """Leave the training rows out in turn; of very many, some drawn with a fixed seed."""
    rows: IntArray = np.arange(len(train.X))
    if len(rows) > most:
        rows = np.sort(np.random.default_rng(0).choice(len(rows), most, replace=False))
    nearest = leave_one_out(relation, train, 1, rows).inside.min(axis=(1, 2))
    return Familiar(quantile, float(np.quantile(nearest, quantile, method="higher")), len(rows))


@dataclass(frozen=True, eq=False)
class Nearest:
    """The training rows most like each query: arrays (queries, count), the most similar first.

    `rows` counts the rows of the training set from 0; `closest` is the smallest distance of all, by query.
    """

    rows: IntArray
    codes: IntArray
    distances: FloatArray
    similarities: FloatArray
    closest: FloatArray


def nearest_training_rows(
    relation: FittedRelation, train: TrainingSet, queries: FloatArray, count: int
) -> Nearest:
    """Search among all classes; equally similar rows come by distance, then in the order of the rows."""
    found = [nearest_members(relation, train, queries, code, count) for code in range(train.n_classes)]
    similar = [relation.link(distances, code) for code, (distances, _) in enumerate(found)]
    distances, rows = (np.concatenate(side, axis=1) for side in zip(*found, strict=True))
    similarities = np.concatenate(similar, axis=1)
    order = np.lexsort((rows, distances, -similarities), axis=1)[:, :count]
    picked = [np.take_along_axis(each, order, axis=1) for each in (rows, distances, similarities)]
    return Nearest(picked[0], train.codes[picked[0]], picked[1], picked[2], distances.min(axis=1))
