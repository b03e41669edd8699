"""FRNN fitted to rows, without the checks that strangers' arrays need.

The classifier checks and hands on to this; what holds a `Dataset` already uses it directly, and is spared
the import of scikit-learn, which takes seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from frnn_core import relations as relations  # registers them
from frnn_core.data.dataset import Dataset
from frnn_core.engine.approximations import (
    Neighbourhood,
    Profiles,
    asked,
    index_of,
    leave_one_out,
    numbers,
)
from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.engine.encoding import Encoder, Encoding, Table, complete_rows, fit_columns
from frnn_core.engine.explanation import Explanation, explain
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.owa import AnyWeights, check_weights, family_for_relations, fitted_weights
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import Scaler
from frnn_core.engine.weighting import FittedWeights
from frnn_core.relations import RELATIONS

BLOCK_VALUES = 500_000


@dataclass(frozen=True, eq=False)
class Model:
    """A fitted relation with all that decides: rows, classes in the order that decides ties, k, weights.

    Queries are encoded rows: `normaliser` makes them. Neighbours are searched in `index`, or exactly where
    there is none; explanations and rows left out are always searched exactly. `numbers` are those of the
    training rows among the rows given, where some with gaps were left out. Learned weights are learned
    anew for another k.
    """

    train: TrainingSet
    relation: FittedRelation
    normaliser: Scaler | Encoder
    classes: LabelArray
    k: int
    weights: FittedWeights
    index: Profiles | None = None
    numbers: IntArray | None = None

    @classmethod
    def of(
        cls,
        data: Dataset,
        relation: str,
        k: int = 3,
        gamma: float = 1.0,
        *,
        weights: AnyWeights = "linear",
        normalise: str | None = "centred",
        params: Mapping[str, Any] | None = None,
        encoding: Encoding | None = None,
    ) -> Model:
        """Fit a relation to all rows of a data set; the parameters are those of `FRNNClassifier`."""
        resolved = RELATIONS[relation].resolve(params, gamma)
        check_weights(weights)
        encoding = encoding or Encoding()
        kept = complete_rows(data.X, data.columns, encoding)
        X = data.X if len(kept) == len(data.X) else data.X[kept]
        present, codes = np.unique(data.codes[kept], return_inverse=True)
        normaliser, layout = fit_columns(X, codes, len(present), data.columns, encoding, normalise)
        train = TrainingSet(
            normaliser.measurable(X, data.feature_names),
            codes,
            len(present),
            data.feature_names,
            k=k,
            family=family_for_relations(weights, X, layout),
            normalise=normalise,
            layout=layout,
            table=Table.of(X, data.columns, encoding),
        )
        fitted = RELATIONS[relation].fit(train, **resolved)
        classes = np.array(data.class_names)[present]
        numbers = None if len(kept) == len(data.X) else kept
        chosen = fitted_weights(weights, fitted, train)
        return cls(train, fitted, normaliser, classes, min(k, len(X)), chosen, numbers=numbers)

    def decide(self, queries: FloatArray) -> IntArray:
        """The place in `classes` of the class of each query."""
        return np.concatenate([self._decided(near) for near in self.neighbourhoods(queries)])

    def left_out(self) -> IntArray:
        """The same for each training row, decided by all the others (the fit itself saw it)."""
        return self._decided(leave_one_out(self.relation, self.train, self.k))

    def approximations(self, queries: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The membership of each query in the lower and the upper approximation of each class."""
        parts = [
            near.approximations(self.relation.link, self.weights, [self.k])
            for near in self.neighbourhoods(queries)
        ]
        lower, upper = (numbers(np.concatenate(side)[..., 0]) for side in zip(*parts, strict=True))
        return lower, upper

    def explain(self, queries: FloatArray) -> Explanation:
        """The neighbours, similarities and weights that add up to each approximation."""
        told = explain(self.relation, self.train, queries, self.classes, self.weights, self.k)
        return told if self.numbers is None else told.numbered(self.numbers)

    def _decided(self, near: Neighbourhood) -> IntArray:
        return near.decide(self.relation.link.decision, self.weights, [self.k])[:, 0]

    def neighbourhoods(self, queries: FloatArray) -> Iterator[Neighbourhood]:
        """Search in blocks, so that memory does not grow with the number of queries."""
        size = max(1, BLOCK_VALUES // (self.train.n_classes * self.k))
        index = index_of(self.relation, self.train) if self.index is None else self.index
        for start in range(0, len(queries), size):
            block = asked(self.relation, self.train, queries[start : start + size])
            yield Neighbourhood(index.profile(block, self.k))
