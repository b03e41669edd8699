"""How good predictions are, from confusion matrices; leading axes (several k at once) are kept.

One decorated function adds a measure; it then appears in the command line, the dashboard and the stores, and
results that were computed without it are computed again when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.registry import Registry

OfCounts = Callable[[IntArray], FloatArray]


@dataclass(frozen=True)
class Measure:
    """A measure of predictions, higher is better.

    Attributes
    ----------
    label : its name in a sentence
    formula : LaTeX, with C the classes, and r_c and p_c the recall and the precision of class c
    help, source : what it does in one sentence, and where it comes from
    function : counts (…, true class, predicted class) -> values (…)
    """

    key: str
    label: str
    formula: str
    help: str
    source: str
    function: OfCounts

    def __call__(self, counts: IntArray) -> FloatArray:
        """Judge the counts of one or more settings."""
        return self.function(counts)


MEASURES = Registry[Measure]("measure")
DEFAULT = "balanced_accuracy"


def measure(*, key: str, label: str, formula: str, help: str, source: str) -> Callable[[OfCounts], OfCounts]:
    """Register the decorated function of counts."""

    def register(function: OfCounts) -> OfCounts:
        MEASURES.add(key, Measure(key, label, formula, help, source, function))
        return function

    return register


def confusion(truth: IntArray, decided: IntArray, n_classes: int) -> IntArray:
    """Count (true class, predicted class): (queries,) against (queries, settings) gives (settings, C, C)."""
    settings = decided.shape[1]
    cells = (np.arange(settings) * n_classes + truth[:, None]) * n_classes + decided
    counts = np.bincount(cells.ravel(), minlength=settings * n_classes**2)
    return counts.reshape(settings, n_classes, n_classes)


@measure(
    key=DEFAULT,
    label="balanced accuracy",
    formula=r"\frac{1}{|C|} \sum_{c \in C} r_c",
    help="The share of right answers within each class, in the mean: all classes count alike.",
    source="doi:10.1109/ICPR.2010.764",
)
def balanced_accuracy(counts: IntArray) -> FloatArray:
    """Mean recall over the classes that occur; a class never predicted has recall 0."""
    occurs = counts.sum(axis=-1)
    hits = np.diagonal(counts, axis1=-2, axis2=-1)
    recall = np.divide(hits, occurs, out=np.zeros(hits.shape), where=occurs > 0)
    return np.asarray(recall.sum(axis=-1) / (occurs > 0).sum(axis=-1))


@measure(
    key="accuracy",
    label="accuracy",
    formula=r"\frac{\text{right}}{\text{rows}}",
    help="The share of right answers: large classes count more.",
    source="doi:10.1016/j.ipm.2009.03.002",
)
def accuracy(counts: IntArray) -> FloatArray:
    """The share of right predictions."""
    return np.asarray(np.trace(counts, axis1=-2, axis2=-1) / counts.sum(axis=(-2, -1)))


@measure(
    key="macro_f1",
    label="macro F1",
    formula=r"\frac{1}{|C|} \sum_{c \in C} \frac{2 p_c r_c}{p_c + r_c}",
    help="The harmonic mean of precision and recall of each class, in the mean over the classes.",
    source="doi:10.1016/j.ipm.2009.03.002",
)
def macro_f1(counts: IntArray) -> FloatArray:
    """Mean F1 over the classes that occur or are predicted."""
    hits = np.diagonal(counts, axis1=-2, axis2=-1)
    involved = counts.sum(axis=-1) + counts.sum(axis=-2)
    f1 = np.divide(2 * hits, involved, out=np.zeros(hits.shape), where=involved > 0)
    return np.asarray(f1.sum(axis=-1) / (involved > 0).sum(axis=-1))
