"""What the page Weights keeps.

Results come from the shipped ones or from a store. `known` counts those that are there, so that what is
computed meanwhile is seen.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from frnn_core.engine.weight_learning import WeightSettings
from frnn_core.errors import Undefined
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.stats.overview import Overview
from frnn_core.studies import weights
from frnn_core.studies.weights import PLAIN, SAME, Case, Learning, Prepared
from pages.ui import visit


@visit.kept(st.cache_resource(max_entries=8, show_spinner=False))
def prepared(case: Case, fold: int) -> Prepared:
    """A fold with its neighbours, which serve whatever is learned on it."""
    return weights.prepare(case, fold, visit.encoding(case.dataset))


@visit.kept(st.cache_resource(max_entries=256, show_spinner=False))
def learning(case: Case, fold: int, settings: WeightSettings) -> Learning:
    """The weights on one fold, step by step."""
    return weights.learn(prepared(case, fold), settings)


@visit.kept(st.cache_data(max_entries=4096, show_spinner=False))
def fold_row(case: Case, fold: int, settings: WeightSettings) -> dict[str, float]:
    """Scores on one fold with linear and with learned weights; NaN where the relation is undefined."""
    try:
        return weights.fold_row(weights.prepare(case, fold, visit.encoding(case.dataset)), settings)
    except Undefined:
        return dict.fromkeys((PLAIN, SAME, weights.kind_of(settings)), np.nan)


@st.cache_resource(max_entries=64, show_spinner=False)
def overview(
    family: str, relation: str, k: int, gamma: float, known: int, _plain: ScoreTable, _table: ScoreTable
) -> Overview:
    """A family of weights beside linear ones with k = 3, on every data set."""
    return weights.overview(_plain, _table, family)
