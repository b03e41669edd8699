"""The scores behind a leaderboard, one by one: a relation or another classifier on a fold of one data set.

The worker of the dashboard and the library draw them from the same iterator, so their numbers are equal to
the bit.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from frnn_core.data import Dataset, Partition, partition
from frnn_core.engine.arrays import IntArray
from frnn_core.engine.encoding import AUTO, Encoding
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.engine.parameters import positive_number, whole_number
from frnn_core.engine.threads import ONE_BLAS_THREAD
from frnn_core.errors import DataError, ParameterError, Undefined
from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.baselines.registry import seed_of
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, Plan, Setting, plan_text, plans_of_text
from frnn_core.relations import fixed_relations
from frnn_core.tuning.candidates import Member
from frnn_core.your_data.choosing import choose, tried

BESIDE = ("knn-tuned", "forest-balanced", "svm-tuned", "logistic", "majority")
"""What every table is compared with unless told otherwise: tuned within the training rows of each fold."""
ALL_ROWS = -1
"""Stands for a fold in which every row trains: the settings to use are chosen there, nothing is judged."""
REPEATED_BELOW = {300: 3}
"""Tables with fewer rows are dealt to folds so often, by other seeds: one deal says little about few rows."""


@dataclass(frozen=True, eq=False)
class Deals:
    """The rows of a data set, dealt to folds once or several times."""

    data: Dataset
    partitions: tuple[Partition, ...]

    def __len__(self) -> int:
        return self.per_deal * len(self.partitions)

    @property
    def per_deal(self) -> int:
        """The folds of one deal."""
        return len(self.partitions[0])

    @property
    def label(self) -> str:
        """Where the folds come from, in words."""
        first = self.partitions[0].label
        return first if len(self.partitions) == 1 else f"{first}, dealt {len(self.partitions)} times"

    @property
    def sha256(self) -> str:
        """What tells these folds from others."""
        return " ".join(folds.sha256 for folds in self.partitions)

    def of(self, number: int) -> tuple[Partition, int]:
        """The deal of a fold, and its number there."""
        deal, fold = divmod(number, self.per_deal)
        return self.partitions[deal], fold

    def test_rows(self, number: int) -> IntArray:
        """The rows that a fold judges."""
        folds, fold = self.of(number)
        return folds.test_rows[fold]


@dataclass(frozen=True)
class Design:
    """What is compared, and how.

    Attributes
    ----------
    settings : the relations
    k : neighbours for all; None: k, width, weights and scaling are chosen on the training rows of each fold
    conditions : what decides the folds, the encoding, the seed
    beside : other classifiers, as in `BASELINES`
    repeats : how often the rows are dealt to folds; None: by the number of rows
    """

    settings: tuple[Setting, ...]
    k: int | None = None
    conditions: Conditions = field(default_factory=Conditions)
    beside: tuple[str, ...] = BESIDE
    repeats: int | None = None

    @classmethod
    def of(
        cls,
        relations: Sequence[str] | None = None,
        k: int | None = None,
        gamma: float = 1.0,
        folds: int = 10,
        seed: int = 0,
        encoding: str | Mapping[str, Any] | Encoding = AUTO,
        beside: Sequence[str] = BESIDE,
        repeats: int | None = None,
    ) -> Design:
        """Check every name and number before any work is done; a relation counts once.

        Unless relations are named, all that learn nothing are compared. `gamma` counts where k is given.
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
        return cls(
            settings,
            None if k is None else whole_number("k", k, 1),
            conditions,
            tuple(BASELINES[key].key for key in dict.fromkeys(beside)),
            None if repeats is None else whole_number("repeats", repeats, 1),
        )

    @property
    def relations(self) -> tuple[str, ...]:
        """The keys of the relations."""
        return tuple(setting.relation for setting in self.settings)

    @property
    def columns(self) -> tuple[str, ...]:
        """Everything that is scored on a fold: the relations, then the other classifiers."""
        return (*self.relations, *self.beside)

    @property
    def tuned(self) -> bool:
        """Whether settings are chosen on the training rows of each fold."""
        return self.k is None

    def setting(self, relation: str) -> Setting:
        """The setting of a relation."""
        return next(setting for setting in self.settings if setting.relation == relation)

    def pieces(self, deals: Deals) -> list[Place]:
        """All that is to be done: everything on every fold, then the settings to use, chosen on all rows."""
        judged = [(fold, column) for fold in range(len(deals)) for column in self.columns]
        return judged + [(ALL_ROWS, key) for key in self.relations if self.tuned]

    def deals(self, data: Dataset) -> Deals:
        """The folds of a data set: those that it brings, KEEL's where known, else stratified."""
        if len(data.class_names) < 2:
            raise DataError(f"{data.name} has rows of one class only. A comparison needs at least two.")
        c = self.conditions
        first = partition(data, c.scheme, c.n_splits, c.seed)
        if first.scheme != "stratified" or data.folds:
            return Deals(data, (first,))
        more = range(c.seed + 1, c.seed + self.repeats_for(len(data.X)))
        return Deals(data, (first, *(partition(data, "stratified", c.n_splits, seed) for seed in more)))

    def repeats_for(self, rows: int) -> int:
        """How often so many rows are dealt."""
        if self.repeats is not None:
            return self.repeats
        return next((times for below, times in REPEATED_BELOW.items() if rows < below), 1)

    def text(self) -> str:
        """As JSON, for another process."""
        plan = plan_text([Plan((), self.settings, (self.k or 1,), self.conditions)])
        own = {"k": self.k, "beside": self.beside, "repeats": self.repeats}
        return json.dumps({"plan": plan, **own})

    @classmethod
    def of_text(cls, text: str) -> Design:
        """Read it back, and check it anew."""
        told = json.loads(text)
        (plan,) = plans_of_text(told["plan"])
        beside = tuple(BASELINES[key].key for key in told["beside"])
        return cls(plan.settings, told["k"], plan.conditions, beside, told["repeats"])


