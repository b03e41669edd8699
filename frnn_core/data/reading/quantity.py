"""Numbers that are to be classes: a quantity, cut into groups."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import shown
from frnn_core.data.reading.limits import MANY_NUMBERS
from frnn_core.data.reading.raw_table import Column
from frnn_core.text import counted

SUGGESTED_GROUPS = (3, 4, 5)
"""Into how many groups it is suggested to cut a quantity."""


def quantiles(numbers: NDArray[np.float64], bins: int) -> NDArray[np.float64]:
    """Where to cut numbers into groups of about the same size; equal ones stay together."""
    shares = np.linspace(0, 1, bins + 1)[1:-1]
    edges: NDArray[np.float64] = np.unique(np.quantile(numbers, shares, method="lower"))
    return np.asarray(edges[edges < numbers.max()])


@dataclass(frozen=True)
class Quantity:
    """A class column that is most likely a quantity.

    Attributes
    ----------
    name, distinct, rows : the column, how many different numbers it holds, and in how many rows
    low, high : the smallest and the largest
    suggested : for 3, 4 and 5 groups of about the same size, the edges between them
    """

    name: str
    distinct: int
    rows: int
    low: float
    high: float
    suggested: tuple[tuple[int, tuple[float, ...]], ...]

    @property
    def words(self) -> str:
        """Say so, and what can be done."""
        return (
            f"The class column {shown(self.name)} holds {self.distinct:,} different numbers in "
            f"{counted(self.rows, 'row')}: it is most likely a quantity. Cut it into 3 to 5 groups (bins=3, "
            "or edges=[…])"
        )


def quantity_in(column: Column) -> Quantity | None:
    """Tell whether the numbers of a class column are most likely a quantity, and suggest where to cut it."""
    named = bool(column.spelling) and not column.style.unit  # long numbers and codes name something
    distinct = column.distinct if column.numeric and not named else None
    rows = int((~column.missing).sum())
    if distinct is None or distinct < 2 or not (distinct > MANY_NUMBERS or 2 * distinct > rows):
        return None
    numbers = column.values[~column.missing]
    suggested = tuple((bins, tuple(quantiles(numbers, bins).tolist())) for bins in SUGGESTED_GROUPS)
    return Quantity(column.name, distinct, rows, float(numbers.min()), float(numbers.max()), suggested)


def group_names(edges: list[float]) -> tuple[str, ...]:
    """Name the groups between edges so that they sort in their order."""
    digits = len(str(len(edges) + 1))
    texts = [f"{edge:.6g}" for edge in edges]
    if not texts:
        return ("1: all",)
    between = [f"{low} to {high}" for low, high in pairwise(texts)]
    phrases = [f"up to {texts[0]}", *between, f"above {texts[-1]}"]
    return tuple(f"{place:0{digits}}: {phrase}" for place, phrase in enumerate(phrases, 1))
