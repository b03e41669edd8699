"""Differences over data sets: a row a comparison, a dot a data set, a diamond the mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.frame import framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.palette import transparent

DATA_SET, MEAN = "a data set", "the mean over data sets"


@dataclass(frozen=True)
class DotRow:
    """One row.

    Attributes
    ----------
    label : what stands at the left, as Plotly reads it
    values, told : of each dot, its place and its words
    mean, mean_told : of the diamond
    mean_colour : of the diamond; that of the text if empty
    dot_colour : of the dots; the primary one if empty
    """

    key: str
    label: str
    values: Sequence[float]
    told: Sequence[str]
    mean: float
    mean_told: str
    mean_colour: str = ""
    dot_colour: str = ""


def dot_rows(
    rows: Sequence[DotRow],
    *,
    title: str,
    axis: str,
    look: Look = Look(),
    key: Sequence[tuple[str, str, str]] = (),
    lines: int = 1,
) -> go.Figure:
    """Draw the rows from the top.

    Parameters
    ----------
    key : glyph, colour and meaning of what is to be seen; by default of dots and means
    lines : of text at the left, in each row
    """
    colours, size = look.colours, look.size
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1})
    figure.add_traces([_dots(row, place, look) for place, row in enumerate(rows)])
    figure.add_trace(
        go.Scatter(
            x=[row.mean for row in rows],
            y=list(range(len(rows))),
            mode="markers",
            marker={
                "symbol": "diamond",
                "size": 0.8 * size,
                "color": [row.mean_colour or colours.text for row in rows],
                "line": {"width": 1, "color": colours.background},
            },
            hovertext=[row.mean_told for row in rows],
            hoverinfo="text",
            meta="means",
        )
    )
    marks = key or [("●", colours.primary, DATA_SET), ("◆", colours.text, MEAN)]
    top = header(figure, look, title, look.sources, key=key_lines(marks))
    pitch = (0.4 + 1.35 * lines) * size
    framed(figure, look, top + pitch * len(rows) + 3.4 * size, top, 3.4 * size)
    figure.update_xaxes(title=axis, fixedrange=True, tickformat="+.2f")
    figure.update_yaxes(
        range=[len(rows) - 0.4, -0.6],
        tickvals=list(range(len(rows))),
        ticktext=[row.label for row in rows],
        showgrid=False,
        showline=False,
        fixedrange=True,
    )
    figure.update_layout(showlegend=False)
    return figure


def _dots(row: DotRow, place: int, look: Look) -> go.Scatter:
    return go.Scatter(
        x=np.asarray(row.values, dtype=float),
        y=np.full(len(row.values), place),
        mode="markers",
        marker={"size": 0.55 * look.size, "color": transparent(row.dot_colour or look.colours.primary, 0.6)},
        hovertext=list(row.told),
        hoverinfo="text",
        meta=row.key,
    )
