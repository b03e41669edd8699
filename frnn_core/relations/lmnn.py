r"""LMNN: the metric that keeps rows of other classes farther away than the nearest of the own class.

Each row i has target neighbours j, its nearest of the same class before learning. With :math:`d_{ij}` the
distance after the map L,

.. math::

    f = (1 - \mu) \sum_{ij} d_{ij}^2 + \mu \sum_{ij} \sum_l \max(0,\, 1 + d_{ij}^2 - d_{il}^2),

l running over the rows of other classes. In :math:`M = L^\top L` it is convex, and linear as long as the
same triples (i, j, l) are active: :math:`f = \langle G, M \rangle + \mu \cdot \text{active triples}`, with
G the sum of :math:`w_{ab} (x_a - x_b)(x_a - x_b)^\top` over all pairs, each with its weight in f. G is also
the gradient in M, and 2 L G the one in L.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.optimize import OptimizeResult, minimize
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from frnn_core.arrays import FloatArray, IntArray
from frnn_core.errors import ParameterError
from frnn_core.neighbours import chunks, run_tasks
from frnn_core.registry import FittedRelation, Parameter, TrainingSet, relation
from frnn_core.relations.covariance import covariance
from frnn_core.relations.learning import (
    COMPONENTS,
    CONVERGED,
    FORMULA,
    LIMIT,
    LINK,
    STUCK,
    Recorder,
    learned,
    nothing_to_learn,
    row_count,
)
from frnn_core.relations.pairs import alike

TOLERANCE = 1e-8
THREADED_ROWS = 2_000
STOPPED = {0: CONVERGED, 1: LIMIT}

MU = Parameter(
    "mu",
    "weight μ of the impostors",
    default=0.5,
    low=0.05,
    high=0.95,
    help="Below 1. The larger μ is, the more the distance from other classes counts.",
)
STEPS = Parameter("max_iter", "most steps", default=500, low=1, high=5_000)


@relation(
    key="lmnn",
    label="LMNN",
    family="learned",
    formula=FORMULA,
    where=r"L = \arg\min_L \, (1 - \mu) \sum_{ij} d_{ij}^2 + \mu \sum_{ijl} "
    r"\max(0, 1 + d_{ij}^2 - d_{il}^2), \; d_{ij} = \lVert L(x_i - x_j) \rVert_2",
    reference="Weinberger, Saul (2009), JMLR 10, 207-244",
    parameters=(COMPONENTS, MU, STEPS, LINK),
    metric=False,
    check=nothing_to_learn,
)
def lmnn(
    train: TrainingSet, *, n_components: int | None, mu: float, max_iter: int, link: str
) -> FittedRelation:
    """Descend by L-BFGS from the identity, or from the first principal axes where L has fewer rows."""
    if mu >= 1:
        raise ParameterError(f"mu must be below 1, not {mu:g}.")
    objective = LargeMargin(train.X, train.codes, mu)
    count = row_count(train, n_components)
    start = np.eye(train.n_features) if count == train.n_features else principal_axes(train.X, count)
    recorder = Recorder(start, objective(start.ravel())[0])

    def record(intermediate_result: OptimizeResult) -> None:
        recorder.add(intermediate_result.x, float(intermediate_result.fun))

    options = {"maxiter": max_iter, "maxfun": 10 * max_iter, "ftol": TOLERANCE, "gtol": 0.0}
    with threadpool_limits(1, user_api="blas"):
        result = minimize(
            objective, start.ravel(), jac=True, method="L-BFGS-B", callback=record, options=options
        )
    trace = recorder.trace(STOPPED.get(result.status, STUCK))
    return learned(train, result.x.reshape(start.shape), trace, link)


def principal_axes(X: FloatArray, count: int) -> FloatArray:
    """The directions of the largest variance as rows, the largest first."""
    return np.asarray(np.linalg.eigh(covariance(X)).eigenvectors[:, ::-1][:, :count].T)


@dataclass(frozen=True, eq=False)
class Tile:
    """Some rows of a class, their targets (rows, targets), and a run of rows of other classes."""

    rows: slice
    targets: IntArray
    others: slice


class LargeMargin:
    """The objective f and its gradient at a flattened L, exact, tile by tile."""

    def __init__(self, X: FloatArray, codes: IntArray, mu: float) -> None:
        order = np.argsort(codes, kind="stable")
        self.X, self.mu = X[order] - X.mean(axis=0), mu
        pairs = alike(self.X, codes[order])
        self._tiles = list(tiles(codes[order], pairs))
        self._pull = spread(self.X[pairs[:, 0]] - self.X[pairs[:, 1]], np.ones(len(pairs)))

    def __call__(self, flat: FloatArray) -> tuple[float, FloatArray]:
        """Give f and its gradient."""
        L = flat.reshape(-1, self.X.shape[1])
        active, push = self._pushed(self.X @ L.T)
        G = (1 - self.mu) * self._pull + self.mu * push
        return float(np.sum(G * (L.T @ L)) + self.mu * active), (2 * L @ G).ravel()

    def _pushed(self, E: FloatArray) -> tuple[int, FloatArray]:
        """Count the active triples among the mapped rows E; give their part of G."""
        found: list[tuple[int, FloatArray]] = [(0, self._pull)] * len(self._tiles)
        squares = np.sum(E**2, axis=1)
        left, right = np.column_stack([-2 * E, np.ones(len(E))]), np.column_stack([E, squares])

        def search(number: int) -> None:
            tile = self._tiles[number]
            near = np.sum((E[tile.rows, None] - E[tile.targets]) ** 2, axis=2) + 1
            bounds = near - squares[tile.rows, None]
            found[number] = self._tile_pushed(tile, left[tile.rows] @ right[tile.others].T, bounds)

        tasks = [partial(search, number) for number in range(len(self._tiles))]
        if len(E) >= THREADED_ROWS:
            run_tasks(tasks)
        else:
            for task in tasks:
                task()
        return sum(active for active, _ in found), np.sum([part for _, part in found], axis=0)

    def _tile_pushed(self, tile: Tile, distances: FloatArray, bounds: FloatArray) -> tuple[int, FloatArray]:
        """Count the triples with a distance below its bound; give their part of G.

        `distances` (rows, others) and `bounds` (rows, targets) are both less the square of the row.
        """
        row, other = np.nonzero(distances < bounds.max(axis=1, keepdims=True))
        below = distances[row, other][:, None] < bounds[row]
        counts = np.stack([np.bincount(row[hit], minlength=len(bounds)) for hit in below.T], axis=1)
        starts = np.searchsorted(row, np.arange(len(bounds) + 1))
        weights = below.sum(axis=1, dtype=float)
        P, Q = self.X[tile.rows], self.X[tile.others]
        cross = P.T @ (csr_array((weights, other, starts), shape=distances.shape) @ Q)
        impostors = spread(P, counts.sum(axis=1)) + spread(Q, np.bincount(other, weights, len(Q)))
        towards = (P[:, None] - self.X[tile.targets]).reshape(-1, P.shape[1])
        return int(counts.sum()), spread(towards, counts.ravel()) - impostors + cross + cross.T


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
