"""Figures as pure functions: data in, Plotly figure out. Here is what several pages draw.

A figure takes its data first and a `Look` by name; beside it is a function that says the same in words.
Names are imported when they are asked for: Plotly takes a while, and not all need it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from frnn_core.figures.cd_diagram import critical_difference, critical_difference_text
    from frnn_core.figures.decision_regions import Surface, decision_surface, surface
    from frnn_core.figures.folds_compared import fold_dots, fold_dots_text
    from frnn_core.figures.heatmap import score_heatmap
    from frnn_core.figures.heatmap_words import score_heatmap_text
    from frnn_core.figures.k_gamma_grid import k_gamma_heatmap, k_gamma_text
    from frnn_core.figures.k_lines import lines_over_k, lines_over_k_text
    from frnn_core.figures.look import Look
    from frnn_core.figures.one_pair import bayes_bar, bayes_bar_text, pair_scatter, pair_scatter_text
    from frnn_core.figures.p_values import p_matrix, p_matrix_text
    from frnn_core.figures.pair_table import comparison_matrix_figure, comparison_matrix_text
    from frnn_core.figures.power_over_n import power_curve
    from frnn_core.figures.rank_histograms import rank_distribution, rank_distribution_text
    from frnn_core.figures.strength_intervals import strengths, strengths_text
    from frnn_core.figures.upper_and_lower import Query, approximation_bars

_HOMES = {
    "Look": "look",
    "Query": "upper_and_lower",
    "Surface": "decision_regions",
    "approximation_bars": "upper_and_lower",
    "bayes_bar": "one_pair",
    "bayes_bar_text": "one_pair",
    "comparison_matrix_figure": "pair_table",
    "comparison_matrix_text": "pair_table",
    "critical_difference": "cd_diagram",
    "critical_difference_text": "cd_diagram",
    "decision_surface": "decision_regions",
    "fold_dots": "folds_compared",
    "fold_dots_text": "folds_compared",
    "k_gamma_heatmap": "k_gamma_grid",
    "k_gamma_text": "k_gamma_grid",
    "lines_over_k": "k_lines",
    "lines_over_k_text": "k_lines",
    "p_matrix": "p_values",
    "p_matrix_text": "p_values",
    "pair_scatter": "one_pair",
    "pair_scatter_text": "one_pair",
    "power_curve": "power_over_n",
    "rank_distribution": "rank_histograms",
    "rank_distribution_text": "rank_histograms",
    "score_heatmap": "heatmap",
    "score_heatmap_text": "heatmap_words",
    "strengths": "strength_intervals",
    "strengths_text": "strength_intervals",
    "surface": "decision_regions",
}

__all__ = [
    "Look",
    "Query",
    "Surface",
    "approximation_bars",
    "bayes_bar",
    "bayes_bar_text",
    "comparison_matrix_figure",
    "comparison_matrix_text",
    "critical_difference",
    "critical_difference_text",
    "decision_surface",
    "fold_dots",
    "fold_dots_text",
    "k_gamma_heatmap",
    "k_gamma_text",
    "lines_over_k",
    "lines_over_k_text",
    "p_matrix",
    "p_matrix_text",
    "pair_scatter",
    "pair_scatter_text",
    "power_curve",
    "rank_distribution",
    "rank_distribution_text",
    "score_heatmap",
    "score_heatmap_text",
    "strengths",
    "strengths_text",
    "surface",
]


def __getattr__(name: str) -> Any:
    """Import a figure from its module when it is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
