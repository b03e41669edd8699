"""The similarity field R(·, centre) of a relation on a square of two range-normalised features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.data import load_dataset
from frnn_core.data.dataset import Dataset
from frnn_core.engine.approximations import similarity_matrix
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.relation import Relation
from frnn_core.errors import Undefined
from frnn_core.model import Model
from frnn_core.relations import RELATIONS
from frnn_core.relations.combo import ComboTrace
from frnn_core.relations.links import KernelLink

HALF = 0.6
"""The square reaches from -HALF to HALF; the training rows fill [-1/2, 1/2]."""
SIDE = 61
TARGETS = 25
"""Points a side that take a click: each is a node of the page, and 41 took the browser seconds."""
LEVELS = (0.9, 0.7, 0.5, 0.3)
"""The similarities of the unit balls that are drawn."""
MOST_ROWS = 300
K = 3


@dataclass(frozen=True, eq=False)
class Field:
    """R(q, centre) for every q of a grid: `values[i, j]` belongs to (x[j], y[i])."""

    x: FloatArray
    y: FloatArray
    values: FloatArray

    def share(self, level: float) -> float:
        """The share of the grid with a similarity of at least this level."""
        return float((self.values >= level).mean())


@dataclass(frozen=True, eq=False)
class Fit:
    """A relation on two features of a data set: its model, or the reason why there is none."""

    spec: Relation
    data: Dataset
    model: Model | None
    reason: str = ""

    @property
    def relation(self) -> FittedRelation:
        """The fitted relation, where it is defined."""
        if self.model is None:
            raise Undefined(self.spec.label, self.reason)
        return self.model.relation

    @property
    def rows(self) -> FloatArray:
        """The range-normalised rows."""
        if self.model is None:
            raise Undefined(self.spec.label, self.reason)
        return self.model.train.X

    @property
    def choice(self) -> str:
        """The relation that COMBO chose; empty for the others."""
        trace = self.relation.trace
        return trace.choice if isinstance(trace, ComboTrace) else ""

    @property
    def kernel(self) -> str:
        """The key of the kernel behind the relation; empty where there is none."""
        return RELATIONS[self.choice or self.spec.key].kernel

    @property
    def gamma(self) -> float:
        """The width of the kernel, given or learned."""
        link = self.relation.link
        return float(link.gamma) if isinstance(link, KernelLink) else float("nan")


def two_features(name: str, first: int = 0, second: int = 1) -> Dataset:
    """Two columns of a data set; of a large one 300 rows drawn with seed 0, so that every pair is checked."""
    data = load_dataset(name)
    rows = np.arange(len(data.y))
    if len(rows) > MOST_ROWS:
        rows = np.sort(np.random.default_rng(0).choice(rows, MOST_ROWS, replace=False))
    columns = [first, second]
    return Dataset(
        data.name,
        np.ascontiguousarray(data.X[rows][:, columns]),
        data.y[rows],
        tuple(data.feature_names[column] for column in columns),
        source=data.source,
    )


def fit(data: Dataset, key: str, gamma: float = 1.0) -> Fit:
    """Fit a relation with k = 3; where it is undefined, keep the reason."""
    try:
        return Fit(RELATIONS[key], data, Model.of(data, key, K, gamma))
    except Undefined as undefined:
        return Fit(RELATIONS[key], data, None, undefined.reason)


def field(fitted: Fit, centre: tuple[float, float], code: int = 0, side: int = SIDE) -> Field:
    """R(q, centre) on a grid; `code` is the class of the centre, which plays the training row."""
    line = np.round(np.linspace(-HALF, HALF, side), 12)
    grid = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    values = similarity_matrix(fitted.relation, grid, np.array([centre]), np.array([code]))
    return Field(line, line, values.reshape(side, side))
