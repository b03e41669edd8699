"""The similarity to a star all over a square, with its unit balls; and the colour scale of such fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.frame import header, styled
from frnn_core.figures.look import Look
from frnn_core.figures.marks import MARKERS, label
from frnn_core.figures.palette import Palette, colour_at, ink_on, steps, transparent
from frnn_core.studies.relations.similarity_field import HALF, LEVELS, Field
from frnn_core.text import listed, number

HEIGHT = 300
STEP = 0.2
"""Between two neighbouring levels."""
BLANK = "\N{ZERO WIDTH SPACE}"
"""A line that keeps its height: all fields of a row start at the same place."""
BEYOND = "beyond the training range"
SHADE = 0.55
"""How far the grey of similarities below 0 covers the field."""


def similarity_field(
    shown: Field,
    centre: tuple[float, float],
    *,
    title: str,
    detail: str = "",
    targets: Field | None = None,
    rows: FloatArray | None = None,
    codes: IntArray | None = None,
    features: Sequence[str] = ("", ""),
    corners: FloatArray | None = None,
    look: Look = Look(),
) -> go.Figure:
    """Draw R(·, centre) with contours at .9, .7, .5 and .3.

    Parameters
    ----------
    targets : a coarser field whose points can be clicked; their custom data are the texts x,y
    rows, codes : the training rows and their classes, drawn faintly
    corners : three points x, y, z that break the triangle inequality, joined by lines
    """
    colours, size = look.colours, look.size
    figure = go.Figure([_surface(shown, colours), *_balls(shown, colours, size)])
    if (shown.values < 0).any():
        figure.add_traces(_beyond(shown, colours))
    if rows is not None and codes is not None:
        figure.add_traces(_points(rows, codes, colours))
    if corners is not None:
        figure.add_trace(_triangle(corners, colours, size))
    figure.add_trace(_centre(centre, colours))
    if targets is not None:
        figure.add_trace(_targets(targets))
    top = header(figure, look, title, [detail or BLANK])
    styled(figure, look, round(1.2 * HEIGHT) if look.large else HEIGHT)
    bottom, left = round(2.9 * size), round(2.9 * size)
    figure.update_layout(
        margin={"t": top, "b": bottom, "l": left, "r": 4}, hovermode="closest", showlegend=False
    )
    axis: dict[str, Any] = {
        "range": [-HALF, HALF],
        "constrain": "domain",
        "fixedrange": True,
        "automargin": False,
        "showgrid": False,
        "tickvals": [-0.5, 0, 0.5],
        "ticktext": ["−½", "0", "½"],
        "title_standoff": 4,
    }
    figure.update_xaxes(**axis, title_text=label(features[0], limit=26))
    figure.update_yaxes(
        **axis, title_text=label(features[1], limit=22), scaleanchor="x", constraintoward="top"
    )
    return figure


def _surface(shown: Field, colours: Palette) -> go.Heatmap:
    return go.Heatmap(
        x=shown.x,
        y=shown.y,
        z=shown.values,
        zmin=0,
        zmax=1,
        zsmooth="fast",
        colorscale=steps(colours.sequential),
        showscale=False,
        hoverinfo="skip",
        meta="field",
    )


def _balls(shown: Field, colours: Palette, size: int) -> list[go.Contour]:
    """The unit balls, in dark or light ink, whichever reads better at their level."""
    inks: dict[str, list[float]] = {}
    for level in sorted(LEVELS):
        inks.setdefault(ink_on(colour_at(colours.sequential, level)), []).append(level)
    return [
        go.Contour(
            x=shown.x,
            y=shown.y,
            z=shown.values.astype(np.float32),
            showscale=False,
            autocontour=False,
            contours={
                "coloring": "none",
                "start": levels[0],
                "end": levels[-1],
                "size": STEP,
                "showlabels": True,
                "labelformat": ".1f",
                "labelfont": {"size": size - 2, "color": ink},
            },
            line={"color": ink, "width": 1},
            hoverinfo="skip",
            showlegend=False,
            meta="balls",
        )
        for ink, levels in inks.items()
    ]


def _beyond(shown: Field, colours: Palette) -> list[go.Heatmap | go.Contour]:
    """A grey cover over similarities below 0, and the line where they begin."""
    grey = transparent(colours.muted, SHADE)
    cover = go.Heatmap(
        x=shown.x,
        y=shown.y,
        z=np.where(shown.values < 0, 1.0, np.nan),
        colorscale=[[0, grey], [1, grey]],
        showscale=False,
        hoverinfo="skip",
        meta="beyond",
    )
    border = go.Contour(
        x=shown.x,
        y=shown.y,
        z=shown.values.astype(np.float32),
        showscale=False,
        autocontour=False,
        contours={"coloring": "none", "start": 0, "end": 0, "size": 1},
        line={"color": colours.text, "width": 1, "dash": "dot"},
        hoverinfo="skip",
        showlegend=False,
        meta="border",
    )
    return [cover, border]


def _points(rows: FloatArray, codes: IntArray, colours: Palette) -> list[go.Scatter]:
    """A trace for each shape of marker: one with many shapes takes the browser longer."""
    shapes = codes % len(MARKERS)
    return [
        go.Scatter(
            x=rows[shapes == shape, 0],
            y=rows[shapes == shape, 1],
            mode="markers",
            marker={
                "symbol": MARKERS[shape],
                "size": 4,
                "color": colours.background,
                "opacity": 0.55,
                "line": {"width": 0.75, "color": colours.text},
            },
            hoverinfo="skip",
            meta="rows",
        )
        for shape in np.unique(shapes)
    ]


def _triangle(corners: FloatArray, colours: Palette, size: int) -> go.Scatter:
    closed = corners[[0, 1, 2, 0]]
    return go.Scatter(
        x=closed[:, 0],
        y=closed[:, 1],
        mode="lines+markers+text",
        text=["<b>x</b>", "<b>y</b>", "<b>z</b>", ""],
        textposition="top center",
        textfont={"size": size + 1, "color": colours.text},
        line={"color": colours.diverging[1], "width": 2.5},
        marker={
            "size": 9,
            "color": colours.diverging[1],
            "line": {"width": 1.5, "color": colours.background},
        },
        hoverinfo="skip",
        meta="counterexample",
    )


def _centre(centre: tuple[float, float], colours: Palette) -> go.Scatter:
    return go.Scatter(
        x=[centre[0]],
        y=[centre[1]],
        mode="markers",
        marker={
            "symbol": "star",
            "size": 14,
            "color": colours.background,
            "line": {"width": 1.5, "color": colours.text},
        },
        hoverinfo="skip",
        meta="centre",
    )


def _targets(targets: Field) -> go.Scatter:
    """A transparent grid that takes the clicks, since a contour takes none."""
    x, y = (part.ravel() for part in np.meshgrid(targets.x, targets.y))
    values = targets.values.ravel()
    same = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=x,
        y=y,
        mode="markers",
        marker={"symbol": "square", "size": 9, "color": "rgba(0,0,0,0)", "opacity": 1},
        selected=same,
        unselected=same,
        customdata=[f"{a:g},{b:g}" for a, b in zip(x, y, strict=True)],
        text=[f"{number(value)}{f', {BEYOND}' if value < 0 else ''}" for value in values],
        hovertemplate="similarity %{text}<br>at %{x:.2f}, %{y:.2f}<extra></extra>",
        meta="targets",
    )


def similarity_field_text(name: str, shown: Field, centre: tuple[float, float]) -> str:
    """One field in a sentence: how much of the square is how similar to the star."""
    parts = [f"{shown.share(level):.0%} at least {number(level, 1)}" for level in LEVELS]
    below = float((shown.values < 0).mean())
    tail = f"; {below:.0%} below 0, {BEYOND}" if below else ""
    return (
        f"{name}: similarity to the star at {centre[0]:.2f}, {centre[1]:.2f} over the square: "
        f"{listed(parts)}{tail}."
    )


def comparison_text(fields: Mapping[str, Field], level: float = 0.7) -> str:
    """How much of the square each relation calls at least this similar to the star.

    Examples
    --------
    >>> comparison_text({"Manhattan": Field(np.zeros(2), np.zeros(2), np.array([[1.0, 0.2], [0.8, 0.1]]))})
    'At least .7 similar to the star: 50 % of the square under Manhattan.'
    """
    shares = {name: shown.share(level) for name, shown in fields.items()}
    ordered = sorted(shares, key=lambda name: -shares[name])
    parts = [
        f"{100 * shares[name]:.0f} %{' of the square' if place == 0 else ''} under {name}"
        for place, name in enumerate(ordered)
    ]
    return f"At least {number(level, 1)} similar to the star: {listed(parts)}."
