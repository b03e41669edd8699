"""Which of our settings a printed column is, and our scores in the shape of a printed table.

Two variants: "published" computes what the code published with the paper computes, "corrected" what the
formulas say. Most columns are the same in both.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pandas as pd

from frnn_core.data import dataset_names, keel_partition_names, load_dataset
from frnn_core.engine.relation import VARIANTS, Variant, check_variant
from frnn_core.errors import unknown_name
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import PAPER_KS, SEVEN, SPH_3
from frnn_core.experiments.score_table import ScoreTable, score_table
from frnn_core.paper import printed_table
from frnn_core.relations import KERNELS

PAPER_KERNELS = tuple(key for key, kernel in KERNELS.items() if kernel.paper)
FITTED = {**{KERNELS[key].fitted: key for key in PAPER_KERNELS}, "sph-3": "sphere"}
"""The fitted columns of Table 19 and the kernels whose width they learn."""

NUMBERS = {
    "table_distances": "Table 6",
    "table_class_mahalanobis": "Table 10",
    "table_kernels": "Table 11",
    "table_dml": "Table 15",
    "table_gradient_kernels": "Table 19",
    "table_combo": "Table 23",
    "table_k1": "Table i",
    "table_k5": "Table ii",
    "table_k10": "Table iii",
    "table_k15": "Table iv",
    "table_k20": "Table v",
    "table_nca_k": "Table vi",
    "table_man_k": "Table vii",
}
"""The printed tables of balanced accuracy and their numbers in the paper."""


@dataclass(frozen=True)
class Column:
    """A printed column as we compute it: one setting, or the best of several, at one k."""

    settings: tuple[Setting, ...]
    k: int


@cache
def column_of(table: str, name: str, variant: Variant) -> Column:
    """What a printed column is in our terms.

    The column `best` of Table 23 is the best of the seven relations of Table 6.
    """
    if table not in NUMBERS:
        raise unknown_name("table of accuracies", table, NUMBERS)
    check_variant(variant)
    if table in ("table_man_k", "table_nca_k"):
        return Column((_setting("man" if table == "table_man_k" else "NCA", variant),), int(name))
    k = int(table.removeprefix("table_k")) if table.removeprefix("table_k").isdigit() else 3
    relations = SEVEN if name == "best" else (name,)
    return Column(tuple(_setting(relation, variant) for relation in relations), k)


def _setting(name: str, variant: Variant) -> Setting:
    if name == "sph-3":
        return Setting.of("sph-grad", {**SPH_3, "variant": variant})
    return Setting.of_variant(name.lower(), variant)


@cache
def our_scores() -> ScoreTable:
    """Our balanced accuracy for every printed column, both variants, on all data sets."""
    settings = {
        setting: None
        for table in NUMBERS
        for name in printed_table(table).columns.drop("dataset")
        for variant in VARIANTS
        for setting in column_of(table, name, variant).settings
    }
    return score_table(Plan(dataset_names(), tuple(settings), PAPER_KS))


@dataclass(frozen=True)
class Cell:
    """Our value of a printed cell, whether it has been computed, and why it is blank if it is."""

    value: float
    computed: bool
    reason: str = ""


@cache
def our_cell(dataset: str, column: Column) -> Cell:
    """Our balanced accuracy, the mean over the folds; of several settings the best."""
    scores = our_scores()
    row = scores.plan.datasets.index(load_dataset(dataset).name)
    places = [scores.plan.settings.index(setting) for setting in column.settings]
    at = scores.plan.ks.index(column.k)
    there = scores.there[row, places, at]
    if not there.all():
        return Cell(np.nan, False, f"{int(there.sum())} of {there.size} folds are computed")
    means = scores.values[row, places, at].mean(axis=-1)
    if np.isnan(means).all():
        return Cell(np.nan, True, str(_reasons(column.k).iloc[row, places[0]]))
    return Cell(float(np.nanmax(means)), True)


@cache
def _reasons(k: int) -> pd.DataFrame:
    return our_scores().reasons(k)


def printed(table: str) -> pd.DataFrame:
    """A printed table of accuracies, data sets x columns."""
    return printed_table(table).set_index("dataset")


def ours(table: str, variant: Variant) -> pd.DataFrame | None:
    """Our values in the shape of a printed table; None unless all of them are computed."""
    shape = printed(table)
    cells = {
        name: [our_cell(dataset, column_of(table, name, variant)) for dataset in shape.index]
        for name in shape.columns
    }
    if not all(cell.computed for column in cells.values() for cell in column):
        return None
    values = {name: [cell.value for cell in column] for name, column in cells.items()}
    return pd.DataFrame(values, index=shape.index)


def fold_kind(dataset: str) -> str:
    """Whether ours are the paper's own folds of a data set ("KEEL") or a "stand-in"."""
    return "KEEL" if load_dataset(dataset).name in keel_partition_names() else "stand-in"


def side_by_side(table: str, name: str) -> pd.DataFrame:
    """A printed column beside ours in both variants, by data set; NaN where there is nothing."""
    column = printed(table)[name]
    frame = pd.DataFrame({"folds": [fold_kind(row) for row in column.index], "printed": column})
    for variant in VARIANTS:
        ours = column_of(table, name, variant)
        frame[variant] = [our_cell(row, ours).value for row in column.index]
    return frame


def is_computed(table: str, name: str, variant: Variant) -> bool:
    """Whether our values of a printed column are computed on every data set."""
    column = column_of(table, name, variant)
    return all(our_cell(row, column).computed for row in printed(table).index)
