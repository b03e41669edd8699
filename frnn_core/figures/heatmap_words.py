"""The score heatmap in words: which relation leads by which yardstick, and where the choice matters most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from frnn_core.engine.rounding import level
from frnn_core.figures.heatmap_table import HeatmapTable, Mode, heatmap_table, unfinished
from frnn_core.figures.marks import plain_name
from frnn_core.stats import gap_table, rank_rows
from frnn_core.text import counted, listed, number

ORDER: Mapping[Mode, tuple[str, ...]] = {
    "gap": ("gap", "rank", "wins"),
    "score": ("score", "rank", "wins"),
    "rank": ("rank", "score", "wins"),
}
"""The yardsticks in the order in which a mode tells them."""


@dataclass(frozen=True, eq=False)
class Yardsticks:
    """What relations can be judged by; they need not agree.

    Attributes
    ----------
    wins
        On how many of the `compared` data sets, those with scores of two relations, each is best or tied.
    scores, gaps, ranks
        Means over the `n` data sets on which every relation has a score; empty where there is none.
    """

    wins: pd.Series[int]
    scores: pd.Series[float]
    gaps: pd.Series[float]
    ranks: pd.Series[float]
    compared: pd.DataFrame
    n: int

    def leaders(self, yardstick: str) -> list[str]:
        """The best by a yardstick ("wins", "score", "gap" or "rank"), several where they are level."""
        values = {"wins": -self.wins, "score": -self.scores, "gap": self.gaps, "rank": self.ranks}[yardstick]
        values = level(values)
        return [str(name) for name in values.index[values == values.min()]]


def yardsticks(table: HeatmapTable, *, reasons_known: bool = True) -> Yardsticks:
    """Judge the relations of a table; rows that wait for a result do not count, where reasons tell which."""
    ours = table.scores[table.relations]
    counts = ours.notna().sum(axis=1) >= 2
    if reasons_known:
        counts &= ~unfinished(table.reasons[table.relations])
    compared = ours[counts]
    complete = compared.dropna()
    return Yardsticks(
        table.best.loc[compared.index, table.relations].sum(),
        complete.mean(),
        gap_table(complete).mean(),
        rank_rows(complete).mean(),
        compared,
        len(complete),
    )


def score_heatmap_text(
    scores: pd.DataFrame,
    mode: Mode = "gap",
    *,
    reasons: pd.DataFrame | None = None,
    baselines: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
    measure: str = "balanced accuracy",
) -> str:
    """The table in words: who leads by what the mode shows, who by other yardsticks, where it matters most.

    Rows that wait for results do not count, where `reasons` tell them from undefined ones.
    """
    table = heatmap_table(scores, reasons=reasons, baselines=baselines)
    found = yardsticks(table, reasons_known=reasons is not None)
    if found.compared.empty:
        return _nothing(table.scores[table.relations])
    groups: dict[tuple[str, ...], list[str]] = {}
    for yardstick in ORDER[mode] if found.n else ("wins",):
        groups.setdefault(tuple(found.leaders(yardstick)), []).append(_phrase(found, yardstick, measure))
    parts = [_leads(leaders, phrases, names) for leaders, phrases in groups.items()]
    spread = found.compared.max(axis=1) - found.compared.min(axis=1)
    most = spread.idxmax()
    return (
        f"{_over(found)}{'; '.join(parts)}. "
        f"The choice matters most on {most} (a spread of {number(spread[most])})."
    )


def _nothing(ours: pd.DataFrame) -> str:
    """Why no data set counts: none has two scores, or each that has waits for another."""
    if (ours.notna().sum(axis=1) < 2).all():
        return "No data set has scores of two relations yet."
    return f"No data set has scores of all {ours.shape[1]} relations yet."


def _leads(leaders: Sequence[str], phrases: Sequence[str], names: Mapping[str, str] | None) -> str:
    verb = "has" if len(leaders) == 1 else "share"
    return f"{listed([plain_name(name, names) for name in leaders])} {verb} {listed(phrases)}"


def _over(found: Yardsticks) -> str:
    """What the means are over, where that is not all."""
    if not found.n or found.n == len(found.compared):
        return ""
    return f"Over the {counted(found.n, 'data set')} without a blank, "


def _phrase(found: Yardsticks, yardstick: str, measure: str) -> str:
    """A yardstick with the value of its leader."""
    if yardstick == "wins":
        of = counted(len(found.compared), "data set")
        return f"most wins (best or tied on {int(found.wins.max())} of {of})"
    if yardstick == "rank":
        return f"the best mean rank ({found.ranks.min():.2f})"
    if yardstick == "gap":
        return f"the smallest mean gap to the best of the row ({number(found.gaps.min())})"
    return f"the best mean {measure} ({number(found.scores.max())})"
