"""Fits anew within training rows: what cross-validation on them needs, so that no row helps to judge itself.

Rows within a training set are encoded already. The encoding of those that are left is learned from them
alone: ranges of numbers, what gaps are filled with, and above all the class shares of categories, which would
tell the classes of rows that are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.engine.encoding import column_means, fit_column_scalers, fit_encoder, scaled_columns
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import Scaler, fit_scaling


@dataclass(frozen=True, eq=False)
class Rescaling:
    """Scalings of some columns of encoded rows."""

    scalers: tuple[tuple[IntArray, Scaler], ...]

    def __call__(self, X: FloatArray) -> FloatArray:
        """Give the rows, scaled anew."""
        return scaled_columns(X, self.scalers)

    def measurable(self, X: FloatArray, names: Sequence[object] | LabelArray | None = None) -> FloatArray:
        """The same: rows that were measurable still are."""
        return self(X)


def scaled_again(train: TrainingSet, normalise: str | None) -> tuple[Scaler | Rescaling, TrainingSet]:
    """Fit a scaling of the numbers to encoded rows, and give it with the rows so scaled."""
    if train.layout is None:
        scaler: Scaler | Rescaling = fit_scaling(train.X, normalise)
        return scaler, replace(train, X=scaler(train.X))
    slots = train.layout.slots
    numbers = [i for i, slot in enumerate(slots) if slot.kind == "number" and slot.size == 1]
    scaler = Rescaling(fit_column_scalers(train.X, numbers, normalise))
    scaled = scaler(train.X)
    return scaler, replace(train, X=scaled, layout=replace(train.layout, middles=column_means(scaled)))


def of_rows(train: TrainingSet, rows: IntArray) -> TrainingSet:
    """Some rows of a training set, encoded as they are."""
    table = None if train.table is None else replace(train.table, X=train.table.X[rows])
    return replace(train.at_hand(), X=train.X[rows], codes=train.codes[rows], table=table)


def without(train: TrainingSet, test: IntArray) -> tuple[TrainingSet, FloatArray, IntArray]:
    """The training set without some rows, these rows as it sees them, and the codes of the classes left."""
    part = of_rows(train, np.delete(np.arange(len(train.X)), test))
    left_out = train.X[test]
    if (table := part.table) is not None and train.table is not None:
        fitted = part.codes, train.n_classes, table.columns, table.encoding, train.normalise
        encoder = fit_encoder(table.X, *fitted)
        part = replace(part, X=encoder(table.X), layout=encoder.layout)
        left_out = encoder(train.table.X[test])
    present, codes = np.unique(part.codes, return_inverse=True)
    return replace(part, codes=codes, n_classes=len(present)), left_out, present
