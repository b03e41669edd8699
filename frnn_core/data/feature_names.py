"""What the columns of the shipped data sets are called, where the archive has only x1, x2 … or a code.

`feature_names.csv` names the columns of a data set in their order and says where the names come from. A set
without a row there keeps the names of the archive. Names decide nothing: data are known by their numbers.
"""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from functools import cache

from frnn_core.data.snapshot import Restored
from frnn_core.resources import packaged

FILE = "feature_names.csv"


@cache
def known_names() -> dict[str, tuple[str, ...]]:
    """Read the names of columns, a tuple a data set."""
    with packaged("frnn_core.data", FILE) as file:
        rows = csv.DictReader(io.TextIOWrapper(file, "utf-8", newline=""))
        return {row["name"]: tuple(row["features"].split(" | ")) for row in rows}


def named(data: str, restored: Restored) -> Restored:
    """Call the columns of a data set by their real names, where these are known."""
    names = known_names().get(data, restored.feature_names)
    columns = restored.columns and tuple(
        replace(column, name=name) for column, name in zip(restored.columns, names, strict=True)
    )
    return replace(restored, feature_names=names, columns=columns)
