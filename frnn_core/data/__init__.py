"""Data sets: those of the catalogue, generated ones, your own, and their partitions."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from frnn_core.data.catalogue import dataset_names, full_names, plain_names
from frnn_core.data.dataset import Dataset
from frnn_core.data.loading import load_dataset
from frnn_core.data.partitions import Partition, keel_partition_names, partition
from frnn_core.data.teaching import teaching_names, teaching_set

if TYPE_CHECKING:
    from frnn_core.data.description import describe
    from frnn_core.data.reading import RawTable, TableSummary, inspect_table, read_dataset, read_raw_table

__all__ = [
    "Dataset",
    "Partition",
    "RawTable",
    "TableSummary",
    "dataset_names",
    "describe",
    "full_names",
    "inspect_table",
    "keel_partition_names",
    "load_dataset",
    "partition",
    "plain_names",
    "read_dataset",
    "read_raw_table",
    "teaching_names",
    "teaching_set",
]

_WITH_PANDAS = {
    "RawTable": "reading",
    "TableSummary": "reading",
    "describe": "description",
    "inspect_table": "reading",
    "read_dataset": "reading",
    "read_raw_table": "reading",
}


def __getattr__(name: str) -> Any:
    """Import what needs pandas when it is asked for: that takes half a second, and not all need it."""
    if name not in _WITH_PANDAS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_WITH_PANDAS[name]}"), name)
