"""Claims on relations whose printed column does not come from the printed formula."""

from __future__ import annotations

from functools import partial

import pandas as pd

from frnn_core.engine.relation import VARIANTS
from frnn_core.experiments.presets import SEVEN
from frnn_core.paper.cells import HALF_UNIT, agreement
from frnn_core.paper.columns import column_of, is_computed, our_cell, ours, printed, side_by_side
from frnn_core.paper.fitted_kernels import AT_CHANCE, COMPACT, descent_story
from frnn_core.paper.verdicts import NEEDS_RESULTS, Claim, Finding, unchecked, verdict
from frnn_core.stats import rank_rows
from frnn_core.text import number


def check_closer(frame: pd.DataFrame, formula: str, other: str) -> Finding:
    """Whether the formula reproduces at least as many printed cells on KEEL's folds as another way.

    Parameters
    ----------
    frame : columns printed, folds, and two ways to compute the same
    """
    known = frame[frame["folds"] == "KEEL"].dropna(subset=["printed", formula, other])
    same = {name: _exact(known["printed"], known[name]) for name in (formula, other)}
    gaps = {name: float((known[name] - known["printed"]).abs().mean()) for name in same}
    return Finding(
        f"of {len(known)} cells on KEEL's folds {same[formula]} agree to 3 decimals by the formula and "
        f"{same[other]} the other way; mean difference {number(gaps[formula])} and {number(gaps[other])}",
        verdict(None if known.empty else same[formula] >= same[other]),
        {
            "cells to 3 decimals by the formula": same[formula],
            "cells to 3 decimals the other way": same[other],
            "mean difference by the formula": gaps[formula],
            "mean difference the other way": gaps[other],
            "cells": len(known),
            **{f"mean of {name}": float(frame[name].mean()) for name in ("printed", formula, other)},
        },
        frame,
    )


def _exact(said: pd.Series, own: pd.Series) -> int:
    return sum(agreement(p, v) == "3 decimals" for p, v in zip(said, own, strict=True))


def _within(said: pd.Series, own: pd.Series) -> list[bool]:
    return [agreement(p, v) in ("3 decimals", "within .01") for p, v in zip(said, own, strict=True)]


def _closer(table: str, name: str) -> Finding:
    if not all(is_computed(table, name, variant) for variant in VARIANTS):
        return unchecked(NEEDS_RESULTS)
    return check_closer(side_by_side(table, name), "corrected", "published")


def lag(scores: pd.DataFrame, name: str) -> tuple[float, float]:
    """How far a column's mean is below the lowest other mean, and how far the others are spread."""
    means = scores.dropna().mean()
    others = means.drop(name)
    return float(others.min() - means[name]), float(others.max() - others.min())


def check_far_worst(said: pd.DataFrame, own: dict[str, pd.DataFrame], name: str) -> Finding:
    """Whether one relation is by far the worst under the formulas (the corrected variant).

    By far: its mean over complete rows is farther below the next than the others are spread.
    """
    frames = {"printed": said, **own}
    lags = {label: lag(frame, name) for label, frame in frames.items()}
    evidence = pd.DataFrame({label: frame.dropna().mean() for label, frame in frames.items()})
    for label, frame in frames.items():
        evidence[f"mean rank, {label}"] = rank_rows(frame.dropna()).mean()
    behind, spread = lags["corrected"]
    place = int(evidence["mean rank, corrected"].rank()[name])
    return Finding(
        f"with the absolute value {number(evidence.loc[name, 'corrected'])}, "
        f"{number(abs(behind))} {'below' if behind > 0 else 'above'} the lowest other "
        f"(spread of the others {number(spread)}); place {place} of {len(evidence)} by mean rank",
        verdict(behind > spread),
        {
            f"{what}, {label}": pair[i]
            for label, pair in lags.items()
            for i, what in enumerate(("lag", "spread"))
        },
        evidence,
    )


def _far_worst() -> Finding:
    own = {variant: ours("table_distances", variant) for variant in VARIANTS}
    found = {str(variant): frame for variant, frame in own.items() if frame is not None}
    if len(found) < len(VARIANTS):
        return unchecked(NEEDS_RESULTS)
    return check_far_worst(printed("table_distances"), found, "che")


def check_best_on(scores: pd.DataFrame, name: str) -> Finding:
    """Whether a relation is the only best one on every row."""
    lead = (scores[name] - scores.drop(columns=name).max(axis=1)).rename("lead")
    shown = ", ".join(f"{row} {number(float(value))}" for row, value in lead.items())
    return Finding(
        f"lead over the best other: {shown}",
        verdict(None if lead.isna().any() else bool((lead > HALF_UNIT).all())),
        {str(row): float(value) for row, value in lead.items()},
        scores.assign(lead=lead),
    )


