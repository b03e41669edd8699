"""The rows of a data set by how hard they are: those that end up furthest from their own class first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.data import Dataset, Partition
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.errors import Undefined
from frnn_core.studies.explain.case import How, trained

MOST_ROWS = 3000
SEED = 0


@dataclass(frozen=True, eq=False)
class Ranking:
    """Rows with what their folds make of them, the hardest first.

    Attributes
    ----------
    rows : numbers from 0
    predicted : the place of the predicted class among those of the data set
    margins : the score of the row's own class minus the best other one: below 0 where it is wrong, minus
        infinity where its class has no training row
    leads : the best score minus the second best
    of : rows of the data set
    undefined : folds on which the relation is undefined; their rows are left out
    """

    rows: IntArray
    predicted: IntArray
    margins: FloatArray
    leads: FloatArray
    of: int
    undefined: tuple[int, ...] = ()

    def place(self, row: int) -> int | None:
        """Where a row is in the list, or None."""
        found = np.flatnonzero(self.rows == row)
        return int(found[0]) if found.size else None

    def share_above(self, lead: float) -> float:
        """The share of rows with a larger lead."""
        return float((self.leads > lead).mean())


def judged_rows(n_rows: int, most: int = MOST_ROWS) -> IntArray:
    """All rows, or a seeded sample of so many; ascending."""
    if n_rows <= most:
        return np.arange(n_rows)
    return np.sort(np.random.default_rng(SEED).choice(n_rows, most, replace=False))


def rank_rows(data: Dataset, folds: Partition, how: How, k: int, most: int = MOST_ROWS) -> Ranking:
    """Judge each row by the training part of the fold in which it is a test row."""
    rows = judged_rows(len(data.y), most)
    scores = np.full((len(rows), len(data.class_names)), np.nan)
    undefined: dict[int, Undefined] = {}
    for fold in range(len(folds)):
        asked = np.flatnonzero(folds.membership[rows] == fold)
        try:
            part = trained(data, np.flatnonzero(folds.membership != fold), how)
        except Undefined as error:
            undefined[fold] = error
            continue
        scores[asked] = part.scores(data.X[rows[asked]], k)
    known = ~np.isnan(scores[:, 0])
    if not known.any():
        raise next(iter(undefined.values()))
    return _ranked(data, rows[known], scores[known], tuple(undefined))


def _ranked(data: Dataset, rows: IntArray, scores: FloatArray, undefined: tuple[int, ...]) -> Ranking:
    own = data.codes[rows][:, None]
    others = scores.copy()
    np.put_along_axis(others, own, -np.inf, axis=1)
    margins = np.take_along_axis(scores, own, axis=1)[:, 0] - others.max(axis=1)
    best = np.sort(scores, axis=1)
    order = np.argsort(margins, kind="stable")
    return Ranking(
        rows[order],
        scores.argmax(axis=1)[order],
        margins[order],
        (best[:, -1] - best[:, -2])[order],
        len(data.y),
        undefined,
    )
