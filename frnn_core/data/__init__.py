"""Data sets: the paper's 40, generated ones, your own, and their partitions."""

from frnn_core.data.catalogue import dataset_names, describe, load_dataset
from frnn_core.data.dataset import Dataset
from frnn_core.data.partitions import Partition, keel_partition_names, partition
from frnn_core.data.reading import RawTable, TableSummary, inspect_table, read_dataset, read_raw_table
from frnn_core.data.teaching import teaching_names, teaching_set

__all__ = [
    "Dataset",
    "Partition",
    "RawTable",
    "TableSummary",
    "dataset_names",
    "describe",
    "inspect_table",
    "keel_partition_names",
    "load_dataset",
    "partition",
    "read_dataset",
    "read_raw_table",
    "teaching_names",
    "teaching_set",
]
