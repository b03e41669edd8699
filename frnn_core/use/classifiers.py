"""A trained model as a fitted classifier in scikit-learn's manner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from frnn_core.engine.search_report import SearchReport
from frnn_core.relations import RELATIONS

if TYPE_CHECKING:
    from frnn_core.classifier import FRNNClassifier
    from frnn_core.use.trained import Settings, TrainedModel


def as_classifier(trained: TrainedModel) -> FRNNClassifier:
    """The fitted classifier that a model stands for; `set_params` and `explain` work as after a fit."""
    from frnn_core.classifier import FRNNClassifier
    from frnn_core.tuning.classifier import TunedFRNNClassifier

    settings, model, tuned = trained.settings, trained.model, trained.tuned
    encode = None if model.train.table is None else settings.encoding
    if tuned is None:
        made = FRNNClassifier(
            settings.relation,
            k=settings.k,
            gamma=settings.gamma,
            weights=settings.weights,
            normalise=settings.normalise,
            relation_params=dict(settings.params) or None,
            encode=encode,
        )
    else:
        made = TunedFRNNClassifier(**settings.tuning, encode=encode)
        made.tuned_, made.best_params_ = tuned, arguments(settings)
    made.classes_ = model.classes
    made.columns_ = () if model.train.table is None else trained.columns
    made.notes_ = trained.about.notes
    made.relation_, made.weights_ = model.relation, model.weights.at(model.k)
    made._normaliser, made._train = model.normaliser, model.train
    made._numbers_of_rows, made._index = model.numbers, None
    made._weights_are_for = settings.weights, model.k
    made.search_report_ = SearchReport("exact")
    made.n_features_in_ = len(trained.columns)
    if trained.about.named:
        made.feature_names_in_ = np.array(trained.names, dtype=object)
    return made


def arguments(settings: Settings) -> dict[str, Any]:
    """The settings as arguments of `FRNNClassifier`, those that do not count left out."""
    told: dict[str, Any] = {
        name: getattr(settings, name) for name in ("relation", "k", "weights", "normalise")
    }
    if RELATIONS[settings.relation].uses_gamma:
        told["gamma"] = settings.gamma
    return told | ({"relation_params": dict(settings.params)} if settings.params else {})
