"""Checks of Friedman's test, mean ranks and post-hoc pairs: scores and printed numbers in, finding out."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from frnn_core.paper.columns import printed
from frnn_core.paper.verdicts import ALPHA, Finding, below, p_short, verdict
from frnn_core.stats import friedman
from frnn_core.stats.corrections import adjust
from frnn_core.stats.posthoc import pair_p_values
from frnn_core.text import number

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
