"""The multiple comparison matrix: every pair by itself, so that no number depends on who else is compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from frnn_core.engine.rounding import level
from frnn_core.stats.pairs import signed_rank
from frnn_core.stats.ranks import win_tie_loss
from frnn_core.stats.score_frame import pair_counts
from frnn_core.text import number, p_number, signed, text_table

ABOUT = (
    "Each pair stands by itself: mean difference, wins/ties/losses, and Wilcoxon's p without any correction, "
    "so no number changes when a method is added or left out."
)


@dataclass(frozen=True, eq=False)
class ComparisonMatrix:
    """Methods x methods, the best mean first; row against column, in favour of the row where positive.

    Attributes
    ----------
    means, counts
        The mean score of each method as given, and over how many data sets.
    differences
        Mean differences over the data sets where both have a score; NaN on the diagonal and without any.
    win_tie_loss
        A `WinTieLoss` of row against column, None on the diagonal.
    p, n
        Two-sided p of Wilcoxon's signed-rank test, not corrected, and the number of data sets.
    alpha
        Below which a p is marked.
    """

    means: pd.Series
    counts: pd.Series
    differences: pd.DataFrame
    win_tie_loss: pd.DataFrame
    p: pd.DataFrame
    n: pd.DataFrame
    alpha: float

    @property
    def names(self) -> list[str]:
        """The methods, the best mean first."""
        return list(self.means.index)

    def frame(self) -> pd.DataFrame:
        """A row for each pair, the better mean first, numbers unrounded."""
        pairs = [(a, b) for i, a in enumerate(self.names) for b in self.names[i + 1 :]]
        return pd.DataFrame(
            [
                {
                    "first": a,
                    "second": b,
                    "n": int(self.n.loc[a, b]),
                    "mean_difference": self.differences.loc[a, b],
                    **self.win_tie_loss.loc[a, b]._asdict(),
                    "p": self.p.loc[a, b],
                }
                for a, b in pairs
            ]
        )

    def shown(self, names: Mapping[str, str] | None = None) -> pd.DataFrame:
        """The pairs as text, for tables; by full `names` where given."""
        rows = self.frame()
        return pd.DataFrame(
            {
                "pair": rows["first"].replace(dict(names or {}))
                + " – "
                + rows["second"].replace(dict(names or {})),
                "n": rows["n"].astype(str),
                "mean difference": [signed(x) if np.isfinite(x) else "–" for x in rows["mean_difference"]],
                "wins/ties/losses": [
                    f"{row.wins}/{row.ties}/{row.losses}" for row in rows.itertuples(index=False)
                ],
                "p": [p_number(p) if np.isfinite(p) else "–" for p in rows["p"]],
            }
        )

    def text(self) -> str:
        """The means and the pairs as plain text."""
        means = pd.DataFrame(
            {
                "method": self.names,
                "mean": [number(x) for x in self.means],
                "n": self.counts.astype(str).values,
            }
        )
        return f"{ABOUT}\n\n{text_table(means)}\n\n{text_table(self.shown())}"


def comparison_matrix(
    scores: pd.DataFrame, *, alpha: float = 0.05, lower_is_better: bool = False
) -> ComparisonMatrix:
    """Compare every pair of methods by itself.

    Every pair is taken on the data sets where both have a score, and p is that of Wilcoxon's test alone:
    ranks of all methods, and corrections for the number of pairs, would make one pair depend on the others.
    The order by mean score stays, too, when a method joins.
    Ismail-Fawaz et al. (2023), https://arxiv.org/abs/2305.11921.

    Parameters
    ----------
    scores
        Data sets x methods, NaN for a blank.

    Examples
    --------
    >>> scores = pd.DataFrame({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.8, 0.9]}, index=["u", "v", "w"])
    >>> found = comparison_matrix(scores)
    >>> round(float(found.differences.loc["b", "a"]), 3), tuple(found.win_tie_loss.loc["b", "a"])
    (0.033, (1, 1, 1))
    """
    rounded = level(scores)
    means = level(rounded.mean()).sort_values(ascending=lower_is_better, kind="stable")
    ordered = rounded[list(means.index)]
    better = -ordered if lower_is_better else ordered
    differences = np.full((len(means), len(means)), np.nan)
    p = differences.copy()
    values = better.to_numpy(dtype=float)
    for i, j in combinations(range(len(means)), 2):
        apart = level(values[:, i] - values[:, j])
        apart = apart[np.isfinite(apart)]
        if len(apart):
            mean = level(apart.mean(keepdims=True))[0]
            differences[i, j], differences[j, i] = mean, 0.0 - mean
            p[i, j] = p[j, i] = signed_rank(apart).p
    return ComparisonMatrix(
        means,
        ordered.count(),
        pd.DataFrame(differences, means.index, means.index),
        win_tie_loss(better),
        pd.DataFrame(p, means.index, means.index),
        pair_counts(ordered),
        alpha,
    )
