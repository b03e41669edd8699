"""A place on a square, as the address has it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from frnn_core.engine.arrays import FloatArray
from pages.ui import state


def read_point(text: str) -> str:
    """Two finite numbers, x,y; empty for the place that a page opens with."""
    if not text:
        return ""
    try:
        numbers = [state.number(part) for part in text.split(",")]
    except ValueError:
        raise ValueError("a point is two numbers, x,y") from None
    if len(numbers) != 2 or not all(math.isfinite(value) for value in numbers):
        raise ValueError("a point is two numbers, x,y")
    return ",".join(map(state.exact, numbers))


def write_point(point: Iterable[float]) -> str:
    """A place with the six digits that the address keeps of it."""
    return ",".join(f"{value:.6g}" for value in point)


def within(text: str, low: Sequence[float], high: Sequence[float]) -> FloatArray | None:
    """The place that a text names, None outside a square; what its six digits put outside is on the edge."""
    point = np.array(coordinates(text))
    inside = np.clip(point, low, high)
    return inside if write_point(inside) == write_point(point) else None


def coordinates(text: str) -> tuple[float, float]:
    """The place that a text names, once it was read."""
    x, y = (float(part) for part in text.split(","))
    return x, y
