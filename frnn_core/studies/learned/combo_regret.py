"""What COMBO's choices cost: its score beside that of the best candidate in hindsight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pandas as pd

from frnn_core.studies.learned.combo_inner import InnerScores, inner_scores_of
from frnn_core.studies.learned.results import PLAIN, candidate_scores, combo_scores


@dataclass(frozen=True, eq=False)
class Choices:
    """COMBO on the folds of one data set.

    Attributes
    ----------
    inner, tested : folds x candidates, mean inner score and score on the test rows; NaN where undefined
    chosen : the candidate that was chosen on each fold, None where COMBO is undefined
    scores : COMBO's score on each fold
    """

    inner: pd.DataFrame
    tested: pd.DataFrame
    chosen: pd.Series
    scores: pd.Series
    margins: pd.Series
    reasons: tuple[dict[str, str], ...]

    @property
    def counts(self) -> pd.Series:
        """On how many folds each candidate was chosen, the most frequent first."""
        known = self.chosen.value_counts()
        counts = known.reindex(self.inner.columns, fill_value=0)
        return counts.sort_values(ascending=False, kind="stable")

    @cached_property
    def folds(self) -> pd.DataFrame:
        """Fold by fold: the choice, the best candidate in hindsight, the regret of COMBO and Manhattan.

        Of several best ones the chosen is named if it is among them, else the first.
        """
        best = self.tested.max(axis=1)
        level = self.scores == best
        return pd.DataFrame(
            {
                "chosen": self.chosen,
                "margin": self.margins,
                "combo": self.scores,
                PLAIN: self.tested[PLAIN],
                "best": self.chosen.where(level, self.tested.idxmax(axis=1)),
                "best score": best,
                "regret": best - self.scores,
                f"{PLAIN} regret": best - self.tested[PLAIN],
            }
        )

    @cached_property
    def candidates(self) -> pd.DataFrame:
        """A row a candidate: how often chosen, means over the folds, and the regret of taking it always."""
        best = self.tested.max(axis=1)
        frame = pd.DataFrame(
            {
                "chosen": self.counts,
                "inner": self.inner.mean(skipna=False),
                "tested": self.tested.mean(skipna=False),
                "regret": (self.tested.rsub(best, axis=0)).mean(skipna=False),
            }
        ).loc[self.inner.columns]
        return frame.rename_axis("relation")

    @property
    def single(self) -> str:
        """The candidate with the best mean over all folds, in hindsight."""
        return str(self.candidates["tested"].idxmax())

    @property
    def regret(self) -> float:
        """The mean over the folds of the best candidate's score less COMBO's."""
        return float(self.folds["regret"].mean(skipna=False))


def choices(name: str, k: int) -> Choices:
    """What COMBO chose on each fold of a data set, and what the candidates are worth there."""
    tested, inner = candidate_scores(name, k), inner_scores_of(name)
    return Choices(
        inner_frame(inner, k),
        tested,
        pd.Series(inner.chosen(k), index=tested.index, name="chosen", dtype=object),
        combo_scores(name, k),
        pd.Series(inner.margins(k), index=tested.index),
        inner.reasons,
    )


def inner_frame(inner: InnerScores, k: int) -> pd.DataFrame:
    """Mean inner scores for one k, folds x candidates."""
    index = pd.RangeIndex(1, len(inner.means) + 1, name="fold")
    return pd.DataFrame(inner.means[:, :, k - 1], index=index, columns=list(inner.candidates))
