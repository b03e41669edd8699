"""The score heatmap turned round for a projector: many data sets side by side fit a wide screen."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from frnn_core.figures.heatmap_drawing import HeatmapDrawing, strong

PITCH = 1.7  # height of a relation, in sizes of the text
SMALLER = 2  # the names of data sets, beside the other text, in pixels


def turned_axes(
    figure: go.Figure,
    draw: HeatmapDrawing,
    heads: list[str],
    sides: list[str],
    chosen: tuple[str, str] | None,
) -> None:
    """Data sets on top, upright; relations at the left; labels of the chosen cell are bold."""
    if chosen is not None:
        heads = strong(heads, list(draw.table.values.columns), chosen[1])
        sides = strong(sides, list(draw.table.values.index), chosen[0])
    means = [f"<b>mean ({draw.table.n})</b>"] if draw.table.n else []
    common: dict[str, Any] = {"showgrid": False, "showline": False, "fixedrange": True, "ticks": ""}
    figure.update_xaxes(
        side="top",
        range=[-0.5, draw.end],
        tickvals=[*range(len(sides)), *([draw.mean_y] if means else [])],
        ticktext=[*sides, *means],
        tickangle=-90,
        tickfont={"size": draw.size - SMALLER},
        automargin=False,
        **common,
    )
    figure.update_yaxes(
        range=[draw.x[-1] + 0.5, -0.5],
        tickvals=draw.x,
        ticktext=[head.replace("<br>", " ") for head in heads],
        ticklabelstandoff=4,
        **common,
    )
