"""The data sets that come with the package: the paper's, and others beside them.

A data set is added by a row of `catalogue.csv` and its arrays in `snapshot.npz`; `tools/build_snapshot.py`
writes both. It can then be loaded, run and picked on the pages by its name. What speaks of the paper, such as
the groups of data sets, the presets and the checks of the paper, keeps to the rows that say `in_paper`.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.dataset import Dataset
from frnn_core.data.feature_names import named
from frnn_core.data.snapshot import read_snapshot
from frnn_core.resources import packaged


@dataclass(frozen=True)
class Entry:
    """What the catalogue knows about a data set; the counts and the hash are measured on the data.

    Attributes
    ----------
    in_paper : whether the paper compares relations on it
    full_of : of a set with the columns and rows that the paper's version leaves out, the name of that version
    gaps, rows_with_gaps : missing values, and the rows that have any
    printed_features, printed_imbalance_ratio : what the paper prints, where it is not what was measured
    notes : what was changed or is peculiar
    paper_note : why the paper's figure is another one
    """

    name: str
    keel_name: str
    in_paper: bool
    full_of: str
    rows: int
    features: int
    gaps: int
    rows_with_gaps: int
    classes: int
    largest_class: int
    smallest_class: int
    printed_features: int | None
    printed_imbalance_ratio: float | None
    source: str
    licence: str
    sha256: str
    notes: tuple[str, ...]
    paper_note: str

    @property
    def imbalance_ratio(self) -> float:
        """Rows of the largest class over rows of the smallest."""
        return self.largest_class / self.smallest_class


@cache
def entries() -> dict[str, Entry]:
    """Read the catalogue: one entry a data set, in the paper's order, the others last."""
    with packaged("frnn_core.data", "catalogue.csv") as file:
        rows = csv.DictReader(io.TextIOWrapper(file, "utf-8", newline=""))
        return {row["name"]: _entry(row) for row in rows}


def _entry(row: dict[str, str]) -> Entry:
    features, ratio = row["printed_features"], row["printed_imbalance_ratio"]
    return Entry(
        name=row["name"],
        keel_name=row["keel_name"],
        in_paper=row["in_paper"] == "yes",
        full_of=row["full_of"],
        rows=int(row["rows"]),
        features=int(row["features"]),
        gaps=int(row["gaps"] or 0),
        rows_with_gaps=int(row["rows_with_gaps"] or 0),
        classes=int(row["classes"]),
        largest_class=int(row["largest_class"]),
        smallest_class=int(row["smallest_class"]),
        printed_features=int(features) if features else None,
        printed_imbalance_ratio=float(ratio) if ratio else None,
        source=row["source"],
        licence=row["licence"],
        sha256=row["sha256"],
        notes=tuple(note for note in row["notes"].split(" | ") if note),
        paper_note=row["paper_note"],
    )


def dataset_names(extra: bool = False) -> tuple[str, ...]:
    """List the paper's data sets in its order; with `extra` also those shipped beside them.

    Examples
    --------
    >>> len(dataset_names()), dataset_names()[:3]
    (40, ('aus', 'auto', 'balance'))
    """
    return tuple(name for name, entry in entries().items() if extra or entry.in_paper)


def full_names() -> tuple[str, ...]:
    """List the full versions of the paper's data sets: with categories, gaps, and all columns."""
    return tuple(name for name, entry in entries().items() if entry.full_of)


def plain_names(extra: bool = False) -> tuple[str, ...]:
    """The data sets of plain numbers, for what draws rows by their coordinates."""
    return tuple(name for name in dataset_names(extra) if not entries()[name].full_of)


@cache
def short_names() -> dict[str, str]:
    """Map every name that a data set goes by, in lower case with hyphens, to its short name."""
    by_keel_name = {
        entry.keel_name.lower().replace("_", "-"): name
        for name, entry in entries().items()
        if entry.keel_name
    }
    return by_keel_name | {name: name for name in entries()}


@cache
def load_entry(name: str) -> Dataset:
    """Load a data set of the catalogue by its short name."""
    entry = entries()[name]
    return named(name, read_snapshot(name)).dataset(name, entry.source, entry.notes)


@cache
def _full_contents() -> dict[str, str]:
    """Map the content hash of each full version to its name."""
    return {entry.sha256: name for name, entry in entries().items() if entry.full_of}


@dataclass(frozen=True, eq=False)
class PlainVersion:
    """What the paper's version of a full data set is.

    Attributes
    ----------
    rows : for each row of the full version, the row of the paper's that it is; -1 for those left out there
    """

    data: Dataset
    rows: NDArray[np.intp]


def plain_version(data: Dataset) -> PlainVersion | None:
    """Give the paper's version of a full data set, known by its very content; None for any other data."""
    name = _full_contents().get(data.sha256) if data.columns else None
    return _plain_version(name) if name else None


@cache
def _plain_version(name: str) -> PlainVersion:
    rows = read_snapshot(name).plain_rows
    if rows is None:
        raise ValueError(f"The archive does not say which rows of {name} are in {entries()[name].full_of}.")
    rows.setflags(write=False)
    return PlainVersion(load_entry(entries()[name].full_of), rows)
