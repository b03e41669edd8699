"""Save a model, load a model."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from frnn_core.engine.encoding import Encoder
from frnn_core.errors import FRNNError, ParameterError
from frnn_core.relations import RELATIONS
from frnn_core.use.codec import Packer, Unpacker
from frnn_core.use.container import MAX_BYTES, Source, called, damaged, packed, unpacked, write
from frnn_core.use.estimators import as_trained
from frnn_core.use.familiar import Familiar
from frnn_core.use.trained import RANGE_QUANTILES, About, Settings, TrainedModel

if TYPE_CHECKING:
    from frnn_core.classifier import FRNNClassifier

OURS = {kind.__name__: kind for kind in (TrainedModel, Settings, About, Familiar)}


def save_model(
    model: TrainedModel | FRNNClassifier, path: str | os.PathLike[str], *, estimate: str = ""
) -> None:
    """Write a model to a file, which holds its training rows and all that was learned, and no code.

    Parameters
    ----------
    model : what `fit_model` gives, or a fitted `FRNNClassifier` or `TunedFRNNClassifier`
    path : where to; by custom it ends in .frnn. A file of that name is replaced, as a whole or not at all
    estimate : how good the model is expected to be, in words; it is kept with it

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from frnn_core import fit_model, load_dataset
    >>> with TemporaryDirectory() as folder:
    ...     save_model(fit_model(load_dataset("wine"), k=5), f"{folder}/wine.frnn")
    ...     load_model(f"{folder}/wine.frnn").settings.k
    5
    """
    write(path, model_bytes(model, estimate=estimate))


def model_bytes(model: TrainedModel | FRNNClassifier, *, estimate: str = "") -> bytes:
    """The bytes of the file that `save_model` writes; the same model gives the same bytes."""
    made = model if isinstance(model, TrainedModel) else as_trained(model)
    if estimate:
        made = made.with_estimate(estimate)
    packer = Packer(OURS)
    return packed(packer.tree(made), packer.arrays)


def load_model(source: Source, *, max_bytes: int = MAX_BYTES) -> TrainedModel:
    """Read a model from a file, from bytes or from an open file, without running code of it.

    The model gives the scores that it gave when it was saved, to the bit. `classifier()` of it is the fitted
    classifier in scikit-learn's manner.

    Raises
    ------
    DataError
        If the file is none, is damaged, or comes from a newer version; the message says what to do.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from frnn_core import fit_model, load_dataset
    >>> with TemporaryDirectory() as folder:
    ...     save_model(fit_model(load_dataset("wine"), "cos", k=5), f"{folder}/wine.frnn")
    ...     load_model(f"{folder}/wine.frnn").settings.relation
    'cos'
    """
    tree, arrays = unpacked(source, max_bytes)
    name = called(source)
    try:
        model = Unpacker(arrays, OURS).value(tree)
        _check(model)
    except FRNNError as error:
        raise damaged(name, error) from None
    except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        raise damaged(name, error) from None
    return _noted(model)


def _check(model: TrainedModel) -> None:
    """Refuse parts that do not fit together; the first row is classified, which few of them would survive."""
    if not isinstance(model, TrainedModel):
        raise ParameterError("it holds no model")
    inner = model.model
    train, classes = inner.train, len(inner.classes)
    fits = [
        train.X.ndim == 2 and train.X.dtype == np.float64,
        train.codes.shape == (len(train.X),) and train.codes.dtype.kind == "i",
        train.n_classes == classes >= 2,
        0 <= train.codes.min() <= train.codes.max() < classes,
        1 <= inner.k <= len(train.X),
        model.ranges.shape == (len(model.columns), len(RANGE_QUANTILES)),
        isinstance(model.settings, Settings) and isinstance(model.about, About),
        isinstance(model.familiar, Familiar) and isinstance(model.familiar.distance, float),
        inner.numbers is None or inner.numbers.shape == train.codes.shape,
        isinstance(inner.normaliser, Encoder) == (train.table is not None),
    ]
    if not all(fits):
        raise ParameterError("its parts do not fit together")
    first = np.zeros((1, len(model.columns))) if train.table is None else train.table.X[:1]
    if model.scores(first).shape != (1, classes):
        raise ParameterError("its scores do not fit its classes")


def _noted(model: TrainedModel) -> TrainedModel:
    """The model, with a note if the relation has changed since it was fitted."""
    settings, about = model.settings, model.about
    if RELATIONS[settings.relation].revision == settings.revision:
        return model
    note = (
        f"{RELATIONS[settings.relation].label} has changed since this model was fitted (version "
        f"{about.version}): what it learned then is kept, but scores may differ. Fit it again."
    )
    return replace(model, about=replace(about, notes=(*about.notes, note)))
