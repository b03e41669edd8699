r"""What learned weights are judged by: the loss of every training row, as the others decide it.

Learned weights are a mixture of k simple ones, with shares :math:`p_j \ge 0` that sum to 1. The j-th takes,
of m neighbours, the mean of the first min(j, m): then

.. math:: w_i(m) = \sum_{j=i}^{k} \frac{p_j}{\min(j, m)}, \quad i \le m,

which never rises with i, and k weights that never rise are always such a mixture (linear ones with p_j in
proportion to j). Without that condition the j-th takes neighbour number min(j, m) alone: the shares are the
weights themselves, and the weight of neighbours that are not there goes to the last one that is.

Scores are linear in the shares, so value and gradient cost a product each. Where every class has shares of
its own, those of a class of a single row stay as they start: none of its rows can be left out and judged.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from frnn_core.engine.approximations import Neighbourhood, available, leave_one_out
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import FittedRelation, identity
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.score_losses import ScoreLoss
from frnn_core.engine.weighting import linear

MOST_ROWS = 2_000
"""Rows that are judged; of more, as many of each class are drawn as there is room for."""
BLOCK_VALUES = 2_000_000
LEAST_TEMPERATURE = 1e-6


@dataclass(frozen=True)
class LearnedFamily:
    """A mixture of simple weightings with the given shares; see the head of this module."""

    shares: FloatArray
    monotone: bool = True

    def __call__(self, m: int) -> FloatArray:
        """Give m weights, the nearest neighbour's first."""
        return np.asarray(self.shares @ simple_weights(len(self.shares), m, monotone=self.monotone))


def simple_weights(k: int, m: int, *, monotone: bool) -> FloatArray:
    """The m weights of each of the k simple weightings that are mixed: an array (k, m)."""
    last = np.minimum(np.arange(1, k + 1), m)[:, None]
    places = np.arange(1, m + 1)
    return np.where(places <= last, 1 / last, 0.0) if monotone else (places == last).astype(np.float64)


def shares_of_linear(k: int, *, monotone: bool) -> FloatArray:
    """The shares with which the mixture is the paper's linear weights."""
    return linear(k)[::-1].copy() if monotone else linear(k)


@dataclass(frozen=True, eq=False)
class Judged:
    """The value of shares, and its slopes.

    Attributes
    ----------
    value, loss : what is minimised, and the loss alone, without the penalty
    gradient : (2, groups, k) slopes in the shares, upper and lower
    heat : slope in the logarithm of the temperature
    """

    value: float
    loss: float
    gradient: FloatArray
    heat: float


@dataclass(frozen=True, eq=False)
class WeightObjective:
    """The loss of training rows as a function of the shares, with a penalty for leaving the linear weights.

    Shares are (2, groups, k): upper and lower, one group for all classes or one for each. The penalty is
    times the relative entropy of the linear shares to the shares, in the mean over the groups.

    Attributes
    ----------
    inside, outside : (classes, rows, k) what each simple weighting makes of the row's neighbours
    codes, counts : class of each row, and how much it counts, 1 in the mean
    groups : 1, or the number of classes
    """

    inside: FloatArray
    outside: FloatArray
    codes: IntArray
    counts: FloatArray
    loss: ScoreLoss
    groups: int
    monotone: bool
    penalty: float

    @property
    def k(self) -> int:
        """How many simple weightings are mixed."""
        return int(self.inside.shape[-1])

    @property
    def n_rows(self) -> int:
        """How many rows are judged."""
        return len(self.codes)

    @cached_property
    def start(self) -> FloatArray:
        """The shares of the linear weights."""
        shares = shares_of_linear(self.k, monotone=self.monotone)
        return np.broadcast_to(shares, (2, self.groups, self.k)).copy()

    @cached_property
    def temperature(self) -> float:
        """Where the temperature starts: by how much the scores of a row differ with linear weights."""
        return max(float(self.scores(self.start).std(axis=1).mean()), LEAST_TEMPERATURE)

    @cached_property
    def learning(self) -> FloatArray:
        """1 for the groups that learn and 0 for classes of a single row: (groups, 1)."""
        if self.groups == 1:
            return np.ones((1, 1))
        there = np.bincount(self.codes, minlength=self.groups) > 0
        return there[:, None].astype(np.float64)

    def scores(self, shares: FloatArray, rows: IntArray | slice = slice(None)) -> FloatArray:
        """Lower plus upper approximation of every row in every class: (rows, classes)."""
        upper, lower = (np.broadcast_to(side, (len(self.inside), self.k))[:, :, None] for side in shares)
        found = 1 + self.inside[:, rows] @ upper - self.outside[:, rows] @ lower
        return np.ascontiguousarray(found[..., 0].T)

    def __call__(
        self, shares: FloatArray, temperature: float = 1.0, rows: IntArray | slice = slice(None)
    ) -> Judged:
        """Judge shares by all rows, or by some."""
        codes, counts, scores = self.codes[rows], self.counts[rows], self.scores(shares, rows)
        losses, slopes = self.loss(scores, codes, temperature)
        pulls = counts[:, None] * slopes / len(codes)
        towards = np.ascontiguousarray(pulls.T)[:, None, :]
        upper, lower = (towards @ side[:, rows] for side in (self.inside, self.outside))
        gradient = np.stack([upper[:, 0], -lower[:, 0]])
        if self.groups == 1:
            gradient = gradient.sum(axis=1, keepdims=True)
        loss = float((counts * losses).mean())
        value, pull_back = self._penalised(shares)
        gradient = (gradient + pull_back) * self.learning
        return Judged(loss + value, loss, gradient, float(-(pulls * scores).sum()))

    def _penalised(self, shares: FloatArray) -> tuple[float, FloatArray]:
        """The penalty and its slopes."""
        if not self.penalty:
            return 0.0, np.zeros_like(shares)
        safe = np.maximum(shares, np.finfo(np.float64).tiny)
        away = float((self.start * np.log(self.start / safe)).sum()) / self.groups
        return self.penalty * away, -self.penalty * self.start / safe / self.groups


