"""Experiments: data sets x relations x folds x k, cut into units of work, and the work itself.

One unit is a data set, a fold and a group of relations that share a search. What is known already is
not cut out again, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any

import numpy as np

from frnn_core import relations as relations  # registers them
from frnn_core.data import Dataset, Partition, load_dataset, partition
from frnn_core.data.partitions import Scheme
from frnn_core.engine.approximations import Neighbourhood, neighbourhood
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.measures import accuracy, balanced_accuracy, confusion, macro_f1
from frnn_core.engine.normalise import range_normaliser
from frnn_core.engine.owa import weight_family
from frnn_core.engine.relation import RELATIONS, FittedRelation, Relation, TrainingSet, identity
from frnn_core.errors import Undefined
from frnn_core.experiments import traces
from frnn_core.experiments.store import Result, ResultKey, canonical

MOST_SHARED = 5_000_000
"""Distances (queries x classes x k) of a search that is kept for other settings; a larger one is not."""


@dataclass(frozen=True)
class Setting:
    """A relation with every parameter resolved (but the seed, which belongs to the experiment)."""

    relation: str
    params: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, key: str, params: Mapping[str, Any] | None = None, gamma: float | None = None) -> Setting:
        """Check the parameters and fill in the defaults."""
        resolved = RELATIONS[key].resolve(params, gamma)
        resolved.pop("seed", None)
        return cls(key, tuple(sorted(resolved.items())))

    @property
    def spec(self) -> Relation:
        """The relation."""
        return RELATIONS[self.relation]

    @property
    def label(self) -> str:
        """The key, with the parameters that differ from their defaults."""
        defaults = {parameter.name: parameter.default for parameter in self.spec.parameters}
        changed = [f"{name}={value}" for name, value in self.params if value != defaults[name]]
        return " ".join([self.relation, *changed])

    @property
    def group(self) -> str:
        """Settings of one group share a search: the plain Euclidean ones do, each other stands alone."""
        shares = self.relation == "euc" or self.spec.family in ("kernel", "fitted kernel")
        return "euclidean" if shares else self.relation


@dataclass(frozen=True)
class Conditions:
    """What all cells of an experiment have in common."""

    scheme: Scheme = "auto"
    n_splits: int = 10
    weights: str = "linear"
    normalise: str | None = "centred"
    seed: int = 0


@dataclass(frozen=True)
class Plan:
    """An experiment: every setting on every data set, for every k."""

    datasets: tuple[str, ...]
    settings: tuple[Setting, ...]
    ks: tuple[int, ...] = (3,)
    conditions: Conditions = field(default_factory=Conditions)


def plan_text(plans: Sequence[Plan]) -> str:
    """Plans as JSON, for a file or another process."""
    return json.dumps([asdict(plan) for plan in plans], sort_keys=True)


def plans_of_text(text: str) -> tuple[Plan, ...]:
    """Read plans back, and check every name and parameter anew."""
    plans = []
    for plan in json.loads(text):
        settings = tuple(_read_setting(**setting) for setting in plan["settings"])
        conditions = Conditions(**plan["conditions"])
        plans.append(Plan(tuple(plan["datasets"]), settings, tuple(plan["ks"]), conditions))
    return tuple(plans)


def _read_setting(relation: str, params: list[tuple[str, Any]]) -> Setting:
    given = dict(params)
    return Setting.of(relation, given, gamma=given.pop("gamma", None))


@dataclass(frozen=True)
class Unit:
    """A data set, a fold, and the settings of one group with the k that are wanted of each."""

    dataset: str
    fold: int
    wanted: tuple[tuple[Setting, tuple[int, ...]], ...]
    conditions: Conditions


def keys_of(plan: Plan, name: str, setting: Setting, k: int) -> list[ResultKey]:
    """The key of every fold of one cell."""
    data, folds = loaded(name, plan.conditions)
    return [result_key(data, folds, fold, setting, k, plan.conditions) for fold in range(len(folds))]


def units(plan: Plan, known: Iterable[ResultKey] = ()) -> list[Unit]:
    """Cut a plan into units, without what is known."""
    done = set(known)
    ordered = sorted(plan.settings, key=lambda setting: setting.group)
    groups = [tuple(group) for _, group in groupby(ordered, key=lambda setting: setting.group)]
    found = []
    for name in plan.datasets:
        data, folds = loaded(name, plan.conditions)
        for fold in range(len(folds)):
            for group in groups:
                keys = {
                    s: [result_key(data, folds, fold, s, k, plan.conditions) for k in plan.ks] for s in group
                }
                missing = {s: tuple(key.k for key in of_s if key not in done) for s, of_s in keys.items()}
                wanted = tuple((setting, ks) for setting, ks in missing.items() if ks)
                if wanted:
                    found.append(Unit(name, fold, wanted, plan.conditions))
    return found


@lru_cache(maxsize=64)
def loaded(name: str, conditions: Conditions) -> tuple[Dataset, Partition]:
    """A data set and its folds."""
    data = load_dataset(name)
    return data, partition(data, conditions.scheme, conditions.n_splits, conditions.seed)


def result_key(
    data: Dataset, folds: Partition, fold: int, setting: Setting, k: int, conditions: Conditions
) -> ResultKey:
    """Everything that decides one result."""
    return ResultKey(
        data=data.sha256,
        relation=setting.relation,
        params=_params_text(setting),
        revision=setting.spec.revision,
        weights=conditions.weights,
        normalise=str(conditions.normalise),
        k=k,
        folds=folds.sha256,
        fold=fold,
        seed=conditions.seed,
    )


@lru_cache(maxsize=4096)
def _params_text(setting: Setting) -> str:
    return canonical(dict(setting.params))


def evaluate(unit: Unit) -> list[Result]:
    """Compute the results of one unit."""
    conditions = unit.conditions
    data, folds = loaded(unit.dataset, conditions)
    fold = Fold.of(data, folds, unit.fold, conditions)
    kmax = max(max(ks) for _, ks in unit.wanted)
    results = []
    for setting, ks in unit.wanted:
        keys = [result_key(data, folds, unit.fold, setting, k, conditions) for k in ks]
        largest_first = [[key] for key in sorted(keys, key=lambda key: -key.k)]
        for part in largest_first if setting.spec.uses_k else [keys]:
            results += fold.score(setting, part, kmax)
    return results


@dataclass(frozen=True, eq=False)
class Fold:
    """One fold, normalised; searches that several settings share are kept."""

    dataset: str
    train: TrainingSet
    queries: FloatArray
    truth: IntArray
    present: IntArray
    n_classes: int
    seed_text: str
    shared: dict[tuple[str, int], tuple[Neighbourhood, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Dataset, folds: Partition, fold: int, conditions: Conditions) -> Fold:
        """Split and normalise; classes absent from the training part are never predicted."""
        test = folds.test_rows[fold]
        rows = np.flatnonzero(folds.membership != fold)
        normalise = range_normaliser(data.X[rows], conditions.normalise)
        present, codes = np.unique(data.codes[rows], return_inverse=True)
        train = TrainingSet(
            normalise.measurable(data.X[rows], data.feature_names),
            codes,
            len(present),
            data.feature_names,
            family=weight_family(conditions.weights),
            normalise=conditions.normalise,
        )
        text = f"{conditions.seed}|{data.sha256}|{fold}"
        queries = normalise.measurable(data.X[test], data.feature_names)
        return cls(data.name, train, queries, data.codes[test], present, len(data.class_names), text)

    def score(self, setting: Setting, keys: Sequence[ResultKey], kmax: int) -> list[Result]:
        """Fit, search and judge one setting for the k of each key; where it is undefined, say why."""
        ks = [key.k for key in keys]
        train = self.train.with_k(ks[0])
        start = time.perf_counter()
        try:
            fitted = setting.spec.fit(train, **self.parameters(setting))
        except Undefined as undefined:
            seconds = time.perf_counter() - start
            return [Result(key, self.dataset, None, None, None, seconds, undefined.reason) for key in keys]
        fitting = time.perf_counter() - start
        decided, deciding = self._decided(fitted, train, ks, min(kmax, len(train.X)))
        start = time.perf_counter()
        counts = confusion(self.truth, self.present[decided], self.n_classes)
        metrics = (metric(counts).tolist() for metric in (balanced_accuracy, accuracy, macro_f1))
        seconds = fitting + deciding + time.perf_counter() - start
        learned, trace = traces.found(fitted.trace), traces.steps(fitted.trace)
        return [
            Result(key, self.dataset, balanced, plain, f1, seconds, fitted=learned, trace=trace)
            for key, balanced, plain, f1 in zip(keys, *metrics, strict=True)
        ]

    def parameters(self, setting: Setting) -> dict[str, Any]:
        """The parameters of a setting, with the seed that this fold gives it."""
        params = dict(setting.params)
        if any(parameter.name == "seed" for parameter in setting.spec.parameters):
            digest = hashlib.sha256(f"{self.seed_text}|{setting.relation}".encode()).digest()
            params["seed"] = int.from_bytes(digest[:4], "big") // 2
        return params

    def _decided(
        self, fitted: FittedRelation, train: TrainingSet, ks: Sequence[int], kmax: int
    ) -> tuple[IntArray, float]:
        """The codes of the winning classes, and the seconds; large searches go by blocks of queries."""
        size = max(1, MOST_SHARED // (train.n_classes * kmax))
        if size >= len(self.queries):
            near, searching = self._search(fitted, train, kmax)
            start = time.perf_counter()
            decided = near.decide(fitted.link.decision, train.family, ks)
            return decided, searching + time.perf_counter() - start
        start = time.perf_counter()
        blocks = [self.queries[first : first + size] for first in range(0, len(self.queries), size)]
        parts = [
            neighbourhood(fitted, train, block, kmax).decide(fitted.link.decision, train.family, ks)
            for block in blocks
        ]
        return np.concatenate(parts), time.perf_counter() - start

    def _search(self, fitted: FittedRelation, train: TrainingSet, kmax: int) -> tuple[Neighbourhood, float]:
        """Search, or give a search of the same metric on the same rows, with the seconds it took."""
        key = (fitted.metric, kmax)
        if fitted.embed is identity and key in self.shared:
            return self.shared[key]
        start = time.perf_counter()
        near = neighbourhood(fitted, train, self.queries, kmax)
        found = near, time.perf_counter() - start
        if fitted.embed is identity:
            self.shared[key] = found
        return found
