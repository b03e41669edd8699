"""A data set as the package passes it round."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.labels import encode, ordered_classes


@dataclass(frozen=True, eq=False)
class Dataset:
    """Numeric features, class labels, and where both come from.

    Attributes
    ----------
    X : (rows, features) float64, finite; a read-only view
    y : (rows,) class labels as text; a read-only view
    feature_names : one name per column of X
    source : where the numbers come from, in a sentence
    notes : what was changed or is peculiar, in sentences for the user
    folds : for data that bring their own partition, the test rows of each fold; else empty
    """

    name: str
    X: NDArray[np.float64]
    y: NDArray[np.str_]
    feature_names: tuple[str, ...]
    source: str = ""
    notes: tuple[str, ...] = ()
    folds: tuple[NDArray[np.intp], ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        for name in ("X", "y"):
            view = getattr(self, name).view()  # the caller's own array stays writable
            view.setflags(write=False)
            object.__setattr__(self, name, view)

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

    @cached_property
    def sha256(self) -> str:
        """A hash of the numbers and labels alone: the same content has the same hash under any name."""
        digest = hashlib.sha256(repr(self.X.shape).encode())
        digest.update(np.ascontiguousarray(self.X, dtype="<f8").reshape(-1).data)
        digest.update("\n".join(self.y.tolist()).encode())
        return digest.hexdigest()
