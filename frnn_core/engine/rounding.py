"""How scores are rounded before they are compared: in one way, wherever ranks, wins or gaps are taken."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import pandas as pd

NOISE = 12
"""Decimals that are kept at most: what lies beyond is rounding noise and must break no tie."""

Numbers = TypeVar("Numbers", pd.DataFrame, pd.Series, "np.ndarray[tuple[int, ...], np.dtype[np.float64]]")


def level(scores: Numbers, decimals: int | None = None) -> Numbers:
    """The scores as every comparison takes them: to 12 decimals, or fewer where `decimals` says so.

    Means of the same folds in another order differ by about 1e-16. Scores that differ by less than half
    a unit of the twelfth decimal are equal; no zero is negative.

    Examples
    --------
    >>> level(np.array([0.1 + 0.2, 0.3, -0.0])).tolist()
    [0.3, 0.3, 0.0]
    """
    rounded: Numbers = scores.round(NOISE if decimals is None else min(decimals, NOISE)) + 0.0
    return rounded