def _best_on_two() -> Finding:
    rows = ["thyroid", "titanic"]
    cells = {
        name: [our_cell(row, column_of("table_distances", name, "corrected")) for row in rows]
        for name in SEVEN
    }
    if not all(cell.computed for column in cells.values() for cell in column):
        return unchecked(NEEDS_RESULTS)
    values = {name: [cell.value for cell in column] for name, column in cells.items()}
    return check_best_on(pd.DataFrame(values, index=rows), "che")


def check_collapse(story: pd.DataFrame) -> Finding:
    """Whether descent as the paper describes it (the corrected variant) leaves most cells at chance."""
    compact = story[story["relation"].isin(list(COMPACT))]
    shares = {
        name: float((compact[name] <= compact["chance"] + AT_CHANCE)[compact[name].notna()].mean())
        for name in ("printed", "published", "corrected")
    }
    medians = {
        f"median gamma, {variant}": float(compact[f"gamma_{variant}"].median()) for variant in VARIANTS
    }
    means = {f"mean, {name}": float(compact[name].mean()) for name in (*shares, "unfitted", "euc")}
    known = compact[compact["folds"] == "KEEL"].dropna(subset=["published"])
    same = sum(_within(known["printed"], known["published"]))
    return Finding(
        f"at chance: {shares['printed']:.0%} of the printed cells, {shares['published']:.0%} with the "
        f"published gradient, {shares['corrected']:.0%} with the corrected one",
        verdict(None if compact["corrected"].isna().any() else shares["corrected"] > 0.5),
        {f"at chance, {name}": share for name, share in shares.items()} | medians | means,
        compact,
        note=f"With the published gradient {same} of {len(known)} KEEL cells come out within .01.",
    )


def _collapse() -> Finding:
    names = [(name, variant) for name in COMPACT for variant in VARIANTS]
    if not all(is_computed("table_gradient_kernels", name, variant) for name, variant in names):
        return unchecked(NEEDS_RESULTS)
    return check_collapse(descent_story())


def claims() -> tuple[Claim, ...]:
    """The claims on relations."""
    nearer = "on KEEL's folds; holds if the formula gives at least as many printed cells to 3 decimals."
    return (
        Claim(
            "chebyshev-column",
            "The Chebyshev column",
            "Tables 1 and 6",
            "The column che is FRNN with the largest absolute difference as distance.",
            "mean .520",
            f"FRNN with the absolute value (formula) and with the signed maximum, {nearer}",
            partial(_closer, "table_distances", "che"),
        ),
        Claim(
            "chebyshev-worst",
            "Chebyshev by far the worst",
            "section 4.2",
            "Chebyshev is by far the worst of the seven distances.",
            ".520 against .702 and more",
            "Means of our seven columns by the formulas on complete rows; holds if Chebyshev is farther "
            "below the next than the others are spread.",
            _far_worst,
        ),
        Claim(
            "chebyshev-two-sets",
            "Chebyshev best on thyroid and titanic",
            "section 4.2",
            "On thyroid and titanic Chebyshev is the best distance by a large margin.",
            "thyroid .053 ahead, titanic .132",
            "Our seven columns by the formulas; holds if Chebyshev alone is best on both.",
            _best_on_two,
        ),
        Claim(
            "descent-collapse",
            "Descent fails for circular and spherical kernels",
            "section 4.5.2, Table 19",
            "Learning γ by descent reduces the circular and the spherical kernel to chance.",
            "means .368 and .368",
            "Descent from γ = 1 with the corrected gradient; holds if most cells are at chance.",
            _collapse,
        ),
        Claim(
            "csmbr-column",
            "The class-specific Mahalanobis column",
            "section 3.2, Table 10",
            "The column class-mah divides by the largest distance within the class.",
            "mean .725",
            f"FRNN with the scale of each class (formula) and with one common scale, {nearer}",
            partial(_closer, "table_class_mahalanobis", "class-mah"),
        ),
        Claim(
            "dml-squared",
            "Squared distances of learned metrics",
            "sections 3.1 and 3.4.1, Table 15",
            "The learned metrics use squared distances.",
            "DMLMJ, mean .747",
            f"FRNN with DMLMJ, squared (as stated) and rooted, {nearer}",
            partial(_closer, "table_dml", "DMLMJ"),
        ),
    )
