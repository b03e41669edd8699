"""Statistics that cannot be misread: one frame of scores in, one result object with every number out."""

from frnn_core.stats.bayes import Bayes, bayesian_correlated_t, bayesian_signed_rank
from frnn_core.stats.bradley_terry import Ranking, bayesian_ranking
from frnn_core.stats.cliques import maximal_cliques
from frnn_core.stats.comparison import Comparison, compare
from frnn_core.stats.corrections import CORRECTIONS, Correction, correction
from frnn_core.stats.fold_tests import FoldComparison, compare_folds, corrected_t
from frnn_core.stats.gaps import gap_table, gaps_to_best
from frnn_core.stats.matrix import ComparisonMatrix, comparison_matrix
from frnn_core.stats.omnibus import Omnibus, friedman, iman_davenport, skillings_mack
from frnn_core.stats.pairs import ALTERNATIVES, Pair, compare_pair, signed_rank
from frnn_core.stats.posthoc import TESTS, PosthocTest, critical_distance, posthoc_test
from frnn_core.stats.power import Power, power_of_pair
from frnn_core.stats.ranks import WinTieLoss, rank_rows
from frnn_core.stats.score_file import Scores, read_scores
from frnn_core.stats.score_frame import TREATMENTS, StatisticsError
from frnn_core.text import p_number, p_text

__all__ = [
    "ALTERNATIVES",
    "CORRECTIONS",
    "TESTS",
    "TREATMENTS",
    "Bayes",
    "Comparison",
    "ComparisonMatrix",
    "Correction",
    "FoldComparison",
    "Omnibus",
    "Pair",
    "PosthocTest",
    "Power",
    "Ranking",
    "Scores",
    "StatisticsError",
    "WinTieLoss",
    "bayesian_correlated_t",
    "bayesian_ranking",
    "bayesian_signed_rank",
    "compare",
    "compare_folds",
    "compare_pair",
    "comparison_matrix",
    "corrected_t",
    "correction",
    "critical_distance",
    "friedman",
    "gap_table",
    "gaps_to_best",
    "iman_davenport",
    "maximal_cliques",
    "p_number",
    "p_text",
    "posthoc_test",
    "power_of_pair",
    "rank_rows",
    "read_scores",
    "signed_rank",
    "skillings_mack",
]
