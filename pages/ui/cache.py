"""Figures that are drawn once and kept, for all pages.

What else a page keeps is in the `cache` of its own folder, so that no page waits for the imports of another.
`st.cache_*` is in these modules only. Every key is a name and plain parameters, and every cache is bounded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import plotly.io
import streamlit as st

from frnn_core.figures import Look
from frnn_core.figures.axis_numbers import without_zeros
from pages.ui import visit


class Picture(go.Figure):
    """A figure that is drawn and only has to be sent, as text: many small objects would slow Python down.

    It knows how it was drawn, so that it can be drawn anew for print.
    """

    def __init__(
        self, draw: Callable[..., go.Figure], given: tuple[Any, ...], options: Mapping[str, Any]
    ) -> None:
        self._how = draw, given, options

    @cached_property
    def _text(self) -> str:
        """The figure as text, drawn when it is sent: some are only taken away."""
        draw, given, options = self._how
        return str(plotly.io.to_json(without_zeros(draw(*given, **options)), validate=False))

    @cached_property
    def height(self) -> float | None:
        """Its pixels from top to bottom, where it says so."""
        found: float | None = self.to_dict()["layout"].get("height")
        return found

    def printed(self) -> go.Figure:
        """The same figure on white, with text of the usual size."""
        draw, given, options = self._how
        look = replace(options.get("look", Look()), dark=False, large=False)
        return draw(*given, **{**options, "look": look})

    def to_dict(self) -> dict[str, Any]:
        """All of the figure, as Streamlit sends it."""
        parts: dict[str, Any] = json.loads(self._text)
        return parts


def drawn(draw: Callable[..., go.Figure], *given: Any, key: object = None, **options: Any) -> Picture:
    """A figure, drawn once for all visitors who ask for the same: Plotly takes most of the time of a page.

    Figures of a table of the visitor's own are drawn each time and not kept.

    Parameters
    ----------
    key : what tells the figure apart where `given` is large; else the content of `given` does
    """
    if visit.in_view():  # what shows a visitor's table is for that visitor alone
        return fresh(draw, *given, **options)
    content = [_content(value) for value in (*(given if key is None else (key,)), *options.items())]
    return _drawn(f"{draw.__module__}.{draw.__qualname__}", content, draw, given, options)


def fresh(draw: Callable[..., go.Figure], *given: Any, **options: Any) -> Picture:
    """A figure that is drawn each time and not kept, for what is quickly drawn or seldom asked for."""
    return Picture(draw, given, options)


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
    return Picture(_draw, _given, _options)
