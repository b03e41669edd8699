"""Two relations over data sets: Wilcoxon's test, effect size, and a Bayesian answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, NamedTuple

import numpy as np
import pandas as pd
import scipy

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.rounding import level
from frnn_core.latex import latex_table
from frnn_core.stats.bayes import Bayes, bayesian_signed_rank
from frnn_core.stats.ranks import WinTieLoss
from frnn_core.stats.score_frame import StatisticsError, check_choice, check_settings, check_table
from frnn_core.text import (
    call_text,
    counted,
    number,
    p_number,
    p_text,
    versions,
    versions_line,
)

Alternative = Literal["two-sided", "greater", "less"]
ALTERNATIVES: tuple[Alternative, ...] = ("two-sided", "greater", "less")
EXACT_UP_TO = 50
SIGNED_RANK = "Wilcoxon signed-rank"


class SignedRank(NamedTuple):
    """Wilcoxon's test: the rank sums of both signs, p, how it was computed, and the rank-biserial effect."""

    plus: float
    minus: float
    p: float
    method: str
    effect: float


def signed_rank(
    differences: FloatArray, alternative: Alternative = "two-sided", *, continuity: bool = True
) -> SignedRank:
    r"""Wilcoxon's signed-rank test by scipy, every choice made here and none left to a default.

    Differences are rounded to 12 decimals, so that noise breaks no tie, and zeros are dropped (Wilcoxon's own
    way). Without ties and up to 50 differences p is exact; otherwise it comes from the normal approximation,
    corrected for ties and, unless `continuity` is false, for continuity. The effect is the matched-pairs
    rank-biserial correlation :math:`(W^+ - W^-) / (W^+ + W^-)`, from -1 to 1.
    Wilcoxon (1945), https://doi.org/10.2307/3001968; Kerby (2014), https://doi.org/10.2466/11.IT.3.1.
    """
    rounded = level(differences)
    nonzero = rounded[rounded != 0]
    if not len(nonzero):
        return SignedRank(0.0, 0.0, 1.0, "no difference anywhere", 0.0)
    sizes = scipy.stats.rankdata(np.abs(nonzero))
    plus, minus = float(sizes[nonzero > 0].sum()), float(sizes[nonzero < 0].sum())
    exact = len(nonzero) <= EXACT_UP_TO and len(np.unique(sizes)) == len(sizes)
    done = scipy.stats.wilcoxon(
        nonzero,
        zero_method="wilcox",
        correction=continuity and not exact,
        alternative=alternative,
        method="exact" if exact else "asymptotic",
    )
    with_continuity = "normal approximation with continuity correction"
    approximate = with_continuity if continuity else "normal approximation without continuity correction"
    return SignedRank(
        plus,
        minus,
        min(float(done.pvalue), 1.0),
        "exact" if exact else approximate,
        (plus - minus) / (plus + minus),
    )


@dataclass(frozen=True, eq=False)
class Pair:
    """Relation `first` against `second` on the `n` data sets where both have a score.

    `statistic` is the sum of ranks of the differences in favour of `first`; `effect` the matched-pairs
    rank-biserial correlation; `alternative` "greater" asks whether `first` is better.
    """

    first: str
    second: str
    alternative: Alternative
    n: int
    differences: pd.Series
    win_tie_loss: WinTieLoss
    median: float
    mean: float
    statistic: float
    p: float
    method: str
    effect: float
    rope: float
    seed: int
    warnings: tuple[str, ...] = ()
    call: str = ""
    versions: dict[str, str] = field(default_factory=versions)

    @cached_property
    def bayes(self) -> Bayes:
        """The probabilities with a region of practical equivalence; sampled when first asked for."""
        return bayesian_signed_rank(self.differences.to_numpy(), self.rope, self.seed)

    def text(self) -> str:
        """Plain sentences."""
        wins, ties, losses = self.win_tie_loss
        asked = {"two-sided": "differs from", "greater": "is better than", "less": "is worse than"}
        lines = [
            f"{self.first} against {self.second} on {counted(self.n, 'data set')}: "
            f"{counted(wins, 'win')}, {counted(ties, 'tie')}, "
            f"{losses} {'loss' if losses == 1 else 'losses'}; "
            f"median difference {number(self.median)}, mean {number(self.mean)}.",
            f"{SIGNED_RANK}, {self.first} {asked[self.alternative]} {self.second}: {p_text(self.p)} "
            f"({self.alternative}, {self.method}); effect (rank-biserial) {number(self.effect, 2)}.",
            f"Bayesian signed-rank: {self.bayes.text(self.first, self.second)}.",
            *self.warnings,
            f"Call: {self.call}",
            f"Versions: {versions_line(self.versions)}",
        ]
        return "\n".join(lines)

    def frame(self) -> pd.DataFrame:
        """One row with every number."""
        values = {
            "first": self.first,
            "second": self.second,
            "n": self.n,
            **self.win_tie_loss._asdict(),
            "median_difference": self.median,
            "mean_difference": self.mean,
            "alternative": self.alternative,
            "statistic": self.statistic,
            "p": self.p,
            "method": self.method,
            "effect": self.effect,
            "bayes_left": self.bayes.left,
            "bayes_rope": self.bayes.rope,
            "bayes_right": self.bayes.right,
            "rope": self.rope,
        }
        return pd.DataFrame([values])

    def latex(self, names: Mapping[str, str] | None = None, over: str = "", name: str = "") -> str:
        """A LaTeX table (booktabs), by full `names` where given; `over` ends the caption with settings."""
        known = names or {}
        first, second = known.get(self.first, self.first), known.get(self.second, self.second)
        wins, ties, losses = self.win_tie_loss
        rows = {
            "data sets": str(self.n),
            "wins, ties, losses": f"{wins}, {ties}, {losses}",
            "median difference": number(self.median),
            f"Wilcoxon p ({self.alternative})": p_number(self.p),
            "rank-biserial effect": number(self.effect, 2),
            "P(practically better)": number(self.bayes.right),
            f"P(within {self.rope:g})": number(self.bayes.rope),
            "P(practically worse)": number(self.bayes.left),
        }
        shown = pd.DataFrame({"": rows.keys(), f"{first} against {second}": rows.values()})
        caption = f"{first} against {second} over {counted(self.n, 'data set')}. {over}".strip()
        return latex_table(shown, caption, (self.call, versions_line(self.versions)), name=name)

    def __str__(self) -> str:
        return self.text()


