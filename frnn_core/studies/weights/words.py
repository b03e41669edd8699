"""Learned weights in plain words: what was compared, what came of it, and why learning stopped."""

from __future__ import annotations

import numpy as np
import pandas as pd

from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.weight_learning import REASONS, WeightSettings
from frnn_core.stats.verdicts import Verdict
from frnn_core.studies.weights.runs import PLAIN_K, Case, Learning
from frnn_core.studies.weights.summary import PLAIN, SAME
from frnn_core.text import counted, number

METHOD_NAMES = {"lbfgs": "L-BFGS", "descent": "Gradient descent"}


def names_of(case: Case) -> dict[str, str]:
    """What the columns of a comparison are called."""
    return {
        **{key: f"{family.label}, k = {case.k}" for key, family in WEIGHTS.items()},
        PLAIN: f"{WEIGHTS[SAME].label}, k = {PLAIN_K}",
    }


def kind_words(kind: str) -> str:
    """A learned family within a sentence: weights learned for each class."""
    return "weights learned for each class" if WEIGHTS[kind].by_class else "learned weights"


def finding(case: Case, kind: str, folds: pd.DataFrame, verdict: Verdict | None) -> str:
    """The scores in the mean of the folds, and whether they differ by more than the folds vary."""
    if verdict is None:
        gone = int(folds[[kind, PLAIN]].isna().any(axis=1).sum())
        return (
            f"On {case.called} the relation is undefined on {gone} of {counted(len(folds), 'fold')}, so "
            f"{kind_words(kind)} cannot be compared there."
        )
    return (
        f"On {case.called}, {kind_words(kind)} score {number(float(folds[kind].mean()))} against "
        f"{number(float(folds[PLAIN].mean()))} with linear weights and k = {PLAIN_K}: {verdict.words}."
    )


def fold_finding(case: Case, kind: str, learning: Learning, plain: float) -> str:
    """The same of one fold, for as long as the others are not there."""
    return (
        f"On fold {learning.fold} of {case.called}, {kind_words(kind)} score {number(learning.score)} "
        f"against {number(plain)} with linear weights and k = {PLAIN_K}."
    )


def numbers_words(case: Case, folds: pd.DataFrame, verdict: Verdict | None) -> str:
    """What the finding is over, its test, and linear weights of as many neighbours; nothing without one."""
    if verdict is None:
        return ""
    parts = [
        f"Balanced accuracy on the test rows, mean of {counted(len(folds), 'fold')}.",
        f"The difference is {verdict.numbers}.",
    ]
    if SAME in folds:
        parts.append(f"Linear weights with k = {case.k}: {number(float(folds[SAME].mean()))}.")
    return " ".join(parts)


def start_words(k: int, smallest: int) -> str:
    """What step 0 is; in a class of fewer rows than k it is not quite what linear weights are there."""
    if smallest >= k:
        return "Step 0 are linear weights."
    return (
        f"Step 0 are linear weights of {counted(k, 'neighbour')}. The smallest class has only "
        f"{counted(smallest, 'training row')}: there the weights of missing neighbours go to those that are "
        f"there, so step 0 can score otherwise than “linear, k = {k}”, which spreads linear ones over those."
    )


def stopped_words(learning: Learning) -> str:
    """Why learning stopped, after how many steps, and what it looked at."""
    fit = learning.fit
    seen = (
        f"{learning.judged:,} of {learning.rows:,} training rows, the classes alike"
        if learning.judged < learning.rows
        else f"all {learning.rows:,} training rows"
    )
    parts = [f"**{METHOD_NAMES[fit.settings.method]}** took {counted(fit.steps, 'step')}."]
    parts.append(f"Why it stopped: {REASONS[fit.reason]}")
    if not np.isnan(fit.loss):
        parts.append(
            f"The loss without penalty is {number(fit.loss)} at the end, in the mean over {seen}, each "
            "predicted by the others."
        )
    return " ".join(parts)


def settings_words(settings: WeightSettings) -> list[str]:
    """What differs from how the registered families learn; nothing where they learn in the same way."""
    usual = WeightSettings()
    told = []
    if settings.method != usual.method:
        told.append(METHOD_NAMES[settings.method].lower())
    if settings.loss != usual.loss:
        told.append(f"loss “{settings.loss}”")
    if not settings.monotone:
        told.append("weights that may rise")
    return told
