"""What the page Explain keeps."""

from __future__ import annotations

import streamlit as st

from frnn_core.experiments.plan import Conditions, Plan, Setting, loaded
from frnn_core.experiments.score_table import score_table
from frnn_core.studies import explain
from frnn_core.studies.explain import FITTED, How, Ranking, RowMap, Trained
from pages.ui import visit


@visit.kept(st.cache_resource(max_entries=64, show_spinner=False))
def trained(
    name: str, left_out: str, number: int, relation: str, gamma: float, weights: str, normalise: str
) -> Trained:
    """FRNN fitted to all rows but a fold, all but a row, or all ("none")."""
    data, folds = loaded(name, Conditions())
    rows = explain.training_rows(data, folds, left_out, number)
    return explain.trained(data, rows, How(relation, gamma, weights, normalise, visit.encoding(name)))


@visit.kept(st.cache_resource(max_entries=128, show_spinner=False))
def ranking(name: str, relation: str, k: int, gamma: float, weights: str, normalise: str) -> Ranking:
    """The rows of a data set, the hardest first."""
    data, folds = loaded(name, Conditions())
    return explain.rank_rows(data, folds, How(relation, gamma, weights, normalise, visit.encoding(name)), k)


@visit.kept(st.cache_resource(max_entries=32, show_spinner=False))
def row_map(name: str, normalise: str) -> RowMap:
    """All rows of a data set in the plane."""
    return explain.row_map(trained(name, "none", 0, "man", 1.0, "linear", normalise))


@visit.kept(st.cache_data(max_entries=128, show_spinner=False))
def widths(name: str, k: int) -> dict[str, list[float]]:
    """The widths of the fitted kernels on each fold as the shipped results have them, NaN for none."""
    plan = Plan((name,), tuple(Setting.of(key) for key in FITTED), (k,))
    table = score_table(plan)
    return {
        setting.relation: [float(told.get("gamma", "nan")) for told in table.learned(name, setting, k)]
        for setting in plan.settings
    }
