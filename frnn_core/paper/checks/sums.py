"""Claims on means, gaps and counts, recomputed from the printed tables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pandas as pd

from frnn_core.paper import printed_table
from frnn_core.paper.columns import NUMBERS, PAPER_KERNELS, printed
from frnn_core.paper.verdicts import Claim, Finding, verdict
from frnn_core.stats import gaps_to_best
from frnn_core.text import number

MEAN_TOLERANCE = 0.001  # half a unit of the printed mean, and at most half a unit from the printed cells
GAP_TOLERANCE = 0.0015  # half a unit of the printed gap, and at most one from the two printed cells
GAPS = {"distances": "Table 8", "kernels": "Table 12", "dml": "Table 17", "gradient_kernels": "Table 21"}
NAMED = ("dermatology", "glass", "saheart", "red", "white")
"""The data sets on which the paper says that COMBO beats the best relation."""


def check_means(tables: dict[str, pd.DataFrame], said: pd.DataFrame) -> Finding:
    """Whether the printed means are those of the printed cells."""
    rows = [
        {
            "table": name,
            "relation": relation,
            "printed": mean,
            "recomputed": float(tables[name][relation].mean()),
            "data sets": int(tables[name][relation].count()),
        }
        for name, relation, mean in said.itertuples(index=False)
        if name in tables
    ]
    evidence = pd.DataFrame(rows)
    off = evidence[(evidence["printed"] - evidence["recomputed"]).abs() > MEAN_TOLERANCE]
    shown = ", ".join(
        f"{row.relation} {number(row.recomputed)} (printed {number(row.printed)})"
        for row in off.itertuples(index=False)
    )
    unequal = int(evidence.groupby("table")["data sets"].nunique().gt(1).sum())
    return Finding(
        f"{len(evidence) - len(off)} of {len(evidence)} means follow" + (f"; {shown}" if shown else ""),
        verdict(off.empty),
        {"means": len(evidence), "off": len(off), "tables with unequal numbers of data sets": unequal},
        evidence,
        note="Columns of one table are averaged over different data sets." if unequal else "",
    )


def check_gaps(tables: dict[str, pd.DataFrame], said: dict[str, pd.DataFrame]) -> Finding:
    """Whether the printed largest and mean gaps to the best relation are those of the printed cells."""
    parts = {}
    for name, frame in said.items():
        found = gaps_to_best(tables[name][list(frame.index)])
        parts[name] = frame.assign(max_recomputed=found["max_gap"], avg_recomputed=found["mean_gap"])
    evidence = pd.concat(parts, names=["table", "relation"])
    apart = pd.concat([(evidence[c] - evidence[f"{c}_recomputed"]).abs() for c in ("max", "avg")])
    off, most = int((apart > GAP_TOLERANCE).sum()), float(apart.max())
    return Finding(
        f"{len(apart) - off} of {len(apart)} gaps follow up to rounding; largest difference {number(most)}",
        verdict(off == 0),
        {"gaps": len(apart), "off": off, "largest difference": most},
        evidence,
    )


def check_smallest_gap(scores: pd.DataFrame, relation: str) -> Finding:
    """Whether a relation has the smallest maximal gap, on the data sets where it ran."""
    same = gaps_to_best(scores.dropna(subset=[relation]))
    smallest = float(same["max_gap"].min())
    own = float(same.loc[relation, "max_gap"])
    best = same.index[same["max_gap"] <= smallest + 1e-9]
    return Finding(
        f"on its {int(same.loc[relation, 'n'])} data sets {relation} has {number(own)}, "
        f"{' and '.join(best)} {number(smallest)}",
        verdict(own <= smallest + 1e-9),
        {f"{name} on the same data sets": float(gap) for name, gap in same["max_gap"].items()},
        same,
    )


def check_smaller_gap(scores: pd.DataFrame) -> Finding:
    """Whether COMBO's largest gap to the best relation is below Manhattan's on the same data sets."""
    gaps = scores[["man", "combo"]].rsub(scores["best"], axis=0).round(3)
    man, combo = float(gaps["man"].max()), float(gaps["combo"].max())
    at = gaps.idxmax()
    return Finding(
        f"on the {len(scores)} data sets of Table 23 man has {number(man)}, COMBO {number(combo)}",
        verdict(combo < man),
        {"man": man, "combo": combo, "mean of combo": float(gaps["combo"].mean())},
        gaps,
        note=f"Largest for both on {at['man']}." if at["man"] == at["combo"] else "",
    )


def check_named(scores: pd.DataFrame, named: Iterable[str]) -> Finding:
    """Whether COMBO beats the best relation on exactly the named data sets."""
    ahead = scores[scores["combo"] > scores["best"]]
    return Finding(
        f"{len(ahead)}: {', '.join(ahead.index)}",
        verdict(set(ahead.index) == set(named)),
        {"data sets": len(ahead)},
        ahead,
    )


def check_mean_lead(scores: pd.DataFrame, said: float) -> Finding:
    """Whether COMBO's mean lead over Manhattan is as printed (in whole thousandths)."""
    lead = float((scores["combo"] - scores["man"]).mean())
    return Finding(number(lead, 4), verdict(abs(lead - said) <= MEAN_TOLERANCE), {"mean difference": lead})


def check_margin(nca: pd.DataFrame, man: pd.DataFrame, growing: bool) -> Finding:
    """Whether NCA's mean lead over Manhattan is positive at every k, or grows with every step of k."""
    margins = (nca.mean() - man.mean()).round(6)
    holds = margins.diff().dropna().gt(0).all() if growing else margins.gt(0).all()
    return Finding(
        ", ".join(f"{number(margin)} (k = {k})" for k, margin in margins.items()),
        verdict(bool(holds)),
        {f"k = {k}": float(margin) for k, margin in margins.items()},
        margins.rename("NCA - man").rename_axis("k").to_frame(),
    )


