"""How many data sets it takes to see a gap between two methods with Wilcoxon's test."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
import scipy

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.rounding import level
from frnn_core.stats.score_frame import StatisticsError
from frnn_core.text import counted, level_text, number

TARGET = 0.8
"""The usual chance to see a gap that is there."""
RESAMPLES, FEWEST_RESAMPLES = 4_000, 400
CELLS = 300_000
"""Of all draws together, so that many data sets take no longer than a second or two."""
FEWEST, MOST = 6, 5_000
BY = (
    "The chance is that of Wilcoxon's signed-rank test, whatever test compares all pairs: a test of mean "
    "ranks depends on all columns, so a pair has no power of its own by it."
)
ABOUT = (
    f"{BY} It takes the differences on your data sets for what further ones would show, so it plans the next "
    "study and says nothing more of this one."
)


@dataclass(frozen=True, eq=False)
class Power:
    """The chance that Wilcoxon's test sees the gap between two methods, by the number of data sets.

    Attributes
    ----------
    n, now
        The data sets there are, and the chance with as many.
    needed, strict
        The smallest number of data sets with a chance of at least `target`: for this pair alone, and if p
        must stay below alpha after a correction for `pairs` pairs (the first step of Holm's, all of
        Bonferroni's). None where more than `MOST` would be needed.
    noether
        The same by Noether's formula, which needs no simulation; None without a gap.
    curve
        `n`, and the chances `alone` and `corrected`.
    """

    first: str
    second: str
    n: int
    now: float
    needed: int | None
    strict: int | None
    noether: int | None
    alpha: float
    pairs: int
    target: float
    curve: pd.DataFrame

    def text(self, first: str = "", second: str = "") -> str:
        """The answer in two or three sentences; other names may be given for the two."""
        one, other = first or self.first, second or self.second
        chance = f"a chance of {number(self.target, 2)}"
        if self.needed is None:
            told = f"Not even {MOST:,} data sets like these would give {chance} to tell {one} from {other}."
        else:
            told = (
                f"To tell {one} from {other} with {chance} at α = {level_text(self.alpha)} it takes "
                f"{counted(self.needed, 'data set')} like these; "
                f"with the {self.n} there are the chance is {number(self.now, 2)}."
            )
            if self.pairs > 1:
                strict = f"more than {MOST:,}" if self.strict is None else f"{self.strict:,}"
                told += f" Corrected for {self.pairs} pairs (α / {self.pairs}) it takes {strict}."
        return f"{told} {ABOUT}"


def power_of_pair(
    first: str,
    second: str,
    differences: FloatArray,
    *,
    alpha: float = 0.05,
    pairs: int = 1,
    target: float = TARGET,
    seed: int = 0,
) -> Power:
    """How many data sets it takes to see the gap between two methods, from their differences on some.

    Further data sets are drawn from those there are, with replacement; the power at n is the share of draws
    in which Wilcoxon's two-sided test (see `signed_rank`; by its normal approximation, for draws repeat)
    gives a p below alpha.

    Examples
    --------
    >>> found = power_of_pair("a", "b", np.array([0.02, 0.01, 0.03, -0.01, 0.02, 0.04, -0.02, 0.01]))
    >>> found.n, found.needed > 8, found.noether
    (8, True, 26)
    """
    values = level(np.asarray(differences, dtype=float))
    if len(values) < 2:
        raise StatisticsError(f"{first} and {second} share one data set only; give two at least.")
    levels = alpha, alpha / pairs
    alone, corrected = (_needed(values, at, target, seed) for at in levels)
    ends = [count for count in (alone, corrected) if count] or [10 * len(values)]
    sizes = np.unique(np.geomspace(FEWEST, max(2 * max(ends), 2 * len(values)), 16).astype(int))
    curve = pd.DataFrame(
        {
            "n": sizes,
            "alone": [simulated_power(values, int(n), alpha, seed) for n in sizes],
            "corrected": [simulated_power(values, int(n), alpha / pairs, seed) for n in sizes],
        }
    )
    return Power(
        first=first,
        second=second,
        n=len(values),
        now=simulated_power(values, len(values), alpha, seed),
        needed=alone,
        strict=corrected,
        noether=noether(values, alpha, target),
        alpha=alpha,
        pairs=pairs,
        target=target,
        curve=curve,
    )


def simulated_power(differences: FloatArray, n: int, alpha: float, seed: int) -> float:
    """The share of draws of n differences, with replacement, whose Wilcoxon test has a p below alpha.

    A draw is how often each size of a difference comes, with either sign: then the ranks, and the correction
    for ties, are sums over the sizes, however large n is.
    """
    sizes, places = np.unique(np.abs(differences), return_inverse=True)
    chances = np.zeros((2, len(sizes)))
    np.add.at(chances, ((differences > 0).astype(int), places), 1 / len(differences))
    many = min(max(CELLS // chances.size, FEWEST_RESAMPLES), RESAMPLES)
    draws = np.random.default_rng(seed).multinomial(n, chances.ravel(), many)
    below, above = draws.reshape(many, 2, -1).astype(float).transpose(1, 0, 2)
    if sizes[0] == 0:
        below, above = below[:, 1:], above[:, 1:]
    tied = below + above
    ranks = np.cumsum(tied, axis=1) - (tied - 1) / 2
    count = tied.sum(axis=1)
    mean = count * (count + 1) / 4
    variance = count * (count + 1) * (2 * count + 1) / 24 - (tied**3 - tied).sum(axis=1) / 48
    apart = np.abs((above * ranks).sum(axis=1) - mean)
    z = np.divide(np.maximum(apart - 0.5, 0), np.sqrt(variance), out=np.zeros(len(mean)), where=variance > 0)
    return float((2 * scipy.stats.norm.sf(z) < alpha).mean())


def noether(differences: FloatArray, alpha: float, target: float = TARGET) -> int | None:
    r"""The number of data sets by Noether's formula for the signed-rank test; None without a gap.

    .. math:: n = \frac{(z_{\alpha/2} + z_\beta)^2}{3 (p - 1/2)^2}, \quad p = P(d_i + d_j > 0)

    with p counted over the pairs of different data sets, sums of 0 as halves. It takes the variance of the
    statistic from the hypothesis, so it is rough where the gap is plain.
    Noether (1987), https://doi.org/10.1080/01621459.1987.10478478.
    """
    sums = level(np.add.outer(differences, differences)[np.triu_indices(len(differences), 1)])
    share = float((sums > 0).mean() + (sums == 0).mean() / 2)
    if abs(share - 0.5) < 1e-9:
        return None
    quantiles = scipy.stats.norm.ppf([1 - alpha / 2, target])
    return int(np.ceil(quantiles.sum() ** 2 / (3 * (share - 0.5) ** 2)))


def _needed(differences: FloatArray, alpha: float, target: float, seed: int) -> int | None:
    """The smallest number with the wished power, by bisection; None where `MOST` are too few."""
    if simulated_power(differences, MOST, alpha, seed) < target:
        return None
    low, high = FEWEST - 1, FEWEST
    while simulated_power(differences, high, alpha, seed) < target:
        low, high = high, min(2 * high, MOST)
    while high - low > 1:
        middle = (low + high) // 2
        if simulated_power(differences, middle, alpha, seed) < target:
            low = middle
        else:
            high = middle
    return high
