"""Regions of the space of the rows: each row belongs to the nearest of some centres."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from scipy.cluster.vq import kmeans2
from scipy.spatial.distance import cdist

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.neighbours import chunks
from frnn_core.engine.relation import TrainingSet
from frnn_core.relations.row_pairs import shuffled

MOST_ROWS = 10_000
"""Centres are found on a stratified sample of so many rows."""
RUNS = 3


@dataclass(frozen=True, eq=False)
class Cells:
    """The region of a row is the number of the nearest centre by Euclidean distance, of equals the first.

    Columns are divided by `width` first.
    """

    centres: FloatArray
    width: FloatArray

    @property
    def count(self) -> int:
        """How many regions there are."""
        return len(self.centres)

    def __call__(self, X: FloatArray) -> IntArray:
        """Give the number of the region of each row."""
        numbers = np.empty(len(X), dtype=np.intp)
        for part in chunks(len(X), 8 * self.count):
            numbers[part] = cdist(X[part] / self.width, self.centres, "sqeuclidean").argmin(axis=1)
        return numbers


def cells(train: TrainingSet, count: int, least: int, seed: int) -> Cells:
    """Regions by k-means, each with at least so many rows of those that it was found on.

    Features are brought to a range of 1. Of three runs from different starts (k-means++) the one with the
    smallest sum of squares counts. A region with too few rows is given up and its rows go to the nearest of
    the others, the smallest region first; in the end there may be one region, which is the whole.
    """
    low, high = train.extent()
    width = np.where(high > low, high - low, 1.0)
    X = shuffled(train, seed)[0][:MOST_ROWS] / width
    distinct = len(np.unique(X, axis=0))
    found = Cells(_centres(X, min(count, distinct), seed), np.ones(len(width)))
    while found.count > 1:
        sizes = np.bincount(found(X), minlength=found.count)
        if sizes.min() >= least:
            break
        found = Cells(np.delete(found.centres, sizes.argmin(), axis=0), found.width)
    return Cells(found.centres, width)


def _centres(X: FloatArray, count: int, seed: int) -> FloatArray:
    """The best centres of several runs of k-means."""
    runs = []
    for run in range(RUNS):
        random = np.random.default_rng([seed, run])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # an empty region is given up below
            centres, numbers = kmeans2(X, count, minit="++", rng=random)
        runs.append((float(((X - centres[numbers]) ** 2).sum()), centres))
    return np.asarray(min(runs, key=lambda told: told[0])[1])
