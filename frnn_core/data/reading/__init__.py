"""Tables of the user's own: text tables, ARFF, KEEL files and folds, data frames, scikit-learn's bunches."""

from frnn_core.data.reading.column_use import ColumnSummary, TableSummary
from frnn_core.data.reading.limits import MAX_BYTES
from frnn_core.data.reading.prepare import CATEGORICAL_CHOICES, MISSING_CHOICES, MOST_BINS, Options
from frnn_core.data.reading.raw_table import RawTable
from frnn_core.data.reading.reader import Source, inspect_table, read_dataset, read_raw_table

__all__ = [
    "CATEGORICAL_CHOICES",
    "MAX_BYTES",
    "MISSING_CHOICES",
    "MOST_BINS",
    "ColumnSummary",
    "Options",
    "RawTable",
    "Source",
    "TableSummary",
    "inspect_table",
    "read_dataset",
    "read_raw_table",
]
