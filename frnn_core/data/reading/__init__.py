"""Tables of the user's own: text tables, ARFF, KEEL files and folds, data frames, scikit-learn's bunches."""

from frnn_core.data.reading.limits import MAX_BYTES
from frnn_core.data.reading.options import MOST_BINS, Options
from frnn_core.data.reading.quantity import Quantity
from frnn_core.data.reading.questions import Question
from frnn_core.data.reading.raw_table import RawTable
from frnn_core.data.reading.reader import Source, inspect_table, read_dataset, read_raw_table
from frnn_core.data.reading.summary import ColumnSummary, TableSummary

__all__ = [
    "MAX_BYTES",
    "MOST_BINS",
    "ColumnSummary",
    "Options",
    "Quantity",
    "Question",
    "RawTable",
    "Source",
    "TableSummary",
    "inspect_table",
    "read_dataset",
    "read_raw_table",
]
