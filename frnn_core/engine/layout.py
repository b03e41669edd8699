r"""How the columns of encoded rows are compared, and what that makes of each base distance.

Encoded rows are arrays of float64 whose columns are of three kinds:

- a *number*: compared as the base distance compares numbers;
- a *code*, which stands for a category: equal or not;
- a *share*: one of several columns in which a category is placed at a vector of shares that sum to 1.

Every column of the table counts as one feature. With t the terms of its columns,

================  ==================  ======================  ==========================  ===============
base distance     number              code                    shares p, q                 joined
================  ==================  ======================  ==========================  ===============
Manhattan         :math:`|a - b|`     :math:`[a \ne b]`       :math:`½ \sum |p_i - q_i|`  sum
Euclidean         :math:`(a - b)^2`   :math:`[a \ne b]`       :math:`½ \sum (p_i-q_i)^2`  root of the sum
Chebyshev         :math:`|a - b|`     :math:`[a \ne b]`       :math:`\max |p_i - q_i|`    largest
Canberra          relative            :math:`[a \ne b]`       :math:`½ \sum |p_i - q_i|`  sum
================  ==================  ======================  ==========================  ===============

so two values that share nothing are 1 apart, like the two ends of a number's range. (Shares sum to 1, so
half the sum of their differences already is the difference relative to their size, as Canberra wants it.) A
*gap* is NaN. It is g apart from every value, and h from another gap: polar encoding has g = ½ and h = 0, "a
gap differs from everything" has g = h = 1.

Relations that need coordinates (angles, covariances, learned metrics) get them from `spread`: the m values of
a category become the corners of a regular simplex with edges of length 1 around the origin, which for two
values are -½ and ½; shares are placed between the corners; a gap in a number becomes the mean of the training
rows, and one more column says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.errors import DataError

if TYPE_CHECKING:
    from frnn_core.engine.fitted import Metric

Kind = Literal["number", "code", "share"]
MOST_SPREAD = 2_000
"""Columns that rows are spread into at most."""


@dataclass(frozen=True)
class Term:
    """What one column adds to a distance, not yet rooted.

    Attributes
    ----------
    weight : what the term is multiplied with
    gap, gaps : the term where one of both values is missing, and where both are; None where none ever is
    """

    kind: Kind
    weight: float = 1.0
    gap: float | None = None
    gaps: float | None = None

    def __call__(self, a: FloatArray, b: FloatArray, base: Metric) -> FloatArray:
        """The terms of values a and b, which broadcast."""
        with np.errstate(invalid="ignore"):
            terms = self._of_values(a, b, base)
        if self.weight != 1.0:
            terms *= self.weight
        if self.gap is not None and self.gaps is not None:
            absent, other = np.isnan(a), np.isnan(b)
            np.copyto(terms, self.gap, where=absent | other)
            np.copyto(terms, self.gaps, where=absent & other)
        return terms

    def _of_values(self, a: FloatArray, b: FloatArray, base: Metric) -> FloatArray:
        if self.kind == "code":
            return np.not_equal(a, b).astype(np.float64)
        if base == "signed-maximum":
            return np.subtract(b, a)
        terms = np.subtract(a, b)
        if base == "euclidean":
            return np.multiply(terms, terms, out=terms)
        np.abs(terms, out=terms)
        if base == "canberra" and self.kind == "number":
            sizes = np.abs(a) + np.abs(b)
            terms /= np.where(sizes == 0, 1.0, sizes)
        return terms


@dataclass(frozen=True)
class MixedMetric:
    """A base distance over rows whose first `numbers` columns are numbers without gaps, and then `terms`."""

    base: Metric
    numbers: int
    terms: tuple[Term, ...]

    @property
    def has_gaps(self) -> bool:
        """Whether values may be missing."""
        return any(term.gap is not None for term in self.terms)

    @property
    def reflexive(self) -> bool:
        """Whether every row is at distance 0 from itself."""
        return not any(term.gaps for term in self.terms)


@dataclass(frozen=True)
class GapRule:
    """How far a gap is from a value, and from another gap, where the ends of a range are 1 apart."""

    value: float
    gap: float


@dataclass(frozen=True)
class Slot:
    """A column of encoded rows.

    Attributes
    ----------
    feature : the number of the table's column that it belongs to
    name : what it is called where relations name columns
    size : of a code the number of values, of others how many columns belong together
    gaps : whether values may be missing
    """

    kind: Kind
    feature: int
    name: str
    size: int = 1
    gaps: bool = False

    @property
    def simple(self) -> bool:
        """Whether it is a number that is always there."""
        return self.kind == "number" and not self.gaps


@dataclass(frozen=True)
class Layout:
    """The columns of encoded rows: first the numbers without gaps, then all others.

    Attributes
    ----------
    n_features : how many features they count as
    middles : of the numbers, where a gap is put by `spread`; of other columns anything
    """

    slots: tuple[Slot, ...]
    n_features: int
    rule: GapRule = GapRule(0.5, 0.0)
    middles: tuple[float, ...] = ()

    @property
    def numbers(self) -> int:
        """How many columns are numbers without gaps."""
        return sum(slot.simple for slot in self.slots)

    @property
    def plain(self) -> bool:
        """Whether all are numbers without gaps."""
        return self.numbers == len(self.slots)

    def over(self, base: Metric | MixedMetric) -> Metric | MixedMetric:
        """The distance of such rows that a base distance gives."""
        if self.plain or isinstance(base, MixedMetric):
            return base
        terms = tuple(self._term(slot, base) for slot in self.slots[self.numbers :])
        return MixedMetric(base, self.numbers, terms)

    def _term(self, slot: Slot, base: Metric) -> Term:
        largest = base in ("chebyshev", "signed-maximum")
        share = slot.kind == "share"
        weight = 0.5 if share and not largest else 1.0
        if not slot.gaps:
            return Term(slot.kind, weight)
        power = 2 if base == "euclidean" else 1
        parts = 1 if largest or slot.kind == "code" else slot.size
        return Term(slot.kind, weight, self.rule.value**power / parts, self.rule.gap**power / parts)

    def span(self, X: FloatArray) -> float:
        """The largest difference between two values that are measured; codes are 1 apart."""
        measured = [i for i, slot in enumerate(self.slots) if slot.kind != "code"]
        values = X[:, measured]
        apart = float(np.nanmax(values) - np.nanmin(values)) if np.isfinite(values).any() else 0.0
        return apart if self.plain else max(1.0, apart)

    def spread(self, X: FloatArray) -> FloatArray:
        """The rows with coordinates for everything; a value never seen lies in the middle of all."""
        if self.plain:
            return X
        return np.concatenate([make(X[:, place]) for place, make in self._spreads()], axis=1)

    def spread_names(self) -> tuple[str, ...]:
        """The names of the columns of spread rows."""
        names: list[str] = []
        for place, _ in self._spreads():
            slot = self.slots[place.start]
            if slot.simple:
                names.append(slot.name)
            elif slot.kind == "number":
                names += [slot.name, f"{slot.name} missing"]
            else:
                corners = slot.size - 1 if slot.kind == "code" else slot.size - 2
                names += [f"{slot.name} ({i + 1})" for i in range(corners)]
        return tuple(names)

    def spread_features(self) -> tuple[int, ...]:
        """Of each column of spread rows, the number of the table's column that it belongs to."""
        owners = []
        for place, make in self._spreads():
            width = make(np.zeros((1, place.stop - place.start))).shape[1]
            owners += [self.slots[place.start].feature] * width
        return tuple(owners)

    def _spreads(self) -> list[tuple[slice, Callable[[FloatArray], FloatArray]]]:
        """The columns that are spread together, and how."""
        width = sum(max(slot.size - 1, 0) for slot in self.slots if slot.kind == "code")
        if width > MOST_SPREAD:
            widest = max((slot for slot in self.slots if slot.kind == "code"), key=lambda slot: slot.size)
            raise DataError(
                f"it needs a coordinate for each value of a category, and {widest.name} alone has "
                f"{widest.size:,} (at most {MOST_SPREAD:,} for all). Choose a relation that compares values "
                'as they are, such as Manhattan, or the treatment "value-difference".'
            )
        found: list[tuple[slice, Callable[[FloatArray], FloatArray]]] = []
        place = 0
        while place < len(self.slots):
            slot = self.slots[place]
            step = slot.size if slot.kind == "share" else 1
            found.append((slice(place, place + step), self._spreading(slot, place)))
            place += step
        return found

    def _spreading(self, slot: Slot, place: int) -> Callable[[FloatArray], FloatArray]:
        if slot.simple:
            return lambda X: X
        if slot.kind == "number":
            middle = self.middles[place]
            return lambda X: _with_indicator(X, middle)
        if slot.kind == "code":
            return lambda X: corner_places(X[:, 0], slot.size)
        # each row by itself: a matrix product may round a row differently in other company
        return lambda X: np.einsum("if,fg->ig", np.nan_to_num(X[:, :-1]), corners(slot.size - 1))


