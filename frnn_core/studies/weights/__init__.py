"""Learning the weights of the neighbours on the folds of a data set, and what that was worth everywhere.

On a fold the weights are learned from the training rows as the runner does it: with the usual settings the
outcomes are those of the families "learned" and "learned-by-class". Beside them stand linear weights with the
same number of neighbours, and with the paper's k = 3.
"""

from frnn_core.studies.weights.runs import (
    PLAIN_K,
    Case,
    Learning,
    Prepared,
    half_weight,
    learn,
    learned_score,
    prepare,
)
from frnn_core.studies.weights.summary import (
    KINDS,
    PLAIN,
    SAME,
    family_summary,
    fold_frame,
    fold_row,
    is_usual,
    kind_of,
    linear_scores,
    overview,
    plan_of,
    verdict,
)
from frnn_core.studies.weights.words import (
    METHOD_NAMES,
    finding,
    fold_finding,
    kind_words,
    names_of,
    numbers_words,
    settings_words,
    start_words,
    stopped_words,
)

__all__ = [
    "KINDS",
    "METHOD_NAMES",
    "PLAIN",
    "PLAIN_K",
    "SAME",
    "Case",
    "Learning",
    "Prepared",
    "family_summary",
    "finding",
    "fold_finding",
    "fold_frame",
    "fold_row",
    "half_weight",
    "is_usual",
    "kind_of",
    "kind_words",
    "learn",
    "learned_score",
    "linear_scores",
    "names_of",
    "numbers_words",
    "overview",
    "plan_of",
    "prepare",
    "settings_words",
    "start_words",
    "stopped_words",
    "verdict",
]
