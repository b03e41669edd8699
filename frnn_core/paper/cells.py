"""Every printed accuracy beside ours, and how many agree."""

from __future__ import annotations

from functools import cache
from typing import Literal

import numpy as np
import pandas as pd

from frnn_core.data import load_dataset
from frnn_core.engine.relation import Variant
from frnn_core.paper import printed_table
from frnn_core.paper.columns import NUMBERS, Cell, column_of, fold_kind, our_cell, printed

Agreement = Literal["3 decimals", "within .01", "beyond", "printed blank", "ours blank", "not computed"]
AGREEMENTS: tuple[Agreement, ...] = (
    "3 decimals",
    "within .01",
    "beyond",
    "printed blank",
    "ours blank",
    "not computed",
)
HALF_UNIT = 0.0005  # of the last printed decimal
NOISE = 1e-9  # far below a printed digit, far above rounding of a mean of ten folds
PRINTED_BLANKS = {"too_slow": "the paper: run time too long", "undefined": "the paper: not defined"}


def agreement(printed: float, ours: float, computed: bool = True) -> Agreement:
    """How a printed value and ours agree: as far as three decimals can tell, within .01, or beyond.

    Examples
    --------
    >>> agreement(0.967, 0.9674), agreement(0.967, 0.977), agreement(0.967, 0.978)
    ('3 decimals', 'within .01', 'beyond')
    """
    if np.isnan(printed):
        return "printed blank"
    if not computed:
        return "not computed"
    if np.isnan(ours):
        return "ours blank"
    apart = abs(printed - ours)
    if apart <= HALF_UNIT + NOISE:
        return "3 decimals"
    return "within .01" if apart <= 0.01 + NOISE else "beyond"


def printed_cells(variant: Variant = "published") -> pd.DataFrame:
    """Every cell of every printed table of accuracies beside ours (balanced accuracy, shipped results).

    Returns
    -------
    DataFrame
        table, dataset, relation (the printed column), k, printed, ours, difference (ours - printed), folds
        ("KEEL" where ours are the paper's own, else "stand-in"), agreement (see `agreement`) and reason
        (why a side is blank; empty where neither is). Where the
        paper has a blank, ours is given if there is one.
    """
    return _cells(variant).copy()


@cache
def _cells(variant: Variant) -> pd.DataFrame:
    rows = [row for table in NUMBERS for row in _rows_of(table, variant)]
    return pd.DataFrame(rows)


def _rows_of(table: str, variant: Variant) -> list[dict[str, object]]:
    frame = printed(table)
    why = _printed_reasons(table)
    rows = []
    for dataset in frame.index:
        name = load_dataset(dataset).name
        folds = fold_kind(name)
        for relation in frame.columns:
            column = column_of(table, relation, variant)
            value, cell = float(frame.loc[dataset, relation]), our_cell(name, column)
            rows.append(
                {
                    "table": table,
                    "dataset": name,
                    "relation": relation,
                    "k": column.k,
                    "printed": value,
                    "ours": cell.value,
                    "difference": cell.value - value,
                    "folds": folds,
                    "agreement": agreement(value, cell.value, cell.computed),
                    "reason": _reason(why.get((dataset, relation), ""), cell),
                }
            )
    return rows


def _printed_reasons(table: str) -> dict[tuple[str, str], str]:
    missing = printed_table("missing")
    missing = missing[missing["table"] == table]
    words = missing["reason"].map(PRINTED_BLANKS)
    return dict(zip(zip(missing["dataset"], missing["relation"], strict=True), words, strict=True))


def _reason(printed_reason: str, cell: Cell) -> str:
    return "; ".join(part for part in (printed_reason, cell.reason and f"ours: {cell.reason}") if part)


def agreement_counts(cells: pd.DataFrame) -> pd.DataFrame:
    """Count the cells by agreement, KEEL's folds and stand-in folds apart (rows), with their sum."""
    counts = cells.pivot_table(index="folds", columns="agreement", values="k", aggfunc="count", fill_value=0)
    counts = counts.reindex(index=["KEEL", "stand-in"], columns=list(AGREEMENTS), fill_value=0)
    counts["cells"] = counts.sum(axis=1)
    return counts.rename_axis(columns=None)