def check_drop(scores: pd.DataFrame, dataset: str, least: float) -> Finding:
    """Whether every kernel is more than `least` below Manhattan on a data set."""
    drops = (scores.loc[dataset, "man"] - scores.loc[dataset, list(PAPER_KERNELS)]).round(3)
    return Finding(
        f"{number(float(drops.min()))} to {number(float(drops.max()))}",
        verdict(bool((drops > least).all())),
        {name: float(drop) for name, drop in drops.items()},
        drops.rename("man - kernel").to_frame(),
    )


def _means(names: tuple[str, ...]) -> Finding:
    return check_means({name: printed(name) for name in names}, printed_table("printed_means"))


def _gaps() -> Finding:
    said = {name: printed_table(f"max_avg_difference_{name}").set_index("relation") for name in GAPS}
    return check_gaps({name: printed(f"table_{name}") for name in GAPS}, said)


def claims() -> tuple[Claim, ...]:
    """The claims on sums."""
    return (*_on_means(), *_on_gaps(), *_on_combo(), *_on_nca(), *_on_kernels())


def _on_means() -> tuple[Claim, ...]:
    """The bottom rows of the tables."""
    others = tuple(name for name in NUMBERS if name not in ("table_distances", "table_kernels"))
    how = "Means of the printed cells; holds if each is within .001, which rounding allows."
    return (
        Claim(
            "means-distances",
            "Means of the distances",
            "section 4.2, Table 6",
            "The bottom row gives the mean of each distance.",
            "man .733, euc .724, che .520, can .702, pcc .726, cos .706, mah .704",
            how,
            partial(_means, ("table_distances",)),
        ),
        Claim(
            "means-kernels",
            "Means of the kernels",
            "section 4.4, Table 11",
            "The bottom row gives the mean of each kernel and of Manhattan.",
            "man .733, gauss .718, exp .721, rat .718, circle .710, sphere .712",
            how,
            partial(_means, ("table_kernels",)),
        ),
        Claim(
            "means-others",
            "Means of the other tables",
            "Tables 10, 15, 19, 23 and i to vii",
            "The bottom rows give the means of the columns.",
            "59 means",
            how,
            partial(_means, others),
        ),
    )


def _on_gaps() -> tuple[Claim, ...]:
    """How far relations stay behind the best one."""
    return (
        Claim(
            "gaps",
            "Largest and mean gap to the best relation",
            ", ".join(GAPS.values()),
            "How far each relation stays behind the best one on a data set, at most and on average.",
            "44 numbers",
            "Gaps between the printed cells; holds if each is within .0015, which rounding allows.",
            _gaps,
        ),
        Claim(
            "canberra-gap",
            "Canberra's largest loss",
            "section 4.2, Table 8",
            "Canberra has the smallest maximal loss of the seven distances.",
            ".147",
            "Largest gap of each distance on the data sets where Canberra ran; holds if Canberra's is least.",
            lambda: check_smallest_gap(printed("table_distances"), "can"),
        ),
        Claim(
            "combo-gap",
            "COMBO shrinks the largest gap",
            "section 4.5.3",
            "COMBO reduces the largest loss against the best relation from about 20 % to 13 %.",
            "20 % to 13 %",
            "Largest gap of man and of COMBO on the same rows of Table 23; holds if COMBO's is smaller.",
            lambda: check_smaller_gap(printed("table_combo")),
        ),
    )


def _on_combo() -> tuple[Claim, ...]:
    """COMBO against the best relation and against Manhattan."""
    return (
        Claim(
            "combo-beats-best",
            "COMBO above the best relation",
            "section 4.5.3, Table 23",
            "COMBO beats the best single relation on five named data sets.",
            f"5: {', '.join(NAMED)}",
            "Rows of Table 23 with combo above best; holds if they are the named ones.",
            lambda: check_named(printed("table_combo"), NAMED),
        ),
        Claim(
            "combo-mean",
            "COMBO's mean lead",
            "section 4.5.3, Table 23",
            "On average COMBO is .6 % ahead of Manhattan.",
            ".006",
            "Mean difference of the columns; holds if it is within .001.",
            lambda: check_mean_lead(printed("table_combo"), 0.006),
        ),
    )


def _on_nca() -> tuple[Claim, ...]:
    """NCA against Manhattan over k."""
    how = "Difference of the column means of Tables vi and vii; holds if it "
    return (
        Claim(
            "nca-consistent",
            "NCA ahead at every k",
            "section 4.6, Tables vi and vii",
            "NCA is ahead of Manhattan for every k.",
            "at all 6 k",
            how + "is positive at every k.",
            lambda: check_margin(printed("table_nca_k"), printed("table_man_k"), growing=False),
        ),
        Claim(
            "nca-margin",
            "NCA's lead grows with k",
            "section 4.6, Tables vi and vii",
            "NCA's lead over Manhattan grows with k.",
            "grows",
            how + "grows at every step.",
            lambda: check_margin(printed("table_nca_k"), printed("table_man_k"), growing=True),
        ),
    )


def _on_kernels() -> tuple[Claim, ...]:
    """The kernels where they fall behind."""
    return (
        Claim(
            "kernels-monk",
            "Kernels behind Manhattan on monk",
            "section 4.4, Table 11",
            "On monk every kernel is more than 17 % behind Manhattan.",
            "> .17",
            "Differences in the row monk of Table 11; holds if all exceed .17.",
            lambda: check_drop(printed("table_kernels"), "monk", 0.17),
        ),
    )
