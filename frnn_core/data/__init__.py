"""Data sets: the paper's 40, generated ones, and their partitions."""

from frnn_core.data.catalogue import dataset_names, describe, load_dataset
from frnn_core.data.dataset import Dataset
from frnn_core.data.partitions import Partition, keel_partition_names, partition
from frnn_core.data.teaching import teaching_names, teaching_set

__all__ = [
    "Dataset",
    "Partition",
    "dataset_names",
    "describe",
    "keel_partition_names",
    "load_dataset",
    "partition",
    "teaching_names",
    "teaching_set",
]
