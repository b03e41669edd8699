"""Experiments: data sets x relations x folds x k, cut into units, run on many cores, and resumed.

One unit is a data set, a fold and a group of relations that share a search. What the store knows
already is not run again, so a run that was stopped goes on where it was.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np

from frnn_core import relations as relations  # registers them
from frnn_core import traces
from frnn_core.arrays import FloatArray, IntArray
from frnn_core.data import Dataset, Partition, load_dataset, partition
from frnn_core.data.partitions import Scheme
from frnn_core.errors import Undefined
from frnn_core.metrics import accuracy, balanced_accuracy, confusion, macro_f1
from frnn_core.normalise import range_normaliser
from frnn_core.owa import weight_family
from frnn_core.registry import RELATIONS, FittedRelation, Relation, TrainingSet, identity
from frnn_core.scoring import Neighbourhood, neighbourhood
from frnn_core.store import Result, ResultKey, Store, canonical

if TYPE_CHECKING:
    import pandas as pd


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


@dataclass(frozen=True)
class Unit:
    """A data set, a fold, and the settings of one group with the k that are wanted of each."""

    dataset: str
    fold: int
    wanted: tuple[tuple[Setting, tuple[int, ...]], ...]
    conditions: Conditions


def units(plan: Plan, known: Iterable[ResultKey] = ()) -> list[Unit]:
    """Cut a plan into units, without what is known."""
    done = set(known)
    ordered = sorted(plan.settings, key=lambda setting: setting.group)
    groups = [tuple(group) for _, group in groupby(ordered, key=lambda setting: setting.group)]
    found = []
    for name in plan.datasets:
        data, folds = _loaded(name, plan.conditions)
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


def _loaded(name: str, conditions: Conditions) -> tuple[Dataset, Partition]:
    data = load_dataset(name)
    return data, partition(data, conditions.scheme, conditions.n_splits, conditions.seed)


def result_key(
    data: Dataset, folds: Partition, fold: int, setting: Setting, k: int, conditions: Conditions
) -> ResultKey:
    """Everything that decides one result."""
    return ResultKey(
        data=data.sha256,
        relation=setting.relation,
        params=canonical(dict(setting.params)),
        revision=setting.spec.revision,
        weights=conditions.weights,
        normalise=str(conditions.normalise),
        k=k,
        folds=folds.sha256,
        fold=fold,
        seed=conditions.seed,
    )


def evaluate(unit: Unit) -> list[Result]:
    """Compute the results of one unit."""
    conditions = unit.conditions
    data, folds = _loaded(unit.dataset, conditions)
    fold = _Fold.of(data, folds, unit.fold, conditions)
    kmax = max(max(ks) for _, ks in unit.wanted)
    results = []
    for setting, ks in unit.wanted:
        keys = [result_key(data, folds, unit.fold, setting, k, conditions) for k in ks]
        largest_first = [[key] for key in sorted(keys, key=lambda key: -key.k)]
        for part in largest_first if setting.spec.uses_k else [keys]:
            results += fold.score(setting, part, kmax)
    return results


@dataclass(frozen=True, eq=False)
class _Fold:
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
    def of(cls, data: Dataset, folds: Partition, fold: int, conditions: Conditions) -> _Fold:
        """Split and normalise; classes absent from the training part are never predicted."""
        test = folds.test_rows[fold]
        rows = np.flatnonzero(folds.membership != fold)
        normalise = range_normaliser(data.X[rows], conditions.normalise)
        present, codes = np.unique(data.codes[rows], return_inverse=True)
        train = TrainingSet(
            normalise(data.X[rows]),
            codes,
            len(present),
            data.feature_names,
            family=weight_family(conditions.weights),
            normalise=conditions.normalise,
        )
        text = f"{conditions.seed}|{data.sha256}|{fold}"
        return cls(
            data.name, train, normalise(data.X[test]), data.codes[test], present, len(data.class_names), text
        )

    def score(self, setting: Setting, keys: Sequence[ResultKey], kmax: int) -> list[Result]:
        """Fit, search and judge one setting for the k of each key; where it is undefined, say why."""
        ks = [key.k for key in keys]
        train = self.train.with_k(ks[0])
        start = time.perf_counter()
        try:
            fitted = setting.spec.fit(train, **self._parameters(setting))
        except Undefined as undefined:
            seconds = time.perf_counter() - start
            return [Result(key, self.dataset, None, None, None, seconds, undefined.reason) for key in keys]
        fitting = time.perf_counter() - start
        near, searching = self._search(fitted, train, min(kmax, len(train.X)))
        start = time.perf_counter()
        decided = self.present[near.decide(fitted.link.decision, train.family, ks)]
        counts = confusion(self.truth, decided, self.n_classes)
        metrics = (metric(counts).tolist() for metric in (balanced_accuracy, accuracy, macro_f1))
        seconds = fitting + searching + time.perf_counter() - start
        learned, trace = traces.found(fitted.trace), traces.steps(fitted.trace)
        return [
            Result(key, self.dataset, balanced, plain, f1, seconds, fitted=learned, trace=trace)
            for key, balanced, plain, f1 in zip(keys, *metrics, strict=True)
        ]

    def _parameters(self, setting: Setting) -> dict[str, Any]:
        params = dict(setting.params)
        if any(parameter.name == "seed" for parameter in setting.spec.parameters):
            digest = hashlib.sha256(f"{self.seed_text}|{setting.relation}".encode()).digest()
            params["seed"] = int.from_bytes(digest[:4], "big") // 2
        return params

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


Progress = Callable[[], object]


def run(plan: Plan, store: Store, jobs: int = 1) -> None:
    """Run what the store does not know yet."""
    compute(units(plan, store.known()), store, jobs)


def compute(pending: Sequence[Unit], store: Store, jobs: int = 1, progress: Progress | None = None) -> None:
    """Compute units and keep each as it comes, so that stopping loses at most those under way.

    Each worker process uses one thread.
    """
    for results in _computed(pending, jobs):
        store.add(results)
        if progress is not None:
            progress()


def _computed(pending: Sequence[Unit], jobs: int) -> Iterator[list[Result]]:
    if jobs == 1 or len(pending) < 2:
        yield from map(evaluate, pending)
        return
    from joblib import Parallel, delayed, parallel_config

    with parallel_config(backend="loky", n_jobs=jobs, inner_max_num_threads=1):
        yield from Parallel(return_as="generator_unordered")(delayed(evaluate)(unit) for unit in pending)


def summary(store: Store, plan: Plan) -> pd.DataFrame:
    """Balanced accuracy, mean of the folds: a row a data set and k, a column a setting.

    A cell counts only if it is defined on every fold; otherwise it is a blank.
    """
    import pandas as pd

    scores = store.scores()
    rows = {}
    for name in plan.datasets:
        data, folds = _loaded(name, plan.conditions)
        for k in plan.ks:
            cells = {}
            for setting in plan.settings:
                keys = [result_key(data, folds, i, setting, k, plan.conditions) for i in range(len(folds))]
                values = [scores.get(key) for key in keys]
                cells[setting.label] = np.nan if None in values else np.mean(np.array(values, dtype=float))
            rows[name, k] = cells
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis(["dataset", "k"])
