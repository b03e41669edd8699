"""Results of baselines: shipped, else in a store, else computed, fold by fold."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
import pandas as pd

from frnn_core.data import Dataset, Partition
from frnn_core.data.catalogue import entries
from frnn_core.engine.measures import DEFAULT, MEASURES, confusion
from frnn_core.engine.rounding import level
from frnn_core.engine.threads import ONE_BLAS_THREAD
from frnn_core.errors import DataError, Undefined
from frnn_core.experiments import shipped
from frnn_core.experiments.baselines.registry import BASELINES, Baseline
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, dealt, loaded, scaled_as
from frnn_core.experiments.score_table import NOT_COMPUTED
from frnn_core.experiments.store import Known, Result, ResultKey, Store
from frnn_core.resources import packaged
from frnn_core.text import csv_text

FILE = "baselines.npz"
KS = tuple(range(1, 21))
NO_K = 0
"""The k of a result on which the k of the page has no say."""
NO_WEIGHTS = ""


@dataclass(frozen=True)
class Piece:
    """One baseline on one fold: what is computed and kept at a time."""

    dataset: str
    fold: int
    baseline: str


Progress = Callable[[Piece], object]


def baseline_key(
    data: Dataset, folds: Partition, fold: int, baseline: Baseline, k: int, conditions: Conditions
) -> ResultKey:
    """Everything that decides one result; OWA weights have no say, and k only where the baseline uses it."""
    return ResultKey(
        data=data.sha256,
        relation=baseline.relation,
        params=baseline.params,
        revision=baseline.revision,
        weights=NO_WEIGHTS,
        normalise=scaled_as(data, conditions),
        k=k if baseline.uses_k else NO_K,
        folds=folds.sha256,
        fold=fold,
        seed=conditions.seed,
    )


def keys_of(name: str, baseline: str, k: int, conditions: Conditions) -> list[ResultKey]:
    """The key of every fold of a data set, deal after deal."""
    spec = BASELINES[baseline]
    return [
        baseline_key(data, folds, fold, spec, k, deal) for data, folds, fold, deal in dealt(name, conditions)
    ]


def evaluate_baseline(piece: Piece, conditions: Conditions, fold: Fold | None = None) -> list[Result]:
    """Fit, decide and judge: a result for each k up to 20, or one where k has no say.

    Seconds are those of the processor; inner scores that an earlier baseline on the same `fold` has left are
    not in them (`seconds_of` adds them). `fold` spares splitting it again, too.
    """
    data, folds = loaded(piece.dataset, conditions)
    spec = BASELINES[piece.baseline]
    keys = [
        baseline_key(data, folds, piece.fold, spec, k, conditions) for k in (KS if spec.uses_k else (NO_K,))
    ]
    part = fold or Fold.of(data, folds, piece.fold, conditions)
    start = time.process_time()
    try:
        with ONE_BLAS_THREAD:
            answer = spec(part, KS)
    except (Undefined, DataError) as error:
        seconds = time.process_time() - start
        reason = error.reason if isinstance(error, Undefined) else str(error)
        return [Result(key, piece.dataset, {}, seconds, reason) for key in keys]
    seconds = time.process_time() - start
    counts = confusion(part.truth, part.present[answer.decided], part.n_classes)
    judged = {measure.key: measure(counts).tolist() for measure in MEASURES.values()}
    found = json.dumps(dict(answer.found), sort_keys=True) if answer.found else None
    return [
        Result(key, piece.dataset, {name: of[i] for name, of in judged.items()}, seconds, fitted=found)
        for i, key in enumerate(keys)
    ]


@cache
def shipped_baselines() -> shipped.Shipped:
    """The results that come with the package."""
    with packaged("frnn_core.experiments", FILE) as file:
        return shipped.read(file, FILE)


@lru_cache(maxsize=256)
def _computed(name: str, baseline: str, conditions: Conditions) -> dict[ResultKey, Result]:
    pieces = [(Piece(name, fold, baseline), deal) for _, _, fold, deal in dealt(name, conditions)]
    return {result.key: result for piece in pieces for result in evaluate_baseline(*piece)}


def fold_results(
    name: str,
    baseline: str,
    k: int = 3,
    conditions: Conditions | None = None,
    measure: str = DEFAULT,
    store: Store | None = None,
) -> list[Result | None]:
    """The result of every fold: shipped, else from the store, else computed if that is a matter of moments.

    None stands for a slow one that is in neither.
    """
    at, judged = conditions or Conditions(), MEASURES[measure].key
    keys = keys_of(name, baseline, k, at)
    found = {key: r for key, r in shipped_baselines().lookup(keys).items() if r.tells(judged)}
    if store is not None and len(found) < len(keys):
        found |= {key: r for key, r in store.lookup(set(keys) - set(found)).items() if r.tells(judged)}
    if len(found) < len(keys) and not BASELINES[baseline].slow and _known_k(baseline, k):
        found = _computed(name, baseline, at)
    return [found.get(key) for key in keys]


def seconds_of(
    name: str,
    baseline: str,
    k: int = 3,
    conditions: Conditions | None = None,
    store: Store | None = None,
) -> float:
    """Mean seconds of a fold, those of the baselines whose inner scores it takes over included; else NaN."""
    return float(np.mean(fold_seconds(name, baseline, k, conditions, store)))


def fold_seconds(
    name: str,
    baseline: str,
    k: int = 3,
    conditions: Conditions | None = None,
    store: Store | None = None,
) -> list[float]:
    """The same fold by fold; NaN where one of them is not known."""
    every = (baseline, *BASELINES[baseline].after)
    parts = [
        [np.nan if r is None else r.seconds for r in fold_results(name, key, k, conditions, store=store)]
        for key in every
    ]
    return [float(seconds) for seconds in np.sum(parts, axis=0)]


def _known_k(baseline: str, k: int) -> bool:
    return k in KS or not BASELINES[baseline].uses_k


@dataclass(frozen=True, eq=False)
class Beside:
    """Baselines on data sets: mean scores, blank unless there is one on every fold, and why they are.

    Attributes
    ----------
    scores, reasons : data sets x baselines
    """

    scores: pd.DataFrame
    reasons: pd.DataFrame

    @property
    def complete(self) -> bool:
        """Whether nothing is left to compute."""
        return not bool((self.reasons == NOT_COMPUTED).to_numpy().any())

    @property
    def labels(self) -> list[str]:
        """The full names, which set them apart from the keys of relations."""
        return [BASELINES[key].label for key in self.scores]

    def joined(self, scores: pd.DataFrame, reasons: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Scores of relations and why they are blank, with the baselines as further columns by full name."""
        ours = (self.scores.set_axis(self.labels, axis=1), self.reasons.set_axis(self.labels, axis=1))
        both = ((scores, ours[0]), (reasons, ours[1]))
        first, second = (pd.concat(pair, axis=1).rename_axis(columns="relation") for pair in both)
        return first, second

    def about(self) -> str:
        """What each of them is, how it was tuned and where it comes from, a line each."""
        specs = (BASELINES[key] for key in self.scores)
        return "".join(f"{spec.label} ({spec.key}): {spec.about} Source: {spec.source}.\n" for spec in specs)

    def files(self) -> dict[str, str]:
        """What a bundle holds of them: their scores, and what they are; nothing where there is none."""
        if not self.labels:
            return {}
        table = csv_text(self.scores.set_axis(self.labels, axis=1))
        return {"beside.csv": table, "beside.txt": self.about()}


