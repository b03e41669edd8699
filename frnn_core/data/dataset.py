"""A data set as the package passes it round."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.columns import ROLES, Column, plain_columns
from frnn_core.engine.labels import encode, ordered_classes

if TYPE_CHECKING:
    import pandas as pd

MICROSECONDS_A_DAY = 86_400_000_000


@dataclass(frozen=True, eq=False)
class Dataset:
    """Features, class labels, and where both come from.

    Attributes
    ----------
    X : (rows, features) float64; a read-only view. Finite numbers, unless `columns` says otherwise: then a
        listed value is its position there, a date its days since 1970, and a gap NaN
    y : (rows,) class labels as text; a read-only view
    feature_names : one name per column of X
    source : where the numbers come from, in a sentence
    notes : what was changed or is peculiar, in sentences for the user
    folds : for data that bring their own partition, the test rows of each fold; else empty
    columns : what each column of X is; empty where all are numbers without gaps
    target : the name of the class column, where there is one
    written : of a table that was read, by column: the decimal sign of numbers, "day first" or "month first"
        of dates; new rows are to be read in the same way
    numbers : of each row, its number in the table that was read, from 0, where some were dropped; else None

    Examples
    --------
    >>> rows = np.array([[0.0, 1.0], [1.0, 0.0], [0.9, 0.2]])
    >>> data = Dataset("mine", rows, np.array(["a", "b", "b"]), ("u", "v"))
    >>> data.class_names, data.class_counts.tolist(), data.imbalance_ratio
    (('a', 'b'), [1, 2], 2.0)
    """

    name: str
    X: NDArray[np.float64]
    y: NDArray[np.str_]
    feature_names: tuple[str, ...]
    source: str = ""
    notes: tuple[str, ...] = ()
    folds: tuple[NDArray[np.intp], ...] = field(default=(), repr=False)
    columns: tuple[Column, ...] = field(default=(), repr=False)
    target: str = ""
    written: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    numbers: NDArray[np.intp] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        for name in ("X", "y"):
            view = getattr(self, name).view()  # the caller's own array stays writable
            view.setflags(write=False)
            object.__setattr__(self, name, view)

    @property
    def plain(self) -> bool:
        """Whether every feature is a number and no value is missing."""
        return not self.columns

    @cached_property
    def has_gaps(self) -> bool:
        """Whether a value is missing."""
        return not self.plain and bool(np.isnan(self.X).any())

    @property
    def described_columns(self) -> tuple[Column, ...]:
        """What each column of X is, also where all are numbers."""
        return self.columns or plain_columns(self.feature_names)

    @cached_property
    def class_names(self) -> tuple[str, ...]:
        """The classes in the order that decides ties (integers as integers)."""
        return tuple(str(label) for label in ordered_classes(self.y))

    @cached_property
    def codes(self) -> NDArray[np.intp]:
        """The position of each label in `class_names`."""
        return encode(self.y, np.array(self.class_names))

    @cached_property
    def class_counts(self) -> NDArray[np.intp]:
        """Rows per class, in the order of `class_names`."""
        return np.bincount(self.codes, minlength=len(self.class_names))

    @property
    def imbalance_ratio(self) -> float:
        """Rows of the largest class over rows of the smallest."""
        return float(self.class_counts.max() / self.class_counts.min())

    def frame(self) -> pd.DataFrame:
        """The data as a data frame: floats, categoricals, booleans and dates, and the classes last.

        What reading a frame gives, back: `read_dataset(data.frame())` holds the same values.
        """
        import pandas as pd

        values = {column.name: _series(column, self.X[:, place])
                  for place, column in enumerate(self.described_columns)}  # fmt: skip
        name = next(each for each in ("class", "class label", *map(str, range(len(values) + 1)))
                    if each not in values)  # fmt: skip
        return pd.DataFrame({**values, name: self.y.astype(object)})

    @cached_property
    def sha256(self) -> str:
        """A hash of the numbers and labels alone: the same content has the same hash under any name."""
        digest = hashlib.sha256(repr(self.X.shape).encode())
        digest.update(np.ascontiguousarray(self.X, dtype="<f8").reshape(-1).data)
        digest.update("\n".join(self.y.tolist()).encode())
        for column in self.columns:
            digest.update(repr((column.role, column.values)).encode())
        return digest.hexdigest()


def _series(column: Column, values: NDArray[np.float64]) -> pd.Series[Any]:
    """A column of X as pandas holds what it is."""
    import pandas as pd

    if column.role == "date":
        return pd.Series(pd.to_datetime(np.round(values * MICROSECONDS_A_DAY), unit="us"))
    if not ROLES[column.role].listed:
        return pd.Series(values)
    codes = np.where(np.isnan(values), -1, values).astype(np.intp)
    if column.role == "yes-no" and column.values == ("False", "True"):
        return pd.Series(pd.array(np.where(codes < 0, None, codes == 1), dtype="boolean"))
    return pd.Series(pd.Categorical.from_codes(codes, list(column.values), ordered=column.role == "ordered"))
