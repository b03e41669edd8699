r"""What can become of a column: the treatments of each role, and those of gaps, registered once each.

A treatment is fitted to the training rows' values of one column (positions of listed values, days of dates,
NaN for gaps) and says where it puts values: at numbers, codes or shares, which `layout` compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.columns import Column
from frnn_core.engine.layout import GapRule, Kind
from frnn_core.engine.places import Codes, OneHot, Shares, as_column, known_values, on_calendar, positions
from frnn_core.engine.registry import Registry
from frnn_core.errors import DataError

MOST_ONE_HOT = 1_000
"""Columns that one category may become."""


@dataclass(frozen=True, eq=False)
class Placed:
    """Where the values of a column are put.

    Attributes
    ----------
    place : (rows,) values -> (rows, columns); gaps stay NaN where `gaps`
    names : of the columns, what is added to the name of the table's column
    scaled : whether the scaling of the numbers is to follow
    counts : how many features the columns count as
    known : of a category, the values of the training rows
    size : of a code, the number of values; of shares and circles, the columns that belong together
    """

    kind: Kind
    place: Callable[[FloatArray], FloatArray]
    names: tuple[str, ...] = ("",)
    scaled: bool = False
    gaps: bool = True
    counts: int = 1
    known: FloatArray | None = None
    sizes: tuple[int, ...] = (1,)


@dataclass(frozen=True, eq=False)
class Classes:
    """The classes of the training rows, 0 … count - 1."""

    codes: IntArray
    count: int


Fit = Callable[[FloatArray, Column, Classes], Placed]


@dataclass(frozen=True)
class Treatment:
    """What becomes of a column of some role.

    Attributes
    ----------
    formulas : by base distance, LaTeX of what a column adds to it (to its square, for the Euclidean one)
    help, becomes, source : what it does in one sentence, what the column becomes in a few words, and where
        it comes from
    """

    key: str
    label: str
    role: str
    help: str
    becomes: str
    source: str
    fit: Fit = field(repr=False)
    formulas: Mapping[str, str] = field(default_factory=dict, hash=False)


TREATMENTS = Registry[Treatment]("treatment of a column")


def treatment(
    *,
    key: str,
    label: str,
    role: str,
    help: str,
    becomes: str,
    source: str,
    formulas: Mapping[str, str] | None = None,
) -> Callable[[Fit], Fit]:
    """Register the decorated function, which is fitted to the training rows' values of a column."""

    def register(fit: Fit) -> Fit:
        TREATMENTS.add(key, Treatment(key, label, role, help, becomes, source, fit, formulas or {}))
        return fit

    return register


def treatments_of(role: str) -> tuple[str, ...]:
    """The keys of the treatments of a role; the first is what is done unless asked otherwise."""
    return tuple(key for key, known in TREATMENTS.items() if known.role == role)


@dataclass(frozen=True)
class GapTreatment:
    """What becomes of missing values.

    Attributes
    ----------
    rule : how far a gap is from values and other gaps, where it stays one
    drops : whether training rows with gaps are left out
    """

    key: str
    label: str
    help: str
    source: str
    rule: GapRule | None = None
    drops: bool = False


GAPS = Registry[GapTreatment]("treatment of gaps")


def gap_treatment(
    *, key: str, label: str, help: str, source: str, drops: bool = False
) -> Callable[[Callable[[], GapRule | None]], Callable[[], GapRule | None]]:
    """Register the decorated function, which gives the distances of gaps, or None where they are filled."""

    def register(rule: Callable[[], GapRule | None]) -> Callable[[], GapRule | None]:
        GAPS.add(key, GapTreatment(key, label, help, source, rule(), drops))
        return rule

    return register


@treatment(
    key="scaled",
    label="As a number",
    role="number",
    help="Differences count, after the scaling that is chosen for numbers.",
    becomes="one number",
    source="the paper, section 4.1.2",
)
def scaled(values: FloatArray, column: Column, classes: Classes) -> Placed:
    """A number stays a number."""
    return Placed("number", as_column, scaled=True)


@treatment(
    key="rank",
    label="By rank",
    role="ordered",
    help="The values in their order, one step apart, are scaled like a number.",
    becomes="one number, the rank",
    source="J. C. Gower (1971), doi:10.2307/2528823",
)
def rank(values: FloatArray, column: Column, classes: Classes) -> Placed:
    """A position in the order is a number."""
    return Placed("number", as_column, scaled=True)


@treatment(
    key="two",
    label="As 0 or 1",
    role="yes-no",
    help="The two values are the two ends of a range.",
    becomes="one number, 0 or 1",
    source="J. C. Gower (1971), doi:10.2307/2528823",
)
def two(values: FloatArray, column: Column, classes: Classes) -> Placed:
    """Two values are 0 and 1."""
    return Placed("number", as_column, scaled=True)


@treatment(
    key="overlap",
    label="Equal or not",
    role="category",
    help="Two values are 0 apart if they are equal and 1 if not, like the two ends of a number's range.",
    becomes="one feature, equal or not",
    source="C. Stanfill, D. Waltz (1986), doi:10.1145/7902.7906; J. C. Gower (1971), doi:10.2307/2528823",
    formulas={
        "cityblock": r"[q \ne y]",
        "euclidean": r"[q \ne y]",
        "chebyshev": r"[q \ne y]",
        "canberra": r"[q \ne y]",
        "cosine": r"\tfrac{1}{2} [q = y] - \tfrac{1}{2m} \text{ in } q^\top y"
        r" \text{ and } \tfrac{m - 1}{2m} \text{ in } \lVert q \rVert^2, \lVert y \rVert^2",
    },
)
def overlap(values: FloatArray, column: Column, classes: Classes) -> Placed:
    """A code that is compared; a value that no training row has differs from all."""
    known = known_values(values)
    return Placed("code", Codes(known), known=known, sizes=(len(known),))


