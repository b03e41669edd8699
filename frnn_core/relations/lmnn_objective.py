r"""The objective of LMNN and its gradient.

Each row i has target neighbours j, its nearest of the same class before learning. With :math:`d_{ij}` the
distance after the map L, and l running over the rows of other classes,

.. math::

    f = (1 - \mu) \sum_{ij} d_{ij}^2 + \mu \sum_{ij} \sum_l h(1 + d_{ij}^2 - d_{il}^2), \; h(s) = \max(0, s).

It is convex in :math:`M = L^\top L`. Its gradient in M is the sum G of
:math:`w_{ab} (x_a - x_b)(x_a - x_b)^\top` over all pairs, each with its weight in f; in L it is 2 L G.
With corners rounded by r, h is :math:`s^2 / 2r` up to s = r and :math:`s - r/2` from there on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.sparse import csr_array

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.neighbours import chunks
from frnn_core.engine.threads import run_tasks
from frnn_core.relations.row_pairs import alike

THREADED_ROWS = 2_000


@dataclass(frozen=True, eq=False)
class Tile:
    """Some rows of a class, their targets (rows, targets), and a run of rows of other classes."""

    rows: slice
    targets: IntArray
    others: slice


@dataclass(frozen=True, eq=False)
class Pushed:
    """The sum of hinges, exact and rounded, and its gradient in M."""

    exact: float = 0.0
    rounded: float = 0.0
    G: FloatArray | float = 0.0

    def __add__(self, other: Pushed) -> Pushed:
        return Pushed(self.exact + other.exact, self.rounded + other.rounded, self.G + other.G)


class LargeMargin:
    """The objective f and its gradient at a flattened L, tile by tile."""

    def __init__(self, X: FloatArray, codes: IntArray, mu: float) -> None:
        order = np.argsort(codes, kind="stable")
        self.X, self.mu = X[order] - X.mean(axis=0), mu
        pairs = alike(X[order], codes[order])
        self._tiles = list(tiles(codes[order], pairs))
        self._pull = spread(self.X[pairs[:, 0]] - self.X[pairs[:, 1]], np.ones(len(pairs)))
        self._last = np.empty(0), 0.0

    def __call__(self, flat: FloatArray, rounding: float = 0.0) -> tuple[float, FloatArray]:
        """Give f with rounded corners, and its gradient."""
        L = flat.reshape(-1, self.X.shape[1])
        pushed = self._pushed(self.X @ L.T, rounding)
        G = (1 - self.mu) * self._pull + self.mu * pushed.G
        pull = (1 - self.mu) * float(np.sum(self._pull * (L.T @ L)))
        self._last = flat.copy(), pull + self.mu * pushed.exact
        return pull + self.mu * pushed.rounded, (2 * L @ G).ravel()

    def exact(self, flat: FloatArray) -> float:
        """Give f itself, at no cost where L was the last to be evaluated."""
        if not np.array_equal(self._last[0], flat):
            self(flat)
        return self._last[1]

    def _pushed(self, E: FloatArray, rounding: float) -> Pushed:
        """Sum up the hinges of the mapped rows E."""
        found: list[Pushed] = [Pushed()] * len(self._tiles)
        squares = np.sum(E**2, axis=1)
        left, right = np.column_stack([-2 * E, np.ones(len(E))]), np.column_stack([E, squares])

        def search(number: int) -> None:
            tile = self._tiles[number]
            near = np.sum((E[tile.rows, None] - E[tile.targets]) ** 2, axis=2) + 1
            bounds = near - squares[tile.rows, None]
            distances = left[tile.rows] @ right[tile.others].T
            found[number] = self._tile_pushed(tile, distances, bounds, rounding)

        tasks = [partial(search, number) for number in range(len(self._tiles))]
        if len(E) >= THREADED_ROWS:
            run_tasks(tasks)
        else:
            for task in tasks:
                task()
        return sum(found, Pushed())

    def _tile_pushed(self, tile: Tile, distances: FloatArray, bounds: FloatArray, rounding: float) -> Pushed:
        """Sum up the hinges of one tile, where a distance is below a bound.

        `distances` (rows, others) and `bounds` (rows, targets) are both less the square of the row.
        """
        row, other = np.nonzero(distances < bounds.max(axis=1, keepdims=True))
        slack = np.maximum(bounds[row] - distances[row, other][:, None], 0.0)
        share = np.minimum(slack / rounding, 1.0) if rounding else (slack > 0).astype(float)
        rounded = float(np.sum(share * slack) - rounding / 2 * np.sum(share**2))
        return Pushed(float(slack.sum()), rounded, self._tile_gradient(tile, row, other, share))

    def _tile_gradient(self, tile: Tile, row: IntArray, other: IntArray, share: FloatArray) -> FloatArray:
        """Sum up the outer products for shares (pairs, targets) in the hinges of pairs of row and other."""
        P, Q = self.X[tile.rows], self.X[tile.others]
        by_pair = share.sum(axis=1)
        by_target = np.stack([np.bincount(row, part, len(P)) for part in share.T], axis=1)
        starts = np.searchsorted(row, np.arange(len(P) + 1))
        cross = P.T @ (csr_array((by_pair, other, starts), shape=(len(P), len(Q))) @ Q)
        impostors = spread(P, by_target.sum(axis=1)) + spread(Q, np.bincount(other, by_pair, len(Q)))
        towards = (P[:, None] - self.X[tile.targets]).reshape(-1, P.shape[1])
        return np.asarray(spread(towards, by_target.ravel()) - impostors + cross + cross.T)


def tiles(codes: IntArray, pairs: IntArray) -> Iterator[Tile]:
    """Cover every row that has targets and all its impostors; rows must come class by class."""
    for code in np.unique(codes):
        start, stop = np.searchsorted(codes, [code, code + 1])
        first, last = np.searchsorted(pairs[:, 0], [start, stop])
        targets = pairs[first:last, 1].reshape(stop - start, -1)
        for others in (slice(0, start), slice(stop, len(codes))):
            if targets.size and others.stop > others.start:
                for part in chunks(stop - start, 8 * (others.stop - others.start)):
                    yield Tile(slice(start + part.start, start + part.stop), targets[part], others)


def spread(rows: FloatArray, weights: FloatArray | IntArray) -> FloatArray:
    """The weighted sum of the outer products of rows with themselves."""
    return np.asarray((rows.T * weights) @ rows)
