"""Printed tables in the shape in which they are looked at: beside ours, by kind of folds, with reasons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from frnn_core.engine.relation import Variant
from frnn_core.paper import printed_table
from frnn_core.paper.cells import agreement_counts, printed_cells
from frnn_core.paper.checks.data import COLUMNS
from frnn_core.paper.checks.ranks import POSTHOC, RANKS, TITLES
from frnn_core.paper.checks.sums import GAPS
from frnn_core.paper.claims import finding
from frnn_core.paper.columns import NUMBERS
from frnn_core.text import counted

FOLDS = ("KEEL", "stand-in")
COMPARED = ("3 decimals", "within .01", "beyond")
CONTENTS = {
    "table_distances": "the seven distances",
    "table_class_mahalanobis": "class-specific Mahalanobis",
    "table_kernels": "kernels with γ = 1",
    "table_dml": "learned metrics",
    "table_gradient_kernels": "kernels with learned γ",
    "table_combo": "COMBO",
    "table_nca_k": "NCA for six k",
    "table_man_k": "Manhattan for six k",
} | {f"table_k{k}": f"six distances, k = {k}" for k in (1, 5, 10, 15, 20)}
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii")


@dataclass(frozen=True, eq=False)
class TableView:
    """A printed table of accuracies beside ours: data sets x columns, KEEL's folds first.

    Attributes
    ----------
    difference : printed - ours, NaN where a side is blank
    agreement, reasons : see `cells.printed_cells`
    folds : "KEEL" or "stand-in", by data set
    """

    table: str
    variant: Variant
    cells: pd.DataFrame
    printed: pd.DataFrame
    ours: pd.DataFrame
    difference: pd.DataFrame
    agreement: pd.DataFrame
    reasons: pd.DataFrame
    folds: pd.Series

    @property
    def number(self) -> str:
        """What the paper calls it: Table 6."""
        return NUMBERS[self.table]

    @property
    def content(self) -> str:
        """What is in it."""
        return CONTENTS[self.table]


def table_view(table: str, variant: Variant) -> TableView:
    """A printed table of accuracies beside ours."""
    cells = printed_cells(variant)
    cells = cells[cells["table"] == table].reset_index(drop=True)
    folds = cells.groupby("dataset", sort=False)["folds"].first()
    rows = [*folds.index[folds == "KEEL"], *folds.index[folds != "KEEL"]]
    columns = list(dict.fromkeys(cells["relation"]))
    found_by_cell = {
        name: cells.set_index(["dataset", "relation"])[name].to_dict()
        for name in ("printed", "ours", "difference", "agreement", "reason")
    }
    frames = {
        name: pd.DataFrame([[found[row, column] for column in columns] for row in rows], rows, columns)
        for name, found in found_by_cell.items()
    }
    return TableView(
        table,
        variant,
        cells,
        frames["printed"],
        frames["ours"],
        -frames["difference"],
        frames["agreement"],
        frames["reason"],
        folds.loc[rows],
    )


def agreement_words(cells: pd.DataFrame) -> str:
    """How many cells agree, KEEL's folds and stand-in folds apart, in a sentence."""
    counts = agreement_counts(cells)
    parts = []
    for kind, words in (("KEEL", "On KEEL's own folds"), ("stand-in", "on stand-in folds")):
        exact, near, far = (int(counts.loc[kind, name]) for name in COMPARED)
        total = exact + near + far
        parts.append(
            f"{words} {exact:,} of {total:,} cells agree to 3 decimals, {near:,} more are within .01 and "
            f"{far:,} beyond"
            if total
            else f"{words} there is nothing to compare"
        )
    blank = len(cells) - int(counts[list(COMPARED)].to_numpy().sum())
    return "; ".join(parts) + (f". {counted(blank, 'cell')} cannot be compared." if blank else ".")


def blank_reasons(cells: pd.DataFrame) -> pd.DataFrame:
    """The cells that cannot be compared, counted by reason: reason, tables, KEEL, stand-in, cells."""
    blank = cells[~cells["agreement"].isin(COMPARED)].copy()
    blank["reason"] = blank["reason"].map(_kind_of_reason)
    blank["tables"] = blank["table"].map(NUMBERS)
    groups = blank.groupby("reason", sort=False)
    kinds = {kind: (blank["folds"] == kind).groupby(blank["reason"], sort=False).sum() for kind in FOLDS}
    found = pd.DataFrame({**kinds, "cells": groups.size()})
    found.insert(0, "tables", groups["tables"].agg(lambda names: ", ".join(dict.fromkeys(names))))
    return found.sort_values("cells", ascending=False, kind="stable").reset_index().rename_axis(columns=None)


