r"""Feature weights under which a random neighbour is most often one of the right class.

Every row j has a metric of its group g: :math:`d_{ij} = \sum_f a_{gf} |x_{if} - x_{jf}|`. Row i chooses row j
with probability :math:`p_{ij} \propto \exp(-d_{ij})`, never itself, as in NCA (Goldberger et al., 2004), but
under weighted Manhattan distances. The weights maximise

.. math::

    \frac{1}{C} \sum_c \frac{1}{n_c} \sum_{i \in c} \log \sum_{j \in c} p_{ij}
    - \lambda \sum_{gf} (\log a_{gf} - \overline{\log a_g})^2
    - \mu \sum_{gf} (\log a_{gf} - \overline{\log a_f})^2 .

One group gives one metric for all rows; with the classes as groups each class has its own, and since all
compete in one softmax, their distances are comparable.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import OptimizeResult, minimize

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.threads import ONE_BLAS_THREAD
from frnn_core.relations.metric_learning import CONVERGED, LIMIT, STUCK, LearningTrace, Recorder, sample_notes
from frnn_core.relations.row_pairs import shuffled

Floats = NDArray[np.floating[Any]]
PRECISION: type = np.float32
TILE = 256
SOFTMAX_ROWS = 64
MOST_DIFFERENCES = 80_000_000
"""Features x rows² of a sample; half of them are kept, in four bytes each."""
GAIN = 1e-5
LARGEST_LOG = 10.0
"""Weights stay between exp(-10) and exp(10): beyond, single precision tells nothing apart."""


@dataclass(frozen=True)
class Groups:
    """Which rows share a metric: how many groups there are, and the group of each row from 0 on."""

    count: int
    of: Callable[[FloatArray, IntArray], IntArray]


def together(X: FloatArray, codes: IntArray) -> IntArray:
    """All rows in one group."""
    return np.zeros(len(X), dtype=np.intp)


ONE = Groups(1, together)
STOPPED = {0: CONVERGED, 1: LIMIT}


class RightChoices:
    """Minus the class-balanced mean log probability of a right choice, and its gradient in the weights.

    Classes of one row can choose none of their own and are left out of the mean; their rows can be chosen.
    The differences of all pairs of rows are computed once, in tiles of rows of one group, and serve both
    rows of a pair.
    """

    def __init__(self, X: FloatArray, codes: IntArray, groups: IntArray, n_groups: int) -> None:
        order = np.lexsort((codes, groups))
        columns: Floats = np.ascontiguousarray(X[order].T, dtype=PRECISION)
        self._codes = codes[order]
        self._tiles = _tiles(np.bincount(groups, minlength=n_groups))
        self._pairs = {
            (s, t): np.abs(columns[:, left, None] - columns[:, None, right])
            for s, (_, left) in enumerate(self._tiles)
            for t, (_, right) in enumerate(self._tiles)
            if s <= t
        }
        self.shape = n_groups, X.shape[1]
        counts = np.bincount(codes)
        self._classes = np.flatnonzero(counts > 1)
        self._share = 1 / np.maximum(1, counts * len(self._classes))

    def __call__(self, weights: FloatArray) -> tuple[float, FloatArray]:
        """Give the value and the gradient at weights (groups, features)."""
        near = self._closeness(weights)
        value = 0.0
        for code in self._classes:
            own = np.flatnonzero(self._codes == code)
            for start in range(0, len(own), SOFTMAX_ROWS):
                value += self._share[code] * _chosen(near, own[start : start + SOFTMAX_ROWS], own)
            near[own] *= self._share[code]
        near[~np.isin(self._codes, self._classes)] = 0
        return value, self._gradient(near)

    def _closeness(self, weights: FloatArray) -> Floats:
        """Minus the distances, by the metric of the row in the column; -inf from a row to itself."""
        a: Floats = -weights.astype(PRECISION)
        near: Floats = np.empty((len(self._codes),) * 2, dtype=PRECISION)
        for (s, t), apart in self._pairs.items():
            (g, left), (h, right) = self._tiles[s], self._tiles[t]
            near[left, right] = np.tensordot(a[h], apart, axes=1)
            if s != t:
                near[right, left] = (near[left, right] if g == h else np.tensordot(a[g], apart, axes=1)).T
        np.fill_diagonal(near, -np.inf)
        return near

    def _gradient(self, pull: Floats) -> FloatArray:
        """The sum over pairs of their differences, each times the derivative of the value in its distance."""
        gradient = np.zeros(self.shape)
        for (s, t), apart in self._pairs.items():
            (g, left), (h, right) = self._tiles[s], self._tiles[t]
            flat = apart.reshape(len(apart), -1)
            if s != t and g == h:
                gradient[g] += flat @ (pull[left, right] + pull[right, left].T).ravel()
                continue
            gradient[h] += flat @ pull[left, right].ravel()
            if s != t:
                gradient[g] += flat @ pull[right, left].T.ravel()
        return gradient


def _tiles(sizes: IntArray) -> list[tuple[int, slice]]:
    """Rows of one group, at most `TILE` at a time."""
    found = []
    for group, (end, size) in enumerate(zip(np.cumsum(sizes), sizes, strict=True)):
        for start in range(end - size, end, TILE):
            found.append((group, slice(start, min(start + TILE, end))))
    return found


def _chosen(near: Floats, rows: IntArray, own: IntArray) -> float:
    """The sum of minus log probabilities of a right choice; in place of closeness, its slopes in distance."""
    block = near[rows]
    of_own, own_log = _softmax(block[:, own])
    of_all, all_log = _softmax(block)
    np.negative(of_all, out=of_all)
    of_all[:, own] += of_own
    near[rows] = of_all
    return float((all_log - own_log).sum(dtype=np.float64))


def _softmax(values: Floats) -> tuple[Floats, Floats]:
    """The shares of exp(values) in each row, and the log of their sum."""
    highest = values.max(axis=1, keepdims=True)
    shares = np.exp(values - highest)
    sums = shares.sum(axis=1, keepdims=True)
    shares /= sums
    return shares, (highest + np.log(sums))[:, 0]


@dataclass(frozen=True, eq=False)
class WeightsTrace(LearningTrace):
    """How feature weights were found; `objective` is what is minimised, `change` is of the log weights.

    Attributes
    ----------
    weights : (groups, features) the weights that were found: of all rows, of each class or of each region
    """

    weights: FloatArray = field(default_factory=lambda: np.empty((0, 0)))


def learned_weights(
    train: TrainingSet, groups: Groups, penalty: float, agreement: float, sample: Sample
) -> tuple[FloatArray, WeightsTrace]:
    """Ascend by L-BFGS on the log weights from equal weights: the weights of each group, and the trace.

    Features are brought to a range of 1 over the training rows first, so that weights and penalties do not
    depend on units. A constant feature has no say; the penalty pulls its weight towards the others'.

    Parameters
    ----------
    penalty, agreement : λ and μ of this module
    """
    X, codes = shuffled(train, sample.seed)
    count = min(sample.max_rows, math.isqrt(MOST_DIFFERENCES // X.shape[1]))
    X, codes = X[:count], codes[:count]
    low, high = train.extent()
    width = np.where(high > low, high - low, 1.0)
    choices = RightChoices((X - low) / width, codes, groups.of(X, codes), groups.count)
    logs, trace = _ascended(Penalised(choices, penalty, agreement), sample.max_iter)
    weights = np.exp(logs) / width
    notes = sample_notes(len(X), train)
    return weights, WeightsTrace(trace.steps, trace.objective, trace.change, trace.stopped, notes, weights)


@dataclass(frozen=True)
class Sample:
    """How many rows at most are learned from, which, and in how many steps at most."""

    max_rows: int
    seed: int
    max_iter: int


@dataclass(frozen=True, eq=False)
class Penalised:
    """What is minimised, at flattened log weights, and its gradient."""

    choices: RightChoices
    penalty: float
    agreement: float

    def __call__(self, flat: FloatArray) -> tuple[float, FloatArray]:
        """Give the value and the gradient."""
        logs = flat.reshape(self.choices.shape)
        weights = np.exp(logs)
        value, gradient = self.choices(weights)
        among_features = logs - logs.mean(axis=1, keepdims=True)
        among_groups = logs - logs.mean(axis=0)
        value += self.penalty * float((among_features**2).sum())
        value += self.agreement * float((among_groups**2).sum())
        slopes = gradient * weights + 2 * self.penalty * among_features + 2 * self.agreement * among_groups
        return value, slopes.ravel()


def _ascended(objective: Penalised, max_iter: int) -> tuple[FloatArray, LearningTrace]:
    start = np.zeros(objective.choices.shape)
    recorder = Recorder(start, objective(start.ravel())[0])

    def record(intermediate_result: OptimizeResult) -> None:
        recorder.add(intermediate_result.x, float(intermediate_result.fun))

    with ONE_BLAS_THREAD:
        result = minimize(
            objective,
            start.ravel(),
            method="L-BFGS-B",
            jac=True,
            bounds=[(-LARGEST_LOG, LARGEST_LOG)] * start.size,
            callback=record,
            options={"maxiter": max_iter, "ftol": GAIN, "gtol": GAIN},
        )
    return result.x.reshape(start.shape), recorder.trace(STOPPED.get(result.status, STUCK))
