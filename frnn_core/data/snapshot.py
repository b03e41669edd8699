"""The shipped data sets: one archive of integers, restored to float64 bit for bit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from frnn_core.resources import packaged

Restored = tuple[NDArray[np.float64], NDArray[np.str_], tuple[str, ...]]

PARTS = ("values", "decimals", "codes", "classes", "features")
POWERS = np.array([float(10**places) for places in range(23)])


def restore(stored: Mapping[str, NDArray[Any]]) -> Restored:
    """Restore features, labels and feature names.

    A value is integer / 10^places: both are exact in float64, so the one division gives the correctly
    rounded value of the decimal text.
    """
    X = np.ascontiguousarray(stored["values"].T / POWERS[stored["decimals"]])
    return X, stored["classes"][stored["codes"]], tuple(stored["features"].tolist())


def read_snapshot(name: str) -> Restored:
    """Read one data set by the paper's short name."""
    with packaged("frnn_core.data", "snapshot.npz") as file:
        archive = np.load(file, allow_pickle=False)
        return restore({part: archive[f"{name}/{part}"] for part in PARTS})
