"""What a relation is, and the one place where relations are registered.

Every relation has the form :math:`R(q, y) = link_c(metric(embed_c(q), embed_c(y)))` with q a query,
y a training row and c the class of y. One decorated function adds one; it then appears in the
classifier, the command line, the dashboard and the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import ArrayLike

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.owa import WeightFamily, linear
from frnn_core.errors import ParameterError, Undefined, unknown_name

EXTREMES = (1e-100, 1e100)
Metric = Literal["cityblock", "euclidean", "chebyshev", "canberra", "signed-maximum"]
Family = Literal["distance", "angle", "mahalanobis", "kernel", "fitted kernel", "learned", "combo"]


@dataclass(frozen=True, eq=False)
class TrainingSet:
    """Normalised training rows and their class codes 0 … n_classes - 1, as a relation sees them.

    `k`, `family` and `normalise` are those of the classifier, for relations that learn from its scores.
    `kept` holds searches that fits with other k can share; only `with_k` hands it on.
    """

    X: FloatArray
    codes: IntArray
    n_classes: int
    feature_names: tuple[str, ...] = ()
    k: int = 3
    family: WeightFamily = linear
    normalise: str | None = "centred"
    kept: dict[Hashable, Any] = field(default_factory=dict, repr=False, init=False)

    def with_k(self, k: int) -> TrainingSet:
        """The same rows for another k."""
        other = replace(self, k=k)
        object.__setattr__(other, "kept", self.kept)
        return other

    @property
    def n_features(self) -> int:
        """Number of features, constant ones included."""
        return int(self.X.shape[1])

    def by_class(self) -> list[FloatArray]:
        """The rows of every class, each in the order of the training set."""
        ends = np.cumsum(np.bincount(self.codes, minlength=self.n_classes))
        return np.split(self.X[np.argsort(self.codes, kind="stable")], ends[:-1])

    def name_of(self, column: int) -> str:
        """The feature's name, or its number counted from 1."""
        return self.feature_names[column] if self.feature_names else f"feature {column + 1}"


class Link(Protocol):
    """A decreasing map from distance to similarity."""

    @property
    def common(self) -> bool:
        """Whether it is the same map for every class."""

    @property
    def decision(self) -> Link:
        """A link that gives the same predictions and may be cheaper to evaluate."""

    def __call__(self, distances: FloatArray, classes: ArrayLike) -> FloatArray:
        """Give the similarities; `classes` (the training rows' class codes) broadcasts to `distances`."""


Embedding = Callable[[FloatArray, int], FloatArray]


def identity(X: FloatArray, code: int) -> FloatArray:
    """Leave the rows as they are."""
    return X


@dataclass(frozen=True, eq=False)
class FittedRelation:
    """A relation after it has seen the training data.

    `embed(X, code)` maps rows for comparison with the class `code`; with `per_class` false it
    ignores the code. `trace` keeps what a fit wants to tell (steps of a descent, say).
    """

    metric: Metric
    link: Link
    embed: Embedding = identity
    per_class: bool = False
    trace: object = None


@dataclass(frozen=True)
class Parameter:
    """A parameter of a relation, with what a widget or the command line needs to offer it.

    The kind follows from the default and the choices: one of the choices, a whole number from `low`
    on (None where that is the default), a number above 0, or a tuple of relation keys.
    """

    name: str
    label: str
    default: Any
    low: float | None = None
    high: float | None = None
    log: bool = False
    choices: tuple[str, ...] = ()
    help: str = ""

    @property
    def kind(self) -> Literal["choice", "integer", "number", "relations"]:
        """What values it takes."""
        if self.choices:
            return "choice"
        if isinstance(self.default, tuple):
            return "relations"
        return "number" if isinstance(self.default, float) else "integer"

    def check(self, value: Any) -> Any:
        """Give the value back in its own type, or raise an error that names the range."""
        if value is None and self.default is None:
            return None
        if self.kind == "choice":
            return self._checked_choice(value)
        if self.kind == "relations":
            return tuple(RELATIONS[key].key for key in value)
        if self.kind == "integer":
            return whole_number(self.name, value, int(self.low or 0))
        return positive_number(self.name, value)

    def _checked_choice(self, value: Any) -> str:
        if value not in self.choices:
            raise ParameterError(f"{self.name} must be one of {', '.join(self.choices)}, not {value!r}.")
        return str(value)


