"""What the paper found for a relation: its mean rank or mean accuracy, printed and recomputed, and claims."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import pandas as pd

from frnn_core.engine.relation import VARIANTS
from frnn_core.paper.checks.ranks import TITLES, printed_ranks
from frnn_core.paper.claims import Claim, claims
from frnn_core.paper.columns import NUMBERS, ours, printed
from frnn_core.relations import RELATIONS
from frnn_core.stats import rank_rows
from frnn_core.text import number

PRINTED = "from the printed accuracies"
RANKED = tuple(f"table_{name}" for name in TITLES)
TABLES = (*RANKED, "table_class_mahalanobis", "table_combo")
FAMILY_WORDS = {
    "kernel": r"five kernels|every kernel|of the kernels|(?<!fitted )kernels differ",
    "fitted kernel": r"fitted kernels|learned widths",
    "learned": r"learned metrics",
}
WORDS = {
    "pcc": r"pearson|\bpcc\b",
    "mah": r"(?<!class-specific )\bmahalanobis",
    "class-mah": r"class-specific|class-mah",
    "circle": r"\bcircle\b",
    "sphere": r"\bsphere\b",
    "cir-grad": r"circular",
    "sph-grad": r"spherical|sph-3",
}
"""How claims speak of a relation, where its name or key alone would miss or mix up some."""


@dataclass(frozen=True)
class Standing:
    """Where a relation stands in a printed table at k = 3.

    Attributes
    ----------
    table, columns, rows : number of the table in the paper, how many columns and data sets it has
    ranked : whether the numbers are mean ranks (1 = best), else mean balanced accuracies
    printed : the mean rank as the paper prints it; for accuracies the mean of the printed column
    recomputed : the same, by what it is computed from
    """

    table: str
    columns: int
    rows: int
    ranked: bool
    printed: float
    recomputed: dict[str, float]

    def in_words(self) -> str:
        """The numbers in a sentence."""
        what = "Mean rank" if self.ranked else "Mean balanced accuracy"
        best = ", 1 = best" if self.ranked else ""
        over = f"{self.table}: {self.columns} columns, {self.rows} data sets, k = 3{best}"
        told = "".join(f"; {number(value)} {source}" for source, value in self.recomputed.items())
        return f"{what} ({over}): {number(self.printed)} printed{told}."


@cache
def standing(key: str) -> Standing | None:
    """The first printed table with a column of this relation; None where there is none."""
    for table in TABLES:
        shape = printed(table)
        column = {name.lower(): name for name in shape.columns}.get(key)
        if column is None:
            continue
        ranked = table in RANKED
        own = _sources(table)
        means = {name: (rank_rows(frame) if ranked else frame)[column].mean() for name, frame in own.items()}
        said = float(means.pop(PRINTED))
        again = {name: float(value) for name, value in means.items()}
        if ranked:
            again = {PRINTED: said, **again}
            said = float(printed_ranks(table.removeprefix("table_"))[column])
        return Standing(NUMBERS[table], shape.shape[1], len(shape), ranked, said, again)
    return None


@cache
def _sources(table: str) -> dict[str, pd.DataFrame]:
    """The printed accuracies and ours in the same cells, one frame where both variants are equal."""
    found = {PRINTED: printed(table)}
    there = found[PRINTED].notna()
    own = (ours(table, variant) for variant in VARIANTS)
    published, corrected = (None if frame is None else frame.where(there) for frame in own)
    if published is not None and corrected is not None and published.equals(corrected):
        return {**found, "from ours": corrected}
    if published is not None:
        found["from ours as published"] = published
    if corrected is not None:
        found["from ours by the formulas"] = corrected
    return found


@cache
def claims_on(key: str) -> tuple[Claim, ...]:
    """The audited claims that speak of a relation by name, by key or as one of its family."""
    spec = RELATIONS[key]
    name = re.escape(spec.label.split(",")[0].removesuffix(" kernel").lower())
    own = WORDS.get(key, rf"\b{name}\b" if spec.family != "fitted kernel" else rf"\b{key}\b")
    patterns = [own, FAMILY_WORDS.get(spec.family, "")]
    if spec.family in ("kernel", "fitted kernel"):
        patterns.append(rf"(?<![\w-]){key}(?![\w-])")
    asked = re.compile("|".join(filter(None, patterns)))
    return tuple(claim for claim in claims() if asked.search(f"{claim.title}. {claim.says}".lower()))
