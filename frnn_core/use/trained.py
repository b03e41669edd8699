"""A model with all that its use takes: what decides, what its columns are, and what its rows looked like."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from frnn_core.data.dataset import Dataset
from frnn_core.engine.again import Rescaling
from frnn_core.engine.approximations import scores
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.columns import Column
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.explanation import Explanation
from frnn_core.engine.input_checks import refuse_one_class
from frnn_core.engine.owa import check_weights
from frnn_core.engine.parameters import positive_number, whole_number
from frnn_core.engine.scalings import Scaler
from frnn_core.engine.weighting import Weighting
from frnn_core.errors import ParameterError
from frnn_core.model import Model
from frnn_core.relations import RELATIONS
from frnn_core.tuning.candidates import Candidate
from frnn_core.tuning.tuned import FOLDS, MOST_ROWS, Tuned, tune
from frnn_core.use.familiar import Familiar, Nearest, fit_familiar, nearest_training_rows
from frnn_core.version import __version__

if TYPE_CHECKING:
    from frnn_core.classifier import FRNNClassifier

RANGE_QUANTILES = (0.0, 0.01, 0.99, 1.0)


@dataclass(frozen=True)
class Settings:
    """The arguments of `FRNNClassifier` that the model was fitted with; of a tuned one, those chosen.

    `revision` is that of the relation: a later one may give other numbers. `tuning` holds the arguments of
    `TunedFRNNClassifier`, where it chose.
    """

    relation: str
    k: int
    gamma: float
    weights: str | Weighting
    normalise: str | None
    params: Mapping[str, Any]
    encoding: Encoding
    revision: int = 1
    tuning: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class About:
    """Where the training rows come from, how their cells were written, and what is known of the model.

    Attributes
    ----------
    name, source, sha256 : of the data set
    target : the class column, where it has a name
    written, notes : as of the data set: how numbers and dates were written, what was peculiar
    estimate : how good the model is expected to be, in the words of who estimated it
    version : of the package that fitted it
    named : whether the columns have names; else the classifier was fitted to an array
    """

    name: str = "data"
    source: str = ""
    sha256: str = ""
    target: str = ""
    written: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    estimate: str = ""
    version: str = __version__
    named: bool = True


@dataclass(frozen=True, eq=False)
class TrainedModel:
    """FRNN fitted to a table, ready for new rows.

    Attributes
    ----------
    model : the setting that decides; of several blended, the one that counts most
    columns : the columns that rows need, whatever their order
    ranges : of each column of numbers or dates its smallest value, its 1 % and 99 % quantile, and its largest
    familiar : how far a row may be from all training rows before it is unlike them
    tuned, rescaler : of a tuned model, all that was chosen, and what scales rows for `model`
    """

    model: Model
    settings: Settings
    columns: tuple[Column, ...]
    ranges: FloatArray
    familiar: Familiar
    about: About
    tuned: Tuned | None = None
    rescaler: Scaler | Rescaling | None = None

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes as they are written, in the order that decides ties."""
        return tuple(map(str, self.model.classes.tolist()))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def n_rows(self) -> int:
        """Number of training rows."""
        return self.model.train.n_rows

    @cached_property
    def class_sizes(self) -> IntArray:
        """Training rows of each class."""
        return self.model.train.class_sizes()

    def scores(self, X: FloatArray) -> FloatArray:
        """The score of each class, or of a tuned model its chance; `X` as `read_new_rows` gives it."""
        queries = self._encoded(X)
        if self.tuned is not None:
            return self.tuned.chances(queries)
        return scores(*self.model.approximations(queries))

    def nearest(self, X: FloatArray, count: int) -> Nearest:
        """The training rows most like each row."""
        return nearest_training_rows(self.model.relation, self.model.train, self._measured(X), count)

    def explain(self, X: FloatArray) -> Explanation:
        """The neighbours, similarities and weights that add up to each score.

        Of a tuned model they are those before the head starts of the classes; a blend has none.
        """
        if self.tuned is not None and len(self.tuned.members) > 1:
            raise ParameterError("A blend of settings has no single explanation. Fit one setting instead.")
        return self.model.explain(self._measured(X))

    def row_number(self, rows: IntArray) -> IntArray:
        """The numbers of training rows in their table, counted from 1 without its line of names."""
        return np.asarray(rows if self.model.numbers is None else self.model.numbers[rows]) + 1

    def with_estimate(self, estimate: str) -> TrainedModel:
        """The same with words on how good it is expected to be."""
        return replace(self, about=replace(self.about, estimate=estimate))

    def classifier(self) -> FRNNClassifier:
        """The same as a fitted classifier in scikit-learn's manner, for data frames and arrays."""
        from frnn_core.use.classifiers import as_classifier

        return as_classifier(self)

    def _encoded(self, X: FloatArray) -> FloatArray:
        return self.model.normaliser.measurable(X, self.names)

    def _measured(self, X: FloatArray) -> FloatArray:
        queries = self._encoded(X)
        return queries if self.rescaler is None else self.rescaler.measurable(queries, self.names)


