"""What descent did to the widths of the kernels of Table 19: where it ended, and the accuracy there."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from frnn_core.data import load_dataset
from frnn_core.engine.relation import VARIANTS
from frnn_core.experiments.plan import Conditions, Setting, loaded
from frnn_core.paper.columns import FITTED, Column, column_of, our_cell, our_scores, side_by_side

FITTED_TABLE = "table_gradient_kernels"
AT_CHANCE = 0.02  # up to this far above naming one class always
COMPACT = {"cir-grad": "circle", "sph-grad": "sphere"}
"""The fitted columns whose kernel is 0 beyond its width."""


def descent_story() -> pd.DataFrame:
    """By data set and fitted kernel: median width and accuracy, published and corrected.

    Table 19 of the paper. Columns: dataset, relation, folds, printed; published, corrected (accuracy);
    gamma_published, gamma_corrected (median over the folds); unfitted (the kernel with γ = 1), euc (ours);
    chance (the accuracy of naming one class always). NaN where there is nothing.
    """
    return _descent().copy()


@cache
def _descent() -> pd.DataFrame:
    parts = [_fitted(name) for name in FITTED]
    return pd.concat(parts, ignore_index=True)


def _fitted(name: str) -> pd.DataFrame:
    frame = side_by_side(FITTED_TABLE, name).reset_index()
    frame.insert(1, "relation", name)
    for variant in VARIANTS:
        setting = column_of(FITTED_TABLE, name, variant).settings[0]
        frame[f"gamma_{variant}"] = [median_gamma(row, setting) for row in frame["dataset"]]
    plain = column_of("table_kernels", FITTED[name], "corrected")
    euclidean = column_of("table_distances", "euc", "corrected")
    for label, column in (("unfitted", plain), ("euc", euclidean)):
        frame[label] = [_value(row, column) for row in frame["dataset"]]
    frame["chance"] = [chance(row) for row in frame["dataset"]]
    return frame


def _value(dataset: str, column: Column) -> float:
    return our_cell(dataset, column).value


def median_gamma(dataset: str, setting: Setting, k: int = 3) -> float:
    """The median width that descent ended at over the folds; NaN unless every fold has one."""
    found = our_scores().learned(load_dataset(dataset).name, setting, k)
    return float(np.median([fold.get("gamma", np.nan) for fold in found]))


@cache
def chance(dataset: str) -> float:
    """The balanced accuracy of naming one class always: the mean of 1 / number of classes in a test part."""
    data, folds = loaded(load_dataset(dataset).name, Conditions())
    return float(np.mean([1 / len(np.unique(data.codes[test])) for test in folds.test_rows]))
