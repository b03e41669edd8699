r"""Which features make up the distances to the neighbours.

Every distance here is a sum over features, itself or squared:

- Manhattan and Canberra: :math:`d = \sum_i t_i` with their own terms;
- Euclidean and the kernels of it: :math:`d^2 = \sum_i (q_i - y_i)^2`;
- cosine and Pearson: :math:`d^2 = \sum_i (u_i - v_i)^2` with the directions u and v of q and y;
- learned Manhattan: :math:`d = \sum_i a_i |q_i - y_i|`;
- Mahalanobis: :math:`d^2 = \sum_i \delta_i (A^{-1} \delta)_i` with :math:`\delta = q - y`, whose terms can be
  negative where features go together;
- Chebyshev: the largest difference alone, shared out where several are equal.

Where a column of the table becomes several (shares of classes, corners of a category), their terms are added
up: a category is one contribution.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.columns import Column
from frnn_core.engine.explanation import Side
from frnn_core.engine.fitted import BASE_METRICS, AnyMetric, Embedding, FittedRelation, Metric, Spread
from frnn_core.engine.layout import Layout, MixedMetric, Term
from frnn_core.engine.metrics import base_of
from frnn_core.relations import RELATIONS
from frnn_core.relations.embeddings import ClassLinear, ClassScaled, Direction, Linear, Scaled
from frnn_core.studies.explain.case import Case

LARGEST_ALONE = ("chebyshev", "signed-maximum")


def split_words(relation: str) -> str:
    """How the distance of a relation that learns nothing is shared out, in words."""
    spec = RELATIONS[relation]
    base = BASE_METRICS[spec.base] if spec.base else None
    shares = spec.shares or (base.shares if base else "")
    return f"a kernel of the {base.label}: {shares}" if base and spec.kernel else shares


def terms(
    relation: FittedRelation, query: FloatArray, row: FloatArray, code: int, layout: Layout | None = None
) -> FloatArray:
    """The part of each feature in the distance, or its square, between two encoded rows."""
    code = next(part for part, _ in relation.parts(row[None], code))
    if layout is None:
        return _plain_terms(relation.embed, base_of(relation.metric), query, row, code)
    if isinstance(relation.embed, Spread):
        asked, known = layout.spread(np.stack([query, row]))
        parts = _plain_terms(relation.embed.then, base_of(relation.metric), asked, known, code)
        return _by_feature(parts, layout.spread_features(), np.add)
    parts = _mixed_terms(relation.metric, query, row)
    owners = tuple(slot.feature for slot in layout.slots)
    if base_of(relation.metric) in LARGEST_ALONE:
        return _shared_out(_by_feature(parts, owners, np.maximum))
    return _by_feature(parts, owners, np.add)


def _by_feature(parts: FloatArray, owners: tuple[int, ...], join: np.ufunc) -> FloatArray:
    """The parts of columns joined to those of the table's columns."""
    joined = np.zeros(max(owners) + 1)
    join.at(joined, list(owners), parts)
    return joined


def _shared_out(parts: FloatArray) -> FloatArray:
    """The largest part alone, shared out where several are equal."""
    largest = parts == parts.max()
    return np.asarray(parts.max() * largest / largest.sum())


def _mixed_terms(metric: AnyMetric, query: FloatArray, row: FloatArray) -> FloatArray:
    """The part of each column that is compared as it is."""
    base, terms = base_of(metric), metric.terms if isinstance(metric, MixedMetric) else ()
    numbers = len(query) - len(terms)
    plain = Term("number")
    of_numbers = plain(query[:numbers], row[:numbers], base)
    others = [term(query[None, numbers + i], row[None, numbers + i], base)[0] for i, term in enumerate(terms)]
    return np.concatenate([of_numbers, others])


def _plain_terms(embed: Embedding, base: Metric, query: FloatArray, row: FloatArray, code: int) -> FloatArray:
    apart = query - row
    if isinstance(embed, Linear | ClassLinear):
        W = embed.W if isinstance(embed, Linear) else embed.maps[code]
        return np.asarray(apart * (W.T @ (W @ apart)))
    if isinstance(embed, Scaled | ClassScaled):
        weights = embed.weights if isinstance(embed, Scaled) else embed.weights[code]
        return np.asarray(weights * np.abs(apart))
    if isinstance(embed, Direction):
        directions = embed(np.stack([query, row]))
        return np.asarray((directions[0] - directions[1])[:-1] ** 2)
    if base == "chebyshev":
        return _shared_out(np.abs(apart))
    return Term("number")(query, row, "euclidean" if base == "signed-maximum" else base)


@dataclass(frozen=True, eq=False)
class Drivers:
    """Shares of the features in the distances to the nearest rows inside and outside the winning class.

    Each neighbour counts by its weight; shares sum to 1, and are NaN where all distances are 0.
    `inside_values` and `outside_values` are the weighted means of the neighbours, in the features' units; of
    listed values, the one with the largest weight.
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
    there = side.rows[0, winner] >= 0
    rows, weights = side.rows[0, winner][there], side.weights[0, winner][there]
    total = np.zeros(len(case.values))
    for row, weight in zip(rows, weights, strict=True):
        code = int(model.train.codes[row])
        found = terms(model.relation, case.query[0], model.train.X[row], code, model.train.layout)
        total[: len(found)] += weight * found
    sum_of = total.sum()
    values = case.trained.data.X[case.trained.rows[rows]]
    columns = case.trained.data.described_columns
    typical = [_typical(column, of, weights) for column, of in zip(columns, values.T, strict=True)]
    return (total / sum_of if sum_of > 0 else np.full(len(total), np.nan)), np.array(typical)


def _typical(column: Column, values: FloatArray, weights: FloatArray) -> float:
    """The weighted mean of the values that are there, or of listed values the one with the largest weight."""
    there = ~np.isnan(values)
    if not weights[there].sum():
        return float("nan")
    if not column.listed:
        return float(np.average(values[there], weights=weights[there]))
    known, places = np.unique(values[there], return_inverse=True)
    return float(known[np.bincount(places, weights[there]).argmax()])
