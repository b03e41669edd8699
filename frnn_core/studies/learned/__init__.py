"""Learned metrics and COMBO beside plain Manhattan: what was found on a fold, and what it brought."""

from frnn_core.studies.learned.combo_inner import InnerScores, inner_scores_of
from frnn_core.studies.learned.combo_regret import Choices, choices
from frnn_core.studies.learned.fold_fit import LearnedFit, learn, spectrum
from frnn_core.studies.learned.fold_maps import FoldMap, Panel, fold_map
from frnn_core.studies.learned.results import (
    LEARNED,
    LINKS,
    METHODS,
    PLAIN,
    Verdict,
    all_datasets,
    fold_scores,
    setting_of,
    verdict,
)

__all__ = [
    "LEARNED",
    "LINKS",
    "METHODS",
    "PLAIN",
    "Choices",
    "FoldMap",
    "InnerScores",
    "LearnedFit",
    "Panel",
    "Verdict",
    "all_datasets",
    "choices",
    "fold_map",
    "fold_scores",
    "inner_scores_of",
    "learn",
    "setting_of",
    "spectrum",
    "verdict",
]
