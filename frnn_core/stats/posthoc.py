"""Which pairs of relations differ: the tests of pairs, and the one place where they are registered.

One decorated function adds a test. It then appears in `compare`, in texts and LaTeX, in the diagrams, on the
command line and in the dashboard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import scipy

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.registry import Registry
from frnn_core.engine.rounding import level
from frnn_core.stats.pairs import SIGNED_RANK, signed_rank
from frnn_core.stats.score_frame import StatisticsError

PairTest = Callable[[FloatArray], FloatArray]
CriticalDistance = Callable[[int, int, float], float]
SYMBOLS = r"$r_{ij}$ the rank of relation $j$ of $k$ on data set $i$ of $n$, and $R_j = \sum_i r_{ij}$"
"""What the formulas of the tests are made of."""
USUAL_TEST, STAND_IN = "conover", "wilcoxon"
"""The test unless another is named, and the one for tables whose blanks rule out the test that was asked."""


@dataclass(frozen=True)
class PosthocTest:
    """A test of all pairs: all that the rest of the package knows about it.

    Attributes
    ----------
    help : what it does, in one sentence
    formula, where : LaTeX of the statistic, and in words what it is compared with or made of
    source : where it is described
    function : gives the two-sided p-values (relations x relations) of scores (data sets x relations)
    complete_rows : whether it needs rows without a blank; one that does not skips them pair by pair
    corrects_itself : whether its p-values are family-wise already, so that no correction is applied
    rank_based : whether it compares mean ranks, and so depends on all relations at once
    critical_distance : gives how far two mean ranks must be apart for (relations, data sets, alpha)
    """

    key: str
    label: str
    help: str
    formula: str
    where: str
    source: str
    function: PairTest = field(repr=False)
    complete_rows: bool = True
    corrects_itself: bool = False
    rank_based: bool = True
    critical_distance: CriticalDistance | None = field(default=None, repr=False)


TESTS = Registry[PosthocTest]("post-hoc test")


def posthoc_test(**spec: Any) -> Callable[[PairTest], PairTest]:
    """Register the decorated function, which gives the p-values of all pairs.

    Examples
    --------
    >>> @posthoc_test(key="sign", label="Sign", ...)      # doctest: +SKIP
    ... def sign(values):
    ...     return p_values
    """

    def register(function: PairTest) -> PairTest:
        test = PosthocTest(function=function, **spec)
        TESTS.add(test.key, test)
        return function

    return register


def critical_distance(k: int, n: int, alpha: float) -> float:
    r"""How far two mean ranks must be apart for Nemenyi's test.

    .. math:: CD = \frac{q_{\alpha, k, \infty}}{\sqrt 2} \sqrt{\frac{k (k+1)}{6 n}}

    Examples
    --------
    >>> round(critical_distance(4, 14, 0.05), 2)
    1.25
    """
    q = scipy.stats.studentized_range.ppf(1 - alpha, k, np.inf) / np.sqrt(2)
    return float(q * np.sqrt(k * (k + 1) / (6 * n)))


@posthoc_test(
    key="conover",
    label="Conover-Friedman",
    help="t-tests on the rank sums of Friedman's test: finds more than Nemenyi.",
    formula=r"t = |R_a - R_b| \Big/ \sqrt{\frac{2 (n \sum_{ij} r_{ij}^2 - \sum_j R_j^2)}{(n-1)(k-1)}}",
    where="$(n-1)(k-1)$ degrees of freedom",
    source="Conover, Iman (1979), https://doi.org/10.2172/6057803",
)
def conover(values: FloatArray) -> FloatArray:
    """Conover's t-tests on Friedman ranks, by scikit-posthocs.

    Two limits that the formula leaves open: all ranks tied gives p = 1; the same order on every data set
    leaves no variance, so that p is 0 for different rank sums and 1 for equal ones.
    """
    import scikit_posthocs  # type: ignore[import-untyped]

    n, k = values.shape
    ranks = scipy.stats.rankdata(values, axis=1)
    sums = ranks.sum(axis=0)
    spread = float((ranks**2).sum() - n * k * (k + 1) ** 2 / 4)
    if spread < 1e-9:
        return np.ones((k, k))
    between = float(((sums - n * (k + 1) / 2) ** 2).sum()) / n
    if spread - between < 1e-9:
        return np.asarray(np.isclose(sums[:, None], sums), dtype=float)
    return np.array(scikit_posthocs.posthoc_conover_friedman(values), dtype=float)


@posthoc_test(
    key="nemenyi",
    label="Nemenyi",
    help="Mean ranks that lie a critical distance apart differ: family-wise over all pairs, and strict.",
    formula=r"q = \frac{|R_a - R_b|}{n} \Big/ \sqrt{\frac{k(k+1)}{12 n}}",
    where="against the studentised range",
    source="Demšar (2006), https://www.jmlr.org/papers/v7/demsar06a.html",
    corrects_itself=True,
    critical_distance=critical_distance,
)
def nemenyi(values: FloatArray) -> FloatArray:
    """Nemenyi's test of mean ranks, by scikit-posthocs."""
    import scikit_posthocs

    return np.array(scikit_posthocs.posthoc_nemenyi_friedman(values), dtype=float)


