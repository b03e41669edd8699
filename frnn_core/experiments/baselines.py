"""What FRNN has to beat: plain nearest neighbours, and always the largest class.

They are judged on the same folds, normalised in the same way, and never enter ranks or tests.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import IO

import numpy as np

from frnn_core.data import dataset_names
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.measures import DEFAULT, MEASURES, confusion
from frnn_core.errors import unknown_name
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, loaded
from frnn_core.resources import packaged

BASELINES = {"knn": "k-nearest neighbours", "majority": "Largest class"}
FILE = "baselines.npz"
KS = tuple(range(1, 21))
Rule = Callable[[FloatArray, IntArray, FloatArray, Sequence[int]], IntArray]


def baseline_scores(
    name: str, baseline: str, conditions: Conditions | None = None, measure: str = DEFAULT
) -> FloatArray:
    """Scores for k = 1 … 20 and every fold: an array (20, folds), shipped where it can be."""
    if baseline not in BASELINES:
        raise unknown_name("baseline", baseline, BASELINES)
    judged = MEASURES[measure].key
    conditions = conditions or Conditions()
    data, folds = loaded(name, conditions)
    known = _shipped().get((baseline, data.sha256, folds.sha256, judged))
    if known is not None and conditions.normalise == Conditions().normalise:
        return known
    return compute(name, baseline, conditions)[judged]


@lru_cache(maxsize=256)
def compute(name: str, baseline: str, conditions: Conditions) -> dict[str, FloatArray]:
    """All measures, (20, folds) each: Euclidean distance, majority vote, ties to the first."""
    data, folds = loaded(name, conditions)
    decide = rule(baseline)
    classes = len(data.class_names)
    scores = {measure: np.empty((len(KS), len(folds))) for measure in MEASURES}
    for fold in range(len(folds)):
        part = Fold.of(data, folds, fold, conditions)
        rows, queries = part.coordinates()
        decided = part.present[decide(rows, part.train.codes, queries, KS)]
        counts = confusion(part.truth, decided, classes)
        for measure, judge in MEASURES.items():
            scores[measure][:, fold] = judge(counts)
    return scores


def rule(baseline: str) -> Rule:
    """How a baseline decides: (training rows, their codes, queries, ks) to codes, an array (queries, ks).

    Whatever it needs is loaded here, so that its own time can be measured.
    """
    if baseline == "majority":
        return _largest
    from sklearn.neighbors import NearestNeighbors

    def nearest(rows: FloatArray, codes: IntArray, queries: FloatArray, ks: Sequence[int]) -> IntArray:
        search = NearestNeighbors(n_neighbors=min(max(ks), len(rows))).fit(rows)
        return _votes(codes[search.kneighbors(queries, return_distance=False)], ks)

    return nearest


def _largest(rows: FloatArray, codes: IntArray, queries: FloatArray, ks: Sequence[int]) -> IntArray:
    """Always the largest class of the training rows; ties to the first."""
    return np.full((len(queries), len(ks)), np.bincount(codes).argmax())


def _votes(codes: IntArray, ks: Sequence[int]) -> IntArray:
    """The code with most votes among the first k of each row, for each k; ties to the first class."""
    classes = int(codes.max(initial=0)) + 1
    ballots = codes + classes * np.arange(len(codes))[:, None]
    votes = (np.bincount(ballots[:, :k].ravel(), minlength=classes * len(codes)) for k in ks)
    return np.stack([found.reshape(-1, classes).argmax(axis=1) for found in votes], axis=1)


@cache
def _shipped() -> dict[tuple[str, ...], FloatArray]:
    """Scores by baseline, data hash, fold hash and measure."""
    with packaged("frnn_core.experiments", FILE) as file:
        archive = np.load(file, allow_pickle=False)
        keys = [tuple(key.split()) for key in archive["keys"].tolist()]
        return dict(zip(keys, archive["scores"], strict=True))


def write(file: IO[bytes]) -> None:
    """Compute the baselines on the paper's data sets and write them."""
    keys, scores = [], []
    for name in dataset_names():
        data, folds = loaded(name, Conditions())
        for baseline in BASELINES:
            for measure, values in compute(name, baseline, Conditions()).items():
                keys.append(f"{baseline} {data.sha256} {folds.sha256} {measure}")
                scores.append(values)
    np.savez_compressed(file, keys=np.array(keys), scores=np.array(scores))
