"""What reproduces: printed columns that come out again on KEEL's own folds."""

from __future__ import annotations

from functools import partial

import pandas as pd

from frnn_core.data import keel_partition_names
from frnn_core.paper.cells import AGREEMENTS, printed_cells
from frnn_core.paper.columns import PAPER_KERNELS
from frnn_core.paper.verdicts import NEEDS_RESULTS, Claim, Finding, unchecked, verdict

BY_K = ("table_k1", "table_k5", "table_k10", "table_k15", "table_k20", "table_man_k")
GROUPS: dict[str, tuple[str, str, tuple[str, ...], tuple[str, ...]]] = {
    "man-euc": ("Manhattan and Euclidean", "Table 6", ("table_distances",), ("man", "euc")),
    "can": ("Canberra", "Table 6", ("table_distances",), ("can",)),
    "angles": ("Pearson and cosine", "Table 6", ("table_distances",), ("pcc", "cos")),
    "mah": ("Mahalanobis", "Table 6", ("table_distances",), ("mah",)),
    "kernels": ("the five kernels with γ = 1", "Table 11", ("table_kernels",), PAPER_KERNELS),
    "by-k": (
        "Manhattan and Euclidean for other k",
        "Tables i to v and vii",
        BY_K,
        ("man", "euc", "1", "5", "10", "15", "20"),
    ),
}
"""Id, name, where it is printed, tables and columns."""


def check_cells(cells: pd.DataFrame) -> Finding:
    """Whether the printed cells on KEEL's folds come out within .01."""
    known = cells[(cells["folds"] == "KEEL") & (cells["agreement"] != "printed blank")]
    counts = known["agreement"].value_counts().reindex(list(AGREEMENTS), fill_value=0)
    if known.empty or counts["not computed"]:
        return unchecked(NEEDS_RESULTS)
    compared = int(counts[["3 decimals", "within .01", "beyond"]].sum())
    return Finding(
        f"{counts['3 decimals']} of {compared} cells to 3 decimals, {counts['within .01']} more within .01, "
        f"{counts['beyond']} beyond",
        verdict(bool(counts["beyond"] == 0)),
        {**{str(name): int(counts[name]) for name in AGREEMENTS}, "compared": compared},
        known,
    )


def _cells(name: str) -> Finding:
    _, _, tables, columns = GROUPS[name]
    cells = printed_cells("corrected")
    return check_cells(cells[cells["table"].isin(tables) & cells["relation"].isin(columns)])


def claims() -> tuple[Claim, ...]:
    """The claims that printed columns reproduce."""
    count = len([name for name in keel_partition_names() if name != "ecoli-uci"])
    return tuple(
        Claim(
            f"cells-{name}",
            f"Accuracy of {words}",
            f"section 4.1.2, {where}",
            f"FRNN with {words}, linear weights and range normalisation has these balanced accuracies.",
            "the columns",
            f"FRNN on the {count} data sets with KEEL's folds; holds if no cell is more than .01 off.",
            partial(_cells, name),
        )
        for name, (words, where, _, _) in GROUPS.items()
    )
