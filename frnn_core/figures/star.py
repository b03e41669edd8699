"""The star of a figure: the row or query that it is about."""

from __future__ import annotations

import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.marks import STILL
from frnn_core.figures.palette import Palette


def star(point: FloatArray, colours: Palette, size: float, meta: str) -> go.Scatter:
    """The row or query that a figure is about: hollow, in front of all others, and no target of clicks."""
    return go.Scatter(
        x=point[:1],
        y=point[1:],
        mode="markers",
        marker={
            "symbol": "star",
            "size": size,
            "color": colours.background,
            "line": {"width": 2, "color": colours.text},
        },
        hoverinfo="skip",
        showlegend=False,
        meta=meta,
        **STILL,
    )
