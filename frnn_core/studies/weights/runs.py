"""Learning the weights on one fold, step by step, with what each step is worth on the test rows."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from frnn_core.data import load_dataset
from frnn_core.engine.approximations import Neighbourhood, neighbourhood
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.weight_learning import WeightFit, WeightSettings, learn_weights
from frnn_core.engine.weight_objective import judged_rows
from frnn_core.engine.weighting import Weighting, linear
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, Setting, loaded
from frnn_core.figures.playing import shown_steps

PLAIN_K = 3
"""What the paper's table of all relations is for, and what learned weights are compared with."""
LINEAR = Weighting((linear,), (linear,))


@dataclass(frozen=True)
class Case:
    """What weights are learned for: a data set, a relation that learns nothing, and at most k neighbours."""

    dataset: str
    relation: str = "man"
    k: int = 20
    gamma: float = 1.0

    @property
    def called(self) -> str:
        """The data set within a sentence."""
        return load_dataset(self.dataset).name

    @property
    def setting(self) -> Setting:
        """The relation as the results know it."""
        return Setting.of(self.relation, gamma=self.gamma)


@dataclass(frozen=True, eq=False)
class Prepared:
    """One fold, numbered from 1, with its fitted relation and the neighbours of its test rows.

    Whatever is learned on it shares the search among its training rows.
    """

    number: int
    part: Fold
    fitted: FittedRelation
    near: Neighbourhood
    class_names: tuple[str, ...]

    @property
    def train(self) -> TrainingSet:
        """The training rows, with the k of the case."""
        return self.part.train

    @property
    def smallest(self) -> int:
        """How many training rows the smallest class has."""
        return int(np.bincount(self.train.codes).min())

    def score(self, weights: Weighting, k: int | None = None) -> float:
        """Balanced accuracy on the test rows, with the k of the case unless another is named."""
        part = self.part
        decided = self.near.decide(self.fitted.link.decision, weights, [k or self.train.k])
        return float(balanced_accuracy(confusion(part.truth, part.present[decided], part.n_classes))[0])


def prepare(case: Case, fold: int, encoding: Encoding | None = None) -> Prepared:
    """Split, normalise and search a fold, numbered from 1, as the runner does it."""
    conditions = Conditions(encoding=encoding or Encoding())
    data, folds = loaded(case.dataset, conditions)
    part = Fold.of(data, folds, fold - 1, conditions)
    part = replace(part, train=part.train.with_k(case.k))
    fitted = case.setting.spec.fit(part.train, **part.parameters(case.setting))
    most = min(max(case.k, PLAIN_K), len(part.train.X))
    near = neighbourhood(fitted, part.train, part.queries, most)
    names = tuple(str(data.class_names[code]) for code in part.present)
    return Prepared(fold, part, fitted, near, names)


@dataclass(frozen=True, eq=False)
class Learning:
    """What was learned on a fold, step by step.

    Attributes
    ----------
    fold : numbered from 1
    fit : the weights, and how they were found
    groups : the classes that have weights of their own; empty where all share theirs
    steps, scores : the steps that are shown, at most 100, and the balanced accuracy on the test rows there
    judged, rows : how many training rows the loss is over, and how many there are
    """

    fold: int
    fit: WeightFit
    groups: tuple[str, ...]
    steps: IntArray
    scores: FloatArray
    judged: int
    rows: int

    @property
    def score(self) -> float:
        """Balanced accuracy on the test rows at the end."""
        return float(self.scores[-1])

    def weights(self, side: int) -> FloatArray:
        """The weights at the steps that are shown, inside (side 0) or outside (1): (steps, groups, k)."""
        return np.asarray(self.fit.weights_by_step(side)[self.steps])


def learn(prepared: Prepared, settings: WeightSettings) -> Learning:
    """Learn the weights on a fold, and judge every step that is shown."""
    fit = replace(learn_weights(prepared.fitted, prepared.train, settings), objective=None)
    steps = shown_steps(fit.steps)
    own = fit.shares.shape[1] == len(prepared.class_names) > 1
    return Learning(
        fold=prepared.number,
        fit=fit,
        groups=prepared.class_names if own else (),
        steps=steps,
        scores=np.array([prepared.score(fit.weighting(int(step))) for step in steps]),
        judged=len(judged_rows(prepared.train, settings.seed)),
        rows=len(prepared.train.X),
    )


def learned_score(prepared: Prepared, settings: WeightSettings) -> float:
    """Balanced accuracy on the test rows with the weights that were found."""
    return prepared.score(learn_weights(prepared.fitted, prepared.train, settings).weighting())


def half_weight(weights: FloatArray) -> IntArray:
    """How many of the nearest neighbours carry half of the weight, over the last axis.

    Examples
    --------
    >>> half_weight(np.array([[1, 0, 0, 0], [0.25, 0.25, 0.25, 0.25], [0.4, 0.3, 0.2, 0.1]])).tolist()
    [1, 2, 2]
    """
    return np.asarray((weights.cumsum(axis=-1) < 0.5 - 1e-9).sum(axis=-1) + 1)
