"""The command that computes other classifiers which no page computes, and about how long it takes."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence

import pandas as pd

from frnn_core.data import dataset_names
from frnn_core.experiments.baselines.results import seconds_of
from frnn_core.experiments.plan import Conditions
from frnn_core.experiments.score_table import NOT_COMPUTED

CHEAP = "man"
"""The relation that the command computes as well, for one must be named: it takes moments."""


def beside_command(datasets: Sequence[str], baselines: Sequence[str], conditions: Conditions) -> str:
    """The command that keeps the results of baselines on data sets in the store.

    Examples
    --------
    >>> beside_command(["wine"], ["svm"], Conditions(seed=7))
    'python -m frnn_core run --datasets wine --relations man --seed 7 --beside svm --format none'
    """
    usual = Conditions()
    changed = {
        "--partition": (conditions.scheme, usual.scheme),
        "--folds": (conditions.n_splits, usual.n_splits),
        "--repeats": (conditions.repeats, usual.repeats),
        "--weights": (conditions.weights, usual.weights),
        "--normalise": (conditions.normalise, usual.normalise),
        "--seed": (conditions.seed, usual.seed),
    }
    every = len(datasets) > 1 and set(datasets) == set(dataset_names())
    words = ["python", "-m", "frnn_core", "run", "--datasets", *(["all"] if every else datasets)]
    words += ["--relations", CHEAP]
    words += [
        str(part) for name, (value, other) in changed.items() if value != other for part in (name, value)
    ]
    return shlex.join([*words, "--beside", *baselines, "--format", "none"])


def blank(reasons: pd.DataFrame) -> tuple[list[str], list[str]]:
    """The data sets and the baselines of which something is not computed."""
    missing = reasons.eq(NOT_COMPUTED)
    return list(missing.index[missing.any(axis=1)]), [key for key in missing if missing[key].any()]


def estimate(reasons: pd.DataFrame, conditions: Conditions) -> float | None:
    """Seconds for what is not computed, by those of the shipped results; None where one is not shipped."""
    missing = reasons.eq(NOT_COMPUTED)
    seconds = sum(
        seconds_of(str(name), key) * conditions.n_splits * conditions.repeats
        for key in missing
        for name in missing.index[missing[key]]
    )
    return None if math.isnan(seconds) else float(seconds)
