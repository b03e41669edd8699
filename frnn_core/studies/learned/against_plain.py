"""A learned relation beside Manhattan on every data set: the honest whole, before any single case."""

from __future__ import annotations

import numpy as np
import pandas as pd

from frnn_core.experiments.score_table import ScoreTable
from frnn_core.stats import signed_rank
from frnn_core.stats.overview import STATES, Overview, overview_of, state_of
from frnn_core.studies.learned.results import METHODS, PLAIN, scores_by_fold


def overview(table: ScoreTable, method: str) -> Overview:
    """Compare a method with Manhattan wherever both have a score on every fold; a table for its `plan_of`."""
    plain, learned = scores_by_fold(table, method)
    return overview_of(method, PLAIN, table.plan.datasets, learned, plain)


def summary(told: pd.DataFrame) -> pd.DataFrame:
    """Every method beside Manhattan, a row a method, of the frame of `all_datasets`.

    Columns: `n` data sets with a score of both, `score`, `plain` (Manhattan on the same), `ahead`, `level`,
    `behind`, mean `difference`, `p` of Wilcoxon's signed-rank test, median `seconds` a fold.
    """
    rows = {}
    for method in METHODS:
        both = told[told[[method, PLAIN]].notna().all(axis=1)]
        gains = both[method] - both[PLAIN]
        states = gains.map(state_of)
        rows[method] = {
            "n": len(both),
            "score": both[method].mean(),
            "plain": both[PLAIN].mean(),
            **{state: int((states == state).sum()) for state in STATES},
            "difference": gains.mean(),
            "p": signed_rank(gains.to_numpy(dtype=float)).p if len(both) else np.nan,
            "seconds": both[f"{method} seconds"].median(),
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("relation")
