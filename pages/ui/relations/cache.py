"""What the page Relations keeps."""

from __future__ import annotations

import streamlit as st

from frnn_core.data.dataset import Dataset
from frnn_core.studies import relations
from frnn_core.studies.relations import Check, Fit


@st.cache_resource(max_entries=64, show_spinner=False)
def two_features(name: str, first: int, second: int) -> Dataset:
    """Two features of a data set, at most 300 rows."""
    return relations.two_features(name, first, second)


@st.cache_resource(max_entries=256, show_spinner=False)
def fit(name: str, first: int, second: int, relation: str, gamma: float) -> Fit:
    """A relation on two features of a data set."""
    return relations.fit(two_features(name, first, second), relation, gamma)


@st.cache_resource(max_entries=256, show_spinner=False)
def checks(name: str, first: int, second: int, relation: str, gamma: float) -> dict[str, Check]:
    """The properties of a relation that is defined there."""
    return relations.properties(fit(name, first, second, relation, gamma))
