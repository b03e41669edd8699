"""Fuzzy-rough nearest neighbours with every indiscernibility relation of the paper, exact and fast."""

from typing import TYPE_CHECKING, Any

from frnn_core.data import dataset_names, describe, load_dataset, partition, read_dataset
from frnn_core.relations import RELATIONS
from frnn_core.relations.gamma import fit_gamma
from frnn_core.version import __version__

if TYPE_CHECKING:
    from frnn_core.classifier import FRNNClassifier

__all__ = [
    "RELATIONS",
    "FRNNClassifier",
    "__version__",
    "dataset_names",
    "describe",
    "fit_gamma",
    "load_dataset",
    "partition",
    "read_dataset",
]


def __getattr__(name: str) -> Any:
    """Import the classifier when it is asked for: scikit-learn takes seconds, and not all need it."""
    if name == "FRNNClassifier":
        from frnn_core.classifier import FRNNClassifier

        return FRNNClassifier
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
