"""The features that make up the distances to the nearest rows inside and outside the winning class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.columns import Column
from frnn_core.figures.frame import EDGE, framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import blend
from frnn_core.studies.explain.feature_shares import Drivers
from frnn_core.studies.explain.words import percent

TOP = 10
NAME = 22
Side = Literal["inside", "outside"]


def feature_shares(
    drivers: Drivers, columns: Sequence[Column], values: FloatArray, *, title: str = "", look: Look = Look()
) -> go.Figure:
    """Draw two bars a feature, those with the largest shares on top.

    Parameters
    ----------
    columns, values : the features, and the query in their units
    """
    size, shown = look.size, np.array(drivers.order()[:TOP])
    figure = go.Figure([_bars(drivers, side, shown, columns, values, look) for side in ("inside", "outside")])
    inside, outside = _colours(look)
    key = key_lines([("■", inside, "rows inside the winning class"), ("▨", outside, "rows outside it")])
    top = header(figure, look, title or "Share in the distance", key=key)
    bottom = round(3.2 * size)
    framed(figure, look, top + 2.6 * size * len(shown) + bottom, top, bottom)
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
        ticktext=[label(columns[i].name, limit=NAME) for i in shown],
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


def _colours(look: Look) -> tuple[str, str]:
    """Of the rows inside and outside."""
    return look.colours.primary, blend(look.colours.muted, look.colours.background, 0.25)


def _bars(
    drivers: Drivers, side: Side, shown: IntArray, columns: Sequence[Column], values: FloatArray, look: Look
) -> go.Bar:
    """The shares on one side: solid inside, hatched outside."""
    inside = side == "inside"
    shares = drivers.inside if inside else drivers.outside
    means = drivers.inside_values if inside else drivers.outside_values
    told = [
        f"<b>{label(columns[i].name)}</b><br>{percent(shares[i], 1)} of the distance to the rows {side}<br>"
        f"query {label(columns[i].shown(values[i]))}, rows {side} {label(columns[i].shown(means[i]))}"
        for i in shown
    ]
    return go.Bar(
        x=100 * shares[shown],
        y=[row + (-0.2 if inside else 0.2) for row in range(len(shown))],
        orientation="h",
        width=0.38,
        marker={
            "color": _colours(look)[not inside],
            "pattern": {
                "shape": "" if inside else "/",
                "size": 6,
                "fgcolor": look.colours.background,
                "fillmode": "overlay",
            },
        },
        hovertext=told,
        hoverinfo="text",
        text=[percent(shares[i]) for i in shown],
        textposition="outside",
        textfont={"size": look.size - 2},
        constraintext="none",
        cliponaxis=False,
        meta=side,
    )
