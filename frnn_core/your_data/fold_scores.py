"""The scores behind a leaderboard, one by one: a relation or baseline on a fold of one data set.

The worker of the dashboard and the library draw them from the same iterator, so their numbers are equal to
the bit.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from frnn_core.data import Dataset, Partition, partition
from frnn_core.engine.encoding import AUTO, Encoding
from frnn_core.engine.measures import DEFAULT, balanced_accuracy, confusion
from frnn_core.engine.parameters import positive_number, whole_number
from frnn_core.engine.threads import ONE_BLAS_THREAD
from frnn_core.errors import DataError, ParameterError
from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, Plan, Setting, plan_text, plans_of_text, result_key
from frnn_core.relations import fixed_relations

BESIDE = {key: BASELINES[key].label for key in ("knn", "majority")}
"""The baselines that every table gets, with their names: they take no time and need no choice."""


@dataclass(frozen=True)
class Design:
    """What is compared, and how: relations, k, and what decides the folds."""

    settings: tuple[Setting, ...]
    k: int = 3
    conditions: Conditions = field(default_factory=Conditions)

    @classmethod
    def of(
        cls,
        relations: Sequence[str] | None = None,
        k: int = 3,
        gamma: float = 1.0,
        folds: int = 10,
        seed: int = 0,
        encoding: str | Mapping[str, Any] | Encoding = AUTO,
    ) -> Design:
        """Check every name and number before any work is done; a relation counts once.

        Unless relations are named, all that learn nothing are compared.
        """
        relations = fixed_relations() if relations is None else relations
        if not relations:
            raise ParameterError("No relation is chosen. Name at least one.")
        gamma = positive_number("gamma", gamma)
        settings = tuple(Setting.of(key, gamma=gamma) for key in dict.fromkeys(relations))
        conditions = Conditions(
            n_splits=whole_number("folds", folds, 2),
            seed=whole_number("seed", seed, 0),
            encoding=Encoding.of(encoding),
        )
        return cls(settings, whole_number("k", k, 1), conditions)

    @property
    def relations(self) -> tuple[str, ...]:
        """The keys of the relations."""
        return tuple(setting.relation for setting in self.settings)

    @property
    def columns(self) -> tuple[str, ...]:
        """Everything that is scored on a fold: the relations, then the baselines."""
        return (*self.relations, *BESIDE)

    def folds_of(self, data: Dataset) -> Partition:
        """The folds of a data set: those that it brings, KEEL's where known, else stratified."""
        if len(data.class_names) < 2:
            raise DataError(f"{data.name} has rows of one class only. A comparison needs at least two.")
        c = self.conditions
        return partition(data, c.scheme, c.n_splits, c.seed)

    def text(self) -> str:
        """As JSON, for another process."""
        return plan_text([Plan((), self.settings, (self.k,), self.conditions)])

    @classmethod
    def of_text(cls, text: str) -> Design:
        """Read it back, and check it anew."""
        (plan,) = plans_of_text(text)
        return cls(plan.settings, plan.ks[0], plan.conditions)


@dataclass(frozen=True)
class Score:
    """One piece: the balanced accuracy of a relation or baseline on a fold, or why there is none."""

    fold: int
    column: str
    score: float | None
    seconds: float
    reason: str = ""


Place = tuple[int, str]


def fold_scores(data: Dataset, design: Design, known: Collection[Place] = ()) -> Iterator[Score]:
    """Score every relation and baseline, fold after fold, without the (fold, column) that are known.

    One BLAS thread, so that sums do not depend on how many there are.
    """
    folds = design.folds_of(data)
    for number in range(len(folds)):
        wanted = [column for column in design.columns if (number, column) not in known]
        if not wanted:
            continue
        fold = Fold.of(data, folds, number, design.conditions)
        for column in wanted:
            with ONE_BLAS_THREAD:
                scored = _scored(data, folds, fold, number, column, design)
            yield scored


def _scored(data: Dataset, folds: Partition, fold: Fold, number: int, column: str, design: Design) -> Score:
    if column in BESIDE:
        return _scored_baseline(fold, number, column, design.k)
    setting = next(setting for setting in design.settings if setting.relation == column)
    key = result_key(data, folds, number, setting, design.k, design.conditions)
    (result,) = fold.score(setting, [key], design.k)
    return Score(number, column, result.scores.get(DEFAULT), result.seconds, result.reason or "")


def _scored_baseline(fold: Fold, number: int, column: str, k: int) -> Score:
    import sklearn.neighbors  # noqa: F401 (so that its own time is measured, not that of loading)

    start = time.perf_counter()
    try:
        decided = fold.present[BASELINES[column](fold, (k,)).decided]
    except DataError as error:
        return Score(number, column, None, time.perf_counter() - start, str(error))
    score = float(balanced_accuracy(confusion(fold.truth, decided, fold.n_classes))[0])
    return Score(number, column, score, time.perf_counter() - start)