def compare_pair(
    a: pd.Series,
    b: pd.Series,
    *,
    alternative: Alternative = "two-sided",
    rope: float = 0.01,
    decimals: int | None = None,
    seed: int = 0,
    continuity: bool = True,
) -> Pair:
    """Compare two relations over data sets.

    Parameters
    ----------
    a, b
        Scores by data set, higher is better; the data sets where both have one are used.
    alternative
        "greater" asks whether a is better than b, "less" whether it is worse.
    rope
        Differences up to this count as practically equivalent in the Bayesian test.
    decimals
        Round the scores first: 3 for values printed with three decimals, whose ties noise would break.
    seed
        Seeds the Bayesian test.
    continuity
        Correct the normal approximation of Wilcoxon's test for continuity.

    Examples
    --------
    >>> man = pd.Series([0.9, 0.8, 0.7, 0.9, 0.6], index=["a", "b", "c", "d", "e"], name="man")
    >>> compare_pair(man, (man - [0.1, 0.2, 0.05, 0.01, 0.3]).rename("euc")).p
    0.0625
    """
    check_choice("alternative", alternative, ALTERNATIVES)
    check_settings(0.05, rope, decimals)
    scores = _paired(a, b, decimals)
    first, second = scores.columns
    differences = level(scores[first] - scores[second])
    values = differences.to_numpy()
    test = signed_rank(values, alternative, continuity=continuity)
    settings = {"alternative": alternative, "rope": rope, "decimals": decimals, "seed": seed}
    if not continuity:
        settings["continuity"] = False
    return Pair(
        first=first,
        second=second,
        alternative=alternative,
        n=len(values),
        differences=differences,
        win_tie_loss=WinTieLoss(
            *(int(x) for x in ((values > 0).sum(), (values == 0).sum(), (values < 0).sum()))
        ),
        median=float(np.median(values)),
        mean=float(values.mean()),
        statistic=test.plus,
        p=test.p,
        method=test.method,
        effect=test.effect,
        rope=rope,
        seed=seed,
        warnings=_warn(values, test),
        call=call_text("compare_pair", [f"scores[{first!r}]", f"scores[{second!r}]"], settings),
    )


def _paired(a: pd.Series, b: pd.Series, decimals: int | None) -> pd.DataFrame:
    """The two columns on the data sets where both have a score, or the reason why they cannot be compared."""
    for series in (a, b):
        if not isinstance(series, pd.Series) or series.index.has_duplicates:
            raise StatisticsError("Give two pandas Series whose index names each data set once.")
    first, second = (str(s.name) if s.name is not None else label for s, label in ((a, "a"), (b, "b")))
    if first == second:
        raise StatisticsError(f"Both relations are called {first!r}. Give them different names: b.rename(…).")
    scores = check_table(pd.DataFrame({first: a, second: b}), None, decimals).scores.dropna()
    if scores.empty:
        raise StatisticsError(f"{first} and {second} have no data set in common, so they cannot be compared.")
    return scores


def _warn(values: FloatArray, test: SignedRank) -> tuple[str, ...]:
    nonzero = int((values != 0).sum())
    warnings = []
    if nonzero < 6:
        warnings.append(
            f"Only {counted(nonzero, 'data set')} with a difference: with fewer than 6 a two-sided Wilcoxon "
            "test cannot reach p < .05."
        )
    elif nonzero < 10 and test.method != "exact":
        warnings.append("Ties on fewer than 10 data sets: the normal approximation of p is rough.")
    return tuple(warnings)
