"""A row and the rows that decide its class, which never include it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from frnn_core.data import Dataset, Partition
from frnn_core.engine.approximations import scores
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.explanation import Explanation
from frnn_core.model import Model
from frnn_core.relations import KERNELS, fixed_relations

MOST_K = 20
SHOWN = 3
FIXED = fixed_relations()
"""The relations that learn nothing: their fit depends on neither k nor weights."""
FITTED = {kernel.fitted: key for key, kernel in KERNELS.items()}
"""The kernels with a learned width, and the kernel of each."""


@dataclass(frozen=True)
class How:
    """How similarity is measured and how much each neighbour counts.

    `encoding` is for columns that are not plain numbers; none of them may leave out training rows with gaps.
    """

    relation: str = "man"
    gamma: float = 1.0
    weights: str = "linear"
    normalise: str = "centred"
    encoding: Encoding = field(default_factory=Encoding)


@dataclass(frozen=True, eq=False)
class Trained:
    """A model of some rows of a data set.

    Attributes
    ----------
    rows : the number of each training row in the data set, from 0
    codes : the place of each class of the model among the classes of the data set
    """

    data: Dataset
    how: How
    model: Model
    rows: IntArray
    codes: IntArray

    def at(self, k: int) -> Model:
        """The same model for another k: relations that learn nothing need no other fit."""
        return replace(self.model, k=min(k, len(self.rows)))

    def scores(self, rows: FloatArray, k: int) -> FloatArray:
        """Scores of rows in the classes of the data set; minus infinity where a class has no row here."""
        model = self.at(k)
        found = scores(*model.approximations(model.normaliser(rows)))
        every = np.full((len(rows), len(self.data.class_names)), -np.inf)
        every[:, self.codes] = found
        return every


def trained(data: Dataset, rows: IntArray, how: How) -> Trained:
    """Fit to some rows, normalised by their own ranges; raise `Undefined` where the relation is."""
    part = Dataset(data.name, data.X[rows], data.y[rows], data.feature_names, columns=data.columns)
    model = Model.of(
        part,
        how.relation,
        MOST_K,
        how.gamma,
        weights=how.weights,
        normalise=how.normalise,
        encoding=how.encoding,
    )
    codes = np.array([data.class_names.index(name) for name in part.class_names])
    return Trained(data, how, model, rows, codes)


def training_rows(data: Dataset, folds: Partition, left_out: str, number: int) -> IntArray:
    """The rows that decide: all but a fold, all but a row, or all ("none"); numbers from 0."""
    if left_out == "fold":
        return np.flatnonzero(folds.membership != number)
    rows = np.arange(len(data.y))
    return np.delete(rows, number) if left_out == "row" else rows


@dataclass(frozen=True, eq=False)
class Case:
    """One prediction, taken apart.

    Attributes
    ----------
    values : the row, in its own units
    truth : its class where it is known
    """

    trained: Trained
    k: int
    values: FloatArray
    truth: str | None = None

    @cached_property
    def model(self) -> Model:
        """What decides."""
        return self.trained.at(self.k)

    @cached_property
    def query(self) -> FloatArray:
        """The row, normalised, as the one row of an array."""
        return self.model.normaliser(self.values[None])

    @cached_property
    def told(self) -> Explanation:
        """Neighbours, similarities and weights of the one query."""
        return self.model.explain(self.query)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The places of the classes in the model, the best score first."""
        return tuple(int(place) for place in np.argsort(-self.told.scores[0], kind="stable"))

    @property
    def names(self) -> tuple[str, ...]:
        """The classes of the model."""
        return tuple(str(name) for name in self.model.classes)

    @property
    def predicted(self) -> str:
        """The class that wins."""
        return self.names[self.order[0]]

    @property
    def runner_up(self) -> str:
        """The class that comes second."""
        return self.names[self.order[1]]

    def score(self, name: str) -> float:
        """The score of a class."""
        return float(self.told.scores[0, self.names.index(name)])

    @property
    def lead(self) -> float:
        """How far the winner is ahead of the second."""
        return float(self.told.margins[0])

    @property
    def first(self) -> tuple[int, ...]:
        """The classes to show first, by score: the winner, the runner-up, the true class, and up to three."""
        wanted = {self.predicted, self.runner_up, self.truth} & set(self.names)
        for name in (self.names[place] for place in self.order):
            if len(wanted) < SHOWN:
                wanted.add(name)
        return tuple(place for place in self.order if self.names[place] in wanted)
