"""Two classes, two points: why the class-specific Mahalanobis relation depends on the order.

The worked example of the paper has three features. Its points u and v lie in a plane in which the third
feature follows from the second, so that ellipses drawn there are exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.approximations import similarity_matrix
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.fitted import FittedRelation
from frnn_core.paper.checks.formulas import U, V
from frnn_core.relations.covariance import singular, whitening
from frnn_core.relations.embeddings import ClassLinear
from frnn_core.relations.links import ClassAffineLink

Shape = tuple[float, float, float]
EXAMPLE: tuple[Shape, Shape] = ((1.0, -0.25, 0.0), (1.0, 0.0, 0.3))
"""For classes 0 and 1: the variance of all features, the correlations of a1, a2 and of a2, a3."""
POINTS = (U, V)
LARGEST = np.ones(2)
"""The largest distance within each class, as the example assumes."""
PLANE = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, (V[2] - U[2]) / (V[1] - U[1])]])
"""A step (a1, a2) in the plane as a step of all three features."""


@dataclass(frozen=True, eq=False)
class ClassPair:
    """The covariances of both classes, and the similarities that they give.

    Attributes
    ----------
    first, second : R(u, v), measured by u's class 0, and R(v, u), measured by v's class 1
    """

    covariances: tuple[FloatArray, FloatArray]
    relation: FittedRelation
    first: float
    second: float

    def ellipse(self, code: int, similarity: float, points: int = 121) -> FloatArray:
        """The points of the plane with this similarity to the class's own point: (points, 2)."""
        inverse = PLANE.T @ np.linalg.inv(self.covariances[code]) @ PLANE
        angles = np.linspace(0, 2 * np.pi, points)
        circle = np.stack([np.cos(angles), np.sin(angles)])
        radius = (1 - similarity) * LARGEST[code]
        ring = np.linalg.solve(np.linalg.cholesky(inverse).T, radius * circle)
        return np.asarray(POINTS[code][:2] + ring.T)


def covariance_of(shape: Shape) -> FloatArray:
    """The covariance matrix of a class; a1 and a3 are uncorrelated."""
    variance, first, second = shape
    return variance * np.array([[1, first, 0], [first, 1, second], [0, second, 1]])


def impossible(shape: Shape) -> str:
    """Why nothing can be measured with this shape, or an empty text."""
    _, first, second = shape
    total = first**2 + second**2
    A = covariance_of(shape)
    if total < 1 and not singular(A):
        return ""
    return (
        f"the squares of its two correlations add up to {total:.2f}; only below 1 does its covariance have "
        "an inverse"
    )


def class_pair(shapes: tuple[Shape, Shape]) -> ClassPair:
    """Measure both ways with the core's own embedding and link.

    The core's R(q, y) takes the class of y, the paper's R(x, y) that of x: R(u, v) is found at q = v, y = u.
    """
    covariances = covariance_of(shapes[0]), covariance_of(shapes[1])
    relation = FittedRelation(
        "euclidean",
        ClassAffineLink(LARGEST),
        embed=ClassLinear((whitening(covariances[0]), whitening(covariances[1]))),
        per_class=True,
    )
    both = np.array(POINTS)
    R = similarity_matrix(relation, both, both, np.array([0, 1]))
    return ClassPair(covariances, relation, float(R[1, 0]), float(R[0, 1]))
