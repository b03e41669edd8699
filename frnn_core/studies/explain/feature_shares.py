r"""Which features make up the distances to the neighbours.

Every distance here is a sum over features, itself or squared:

- Manhattan and Canberra: :math:`d = \sum_i t_i` with their own terms;
- Euclidean and the kernels of it: :math:`d^2 = \sum_i (q_i - y_i)^2`;
- cosine and Pearson: :math:`d^2 = \sum_i (u_i - v_i)^2` with the directions u and v of q and y;
- Mahalanobis: :math:`d^2 = \sum_i \delta_i (A^{-1} \delta)_i` with :math:`\delta = q - y`, whose terms can be
  negative where features go together;
- Chebyshev: the largest difference alone, shared out where several are equal.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.explanation import Side
from frnn_core.engine.relation import BASE_METRICS, FittedRelation
from frnn_core.relations import RELATIONS
from frnn_core.relations.embeddings import ClassLinear, Direction, Linear
from frnn_core.studies.explain.case import Case


def split_words(relation: str) -> str:
    """How the distance of a relation that learns nothing is shared out, in words."""
    spec = RELATIONS[relation]
    base = BASE_METRICS[spec.base] if spec.base else None
    shares = spec.shares or (base.shares if base else "")
    return f"a kernel of the {base.label}: {shares}" if base and spec.kernel else shares


def terms(relation: FittedRelation, query: FloatArray, row: FloatArray, code: int) -> FloatArray:
    """The part of each feature in the distance, or its square, between two normalised rows."""
    apart = query - row
    if isinstance(relation.embed, Linear | ClassLinear):
        W = relation.embed.W if isinstance(relation.embed, Linear) else relation.embed.maps[code]
        return np.asarray(apart * (W.T @ (W @ apart)))
    if isinstance(relation.embed, Direction):
        directions = relation.embed(np.stack([query, row]))
        return np.asarray((directions[0] - directions[1])[:-1] ** 2)
    if relation.metric == "cityblock":
        return np.abs(apart)
    if relation.metric == "canberra":
        size = np.abs(query) + np.abs(row)
        return np.asarray(np.abs(apart) / np.where(size == 0, 1.0, size))
    if relation.metric == "chebyshev":
        largest = np.abs(apart) == np.abs(apart).max()
        return np.asarray(np.abs(apart).max() * largest / largest.sum())
    return np.asarray(apart**2)


@dataclass(frozen=True, eq=False)
class Drivers:
    """Shares of the features in the distances to the nearest rows inside and outside the winning class.

    Each neighbour counts by its weight; shares sum to 1, and are NaN where all distances are 0.
    `inside_values` and `outside_values` are the weighted means of the neighbours, in the features' units.
    """

    inside: FloatArray
    outside: FloatArray
    inside_values: FloatArray
    outside_values: FloatArray

    def order(self) -> list[int]:
        """The features by the larger of their two shares, the largest first."""
        return [int(i) for i in np.argsort(-np.fmax(self.inside, self.outside), kind="stable")]


def drivers(case: Case) -> Drivers:
    """Split the distances that decide about the winner."""
    inside, outside = (_shares(case, side) for side in (case.told.inside, case.told.outside))
    return Drivers(inside[0], outside[0], inside[1], outside[1])


def _shares(case: Case, side: Side) -> tuple[FloatArray, FloatArray]:
    model, winner = case.model, case.order[0]
    total, values = np.zeros(len(case.values)), np.zeros(len(case.values))
    for row, weight in zip(side.rows[0, winner], side.weights[0, winner], strict=True):
        if row < 0:
            continue
        code = int(model.train.codes[row])
        total += weight * terms(model.relation, case.query[0], model.train.X[row], code)
        values += weight * case.trained.data.X[case.trained.rows[row]]
    sum_of = total.sum()
    return (total / sum_of if sum_of > 0 else np.full(len(total), np.nan)), values