def fit_model(
    data: Dataset,
    relation: str = "man",
    *,
    k: int = 3,
    gamma: float = 1.0,
    weights: str | Weighting = "linear",
    normalise: str | None = "centred",
    relation_params: Mapping[str, Any] | None = None,
    encoding: Encoding | Mapping[str, Any] | None = None,
    estimate: str = "",
) -> TrainedModel:
    """Fit FRNN to all rows of a data set, to be kept and used.

    The parameters are those of `FRNNClassifier`. `estimate` says in words how good the model is expected to
    be; it goes into the file and the model card.

    Examples
    --------
    >>> from frnn_core import load_dataset
    >>> model = fit_model(load_dataset("wine"), "man", k=5)
    >>> model.classes, model.settings.k
    (('1', '2', '3'), 5)
    """
    whole_number("k", k, 1)
    positive_number("gamma", gamma)
    check_weights(weights)
    encoding = Encoding.of(encoding or {})
    params = RELATIONS[relation].resolve(relation_params)
    chosen = {name: params[name] for name in relation_params or {}}
    refuse_one_class(np.array(data.class_names), len(data.y))
    model = Model.of(
        _described(data),
        relation,
        k,
        gamma,
        weights=weights,
        normalise=normalise,
        params=relation_params,
        encoding=encoding,
    )
    model = replace(model, weights=model.weights.at(model.k))
    revision = RELATIONS[relation].revision
    settings = Settings(relation, model.k, float(gamma), weights, normalise, chosen, encoding, revision)
    return trained(data, model, settings, estimate=estimate)


def fit_tuned_model(
    data: Dataset,
    candidates: Sequence[Candidate] | None = None,
    *,
    blended: bool = False,
    folds: int = FOLDS,
    max_rows: int = MOST_ROWS,
    encoding: Encoding | Mapping[str, Any] | None = None,
    seed: int = 0,
    estimate: str = "",
) -> TrainedModel:
    """Choose the setting on all rows of a data set as `TunedFRNNClassifier` does, and fit it to them.

    Examples
    --------
    >>> from frnn_core import load_dataset
    >>> from frnn_core.tuning import Candidate
    >>> model = fit_tuned_model(load_dataset("wine"), [Candidate("man"), Candidate("cos")])
    >>> type(model.classifier()).__name__
    'TunedFRNNClassifier'
    """
    encoding = Encoding.of(encoding or {})
    refuse_one_class(np.array(data.class_names), len(data.y))
    base = Model.of(_described(data), "man", 1, encoding=encoding)
    tuned = tune(base.train, candidates, blended=blended, folds=folds, max_rows=max_rows, seed=seed)
    model, rescaler = strongest(base, tuned)
    asked = {"candidates": candidates, "blended": blended, "folds": folds, "max_rows": max_rows, "seed": seed}
    made = trained(data, model, tuned_settings(tuned, model.k, encoding, asked), estimate=estimate)
    return replace(made, tuned=tuned, rescaler=rescaler)


def tuned_settings(tuned: Tuned, k: int, encoding: Encoding, asked: Mapping[str, Any]) -> Settings:
    """The setting that counts most of those chosen, and what the choice was asked for."""
    member = tuned.members[int(tuned.blend.weights.argmax())].with_seed(asked["seed"])
    return Settings(
        member.relation,
        k,
        1.0 if member.gamma is None else member.gamma,
        member.weights,
        member.normalise,
        dict(member.params),
        encoding,
        RELATIONS[member.relation].revision,
        asked,
    )


def strongest(base: Model, tuned: Tuned) -> tuple[Model, Scaler | Rescaling]:
    """The setting of a blend that counts most, fitted to the rows of `base`, and what scales rows for it."""
    place = int(tuned.blend.weights.argmax())
    relation, weights = tuned.fitted.of(place)
    search = next(
        each
        for each in tuned.fitted.searches
        for _, weighed in each.fitted
        for _, places in weighed
        if place in places
    )
    k = min(tuned.members[place].k, search.kmax)
    return replace(base, train=search.train, relation=relation, weights=weights, k=k), search.scaler


def trained(data: Dataset, model: Model, settings: Settings, *, estimate: str = "") -> TrainedModel:
    """A fitted model with what the data set tells of itself."""
    if data.numbers is not None:
        rows = data.numbers if model.numbers is None else data.numbers[model.numbers]
        model = replace(model, numbers=rows)
    about = About(
        data.name, data.source, data.sha256, data.target, data.written, data.notes, estimate, __version__
    )
    columns = data.described_columns
    familiar = fit_familiar(model.relation, model.train)
    return TrainedModel(model, settings, columns, ranges_of(data.X, columns), familiar, about)


def ranges_of(X: FloatArray, columns: Sequence[Column]) -> FloatArray:
    """Of each column that is not listed, the quantiles that say where its values are; NaN of others."""
    found = np.full((len(columns), len(RANGE_QUANTILES)), np.nan)
    for place, column in enumerate(columns):
        there = X[:, place][~np.isnan(X[:, place])]
        if not column.listed and len(there):
            found[place] = np.quantile(there, RANGE_QUANTILES)
    return found


def _described(data: Dataset) -> Dataset:
    """The data set with its columns described, so that gaps in new rows can be filled."""
    return data if data.columns else replace(data, columns=data.described_columns)
