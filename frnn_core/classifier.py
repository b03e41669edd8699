"""The fuzzy-rough nearest neighbour classifier, in scikit-learn's manner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_consistent_length, check_is_fitted, column_or_1d, validate_data

from frnn_core import relations as relations  # registers them
from frnn_core.engine.approximate import ApproximateIndex, approximate
from frnn_core.engine.approximations import probabilities, scores
from frnn_core.engine.arrays import FloatArray, LabelArray
from frnn_core.engine.columns import Column
from frnn_core.engine.encoding import Encoder, Encoding, Table, complete_rows, fit_columns
from frnn_core.engine.explanation import Explanation
from frnn_core.engine.faiss_library import needed_faiss
from frnn_core.engine.frames import columns_of, table_of
from frnn_core.engine.input_checks import (
    plain_labels,
    refuse_empty,
    refuse_gaps,
    refuse_masked,
    refuse_one_class,
    refuse_rounded,
    refuse_text,
)
from frnn_core.engine.labels import encode, ordered_classes
from frnn_core.engine.owa import AnyWeights, check_weights, family_for_relations, fitted_weights
from frnn_core.engine.parameters import positive_number, whole_number
from frnn_core.engine.relation import Relation, TrainingSet
from frnn_core.engine.scalings import columns_in_words, refuse_vanishing
from frnn_core.engine.search_report import SearchReport, check_search
from frnn_core.engine.weighting import FittedWeights
from frnn_core.errors import DataError, ParameterError
from frnn_core.model import Model
from frnn_core.relations import RELATIONS

_FORM: dict[str, Any] = {"dtype": np.float64, "ensure_all_finite": False}


class FRNNClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Classify by fuzzy-rough nearest neighbours with OWA weights.

    A query belongs to a class to the degree that its nearest neighbours inside the class are like
    it (upper approximation) and those outside it are not (lower approximation). The class with the
    largest mean of both wins; of equal ones, the first.

    Parameters
    ----------
    relation : key of a registered relation, or a `Relation`
    k : how many neighbours count inside and outside each class; a class with fewer uses all it has
    gamma : width of kernel relations, from 1e-100 to 1e100; others ignore it
    weights : key of a family of OWA weights (`WEIGHTS` lists them: "linear", "strict", "mean", …), or a
        callable m -> m weights, the nearest neighbour's first. "learned" and "learned-by-class" are learned
        from the training rows, for k neighbours (20 is a good k for them); a relation whose own fit uses
        weights uses linear ones then. What `fit_weights` found can be given as its ``weighting()``.
    normalise : "centred" maps each feature's training range to [-1/2, 1/2], "unit" to [0, 1], None
        leaves the data as they are; scores are compared to 12 decimals, so bring such data to a range
        of about 1
    relation_params : further parameters of the relation, e.g. ``{"scale": "overall"}``
    encode : None takes numbers without gaps only. "auto", or an `Encoding`, takes data frames with columns of
        categories, texts, booleans, dates and gaps as well, and arrays with gaps: categories are equal or
        not, a gap is equally far from every value, dates are days. Tables of plain numbers give the same as
        without it.
    search : "exact" finds every neighbour. "approximate", for millions of rows, may miss some, and
        `search_report_` tells how many: it looks for neighbours in an index of each class with 50,000 rows or
        more, which needs ``frnn-explorer[large]``; classes and relations that no index serves are searched
        exactly. `explain` always searches exactly.

    Attributes
    ----------
    classes_ : the class labels in the order that decides ties
    relation_ : the relation fitted to the normalised training rows
    weights_ : the weights that count inside and outside each class; `trace` says how they were learned
    columns_ : with `encode`, what each column of the table is
    notes_ : with `encode`, what was peculiar about the training rows; `notes` says it of rows to classify
    search_report_ : how neighbours are searched (print it); for an approximate search the index, its building
        time and memory, the share of neighbours that is found with its interval, and how many of a sample of
        training rows would get another class from an exact search. These are for the k of the fit: the share
        is smaller for a much larger k set afterwards, so fit again. With ``set_params(search="exact")`` a
        classifier with an index searches exactly from then on.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True)
    >>> FRNNClassifier("man", k=3).fit(X[::2], y[::2]).score(X[1::2], y[1::2])
    0.9438202247191011

    >>> import pandas as pd
    >>> table = pd.DataFrame({"plan": ["S", "M", "S", "L"], "age": [31, None, 45, 28]})
    >>> model = FRNNClassifier(k=1, encode="auto").fit(table, ["stays", "goes", "stays", "goes"])
    >>> asked = pd.DataFrame({"plan": ["XL"], "age": [32.0]})
    >>> model.predict(asked)
    array(['stays'], dtype='<U5')
    >>> model.notes(asked)
    ('Column plan: 1 row with a value that no training row has; it differs from all.',)
    """

    def __init__(
        self,
        relation: str | Relation = "man",
        *,
        k: int = 3,
        gamma: float = 1.0,
        weights: AnyWeights = "linear",
        normalise: str | None = "centred",
        relation_params: Mapping[str, Any] | None = None,
        encode: str | Mapping[str, Any] | Encoding | None = None,
        search: str = "exact",
    ) -> None:
        self.relation = relation
        self.k = k
        self.gamma = gamma
        self.weights = weights
        self.normalise = normalise
        self.relation_params = relation_params
        self.encode = encode
        self.search = search

    def fit(self, X: ArrayLike, y: ArrayLike) -> FRNNClassifier:
        """Store the training rows and fit normalisation and relation to them."""
        spec, params = self._resolved()
        labels = y if y is None else plain_labels(y)
        rows, labels = self._plain_rows(X, labels) if self.encode is None else self._table(X, labels)
        check_classification_targets(labels)
        encoding = Encoding() if self.encode is None else Encoding.of(self.encode)
        kept = complete_rows(rows, self.columns_, encoding)
        self._numbers_of_rows = None if len(kept) == len(rows) else kept
        if self._numbers_of_rows is not None:
            rows, labels = rows[kept], np.asarray(labels)[kept]
        self.classes_ = ordered_classes(labels)
        refuse_one_class(self.classes_, len(labels))
        codes = encode(labels, self.classes_)
        self._normaliser, layout = fit_columns(
            rows, codes, len(self.classes_), self.columns_, encoding, self.normalise
        )
        self.notes_ = self._about_training(rows)
        normalised = self._normaliser.measurable(rows, self._names)
        refuse_vanishing(normalised if layout is None else normalised[:, : layout.numbers])
        self._train = TrainingSet(
            normalised,
            codes,
            len(self.classes_),
            tuple(column.name for column in self.columns_)
            or (tuple(str(name) for name in self._names) if self._names is not None else ()),
            k=int(self.k),
            family=family_for_relations(self.weights, normalised, layout),
            normalise=self.normalise,
            layout=layout,
            table=Table.of(rows, self.columns_, encoding),
        )
        self.relation_ = spec.fit(self._train, **params)
        self._fit_weights()
        self._index: ApproximateIndex | None = None
        self.search_report_ = SearchReport("exact")
        if self.search == "approximate":
            self._index, self.search_report_ = approximate(
                self.relation_, self._train, self.classes_.tolist(), self.weights_
            )
        return self

    def _plain_rows(self, X: ArrayLike, y: ArrayLike) -> tuple[FloatArray, LabelArray]:
        """Rows of numbers without gaps, and their classes."""
        rows, labels = self._numbers(X, y)
        refuse_gaps(rows, self._names)
        refuse_rounded(X, rows, self._names)
        self.columns_: tuple[Column, ...] = ()
        return rows, labels

    def _table(self, X: ArrayLike, y: ArrayLike | None) -> tuple[FloatArray, LabelArray]:
        """Rows of a table with columns of any kind, and their classes."""
        frame = self._frame(X)
        if y is None:
            validate_data(self, X, y, skip_check_array=False)  # which says what is missing
        labels = column_or_1d(y, warn=True)
        check_consistent_length(frame, labels)
        self.columns_ = columns_of(frame, dict(Encoding.of(self.encode or "auto").roles))
        return table_of(frame, self.columns_), labels

    def _frame(self, X: ArrayLike, *, reset: bool = True) -> pd.DataFrame:
        """The table as a data frame; what is none is checked as scikit-learn checks arrays."""
        refuse_masked(X, gaps=True)
        if isinstance(X, pd.DataFrame):
            validate_data(self, X, skip_check_array=True, reset=reset)
            refuse_empty(X)
            return X
        rows = validate_data(self, X, dtype=None, ensure_all_finite=False, reset=reset)
        names = [f"x{i + 1}" for i in range(rows.shape[1])]
        frame = pd.DataFrame(rows, columns=names)
        return frame.infer_objects() if rows.dtype == object else frame

    def _asked(self, X: ArrayLike) -> FloatArray:
        """Rows of a table like that of the fit."""
        return table_of(self._frame(X, reset=False), self.columns_)

    def notes(self, X: ArrayLike) -> tuple[str, ...]:
        """Say what is peculiar about rows to classify: values that no training row has, gaps to be filled."""
        check_is_fitted(self)
        return self._normaliser.notes(self._asked(X)) if isinstance(self._normaliser, Encoder) else ()

    def _about_training(self, rows: FloatArray) -> tuple[str, ...]:
        """What was done to the training rows: columns without values, rows and gaps."""
        if not isinstance(self._normaliser, Encoder):
            return ()
        empty = self._normaliser.left_out
        told = [f"{columns_in_words(empty)} left out: no training row has a value."] if empty else []
        if self._numbers_of_rows is not None:
            told.append(f"{len(rows):,} rows without gaps are the training rows; the others were left out.")
        return (*told, *self._normaliser.notes(rows))

    def _resolved(self) -> tuple[Relation, dict[str, Any]]:
        """Check every parameter before any work is done."""
        whole_number("k", self.k, 1)
        gamma = positive_number("gamma", self.gamma)
        check_weights(self.weights)
        if self.encode is not None:
            Encoding.of(self.encode)
        if check_search(self.search) == "approximate":
            needed_faiss()
        spec = self.relation if isinstance(self.relation, Relation) else RELATIONS[self.relation]
        return spec, spec.resolve(self.relation_params, gamma)

    def predict(self, X: ArrayLike) -> LabelArray:
        """Give the class with the largest score; of equal ones, the first in `classes_`."""
        queries = self._queries(X)
        return np.asarray(self.classes_[self._model().decide(queries)])

    def predict_proba(self, X: ArrayLike) -> FloatArray:
        """Give the scores scaled to sum to 1 over the classes."""
        return probabilities(scores(*self.approximations(X)))

    def approximations(self, X: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Give the membership of each query in the lower and the upper approximation of each class."""
        queries = self._queries(X)
        return self._model().approximations(queries)

    def explain(self, X: ArrayLike) -> Explanation:
        """Give the neighbours, similarities and weights that add up to each approximation; exact always."""
        queries = self._queries(X)
        return self._model().explain(queries)

    def _model(self) -> Model:
        """All that decides, with k and weights as they are now."""
        index = self._index if check_search(self.search) == "approximate" else None
        if self.search != self.search_report_.asked == "exact":
            raise ParameterError("Fit again: an approximate search needs an index, which the fit builds.")
        fitted = self._train, self.relation_, self._normaliser, self.classes_
        return Model(*fitted, self._neighbours, self._fitted_weights(), index, self._numbers_of_rows)

    @property
    def _neighbours(self) -> int:
        """How many neighbours count: k as it is now, or all rows."""
        return min(whole_number("k", self.k, 1), self._train.n_rows)

    def _fit_weights(self) -> None:
        """Fit the weights to the rows as the fitted relation compares them, and remember for which k."""
        k = self._neighbours
        self.weights_ = fitted_weights(self.weights, self.relation_, self._train).at(k)
        self._weights_are_for = self.weights, k

    def _fitted_weights(self) -> FittedWeights:
        """The weights of the fit, or those that follow from what k and weights are now."""
        if self._weights_are_for == (self.weights, self._neighbours):
            return self.weights_
        return fitted_weights(self.weights, self.relation_, self._train)

    def _queries(self, X: ArrayLike) -> FloatArray:
        """The queries, checked and normalised."""
        check_is_fitted(self)
        if self.columns_:
            return self._normaliser.measurable(self._asked(X), self._names)
        rows = self._numbers(X, reset=False)
        refuse_gaps(rows, self._names)
        return self._normaliser.measurable(rows, self._names)

    def _numbers(self, X: ArrayLike, *y: ArrayLike, **options: Any) -> Any:
        """What scikit-learn makes of X and y; numbers beyond float64 become infinite."""
        refuse_masked(X)
        refuse_text(X)
        try:
            with np.errstate(over="ignore"):
                return validate_data(self, X, *y, **_FORM, **options)
        except OverflowError:
            raise DataError("X contains numbers beyond float64, about 1e308. Rescale or drop them.") from None

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.string = self.encode is not None
        tags.input_tags.categorical = self.encode is not None
        return tags

    @property
    def _names(self) -> LabelArray | None:
        return getattr(self, "feature_names_in_", None)
