"""Twelve points and a query, made up for the tour: the relation and k decide the class of the query."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from frnn_core.data.dataset import Dataset
from frnn_core.engine.approximations import similarity_matrix
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.explanation import Explanation
from frnn_core.model import Model

SHOWN = ("man", "euc", "che", "cos")
MOST_K = 4
QUERY = (0.48, 0.52)
LOW, HIGH = (0.0, 0.0), (1.0, 1.0)
"""The corners of the square that is shown, in which the query can be moved."""
_POINTS = {
    "A": ((0.64, 0.32), (0.63, 0.72), (0.75, 0.57), (0.95, 0.55)),
    "B": ((0.82, 0.82), (0.48, 0.70), (0.68, 0.90), (0.24, 0.90)),
    "C": ((0.19, 0.05), (0.48, 0.32), (0.14, 0.50), (0.07, 0.16)),
}


@cache
def twelve() -> Dataset:
    """Four points of each of three classes: with two, lower of one is 1 less upper of the other."""
    labels = np.repeat(list(_POINTS), [len(points) for points in _POINTS.values()])
    places = np.array([place for points in _POINTS.values() for place in points])
    return Dataset("twelve points", places, labels, ("first feature", "second feature"))


@cache
def model(relation: str, k: int) -> Model:
    """FRNN on the twelve points."""
    return Model.of(twelve(), relation, k)


def similarities(relation: str, asked: tuple[float, float] = QUERY) -> FloatArray:
    """R(q, y) of the query and each of the points."""
    fitted = model(relation, 1)
    row = fitted.normaliser(np.array([asked]))
    return np.asarray(similarity_matrix(fitted.relation, row, fitted.train.X, fitted.train.codes)[0])


@dataclass(frozen=True)
class Place:
    """Where somebody is on the tour: the step, what is chosen, and where the query is.

    Attributes
    ----------
    code : the class that is looked at, by its place among the classes
    """

    step: int = 1
    relation: str = SHOWN[0]
    code: int = 0
    k: int = 3
    query: tuple[float, float] = QUERY

    @property
    def name(self) -> str:
        """The class that is looked at."""
        return twelve().class_names[self.code]

    def told(self, relation: str = "", k: int = 0) -> Explanation:
        """What decides the query, also by another relation or with another k."""
        fitted = model(relation or self.relation, k or self.k)
        return fitted.explain(fitted.normaliser(np.array([self.query])))

    def answer(self, relation: str = "", k: int = 0) -> str:
        """The class that the query is given."""
        return str(self.told(relation, k).predictions[0])
