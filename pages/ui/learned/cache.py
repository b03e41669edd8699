"""What the page Learned relations keeps.

Results come from the shipped ones or from a store. `known` counts those that are there, so that what is
computed meanwhile is seen; the store itself is no part of a key.
"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.experiments.score_table import ScoreTable
from frnn_core.experiments.store import Known
from frnn_core.studies import learned
from frnn_core.studies.learned import (
    Choices,
    FeatureWeights,
    FoldMap,
    LearnedFit,
    Overview,
    RegionMap,
    TunedChoices,
    fold_fit,
)
from pages.ui import visit

SECONDS_OF_MANY = 1.0
"""What a fit may take where all folds are shown."""


@visit.kept(st.cache_resource(max_entries=256, show_spinner=False))
def fit(name: str, method: str, fold: int, n_components: int | None = None) -> LearnedFit:
    """A learned metric on one fold."""
    return learned.learn(name, method, fold, n_components)


@visit.kept(st.cache_resource(max_entries=256, show_spinner=False))
def fold_map(name: str, method: str, fold: int, k: int) -> FoldMap:
    """One fold in two dimensions, before and after learning."""
    return learned.fold_map(name, fold, fit(name, method, fold, 2), k)


@visit.kept(st.cache_resource(max_entries=64, show_spinner=False))
def feature_weights(name: str, method: str, folds: tuple[int, ...]) -> FeatureWeights:
    """The learned feature weights on some folds; a single one is that in the picture."""
    patience = fold_fit.LONGEST if len(folds) == 1 else SECONDS_OF_MANY
    return learned.feature_weights(
        {fold: learned.learn(name, method, fold, longest=patience) for fold in folds}
    )


@visit.kept(st.cache_resource(max_entries=64, show_spinner=False))
def region_map(name: str, method: str, fold: int) -> RegionMap:
    """The regions of a local relation on one fold."""
    return learned.region_map(name, fold, fit(name, method, fold))


@visit.kept(st.cache_resource(max_entries=256, show_spinner=False))
def choices(name: str, k: int) -> Choices:
    """What COMBO chose on the folds of a data set, and its regret."""
    return learned.choices(name, k)


@st.cache_resource(max_entries=4, show_spinner=False)
def tuned_choices(way: str) -> TunedChoices:
    """What FRNN chose for itself on every data set, of the shipped results."""
    return learned.tuned_choices(way)


@visit.kept(st.cache_data(max_entries=256, show_spinner=False))
def fold_scores(name: str, method: str, k: int, link: str, known: int, _store: Known | None) -> pd.DataFrame:
    """Scores and seconds of Manhattan and a method, fold by fold."""
    return learned.fold_scores(name, method, k, link, _store)


@st.cache_resource(max_entries=64, show_spinner=False)
def overview(method: str, k: int, link: str, known: int, _table: ScoreTable) -> Overview:
    """A method beside Manhattan on every data set."""
    return learned.overview(_table, method)


@st.cache_data(max_entries=40, show_spinner=False)
def all_datasets(k: int, link: str, known: int, _store: Known | None) -> pd.DataFrame:
    """Scores and seconds of Manhattan and every method, a row a data set."""
    return learned.all_datasets(k, link, _store)