def _with_indicator(X: FloatArray, middle: float) -> FloatArray:
    absent = np.isnan(X)
    return np.concatenate([np.where(absent, middle, X), absent / 2], axis=1)


@lru_cache(maxsize=64)
def corners(m: int) -> FloatArray:
    """The m corners of a regular simplex with edges of length 1 around the origin, (m, m - 1).

    Examples
    --------
    >>> corners(2).tolist()
    [[-0.5], [0.5]]
    """
    places = np.zeros((m, max(m - 1, 0)))
    for i in range(1, m):  # corner i stands above the middle of those before it
        places[:i, i - 1] = -1.0 / i
        places[i, i - 1] = 1.0
        places[: i + 1, i - 1] *= np.sqrt(i / (2.0 * (i + 1)))
    places.setflags(write=False)
    return places


def corner_places(codes: FloatArray, m: int) -> FloatArray:
    """The corner of each code; the origin for gaps and codes that are none of 0 … m - 1."""
    known = (codes >= 0) & (codes < m)
    places = np.zeros((len(codes), max(m - 1, 0)))
    places[known] = corners(m)[codes[known].astype(np.intp)]
    return places


def ordered_slots(slots: Sequence[Slot]) -> list[int]:
    """The order of columns that a layout wants: numbers without gaps, then all others, codes last."""
    return sorted(range(len(slots)), key=lambda i: (not slots[i].simple, slots[i].kind == "code"))
