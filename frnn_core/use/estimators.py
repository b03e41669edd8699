"""A fitted classifier in scikit-learn's manner as a model that can be kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.columns import Column, plain_columns
from frnn_core.engine.encoding import Encoder, Encoding
from frnn_core.engine.owa import AnyWeights
from frnn_core.engine.relation import Relation
from frnn_core.engine.weighting import Weighting
from frnn_core.errors import ParameterError
from frnn_core.model import Model
from frnn_core.relations import RELATIONS
from frnn_core.use.familiar import fit_familiar
from frnn_core.use.trained import About, Settings, TrainedModel, ranges_of, strongest, tuned_settings

if TYPE_CHECKING:
    from frnn_core.classifier import FRNNClassifier

TUNING = ("candidates", "blended", "folds", "max_rows", "seed")
"""The arguments of `TunedFRNNClassifier` that decide what is chosen."""


def as_trained(classifier: FRNNClassifier) -> TrainedModel:
    """What a fitted classifier knows, as a model that can be kept.

    It has no table that was read, so nothing is known of how cells were written.
    """
    from sklearn.utils.validation import check_is_fitted

    check_is_fitted(classifier)
    if classifier.search != "exact":
        raise ParameterError(
            "The index of an approximate search cannot be kept in a file. Search exactly: "
            'set_params(search="exact").'
        )
    model = classifier._model()
    tuned = getattr(classifier, "tuned_", None)
    named = getattr(classifier, "feature_names_in_", None) is not None
    columns = _columns(classifier)
    rescaler = None
    if tuned is None:
        model = replace(model, weights=model.weights.at(model.k))
        settings = _settings(_key(classifier.relation), vars(classifier), model.k)
    else:
        model, rescaler = strongest(model, tuned)
        asked = {name: getattr(classifier, name) for name in TUNING}
        settings = tuned_settings(tuned, model.k, Encoding.of(classifier.encode or {}), asked)
    about = About(notes=classifier.notes_, named=named)
    ranges = ranges_of(_raw(classifier._model()), columns)
    familiar = fit_familiar(model.relation, model.train)
    return TrainedModel(model, settings, columns, ranges, familiar, about, tuned, rescaler)


def _settings(relation: str, told: Mapping[str, Any], k: int) -> Settings:
    encode = told.get("encode")
    return Settings(
        relation,
        k,
        float(told["gamma"]),
        _kept_weights(told["weights"]),
        told["normalise"],
        dict(told.get("relation_params") or {}),
        Encoding() if encode is None else Encoding.of(encode),
        RELATIONS[relation].revision,
    )


def _key(relation: str | Relation) -> str:
    """The key of a registered relation; another cannot be found again when a file is read."""
    key = relation if isinstance(relation, str) else relation.key
    if relation not in (key, RELATIONS[key]):
        raise ParameterError(f"{key!r} is another relation in the registry. Register yours, or name one.")
    return key


def _kept_weights(weights: AnyWeights) -> str | Weighting:
    if isinstance(weights, str | Weighting):
        return weights
    name = getattr(weights, "__name__", type(weights).__name__)
    raise ParameterError(
        f"A model file holds no code, and the weights {name} are a function of your own. Use the key of a "
        "family of weights, or what fit_weights found, as its weighting()."
    )


def _columns(classifier: FRNNClassifier) -> tuple[Column, ...]:
    names = getattr(classifier, "feature_names_in_", None)
    if names is None:
        names = [f"x{i + 1}" for i in range(classifier.n_features_in_)]
    return classifier.columns_ or plain_columns([str(name) for name in names])


def _raw(model: Model) -> FloatArray:
    """The training rows before they were encoded or, of plain numbers, scaled: these to rounding."""
    if model.train.table is not None:
        return model.train.table.X
    if isinstance(model.normaliser, Encoder):  # it always comes with a table
        raise TypeError("an encoder without its table")
    scaler = model.normaliser
    return np.asarray((model.train.X + scaler.shift) * scaler.width + scaler.origin)
