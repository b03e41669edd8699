"""The classifier with its training rows on the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from frnn_core import classifier
from frnn_core.cluster import sampling, sources
from frnn_core.cluster.connection import FIT_AGAIN, Cluster
from frnn_core.cluster.parts import Facts, facts_of, joined
from frnn_core.cluster.shards import Shard, Shards
from frnn_core.cluster.training import ShardedModel, ShardedTrainingSet, new_name
from frnn_core.engine.arrays import FloatArray, LabelArray
from frnn_core.engine.explanation import Explanation
from frnn_core.engine.input_checks import plain_labels, refuse_gaps, refuse_one_class, refuse_rounded
from frnn_core.engine.labels import ordered_classes
from frnn_core.engine.owa import AnyWeights, family_for_relations
from frnn_core.engine.relation import Relation, TrainingSet
from frnn_core.engine.scalings import NONE, SCALINGS, Scaler, refuse_vanishing
from frnn_core.errors import DataError, FRNNError


class FRNNClassifier(classifier.FRNNClassifier):
    """Classify by fuzzy-rough nearest neighbours, with the training rows in shards on a Dask cluster.

    Each shard finds its nearest rows of each class, and a tree of merges finds the nearest of all:
    relations that need no more than that, and the smallest and largest values, give the numbers of the
    classifier on one machine to the bit. Means and covariances are sums over shards, so the scores of
    pcc, mah and class-mah may differ from those of one machine in the last digits. What is learned
    (kernel widths, metrics, weights, COMBO's choice) is learned from a stratified sample where there are more
    than 20,000 rows, and `notes_` says so.

    Parameters
    ----------
    relation, k, gamma, weights, normalise, relation_params : as for the classifier on one machine
    client : a `distributed.Client`; None for the one that Dask has in use

    Attributes
    ----------
    classes_, relation_ : as for the classifier on one machine
    notes_ : what the reader should know, such as a sample that stood in for all rows

    Notes
    -----
    `fit` takes arrays and data frames of Dask, cut into parts of equal columns, and whatever the
    classifier on one machine takes. `predict` and its kin take both as well, and give NumPy arrays.
    Workers that are lost are made up for while others are left: parts are read again, arrays sent again.

    Examples
    --------
    >>> import dask.dataframe as dd                                                # doctest: +SKIP
    >>> table = dd.read_parquet("rows/*.parquet")                                  # doctest: +SKIP
    >>> model = FRNNClassifier("man", k=3)                                         # doctest: +SKIP
    >>> model.fit(table.drop(columns="y"), table["y"]).predict(queries)            # doctest: +SKIP
    """

    go_on = FIT_AGAIN
    """What the user is told to do once a cluster that was lost is there again."""
    _train: ShardedTrainingSet

    def __init__(
        self,
        relation: str | Relation = "man",
        *,
        k: int = 3,
        gamma: float = 1.0,
        weights: AnyWeights = "linear",
        normalise: str | None = "centred",
        relation_params: Mapping[str, Any] | None = None,
        client: Any = None,
    ) -> None:
        super().__init__(
            relation,
            k=k,
            gamma=gamma,
            weights=weights,
            normalise=normalise,
            relation_params=relation_params,
        )
        self.client = client

    def __sklearn_clone__(self) -> FRNNClassifier:
        """The same settings on the same client, which cannot be copied."""
        return type(self)(**self.get_params(deep=False))

    def fit(self, X: Any, y: Any) -> FRNNClassifier:
        """Spread the training rows over the workers, and fit normalisation and relation to all of them."""
        spec, params = self._resolved()
        self._cluster = Cluster.of(self.client, self.go_on)
        parts = Shards(self._cluster, self._parts(X, y))
        told = self._read(parts)
        facts = joined(told, self._names)
        check_classification_targets(np.repeat(facts.classes, 2))  # rare classes are no reason to warn
        self.classes_ = ordered_classes(facts.classes)
        refuse_one_class(self.classes_, facts.rows)
        sample = self._sample(parts, told, facts)
        self._normaliser = self._scaler(facts, sample)
        self._train = self._sharded(parts, told, facts, sample)
        self.relation_ = spec.fit(self._train, **params)
        self._fit_weights()
        self._name = new_name()
        self._note_sample()
        return self

    def _parts(self, X: Any, y: Any) -> sources.Make:
        """How the parts come to the workers; what is in memory is checked here, as on one machine."""
        self.notes_: tuple[str, ...] = ()
        self.columns_ = ()
        if sources.is_lazy(X):
            if getattr(X, "ndim", 2) != 2:
                raise DataError(f"X must be a table of rows and columns; it has {X.ndim} dimensions.")
            self._numbers(_like(X))
            return sources.lazily(self._cluster, X, y)
        y = sources.whole(self._cluster, y)
        classes: Any = y if y is None else plain_labels(y)
        rows, labels = self._numbers(X, classes)
        refuse_gaps(rows, self._names)
        refuse_rounded(X, rows, self._names)
        return sources.arrays(self._cluster, rows, labels)

    @staticmethod
    def _read(parts: Shards) -> list[Facts]:
        """What each part says of itself."""
        try:
            return parts.ask(facts_of)
        except FRNNError:
            raise
        except Exception as error:
            raise DataError(
                f"A part of the training table could not be read on the workers ({error}). They must see "
                "the same files under the same names, with the same columns in each."
            ) from error

    def _sample(self, parts: Shards, told: list[Facts], facts: Facts) -> sampling.Sample:
        """A stratified sample of the rows as they were given, all of them if they are few."""
        sizes = facts.sizes[np.searchsorted(facts.classes, self.classes_)]
        drawn = sampling.quotas(sizes, sampling.SAMPLE_ROWS)
        starts = np.cumsum([0, *(part.rows for part in told[:-1])]).tolist()
        merge = partial(sampling.merged, drawn=drawn)
        found: sampling.Sample = parts.reduce(sampling.sample_of, merge, self.classes_, drawn, each=starts)
        return found

    def _scaler(self, facts: Facts, sample: sampling.Sample) -> Scaler:
        """The normalisation; refuse values that cannot be measured, by the ends of their ranges."""
        scaling = SCALINGS[NONE if self.normalise is None else self.normalise]
        both = np.stack([facts.low, facts.high])
        if not scaling.by_range and len(sample.X) < facts.rows:
            drawn = f"{len(sample.X):,} of {facts.rows:,} rows"
            self.notes_ += (f"{scaling.label}: fitted to a stratified sample of {drawn}.",)
        scaler = scaling.fit(both if scaling.by_range else sample.X)
        refuse_vanishing(scaler.measurable(both, self._names))
        return scaler

    def _sharded(
        self, parts: Shards, told: list[Facts], facts: Facts, sample: sampling.Sample
    ) -> ShardedTrainingSet:
        """The normalised rows on the workers; the parts are given up once they are normalised."""
        full = [place for place, part in enumerate(told) if part.rows]
        futures, parts.futures = [parts.futures], []

        def make() -> list[Any]:
            given = futures.pop() if futures else parts.make()
            submit = partial(self._cluster.client.submit, Shard.of, pure=False)
            return [submit(given[place], self._normaliser, self.classes_) for place in full]

        drawn = self._normaliser(sample.X)
        at_hand = TrainingSet(
            drawn,
            sample.codes,
            len(self.classes_),
            tuple(str(name) for name in self._names) if self._names is not None else (),
            k=int(self.k),
            family=family_for_relations(self.weights, drawn),
            normalise=self.normalise,
        )
        sizes = facts.sizes[np.searchsorted(facts.classes, self.classes_)]
        return ShardedTrainingSet(Shards(self._cluster, make), at_hand, sizes)

    def _note_sample(self) -> None:
        used, rows = self._train.sample_rows, self._train.n_rows
        if self._train.sampled and used < rows:
            self.notes_ += (f"Learned from a stratified sample of {used:,} of {rows:,} rows.",)

    def predict(self, X: Any) -> LabelArray:
        """Give the class with the largest score; of equal ones, the first in `classes_`."""
        return np.concatenate([super(FRNNClassifier, self).predict(part) for part in self._each(X)])

    def approximations(self, X: Any) -> tuple[FloatArray, FloatArray]:
        """Give the membership of each query in the lower and the upper approximation of each class."""
        found = [super(FRNNClassifier, self).approximations(part) for part in self._each(X)]
        lower, upper = (np.concatenate(side) for side in zip(*found, strict=True))
        return lower, upper

    def explain(self, X: ArrayLike) -> Explanation:
        """Refuse: the training rows are elsewhere."""
        raise FRNNError(
            "Explanations show training rows, which are on the workers here. Use frnn_core.FRNNClassifier, "
            "with the rows or a sample of them in memory."
        )

    def _model(self) -> ShardedModel:
        fitted = self._train, self.relation_, self._normaliser, self.classes_
        return ShardedModel(*fitted, self._neighbours, self._fitted_weights(), name=self._name)

    def _each(self, X: Any) -> Iterator[Any]:
        """The queries as they are, or part by part if they are a table of Dask."""
        check_is_fitted(self)
        if not sources.is_lazy(X):
            yield X
            return
        empty = True
        for part in sources.computed(self._cluster, X):
            empty = False
            yield part
        if empty:
            yield _like(X)[:0]


def _like(X: Any) -> Any:
    """A row of zeros with the columns of a table of Dask."""
    zeros = np.zeros((1, X.shape[1]))
    if not hasattr(X, "columns"):
        return zeros
    import pandas as pd

    return pd.DataFrame(zeros, columns=X.columns)
