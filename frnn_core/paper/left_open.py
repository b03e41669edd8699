"""What the paper left open, answered by results: each comparison tested, each answer given by one rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

import numpy as np
import pandas as pd

from frnn_core.data.catalogue import entries
from frnn_core.engine.rounding import level
from frnn_core.experiments.store import Store
from frnn_core.paper.open_questions import LARGEST_SEEN, Arm, Question
from frnn_core.paper.sides import Measured, Side
from frnn_core.paper.verdicts import ALPHA
from frnn_core.stats import WinTieLoss, signed_rank
from frnn_core.stats.corrections import CORRECTIONS, USUAL_CORRECTION
from frnn_core.text import number

LEVEL = 0.01
"""Mean differences up to this count as level."""
LEAST_SETS = 6
"""Below so many data sets a two-sided Wilcoxon test cannot reach p < .05."""
ArmVerdict = Literal["better", "worse", "no difference shown", "not judged"]
Verdict = Literal["yes", "in part", "no difference shown", "worse", "not computed"]
RULE = (
    "A comparison is **better** or **worse** if Wilcoxon's signed-rank test over the data sets gives p < "
    f"{number(ALPHA, 2)} after Holm's correction for all comparisons of its question, and mean and ranks "
    "point the same way. Else **no difference is shown**, which does not mean that there is none. With "
    f"fewer than {LEAST_SETS} data sets it is not judged. Only the comparisons that decide give the answer: "
    "**yes** if all that are judged are better, **in part** if some are, **worse** if none is better and one "
    f"is worse. Ahead and behind are by more than {number(LEVEL, 2)}, level is within it."
)


@dataclass(frozen=True, eq=False)
class Compared:
    """One comparison over the data sets where both sides have a score on every fold.

    Attributes
    ----------
    scores : data sets x (`new`, `old`, `difference`), mean balanced accuracy over the folds
    not_computed, undefined : the data sets that are left out
    p, corrected : of Wilcoxon's test, and after the correction; NaN with too few data sets
    effect : rank-biserial correlation, above 0 where ranks favour the new
    """

    arm: Arm
    new: Measured
    old: Measured
    scores: pd.DataFrame
    not_computed: tuple[str, ...]
    undefined: tuple[str, ...]
    p: float
    effect: float
    corrected: float = np.nan

    @property
    def n(self) -> int:
        """Over how many data sets."""
        return len(self.scores)

    @property
    def asked(self) -> int:
        """Of how many data sets."""
        return len(self.arm.names)

    @property
    def differences(self) -> pd.Series:
        """The new less the old."""
        return self.scores["difference"]

    @property
    def mean(self) -> float:
        """The mean difference."""
        return float(self.differences.mean())

    @property
    def counts(self) -> WinTieLoss:
        """On how many data sets the new is ahead, level and behind, by more than `LEVEL` or within it."""
        return counts_of(self.differences)

    @property
    def unseen(self) -> pd.Series:
        """The differences on the data sets that were not looked at while its settings were chosen."""
        known = entries()
        return self.differences[[known[str(name)].rows > LARGEST_SEEN for name in self.scores.index]]

    @property
    def verdict(self) -> ArmVerdict:
        """What `RULE` says."""
        return arm_verdict(self.corrected, self.mean, self.effect)

    @cached_property
    def accuracy(self) -> float:
        """The mean difference in plain accuracy, over the same data sets."""
        gains = self.new.accuracy() - self.old.accuracy()
        return float(gains[self.scores.index].mean())

    @cached_property
    def seconds(self) -> tuple[float, float]:
        """Median over the data sets of the seconds of a fold, new and old."""
        if not self.n:
            return np.nan, np.nan
        new, old = (side.seconds()[self.scores.index] for side in (self.new, self.old))
        return float(new.median()), float(old.median())


@dataclass(frozen=True, eq=False)
class Answer:
    """A question with its comparisons."""

    question: Question
    compared: tuple[Compared, ...]

    @property
    def deciding(self) -> tuple[Compared, ...]:
        """The comparisons on which the answer rests."""
        return tuple(one for one in self.compared if one.arm.decides)

    @property
    def verdict(self) -> Verdict:
        """What `RULE` says."""
        return question_verdict(one.verdict for one in self.deciding)

    @property
    def complete(self) -> bool:
        """Whether there is a result of every comparison on every data set."""
        return not any(one.not_computed for one in self.compared)

    def frame(self) -> pd.DataFrame:
        """The numbers, a row a comparison."""
        return pd.DataFrame([_row(one, self) for one in self.compared])

    def by_dataset(self) -> pd.DataFrame:
        """The scores of both sides and their difference, a row a comparison and data set."""
        parts = [one.scores.assign(compared=one.new.label, against=one.old.label) for one in self.compared]
        return pd.concat(parts).rename_axis("dataset")[["compared", "against", "new", "old", "difference"]]


def counts_of(gains: pd.Series) -> WinTieLoss:
    """How many differences are above `LEVEL`, within it, and below.

    Examples
    --------
    >>> tuple(counts_of(pd.Series([0.02, 0.01, -0.01, -0.5])))
    (1, 2, 1)
    """
    ahead, behind = int((gains > LEVEL).sum()), int((gains < -LEVEL).sum())
    return WinTieLoss(ahead, len(gains) - ahead - behind, behind)


def arm_verdict(corrected: float, mean: float, effect: float) -> ArmVerdict:
    """Judge a comparison by its corrected p, its mean difference and its rank-biserial effect.

    Examples
    --------
    >>> arm_verdict(0.01, 0.02, 0.6), arm_verdict(0.01, -0.02, -0.6), arm_verdict(0.05, 0.02, 0.6)
    ('better', 'worse', 'no difference shown')
    >>> arm_verdict(0.01, -0.02, 0.6), arm_verdict(float("nan"), 0.02, 1.0)
    ('no difference shown', 'not judged')
    """
    if np.isnan(corrected):
        return "not judged"
    if corrected >= ALPHA or mean * effect <= 0:
        return "no difference shown"
    return "better" if mean > 0 else "worse"


def question_verdict(found: Iterable[ArmVerdict]) -> Verdict:
    """Judge a question by the comparisons that decide it.

    Examples
    --------
    >>> question_verdict(["better", "not judged"]), question_verdict(["better", "no difference shown"])
    ('yes', 'in part')
    >>> question_verdict(["worse", "not judged"]), question_verdict(["not judged"])
    ('worse', 'not computed')
    """
    judged = set(found) - {"not judged"}
    if not judged:
        return "not computed"
    if "better" in judged:
        return "yes" if judged == {"better"} else "in part"
    return "worse" if "worse" in judged else "no difference shown"


def answer(question: Question, store: Store | None = None) -> Answer:
    """Look for the results of a question, first among the shipped ones, and test every comparison."""
    known: dict[tuple[Side, tuple[str, ...]], Measured] = {}
    for arm in question.arms:
        for side in (arm.new, arm.old):
            if (side, arm.names) not in known:
                known[side, arm.names] = side.measured(arm.names, store)
    found = [compare_arm(arm, known[arm.new, arm.names], known[arm.old, arm.names]) for arm in question.arms]
    return Answer(question, _corrected(found))


def compare_arm(arm: Arm, new: Measured, old: Measured) -> Compared:
    """Both sides on the data sets where they have a score, with Wilcoxon's test if these are enough."""
    names = arm.names
    scores = pd.DataFrame({"new": new.scores, "old": old.scores}).dropna()
    scores["difference"] = level(scores["new"] - scores["old"])
    blank = [name for name in names if name not in scores.index]
    missing = tuple(name for name in blank if not (new.computed[name] and old.computed[name]))
    undefined = tuple(name for name in blank if name not in missing)
    p, effect = np.nan, np.nan
    if len(scores) >= LEAST_SETS:
        *_, p, _, effect = signed_rank(scores["difference"].to_numpy(float))
    return Compared(arm, new, old, scores, missing, undefined, p, effect)


def _corrected(found: Sequence[Compared]) -> tuple[Compared, ...]:
    """The comparisons with p corrected for their number; those that were not tested do not count."""
    tested = [place for place, one in enumerate(found) if not np.isnan(one.p)]
    p = CORRECTIONS[USUAL_CORRECTION].function(np.array([found[place].p for place in tested]))
    by_place = dict(zip(tested, p.tolist(), strict=True))
    return tuple(replace(one, corrected=by_place.get(place, np.nan)) for place, one in enumerate(found))


def _row(one: Compared, whole: Answer) -> dict[str, object]:
    ahead, level, behind = one.counts
    return {
        "question": whole.question.title,
        "compared": one.new.label,
        "against": one.old.label,
        "decides": "yes" if one.arm.decides else "no",
        "data sets": one.n,
        "of": one.asked,
        "new": one.scores["new"].mean(),
        "old": one.scores["old"].mean(),
        "mean difference": one.mean,
        "ahead": ahead,
        "level": level,
        "behind": behind,
        "p": one.p,
        "corrected p": one.corrected,
        "verdict": one.verdict,
        "mean difference in accuracy": one.accuracy,
    }
