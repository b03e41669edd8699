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
from frnn_core.neighbours import distances
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
        pairs = np.array([self._row(gamma, int(row)) for row in rows])
        return pairs[:, 0], pairs[:, 1]

    def _row(self, gamma: float, row: int) -> tuple[float, float]:
        apart = self.apart[row]
        similar = self.kernel.value(apart, gamma)
        of_class = self.codes == self.codes[row]
        of_class[row] = False
        others = self.codes != self.codes[row]
        same, same_rows = self._kept(np.flatnonzero(of_class), similar, np.inf, smallest=True)
        other, other_rows = self._kept(np.flatnonzero(others), similar, 0.0, smallest=False)
        score = max(float(self.weights @ same + self.weights @ (1 - other)), SCORE_FLOOR)
        if np.isinf(score):
            return np.nan, 0.0
        slopes = [
            self.kernel.slope(np.where(kept < 0, self.lengths[row], apart[kept]), gamma)
            for kept in (same_rows, other_rows)
        ]
        gradient = -(self.weights @ slopes[0] - self.weights[::-1] @ slopes[1]) / score
        return -float(np.log(score / 2)), float(gradient)

    def _kept(
        self, rows: IntArray, similar: FloatArray, filler: float, *, smallest: bool
    ) -> tuple[FloatArray, IntArray]:
        """The k extreme values in order, and the rows written beside them (-1 for the zero row).

        Rows are visited in order and a new value goes before equal ones, so of equal values the later
        come first. A row that enters at rank j overwrites ranks j … k; what is left at rank i is the
        row that entered last among those of the first i ranks.
        """
        k = len(self.weights)
        latest_first = rows[::-1]
        values = similar[latest_first]
        order = np.argsort(values if smallest else -values, kind="stable")[:k]
        missing = k - len(order)
        kept = np.pad(values[order], (0, missing), constant_values=filler)
        written = np.pad(np.maximum.accumulate(latest_first[order]), (0, missing), constant_values=-1)
        return kept, written
