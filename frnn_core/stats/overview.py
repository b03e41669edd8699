"""One way beside another on every data set: the honest whole, before any single case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pandas as pd

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.rounding import NOISE
from frnn_core.stats.pairs import Pair, compare_pair
from frnn_core.stats.score_frame import StatisticsError
from frnn_core.stats.verdicts import ALPHA, verdict_of

LEVEL = 0.01
"""Mean differences up to this count as level."""
STATES = ("ahead", "level", "behind")


class Counts(NamedTuple):
    """On how many data sets a method is ahead, level and behind."""

    ahead: int
    level: int
    behind: int


@dataclass(frozen=True, eq=False)
class Overview:
    """A method less a plain one, a row a data set, the largest difference first.

    Attributes
    ----------
    method, plain : what both are called in the columns of `rows`
    rows : both mean scores under their keys, `difference`, its 95 % interval `low` to `high`, `p` of the
        corrected t-test over the folds, and `state`: ahead or behind by more than .01, else level
    blank : the data sets where either lacks a score on a fold
    """

    method: str
    plain: str
    rows: pd.DataFrame
    blank: tuple[str, ...] = ()

    @property
    def counts(self) -> Counts:
        """On how many data sets the method is ahead, level and behind."""
        return Counts(*(int((self.rows["state"] == state).sum()) for state in STATES))

    @property
    def beyond(self) -> pd.Series:
        """Whether a difference is more than the folds vary by."""
        return self.rows["p"] < ALPHA

    @property
    def mean(self) -> float:
        """The mean difference over the data sets."""
        return float(self.rows["difference"].mean())

    @property
    def largest(self) -> str:
        """The data set with the largest difference, whatever its sign."""
        return str(self.rows["difference"].abs().idxmax())

    @property
    def mean_without_largest(self) -> float:
        """The mean difference over the other data sets."""
        return float(self.rows["difference"].drop(self.largest).mean())

    @cached_property
    def pair(self) -> Pair | None:
        """Wilcoxon's signed-rank test over the data sets, and what goes with it; None where they are few."""
        try:
            return compare_pair(self.rows[self.method], self.rows[self.plain], rope=LEVEL)
        except StatisticsError:
            return None


def overview_of(
    method: str, plain: str, names: Sequence[str], scores: FloatArray, plain_scores: FloatArray
) -> Overview:
    """Compare a method with a plain one wherever both have a score on every fold: data sets x folds each."""
    known = ~np.isnan(plain_scores).any(axis=1) & ~np.isnan(scores).any(axis=1)
    called = np.array(names)
    told = [verdict_of(differences) for differences in (scores - plain_scores)[known]]
    rows = pd.DataFrame(
        {
            plain: plain_scores[known].mean(axis=1),
            method: scores[known].mean(axis=1),
            "difference": [verdict.difference for verdict in told],
            "low": [verdict.low for verdict in told],
            "high": [verdict.high for verdict in told],
            "p": [verdict.p for verdict in told],
            "state": [state_of(verdict.difference) for verdict in told],
        },
        index=pd.Index(called[known].tolist(), name="dataset"),
    )
    ordered = rows.sort_values("difference", ascending=False, kind="stable")
    return Overview(method, plain, ordered, tuple(called[~known].tolist()))


def state_of(difference: float) -> str:
    """Ahead or behind by more than .01, else level."""
    rounded = round(difference, NOISE)
    return "ahead" if rounded > LEVEL else "behind" if rounded < -LEVEL else "level"
