"""What a relation is, and the one place where relations are registered.

Every relation has the form :math:`R(q, y) = link_c(metric(embed_c(q), embed_c(y)))` with q a query,
y a training row and c the class of y. One decorated function adds one; it then appears in the
classifier, the command line, the dashboard and the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.encoding import Table
from frnn_core.engine.fitted import Embedding, FittedRelation, Metric, identity
from frnn_core.engine.layout import Layout
from frnn_core.engine.parameters import Parameter
from frnn_core.engine.registry import Registry
from frnn_core.engine.weighting import WeightFamily, linear
from frnn_core.errors import DataError, ParameterError, Undefined, unknown_name

Family = Literal["distance", "angle", "mahalanobis", "kernel", "fitted kernel", "learned", "combo"]
Variant = Literal["published", "corrected"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)
"""A relation as the code published with the paper computes it, or as its formula says."""
VARIANT_LABELS: Mapping[Variant, str] = {"published": "As published", "corrected": "Corrected"}
VARIANT = Parameter("variant", "corrected", choices=VARIANTS)
SPREAD = "spread"
"""Where a training set keeps its rows with coordinates for everything."""


@dataclass(frozen=True, eq=False)
class TrainingSet:
    """Encoded training rows and their class codes 0 … n_classes - 1, as a relation sees them.

    `layout` says what the columns of `X` are, where they are not all numbers without gaps. `k`, `family` and
    `normalise` are those of the classifier, for relations that learn from its scores. Where the weights are
    themselves learned, which takes a fitted relation, `family` is the paper's linear one. `table` has the
    rows before they were encoded, where more than a scaling was fitted.
    `kept` holds searches that fits with other k can share, and the rows made ready for search; only
    `with_k` hands it on.
    """

    X: FloatArray
    codes: IntArray
    n_classes: int
    feature_names: tuple[str, ...] = ()
    k: int = 3
    family: WeightFamily = linear
    normalise: str | None = "centred"
    layout: Layout | None = None
    table: Table | None = field(default=None, repr=False)
    kept: dict[Hashable, Any] = field(default_factory=dict, repr=False, init=False)

    def with_k(self, k: int) -> TrainingSet:
        """The same rows for another k."""
        other = replace(self, k=k)
        object.__setattr__(other, "kept", self.kept)
        return other

    @property
    def n_features(self) -> int:
        """Number of features, constant ones included; a category is one."""
        return int(self.X.shape[1]) if self.layout is None else self.layout.n_features

    def spread(self) -> TrainingSet:
        """The same rows with coordinates for everything, for relations that need them."""
        if self.layout is None:
            return self
        if SPREAD not in self.kept:
            self.kept[SPREAD] = replace(
                self,
                X=self.layout.spread(self.X),
                feature_names=self.layout.spread_names(),
                layout=None,
                table=None,
            )
        spread: TrainingSet = self.kept[SPREAD]
        return spread.with_k(self.k)

    def numbers(self) -> list[IntArray]:
        """The numbers of the rows of every class, ascending."""
        ends = np.cumsum(np.bincount(self.codes, minlength=self.n_classes))
        return np.split(np.argsort(self.codes, kind="stable"), ends[:-1])

    def by_class(self) -> list[FloatArray]:
        """The rows of every class, each in the order of the training set."""
        return [self.X[numbers] for numbers in self.numbers()]

    def __getstate__(self) -> dict[str, Any]:
        """All but the searches that are kept: they can be made again, and are as large as the rows."""
        return {**self.__dict__, "kept": {}}

    def name_of(self, column: int) -> str:
        """The feature's name, or its number counted from 1."""
        return self.feature_names[column] if self.feature_names else f"feature {column + 1}"

    # What relations ask of all rows. Rows that are spread over machines answer in another way.

    @property
    def n_rows(self) -> int:
        """Number of training rows."""
        return len(self.X)

    def at_hand(self) -> TrainingSet:
        """A training set of the rows in `X`, for those who take rows away or add to them."""
        return self

    def class_sizes(self) -> IntArray:
        """Number of rows of each class."""
        return np.bincount(self.codes, minlength=self.n_classes)

    def mean(self) -> FloatArray:
        """The mean of each feature."""
        return np.asarray(self.X.mean(axis=0))

    def covariance(self, code: int | None = None, *, ranged: bool = False) -> FloatArray:
        """The sample covariance of the features, over all rows or those of a class.

        With `ranged` each feature is brought to a range of 1 first.
        """
        rows = self.rows_of(code)
        if ranged:
            rows = (rows - rows.min(axis=0)) / np.ptp(rows, axis=0)
        return np.atleast_2d(np.cov(rows, rowvar=False))

    def extent(self, embed: Embedding | None = None) -> tuple[FloatArray, FloatArray]:
        """The smallest and the largest value of each column of the rows, or of where they are placed."""
        rows = self._placed(embed)
        return rows.min(axis=0), rows.max(axis=0)

    def longest(self, origin: FloatArray) -> float:
        """The largest Euclidean distance of a row from a point."""
        return float(np.linalg.norm(self.X - origin, axis=1).max())

    def reach(self, embed: Embedding | None = None) -> float:
        """The largest Euclidean distance of a placed row from the mean of all placed rows."""
        rows = self._placed(embed)
        return float(np.linalg.norm(rows - rows.mean(axis=0), axis=1).max())

    def outskirts(self, embed: Embedding | None = None, code: int | None = None) -> FloatArray:
        """Placed rows, of all classes or of one, among which are those with the largest distance."""
        return self._placed(embed, code)

    def span(self, fitted: FittedRelation) -> float:
        """The largest difference between two values of placed rows; refuse rows that cannot be measured."""
        if self.layout is not None and fitted.embed is identity:
            return self.layout.span(self.X)
        groups = enumerate(self.by_class() if fitted.per_class else [self.X])
        placed = [
            fitted.places(rows[which], part)
            for code, rows in groups
            for part, which in fitted.parts(rows, code)
        ]
        return max(float(rows.max() - rows.min()) for rows in placed if rows.size)

    def rows_of(self, code: int | None) -> FloatArray:
        """The rows of a class, or all."""
        return self.X if code is None else self.X[self.codes == code]

    def _placed(self, embed: Embedding | None, code: int | None = None) -> FloatArray:
        rows = self.rows_of(code)
        return rows if embed is None else embed(rows, code or 0)