@posthoc_test(
    key="wilcoxon",
    label=SIGNED_RANK,
    help="Each pair by itself, on the data sets where both have a score, whatever the other relations do.",
    formula=r"W = \min\big(\sum_{d_i > 0} \rho_i, \sum_{d_i < 0} \rho_i\big)",
    where=r"with $\rho_i$ the rank of $|d_i|$, the difference of two relations on data set $i$",
    source="Wilcoxon (1945), https://doi.org/10.2307/3001968",
    complete_rows=False,
    rank_based=False,
)
def wilcoxon(values: FloatArray) -> FloatArray:
    """Wilcoxon's signed-rank test of each pair (see `signed_rank`); NaN where no row has both scores."""
    k = values.shape[1]
    p = np.full((k, k), np.nan)
    for i, j in zip(*np.triu_indices(k, 1), strict=True):
        differences = values[:, i] - values[:, j]
        differences = differences[np.isfinite(differences)]
        if len(differences):
            p[i, j] = p[j, i] = signed_rank(differences).p
    return p


def pair_p_values(scores: pd.DataFrame, test: str) -> pd.DataFrame:
    """Two-sided p-values of all pairs, before any correction; NaN on the diagonal."""
    p = np.array(TESTS[test].function(level(scores.to_numpy(dtype=float))), dtype=float)
    np.fill_diagonal(p, np.nan)
    return pd.DataFrame(p, index=scores.columns, columns=scores.columns)


def applicable_tests(blanks: str) -> tuple[str, ...]:
    """The tests that can be asked for with a treatment of blanks.

    Complete rows suit every test. With "pairwise" only those remain that skip blanks pair by pair. With
    "skillings-mack" so do those that the stand-in can replace: its p-values take the correction that was
    asked for, which a test that corrects itself has none of.
    """
    if blanks == "complete":
        return tuple(TESTS)
    replaced = blanks == "skillings-mack"
    return tuple(
        key
        for key, test in TESTS.items()
        if not test.complete_rows or (replaced and not test.corrects_itself)
    )


def substitution(asked: str, blanks: str) -> str:
    """Which test stands in for the one that is asked for, and why; empty where it is applied itself."""
    test = TESTS[asked]
    if blanks == "complete" or not test.complete_rows:
        return ""
    needs = "compares mean ranks over the same data sets" if test.rank_based else "needs complete data sets"
    return (
        f"{test.label} {needs}, so it does not fit data sets with blanks. Each pair is compared by "
        f"{TESTS[STAND_IN].label} instead, on the data sets where both have a score."
    )


def applied_test(asked: str, blanks: str) -> str:
    """The test that is applied where one is asked for: itself, or the stand-in for tables with blanks."""
    test = TESTS[asked]
    if asked not in applicable_tests(blanks):
        needs = "compares mean ranks over the same data sets" if test.rank_based else "needs complete rows"
        raise StatisticsError(
            f"{test.label} {needs}, so it does not fit data sets with blanks. Use {TESTS[STAND_IN].label} "
            f'(test="{STAND_IN}"), or complete data sets only (blanks="complete").'
        )
    return STAND_IN if blanks != "complete" and test.complete_rows else asked
