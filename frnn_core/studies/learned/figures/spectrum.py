"""What DMLMJ solves instead of taking steps: a share of the divergence for each direction."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import EDGE, framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.palette import blend
from frnn_core.text import number

HEIGHT = 280
IN_THE_MAP = 2


def spectrum(
    ratios: FloatArray,
    shares: FloatArray,
    *,
    title: str,
    look: Look = Look(),
) -> go.Figure:
    """Draw a bar for each direction, the largest share first; those of the map are in colour."""
    colours, size = look.colours, look.size
    places = np.arange(1, len(shares) + 1)
    strong, weak = colours.primary, blend(colours.muted, colours.background, 0.4)
    figure = go.Figure(
        go.Bar(
            x=places,
            y=shares,
            marker={"color": [strong if place <= IN_THE_MAP else weak for place in places]},
            customdata=ratios,
            hovertemplate="direction %{x}<br>share %{y:.3g}<br>λ = %{customdata:.3g}<extra></extra>",
            showlegend=False,
            meta="shares",
        )
    )
    key = key_lines([("■", strong, "in the map above"), ("■", weak, "in the full fit only")])
    top = header(figure, look, title, look.sources, key=key) + EDGE
    bottom = round(3.2 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    figure.update_xaxes(title_text="direction, by its share", fixedrange=True, showgrid=False)
    figure.update_xaxes(**({"dtick": 1} if len(shares) <= 20 else {"nticks": 10}))
    figure.update_yaxes(title_text="share (λ + 1/λ)/2 − 1", fixedrange=True)
    return figure


def spectrum_text(shares: FloatArray) -> str:
    """The bars in a sentence."""
    first, total = float(shares[:IN_THE_MAP].sum()), float(shares.sum())
    part = number(first / total, 2) if total else "–"
    return (
        f"The two directions of the map have {part} of the divergence that all {len(shares)} directions add "
        "up to."
    )
