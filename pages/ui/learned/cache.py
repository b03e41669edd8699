"""What the page Learned relations keeps."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.studies import learned
from frnn_core.studies.learned import Choices, FoldMap, LearnedFit


@st.cache_resource(max_entries=256, show_spinner=False)
def fit(name: str, method: str, fold: int, n_components: int | None = None) -> LearnedFit:
    """A learned metric on one fold."""
    return learned.learn(name, method, fold, n_components)


@st.cache_resource(max_entries=256, show_spinner=False)
def fold_map(name: str, method: str, fold: int, k: int) -> FoldMap:
    """One fold in two dimensions, before and after learning."""
    return learned.fold_map(name, fold, fit(name, method, fold, 2), k)


@st.cache_resource(max_entries=256, show_spinner=False)
def choices(name: str, k: int) -> Choices:
    """What COMBO chose on the folds of a data set, and its regret."""
    return learned.choices(name, k)


@st.cache_data(max_entries=256, show_spinner=False)
def fold_scores(name: str, method: str, k: int, link: str) -> pd.DataFrame:
    """Scores and seconds of Manhattan and a method, fold by fold."""
    return learned.fold_scores(name, method, k, link)


@st.cache_data(max_entries=40, show_spinner=False)
def all_datasets(k: int, link: str) -> pd.DataFrame:
    """Scores and seconds of Manhattan and every method, a row a data set."""
    return learned.all_datasets(k, link)