def whole_number(name: str, value: Any, low: int) -> int:
    """Give the value as an int, or raise an error unless it is a whole number from `low` on."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
        raise ParameterError(f"{name} must be a whole number from {low} on, not {value!r}.")
    return int(value)


def positive_number(name: str, value: Any) -> float:
    """Give the value as a float, or raise an error unless it is a finite number above 0.

    Beyond `EXTREMES` squares and quotients would leave the range of float64.
    """
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise ParameterError(f"{name} must be a number above 0, not {value!r}.")
    if not (value > 0 and value != np.inf):
        raise ParameterError(f"{name} must be a finite number above 0, not {value!r}.")
    low, high = EXTREMES
    if not low <= value <= high:
        raise ParameterError(f"{name} must be a number from {low:g} to {high:g}.")
    return float(value)


Fit = Callable[..., FittedRelation]
Check = Callable[[TrainingSet], str | None]


@dataclass(frozen=True)
class Relation:
    """The specification of a relation: all that the rest of the package knows about it.

    Attributes
    ----------
    formula, where : LaTeX of R(q, y), and of the symbols that it uses
    symmetric, metric : whether R(x, y) = R(y, x), and whether the distance behind R obeys the
        triangle inequality
    nonnegative : whether R >= 0 on any rows, not only on those within the training range
    uses_k : whether the fit itself depends on k and the weights, as when it learns from the scores
    check : gives the reason in words where the relation is undefined on the training data, else None
    revision : raised whenever the numbers of this relation change, so that no stale result is reused
    """

    key: str
    label: str
    family: Family
    formula: str
    reference: str
    fit_function: Fit = field(repr=False)
    where: str = ""
    parameters: tuple[Parameter, ...] = ()
    symmetric: bool = True
    metric: bool = True
    nonnegative: bool = False
    uses_k: bool = False
    check: Check | None = field(default=None, repr=False)
    revision: int = 1

    @property
    def uses_gamma(self) -> bool:
        """Whether the relation is a kernel with a width gamma."""
        return any(parameter.name == "gamma" for parameter in self.parameters)

    def undefined(self, train: TrainingSet) -> str | None:
        """Give the reason why the relation does not exist on these training data, or None."""
        return self.check(train) if self.check else None

    def resolve(self, params: Mapping[str, Any] | None = None, gamma: float | None = None) -> dict[str, Any]:
        """Give every parameter its checked value; unknown names are refused with the nearest one.

        gamma has one way in: its own argument, ignored by relations without it.
        """
        given = dict(params or {})
        if "gamma" in given:
            raise ParameterError("Pass gamma by itself (gamma=…), not among the relation's parameters.")
        if self.uses_gamma and gamma is not None:
            given["gamma"] = gamma
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in given:
            if name not in known:
                offered = [n for n in known if n != "gamma"]
                if not offered:
                    raise ParameterError(f"{self.label} ({self.key}) takes no parameter {name!r}.")
                raise unknown_name(f"parameter of {self.label}", name, offered)
        return {name: p.check(given.get(name, p.default)) for name, p in known.items()}

    def fit(self, train: TrainingSet, **params: Any) -> FittedRelation:
        """Fit with resolved parameters; raise `Undefined` with its reason where it does not exist."""
        reason = self.undefined(train)
        if reason is not None:
            raise Undefined(self.label, reason)
        return self.fit_function(train, **params)


class Registry(Mapping[str, Relation]):
    """The relations by key, in the order in which they were registered."""

    def __init__(self) -> None:
        self._relations: dict[str, Relation] = {}

    def __getitem__(self, key: str) -> Relation:
        try:
            return self._relations[key]
        except (KeyError, TypeError):
            raise unknown_name("relation", key, self._relations) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._relations)

    def __len__(self) -> int:
        return len(self._relations)

    def __repr__(self) -> str:
        return f"Registry({', '.join(self)})"

    def add(self, relation: Relation) -> None:
        """Register a relation; a key can be taken only once."""
        if relation.key in self._relations:
            raise ParameterError(f"There is a relation {relation.key!r} already.")
        self._relations[relation.key] = relation


RELATIONS = Registry()


def relation(**spec: Any) -> Callable[[Fit], Fit]:
    """Register the decorated function, which fits the relation to a `TrainingSet`.

    Examples
    --------
    >>> @relation(key="man", label="Manhattan", ...)      # doctest: +SKIP
    ... def manhattan(train):
    ...     return FittedRelation("cityblock", AffineLink(train.n_features))
    """

    def register(function: Fit) -> Fit:
        RELATIONS.add(Relation(fit_function=function, **spec))
        return function

    return register
