"""Learning the width of a kernel on the folds of a data set, and what comes of it.

On each fold the width is learned from the training rows, as the runner does it, with the same seeds: for the
paper's settings the outcomes are those of the shipped results. Beside every run stand the same kernel
without learning and the Euclidean relation, on the same test rows and with the same k.
"""

from frnn_core.studies.gamma_descent.runs import (
    CURVE_GRID,
    RELATION_OF,
    UNFITTED,
    FoldOutcome,
    Run,
    descend,
    flat_below,
)
from frnn_core.studies.gamma_descent.summary import (
    FAR_BELOW,
    SMALL_STEP,
    Summary,
    kernel_frame,
    outcomes,
    shipped_kernels,
    summaries,
)
from frnn_core.studies.gamma_descent.words import (
    given_width,
    troubles,
    why_not_published,
    width_text,
    widths_text,
)

__all__ = [
    "CURVE_GRID",
    "FAR_BELOW",
    "RELATION_OF",
    "SMALL_STEP",
    "UNFITTED",
    "FoldOutcome",
    "Run",
    "Summary",
    "descend",
    "flat_below",
    "given_width",
    "kernel_frame",
    "outcomes",
    "shipped_kernels",
    "summaries",
    "troubles",
    "why_not_published",
    "width_text",
    "widths_text",
]
