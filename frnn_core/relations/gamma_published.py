"""The gradient of the width as the code published with the paper computes it, errors included.

Kept so that both can be shown side by side; written from a description of its behaviour. It differs
from the derivative of the loss in three ways: of the same class it takes the k least similar rows;
a row that enters a list is written into every later place of the list as well; and the weights of
the other classes run in reverse in the gradient.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.arrays import FloatArray, IntArray
from frnn_core.neighbours import distances, least_first
from frnn_core.registry import TrainingSet
from frnn_core.relations.gamma_loss import SCORE_FLOOR
from frnn_core.relations.kernels import Kernel

MOST_ROWS = 2_000


@dataclass(frozen=True, eq=False)
class PublishedGradient:
    """Score and gradient of single training rows; every evaluation passes over all rows.

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
        return cls(kernel, apart, lengths, train.codes, train.family(train.k))

    @property
    def n_rows(self) -> int:
        """Rows that can be drawn: all."""
        return len(self.codes)

    def __call__(self, gamma: float, rows: IntArray) -> tuple[FloatArray, FloatArray]:
        """-log(score / 2) and the published gradient of the given rows."""
        apart = self.apart[rows]
        similar = self.kernel.value(apart, gamma)
        alike = self.codes == self.codes[rows, None]
        others = np.where(alike, np.inf, -similar)
        alike[np.arange(len(rows)), rows] = False
        same, same_rows = self._kept(np.where(alike, similar, np.inf))
        other, other_rows = self._kept(others)
        other = np.where(np.isinf(other), 0.0, -other)
        score = np.maximum(same @ self.weights + (1 - other) @ self.weights, SCORE_FLOOR)
        rising = self._slopes(gamma, rows, apart, same_rows) @ self.weights
        falling = self._slopes(gamma, rows, apart, other_rows) @ self.weights[::-1]
        filled = np.isfinite(score)
        losses = np.where(filled, -np.log(score / 2), np.nan)
        return losses, np.where(filled, -(rising - falling) / score, 0.0)

    def _kept(self, values: FloatArray) -> tuple[FloatArray, IntArray]:
        """The k smallest values of each row in order, and the rows written beside them (-1: the zero row).

        Rows are visited in order and a new value goes before equal ones, so of equal values the later
        come first. A row that enters at rank j overwrites ranks j … k; what is left at rank i is the
        row that entered last among those of the first i ranks. A place that is never filled is infinite.
        """
        latest_first = values[:, ::-1].copy()
        count = min(len(self.weights), values.shape[1])
        found = list(least_first(latest_first, count))
        kept = np.full((len(values), len(self.weights)), np.inf)
        written = np.full(kept.shape, -1)
        for rank, (place, value) in enumerate(found):
            kept[:, rank] = value
            written[:, rank] = np.where(np.isinf(value), -1, values.shape[1] - 1 - place)
        return kept, np.maximum.accumulate(written, axis=1)

    def _slopes(self, gamma: float, rows: IntArray, apart: FloatArray, written: IntArray) -> FloatArray:
        near = np.take_along_axis(apart, np.maximum(written, 0), axis=1)
        return self.kernel.slope(np.where(written < 0, self.lengths[rows, None], near), gamma)
