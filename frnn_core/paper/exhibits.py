"""The data of three guided exhibits: one missing absolute value, a table read sideways, a descent."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd

from frnn_core.data import keel_partition_names, load_dataset
from frnn_core.experiments.plan import Conditions, Setting, loaded
from frnn_core.paper.cells import agreement
from frnn_core.paper.checks.rank_rules import friedman_frame
from frnn_core.paper.checks.ranks import BOUNDS, TITLES
from frnn_core.paper.columns import (
    FITTED,
    VARIANTS,
    Column,
    Variant,
    column_of,
    our_cell,
    our_scores,
    printed,
)
from frnn_core.stats import rank_rows

FITTED_TABLE = "table_gradient_kernels"
AT_CHANCE = 0.02  # up to this far above naming one class always
COMPACT = {"cir-grad": "circle", "sph-grad": "sphere"}
"""The fitted columns whose kernel is 0 beyond its width."""


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


def chebyshev_story() -> pd.DataFrame:
    """By data set: Chebyshev as printed, as published (signed), corrected (absolute value), and Euclidean.

    Table 6 of the paper. Columns: folds, printed, published, corrected, euc (ours).
    """
    frame = side_by_side("table_distances", "che")
    euclidean = column_of("table_distances", "euc", "corrected")
    frame["euc"] = [our_cell(row, euclidean).value for row in frame.index]
    return frame


def sideways_story() -> pd.DataFrame:
    """Friedman's test on the four printed tables, both ways round, with the printed bound of p.

    Sections 4.2, 4.4, 4.5.1 and 4.5.2 of the paper. Columns: title, data sets, relations (on complete
    rows), p, p transposed, printed bound.
    """
    tables = [f"table_{name}" for name in TITLES]
    frame = pd.concat([friedman_frame({"printed": printed(table)}) for table in tables])
    frame.index = pd.Index(tables, name="table")
    frame.insert(0, "title", list(TITLES.values()))
    frame["printed bound"] = [BOUNDS[name] for name in TITLES]
    return frame


def friedman_ranks(table: str, turned: bool = False) -> pd.DataFrame:
    """What Friedman's test ranks in a printed table: the complete rows, data sets x relations.

    The relations within each data set (1 = best) or, with the table turned, the data sets within each
    relation.
    """
    complete = printed(table).round(3).dropna()
    return rank_rows(complete.T).T if turned else rank_rows(complete)


def chebyshev_summary() -> dict[str, float]:
    """Chebyshev in a few numbers: means of the columns, where the absolute value helps, and how much.

    Keys: data sets; printed, published, corrected, euc (means over them); KEEL cells; published agree,
    corrected agree (of these, to 3 decimals); better (data sets with a gain).
    """
    story = chebyshev_story().dropna()
    known = story[story["folds"] == "KEEL"]
    agree = {
        f"{name} agree": sum(
            agreement(said, ours) == "3 decimals"
            for said, ours in zip(known["printed"], known[name], strict=True)
        )
        for name in VARIANTS
    }
    means = story[["printed", *VARIANTS, "euc"]].mean().to_dict()
    better = int((story["corrected"] > story["published"]).sum())
    return {"data sets": len(story), **means, "KEEL cells": len(known), **agree, "better": better}


def descent_summary() -> pd.DataFrame:
    """The two kernels at chance in the print, over the data sets where both variants ran.

    A row each for `cir-grad` and `sph-grad`. Columns: data sets; printed, published, corrected, unfitted
    (means); gamma_published, gamma_corrected (medians); chance_printed, chance_published, chance_corrected
    (shares of the data sets that are at most .02 above naming one class always).
    """
    story = descent_story().dropna(subset=list(VARIANTS))
    rows = {}
    for name in COMPACT:
        found = story[story["relation"] == name]
        shown = ["printed", *VARIANTS]
        rows[name] = {
            "data sets": len(found),
            **found[[*shown, "unfitted"]].mean().to_dict(),
            **found[["gamma_published", "gamma_corrected"]].median().to_dict(),
            **{f"chance_{how}": float((found[how] <= found["chance"] + AT_CHANCE).mean()) for how in shown},
        }
    return pd.DataFrame.from_dict(rows, orient="index").astype({"data sets": int})


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
