"""The order of class labels, which decides ties: the first class wins."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def ordered_classes(labels: NDArray[Any]) -> NDArray[Any]:
    """Give the distinct labels in order; labels that all parse as integers sort as integers."""
    classes = np.unique(labels)
    if classes.dtype.kind not in "USO":
        return classes
    try:
        values = [int(label) for label in classes]
    except (TypeError, ValueError):
        return classes
    return classes[np.argsort(values, kind="stable")]


def encode(labels: NDArray[Any], classes: NDArray[Any]) -> NDArray[np.intp]:
    """Replace each label by its position in `classes`, which must contain it."""
    order = np.argsort(classes, kind="stable")
    return order[np.searchsorted(classes, labels, sorter=order)]