@dataclass(frozen=True)
class Score:
    """One piece: what a relation or classifier did on a fold, or why it could not.

    Attributes
    ----------
    score : balanced accuracy; None where it is undefined, and for `ALL_ROWS`
    found : the setting that was chosen, as JSON; empty where nothing was
    decided : the codes of the classes that the rows of the fold were given
    """

    fold: int
    column: str
    score: float | None
    seconds: float
    reason: str = ""
    found: str = ""
    decided: tuple[int, ...] = ()


Place = tuple[int, str]


def fold_scores(data: Dataset, design: Design, known: Collection[Place] = ()) -> Iterator[Score]:
    """Every piece of a design, fold after fold, without the (fold, column) that are known.

    One BLAS thread, so that sums do not depend on how many there are.
    """
    deals = design.deals(data)
    left = dict[int, list[str]]()
    for place in design.pieces(deals):
        if place not in known:
            left.setdefault(place[0], []).append(place[1])
    for number, columns in left.items():
        fold = _fold(data, deals, number, design)
        for column in columns:
            with ONE_BLAS_THREAD:
                scored = _scored(fold, number, column, design)
            yield scored


def _fold(data: Dataset, deals: Deals, number: int, design: Design) -> Fold:
    """A fold, split and scaled; of `ALL_ROWS` the queries are those of some fold, and nobody asks them."""
    if number == ALL_ROWS:
        return Fold.of(data, deals.partitions[0], ALL_ROWS, design.conditions)
    folds, fold = deals.of(number)
    return Fold.of(data, folds, fold, design.conditions)


def members_of(fold: Fold, setting: Setting, design: Design) -> tuple[Member, ...]:
    """The settings of a relation among which a fold chooses: one where k is given."""
    if design.k is None:
        return tried(setting.relation, dict(setting.params))
    params = fold.parameters(setting)
    gamma = params.pop("gamma", None) if setting.spec.uses_gamma else None
    at = design.conditions
    known = tuple(sorted(params.items()))
    return (Member(setting.relation, known, gamma, at.normalise, at.weights, design.k),)


def _scored(fold: Fold, number: int, column: str, design: Design) -> Score:
    start = time.perf_counter()
    try:
        if column in design.beside:
            decided, found = BASELINES[column](fold, (design.k or 1,)).decided[:, 0], ""
        else:
            members = members_of(fold, design.setting(column), design)
            chosen = choose(fold.train, members, seed_of(fold))
            found = json.dumps(chosen.member.settings) if design.tuned else ""
            if number == ALL_ROWS:
                return Score(number, column, None, time.perf_counter() - start, found=found)
            decided = chosen.decide(fold.queries)
    except Undefined as undefined:
        return Score(number, column, None, time.perf_counter() - start, undefined.reason)
    except DataError as error:
        return Score(number, column, None, time.perf_counter() - start, str(error))
    answer = fold.present[decided]
    score = float(balanced_accuracy(confusion(fold.truth, answer[:, None], fold.n_classes))[0])
    seconds = time.perf_counter() - start
    return Score(number, column, score, seconds, found=found, decided=tuple(np.asarray(answer).tolist()))
