"""The work of an experiment: fit, search and judge the settings of one unit."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from frnn_core.data import Dataset, Partition
from frnn_core.engine.approximations import Neighbourhood, neighbourhood
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.encoding import Table, complete_rows, fit_columns
from frnn_core.engine.fitted import AnyMetric, FittedRelation, identity
from frnn_core.engine.measures import DEFAULT, MEASURES, confusion
from frnn_core.engine.owa import family_for_relations, fitted_weights
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.weighting import FittedWeights, Weighting
from frnn_core.errors import Undefined
from frnn_core.experiments.plan import Conditions, Setting, Unit, dealt, loaded, result_key
from frnn_core.experiments.store import Result, ResultKey

MOST_SHARED = 5_000_000
"""Distances (queries x classes x k) of a search that is kept for other settings; a larger one is not."""


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


def mean_score(
    dataset: str, setting: Setting, k: int = 3, conditions: Conditions | None = None, measure: str = DEFAULT
) -> float:
    """The score of one setting, computed on the spot, in the mean over the folds."""
    at = conditions or Conditions()
    results = [
        evaluate(Unit(dataset, fold, ((setting, (k,)),), deal))[0] for _, _, fold, deal in dealt(dataset, at)
    ]
    return float(np.mean([result.scores[measure] for result in results]))


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
    weights: str = "linear"
    shared: dict[tuple[AnyMetric, int], tuple[Neighbourhood, float]] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Dataset, folds: Partition, fold: int, conditions: Conditions) -> Fold:
        """Split and normalise; classes absent from the training part are never predicted."""
        test = folds.test_rows[fold]
        rows = np.flatnonzero(folds.membership != fold)
        rows = rows[complete_rows(data.X[rows], data.columns, conditions.encoding)]
        present, codes = np.unique(data.codes[rows], return_inverse=True)
        X = data.X[rows]
        scaler, layout = fit_columns(
            X, codes, len(present), data.columns, conditions.encoding, conditions.normalise
        )
        scaled = scaler.measurable(X, data.feature_names)
        train = TrainingSet(
            scaled,
            codes,
            len(present),
            data.feature_names,
            family=family_for_relations(conditions.weights, scaled, layout),
            normalise=conditions.normalise,
            layout=layout,
            table=Table.of(X, data.columns, conditions.encoding),
        )
        text = f"{conditions.seed}|{data.sha256}|{fold}"
        queries = scaler.measurable(data.X[test], data.feature_names)
        asked = queries, data.codes[test], present, len(data.class_names)
        return cls(data.name, train, *asked, text, conditions.weights)

    def coordinates(self) -> tuple[FloatArray, FloatArray]:
        """Training rows and queries as plain numbers, for those who know nothing of categories and gaps."""
        layout = self.train.layout
        return self.train.spread().X, self.queries if layout is None else layout.spread(self.queries)

    def score(self, setting: Setting, keys: Sequence[ResultKey], kmax: int) -> list[Result]:
        """Fit, search and judge one setting for the k of each key; where it is undefined, say why."""
        ks = [key.k for key in keys]
        train = self.train.with_k(ks[0])
        start = time.perf_counter()
        try:
            fitted = setting.spec.fit(train, **self.parameters(setting))
        except Undefined as undefined:
            seconds = time.perf_counter() - start
            return [Result(key, self.dataset, {}, seconds, undefined.reason) for key in keys]
        weights = fitted_weights(self.weights, fitted, train)
        told = {k: self._found(fitted, weights.at(k)) for k in sorted(ks, reverse=True)}
        fitting = time.perf_counter() - start
        decided, deciding = self._decided(fitted, train, weights, ks, min(kmax, len(train.X)))
        start = time.perf_counter()
        counts = confusion(self.truth, self.present[decided], self.n_classes)
        judged = {measure.key: measure(counts).tolist() for measure in MEASURES.values()}
        seconds = fitting + deciding + time.perf_counter() - start
        return [
            Result(
                key, self.dataset, {name: of[i] for name, of in judged.items()}, seconds, fitted=told[key.k]
            )
            for i, key in enumerate(keys)
        ]

    @staticmethod
    def _found(fitted: FittedRelation, weighting: Weighting) -> str | None:
        """What relation and weights found, as JSON; None where neither learns."""
        found = {} if fitted.trace is None else dict(fitted.trace.found())
        if weighting.trace is not None:
            found["weights"] = weighting.trace.found()
        return json.dumps(found, sort_keys=True) if fitted.trace or weighting.trace else None

    def parameters(self, setting: Setting) -> dict[str, Any]:
        """The parameters of a setting, with the seed that this fold gives it."""
        params = dict(setting.params)
        if any(parameter.name == "seed" for parameter in setting.spec.parameters):
            digest = hashlib.sha256(f"{self.seed_text}|{setting.relation}".encode()).digest()
            params["seed"] = int.from_bytes(digest[:4], "big") // 2
        return params

    def _decided(
        self,
        fitted: FittedRelation,
        train: TrainingSet,
        weights: FittedWeights,
        ks: Sequence[int],
        kmax: int,
    ) -> tuple[IntArray, float]:
        """The codes of the winning classes, and the seconds; large searches go by blocks of queries."""
        size = max(1, MOST_SHARED // (train.n_classes * kmax))
        if size >= len(self.queries):
            near, searching = self._search(fitted, train, kmax)
            start = time.perf_counter()
            decided = near.decide(fitted.link.decision, weights, ks)
            return decided, searching + time.perf_counter() - start
        start = time.perf_counter()
        blocks = [self.queries[first : first + size] for first in range(0, len(self.queries), size)]
        parts = [
            neighbourhood(fitted, train, block, kmax).decide(fitted.link.decision, weights, ks)
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
