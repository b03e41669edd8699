r"""DMLMJ: the metric under which alike and unlike pairs of rows differ most.

The differences of a row to its nearest rows of the same class, and to those of other classes, are
taken as two centred normal distributions with covariances S and D. Their Jeffrey divergence is a sum
over the directions v with :math:`D v = \lambda S v`, each with the share
:math:`(\lambda + 1/\lambda) / 2 - 1`; so the directions with the largest shares make up L.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.relation import TrainingSet, relation
from frnn_core.relations.metric_learning import (
    COMPONENTS,
    DEFINED,
    FORMULA,
    LINK,
    LearningTrace,
    learned,
    no_metric,
    row_count,
)
from frnn_core.relations.row_pairs import alike, unlike

SINGULAR = 1e-10
SHRINKAGE = 1e-3


@relation(
    key="dmlmj",
    label="DMLMJ",
    family="learned",
    formula=FORMULA,
    where=r"L = \text{the directions } v, \; Dv = \lambda Sv, \; \lVert v \rVert_2 = 1, "
    r"\text{ with the largest } \lambda + \tfrac{1}{\lambda}",
    source="doi:10.1016/j.patcog.2016.11.010",
    parameters=(COMPONENTS, LINK),
    help="Keeps the directions in which pairs of the same class and pairs of two classes differ most.",
    base="euclidean",
    defined=DEFINED,
    triangle=False,
    learns=True,
    paper=True,
    published=(("link", "rooted"),),
    check=no_metric,
)
def dmlmj(train: TrainingSet, *, n_components: int | None, link: str) -> FittedRelation:
    """Keep the directions in which rows of other classes lie otherwise than rows of the same class."""
    S, shrunk_S = regularised(scatter(train.X, alike(train.X, train.codes)))
    D, shrunk_D = regularised(scatter(train.X, unlike(train.X, train.codes)))
    ratios, L = directions(S, D)
    kept = row_count(train, n_components)
    divergence = float((ratios + 1 / ratios)[:kept].sum() / 2 - kept)
    shrunk = [name for name, done in (("the same class", shrunk_S), ("other classes", shrunk_D)) if done]
    notes = tuple(f"Differences to {name} hardly fill the space: identity was mixed in." for name in shrunk)
    trace = LearningTrace(np.arange(1), np.array([-divergence]), np.zeros(1), "solved directly", notes)
    return learned(train, L[:kept], trace, link)


def scatter(X: FloatArray, pairs: IntArray) -> FloatArray:
    """The mean outer product of the differences of the pairs."""
    differences = X[pairs[:, 0]] - X[pairs[:, 1]]
    return np.asarray(differences.T @ differences / len(pairs))


def regularised(A: FloatArray) -> tuple[FloatArray, bool]:
    """Give A, moved a little towards the identity if it is nearly singular, and whether it was."""
    sign, log_determinant = np.linalg.slogdet(A)
    if sign > 0 and log_determinant >= np.log(SINGULAR):
        return A, False
    return (1 - SHRINKAGE) * A + SHRINKAGE * np.eye(len(A)), True


def directions(S: FloatArray, D: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Solve D v = λ S v: the λ and, as rows, the v of length 1, by descending λ + 1/λ.

    Both have only directions of positive variance; a λ of 0 or below is all that rounding has left.
    """
    ratios, vectors = eigh(D, S)
    if ratios[0] <= 0:
        raise np.linalg.LinAlgError
    order = np.argsort(-(ratios + 1 / ratios), kind="stable")
    L = vectors.T[order]
    return ratios[order], L / np.linalg.norm(L, axis=1, keepdims=True)
