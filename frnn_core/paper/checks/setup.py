"""Claims on the set-up: normalisation, and what only the published code could tell."""

from __future__ import annotations

from functools import partial

import pandas as pd

from frnn_core.engine.relation import VARIANTS
from frnn_core.experiments.evaluate import mean_score
from frnn_core.experiments.plan import Conditions, Setting
from frnn_core.paper.cells import agreement
from frnn_core.paper.columns import column_of, is_computed, our_cell, printed, side_by_side
from frnn_core.paper.verdicts import NEEDS_CODE, Claim, Finding, verdict

LIVE = ("heart", "pima", "saheart", "sonar", "spectf", "wdbc")
"""Data sets with KEEL's folds that are small enough to be computed on the spot."""


def check_normalisation(frame: pd.DataFrame) -> Finding:
    """Whether [0, 1] reproduces at least as many printed cells as [-1/2, 1/2]."""
    same = {
        kind: sum(agreement(p, v) == "3 decimals" for p, v in zip(frame["printed"], frame[kind], strict=True))
        for kind in ("unit", "centred")
    }
    return Finding(
        f"{same['unit']} of {len(frame)} cells to 3 decimals on [0, 1], {same['centred']} on [-1/2, 1/2]",
        verdict(same["unit"] >= same["centred"]),
        {"cells": len(frame), "on [0, 1]": same["unit"], "on [-1/2, 1/2]": same["centred"]},
        frame,
    )


def normalisation_frame() -> pd.DataFrame:
    """Cosine and Canberra on six small data sets: printed, on [-1/2, 1/2] and on [0, 1]."""
    rows = [
        {
            "dataset": dataset,
            "relation": name,
            "printed": float(printed("table_distances").loc[dataset, name]),
            "centred": our_cell(dataset, column_of("table_distances", name, "corrected")).value,
            "unit": mean_score(dataset, Setting.of(name), conditions=Conditions(normalise="unit")),
        }
        for dataset in LIVE
        for name in ("cos", "can")
    ]
    return pd.DataFrame(rows)


def _needs_code(table: str, names: tuple[str, ...]) -> Finding:
    """What cannot be told from the print, with how far our columns are from the printed ones."""
    numbers: dict[str, float | str] = {}
    for name in names:
        for variant in VARIANTS:
            if is_computed(table, name, variant):
                frame = side_by_side(table, name)
                apart = (frame[variant] - frame["printed"]).abs()[frame["folds"] == "KEEL"]
                numbers[f"mean difference on KEEL's folds, {name}, ours {variant}"] = float(apart.mean())
    return Finding("–", verdict(None), numbers, note=NEEDS_CODE)


def claims() -> tuple[Claim, ...]:
    """The claims on the set-up."""
    return (
        Claim(
            "normalisation",
            "Range normalisation",
            "Table 1, section 4.1.2",
            "Features are range-normalised, and maxima are taken over the unit cube [0, 1].",
            "[0, 1]",
            "Cosine and Canberra on six data sets with KEEL's folds; holds if [0, 1] reproduces at least as "
            "many printed cells as [-1/2, 1/2].",
            lambda: check_normalisation(normalisation_frame()),
        ),
        Claim(
            "dml-default",
            "NCA and LMNN with default parameters",
            "section 4.5.1",
            "NCA and LMNN run with the defaults of an adapted implementation.",
            "means .775 and .743",
            "Which steps the adapted code takes is not in print; differences to our columns are given.",
            partial(_needs_code, "table_dml", ("NCA", "LMNN")),
        ),
        Claim(
            "combo-seven",
            "COMBO's candidates",
            "section 4.5.3",
            "COMBO chooses among seven distances with the parameters of FRNN left as they were.",
            "7 relations, 5 folds",
            "What the code offered is not in print; differences to our columns are given.",
            partial(_needs_code, "table_combo", ("combo",)),
        ),
    )
