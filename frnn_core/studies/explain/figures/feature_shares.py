"""The features that make up the distances to the nearest rows inside and outside the winning class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.drawing import EDGE, blend, framed, header, key_lines, label
from frnn_core.figures.palette import palette, text_size
from frnn_core.studies.explain.feature_shares import Drivers
from frnn_core.studies.explain.words import percent

TOP = 10
NAME = 22


def feature_shares(
    drivers: Drivers,
    names: Sequence[str],
    values: FloatArray,
    *,
    source: str = "",
    dark: bool = False,
    large: bool = False,
) -> go.Figure:
    """Draw two bars a feature, those with the largest shares on top.

    Parameters
    ----------
    values : the query, in the units of the features
    """
    colours, size = palette(dark), text_size(large)
    shown = drivers.order()[:TOP]
    sides = (
        ("inside", drivers.inside, drivers.inside_values, colours.primary, ""),
        (
            "outside",
            drivers.outside,
            drivers.outside_values,
            blend(colours.muted, colours.background, 0.25),
            "/",
        ),
    )
    figure = go.Figure()
    for place, (side, shares, means, colour, shape) in enumerate(sides):
        told = [
            f"<b>{label(names[i])}</b><br>{percent(shares[i], 1)} of the distance to the rows {side}<br>"
            f"query {values[i]:.4g}, rows {side} {means[i]:.4g}"
            for i in shown
        ]
        figure.add_trace(
            go.Bar(
                x=100 * shares[shown],
                y=[row + 0.4 * (place - 0.5) for row in range(len(shown))],
                orientation="h",
                width=0.38,
                marker={
                    "color": colour,
                    "pattern": {
                        "shape": shape,
                        "size": 6,
                        "fgcolor": colours.background,
                        "fillmode": "overlay",
                    },
                },
                hovertext=told,
                hoverinfo="text",
                text=[percent(shares[i]) for i in shown],
                textposition="outside",
                textfont={"size": size - 2},
                constraintext="none",
                cliponaxis=False,
                meta=side,
            )
        )
    key = key_lines(
        [("■", colours.primary, "rows inside the winning class"), ("▨", colours.muted, "rows outside it")]
    )
    top = header(figure, colours, source or "Share in the distance", [], key=key, large=large)
    bottom = round(3.2 * size)
    framed(figure, colours, top + 2.6 * size * len(shown) + bottom, top, bottom, large=large)
    finite = np.concatenate([drivers.inside[shown], drivers.outside[shown], [0.0]])
    low, high = float(np.nanmin(finite)), float(np.nanmax(finite))
    figure.update_xaxes(
        title_text="share in the distance",
        range=[100 * (low - (0.1 * (high - low) if low < 0 else 0)), 115 * high],
        ticksuffix=" %",
        fixedrange=True,
    )
    figure.update_yaxes(
        range=[len(shown) - 0.4, -0.6],
        tickvals=list(range(len(shown))),
        ticktext=[label(names[i], limit=NAME) for i in shown],
        showgrid=False,
        fixedrange=True,
        ticklabelstandoff=4,
    )
    figure.update_layout(barmode="overlay", showlegend=False, margin={"r": EDGE + 2 * size})
    return figure


def feature_shares_text(drivers: Drivers, names: Sequence[str]) -> str:
    """The figure in words: the features with the largest share on either side."""
    parts = []
    for side, shares in (("inside", drivers.inside), ("outside", drivers.outside)):
        if np.isnan(shares).any():
            parts.append(f"the nearest rows {side} are no distance away, so there is nothing to share out")
            continue
        best = int(np.argmax(shares))
        parts.append(
            f"{names[best]} has the largest part of the distance to the nearest rows {side} the "
            f"winning class, {percent(shares[best])}"
        )
    first = parts[0].replace("the nearest", "The nearest", 1) if np.isnan(drivers.inside).any() else parts[0]
    return f"{first}; {parts[1]}."
