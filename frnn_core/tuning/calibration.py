r"""Scores of several settings put together, and made comparable over the classes.

With :math:`z_{mc}` the score of class c by setting m, less its mean over the classes, in units of its
standard deviation, the chance of class c is

.. math:: P(c) \propto \exp\Bigl(\sum_m w_m z_{mc} + b_c\Bigr), \quad w_m \ge 0.

The weights w and the head starts b are those with the smallest cross-entropy in which every class counts
alike, plus a small penalty on their squares. One setting alone is calibrated in the same way, without a
penalty on w, which is then the inverse of a temperature (J. Platt 1999; C. Guo et al. 2017,
arXiv:1706.04599), and several are stacked (D. Wolpert 1992, doi:10.1016/S0893-6080(05)80023-1; L. Breiman
1996, doi:10.1007/BF00117832, who found that the weights must not be negative).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from frnn_core.engine.arrays import FloatArray, IntArray

WEIGHT_PENALTY = 0.01
START_PENALTY = 0.01
FARTHEST = 9.0
"""Scores count up to so many standard deviations."""
STEPS = 200


@dataclass(frozen=True, eq=False)
class Units:
    """What brings scores of settings to a common scale: the standard deviation of each, over all rows."""

    deviations: FloatArray

    @classmethod
    def of(cls, scores: FloatArray) -> Units:
        """Measure scores (settings, rows, classes), NaN where a class is unknown."""
        centred = scores - np.nanmean(scores, axis=2, keepdims=True)
        deviations = np.sqrt(np.nanmean(centred**2, axis=(1, 2)))
        return cls(np.where(deviations > 0, deviations, 1.0))

    def __call__(self, scores: FloatArray) -> FloatArray:
        """Scores in these units, 0 where a class is unknown."""
        centred = scores - np.nanmean(scores, axis=2, keepdims=True)
        scaled = np.clip(centred / self.deviations[:, None, None], -FARTHEST, FARTHEST)
        return np.asarray(np.nan_to_num(scaled, nan=0.0))


@dataclass(frozen=True, eq=False)
class Blend:
    """What was learned: units and weights of the settings, head starts of the classes, and the loss."""

    units: Units
    weights: FloatArray
    starts: FloatArray
    loss: float

    def logits(self, scores: FloatArray) -> FloatArray:
        """Logarithms of chances, but for a constant, from scores (settings, rows, classes)."""
        return np.asarray(np.tensordot(self.weights, self.units(scores), 1) + self.starts)

    def chances(self, scores: FloatArray) -> FloatArray:
        """The chance of every class."""
        return _softmax(self.logits(scores))


def blend(
    scores: FloatArray,
    codes: IntArray,
    *,
    penalty: float = WEIGHT_PENALTY,
    start_penalty: float = START_PENALTY,
) -> Blend:
    """Learn weights and head starts from scores (settings, rows, classes) of rows of known classes.

    A row whose own class is NaN teaches nothing. A class without a row that teaches gets no head start, and
    no handicap either.
    """
    units = Units.of(scores)
    objective = BalancedCrossEntropy(units(scores), ~np.isnan(scores[0]), codes, penalty, start_penalty)
    settings = len(scores)
    start = np.concatenate([np.full(settings, 1 / settings), np.zeros(scores.shape[2])])
    bounds: list[tuple[float | None, float | None]] = [(0.0, None)] * settings
    bounds += [(None, None) if rows else (0.0, 0.0) for rows in objective.teaching()]
    found = minimize(objective, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": STEPS})
    return Blend(units, found.x[:settings], found.x[settings:], float(found.fun))


@dataclass(frozen=True, eq=False)
class BalancedCrossEntropy:
    """The class-balanced cross-entropy with its penalties, and its gradient, at (weights, head starts)."""

    scores: FloatArray
    known: NDArray[np.bool_]
    codes: IntArray
    penalty: float
    start_penalty: float

    def __call__(self, point: FloatArray) -> tuple[float, FloatArray]:
        """Give the value and the gradient."""
        settings, rows = len(self.scores), np.arange(len(self.codes))
        weights, starts = point[:settings], point[settings:]
        importance = self.importance()
        logits = np.where(self.known, np.tensordot(weights, self.scores, 1) + starts, -np.inf)
        chances = _softmax(logits)
        own = np.where(importance > 0, chances[rows, self.codes], 1.0)
        value = -(importance * np.log(np.maximum(own, np.finfo(float).tiny))).sum()
        value += self.penalty * (weights**2).sum() + self.start_penalty * (starts**2).sum()
        slopes = chances * importance[:, None]
        slopes[rows, self.codes] -= importance
        gradient = np.tensordot(self.scores, slopes, ([1, 2], [0, 1])) + 2 * self.penalty * weights
        of_starts = slopes.sum(axis=0) + 2 * self.start_penalty * starts
        return float(value), np.concatenate([gradient, of_starts])

    def importance(self) -> FloatArray:
        """How much each row counts: all classes alike, a row of an unknown class nothing."""
        sizes = self.teaching()
        counted = sizes[self.codes] * np.count_nonzero(sizes)
        return np.where(self._teaches(), 1 / np.maximum(counted, 1), 0.0)

    def teaching(self) -> IntArray:
        """How many rows of each class teach something."""
        return np.bincount(self.codes[self._teaches()], minlength=self.known.shape[1])

    def _teaches(self) -> NDArray[np.bool_]:
        return np.asarray(self.known[np.arange(len(self.codes)), self.codes])


def _softmax(logits: FloatArray) -> FloatArray:
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))
