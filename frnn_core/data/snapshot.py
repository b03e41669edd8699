"""The shipped data sets: one archive of integers, restored to float64 bit for bit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.dataset import Dataset
from frnn_core.engine.columns import Column
from frnn_core.resources import packaged

POWERS = np.array([float(10**places) for places in range(23)])


@dataclass(frozen=True, eq=False)
class Restored:
    """What the archive holds of one data set.

    Attributes
    ----------
    columns : what each column is; empty where all are numbers without gaps
    plain_rows : of the full version of a set, for each row the row of that set that it is, or -1
    """

    X: NDArray[np.float64]
    y: NDArray[np.str_]
    feature_names: tuple[str, ...]
    columns: tuple[Column, ...] = ()
    plain_rows: NDArray[np.intp] | None = None

    def dataset(self, name: str, source: str = "", notes: tuple[str, ...] = ()) -> Dataset:
        """Give it as a data set."""
        return Dataset(name, self.X, self.y, self.feature_names, source, notes, columns=self.columns)


def restore(stored: Mapping[str, NDArray[Any]]) -> Restored:
    """Restore features, labels, feature names, and what is kept of columns that are not plain numbers.

    A value is integer / 10^places: both are exact in float64, so the one division gives the correctly
    rounded value of the decimal text.
    """
    X = np.ascontiguousarray(stored["values"].T / POWERS[stored["decimals"]])
    y, names = stored["classes"][stored["codes"]], tuple(stored["features"].tolist())
    if "roles" not in stored:
        return Restored(X, y, names)
    X.reshape(-1)[stored["gaps"]] = np.nan
    plain_rows = stored.get("plain_rows")
    return Restored(
        X, y, names, _columns(names, stored), None if plain_rows is None else plain_rows.astype(np.intp)
    )


def _columns(names: tuple[str, ...], stored: Mapping[str, NDArray[Any]]) -> tuple[Column, ...]:
    ends = np.cumsum(stored["listed_counts"], dtype=np.intp)
    values = np.split(stored["listed"], ends[:-1])
    roles = stored["roles"].tolist()
    return tuple(
        Column(name, role, tuple(listed.tolist()))
        for name, role, listed in zip(names, roles, values, strict=True)
    )


def read_snapshot(name: str) -> Restored:
    """Read one data set by the paper's short name."""
    with packaged("frnn_core.data", "snapshot.npz") as file:
        archive = np.load(file, allow_pickle=False)
        start = f"{name}/"
        parts = [part for part in archive.files if part.startswith(start)]
        return restore({part.removeprefix(start): archive[part] for part in parts})
