"""How good predictions are, from confusion matrices; leading axes (several k at once) are kept."""

from __future__ import annotations

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray


def confusion(truth: IntArray, decided: IntArray, n_classes: int) -> IntArray:
    """Count (true class, predicted class): (queries,) against (queries, settings) gives (settings, C, C)."""
    settings = decided.shape[1]
    cells = (np.arange(settings) * n_classes + truth[:, None]) * n_classes + decided
    counts = np.bincount(cells.ravel(), minlength=settings * n_classes**2)
    return counts.reshape(settings, n_classes, n_classes)


def balanced_accuracy(counts: IntArray) -> FloatArray:
    """Mean recall over the classes that occur; a class never predicted has recall 0."""
    occurs = counts.sum(axis=-1)
    hits = np.diagonal(counts, axis1=-2, axis2=-1)
    recall = np.divide(hits, occurs, out=np.zeros(hits.shape), where=occurs > 0)
    return np.asarray(recall.sum(axis=-1) / (occurs > 0).sum(axis=-1))


def accuracy(counts: IntArray) -> FloatArray:
    """The share of right predictions."""
    return np.asarray(np.trace(counts, axis1=-2, axis2=-1) / counts.sum(axis=(-2, -1)))


def macro_f1(counts: IntArray) -> FloatArray:
    """Mean F1 over the classes that occur or are predicted."""
    hits = np.diagonal(counts, axis1=-2, axis2=-1)
    involved = counts.sum(axis=-1) + counts.sum(axis=-2)
    f1 = np.divide(2 * hits, involved, out=np.zeros(hits.shape), where=involved > 0)
    return np.asarray(f1.sum(axis=-1) / (involved > 0).sum(axis=-1))
