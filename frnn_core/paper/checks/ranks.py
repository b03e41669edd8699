"""Claims on Friedman's test, mean ranks and post-hoc pairs, recomputed from the printed tables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
import pandas as pd

from frnn_core.engine.relation import VARIANTS
from frnn_core.paper import printed_table
from frnn_core.paper.columns import NUMBERS, ours, printed
from frnn_core.paper.verdicts import ALPHA, Claim, Finding, below, p_short, verdict
from frnn_core.stats import friedman
from frnn_core.stats.corrections import adjust
from frnn_core.stats.posthoc import pair_p_values
from frnn_core.text import number

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
BY_K = (1, 3, 5, 10, 15, 20)


def friedman_frame(scores: Mapping[str, pd.DataFrame]) -> pd.DataFrame:
    """Friedman's test on complete rows, data sets as blocks and (transposed) as treatments."""
    rows = {}
    for name, frame in scores.items():
        complete = frame.round(3).dropna() if name == "printed" else frame.dropna()
        rows[name] = {
            "data sets": len(complete),
            "relations": complete.shape[1],
            "p": friedman(complete).p,
            "p transposed": friedman(complete.T).p,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis("scores")


def check_friedman(
    scores: pd.DataFrame, bound: float, own: Mapping[str, pd.DataFrame], without: list[str]
) -> Finding:
    """Whether Friedman's p on the complete printed rows is below the printed bound."""
    evidence = friedman_frame({"printed": scores, **own})
    p, transposed = (float(evidence.loc["printed", name]) for name in ("p", "p transposed"))
    numbers: dict[str, float | str] = {"p": p, "p transposed": transposed, "bound": bound}
    if without:
        numbers[f"p without {' and '.join(without)}"] = friedman(scores.drop(columns=without).dropna()).p
    numbers |= {f"p, ours {name}": float(evidence.loc[name, "p"]) for name in own}
    rows = int(evidence.loc["printed", "data sets"])
    return Finding(
        f"p = {p_short(p)} on {rows} complete rows; {p_short(transposed)} with the table transposed",
        verdict(below(p, bound)),
        numbers,
        evidence,
        note=f"At .05 the test is {'' if p < ALPHA else 'not '}significant.",
    )


def rank_bounds(scores: pd.DataFrame) -> pd.DataFrame:
    """Mean ranks over the printed cells, and how far rounding to three decimals can move them.

    Equal printed values may hide any order; `low` and `high` are the mean ranks with all such ties won or
    lost. Blanks are passed over, as the paper does.
    """
    rounded = scores.round(3)
    ranks = {
        how: rounded.rank(axis=1, ascending=False, method=how).mean() for how in ("average", "min", "max")
    }
    return pd.DataFrame(
        {
            "recomputed": ranks["average"],
            "low": ranks["min"],
            "high": ranks["max"],
            "data sets": scores.count(),
        }
    )


def fitting_counts(rank: float, most: int = 45) -> list[int]:
    """For how many data sets (20 to `most`) a mean rank printed with three decimals can be one of halves."""
    counts = np.arange(20, most + 1)
    halves = 2 * rank * counts
    return [int(n) for n in counts[np.abs(halves - halves.round()) <= 2 * counts * 0.0005 + 1e-9]]


def check_ranks(scores: pd.DataFrame, printed_ranks: pd.Series) -> Finding:
    """Whether every printed mean rank can come from the printed rows."""
    evidence = rank_bounds(scores).loc[printed_ranks.index]
    evidence.insert(0, "printed", printed_ranks)
    evidence["fits"] = evidence["printed"].between(evidence["low"] - 0.00051, evidence["high"] + 0.00051)
    counts = [fitting_counts(rank) for rank in printed_ranks]
    evidence["possible numbers of data sets"] = [", ".join(map(str, found)) for found in counts]
    off = evidence[~evidence["fits"]]
    largest = float((evidence["printed"] - evidence["recomputed"]).abs().max())
    return Finding(
        f"{len(evidence) - len(off)} of {len(evidence)} ranks follow from the rows, up to ties hidden by "
        f"rounding; largest difference {number(largest)}",
        verdict(off.empty),
        {"ranks": len(evidence), "off": len(off), "largest difference": largest},
        evidence,
        note="; ".join(f"{name} fits {_some(row)}" for name, row in off.iterrows()),
    )


def _some(row: pd.Series) -> str:
    """The numbers of data sets that a printed rank fits, beside the number of printed rows."""
    return f"{row['possible numbers of data sets'] or 'no number of'} data sets, not {row['data sets']}"


def check_order(scores: pd.DataFrame, printed_ranks: pd.Series) -> Finding:
    """Whether the recomputed mean ranks give the printed order."""
    ranks = rank_bounds(scores)["recomputed"].sort_values(kind="stable")
    order = list(printed_ranks.sort_values(kind="stable").index)
    return Finding(
        ", ".join(ranks.index),
        verdict(list(ranks.index) == order),
        {name: float(rank) for name, rank in ranks.items()},
        ranks.to_frame("mean rank"),
    )


def by_k_tables() -> dict[int, pd.DataFrame]:
    """The printed tables for each k: Table 6 (k = 3) cut to the rows and columns of Tables i to v."""
    first = printed("table_k1")
    three = printed("table_distances").loc[first.index, first.columns]
    return {k: three if k == 3 else printed(f"table_k{k}") for k in BY_K}


def check_ranks_by_k(tables: Mapping[int, pd.DataFrame], printed_ranks: pd.DataFrame) -> Finding:
    """Whether the mean ranks for each k can come from the printed rows."""
    parts = [check_ranks(scores, printed_ranks.loc[k]).evidence for k, scores in tables.items()]
    evidence = pd.concat([part for part in parts if part is not None], keys=list(tables), names=["k"])
    off = int((~evidence["fits"]).sum())
    common = {
        name: sorted(set.intersection(*(set(fitting_counts(rank)) for rank in printed_ranks[name])))
        for name in printed_ranks
    }
    said = "; ".join(f"{name} {', '.join(map(str, found)) or 'none'}" for name, found in common.items())
    return Finding(
        f"{len(evidence) - off} of {len(evidence)} ranks follow from the rows of Tables i to v",
        verdict(off == 0),
        {"ranks": len(evidence), "off": off, "printed rows": len(next(iter(tables.values())))},
        evidence,
        note=f"Numbers of data sets that fit a column's ranks for every k: {said}.",
    )


def check_order_by_k(tables: Mapping[int, pd.DataFrame]) -> Finding:
    """Whether man is first, euc second and che last at every k."""
    ranks = pd.DataFrame({k: rank_bounds(scores)["recomputed"] for k, scores in tables.items()}).T
    orders = [list(row.sort_values(kind="stable").index) for _, row in ranks.iterrows()]
    same = [order[:2] == ["man", "euc"] and order[-1] == "che" for order in orders]
    return Finding(
        f"so at {sum(same)} of {len(same)} k",
        verdict(all(same)),
        {f"k = {k}": " < ".join(order) for k, order in zip(tables, orders, strict=True)},
        ranks.rename_axis("k"),
    )


def holm(scores: pd.DataFrame) -> pd.DataFrame:
    """Conover's post-hoc p-values with Holm's correction, on complete rows."""
    return adjust(pair_p_values(scores.dropna(), "conover"), "holm")[1]


def upper_bound(text: str | float) -> float:
    """A printed p-value as a number; "<0.001" is taken as .001."""
    return float(str(text).removeprefix("<"))


def check_pairs(
    scores: pd.DataFrame, pairs: pd.DataFrame, own: Mapping[str, pd.DataFrame], only: str | None = None
) -> Finding:
    """Whether the same pairs are significant as printed; with `only`, among the pairs of one relation."""
    if only is not None:
        pairs = pairs[(pairs["relation_a"] == only) | (pairs["relation_b"] == only)]
    p = holm(scores.round(3))
    evidence = pairs.rename(columns={"p_holm_printed": "printed"}).reset_index(drop=True)
    places = list(zip(evidence["relation_a"], evidence["relation_b"], strict=True))
    evidence["recomputed"] = [float(p.loc[a, b]) for a, b in places]
    for name, frame in own.items():
        theirs = holm(frame)
        evidence[f"ours, {name}"] = [float(theirs.loc[a, b]) for a, b in places]
    said = evidence["printed"].map(upper_bound) < ALPHA
    found = evidence["recomputed"] < ALPHA
    numbers: dict[str, float | str] = {
        "pairs": len(evidence),
        "significant as printed": int(said.sum()),
        "significant recomputed": int(found.sum()),
        "pairs that agree": int((said == found).sum()),
        "complete rows": len(scores.dropna()),
    }
    for name in own:
        numbers[f"significant, ours {name}"] = int((evidence[f"ours, {name}"] < ALPHA).sum())
    return Finding(
        f"{int(found.sum())} of {len(evidence)} pairs on {len(scores.dropna())} complete rows",
        verdict(bool((said == found).all())),
        numbers,
        evidence,
    )


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
