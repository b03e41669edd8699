"""Learned relations on one fold: what they are, and how they were found.

Some fits take a minute. Those are made from a sample of the rows, in fewer steps, and say so; the
shipped scores are always of the full fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.relation import RELATIONS, TrainingSet
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
RANK = "n_components"


@runtime_checkable
class Weighted(Protocol):
    """An embedding that gives each column a weight; one for all, or (groups, columns)."""

    @property
    def weights(self) -> FloatArray:
        """The weights."""


@dataclass(frozen=True, eq=False)
class LearnedFit:
    """A learned relation on one fold, and what it can show: a map L, feature weights, regions, steps.

    Attributes
    ----------
    rows : training rows that it was learned from, `of` how many; ascending
    steps : the limit of steps where it was lowered to be quick, else None
    features, classes : their names
    params : what it was fitted with
    """

    relation: FittedRelation
    rows: IntArray
    of: int
    steps: int | None
    features: tuple[str, ...]
    classes: tuple[str, ...]
    params: Mapping[str, Any]

    @property
    def has_map(self) -> bool:
        """Whether rows are mapped by one matrix, and distances are Euclidean after it."""
        return isinstance(self.relation.embed, Linear) and self.relation.metric == "euclidean"

    @property
    def L(self) -> FloatArray:  # noqa: N802 (as in the papers)
        """The map."""
        if not isinstance(self.relation.embed, Linear):
            raise TypeError("This relation has no map L.")
        return self.relation.embed.W

    @property
    def trace(self) -> LearningTrace:
        """How it was found."""
        if not isinstance(self.relation.trace, LearningTrace):
            raise TypeError("This relation keeps no steps.")
        return self.relation.trace

    @property
    def matrix(self) -> FloatArray:
        """M with d(q, y)² = (q - y)ᵀ M (q - y) on normalised rows."""
        return np.asarray(self.L.T @ self.L)

    @property
    def weights(self) -> FloatArray | None:
        """Weights of the features, a row for all or for each class or region; None where there are none."""
        embed = self.relation.embed
        return np.atleast_2d(embed.weights) if isinstance(embed, Weighted) else None

    @property
    def has_steps(self) -> bool:
        """Whether it was found step by step."""
        trace = self.relation.trace
        return isinstance(trace, LearningTrace) and len(trace.steps) > 1

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


def takes_rank(method: str) -> bool:
    """Whether the dimensions of the learned space can be chosen."""
    return any(parameter.name == RANK for parameter in RELATIONS[method].parameters)


def learn(
    name: str, method: str, fold: int, n_components: int | None = None, longest: float = LONGEST
) -> LearnedFit:
    """Learn on a fold, with as many dimensions as features unless told otherwise.

    What would take longer than so many seconds is learned from a sample, in fewer steps.
    """
    part, setting = fold_of(name, fold), setting_of(method)
    params = {**part.parameters(setting), **({RANK: n_components} if takes_rank(method) else {})}
    rows = np.arange(len(part.train.X))
    steps = None
    if fit_seconds(name, method, fold) > longest:
        rows = sample_rows(part.train)
        if params.get("max_iter", 0) > STEPS:
            params["max_iter"] = steps = STEPS
    train = replace(part.train, X=part.train.X[rows], codes=part.train.codes[rows])
    labels = loaded(name, Conditions())[0].class_names
    return LearnedFit(
        setting.spec.fit(train, **params),
        rows,
        len(part.train.X),
        steps,
        part.train.feature_names,
        tuple(str(labels[code]) for code in part.present),
        params,
    )


def spectrum(name: str, fold: int) -> tuple[FloatArray, FloatArray]:
    """What DMLMJ solves: λ of each direction and its share (λ + 1/λ)/2 - 1, the largest share first."""
    train = fold_of(name, fold).train
    S, _ = regularised(scatter(train.X, alike(train.X, train.codes)))
    D, _ = regularised(scatter(train.X, unlike(train.X, train.codes)))
    ratios, _ = directions(S, D)
    return ratios, (ratios + 1 / ratios) / 2 - 1
