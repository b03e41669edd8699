"""Learned relations beside plain Manhattan: what they bring on all data sets, and find on a fold."""

from frnn_core.stats.overview import LEVEL, Overview
from frnn_core.stats.verdicts import Verdict
from frnn_core.studies.learned.against_plain import overview, summary
from frnn_core.studies.learned.combo_inner import InnerScores, inner_scores_of
from frnn_core.studies.learned.combo_regret import Choices, choices
from frnn_core.studies.learned.feature_weights import FeatureWeights, feature_weights
from frnn_core.studies.learned.fold_fit import LearnedFit, learn, spectrum, takes_rank
from frnn_core.studies.learned.fold_maps import FoldMap, Panel, fold_map
from frnn_core.studies.learned.fold_regions import RegionMap, region_map
from frnn_core.studies.learned.results import (
    INNER,
    LINKS,
    METHODS,
    PLAIN,
    all_datasets,
    every_plan,
    fold_scores,
    has_link,
    plan_of,
    setting_of,
    verdict,
)
from frnn_core.studies.learned.tuned_choices import WAYS, TunedChoices, tuned_choices

__all__ = [
    "INNER",
    "LEVEL",
    "LINKS",
    "METHODS",
    "PLAIN",
    "WAYS",
    "Choices",
    "FeatureWeights",
    "FoldMap",
    "InnerScores",
    "LearnedFit",
    "Overview",
    "Panel",
    "RegionMap",
    "TunedChoices",
    "Verdict",
    "all_datasets",
    "choices",
    "every_plan",
    "feature_weights",
    "fold_map",
    "fold_scores",
    "has_link",
    "inner_scores_of",
    "learn",
    "overview",
    "plan_of",
    "region_map",
    "setting_of",
    "spectrum",
    "summary",
    "takes_rank",
    "tuned_choices",
    "verdict",
]
