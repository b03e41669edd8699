"""Which pairs of relations differ: Conover-Friedman, Nemenyi and Wilcoxon, corrected for many tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy

from frnn_core.engine.arrays import FloatArray
from frnn_core.stats.pairs import signed_rank

if TYPE_CHECKING:
    import pandas as pd

TESTS: Mapping[str, str] = {
    "conover": "Conover-Friedman",
    "nemenyi": "Nemenyi",
    "wilcoxon": "Wilcoxon signed-rank",
}
CORRECTIONS: Mapping[str, str | None] = {
    "holm": "holm",
    "bonferroni": "bonferroni",
    "hochberg": "simes-hochberg",
    "hommel": "hommel",
    "benjamini-hochberg": "fdr_bh",
    "benjamini-yekutieli": "fdr_by",
    "none": None,
}


def pair_p_values(scores: pd.DataFrame, test: str) -> pd.DataFrame:
    """Two-sided p-values of all pairs, before any correction; NaN on the diagonal.

    Conover and Nemenyi want complete rows; Wilcoxon takes each pair on the rows where both have a score.
    """
    import pandas as pd

    values = scores.to_numpy(dtype=float)
    p = {"conover": conover, "nemenyi": nemenyi, "wilcoxon": wilcoxon}[test](values)
    np.fill_diagonal(p, np.nan)
    return pd.DataFrame(p, index=scores.columns, columns=scores.columns)


def conover(values: FloatArray) -> FloatArray:
    """Conover's t-tests on Friedman ranks, by scikit-posthocs.

    Conover, Iman (1979), https://doi.org/10.2172/6057803. Two limits that the formula leaves open: all
    ranks tied gives p = 1; the same order on every data set leaves no variance, so that p is 0 for
    different rank sums and 1 for equal ones.
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


def nemenyi(values: FloatArray) -> FloatArray:
    """Nemenyi's test of mean ranks, by scikit-posthocs; family-wise over all pairs by itself.

    Demšar (2006), https://www.jmlr.org/papers/v7/demsar06a.html.
    """
    import scikit_posthocs

    return np.array(scikit_posthocs.posthoc_nemenyi_friedman(values), dtype=float)


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


def adjust(p: pd.DataFrame, correction: str, control: str | None = None) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Keep the pairs that are compared and correct their p-values: (raw, adjusted).

    Without a control these are all pairs; with one, its k - 1 pairs, and the correction runs over those.
    A pair without a test (NaN) does not count.
    """
    raw = p.copy()
    if control is not None:
        others = raw.index != control
        raw.loc[others, raw.columns != control] = np.nan
    values = raw.to_numpy(copy=True)
    upper = np.triu(np.isfinite(values), 1)
    if upper.any():
        values[upper] = corrected(values[upper], correction)
        values.T[upper] = values[upper]
    return raw, type(raw)(values, index=raw.index, columns=raw.columns)


def corrected(p: FloatArray, correction: str) -> FloatArray:
    """P-values corrected for their number, by statsmodels; all but Holm's, the default.

    Holm's are computed here, for statsmodels collects garbage each time, which costs a tenth of a second:
    the i-th smallest of m is multiplied by m - i + 1, and none may be below a smaller one.
    Holm (1979), https://www.jstor.org/stable/4615733.
    """
    method = CORRECTIONS[correction]
    if method is None:
        return p
    if method == "holm":
        order = np.argsort(p)
        adjusted = np.empty(len(p))
        adjusted[order] = np.minimum(np.maximum.accumulate(np.arange(len(p), 0, -1) * p[order]), 1)
        return adjusted
    from statsmodels.stats.multitest import multipletests  # type: ignore[import-untyped]

    return np.asarray(multipletests(p, method=method)[1])


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


def maximal_cliques(p: pd.DataFrame, alpha: float, order: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """All maximal sets of two or more relations without a significant pair.

    Relations are joined where their p-value is not below alpha (or there is none); a set in which all are
    joined, and to which none can be added, is a clique. Members need not be neighbours in rank. Bron,
    Kerbosch (1973), https://doi.org/10.1145/362342.362367, with pivots.

    Parameters
    ----------
    order
        The relations from best to worst; members and cliques come in this order.
    """
    differs = p.loc[list(order), list(order)].to_numpy() < alpha
    joined = [set(np.flatnonzero(~row).tolist()) - {i} for i, row in enumerate(differs)]
    found: list[tuple[int, ...]] = []

    def grow(members: set[int], candidates: set[int], done: set[int]) -> None:
        if not candidates and not done:
            found.append(tuple(sorted(members)))
            return
        pivot = max(candidates | done, key=lambda node: len(joined[node] & candidates))
        for node in sorted(candidates - joined[pivot]):
            grow(members | {node}, candidates & joined[node], done & joined[node])
            candidates = candidates - {node}
            done = done | {node}

    grow(set(), set(range(len(order))), set())
    return tuple(tuple(order[i] for i in clique) for clique in sorted(found) if len(clique) > 1)
