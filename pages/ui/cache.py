"""The only place with st.cache_*: every key is a name and plain parameters, every cache is bounded.

What several pages need is here; what one page needs is in the file of its name, so that no page waits for the
imports of another.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import plotly.io
import streamlit as st

from frnn_core import RELATIONS, dataset_names, load_dataset
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.presets import SEVEN
from frnn_core.experiments.score_table import score_table
from frnn_core.figures import Surface, score_heatmap_text, surface
from frnn_core.model import Model
from frnn_core.relations.gamma import GammaSettings
from frnn_core.stats import Comparison, Pair, compare
from frnn_core.studies.gamma_descent import FoldOutcome, descend


class Picture(go.Figure):
    """A figure that is drawn and only has to be sent, as text: many small objects would slow Python down."""

    def __init__(self, figure: go.Figure) -> None:
        self._text = plotly.io.to_json(figure, validate=False)

    def to_dict(self) -> dict[str, Any]:
        """All of the figure, as Streamlit sends it."""
        parts: dict[str, Any] = json.loads(self._text)
        return parts


def drawn(draw: Callable[..., go.Figure], *given: Any, key: object = None, **options: Any) -> Picture:
    """A figure, drawn once for all visitors who ask for the same: Plotly takes most of the time of a page.

    Parameters
    ----------
    key : what tells the figure apart where `given` is large; else the content of `given` does
    """
    content = [_content(value) for value in (*(given if key is None else (key,)), *options.items())]
    return _drawn(f"{draw.__module__}.{draw.__qualname__}", content, draw, given, options)


def _content(value: Any) -> str:
    """All that a value holds, in full; what could look like another value without being equal is refused."""
    if isinstance(value, pd.DataFrame | pd.Series):
        return str(value.to_csv())
    if isinstance(value, np.ndarray):
        return repr((value.dtype, value.shape, value.tolist()))
    if is_dataclass(value):
        return repr(
            [type(value).__name__, *(_content(getattr(value, field.name)) for field in fields(value))]
        )
    if isinstance(value, Mapping):
        return repr([(_content(name), _content(part)) for name, part in value.items()])
    if isinstance(value, tuple | list):
        return repr([_content(part) for part in value])
    if isinstance(value, str | int | float | np.generic | None):
        return repr(value)
    raise TypeError(f"A {type(value).__name__} cannot tell figures apart: name a key.")


@st.cache_resource(max_entries=256, show_spinner=False)
def _drawn(
    name: str,
    content: list[str],
    _draw: Callable[..., go.Figure],
    _given: tuple[Any, ...],
    _options: Mapping[str, Any],
) -> Picture:
    return Picture(_draw(*_given, **_options))


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
    content = scores.to_csv() + reasons.to_csv()
    return _comparison(content, tuple(sorted(options.items())), scores, reasons)


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
