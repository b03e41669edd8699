"""The choices of a user about a table, checked: class, roles, orders, answers, groups, folds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from numbers import Real
from typing import Any, TypeAlias

import numpy as np

from frnn_core.engine.columns import ROLES
from frnn_core.errors import ParameterError

MOST_BINS = 20
"""Groups into which a quantity may be cut."""

Pairs: TypeAlias = tuple[tuple[str, str], ...]
Orders: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Options:
    """The choices, checked; mappings and lists are taken too, and kept as tuples.

    Attributes
    ----------
    target : the class column by name or position; None to find it out
    roles : what columns are, by name, where that is not what would be guessed
    orders : the values of ordered columns from the lowest to the highest, by name
    answers : to the question about a column, by name: which reading of ambiguous dates or numbers is meant
    bins : cut a class column of numbers into this many groups of about the same size
    edges : cut a class column of numbers above each of these numbers
    folds : which partition is meant, where the files hold several: the one with this many folds
    """

    target: str | int | None = None
    roles: Pairs = ()
    orders: Orders = ()
    answers: Pairs = ()
    bins: int | None = None
    edges: tuple[float, ...] | None = None
    folds: int | None = None

    def __post_init__(self) -> None:
        for name in ("roles", "orders", "answers"):
            object.__setattr__(self, name, _pairs(name, getattr(self, name)))
        if not (self.target is None or isinstance(self.target, str) or _is_whole(self.target)):
            raise ParameterError(
                f"target must be the name of a column or its position, counted from 0, not {self.target!r}."
            )
        for column, role in self.roles:
            if role not in ROLES:
                raise ParameterError(
                    f"roles: {role!r}, for {column!r}, is none. There are: {', '.join(ROLES)}."
                )
        if len(set(self._classes)) > 1:
            raise ParameterError(f"roles names several classes: {', '.join(self._classes)}. Name one.")
        if not (self.bins is None or (_is_whole(self.bins) and 2 <= self.bins <= MOST_BINS)):
            raise ParameterError(f"bins must be a whole number from 2 to {MOST_BINS}, not {self.bins!r}.")
        if self.edges is not None:
            object.__setattr__(self, "edges", _edges(self.edges))
            if self.bins is not None:
                raise ParameterError("bins and edges both say where to cut the class. Give one of them.")
        if not (self.folds is None or (_is_whole(self.folds) and self.folds >= 2)):
            raise ParameterError(f"folds must be a whole number of at least 2, not {self.folds!r}.")

    @property
    def _classes(self) -> list[str]:
        return [column for column, role in self.roles if role == "class"]

    @property
    def class_column(self) -> str | int | None:
        """The class column that was chosen, as the target or by its role; None to find it out."""
        return self._classes[0] if self.target is None and self._classes else self.target

    @property
    def cuts(self) -> bool:
        """Whether the class is a quantity that is to be cut into groups."""
        return self.bins is not None or self.edges is not None

    def arguments(self) -> dict[str, Any]:
        """The choices as arguments of `read_dataset`, those left open aside."""
        told: dict[str, Any] = {
            "target": self.target,
            "roles": dict(self.roles) or None,
            "orders": {name: list(values) for name, values in self.orders} or None,
            "answers": dict(self.answers) or None,
            "bins": self.bins,
            "edges": list(self.edges) if self.edges is not None else None,
            "folds": self.folds,
        }
        return {name: value for name, value in told.items() if value is not None}


def _is_whole(value: object) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _pairs(name: str, given: Any) -> tuple[tuple[str, Any], ...]:
    """Keep a mapping as pairs; of `orders` with a tuple of texts each, else with a text."""
    if given is None:
        return ()
    items = list(given.items()) if isinstance(given, Mapping) else _listed(name, given)
    found: dict[str, Any] = {}
    for pair in items:
        if not isinstance(pair, tuple | list) or len(pair) != 2 or not isinstance(pair[0], str):
            raise ParameterError(f"{name} must give a value for each name of a column, not {pair!r}.")
        column, value = pair
        if name == "orders":
            value = tuple(_listed(name, value))
        if not all(isinstance(text, str) for text in (value if name == "orders" else [value])):
            raise ParameterError(f"{name} must hold texts, not {value!r}.")
        if found.setdefault(column, value) != value:
            raise ParameterError(f"{name} says two things about the column {column}.")
    return tuple(found.items())


def _listed(name: str, given: Any) -> list[Any]:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise ParameterError(f"{name} must be a mapping from names of columns, not {given!r}.")
    return list(given)


def _edges(given: Any) -> tuple[float, ...]:
    """Check the numbers at which a class is cut."""
    try:
        edges = tuple(given)
    except TypeError:
        edges = ()
    numbers = edges and all(isinstance(edge, Real) and not isinstance(edge, bool) for edge in edges)
    if not numbers or len(edges) >= MOST_BINS or not all(map(isfinite, edges)):
        raise ParameterError(f"edges must be 1 to {MOST_BINS - 1} numbers, not {given!r}.")
    cuts = tuple(map(float, edges))
    if any(low >= high for low, high in pairwise(cuts)):
        raise ParameterError(f"edges must rise from one to the next, not {given!r}.")
    return cuts
