"""Ranks within data sets, their means and bootstrap intervals, and who wins where."""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

import numpy as np
import pandas as pd

from frnn_core.engine.rounding import level

RESAMPLES = 10_000


class WinTieLoss(NamedTuple):
    """On how many data sets the first relation is better, equal and worse."""

    wins: int
    ties: int
    losses: int


def rank_rows(scores: pd.DataFrame) -> pd.DataFrame:
    """Rank the scores within each row: 1 = best, ties share their mean rank, blanks have none.

    Scores are rounded first (see `level`), so that noise breaks no tie, here and wherever ranks are taken.

    Examples
    --------
    >>> rank_rows(pd.DataFrame([[0.9, 0.7, 0.9]], columns=["man", "euc", "cos"])).iloc[0].to_list()
    [1.5, 3.0, 1.5]
    """
    return level(scores).rank(axis=1, ascending=False)


def mean_rank_intervals(ranks: pd.DataFrame, seed: int, level: float = 0.95) -> pd.DataFrame:
    """Bootstrap percentile intervals of mean ranks: `low` and `high` for each relation.

    Data sets are drawn with replacement; the ranks within each stay as they are. A blank (NaN) leaves the
    mean to the data sets that have a rank. Efron, Tibshirani (1993), https://doi.org/10.1201/9780429246593.
    """
    values = ranks.to_numpy()
    rows = len(values)
    draws = np.random.default_rng(seed).multinomial(rows, np.full(rows, 1 / rows), size=RESAMPLES)
    totals = draws @ np.nan_to_num(values)
    counts = draws @ np.isfinite(values)
    means = np.divide(totals, counts, out=np.full(totals.shape, np.nan), where=counts > 0)
    tail = (1 - level) / 2
    low, high = np.nanquantile(means, [tail, 1 - tail], axis=0)
    return pd.DataFrame({"low": low, "high": high}, index=ranks.columns)


def tied_share(ranks: pd.DataFrame) -> float:
    """The share of ranked cells that share their rank with another cell of their row."""
    tied = sum(int(row.dropna().duplicated(keep=False).sum()) for _, row in ranks.iterrows())
    return float(tied / ranks.count().sum())


def win_tie_loss(scores: pd.DataFrame) -> pd.DataFrame:
    """For each pair, a `WinTieLoss` of the row's relation against the column's; None on the diagonal.

    A pair is counted on the data sets where both have a score.
    """
    values = level(scores).to_numpy()
    k = values.shape[1]
    first, second = values[:, :, None], values[:, None, :]
    wins, ties = (first > second).sum(axis=0), (first == second).sum(axis=0)
    counts = np.empty((k, k), dtype=object)
    for i, j in permutations(range(k), 2):
        counts[i, j] = WinTieLoss(int(wins[i, j]), int(ties[i, j]), int(wins[j, i]))
    return pd.DataFrame(counts, index=scores.columns, columns=scores.columns)
