"""Ordered weighted averages: how much each neighbour counts, the nearest first.

An OWA weight vector of length m is non-negative and sums to 1. Applied to similarities in
descending order it gives a soft maximum; the families differ in how fast the weights fall. One decorated
function adds a family; it then appears in the classifier, the command line and the dashboard. A family is
fixed, or depends on the number of features, or is learned from the training rows.
Sources: R. R. Yager (1988), doi:10.1109/21.87068; for the families in fuzzy rough sets,
S. Vluymans, N. Mac Parthalain, C. Cornelis, Y. Saeys (2019), doi:10.1016/j.ins.2019.05.085.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.layout import Layout
from frnn_core.engine.registry import Registry
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.weight_learning import WeightSettings, learned_weighting
from frnn_core.engine.weighting import (
    CheckedFamily,
    FittedWeights,
    Weighting,
    WeightingByK,
    as_weighting,
    linear,
    refuse_other_classes,
)
from frnn_core.engine.weighting import WeightFamily as WeightFamily
from frnn_core.engine.weighting import weight_rows as weight_rows
from frnn_core.errors import ParameterError

AnyWeights = str | WeightFamily | Weighting
"""How a user says which weights: by the key of a family, by a callable m -> m weights, or as a weighting."""
Learn = Callable[[FittedRelation, TrainingSet], Weighting]


@dataclass(frozen=True)
class Weights:
    """A family of OWA weights.

    Attributes
    ----------
    formula : LaTeX of the i-th of m weights
    help, source : what it does in one sentence, and where it comes from
    paper : whether it is the paper's choice
    of_features : number of features -> (m -> m weights, the nearest neighbour's first); None if it learns
    by_features : whether the number of features matters
    learn : fitted relation, training rows -> weights for their k; None if it learns nothing
    by_class : whether each class gets weights of its own
    revision : raised whenever the weights change, so that no stale result is reused
    """

    key: str
    label: str
    formula: str
    help: str
    source: str
    of_features: Callable[[int], WeightFamily] | None = None
    learn: Learn | None = None
    by_features: bool = False
    by_class: bool = False
    paper: bool = False
    revision: int = 1

    @property
    def learns(self) -> bool:
        """Whether the weights are learned from the training rows."""
        return self.learn is not None

    @property
    def known_as(self) -> str:
        """What results are known by: the key, and the revision once the weights have changed."""
        return self.key if self.revision == 1 else f"{self.key}:{self.revision}"

    def family(self, n_features: int) -> WeightFamily:
        """The function m -> m weights for rows of so many features; refuse weights that are learned."""
        if self.of_features is None:
            raise ParameterError(
                f"Weights {self.key!r} are learned from training rows: fit a classifier with them, or call "
                "fit_weights."
            )
        return self.of_features(n_features)

    def fit(self, relation: FittedRelation, train: TrainingSet) -> FittedWeights:
        """What counts inside and outside each class once the relation is fitted; `at` gives it for a k."""
        if self.learn is None:
            return as_weighting(self.family(train.n_features))
        return WeightingByK(partial(_learned, self.learn, relation, train.at_hand()))


def _learned(learn: Learn, relation: FittedRelation, train: TrainingSet, k: int) -> Weighting:
    """What is learned for a k: a function of this module, for classifiers are pickled."""
    return learn(relation, train.with_k(k))


WEIGHTS = Registry[Weights]("weight family")


def weights(
    *, key: str, label: str, formula: str, help: str, source: str, paper: bool = False, revision: int = 1
) -> Callable[[WeightFamily], WeightFamily]:
    """Register the decorated function m -> m weights."""

    def register(function: WeightFamily) -> WeightFamily:
        entry = Weights(key, label, formula, help, source, lambda _: function, paper=paper, revision=revision)
        WEIGHTS.add(key, entry)
        return function

    return register


def weights_by_features(
    *, key: str, **told: Any
) -> Callable[[Callable[[int, int], FloatArray]], Callable[[int, int], FloatArray]]:
    """Register the decorated function (m, number of features) -> m weights."""

    def register(function: Callable[[int, int], FloatArray]) -> Callable[[int, int], FloatArray]:
        WEIGHTS.add(key, Weights(key, of_features=partial(ByFeatures, function), by_features=True, **told))
        return function

    return register


@dataclass(frozen=True)
class ByFeatures:
    """A family that depends on the number of features, for one such number."""

    function: Callable[[int, int], FloatArray]
    n_features: int

    def __call__(self, m: int) -> FloatArray:
        """Give m weights, the nearest neighbour's first."""
        return self.function(m, self.n_features)


def learned_weights(*, key: str, **told: Any) -> Callable[[Learn], Learn]:
    """Register the decorated function, which learns weights for the k of a training set."""

    def register(function: Learn) -> Learn:
        WEIGHTS.add(key, Weights(key, learn=function, **told))
        return function

    return register


YAGER, VLUYMANS = "doi:10.1109/21.87068", "doi:10.1016/j.ins.2019.05.085"


weights(
    key="linear",
    label="Linear",
    formula=r"w_i = \frac{2(m + 1 - i)}{m(m + 1)}",
    help="The weights fall in equal steps.",
    source=VLUYMANS,
    paper=True,
)(linear)


@weights(
    key="strict",
    label="Nearest alone",
    formula=r"w_1 = 1, \; w_i = 0 \text{ for } i > 1",
    help="The nearest neighbour alone counts: the classical maximum.",
    source=YAGER,
)
def strict(m: int) -> FloatArray:
    """The nearest neighbour alone: the classical maximum."""
    return np.asarray(np.eye(1, m)[0])


@weights(
    key="mean",
    label="All alike",
    formula=r"w_i = \frac{1}{m}",
    help="All neighbours count alike.",
    source=YAGER,
)
def mean(m: int) -> FloatArray:
    r"""Equal weights: :math:`w_i = 1/m`."""
    return np.ones(m) / m


@weights(
    key="exponential",
    label="Halving",
    formula=r"w_i = \frac{2^{m - i}}{2^m - 1}",
    help="Each neighbour counts half as much as the one before.",
    source=VLUYMANS,
)
def exponential(m: int) -> FloatArray:
    r"""Each neighbour counts half as much as the one before: :math:`w_i = 2^{m-i} / (2^m - 1)`."""
    halves = 0.5 ** np.arange(1, m + 1)
    return np.asarray(halves / halves.sum())


@weights(
    key="inverse-additive",
    label="1, ½, ⅓, …",
    formula=r"w_i = \frac{1/i}{\sum_{j=1}^{m} 1/j}",
    help="The i-th neighbour counts one i-th of the nearest.",
    source=VLUYMANS,
)
def inverse_additive(m: int) -> FloatArray:
    r"""Weights in harmonic proportion: :math:`w_i = (1/i) / \sum_j 1/j`."""
    inverses = 1.0 / np.arange(1, m + 1)
    return np.asarray(inverses / inverses.sum())


@weights(
    key="quantifier",
    label="Most of them",
    formula=r"w_i = \sqrt{i / m} - \sqrt{(i - 1) / m}",
    help="The steps of Yager's quantifier Q(r) = √r: the nearest counts most, and all count.",
    source=YAGER,
)
def quantifier(m: int) -> FloatArray:
    r"""Yager's weights of a quantifier, :math:`w_i = Q(i/m) - Q((i-1)/m)` with :math:`Q(r) = r^a, a = 1/2`.

    For a below 1 the weights fall; 1 gives equal ones, and 0 the nearest alone.
    """
    return np.diff(np.sqrt(np.arange(m + 1) / m))


@weights_by_features(
    key="samworth",
    label="Samworth",
    formula=r"w_i = \frac{1}{m}\left(1 + \frac{d}{2} - \frac{d}{2 m^{2/d}}"
    r"\left(i^{1 + 2/d} - (i - 1)^{1 + 2/d}\right)\right)",
    help="The best weights of plain nearest neighbours with very many rows of d features.",
    source="R. J. Samworth (2012), doi:10.1214/12-AOS1049",
)
def samworth(m: int, n_features: int) -> FloatArray:
    r"""The non-negative weights that minimise the asymptotic regret of weighted nearest neighbours.

    For d features :math:`w_i = (1 + \frac{d}{2} - \frac{d}{2 m^{2/d}} (i^{1+2/d} - (i-1)^{1+2/d})) / m`.
    """
    d = max(1, n_features)
    steps = np.diff(np.arange(m + 1, dtype=np.float64) ** (1 + 2 / d))
    return np.asarray((1 + d / 2 - d / (2 * m ** (2 / d)) * steps) / m)


MIXTURE = r"w_i = \sum_{j=i}^{k} \frac{p_j}{\min(j, m)}"
OPEN_QUESTION = "a question that the paper's conclusions leave open, answered here"


@learned_weights(
    key="learned",
    label="Learned",
    formula=MIXTURE,
    help="Shares p learned from the training rows, each predicted by the others; the weights never rise.",
    source=OPEN_QUESTION,
)
def learned(relation: FittedRelation, train: TrainingSet) -> Weighting:
    """One set of weights inside, and one outside, for all classes."""
    return learned_weighting(relation, train, WeightSettings())


@learned_weights(
    key="learned-by-class",
    label="Learned for each class",
    formula=MIXTURE,
    help="Shares p learned from the training rows, for each class its own; the weights never rise.",
    source=OPEN_QUESTION,
    by_class=True,
)
def learned_by_class(relation: FittedRelation, train: TrainingSet) -> Weighting:
    """Weights inside and outside for each class."""
    return learned_weighting(relation, train, WeightSettings(by_class=True))


def weight_family(weights: str | WeightFamily, n_features: int = 1) -> WeightFamily:
    """Give the function m -> weights for a family name, or a checked version of a callable.

    `n_features` matters to families that depend on it alone; learned ones are refused.
    """
    if isinstance(weights, str):
        return WEIGHTS[weights].family(n_features)
    if not callable(weights):
        raise ParameterError(f"weights must be a family name or a callable, not {weights!r}.")
    return weights if isinstance(weights, CheckedFamily) else CheckedFamily(weights)


def check_weights(weights: AnyWeights) -> None:
    """Refuse what names no weights."""
    if isinstance(weights, str):
        WEIGHTS[weights]
    elif not isinstance(weights, Weighting):
        weight_family(weights)


def family_for_relations(weights: AnyWeights, X: FloatArray, layout: Layout | None = None) -> WeightFamily:
    """The weights that a relation may use while it is fitted: linear where they are learned after it."""
    if isinstance(weights, Weighting) or (isinstance(weights, str) and WEIGHTS[weights].learns):
        return linear
    return weight_family(weights, X.shape[1] if layout is None else layout.n_features)


def fitted_weights(weights: AnyWeights, relation: FittedRelation, train: TrainingSet) -> FittedWeights:
    """What counts inside and outside each class, for a fitted relation; `at` gives it for a k."""
    if isinstance(weights, Weighting):
        refuse_other_classes(weights, train.n_classes)
        return weights
    if isinstance(weights, str):
        return WEIGHTS[weights].fit(relation, train)
    return as_weighting(weight_family(weights))
