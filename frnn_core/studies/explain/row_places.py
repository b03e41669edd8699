"""The rows of a data set in two coordinates, so that a row can be found among the others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.relations.metric_learning import oriented
from frnn_core.studies.explain.case import Case, Trained
from frnn_core.studies.explain.hardest_rows import Ranking, judged_rows

MOST_FITTED = 2_000
"""The coordinates are found from so many rows at most; all rows are placed by them."""
MOST_DRAWN = 1_200


@dataclass(frozen=True, eq=False)
class RowMap:
    """Every row of a data set in the plane.

    Attributes
    ----------
    points : (rows, 2)
    axes : what the two coordinates are
    share : the part of the variance that the plane keeps
    """

    points: FloatArray
    axes: tuple[str, str]
    share: float


def row_map(fitted: Trained) -> RowMap:
    """Place all rows by the first two principal components, every column of the table with the same variance.

    Categories and gaps have coordinates as for relations that need them (`frnn_core.engine.layout`); those
    of one column share its variance, as in factor analysis of mixed data (Pagès, 2004), so that categories do
    not outweigh numbers. At most two coordinates are left as they are.

    Parameters
    ----------
    fitted : a model of all rows
    """
    train = fitted.model.train.spread()
    X = train.X
    if X.shape[1] <= 2:
        points = np.zeros((len(X), 2))
        points[:, : X.shape[1]] = X
        names = [f"{train.name_of(place)}, scaled" for place in range(X.shape[1])]
        return RowMap(points, (names[0], names[1] if len(names) > 1 else ""), 1.0)
    layout = fitted.model.train.layout
    owners = np.arange(X.shape[1]) if layout is None else np.array(layout.spread_features())
    rows = judged_rows(len(X), MOST_FITTED)
    X = X / _spreads(X[rows], owners)
    centre = X[rows].mean(axis=0)
    _, sizes, directions = np.linalg.svd(X[rows] - centre, full_matrices=False)
    points = (X - centre) @ oriented(directions[:2]).T
    variances = sizes**2
    share = float(variances[:2].sum() / variances.sum()) if variances.any() else 1.0
    return RowMap(points, ("first principal component", "second principal component"), share)


def _spreads(X: FloatArray, owners: IntArray) -> FloatArray:
    """The root of the variance of the column that each coordinate belongs to; 1 for a constant one."""
    totals = np.zeros(int(owners.max()) + 1)
    np.add.at(totals, owners, X.var(axis=0))
    found = np.sqrt(totals[owners])
    return np.where(found > 0, found, 1.0)


@dataclass(frozen=True, eq=False)
class Drawn:
    """The rows that are drawn beside a prediction.

    Attributes
    ----------
    rows : their numbers from 0, ascending
    predicted : the place of the class that each is given by its fold; -1 where that is not known
    inside, outside : the neighbours of the winning class that decide, numbers from 0, and their weights
    """

    rows: IntArray
    predicted: IntArray
    inside: tuple[tuple[int, float], ...]
    outside: tuple[tuple[int, float], ...]


def drawn_rows(case: Case, row: int, ranking: Ranking, most: int = MOST_DRAWN) -> Drawn:
    """The row itself (a number from 0), the rows that decide it, the hardest ones, and a seeded sample."""
    winner = case.order[0]
    sides = []
    for side in (case.told.inside, case.told.outside):
        there = side.rows[0, winner] >= 0
        numbers = case.trained.rows[side.rows[0, winner][there]].tolist()
        sides.append(tuple(zip(numbers, side.weights[0, winner][there].tolist(), strict=True)))
    needed = [row, *(number for side in sides for number, _ in side)]
    hardest = ranking.rows[: most // 4]
    sample = judged_rows(ranking.of, most)
    rows = np.unique(np.concatenate([needed, hardest, sample])).astype(np.intp)
    predicted = np.full(ranking.of, -1)
    predicted[ranking.rows] = ranking.predicted
    return Drawn(rows, predicted[rows], sides[0], sides[1])
