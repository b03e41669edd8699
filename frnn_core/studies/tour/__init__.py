"""Twelve points and a query, made up for the tour: the relation and k decide the class of the query."""

from __future__ import annotations

from functools import cache

import numpy as np

from frnn_core.data.dataset import Dataset
from frnn_core.engine.approximations import similarity_matrix
from frnn_core.engine.arrays import FloatArray
from frnn_core.model import Model

MOST_K = 6
QUERY = (0.60, 0.49)
_OF_A = ((0.30, 0.46), (0.49, 0.47), (0.05, 0.38), (0.25, 0.61), (0.18, 0.76), (0.13, 0.22))
_OF_B = ((0.40, 0.28), (0.69, 0.57), (0.63, 0.16), (0.92, 0.57), (0.59, 0.81), (0.40, 0.83))


@cache
def twelve() -> Dataset:
    """Six points of class A and six of class B."""
    labels = np.repeat(["A", "B"], 6)
    return Dataset("twelve points", np.array(_OF_A + _OF_B), labels, ("first feature", "second feature"))


def query() -> FloatArray:
    """The point that is asked about."""
    return np.array(QUERY)


@cache
def model(relation: str, k: int) -> Model:
    """FRNN on the twelve points."""
    return Model.of(twelve(), relation, k)


def similarities(relation: str) -> FloatArray:
    """R(q, y) of the query and each of the points."""
    fitted = model(relation, 1)
    asked = fitted.normaliser(query()[None])
    return np.asarray(similarity_matrix(fitted.relation, asked, fitted.train.X, fitted.train.codes)[0])
