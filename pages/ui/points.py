"""A place on a square, as the address has it."""

from __future__ import annotations

import math
from collections.abc import Iterable

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


def coordinates(text: str) -> tuple[float, float]:
    """The place that a text names, once it was read."""
    x, y = (float(part) for part in text.split(","))
    return x, y
