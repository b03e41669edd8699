"""Properties of a relation, checked on the rows of a data set: never a proof, sometimes a counterexample.

With D = 1 - R, D(x, z) <= D(x, y) + D(y, z) says the same as R(x, y) + R(y, z) - 1 <= R(x, z). Where R >= 0
too, that is transitivity for the Łukasiewicz t-norm, max(0, R(x, y) + R(y, z) - 1) <= R(x, z).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd

from frnn_core.engine.approximations import similarity_matrix
from frnn_core.engine.arrays import FloatArray
from frnn_core.studies.relations.similarity_field import Fit
from frnn_core.text import number

TOLERANCE = 1e-9
NAMES = {
    "reflexive": "Reflexive, R(x, x) = 1",
    "symmetric": "Symmetric, R(x, y) = R(y, x)",
    "range": "Within [0, 1]",
    "triangle": "Triangle inequality of 1 − R",
}


@dataclass(frozen=True)
class Check:
    """A property on all rows, pairs or triples.

    Attributes
    ----------
    checked, broken : how many were looked at, and how many break the property
    unit : what was counted: rows, pairs or triples
    rows : the worst counterexample, x, y (and z), by row number; empty where there is none
    values : its similarities: R(x, x); R(x, y) and R(y, x); R(x, y); or R(x, z), R(x, y) and R(y, z)
    """

    name: str
    checked: int
    broken: int
    unit: str
    rows: tuple[int, ...] = ()
    values: tuple[float, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether no counterexample was found."""
        return self.broken == 0

    def count_words(self) -> str:
        """How much was checked, or how much of it fails."""
        if self.holds:
            return f"checked on {self.checked:,} {self.unit}"
        return f"fails for {self.broken:,} of {self.checked:,} {self.unit}"

    def example_words(self) -> str:
        """The worst counterexample with its numbers; empty where there is none."""
        if self.holds:
            return ""
        named = ", ".join(f"{letter} = row {row + 1}" for letter, row in zip("xyz", self.rows, strict=False))
        first, *rest = (number(value) for value in self.values)
        if self.name == "reflexive":
            return f"{named}: R(x, x) = {first}"
        if self.name == "symmetric":
            return f"{named}: R(x, y) = {first}, R(y, x) = {rest[0]}"
        if self.name == "range":
            return f"{named}: R(x, y) = {first}"
        long, one, two = (1 - value for value in self.values)
        return (
            f"{named}: 1 − R(x, z) = {number(long)}, more than (1 − R(x, y)) + (1 − R(y, z)) = "
            f"{number(one)} + {number(two)} = {number(one + two)}"
        )


def properties(fitted: Fit) -> dict[str, Check]:
    """Check all four on the rows that the relation was fitted to."""
    return checks(similarity_matrix(fitted.relation, fitted.rows, fitted.rows, fitted.data.codes))


def checks(R: FloatArray) -> dict[str, Check]:
    """Check all four on a square matrix of similarities R[x, y]."""
    found = (_reflexive(R), _symmetric(R), _range(R), _triangle(R))
    return {check.name: check for check in found}


def _reflexive(R: FloatArray) -> Check:
    own = np.diagonal(R)
    off = np.abs(own - 1)
    broken, worst = int((off > TOLERANCE).sum()), int(off.argmax())
    if not broken:
        return Check("reflexive", len(R), 0, "rows")
    return Check("reflexive", len(R), broken, "rows", (worst,), (float(own[worst]),))


def _symmetric(R: FloatArray) -> Check:
    n = len(R)
    off = np.triu(np.abs(R - R.T))
    broken = int((off > TOLERANCE).sum())
    pairs = n * (n - 1) // 2
    if not broken:
        return Check("symmetric", pairs, 0, "pairs")
    x, y = _place(off)
    return Check("symmetric", pairs, broken, "pairs", (x, y), (float(R[x, y]), float(R[y, x])))


def _range(R: FloatArray) -> Check:
    beyond = np.maximum(-R, R - 1)
    broken = int((beyond > TOLERANCE).sum())
    if not broken:
        return Check("range", R.size, 0, "ordered pairs")
    x, y = _place(beyond)
    return Check("range", R.size, broken, "ordered pairs", (x, y), (float(R[x, y]),))


def _triangle(R: FloatArray) -> Check:
    """All ordered triples of different rows, one y at a time: memory stays at n²."""
    n, D = len(R), 1 - R
    itself = np.arange(n)
    broken, worst, rows = 0, TOLERANCE, (0, 0, 0)
    for y in range(n):
        excess = D - D[:, y, None] - D[y]
        excess[y], excess[:, y], excess[itself, itself] = 0, 0, 0
        broken += int((excess > TOLERANCE).sum())
        if excess.max() > worst:
            x, z = _place(excess)
            worst, rows = float(excess[x, z]), (x, y, z)
    triples = n * (n - 1) * (n - 2)
    if not broken:
        return Check("triangle", triples, 0, "ordered triples")
    x, y, z = rows
    values = (float(R[x, z]), float(R[x, y]), float(R[y, z]))
    return Check("triangle", triples, broken, "ordered triples", rows, values)


def _place(matrix: FloatArray) -> tuple[int, int]:
    row, column = divmod(int(matrix.argmax()), matrix.shape[1])
    return row, column


def property_table(found: Mapping[str, tuple[Fit, Mapping[str, Check]]]) -> pd.DataFrame:
    """One row a relation and property: whether it holds, on how many, and the counterexample."""
    rows = []
    for key, (fitted, told) in found.items():
        start: dict[str, str | int] = {"relation": key, "name": fitted.spec.label, "undefined": fitted.reason}
        if not told:
            rows.append(start)
        for check in told.values():
            rows.append(
                {
                    **start,
                    "property": check.name,
                    "holds on these rows": "yes" if check.holds else "no",
                    "checked": check.checked,
                    "unit": check.unit,
                    "broken": check.broken,
                    "counterexample": check.example_words(),
                }
            )
    return pd.DataFrame(rows).set_index("relation")
