"""Bayesian comparison of two relations, with a region of practical equivalence (rope)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.rounding import NOISE, level
from frnn_core.text import number

SAMPLES = 50_000
PRIOR_STRENGTH = 0.5
WEIGHTS = 2_000_000
"""How many weights are drawn at once, which bounds the memory."""


@dataclass(frozen=True)
class Bayes:
    """Posterior probabilities that sum to 1 for the first relation against the second.

    `left`: practically worse, by more than `width`; `rope`: practically equivalent; `right`: practically
    better.
    """

    left: float
    rope: float
    right: float
    width: float

    def text(self, first: str, second: str) -> str:
        """One sentence with the three probabilities."""
        return (
            f"{first} is practically better than {second} with probability {number(self.right)}, equivalent "
            f"(within {self.width:g}) with {number(self.rope)} and worse with {number(self.left)}"
        )


def bayesian_signed_rank(differences: FloatArray, rope: float, seed: int) -> Bayes:
    r"""The Bayesian counterpart of Wilcoxon's signed-rank test over data sets.

    The distribution of the differences :math:`z_1, …, z_n` has a Dirichlet process prior of strength 1/2 at
    :math:`z_0 = 0`. Its posterior is sampled by weights :math:`w \sim Dir(1/2, 1, …, 1)`:

    .. math:: \theta_{right} = \sum_{i, j} w_i w_j [z_i + z_j > 2 r], \quad
              \theta_{rope} = \sum_{i, j} w_i w_j [|z_i + z_j| \le 2 r]

    and likewise on the left, with r the half-width of the rope. The probability of a region is the share of
    samples in which its θ is the largest (equal ones share).

    The rope is closed: a sum on its edge is inside, for "differences up to r count as none", and the sums are
    rounded to 12 decimals, so that printed scores meet the edge exactly. The package baycomp counts such a
    sum half inside and half outside, and only where floating-point numbers happen to be equal, so its answers
    differ where many sums lie on the edge. In rising order, the z that take one of them over the edge are the
    last ones, so their weights are a difference of cumulated weights. Benavoli, Corani, Mangili, Zaffalon,
    Ruggeri (2014), https://proceedings.mlr.press/v32/benavoli14.html; Benavoli, Corani, Demšar, Zaffalon
    (2017), https://www.jmlr.org/papers/v18/16-305.html.
    """
    z = np.concatenate([[0.0], differences])
    order = np.argsort(z, kind="stable")
    sums = level(z[order, None] + z[order])
    edge = round(2 * rope, NOISE)
    beyond, below = (sums <= edge).sum(axis=1), (sums < -edge).sum(axis=1)
    strengths = np.ones(len(z))
    strengths[0] = PRIOR_STRENGTH
    rng = np.random.default_rng(seed)
    share = np.zeros(3)
    chunk = max(WEIGHTS // len(z), 1)
    for start in range(0, SAMPLES, chunk):
        weights = rng.dirichlet(strengths, size=min(chunk, SAMPLES - start))
        weights = weights[:, order]
        until = np.concatenate([np.zeros((len(weights), 1)), np.cumsum(weights, axis=1)], axis=1)
        up = (weights * (until[:, -1:] - until[:, beyond])).sum(axis=1)
        down = (weights * until[:, below]).sum(axis=1)
        theta = np.column_stack([down, 1 - up - down, up]).round(NOISE)
        largest = theta == theta.max(axis=1, keepdims=True)
        share += (largest / largest.sum(axis=1, keepdims=True)).sum(axis=0)
    share /= SAMPLES
    return Bayes(float(share[0]), float(share[1]), float(share[2]), rope)


def bayesian_correlated_t(differences: FloatArray, rope: float, test_share: float) -> Bayes:
    r"""The Bayesian correlated t-test over the folds of one data set.

    The posterior of the mean difference is Student's t with n - 1 degrees of freedom, location
    :math:`\bar d` and squared scale :math:`\left(\frac 1 n + \frac{\rho}{1 - \rho}\right) s^2`, with the
    correlation ρ between folds taken as the share of the data in a test fold. Without variance it is a
    point. Corani, Benavoli (2015), https://doi.org/10.1007/s10994-015-5486-z.
    """
    n, mean = len(differences), float(differences.mean())
    scale = float(np.sqrt((1 / n + test_share / (1 - test_share)) * differences.var(ddof=1)))
    if scale < 10.0**-NOISE:
        value = round(mean, NOISE)
        left, right = float(value < -rope), float(value > rope)
    else:
        left = float(scipy.stats.t.cdf(-rope, n - 1, mean, scale))
        right = float(scipy.stats.t.sf(rope, n - 1, mean, scale))
    return Bayes(left, 1 - left - right, right, rope)
