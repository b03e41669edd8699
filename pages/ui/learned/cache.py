"""What the page Learned relations keeps."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.studies.learned import (
    Choices,
    FoldMap,
    LearnedFit,
    all_datasets,
    choices,
    fold_map,
    fold_scores,
    learn,
)


@st.cache_resource(max_entries=256, show_spinner=False)
def learned_fit(name: str, method: str, fold: int, n_components: int | None = None) -> LearnedFit:
    """A learned metric on one fold."""
    return learn(name, method, fold, n_components)


@st.cache_resource(max_entries=256, show_spinner=False)
def learned_map(name: str, method: str, fold: int, k: int) -> FoldMap:
    """One fold in two dimensions, before and after learning."""
    return fold_map(name, fold, learned_fit(name, method, fold, 2), k)


@st.cache_resource(max_entries=256, show_spinner=False)
def combo_choices(name: str, k: int) -> Choices:
    """What COMBO chose on the folds of a data set, and its regret."""
    return choices(name, k)


@st.cache_data(max_entries=256, show_spinner=False)
def learned_folds(name: str, method: str, k: int, link: str) -> pd.DataFrame:
    """Scores and seconds of Manhattan and a method, fold by fold."""
    return fold_scores(name, method, k, link)


@st.cache_data(max_entries=40, show_spinner=False)
def learned_everywhere(k: int, link: str) -> pd.DataFrame:
    """Scores and seconds of Manhattan and every method, a row a data set."""
    return all_datasets(k, link)
