"""The one colour scale of the similarity fields."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.frame import styled
from frnn_core.figures.look import Look
from frnn_core.figures.palette import colour_at, ink_on, steps, transparent
from frnn_core.studies.relations.figures.similarity_field import SHADE
from frnn_core.studies.relations.similarity_field import LEVELS
from frnn_core.text import number

SCALE_HEIGHT = 46


def similarity_scale(*, beyond: bool, look: Look = Look()) -> go.Figure:
    """The one colour scale of all fields, with a grey part where some similarity is below 0."""
    colours, size = look.colours, look.size
    shades = np.linspace(0, 1, 101)
    figure = go.Figure(
        go.Heatmap(
            x=shades,
            y=[0],
            z=shades[None],
            zmin=0,
            zmax=1,
            colorscale=steps(colours.sequential),
            showscale=False,
            hoverinfo="skip",
        )
    )
    for level in LEVELS:
        ink = ink_on(colour_at(colours.sequential, level))
        figure.add_vline(x=level, line={"color": ink, "width": 1})
    if beyond:
        grey = transparent(colours.muted, SHADE)
        figure.add_shape(
            type="rect",
            x0=-0.16,
            x1=-0.02,
            y0=-0.5,
            y1=0.5,
            fillcolor=grey,
            line={"color": colours.text, "width": 1, "dash": "dot"},
        )
    styled(figure, look, round(1.4 * SCALE_HEIGHT) if look.large else SCALE_HEIGHT)
    figure.update_layout(margin={"t": 4, "b": round(2 * size), "l": 8, "r": 8})
    values = [0, *reversed(LEVELS), 1]
    texts = ["0", *(number(level, 1) for level in reversed(LEVELS)), "1"]
    figure.update_xaxes(
        range=[-0.17 if beyond else 0, 1.01],
        tickvals=[-0.09, *values] if beyond else values,
        ticktext=["below 0", *texts] if beyond else texts,
        tickangle=0,
        fixedrange=True,
        showgrid=False,
        automargin=False,
    )
    figure.update_yaxes(visible=False, range=[-0.5, 0.5], fixedrange=True)
    return figure