def beside(
    datasets: Sequence[str],
    baselines: Sequence[str],
    k: int = 3,
    conditions: Conditions | None = None,
    measure: str = DEFAULT,
    store: Store | None = None,
) -> Beside:
    """Baselines on data sets, as they stand beside a score table of the same conditions."""
    scores = pd.DataFrame(np.nan, index=pd.Index(datasets, name="dataset"), columns=list(baselines))
    nothing = np.full(scores.shape, None, dtype=object)
    reasons = pd.DataFrame(nothing, index=scores.index, columns=scores.columns)
    for name in datasets:
        for baseline in baselines:
            results = fold_results(name, baseline, k, conditions, measure, store)
            told = [r.reason for r in results if r is not None and r.reason is not None]
            if None in results or told:
                reasons.loc[name, baseline] = told[0] if told else NOT_COMPUTED
            else:
                scores.loc[name, baseline] = np.mean([r.scores[measure] for r in results if r is not None])
    return Beside(level(scores), reasons)


def chosen(
    name: str, baseline: str, k: int = 3, conditions: Conditions | None = None
) -> list[dict[str, Any]]:
    """What a baseline chose on each fold; empty where it chose nothing or is not there."""
    results = fold_results(name, baseline, k, conditions)
    return [json.loads(r.fitted) if r is not None and r.fitted else {} for r in results]


def pending(
    datasets: Sequence[str],
    baselines: Sequence[str],
    store: Store,
    conditions: Conditions | None = None,
    measure: str = DEFAULT,
    *,
    anew: bool = False,
) -> list[Piece]:
    """What is neither shipped nor in the store, the smallest data sets first, then fold by fold.

    With `anew`, what is shipped does not count.
    """
    at, pieces = conditions or Conditions(), []
    source = shipped.nothing() if anew else shipped_baselines()
    for name in datasets:
        keys = {baseline: keys_of(name, baseline, KS[-1], at) for baseline in baselines}
        wanted = [key for of_one in keys.values() for key in of_one]
        found = {**source.lookup(wanted), **store.lookup(wanted)}
        there = {key for key, result in found.items() if result.tells(MEASURES[measure].key)}
        pieces += [
            Piece(name, fold, baseline)
            for baseline, of_one in keys.items()
            for fold, key in enumerate(of_one)
            if key not in there
        ]
    return sorted(pieces, key=lambda piece: (entries()[piece.dataset].rows, piece.dataset, piece.fold))


def compute(
    pieces: Sequence[Piece],
    store: Store,
    conditions: Conditions | None = None,
    progress: Progress | None = None,
) -> None:
    """Compute pieces one by one and keep each as it comes; baselines on the same fold share inner scores."""
    at = conditions or Conditions()
    held: tuple[tuple[str, int], Fold] | None = None
    with store.adding() as add:
        for piece in pieces:
            place = piece.dataset, piece.fold
            if held is None or held[0] != place:
                data, folds = loaded(piece.dataset, at)
                held = place, Fold.of(data, folds, piece.fold, at)
            add(evaluate_baseline(piece, at, held[1]))
            if progress is not None:
                progress(piece)


def stored(datasets: Sequence[str], store: Known, conditions: Conditions | None = None) -> Iterator[Result]:
    """Every result of the registered baselines in a store, for packing."""
    at = conditions or Conditions()
    for name in datasets:
        places = [(key, k) for key, spec in BASELINES.items() for k in (KS if spec.uses_k else (NO_K,))]
        yield from store.lookup(key for place in places for key in keys_of(name, *place, at)).values()