def weight_objective(
    relation: FittedRelation,
    train: TrainingSet,
    loss: ScoreLoss,
    *,
    by_class: bool,
    monotone: bool,
    penalty: float,
    seed: int,
) -> WeightObjective:
    """Search every training row's neighbours among the others once, for all smaller k as well."""
    rows = judged_rows(train, seed)
    k = min(train.k, len(train.X) - 1)
    near = Neighbourhood(_others(relation, train, k, rows)[..., :k])
    similar, lists = near.similarities(relation.link), (near.inside, near.outside)
    inside, outside = (
        _simply_weighted(side, available(of_side), monotone=monotone)
        for side, of_side in zip(similar, lists, strict=True)
    )
    codes = train.codes[rows]
    counts = loss.counts(codes)
    if not loss.balanced:
        drawn, every = np.bincount(codes, minlength=train.n_classes), np.bincount(train.codes)
        counts = (every[codes] / drawn[codes]) * len(codes) / (every[np.unique(codes)].sum())
    groups = train.n_classes if by_class else 1
    return WeightObjective(inside, outside, codes, counts, loss, groups, monotone, penalty)


def judged_rows(train: TrainingSet, seed: int = 0) -> IntArray:
    """The rows that are judged: all but those alone in their class, or a sample with every class alike."""
    members = [rows for rows in train.numbers() if len(rows) > 1]
    if sum(map(len, members)) <= MOST_ROWS:
        return np.sort(np.concatenate(members)) if members else np.zeros(0, dtype=np.int64)
    random, left, drawn = np.random.default_rng(seed), MOST_ROWS, []
    for place, rows in enumerate(sorted(members, key=len)):
        room = left // (len(members) - place)
        drawn.append(rows if len(rows) <= room else random.choice(rows, room, replace=False))
        left -= len(drawn[-1])
    return np.sort(np.concatenate(drawn))


def _others(relation: FittedRelation, train: TrainingSet, k: int, rows: IntArray) -> FloatArray:
    """The nearest of the other rows, at least k; kept for relations that measure alike and smaller k."""
    measured = relation.metric if relation.embed is identity else relation
    key = ("judged rows", measured, len(rows))
    found: tuple[IntArray, FloatArray] | None = train.kept.get(key)
    if found is not None and np.array_equal(found[0], rows) and found[1].shape[-1] >= k:
        return found[1]
    size = max(1, BLOCK_VALUES // (train.n_classes * (k + 1)))
    parts = [rows[first : first + size] for first in range(0, len(rows), size)]
    lists = np.concatenate([leave_one_out(relation, train, k, part).inside for part in parts])
    train.kept[key] = rows, lists
    return lists


def _simply_weighted(similar: FloatArray, counts: IntArray, *, monotone: bool) -> FloatArray:
    """What each simple weighting makes of lists (rows, classes, k): an array (classes, rows, k)."""
    k = similar.shape[-1]
    last = np.minimum(np.arange(1, k + 1), np.maximum(counts, 1)[..., None])
    sums = similar.cumsum(axis=-1) / np.arange(1, k + 1) if monotone else similar
    found = np.take_along_axis(sums, last - 1, axis=-1)
    return np.ascontiguousarray(found.transpose(1, 0, 2))
