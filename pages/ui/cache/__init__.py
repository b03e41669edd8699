"""The only place with st.cache_*: every key is a name and plain parameters, every cache is bounded.

What several pages need is here; what one page needs is in the file of its name, so that no page waits for the
imports of another.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from frnn_core import RELATIONS, dataset_names, load_dataset
from frnn_core.descent import FoldOutcome, descend
from frnn_core.errors import FRNNError
from frnn_core.figures.decision_surface import Surface, surface
from frnn_core.figures.heatmap_table import score_heatmap_text
from frnn_core.grid import Plan, Setting
from frnn_core.model import Model
from frnn_core.presets import SEVEN
from frnn_core.relations.gamma import GammaSettings
from frnn_core.scoretable import score_table
from frnn_core.stats import Comparison, Pair, compare
from frnn_core.store import Store


@st.cache_resource(show_spinner=False)
def store() -> Store | None:
    """Where results are kept, or None where nothing can be written."""
    try:
        return Store()
    except FRNNError:
        return None


@st.cache_resource(max_entries=64, show_spinner=False)
def fitted(name: str, relation: str, k: int, gamma: float = 1.0) -> Model:
    """FRNN fitted to a whole data set."""
    return Model.of(load_dataset(name), relation, k, gamma)


@st.cache_resource(max_entries=64, show_spinner=False)
def decision_grid(name: str, relation: str, k: int, gamma: float = 1.0) -> Surface:
    """A two-feature data set's decision surface."""
    return surface(fitted(name, relation, k, gamma), load_dataset(name))


@st.cache_data(max_entries=256, show_spinner=False)
def left_out(name: str, relation: str, k: int, gamma: float = 1.0) -> np.ndarray:
    """The class of each row as the other rows decide it, by its place among the classes."""
    return fitted(name, relation, k, gamma).left_out()


@st.cache_resource(max_entries=1024, show_spinner=False)
def descent_fold(
    name: str,
    fold: int,
    kernel: str,
    k: int,
    variants: tuple[str, ...],
    settings: tuple[tuple[str, float | int | str], ...],
) -> FoldOutcome:
    """Learning a kernel width on one fold; the settings are those of `GammaSettings`."""
    return descend(name, fold, kernel, k, GammaSettings(**dict(settings)), variants)


def comparison(scores: pd.DataFrame, reasons: pd.DataFrame, **options: Any) -> Comparison:
    """The comparison of a table of scores; the same table and options give the same one at once."""
    return _comparison(scores.to_csv(), tuple(sorted(options.items())), scores, reasons)


@st.cache_resource(max_entries=128, show_spinner=False)
def _comparison(
    content: str, options: tuple[tuple[str, Any], ...], _scores: pd.DataFrame, _reasons: pd.DataFrame
) -> Comparison:
    return compare(_scores, reasons=_reasons, relation_names=RELATIONS, **dict(options))


@st.cache_resource(max_entries=256, show_spinner=False)
def pair(_comparison: Comparison, content: str, first: str, second: str) -> Pair:
    """Two relations of a comparison, which `content` tells apart from others."""
    return _comparison.pair(first, second)


@st.cache_data(show_spinner=False)
def benchmark_finding() -> str:
    """What the default view of the benchmark says, in a sentence."""
    plan = Plan(dataset_names(), tuple(Setting.of(key) for key in SEVEN))
    scores = score_table(plan).frame().set_axis(SEVEN, axis=1)
    return score_heatmap_text(scores, names={key: RELATIONS[key].label for key in SEVEN})
