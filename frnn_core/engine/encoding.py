"""Encodings: what becomes of the columns of a table before rows are compared, by the training rows alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray, LabelArray
from frnn_core.engine.columns import ROLES, Column
from frnn_core.engine.layout import Layout, Slot, ordered_slots
from frnn_core.engine.scalings import LARGEST, Scaler, columns_in_words, fit_scaling
from frnn_core.engine.treatments import GAPS, TREATMENTS, Classes, Placed, treatments_of
from frnn_core.errors import DataError, ParameterError, unknown_name
from frnn_core.text import counted

CHOSEN = {"category": "categories", "date": "dates"}
"""Roles with more than one treatment, and what chooses among them."""
AUTO = "auto"


@dataclass(frozen=True)
class Encoding:
    """How columns that are no plain numbers are treated.

    Parameters
    ----------
    categories : "overlap" (equal or not), "value-difference" (by the shares of the classes) or "one-hot"
    gaps : "polar" (equally far from every value), "differs" (different from everything), "fill" (median, most
        frequent value) or "drop" (training rows with gaps are left out)
    dates : "days", or "calendar", with month and weekday on circles
    treatments : by column, where one is to be treated otherwise: (("city", "one-hot"), …)
    roles : by column, where a data frame's own kind does not say it: (("zip", "category"), …)

    Examples
    --------
    >>> Encoding(categories="value-difference", gaps="fill").gaps
    'fill'
    >>> Encoding(treatments=(("city", "one-hot"),)).treatments
    (('city', 'one-hot'),)
    """

    categories: str = "overlap"
    gaps: str = "polar"
    dates: str = "days"
    treatments: tuple[tuple[str, str], ...] = ()
    roles: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for role, name in CHOSEN.items():
            _check_treatment(getattr(self, name), role)
        GAPS[self.gaps]
        for name in ("treatments", "roles"):
            given = getattr(self, name)
            pairs = given.items() if isinstance(given, Mapping) else given
            object.__setattr__(self, name, tuple(sorted((str(key), str(value)) for key, value in pairs)))
        for _, key in self.treatments:
            TREATMENTS[key]
        for column, role in self.roles:
            if not (ROLES[role].feature or role == "left-out"):
                raise ParameterError(f"Column {column} cannot be a {role} here. Leave it out (left-out).")

    @classmethod
    def of(cls, asked: str | Mapping[str, Any] | Encoding) -> Encoding:
        """From "auto", from its parameters by name, or from itself."""
        if isinstance(asked, Encoding):
            return asked
        if asked == AUTO:
            return cls()
        if isinstance(asked, Mapping):
            known = tuple(cls.__dataclass_fields__)
            for name in asked:
                if name not in known:
                    raise unknown_name("part of an encoding", str(name), known)
            return cls(**asked)
        raise ParameterError(f'encode must be None, "auto" or an Encoding, not {asked!r}.')

    def treatment(self, column: Column) -> str:
        """The key of the treatment of a column."""
        own = dict(self.treatments).get(column.name)
        if own is not None:
            return _check_treatment(own, column.role, column.name)
        if column.role in CHOSEN:
            return str(getattr(self, CHOSEN[column.role]))
        return treatments_of(column.role)[0]

    def deciding(self, columns: Sequence[Column], *, gaps: bool) -> str:
        """What of it has a say in a table with such columns, with or without gaps, as JSON; else nothing."""
        said: dict[str, str] = {"gaps": self.gaps} if gaps else {}
        own = dict(self.treatments)
        for role, name in CHOSEN.items():
            of_role = [column for column in columns if column.role == role]
            if of_role:
                said[name] = getattr(self, name)
            said |= {column.name: own[column.name] for column in of_role if column.name in own}
        return json.dumps(said, sort_keys=True, separators=(",", ":")) if said else ""

    def words(self) -> str:
        """The encoding in a few words."""
        return f"categories {TREATMENTS[self.categories].label.lower()}, gaps {GAPS[self.gaps].label.lower()}"


def _check_treatment(key: str, role: str, column: str = "") -> str:
    if TREATMENTS[key].role != role:
        of = (
            f"column {column}, a {ROLES[role].label.lower()}," if column else f"a {ROLES[role].label.lower()}"
        )
        offered = " or ".join(map(repr, treatments_of(role)))
        raise ParameterError(f"{key!r} does not treat {of} but a {TREATMENTS[key].role}. Choose {offered}.")
    return key


def complete_rows(X: FloatArray, columns: Sequence[Column], encoding: Encoding) -> IntArray:
    """The numbers of the rows that can train: all, unless those with gaps are to be left out."""
    gaps = np.asarray(np.isnan(X).any(axis=1))
    if not columns or not GAPS[encoding.gaps].drops or not gaps.any():
        return np.arange(len(X))
    if gaps.all():
        worst = int(np.isnan(X).sum(axis=0).max())
        raise DataError(
            f"Every training row has a gap; one column alone has {worst:,}. Leave that column out, or treat "
            'gaps otherwise: gaps="polar" or gaps="fill".'
        )
    return np.flatnonzero(~gaps)


@dataclass(frozen=True, eq=False)
class Part:
    """A column of the table after the fit: what fills its gaps, and where its values are put."""

    feature: int
    column: Column
    filler: float
    keeps_gaps: bool
    placed: Placed

    def __call__(self, values: FloatArray) -> FloatArray:
        """Give the columns that it becomes."""
        if not self.keeps_gaps:
            values = np.where(np.isnan(values), self.filler, values)
        return self.placed.place(values)

    def slots(self) -> list[Slot]:
        """The columns that it becomes, as a layout knows them."""
        placed = self.placed
        gaps = self.keeps_gaps and placed.gaps
        return [
            Slot(placed.kind, self.feature, f"{self.column.name}{name}", size, gaps)
            for name, size in zip(placed.names, placed.sizes, strict=True)
        ]

    def scaled(self) -> list[bool]:
        """Which of its columns are scaled: those that stand alone."""
        return [self.placed.scaled and size == 1 for size in self.placed.sizes]


@dataclass(frozen=True, eq=False)
class Encoder:
    """An encoding after it has seen the training rows; it encodes rows as a `Scaler` scales them.

    Attributes
    ----------
    layout : what the columns of encoded rows are
    left_out : columns that no training row has a value in
    """

    columns: tuple[Column, ...]
    parts: tuple[Part, ...]
    layout: Layout
    order: IntArray = field(repr=False)
    scalers: tuple[tuple[IntArray, Scaler], ...] = field(repr=False)
    left_out: tuple[str, ...] = ()

    def __call__(self, X: FloatArray) -> FloatArray:
        """Give the encoded rows."""
        return scaled_columns(_placed(self.parts, X)[:, self.order], self.scalers)

    def measurable(self, X: FloatArray, names: Sequence[object] | LabelArray | None = None) -> FloatArray:
        """Give the encoded rows, or refuse columns whose distances would overflow."""
        encoded = self(X)
        with np.errstate(invalid="ignore"):
            huge = (np.abs(encoded) > LARGEST).any(axis=0)
        if huge.any():
            told = dict.fromkeys(
                self.columns[self.layout.slots[i].feature].name for i in np.flatnonzero(huge)
            )
            raise DataError(f"{columns_in_words(list(told))}: values too large to measure. Rescale them.")
        return encoded

    def notes(self, X: FloatArray) -> tuple[str, ...]:
        """What is peculiar about rows to classify: values never seen, and gaps where there were none."""
        return tuple(note for part in self.parts for note in _notes(part, X[:, part.feature]))


def _notes(part: Part, values: FloatArray) -> list[str]:
    found = []
    name = part.column.name
    if part.placed.known is not None:
        new = ~np.isnan(values) & ~np.isin(values, part.placed.known)
        if new.any():
            rows = counted(int(new.sum()), "row")
            found.append(f"Column {name}: {rows} with a value that no training row has; it differs from all.")
    gaps = int(np.isnan(values).sum()) if not part.keeps_gaps else 0
    if gaps:
        kind = "most frequent value" if part.column.role in ("category", "yes-no") else "median"
        found.append(f"Column {name}: {counted(gaps, 'gap')} filled with the {kind} of the training rows.")
    return found


@dataclass(frozen=True, eq=False)
class Table:
    """Training rows as they were before the encoding, for those who fit it anew to some of them."""

    X: FloatArray
    columns: tuple[Column, ...]
    encoding: Encoding

    @classmethod
    def of(cls, X: FloatArray, columns: Sequence[Column], encoding: Encoding) -> Table | None:
        """The table; None for plain numbers, of which nothing but the scaling is fitted."""
        return cls(X, tuple(columns), encoding) if columns else None


def fit_columns(
    X: FloatArray,
    codes: IntArray,
    n_classes: int,
    columns: Sequence[Column],
    encoding: Encoding,
    normalise: str | None,
) -> tuple[Scaler | Encoder, Layout | None]:
    """What brings rows to comparable numbers, and the layout of what comes out; None for plain numbers."""
    if not columns:
        return fit_scaling(X, normalise), None
    encoder = fit_encoder(X, codes, n_classes, columns, encoding, normalise)
    return encoder, encoder.layout


def fit_encoder(
    X: FloatArray,
    codes: IntArray,
    n_classes: int,
    columns: Sequence[Column],
    encoding: Encoding,
    normalise: str | None,
) -> Encoder:
    """Fit an encoding to training rows (`complete_rows` says which can be) and their classes."""
    rule = GAPS[encoding.gaps].rule
    classes = Classes(codes, n_classes)
    parts, empty = [], []
    for i, column in enumerate(columns):
        values = X[:, i]
        absent = np.isnan(values)
        if absent.all():
            empty.append(column.name)
            continue
        filler = _filler(values[~absent], column)
        keeps = rule is not None and bool(absent.any())
        seen = values if keeps else np.where(absent, filler, values)
        placed = TREATMENTS[encoding.treatment(column)].fit(seen, column, classes)
        parts.append(Part(i, column, filler, keeps, placed))
    if not parts:
        raise DataError("No column has a value in the training rows, so there is nothing to compare.")
    slots = [slot for part in parts for slot in part.slots()]
    order = np.array(ordered_slots(slots), dtype=np.intp)
    raw = _placed(parts, X)[:, order]
    wanted = [flag for part in parts for flag in part.scaled()]
    scalers = fit_column_scalers(raw, [place for place, i in enumerate(order) if wanted[i]], normalise)
    encoded = scaled_columns(raw, scalers)
    n_features = sum(part.placed.counts for part in parts)
    layout = Layout(tuple(slots[i] for i in order), n_features, middles=column_means(encoded))
    if rule is not None:
        layout = replace(layout, rule=rule)
    return Encoder(tuple(columns), tuple(parts), layout, order, scalers, tuple(empty))


def _filler(values: FloatArray, column: Column) -> float:
    """The median of numbers and dates, of ordered values the lower one; the most frequent value of others."""
    if column.role in ("category", "yes-no"):
        known, counts = np.unique(values, return_counts=True)
        return float(known[counts.argmax()])
    return float(np.quantile(values, 0.5, method="lower" if column.role == "ordered" else "linear"))


def _placed(parts: Sequence[Part], X: FloatArray) -> FloatArray:
    return np.concatenate([part(X[:, part.feature]) for part in parts], axis=1)


def column_means(encoded: FloatArray) -> tuple[float, ...]:
    """The mean of the values that are there, column by column; 0 where none is."""
    there = ~np.isnan(encoded)
    sums = np.where(there, encoded, 0.0).sum(axis=0)
    return tuple((sums / np.maximum(there.sum(axis=0), 1)).tolist())


def fit_column_scalers(
    X: FloatArray, places: Sequence[int], normalise: str | None
) -> tuple[tuple[IntArray, Scaler], ...]:
    """Fit the scaling of numbers to some columns; those with gaps one by one, to the values there are."""
    absent = np.isnan(X)
    gappy = [place for place in places if absent[:, place].any()]
    whole = [place for place in places if place not in set(gappy)]
    found = []
    if whole:
        found.append((np.array(whole, dtype=np.intp), fit_scaling(X[:, whole], normalise)))
    for place in gappy:
        there = X[~absent[:, place], place]
        found.append((np.array([place], dtype=np.intp), fit_scaling(there[:, None], normalise)))
    return tuple(found)


def scaled_columns(X: FloatArray, scalers: Sequence[tuple[IntArray, Scaler]]) -> FloatArray:
    """The rows with some columns scaled, gaps as they are."""
    scaled = np.array(X, dtype=np.float64, order="C")
    for places, scaler in scalers:
        absent = np.isnan(X[:, places])
        scaled[:, places] = np.where(absent, np.nan, scaler(X[:, places]))
    return scaled
