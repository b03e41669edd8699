"""Weights learned by themselves, for those who want the trace of it and not a classifier."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from numpy.typing import ArrayLike

from frnn_core.engine.labels import encode, ordered_classes
from frnn_core.engine.parameters import positive_number, whole_number
from frnn_core.engine.relation import RELATIONS, TrainingSet
from frnn_core.engine.weight_learning import WeightFit, WeightSettings, learn_weights
from frnn_core.errors import unknown_name


def fit_weights(
    X: ArrayLike,
    y: ArrayLike,
    relation: str = "man",
    k: int = 20,
    *,
    gamma: float = 1.0,
    relation_params: Mapping[str, Any] | None = None,
    **settings: Any,
) -> WeightFit:
    """Learn how much each of k neighbours counts, inside each class and outside it.

    Parameters
    ----------
    X, y : rows, taken as they are (so normalise them first), and their classes
    relation, gamma, relation_params : as for `FRNNClassifier`; a relation that learns is fitted first, with
        linear weights where its fit uses any
    settings : of `WeightSettings`: method, loss, by_class, monotone, penalty, rate, batch, limit, tolerance,
        seed

    Examples
    --------
    >>> from frnn_core import FRNNClassifier, load_dataset
    >>> data = load_dataset("wine")
    >>> fit = fit_weights(data.X / data.X.max(axis=0), data.y, k=5)
    >>> fit.upper.shape, fit.reason
    ((1, 5), 'converged')
    >>> model = FRNNClassifier(k=5, weights=fit.weighting()).fit(data.X, data.y)
    """
    spec = RELATIONS[relation]
    resolved = spec.resolve(relation_params, positive_number("gamma", gamma))
    known = [f.name for f in fields(WeightSettings)]
    for name in settings:
        if name not in known:
            raise unknown_name("setting", name, known)
    chosen = WeightSettings(**settings)
    from frnn_core.engine.input_checks import rows_and_labels  # loads pandas, which a page does without

    rows, labels = rows_and_labels(X, y)
    classes = ordered_classes(labels)
    train = TrainingSet(
        rows, encode(labels, classes), len(classes), k=whole_number("k", k, 1), normalise=None
    )
    found = learn_weights(spec.fit(train, **resolved), train, chosen)
    return replace(found, classes=classes) if chosen.by_class else found
