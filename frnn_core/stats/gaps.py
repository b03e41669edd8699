"""How far each relation is from the best one on each data set."""

from __future__ import annotations

import numpy as np
import pandas as pd

from frnn_core.engine.rounding import level


def gap_table(scores: pd.DataFrame) -> pd.DataFrame:
    """The best score of each row minus every score of the row; blanks stay blank."""
    rounded = level(scores)
    return level(rounded.rsub(rounded.max(axis=1), axis=0))


def gaps_to_best(scores: pd.DataFrame) -> pd.DataFrame:
    """Largest and mean gap of each relation to the best one on each data set.

    Rows with a single score compare nothing and are left out. With blanks, relations are judged on
    different data sets; the column `n` says on how many, and `scores.dropna()` makes them comparable.

    Parameters
    ----------
    scores
        Data sets x relations, higher is better, NaN where there is no score.

    Returns
    -------
    DataFrame
        One row for each relation: `max_gap`, `mean_gap`, `dataset` (where the largest gap is; the first of
        several) and `n`.

    Examples
    --------
    >>> gaps_to_best(pd.DataFrame({"man": [0.9, 0.6], "euc": [0.8, 0.7]}, index=["wine", "iris"]))
         max_gap  mean_gap dataset  n
    man      0.1      0.05    iris  2
    euc      0.1      0.05    wine  2
    """
    gaps = gap_table(scores[scores.notna().sum(axis=1) >= 2])
    some = gaps.columns[gaps.notna().any()]
    table = pd.DataFrame(
        {
            "max_gap": gaps.max(),
            "mean_gap": level(gaps.mean()),
            "dataset": gaps[some].idxmax().reindex(gaps.columns) if len(some) else np.nan,
            "n": gaps.count(),
        }
    )
    return table.loc[gaps.columns]
