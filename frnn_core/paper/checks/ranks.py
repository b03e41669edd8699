"""Claims on Friedman's test, mean ranks and post-hoc pairs, recomputed from the printed tables."""

from __future__ import annotations

from functools import partial

import pandas as pd

from frnn_core.paper import printed_table
from frnn_core.paper.checks.rank_rules import (
    by_k_tables,
    check_friedman,
    check_order,
    check_order_by_k,
    check_pairs,
    check_ranks,
    check_ranks_by_k,
    upper_bound,
)
from frnn_core.paper.columns import NUMBERS, VARIANTS, ours, printed
from frnn_core.paper.verdicts import ALPHA, Claim, Finding

TITLES = {
    "distances": "distances",
    "kernels": "kernels",
    "dml": "learned metrics",
    "gradient_kernels": "fitted kernels",
}
SECTIONS = {"distances": "4.2", "kernels": "4.4", "dml": "4.5.1", "gradient_kernels": "4.5.2"}
BOUNDS = {"distances": 1e-21, "kernels": 1e-26, "dml": 1e-7, "gradient_kernels": 1e-15}
"""Friedman's p is printed as below these."""
WITHOUT = {"kernels": ["man"], "gradient_kernels": ["cir-grad", "sph-grad"]}
"""Columns that stand apart: the reference in Table 11, the two collapsed kernels in Table 19."""
RANKS = {"distances": "Table 7", "kernels": "Table 13", "dml": "Table 16", "gradient_kernels": "Table 20"}
POSTHOC = {"distances": "Table 9", "kernels": "Table 14", "dml": "Table 18", "gradient_kernels": "Table 22"}


def own_scores(table: str) -> dict[str, pd.DataFrame]:
    """Our scores in the shape of a printed table, for each variant that is computed whole."""
    found = {variant: ours(table, variant) for variant in VARIANTS}
    return {variant: frame for variant, frame in found.items() if frame is not None}


def _friedman(name: str) -> Finding:
    table = f"table_{name}"
    return check_friedman(printed(table), BOUNDS[name], own_scores(table), WITHOUT.get(name, []))


def _ranks(name: str) -> Finding:
    return check_ranks(printed(f"table_{name}"), printed_ranks(name))


def _pairs(name: str, only: str | None = None) -> Finding:
    table = f"table_{name}"
    return check_pairs(printed(table), printed_table(f"posthoc_{name}"), own_scores(table), only)


def printed_ranks(name: str) -> pd.Series:
    """The printed Friedman ranks of a table."""
    return printed_table(f"friedman_ranks_{name}").set_index("relation")["friedman_rank"]


def claims() -> tuple[Claim, ...]:
    """The claims on ranks."""
    return (*map(_friedman_claim, TITLES), *map(_rank_claim, TITLES), *map(_pair_claim, TITLES), *_single())


def _friedman_claim(name: str) -> Claim:
    return Claim(
        f"friedman-{name.replace('_', '-')}",
        f"Friedman's test of the {TITLES[name]}",
        f"section {SECTIONS[name]}, {NUMBERS[f'table_{name}']}",
        f"The {TITLES[name]} differ, with a p-value below the printed bound.",
        f"p < {BOUNDS[name]:.0e}".replace("e-0", "e-"),
        "Friedman's test on the complete printed rows, data sets as blocks; holds if p is below the bound.",
        partial(_friedman, name),
    )


def _rank_claim(name: str) -> Claim:
    best = printed_ranks(name).sort_values(kind="stable")
    return Claim(
        f"ranks-{name.replace('_', '-')}",
        f"Mean ranks of the {TITLES[name]}",
        RANKS[name],
        f"These are the mean ranks of the {TITLES[name]}.",
        f"{best.index[0]} {best.iloc[0]:.3f} … {best.index[-1]} {best.iloc[-1]:.3f}",
        "Ranks within each printed row, blanks passed over; holds if ties hidden by rounding can give each "
        "printed rank.",
        partial(_ranks, name),
    )


def _pair_claim(name: str) -> Claim:
    pairs = printed_table(f"posthoc_{name}")
    said = int((pairs["p_holm_printed"].map(upper_bound) < ALPHA).sum())
    return Claim(
        f"pairs-{name.replace('_', '-')}",
        f"Which pairs of the {TITLES[name]} differ",
        f"section {SECTIONS[name]}, {POSTHOC[name]}",
        f"By Conover's test with Holm's correction {said} of the {len(pairs)} pairs differ.",
        f"{said} of {len(pairs)} pairs",
        "Conover-Friedman with Holm's correction on the complete printed rows; holds if the same pairs are "
        "significant.",
        partial(_pairs, name),
    )


def _single() -> tuple[Claim, ...]:
    return (
        Claim(
            "man-best",
            "Manhattan against every other distance",
            "section 4.2, Table 9",
            "Manhattan is significantly better than each of the other six distances.",
            "6 of 6 pairs",
            "The pairs with man of the recomputed Conover-Holm test; holds if the same ones are significant.",
            partial(_pairs, "distances", "man"),
        ),
        Claim(
            "order-distances",
            "Order of the distances",
            "section 4.2, Table 7",
            "By mean rank the distances come in the order man, pcc, euc, mah, cos, can, che.",
            ", ".join(printed_ranks("distances").sort_values(kind="stable").index),
            "Mean ranks over the printed rows; holds if they give the printed order.",
            lambda: check_order(printed("table_distances"), printed_ranks("distances")),
        ),
        Claim(
            "ranks-by-k",
            "Mean ranks for other k",
            "section 4.6, Table 24",
            "These are the mean ranks of six distances for six values of k.",
            "man 2.061 … che 5.394 at k = 3",
            "Ranks within the rows of Tables i to v (k = 3: Table 6); holds if each printed rank fits.",
            lambda: check_ranks_by_k(by_k_tables(), printed_table("friedman_by_k").set_index("k")),
        ),
        Claim(
            "order-by-k",
            "Order of the distances for other k",
            "section 4.6",
            "At every k Manhattan has the best mean rank, Euclidean the second, Chebyshev the last.",
            "at all 6 k",
            "Mean ranks over the rows of Tables i to v (k = 3: Table 6); holds if so at every k.",
            lambda: check_order_by_k(by_k_tables()),
        ),
    )
