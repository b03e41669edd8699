"""What a reader of a comparison must be warned of, in plain sentences."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from frnn_core.stats.choices import Choices
from frnn_core.stats.corrections import CORRECTIONS, USUAL_CORRECTION
from frnn_core.stats.omnibus import Omnibus
from frnn_core.stats.posthoc import TESTS, USUAL_TEST, substitution
from frnn_core.stats.ranks import tied_share
from frnn_core.stats.score_frame import DATASET_NAMES, RELATION_NAMES, Table
from frnn_core.text import counted, p_text

FEW = 5
FLIP = "Data sets must be the rows: turn it round with scores.T, or the p-values answer another question."


def about_shape(scores: pd.DataFrame, relation_names: Collection[str], noun: str) -> list[str]:
    """Signs that data sets and relations changed places.

    The labels of rows or columns say it, or the names of the axes, or the shape.
    """
    rows, columns = scores.shape
    known = {str(name).lower() for name in relation_names}
    relations = [row for row in map(str, scores.index) if row.lower() in known]
    if len(relations) > rows / 2:
        return [f"The frame looks transposed: its rows are relations ({', '.join(relations[:3])}, …). {FLIP}"]
    if str(scores.index.name).lower() in RELATION_NAMES or str(scores.columns.name).lower() in DATASET_NAMES:
        return [f"The frame looks transposed: its axes are called so. {FLIP}"]
    if columns >= 2 * rows and columns > 3:
        return [
            f"The frame looks transposed: {counted(columns, 'column')} and {counted(rows, 'row')}. {FLIP}"
        ]
    if columns > rows:
        return [
            f"There are more {noun}s ({columns}) than data sets ({rows}). If the rows are the data sets, "
            "few of these differences can be told from chance."
        ]
    return []


def about_rows(table: Table, used: pd.DataFrame, blanks: str, noun: str) -> list[str]:
    """Too few data sets, or too many left out."""
    warnings = []
    total = len(table.scores)
    if len(used) < FEW:
        warnings.append(
            f"Only {counted(len(used), 'data set')} can be used. With fewer than {FEW} these tests find "
            "next to nothing, and what they find rests on very little."
        )
    if total - len(used) > total / 3:
        cure = "Keep them by Skillings-Mack, or leave" if blanks == "complete" else "Leave"
        worst = table.scores.isna().sum().idxmax()
        warnings.append(
            f"Blanks cost {total - len(used)} of {total} data sets. {cure} out the {noun} with the "
            f"most blanks ({worst})."
        )
    return warnings


def about_ties(ranks: pd.DataFrame) -> list[str]:
    """Ranks that are mostly ties."""
    share = tied_share(ranks)
    if share <= 0.5:
        return []
    return [
        f"Ties are everywhere: {100 * share:.0f} % of the scores equal another one of their data set. Ranks "
        "say little here; look at the scores, and whether they were rounded too far."
    ]


def about_tests(omnibus: Omnibus, asked: str, applied: Choices, noun: str) -> list[str]:
    """How the omnibus test and the pairs go together."""
    warnings = []
    test = TESTS[applied.test]
    if not omnibus.p < applied.alpha:
        warnings.append(
            f"Not significant overall ({omnibus.name} {p_text(omnibus.p)}, alpha {applied.alpha:g}): the "
            f"{noun}s as a group cannot be told apart, so do not report single pairs as findings."
        )
    if replaced := substitution(asked, applied.blanks):
        warnings.append(replaced)
    if test.corrects_itself and applied.control is not None:
        warnings.append(
            f"{test.label} corrects its p-values for all pairs. Against one control that is too strict: "
            f"{TESTS[USUAL_TEST].label} corrected by {CORRECTIONS[USUAL_CORRECTION].label} finds more."
        )
    return warnings


def about_pairs(p: pd.DataFrame, pair_n: pd.DataFrame, control: str | None) -> list[str]:
    """Pairs that have no, or hardly any, data sets in common."""
    names = list(p.columns)
    asked = [
        (a, b) for i, a in enumerate(names) for b in names[i + 1 :] if control is None or control in (a, b)
    ]
    never = [f"{a}-{b}" for a, b in asked if pair_n.loc[a, b] == 0]
    few = [f"{a}-{b}" for a, b in asked if 0 < pair_n.loc[a, b] < FEW]
    warnings = []
    if never:
        warnings.append(
            f"No data set has scores for both, so these pairs are not tested: {', '.join(never)}."
        )
    if few and len(few) < len(asked):
        warnings.append(f"Fewer than {FEW} data sets have scores for both: {', '.join(few)}.")
    return warnings
