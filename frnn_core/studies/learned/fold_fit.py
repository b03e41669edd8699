"""Learned metrics on one fold: L, the matrix behind the distances, and how both were found.

Some fits take a minute. Those are made from a sample of the rows, in fewer steps, and say so; the
shipped scores are always of the full fits.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.relation import TrainingSet
from frnn_core.experiments import cost
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, Plan, loaded
from frnn_core.experiments.score_table import score_table
from frnn_core.relations.dmlmj import directions, regularised, scatter
from frnn_core.relations.embeddings import Linear
from frnn_core.relations.metric_learning import LearningTrace
from frnn_core.relations.row_pairs import alike, shuffled, unlike
from frnn_core.studies.learned.results import setting_of

LONGEST = 3.0
"""Seconds that a fit to all rows may take here; the one in two dimensions can take three times as long."""
SAMPLE = 600
STEPS = 100
SEED = 0


@dataclass(frozen=True, eq=False)
class LearnedFit:
    """A learned metric on one fold.

    Attributes
    ----------
    L : the map; distances are Euclidean after it
    rows : training rows that it was learned from, `of` how many; ascending
    steps : the limit of steps where it was lowered to be quick, else None
    features : their names
    """

    L: FloatArray
    trace: LearningTrace
    rows: IntArray
    of: int
    steps: int | None
    features: tuple[str, ...]

    @property
    def matrix(self) -> FloatArray:
        """M with d(q, y)² = (q - y)ᵀ M (q - y) on normalised rows."""
        return np.asarray(self.L.T @ self.L)

    @property
    def sampled(self) -> bool:
        """Whether it was learned from a part of the rows, or stopped early, to be quick."""
        return self.steps is not None or len(self.rows) < self.of


def fold_of(name: str, fold: int) -> Fold:
    """A fold, numbered from 1, as the shipped results have it."""
    data, folds = loaded(name, Conditions())
    return Fold.of(data, folds, fold - 1, Conditions())


def sample_rows(train: TrainingSet, most: int = SAMPLE) -> IntArray:
    """Numbers of at most so many rows, each class in its share and none left out; ascending."""
    numbered = replace(train, X=np.arange(len(train.X), dtype=float)[:, None])
    order = shuffled(numbered, SEED)[0][:, 0].astype(np.int64)
    return np.sort(order[:most])


def fit_seconds(name: str, method: str, fold: int) -> float:
    """Seconds of the full fit here: as measured for the shipped results, else by the laws of cost."""
    setting = setting_of(method)
    told = score_table(Plan((name,), (setting,))).folds(name, setting)
    seconds = float(told["seconds"].iloc[fold - 1])
    if np.isnan(seconds):
        data, _ = loaded(name, Conditions())
        seconds = cost.law_of(setting)(len(data.X), data.X.shape[1], len(data.class_names))
    return cost.calibrate() * seconds


def learn(name: str, method: str, fold: int, n_components: int | None = None) -> LearnedFit:
    """Learn a metric on a fold, with as many dimensions as features unless told otherwise."""
    part = fold_of(name, fold)
    setting = setting_of(method)
    params = {**part.parameters(setting), "n_components": n_components}
    rows = np.arange(len(part.train.X))
    steps = None
    if fit_seconds(name, method, fold) > LONGEST:
        rows = sample_rows(part.train)
        if params.get("max_iter", 0) > STEPS:
            params["max_iter"] = steps = STEPS
    train = replace(part.train, X=part.train.X[rows], codes=part.train.codes[rows])
    fitted = setting.spec.fit(train, **params)
    if not isinstance(fitted.embed, Linear) or not isinstance(fitted.trace, LearningTrace):
        raise TypeError(f"{method} is no learned metric")
    return LearnedFit(fitted.embed.W, fitted.trace, rows, len(part.train.X), steps, part.train.feature_names)


def spectrum(name: str, fold: int) -> tuple[FloatArray, FloatArray]:
    """What DMLMJ solves: λ of each direction and its share (λ + 1/λ)/2 - 1, the largest share first."""
    train = fold_of(name, fold).train
    S, _ = regularised(scatter(train.X, alike(train.X, train.codes)))
    D, _ = regularised(scatter(train.X, unlike(train.X, train.codes)))
    ratios, _ = directions(S, D)
    return ratios, (ratios + 1 / ratios) / 2 - 1
