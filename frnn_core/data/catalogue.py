"""The 40 data sets of the paper, by name."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from frnn_core.data.dataset import Dataset
from frnn_core.data.snapshot import read_snapshot
from frnn_core.data.teaching import teaching_names, teaching_set
from frnn_core.errors import unknown_name
from frnn_core.paper import printed_table

if TYPE_CHECKING:
    import pandas as pd

EXTRA = ("ecoli-uci",)  # shipped beside the paper's 40: ecoli without the damage of KEEL's file


@dataclass(frozen=True)
class Entry:
    """What the catalogue knows about a data set; the counts and the hash are measured on the data."""

    name: str
    keel_name: str
    rows: int
    features: int
    classes: int
    largest_class: int
    smallest_class: int
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
    """Read the catalogue: one entry a data set, in the paper's order, the extra ones last."""
    with files("frnn_core.data").joinpath("catalogue.csv").open(encoding="utf-8") as file:
        return {row["name"]: _entry(row) for row in csv.DictReader(file)}


def _entry(row: dict[str, str]) -> Entry:
    return Entry(
        name=row["name"],
        keel_name=row["keel_name"],
        rows=int(row["rows"]),
        features=int(row["features"]),
        classes=int(row["classes"]),
        largest_class=int(row["largest_class"]),
        smallest_class=int(row["smallest_class"]),
        source=row["source"],
        licence=row["licence"],
        sha256=row["sha256"],
        notes=tuple(note for note in row["notes"].split(" | ") if note),
        paper_note=row["paper_note"],
    )


def dataset_names(extra: bool = False) -> tuple[str, ...]:
    """List the paper's 40 data sets in its order; with `extra` also those shipped beside them."""
    return tuple(name for name in entries() if extra or name not in EXTRA)


def load_dataset(name: str) -> Dataset:
    """Load a data set by the paper's short name or KEEL's long one, or a teaching set by its name.

    Case does not matter, nor whether words are joined by - or _. The arrays are read-only and shared
    between calls.

    Examples
    --------
    >>> load_dataset("ion").X.shape == load_dataset("Ionosphere").X.shape == (351, 33)
    True
    """
    key = _key(name) if isinstance(name, str) else ""
    if key in _short_names():
        return _load(_short_names()[key])
    if key in teaching_names():
        return teaching_set(key)
    raise unknown_name("data set", name, (*dataset_names(extra=True), *teaching_names(), *_keel_names()))


def describe() -> pd.DataFrame:
    """Describe the paper's 40 data sets, with the paper's printed figure where it differs.

    Returns
    -------
    DataFrame, indexed by name
        keel_name, features, instances, classes and imbalance_ratio as measured; printed_features and
        printed_imbalance_ratio, empty where the paper prints the measured figure (to its two decimals);
        note, which says why they differ; source and licence.
    """
    import pandas as pd

    shown = [entries()[name] for name in dataset_names()]
    frame = pd.DataFrame(
        {
            "keel_name": [entry.keel_name for entry in shown],
            "features": [entry.features for entry in shown],
            "instances": [entry.rows for entry in shown],
            "classes": [entry.classes for entry in shown],
            "imbalance_ratio": [entry.imbalance_ratio for entry in shown],
        },
        index=pd.Index([entry.name for entry in shown], name="name"),
    )
    printed = printed_table("datasets").set_index("dataset").loc[frame.index]
    differs = printed["n_num_features"] != frame["features"]
    frame["printed_features"] = printed["n_num_features"].astype("Int64").where(differs)
    differs = printed["ir"] != frame["imbalance_ratio"].round(2)
    frame["printed_imbalance_ratio"] = printed["ir"].where(differs)
    frame["note"] = [entry.paper_note for entry in shown]
    frame["source"] = [entry.source for entry in shown]
    frame["licence"] = [entry.licence for entry in shown]
    return frame


def _key(name: str) -> str:
    return name.strip().lower().replace("_", "-")


def _keel_names() -> tuple[str, ...]:
    return tuple(entry.keel_name for entry in entries().values() if entry.keel_name not in (entry.name, ""))


@cache
def _short_names() -> dict[str, str]:
    """Map every accepted spelling to the short name."""
    by_keel_name = {_key(entry.keel_name): name for name, entry in entries().items() if entry.keel_name}
    return by_keel_name | {name: name for name in entries()}


@cache
def _load(short: str) -> Dataset:
    entry = entries()[short]
    X, y, features = read_snapshot(short)
    return Dataset(short, X, y, features, source=entry.source, notes=entry.notes)
