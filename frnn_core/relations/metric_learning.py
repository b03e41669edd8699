"""What the learned metrics share: L, how it was found, and the relation that it gives.

A learned metric is a matrix L with d(q, y) = |Lq - Ly|; the relation is 1 - d² / max d² over the
training rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import FittedRelation, Link
from frnn_core.engine.parameters import Parameter
from frnn_core.engine.relation import TrainingSet
from frnn_core.relations.embeddings import Linear
from frnn_core.relations.links import AffineLink, DiameterLink

FORMULA = r"R(q, y) = 1 - \frac{\lVert L(q - y) \rVert_2^2}{\max_{u, v} \lVert L(u - v) \rVert_2^2}"
CONVERGED = "converged"
LIMIT = "step limit reached"
STUCK = "no lower value found along the last direction"
ROUNDING = 1e-12
MOST_FEATURES = 2_000
"""L has features x features numbers, of which the optimisers keep several copies."""

LINK = Parameter("link", "squared", choices=("squared", "rooted"))
"""1 - d²/max d², as the paper says, or 1 - d/max d, as its published code does by default (which reproduces
its DMLMJ column)."""
SEED = Parameter("seed", 0)
"""Decides which rows are drawn, where not all are learned from."""
COMPONENTS = Parameter("n_components", None, low=1)
"""Dimensions of the learned space; None, or more than there are features: as many as features."""
DEFINED = "Where there is something to learn from: two classes, and a class with two rows."


@dataclass(frozen=True, eq=False)
class LearningTrace:
    """How L was found, step by step; step 0 is the start.

    Attributes
    ----------
    steps, objective, change : number of each step, the value that is minimised, and the length of the
        step, |L - L before| in the Frobenius norm
    stopped : why it stopped
    notes : what else the reader should know, such as a sample that stood in for all rows
    """

    steps: IntArray
    objective: FloatArray
    change: FloatArray
    stopped: str
    notes: tuple[str, ...] = ()

    def found(self) -> dict[str, Any]:
        """Why it stopped, after how many steps, and the notes."""
        return {"stopped": self.stopped, "steps": int(self.steps[-1]), "notes": list(self.notes)}


class Recorder:
    """Collects a trace while an optimiser walks."""

    def __init__(self, start: FloatArray, objective: float) -> None:
        self._last = start.ravel().copy()
        self._objective = [objective]
        self._change = [0.0]

    @property
    def taken(self) -> int:
        """Steps so far, without the start."""
        return len(self._objective) - 1

    def add(self, L: FloatArray, objective: float) -> None:
        """Record a step to L."""
        self._change.append(float(np.linalg.norm(L.ravel() - self._last)))
        self._objective.append(objective)
        self._last = L.ravel().copy()

    def trace(self, stopped: str, notes: tuple[str, ...] = ()) -> LearningTrace:
        """Give what was collected."""
        steps = np.arange(len(self._objective))
        return LearningTrace(steps, np.array(self._objective), np.array(self._change), stopped, notes)


def sample_notes(used: int, train: TrainingSet) -> tuple[str, ...]:
    """What to say of the number of rows that were learned from."""
    if used == len(train.X):
        return ()
    return (f"Learned from a stratified sample of {used:,} of {len(train.X):,} rows.",)


def nothing_to_learn(train: TrainingSet) -> str | None:
    """Say why no pair of rows can teach what is alike and what is not, or give None."""
    return nothing_told_by(train.codes)


def nothing_told_by(codes: IntArray) -> str | None:
    """The same of rows whose codes are given, such as a sample."""
    sizes = np.bincount(codes)
    if sizes.max() < 2:
        return "no class has two training rows, so there is no pair of equals to learn from."
    if np.count_nonzero(sizes) < 2:
        return "all training rows are of one class, so there is no pair of unequals to learn from."
    return None


def no_metric(train: TrainingSet) -> str | None:
    """Say why no matrix L can be learned, or give None."""
    if train.n_features > MOST_FEATURES:
        return (
            f"a learned metric weighs every pair of features, and {train.n_features:,} features are too many "
            f"(at most {MOST_FEATURES:,}). Choose fewer, or project them first (sklearn.decomposition.PCA)."
        )
    return nothing_to_learn(train)


def row_count(train: TrainingSet, n_components: int | None) -> int:
    """The number of rows of L: as many as asked for, at most one for each feature."""
    return min(n_components or train.n_features, train.n_features)


def oriented(L: FloatArray) -> FloatArray:
    """L with the sign of each row such that its largest entry in absolute value is positive."""
    largest = np.take_along_axis(L, np.abs(L).argmax(axis=1, keepdims=True), axis=1)
    return np.where(largest < 0, -L, L)


def learned(train: TrainingSet, L: FloatArray, trace: LearningTrace, link: str) -> FittedRelation:
    """Give the relation 1 - d² / max d² (or rooted) of the metric L.

    Where L puts all training rows on one point, but for rounding, there is no largest distance to divide
    by, and d or d² stands alone.
    """
    embed = Linear(oriented(L))
    (low, high), (lowest, highest) = train.extent(), train.extent(embed)
    squared = link == "squared"
    reach = np.abs(L).max() * (high - low).max()
    apart = bool((highest - lowest).max() > ROUNDING * reach)
    scale: Link = DiameterLink(train, embed, squared=squared) if apart else AffineLink(1.0, squared=squared)
    return FittedRelation("euclidean", scale, embed=embed, trace=trace)