NOT_SOLVED = (
    "the values of the features lie too far apart for its equations to be solved in float64. Normalise the "
    "features, or drop outliers."
)
NO_NUMBER = (
    "similarities of training rows are NaN or infinite, as when all rows coincide or lie too far apart. "
    "Normalise the features, or choose another relation."
)


def _no_similarity(fitted: FittedRelation, train: TrainingSet) -> str | None:
    """Say that a fitted relation gives no number for rows as far apart as the training rows, or give None."""
    codes, span = np.arange(train.n_classes), train.span(fitted)
    distances = np.tile([0.0, span / 2, span], (len(codes), 1))
    with np.errstate(all="ignore"):
        found = fitted.link.decision(distances, codes[:, None])
    return None if np.isfinite(found).all() else NO_NUMBER


Fit = Callable[..., FittedRelation]
Check = Callable[[TrainingSet], str | None]


@dataclass(frozen=True)
class Relation:
    """The specification of a relation: all that the rest of the package knows about it.

    Attributes
    ----------
    formula, where : LaTeX of R(q, y), and of the symbols that it uses
    help, source : what it does in one sentence, and where it comes from
    base : the distance that is searched; None where the relation decides that by itself
    plain : whether rows are compared as they are, so that relations on the same base share a search
    by_class : whether each class measures in its own way, so that R depends on the class of y
    kernel : the key of the kernel that it is, of a given or a learned width
    shares : how its distance is shared out over the features, where that is not as for its base
    defined : on which rows it is defined, in words
    symmetric, triangle : whether R(x, y) = R(y, x), and whether the distance behind R obeys the
        triangle inequality
    nonnegative : whether R >= 0 on any rows, not only on those within the training range
    learns : whether it is learned from the training rows and their classes
    uses_k : whether the fit itself depends on k and the weights, as when it learns from the scores
    paper : whether the paper compares it
    published : the parameters with which it is what the paper's published code computes
    check : gives the reason in words where the relation is undefined on the training data, else None
    revision : raised whenever the numbers of this relation change, so that no stale result is reused
    """

    key: str
    label: str
    family: Family
    formula: str
    help: str
    source: str
    fit_function: Fit = field(repr=False)
    base: Metric | None = None
    plain: bool = False
    by_class: bool = False
    kernel: str = ""
    where: str = ""
    shares: str = ""
    defined: str = "On any rows."
    parameters: tuple[Parameter, ...] = ()
    symmetric: bool = True
    triangle: bool = True
    nonnegative: bool = False
    learns: bool = False
    uses_k: bool = False
    paper: bool = False
    published: tuple[tuple[str, Any], ...] = ()
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
        if params is not None and not isinstance(params, Mapping):
            raise ParameterError(
                f"Name the relation's parameters, as in {{'scale': 'class'}}; not {params!r}."
            )
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

    def deciding(self, resolved: Mapping[str, Any]) -> dict[str, Any]:
        """What of resolved parameters results are known by: all but later ones at their defaults."""
        silent = {parameter.name: parameter.default for parameter in self.parameters if parameter.later}
        return {name: p for name, p in resolved.items() if name not in silent or p != silent[name]}

    def of_variant(self, variant: str) -> dict[str, Any]:
        """The parameters of the relation as corrected or as published; none where both are the same.

        Examples
        --------
        >>> from frnn_core.relations import RELATIONS
        >>> RELATIONS["che"].of_variant("published"), RELATIONS["man"].of_variant("published")
        ({'variant': 'published'}, {})
        """
        return dict(self.published) if check_variant(variant) == "published" else {}

    def fit(self, train: TrainingSet, **params: Any) -> FittedRelation:
        """Fit with resolved parameters; raise `Undefined` with its reason where it does not exist.

        What is handed out has finite places and similarities for the training rows. Where columns are not
        all numbers, relations that compare rows as they are do so column by column, those that decide by
        themselves get the rows as they are, and all others get coordinates.
        """
        try:
            seen = train if self.plain or self.base is None else train.spread()
        except DataError as error:
            raise Undefined(self.label, str(error)) from None
        reason = self.undefined(seen)
        if reason is not None:
            raise Undefined(self.label, reason)
        try:
            fitted = self.fit_function(seen, **params)
            if seen is train or train.layout is None:
                fitted = fitted.over(train.layout)
            else:
                fitted = fitted.spread(train.layout)
            reason = _no_similarity(fitted, train)
        except (DataError, np.linalg.LinAlgError) as error:
            reason = str(error) if isinstance(error, DataError) else NOT_SOLVED
        if reason is not None:
            raise Undefined(self.label, reason)
        return fitted


RELATIONS = Registry[Relation]("relation")


def check_variant(variant: str) -> Variant:
    """Give the variant back, or raise an error that names both."""
    for known in VARIANTS:
        if variant == known:
            return known
    raise unknown_name("variant", variant, VARIANTS)


def fixed_relations() -> tuple[str, ...]:
    """The keys of the relations that learn nothing from the classes of the training rows."""
    return tuple(key for key, spec in RELATIONS.items() if not spec.learns)


def relation(**spec: Any) -> Callable[[Fit], Fit]:
    """Register the decorated function, which fits the relation to a `TrainingSet`.

    Examples
    --------
    >>> @relation(key="man", label="Manhattan", ...)      # doctest: +SKIP
    ... def manhattan(train):
    ...     return FittedRelation("cityblock", AffineLink(train.n_features))
    """

    def register(function: Fit) -> Fit:
        RELATIONS.add(spec["key"], Relation(fit_function=function, **spec))
        return function

    return register
