"""What the score heatmap shows, before it is drawn: order, values, the best of each row, means, blanks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from frnn_core.engine.rounding import level
from frnn_core.experiments.score_table import NOT_COMPUTED
from frnn_core.stats import gap_table, rank_rows

Mode = Literal["score", "rank", "gap"]


@dataclass(frozen=True, eq=False)
class HeatmapTable:
    """Rows and columns in the order in which they are shown.

    Attributes
    ----------
    scores, values
        The scores, and what the mode makes of them.
    best
        Whether a cell is the best relation of its row, or tied.
    means, n
        Means of the values over the `n` data sets of these rows on which every relation has a score; none for
        a baseline that has a blank there.
    baselines
        The last columns; they are never best and do not count for `n`. Their gap is to the best relation,
        negative where they beat it; in mode "rank" they are left out.
    reasons
        Why a cell is blank, None where it is not.
    """

    scores: pd.DataFrame
    values: pd.DataFrame
    best: pd.DataFrame
    means: pd.Series
    n: int
    baselines: tuple[str, ...]
    reasons: pd.DataFrame

    @property
    def relations(self) -> list[str]:
        """The columns that are not baselines."""
        return [name for name in self.values if name not in self.baselines]


def heatmap_table(
    scores: pd.DataFrame,
    mode: Mode = "score",
    *,
    reasons: pd.DataFrame | None = None,
    baselines: Sequence[str] = (),
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
) -> HeatmapTable:
    """Order and compute what the heatmap shows.

    Rows go by spread, the data sets where the choice matters most first; columns by mean rank over complete
    rows (over all where none is complete), baselines last. `rows` and `columns` give another order, or fewer.
    """
    scores = level(scores)
    apart = [name for name in baselines if name in scores]
    ours = scores.drop(columns=apart)
    if columns is not None:
        ours = ours[[name for name in columns if name not in apart]]
    if rows is None:
        spread = ours.max(axis=1) - ours.min(axis=1)
        rows = list(spread.sort_values(ascending=False, kind="stable").index)
    ours = ours.loc[list(rows)]
    ranks, complete = rank_rows(ours), ours.notna().all(axis=1)
    if columns is None:
        judged = ranks[complete] if complete.any() else ranks
        ours = ours[list(judged.mean().sort_values(kind="stable").index)]
    if mode == "rank":
        apart = []
    shown = scores.loc[list(rows), [*ours, *apart]]
    if mode == "score":
        values = shown
    elif mode == "rank":
        values = ranks[list(ours)]
    else:
        values = gap_table(ours)
        values[apart] = level(shown[apart].rsub(ours.max(axis=1), axis=0))
    why = _why(shown, reasons)
    best = shown.eq(ours.max(axis=1), axis=0)
    best[apart] = False
    if reasons is not None:
        best[unfinished(why[list(ours)])] = False
    means = values[complete].mean(skipna=False)
    return HeatmapTable(shown, values, best, means, int(complete.sum()), tuple(apart), why)


def waiting(reason: str) -> bool:
    """Whether a blank is a result that is not there yet, and not an undefined relation."""
    return reason == NOT_COMPUTED or reason.endswith("so far")


def unfinished(reasons: pd.DataFrame) -> pd.Series[bool]:
    """The rows that wait for a result: nobody knows yet who is best there."""
    return reasons.map(lambda reason: isinstance(reason, str) and waiting(reason)).any(axis=1)


def default_limits(table: HeatmapTable, mode: Mode) -> tuple[float, float]:
    """Ends of the colour scale that do not move with small changes.

    Scores: tenths around them. Ranks: 1 to the number of relations. Gaps: 0 to .2.
    """
    if mode == "rank":
        return 1.0, float(max(len(table.relations), 2))
    values = table.values.to_numpy()
    if mode == "gap" or not np.isfinite(values).any():
        return 0.0, 0.2 if mode == "gap" else 1.0
    low, high = np.floor(10 * np.nanmin(values) + 1e-9) / 10, np.ceil(10 * np.nanmax(values) - 1e-9) / 10
    return float(low), float(max(high, low + 0.1))


def _why(shown: pd.DataFrame, reasons: pd.DataFrame | None) -> pd.DataFrame:
    blank = shown.isna().to_numpy()
    words = np.full(blank.shape, None, dtype=object)
    words[blank] = NOT_COMPUTED
    why = pd.DataFrame(words, index=shown.index, columns=shown.columns)
    if reasons is not None:
        given = reasons.reindex(index=shown.index, columns=shown.columns)
        told = given.map(lambda reason: isinstance(reason, str) and bool(reason)) & shown.isna()
        why = why.where(~told, given)
    return why
