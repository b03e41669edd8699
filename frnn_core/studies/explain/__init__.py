"""One prediction taken apart: which rows decide, what each adds, and what would change the answer."""

from frnn_core.studies.explain.case import FITTED, FIXED, Case, How, Trained, trained, training_rows
from frnn_core.studies.explain.feature_shares import Drivers, drivers, split_words
from frnn_core.studies.explain.hardest_rows import Ranking, rank_rows
from frnn_core.studies.explain.row_places import RowMap, drawn_rows, row_map
from frnn_core.studies.explain.tables import Answer, contributions, dissenters_first, with_features
from frnn_core.studies.explain.what_if import (
    Move,
    Removal,
    answers_by_gamma,
    answers_by_k,
    feature_moves,
    nearest_change,
    removal,
)

__all__ = [
    "FITTED",
    "FIXED",
    "Answer",
    "Case",
    "Drivers",
    "How",
    "Move",
    "Ranking",
    "Removal",
    "RowMap",
    "Trained",
    "answers_by_gamma",
    "answers_by_k",
    "contributions",
    "dissenters_first",
    "drawn_rows",
    "drivers",
    "feature_moves",
    "nearest_change",
    "rank_rows",
    "removal",
    "row_map",
    "split_words",
    "trained",
    "training_rows",
    "with_features",
]