@treatment(
    key="value-difference",
    label="By class shares",
    role="category",
    help="Two values are as far apart as the shares of the classes among the training rows that have them.",
    becomes="one feature, by the shares of the classes",
    source="C. Stanfill, D. Waltz (1986), doi:10.1145/7902.7906; D. R. Wilson, T. R. Martinez (1997), "
    "doi:10.1613/jair.346",
    formulas={
        "cityblock": r"\tfrac{1}{2} \sum_c |P(c|q) - P(c|y)|",
        "euclidean": r"\tfrac{1}{2} \sum_c (P(c|q) - P(c|y))^2",
        "chebyshev": r"\max_c |P(c|q) - P(c|y)|",
        "canberra": r"\tfrac{1}{2} \sum_c |P(c|q) - P(c|y)|",
        "cosine": r"\tfrac{1}{2} \sum_c P(c|q) P(c|y) - \tfrac{1}{2m} \text{ in } q^\top y",
    },
)
def value_difference(values: FloatArray, column: Column, classes: Classes) -> Placed:
    r"""Shares of the classes, smoothed by one row of the overall shares: rare values are near the mean.

    :math:`P(c|a) = (n_{ac} + P(c)) / (n_a + 1)`. One more column keeps a value that no training row has
    apart from all others.
    """
    known = known_values(values)
    codes = positions(values, known)
    there = ~np.isnan(codes)
    pairs = codes[there].astype(np.intp) * classes.count + classes.codes[there]
    counts = np.bincount(pairs, minlength=len(known) * classes.count).reshape(-1, classes.count)
    prior = np.bincount(classes.codes, minlength=classes.count) / max(1, len(classes.codes))
    shares = np.zeros((len(known) + 2, classes.count + 1))
    shares[: len(known), :-1] = (counts + prior) / (counts.sum(axis=1, keepdims=True) + 1)
    shares[-2, -1] = 1.0  # never seen
    shares[-1] = np.nan  # a gap

    names = (*(f" (class {i + 1})" for i in range(classes.count)), " (new)")
    width = classes.count + 1
    return Placed("share", Shares(known, shares), names, known=known, sizes=(width,) * width)


@treatment(
    key="one-hot",
    label="A column of 0 and 1 for each value",
    role="category",
    help="Every value becomes a feature of its own, so a category with many values counts many times.",
    becomes="a number, 0 or 1, for each value",
    source="sklearn.preprocessing.OneHotEncoder",
)
def one_hot(values: FloatArray, column: Column, classes: Classes) -> Placed:
    """Columns of 0 and 1, scaled like numbers; a gap, or a value that no training row has, is 0 in all."""
    known = known_values(values)
    if len(known) > MOST_ONE_HOT:
        raise DataError(
            f"Column {column.name} has {len(known):,} different values, which is too many for a column each "
            f"(at most {MOST_ONE_HOT:,}). Compare them as equal or not (overlap), or by class shares "
            "(value-difference)."
        )
    names = tuple(f" = {_value_name(column, value)}" for value in known)
    return Placed("number", OneHot(known), names, True, False, len(known), known, (1,) * len(known))


def _value_name(column: Column, value: float) -> str:
    return column.values[int(value)] if 0 <= value < len(column.values) else f"{value:g}"


@treatment(
    key="days",
    label="As a day",
    role="date",
    help="The days between two dates count, scaled like a number.",
    becomes="one number, the day",
    source="J. C. Gower (1971), doi:10.2307/2528823, for quantities",
)
def days(values: FloatArray, column: Column, classes: Classes) -> Placed:
    """A date is the number of its day."""
    return Placed("number", as_column, scaled=True)


@treatment(
    key="calendar",
    label="As a day, with month and weekday",
    role="date",
    help="The day, and on circles the month and the weekday, so that December is beside January.",
    becomes="three features: day, month, weekday",
    source="the usual trigonometric encoding of what repeats",
)
def calendar(values: FloatArray, column: Column, classes: Classes) -> Placed:
    """The day, and points on two circles for month and weekday."""
    names = ("", " month (cos)", " month (sin)", " weekday (cos)", " weekday (sin)")
    return Placed("number", on_calendar, names, scaled=True, counts=3, sizes=(1, 2, 2, 2, 2))


@gap_treatment(
    key="polar",
    label="Equally far from every value",
    help="A gap is half a range away from every value and equal to another gap: polar encoding.",
    source="O. U. Lenz, D. Peralta, C. Cornelis (2022), arXiv:2210.01905, read as columns x and 1 - x, "
    "both 0 for a gap, under the Manhattan distance",
)
def polar() -> GapRule:
    """Half a range from values, nothing from gaps, under every base distance."""
    return GapRule(0.5, 0.0)


@gap_treatment(
    key="differs",
    label="Different from everything",
    help="A gap is a whole range away from every value, and from other gaps too.",
    source="HEOM of D. R. Wilson, T. R. Martinez (1997), doi:10.1613/jair.346",
)
def differs() -> GapRule:
    """A whole range from values and gaps."""
    return GapRule(1.0, 1.0)


@gap_treatment(
    key="fill",
    label="Filled",
    help="A gap becomes the column's median among the training rows, or its most frequent value.",
    source="sklearn.impute.SimpleImputer",
)
def fill() -> None:
    """No gap is left."""
    return


@gap_treatment(
    key="drop",
    label="Rows left out",
    help="Training rows with a gap are left out, as in the paper; in rows to classify, gaps are filled.",
    source="the paper, section 4.1.1",
    drops=True,
)
def drop() -> None:
    """No gap is left."""
    return
