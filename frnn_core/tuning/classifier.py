"""FRNN that chooses its own settings, in scikit-learn's manner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from frnn_core.classifier import FRNNClassifier
from frnn_core.engine.arrays import FloatArray, LabelArray
from frnn_core.engine.encoding import Encoding
from frnn_core.engine.explanation import Explanation
from frnn_core.engine.parameters import whole_number
from frnn_core.errors import ParameterError
from frnn_core.model import Model
from frnn_core.tuning.candidates import Candidate, members_of
from frnn_core.tuning.tuned import FOLDS, MOST_ROWS, tune


class TunedFRNNClassifier(FRNNClassifier):
    """Choose relation, k, width, weights and scaling by cross-validation on the training rows.

    A row goes to the class that is most likely once the scores have been calibrated: each class may have a
    head start, learned on the training rows, so that small classes are not passed over.

    Parameters
    ----------
    candidates : what to choose from, a list of `frnn_core.tuning.Candidate`; None takes
        `frnn_core.tuning.CANDIDATES`
    blended : False decides by the best setting, True by several, each with a weight of its own, which is more
        accurate as a rule, slower, and without `explain`
    folds : how many folds the choice is made on
    max_rows : of more rows a stratified sample of so many is used for the choice; what was chosen is fitted
        to all
    encode : as in `FRNNClassifier`
    seed : decides the folds and the sample

    Attributes
    ----------
    tuned_ : what was tried and chosen; `tuned_.members` are the settings that decide
    best_params_ : the arguments of `FRNNClassifier` for the best setting, of a blend the one that counts most
    relation_, weights_ : those of that setting, fitted

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> X, y = load_wine(return_X_y=True)
    >>> model = TunedFRNNClassifier(candidates=[Candidate("man"), Candidate("cos")]).fit(X[::2], y[::2])
    >>> sorted(model.best_params_)
    ['k', 'normalise', 'relation', 'weights']
    """

    # what the rows are checked and encoded by before anything is chosen
    relation = "man"
    k = 1
    gamma = 1.0
    weights = "linear"
    normalise = "centred"
    relation_params = None
    search = "exact"

    def __init__(
        self,
        *,
        candidates: Sequence[Candidate] | None = None,
        blended: bool = False,
        folds: int = FOLDS,
        max_rows: int = MOST_ROWS,
        encode: str | Mapping[str, Any] | Encoding | None = None,
        seed: int = 0,
    ) -> None:
        self.candidates = candidates
        self.blended = blended
        self.folds = folds
        self.max_rows = max_rows
        self.encode = encode
        self.seed = seed

    def fit(self, X: ArrayLike, y: ArrayLike) -> TunedFRNNClassifier:
        """Encode the rows, compare the candidates on them, and fit what was chosen to all."""
        folds, seed = whole_number("folds", self.folds, 2), whole_number("seed", self.seed, 0)
        max_rows = whole_number("max_rows", self.max_rows, 10)
        if self.candidates is not None:
            members_of(self.candidates)
        super().fit(X, y)
        blended = bool(self.blended)
        self.tuned_ = tune(
            self._train, self.candidates, blended=blended, folds=folds, max_rows=max_rows, seed=seed
        )
        strongest = int(self.tuned_.blend.weights.argmax())
        self.best_params_ = self.tuned_.members[strongest].with_seed(seed).settings
        self.relation_, self.weights_ = self.tuned_.fitted.of(strongest)
        return self

    def predict(self, X: ArrayLike) -> LabelArray:
        """Give the most likely class; of equally likely ones, the first in `classes_`."""
        likely = self.predict_proba(X).argmax(axis=1)
        return np.asarray(self.classes_[likely])

    def predict_proba(self, X: ArrayLike) -> FloatArray:
        """Give the chance of every class, calibrated on the training rows with all classes counting alike."""
        queries = self._queries(X)
        return self.tuned_.chances(queries)

    def approximations(self, X: ArrayLike) -> tuple[FloatArray, FloatArray]:
        """Give the membership in the approximations, by the setting that was chosen."""
        model, queries = self._chosen(X)
        return model.approximations(queries)

    def explain(self, X: ArrayLike) -> Explanation:
        """Give the neighbours, similarities and weights of the setting that was chosen.

        The scores that they add up to come before the head starts of the classes.
        """
        model, queries = self._chosen(X)
        return model.explain(queries)

    def _chosen(self, X: ArrayLike) -> tuple[Model, FloatArray]:
        queries = self._queries(X)
        if len(self.tuned_.members) > 1:
            raise ParameterError(
                "A blend of settings has no single explanation. Fit with blended=False, or fit "
                "FRNNClassifier(**best_params_)."
            )
        search = self.tuned_.fitted.searches[0]
        rows = search.train, self.relation_, self._normaliser, self.classes_
        model = Model(*rows, search.kmax, self.weights_, numbers=self._numbers_of_rows)
        return model, search.scaler.measurable(queries, search.train.feature_names)
