"""A matrix of pairs of relations: its cells, and the names at its sides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import EDGE


def pair_cells(
    values: FloatArray, rows: Sequence[str], columns: Sequence[str], told: list[list[str]], **scale: Any
) -> go.Heatmap:
    """Cells that carry the names of their pair, for clicks, and say on hover what is told of it."""
    return go.Heatmap(
        z=values,
        showscale=False,
        xgap=2,
        ygap=2,
        customdata=[[[row, column] for column in columns] for row in rows],
        hovertext=told,
        hovertemplate="%{hovertext}<extra></extra>",
        hoverongaps=False,
        **scale,
    )


def pair_axes(figure: go.Figure, heads: Sequence[str], sides: Sequence[str], *, room: int = 0) -> None:
    """Names below and at the left, with `room` for more columns at the right."""
    common = {"showgrid": False, "showline": False, "fixedrange": True, "tickmode": "array", "ticks": ""}
    figure.update_xaxes(
        tickvals=list(range(len(heads))),
        ticktext=heads,
        range=[-0.5, len(heads) - 0.5 + room],
        autotickangles=[0, -90] if any("<br>" in head for head in heads) else [0, -45, -90],
        ticklabeloverflow="allow",
        automargin=False,
        **common,
    )
    figure.update_yaxes(
        tickvals=list(range(len(sides))),
        ticktext=sides,
        range=[len(sides) - 0.5, -0.5],
        ticklabelstandoff=4,
        **common,
    )
    figure.update_layout(margin={"r": 2 * EDGE})
