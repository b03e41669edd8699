"""What a kernel width is judged by: losses over training rows, each predicted by the others.

A loss works on the leave-one-out lists of distances, so that one evaluation on a batch of rows costs
microseconds and not a pass over the data.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from frnn_core.engine.approximations import available, leave_one_out
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.score_losses import SCORE_LOSSES, own_score, share_entropy
from frnn_core.engine.weighting import WeightFamily, weight_rows
from frnn_core.relations.kernels import Kernel
from frnn_core.relations.links import AffineLink

BLOCK_VALUES = 2_000_000


@dataclass(frozen=True, eq=False)
class GammaLoss(ABC):
    """A loss per training row as a function of gamma.

    With the neighbours inside and outside a class in one list, and the weights of those outside
    negative, lower plus upper approximation is 1 + Σ weight x kernel(distance), between 0 and 2.

    Attributes
    ----------
    distances, weights : (rows, …, 2k), one list for each class that the loss looks at
    """

    kernel: Kernel
    distances: FloatArray
    weights: FloatArray

    @property
    def n_rows(self) -> int:
        """How many rows are judged: all but those alone in their class."""
        return len(self.distances)

    def __call__(self, gamma: float, rows: IntArray | slice = slice(None)) -> tuple[FloatArray, FloatArray]:
        """Loss and derivative in gamma of the given rows."""
        distances, weights = self.distances[rows], self.weights[rows]
        scores = 1 + np.einsum("...k,...k->...", weights, self.kernel.value(distances, gamma))
        slopes = np.einsum("...k,...k->...", weights, self.kernel.slope(distances, gamma))
        return self._judge(scores, slopes, rows)

    @abstractmethod
    def _judge(
        self, scores: FloatArray, slopes: FloatArray, rows: IntArray | slice
    ) -> tuple[FloatArray, FloatArray]:
        """Loss and derivative from scores and their derivatives."""

    def mean(self, gamma: float) -> tuple[float, float]:
        """Loss and derivative, in the mean over all rows."""
        losses, slopes = self(gamma)
        return float(losses.mean()), float(slopes.mean())

    def curve(self, gammas: FloatArray) -> FloatArray:
        """The mean loss at each width."""
        return np.array([self.mean(float(gamma))[0] for gamma in gammas])


class OwnScoreLoss(GammaLoss):
    """-log(score / 2) of the row's own class, the score floored; the lists are those of that class."""

    def _judge(
        self, scores: FloatArray, slopes: FloatArray, rows: IntArray | slice
    ) -> tuple[FloatArray, FloatArray]:
        losses, divisors = own_score(scores)
        return losses, -slopes / divisors


@dataclass(frozen=True, eq=False)
class CrossEntropyLoss(GammaLoss):
    """-log of the own class's share of all scores, floored; there is a list for every class.

    Attributes
    ----------
    counts : how much each row counts, 1 in the mean
    """

    codes: IntArray
    counts: FloatArray

    def _judge(
        self, scores: FloatArray, slopes: FloatArray, rows: IntArray | slice
    ) -> tuple[FloatArray, FloatArray]:
        losses, pulls = share_entropy(scores, self.codes[rows])
        counts = self.counts[rows]
        return counts * losses, counts * np.einsum("nc,nc->n", pulls, slopes)


LOSSES = tuple(key for key, loss in SCORE_LOSSES.items() if not loss.tempered)
"""The losses without a temperature: a width has no other parameter learned beside it."""


def gamma_loss(train: TrainingSet, kernel: Kernel, loss: str) -> GammaLoss:
    """Search every training row's neighbours among the others once, and build the loss on them."""
    k = min(train.k, len(train.X) - 1)
    judged_by = SCORE_LOSSES[loss]
    inside, outside = _others(train, k, every=judged_by.every)
    judged = np.bincount(train.codes)[train.codes] > 1
    distances, weights = _signed(inside[judged, ..., :k], outside[judged, ..., :k], train.family)
    if judged_by.every:
        codes = train.codes[judged]
        return CrossEntropyLoss(kernel, distances, weights, codes, judged_by.counts(codes))
    return OwnScoreLoss(kernel, distances, weights)


def _others(train: TrainingSet, k: int, *, every: bool) -> tuple[FloatArray, FloatArray]:
    """The nearest of the other rows, at least k, inside and outside each row's own class, or every class.

    One search serves all kernels and all smaller k. It goes block by block, for the lists of every class
    are long where there are many.
    """
    key = ("others", every)
    found: tuple[FloatArray, FloatArray] | None = train.kept.get(key)
    if found is not None and found[0].shape[-1] >= k:
        return found
    size = max(1, BLOCK_VALUES // (train.n_classes * (k + 1)))
    blocks = [_lists(train, k, slice(first, first + size), every) for first in range(0, len(train.X), size)]
    inside, outside = (np.concatenate(side) for side in zip(*blocks, strict=True))
    train.kept[key] = inside, outside
    return inside, outside


def _lists(train: TrainingSet, k: int, part: slice, every: bool) -> tuple[FloatArray, FloatArray]:
    """The lists inside and outside, for a part of the rows."""
    near = leave_one_out(FittedRelation("euclidean", AffineLink(1.0)), train, k, part)
    if every:
        return near.inside, near.outside
    codes = train.codes[part]
    own = np.arange(len(codes)), codes
    return near.inside[own], near.outside[own]


def _signed(inside: FloatArray, outside: FloatArray, family: WeightFamily) -> tuple[FloatArray, FloatArray]:
    """Join the lists; each gets the weights for the neighbours that it holds, and 0 elsewhere."""
    k = inside.shape[-1]
    table = np.vstack([np.zeros(k), weight_rows(family, np.arange(1, k + 1), k)])
    joined = np.concatenate([inside, outside], axis=-1)
    weights = np.concatenate([table[available(inside)], -table[available(outside)]], axis=-1)
    return np.where(np.isinf(joined), 0.0, joined), weights
