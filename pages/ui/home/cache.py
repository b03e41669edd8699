"""What the page Home keeps."""

from __future__ import annotations

import streamlit as st

from frnn_core import RELATIONS, dataset_names, load_dataset
from frnn_core.engine.arrays import IntArray
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import SEVEN
from frnn_core.experiments.score_table import score_table
from frnn_core.figures import Surface, score_heatmap_text, surface
from frnn_core.model import Model


@st.cache_resource(max_entries=16, show_spinner=False)
def fitted(name: str, relation: str, k: int) -> Model:
    """FRNN fitted to a whole data set."""
    return Model.of(load_dataset(name), relation, k)


@st.cache_resource(max_entries=16, show_spinner=False)
def decision_grid(name: str, relation: str, k: int) -> Surface:
    """The decision surface of a data set of two features."""
    return surface(fitted(name, relation, k), load_dataset(name))


@st.cache_data(max_entries=16, show_spinner=False)
def left_out(name: str, relation: str, k: int) -> IntArray:
    """The class of each row as the other rows decide it, by its place among the classes."""
    return fitted(name, relation, k).left_out()


@st.cache_data(max_entries=1, show_spinner=False)
def benchmark_finding() -> str:
    """What the default view of the benchmark says, in a sentence."""
    plan = Plan(dataset_names(), tuple(Setting.of(key) for key in SEVEN))
    scores = score_table(plan).frame().set_axis(SEVEN, axis=1)
    return score_heatmap_text(scores, names={key: RELATIONS[key].label for key in SEVEN})