def _kind_of_reason(reason: str) -> str:
    """A reason without what differs from data set to data set: the side that is blank, and why."""
    said, _, own = reason.rpartition("ours: ")
    if said:
        return said.rstrip("; ")
    if reason.startswith("the paper: "):
        return reason
    own = re.sub(r"all [\d,]+ rows", "all training rows", own)
    return f"ours: {own.replace('each of its steps', 'each step of the published gradient')}"


def absent_rows() -> pd.DataFrame:
    """Data sets of the paper without a row in a printed table: table, missing (how many), data sets."""
    rows = printed_table("absent_rows")
    groups = rows.groupby("table", sort=False)["dataset"]
    found = groups.agg(["count", ", ".join]).loc[[name for name in NUMBERS if name in groups.groups]]
    found.index = found.index.map(NUMBERS)
    return found.set_axis(["missing", "data sets"], axis=1).rename_axis("table").reset_index()


def other_tables() -> dict[str, tuple[str, tuple[str, ...]]]:
    """Printed tables that are no accuracies: number, title, and the claims whose evidence they are."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    counts = tuple(f"data-{ours.replace('_', '-')}" for ours, _, _ in COLUMNS.values())
    found["Table 5"] = ("the data sets", counts)
    for name, title in TITLES.items():
        key = name.replace("_", "-")
        found[RANKS[name]] = (f"mean ranks of the {title}", (f"ranks-{key}",))
        found[GAPS[name]] = (f"gaps to the best of the {title}", ("gaps",))
        found[POSTHOC[name]] = (f"pairs of the {title}", (f"pairs-{key}",))
    found["Table 24"] = ("mean ranks for six k", ("ranks-by-k",))
    return dict(sorted(found.items(), key=lambda item: int(item[0].split()[1])))


def other_table(number: str) -> pd.DataFrame:
    """Such a table as printed, beside what is recomputed from the printed accuracies or the data."""
    ids = other_tables()[number][1]
    evidence = {claim_id: finding(claim_id).evidence for claim_id in ids}
    frames = [frame for frame in evidence.values() if frame is not None]
    if number == "Table 5":
        names = [words for _, words, _ in COLUMNS.values()]
        wide = pd.concat(frames, axis=1, keys=names)
        wide.columns = [f"{name}, {side}" for name, side in wide.columns]
        return wide.reset_index(names="dataset")
    (frame,) = frames
    if ids == ("gaps",):
        name = next(name for name, table in GAPS.items() if table == number)
        frame = frame.loc[name].rename(columns=_gap_column)
        return frame[sorted(frame, key=lambda column: column.split(",")[0])].reset_index()
    if "relation_a" in frame:
        return frame.rename(columns={"relation_a": "first", "relation_b": "second"})
    frame = frame.drop(columns="possible numbers of data sets")
    return frame.rename_axis([*frame.index.names[:-1], "relation"]).reset_index()


def _gap_column(name: str) -> str:
    kind, _, recomputed = name.partition("_")
    words = {"max": "largest", "avg": "mean"}[kind]
    return f"{words}, {'recomputed' if recomputed else 'printed'}"


def table_numbers() -> Mapping[str, str]:
    """Every table that can be shown, by its number without the word (6, 24, iv), and what is in it."""
    accuracies = {number.removeprefix("Table "): CONTENTS[name] for name, number in NUMBERS.items()}
    others = {number.removeprefix("Table "): title for number, (title, _) in other_tables().items()}
    merged = accuracies | others
    arabic = sorted((key for key in merged if key.isdigit()), key=int)
    return {key: merged[key] for key in (*arabic, *ROMAN)}


def accuracy_table(number: str) -> str | None:
    """The name of a printed table of accuracies by its number (6, iv); None if it is another kind."""
    return next((name for name, printed in NUMBERS.items() if printed == f"Table {number}"), None)
