"""Fuzzy-rough nearest neighbours with every indiscernibility relation of the paper, exact and fast."""

from frnn_core.classifier import FRNNClassifier
from frnn_core.data import dataset_names, describe, load_dataset, partition, read_dataset
from frnn_core.registry import RELATIONS
from frnn_core.relations.gamma import fit_gamma
from frnn_core.version import __version__

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
