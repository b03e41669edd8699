r"""What scores are judged by when something is learned from them: losses of rows whose class is known.

A score here is the sum of lower and upper approximation, between 0 and 2 on training rows. With s_c that of
class c and o the row's own class, a loss is one of

.. math:: -\log(s_o / 2), \quad -\log \frac{s_o}{\sum_c s_c}, \quad
          -\log \frac{e^{s_o / T}}{\sum_c e^{s_c / T}},

in the mean over all rows or, balanced, in the mean over the classes of the mean over their rows. Shares of
scores lie close together where the scores do, so that their cross-entropy is all but linear in the scores;
the softmax has a temperature T that makes up for this.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.registry import Registry

SCORE_FLOOR = 1e-12


@dataclass(frozen=True)
class ScoreLoss:
    """A loss over rows.

    Attributes
    ----------
    formula : LaTeX of the loss of one row
    help : what it rewards, in one sentence
    every : whether it looks at the scores of every class, or at that of the own class alone
    balanced : whether every class counts alike, or every row
    tempered : whether it has a temperature, which is learned as well
    """

    key: str
    label: str
    formula: str
    help: str
    every: bool = True
    balanced: bool = False
    tempered: bool = False

    def __call__(
        self, scores: FloatArray, codes: IntArray, temperature: float = 1.0
    ) -> tuple[FloatArray, FloatArray]:
        """The loss of each row (rows,), and its slope in each score (rows, classes)."""
        if self.tempered:
            return softmax_entropy(scores, codes, temperature)
        if self.every:
            return share_entropy(scores, codes)
        own = np.arange(len(codes)), codes
        losses, divisors = own_score(scores[own])
        slopes = np.zeros_like(scores)
        slopes[own] = -1 / divisors
        return losses, slopes

    def counts(self, codes: IntArray) -> FloatArray:
        """How much each row counts, 1 in the mean."""
        if not self.balanced:
            return np.ones(len(codes))
        sizes = np.bincount(codes)
        return np.asarray(len(codes) / (np.count_nonzero(sizes) * sizes[codes]))


SCORE_LOSSES = Registry[ScoreLoss]("loss")
_SHARE = r"-\log \frac{s_o}{\sum_c s_c}"
_SOFTMAX = r"-\log \frac{e^{s_o / T}}{\sum_c e^{s_c / T}}"
for _loss in (
    ScoreLoss(
        "own score",
        "Own score (the paper's)",
        r"-\log \frac{s_o}{2}",
        "The paper's: the score of the row's own class alone should be large.",
        every=False,
    ),
    ScoreLoss(
        "cross-entropy",
        "Cross-entropy",
        _SHARE,
        "The own class should have a large share of all scores.",
    ),
    ScoreLoss(
        "balanced cross-entropy",
        "Cross-entropy, classes alike",
        _SHARE,
        "The own class should have a large share of all scores; a small class counts as much as a large one.",
        balanced=True,
    ),
    ScoreLoss(
        "softmax",
        "Softmax",
        _SOFTMAX,
        "The own class should win clearly; how large a lead is clear is learned, too.",
        tempered=True,
    ),
    ScoreLoss(
        "balanced softmax",
        "Softmax, classes alike",
        _SOFTMAX,
        "The own class should win clearly; a small class counts as much as a large one.",
        balanced=True,
        tempered=True,
    ),
):
    SCORE_LOSSES.add(_loss.key, _loss)


def own_score(scores: FloatArray) -> tuple[FloatArray, FloatArray]:
    """-log(score / 2) of the own class, floored, and what its slope is -1 divided by."""
    safe = np.maximum(scores, SCORE_FLOOR)
    return -np.log(safe / 2), np.where(scores > SCORE_FLOOR, safe, np.inf)


def share_entropy(scores: FloatArray, codes: IntArray) -> tuple[FloatArray, FloatArray]:
    """-log of the own class's share of all scores, floored, and its slope in each score."""
    own = np.arange(len(codes)), codes
    total = scores.sum(axis=1)
    share = scores[own] / total
    slopes = np.repeat((1 / total)[:, None], scores.shape[1], axis=1)
    slopes[own] -= 1 / np.maximum(scores[own], SCORE_FLOOR)
    slopes[~(share > SCORE_FLOOR)] = 0.0
    return -np.log(np.maximum(share, SCORE_FLOOR)), slopes


def softmax_entropy(scores: FloatArray, codes: IntArray, temperature: float) -> tuple[FloatArray, FloatArray]:
    """-log of the own class's part of the softmax, and its slope in each score.

    The slope in log T is minus the sum of score x slope over the classes.
    """
    own = np.arange(len(codes)), codes
    lead = (scores - scores.max(axis=1, keepdims=True)) / temperature
    total = np.exp(lead).sum(axis=1)
    slopes = np.exp(lead) / total[:, None]
    slopes[own] -= 1
    return np.log(total) - lead[own], slopes / temperature
