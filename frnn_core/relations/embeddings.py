"""Embeddings: where a relation puts the rows before it measures distances."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray


@dataclass(frozen=True, eq=False)
class Direction:
    """Rows moved by -origin, scaled to length 1, with one more coordinate for rows of length 0.

    A row of no direction becomes (0, …, 0, 1): similarity 1/2 to all rows that have one and 1 to
    another without.
    """

    origin: FloatArray
    shortest: float

    def __call__(self, X: FloatArray, code: int = 0) -> FloatArray:
        """Give the directions of the rows."""
        moved = X - self.origin
        length = np.linalg.norm(moved, axis=1)
        zero = length <= self.shortest
        directions = np.zeros((len(X), X.shape[1] + 1))
        directions[:, :-1] = moved / np.where(zero, 1.0, length)[:, None]
        directions[zero] = 0.0
        directions[zero, -1] = 1.0
        return directions


@dataclass(frozen=True, eq=False)
class Linear:
    """Rows mapped by x -> x Wᵀ, the same map for every class."""

    W: FloatArray

    def __call__(self, X: FloatArray, code: int = 0) -> FloatArray:
        """Give the mapped rows."""
        return mapped(X, self.W)


@dataclass(frozen=True, eq=False)
class ClassLinear:
    """Rows mapped by x -> x W_cᵀ, a map for each class or region."""

    maps: tuple[FloatArray, ...]

    def __call__(self, X: FloatArray, code: int) -> FloatArray:
        """Give the rows as the class sees them."""
        return mapped(X, self.maps[code])


@dataclass(frozen=True, eq=False)
class Scaled:
    """Columns times their weights, the same for every class."""

    weights: FloatArray

    def __call__(self, X: FloatArray, code: int = 0) -> FloatArray:
        """Give the scaled rows."""
        return X * self.weights


@dataclass(frozen=True, eq=False)
class ClassScaled:
    """Columns times their weights, those of each class or region: (classes, columns)."""

    weights: FloatArray

    def __call__(self, X: FloatArray, code: int) -> FloatArray:
        """Give the rows as the class sees them."""
        return np.asarray(X * self.weights[code])


def mapped(X: FloatArray, W: FloatArray) -> FloatArray:
    """X Wᵀ, each row by itself: a matrix product may round a row differently in other company.

    So a query that equals a training row lands exactly on it. Both sides are laid out alike first,
    since the order of the sums follows the layout.
    """
    return np.asarray(np.einsum("if,gf->ig", np.ascontiguousarray(X), np.ascontiguousarray(W)))
