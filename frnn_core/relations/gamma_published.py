"""The gradient of the width as the code published with the paper computes it, errors included.

Kept so that both can be shown side by side; written from a description of its behaviour. It differs
from the derivative of the loss in three ways: of the same class it takes the k least similar rows;
a row that enters a list is written into every later place of the list as well; and the weights of
the other classes run in reverse in the gradient.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.metrics import distances
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.score_losses import SCORE_FLOOR
from frnn_core.engine.selection import least_first
from frnn_core.relations.kernels import Kernel

MOST_ROWS = 2_000


@dataclass(frozen=True, eq=False)
class PublishedGradient:
    """Score and gradient of single training rows.

    While all similarities are above 0, their order is that of the distances and the lists do not change
    with gamma: they are made once. Rows of similarity 0 are equals, and their order in the training set
    decides: then an evaluation passes over all rows.

    Attributes
    ----------
    apart : (rows, rows) Euclidean distances
    lengths : distance of each row from the zero row, which stands in places that are never filled
    """

    kernel: Kernel
    apart: FloatArray
    lengths: FloatArray
    codes: IntArray
    weights: FloatArray

    @classmethod
    def of(cls, train: TrainingSet, kernel: Kernel) -> PublishedGradient:
        """Compute all distances once."""
        apart = distances(train.X, train.X, "euclidean")
        lengths = distances(train.X, np.zeros((1, train.n_features)), "euclidean")[:, 0]
        k = min(train.k, len(train.X))  # from here on no list is ever filled, so no row counts
        return cls(kernel, apart, lengths, train.codes, train.family(k))

    @property
    def n_rows(self) -> int:
        """Rows that can be drawn: all."""
        return len(self.codes)

    def __call__(self, gamma: float, rows: IntArray) -> tuple[FloatArray, FloatArray]:
        """-log(score / 2) and the published gradient of the given rows."""
        if self.kernel.value(self._farthest, gamma) > 0:
            same, same_written, other, other_written = (found[rows] for found in self._lists_by_distance)
        else:
            similar = self.kernel.value(self.apart[rows], gamma)
            same, same_written, other, other_written = self._lists(rows, similar)
        absent = np.isinf(other)
        other_similar = np.where(absent, 0.0, self.kernel.value(np.where(absent, 0.0, other), gamma))
        filled = np.isfinite(same).all(axis=1)
        same_similar = self.kernel.value(np.where(np.isfinite(same), same, 0.0), gamma)
        score = np.maximum((same_similar + 1 - other_similar) @ self.weights, SCORE_FLOOR)
        rising = self.kernel.slope(same_written, gamma) @ self.weights
        falling = self.kernel.slope(other_written, gamma) @ self.weights[::-1]
        losses = np.where(filled, -np.log(score / 2), np.nan)
        return losses, np.where(filled, -(rising - falling) / score, 0.0)

    @cached_property
    def _farthest(self) -> FloatArray:
        return np.asarray(self.apart.max())

    @cached_property
    def _lists_by_distance(self) -> tuple[FloatArray, ...]:
        return self._lists(np.arange(self.n_rows), -self.apart)

    def _lists(self, rows: IntArray, similar: FloatArray) -> tuple[FloatArray, ...]:
        """Distances of the rows listed and of those written, of the same class and of the others."""
        alike = self.codes == self.codes[rows, None]
        others = np.where(alike, np.inf, -similar)
        alike[np.arange(len(rows)), rows] = False
        return (*self._kept(rows, np.where(alike, similar, np.inf)), *self._kept(rows, others))

    def _kept(self, rows: IntArray, values: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Distances to the rows with the k smallest values, in order, and to those written beside them.

        Rows are visited in order and a new value goes before equal ones, so of equal values the later
        come first. A row that enters at rank j overwrites ranks j … k; what is left at rank i is the
        row that entered last among those of the first i ranks. A place that is never filled is at an
        infinite distance, and the zero row is written there.
        """
        k, last = len(self.weights), values.shape[1] - 1
        places = np.full((len(values), k), -1)
        for rank, (place, value) in enumerate(least_first(values[:, ::-1].copy(), min(k, last + 1))):
            places[:, rank] = np.where(np.isinf(value), -1, last - place)
        written = np.maximum.accumulate(places, axis=1)
        apart = self.apart[rows]
        listed = np.where(places < 0, np.inf, np.take_along_axis(apart, np.maximum(places, 0), axis=1))
        beside = np.take_along_axis(apart, np.maximum(written, 0), axis=1)
        return listed, np.where(written < 0, self.lengths[rows, None], beside)
