"""How a relation fares as k grows: one line a relation, named at its right end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from frnn_core.figures.drawing import (
    EDGE,
    dash,
    family_key,
    framed,
    full_name,
    header,
    label,
    marker,
    plain_name,
    spread,
)
from frnn_core.figures.palette import palette, text_size
from frnn_core.text import number

if TYPE_CHECKING:
    import pandas as pd

HEIGHT = 360
MARKED_UP_TO = 8  # relations; with more, only the ends of lines have markers


def lines_over_k(
    values: pd.DataFrame,
    *,
    ranks: bool = True,
    chosen: int | None = None,
    families: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
    measure: str = "balanced accuracy",
    source: str = "",
    dark: bool = False,
    large: bool = False,
) -> go.Figure:
    """Draw mean ranks (1 = best, on top) or mean scores over k.

    Parameters
    ----------
    values
        k (the index) x relations; NaN where there is none.
    ranks
        Whether the values are mean ranks; otherwise they are scores, the best on top too.
    chosen
        The k that a vertical rule marks.
    source
        What the means are over: "mean over 28 data sets".
    """
    families, colours, size = families or {}, palette(dark), text_size(large)
    values = values.dropna(axis=1, how="all").sort_index()
    ks = [int(k) for k in values.index]
    ends = {
        name: (int(column.last_valid_index()), float(column.dropna().iloc[-1]))
        for name, column in values.items()
    }
    pitch = 1.35 * size
    height = max(HEIGHT * size / 13, pitch * (len(ends) + 1))
    labels, (low, high) = _labels({name: end for name, (_, end) in ends.items()}, values, pitch, height)
    reach = ks[-1] + 0.05 * max(ks[-1] - ks[0], 1)
    figure = go.Figure()
    for name in values:
        family = families.get(name, "")
        line = {"color": colours.family(family), "width": 1.75, "dash": dash(family)}
        told = f"<b>{full_name(name, names)}</b><br>k = %{{x}}<br>"
        told += "mean rank %{y:.2f}" if ranks else f"{measure} %{{y:.3f}}"
        figure.add_trace(
            go.Scatter(
                x=ks,
                y=values[name],
                mode="lines+markers" if len(ends) <= MARKED_UP_TO else "lines",
                connectgaps=True,
                line=line,
                marker=marker(family, colours, 0.5 * size),
                name=name,
                hovertemplate=f"{told}<extra></extra>",
                showlegend=False,
                meta="line",
            )
        )
        at, end = ends[name]
        figure.add_trace(
            go.Scatter(
                x=[at, reach],
                y=[end, labels[name]],
                mode="lines+markers",
                line={"color": colours.family(family), "width": 0.75},
                marker={**marker(family, colours, 0.55 * size), "opacity": [1, 0]},
                hoverinfo="skip",
                showlegend=False,
                meta="leader",
            )
        )
    if chosen is not None:
        figure.add_vline(x=chosen, line={"color": colours.text, "width": 1, "dash": "dot"}, layer="below")
        figure.add_annotation(
            x=chosen, y=1, yref="paper", yanchor="bottom", text=f"k = {chosen}", showarrow=False
        )
    title = "Mean rank over k, 1 = best" if ranks else f"{measure[:1].upper()}{measure[1:]} over k"
    present = [families.get(name, "") for name in values]
    lines = (
        [f"{source[:1].upper()}{source[1:]}."] if source else ["Means over the same data sets for every k."]
    )
    top = header(figure, colours, title, lines, key=family_key(present, colours), large=large)
    top += round(1.6 * size)
    bottom = round(3.2 * size)
    framed(figure, colours, top + height + bottom, top, bottom, large=large)
    ends_y = [high, low] if ranks else [low, high]
    figure.update_xaxes(
        title_text="k, number of neighbours",
        range=[ks[0] - 0.4, reach],
        tickvals=[k for k in ks if k in (1, 3, 5, 10, 15, 20)] or ks,
        tickangle=0,
        showgrid=False,
        fixedrange=True,
        automargin=False,
    )
    figure.update_yaxes(range=ends_y, fixedrange=True, nticks=6, tickformat=None if ranks else ".3f")
    figure.add_trace(go.Scatter(x=[None], y=[None], yaxis="y2", hoverinfo="skip", showlegend=False))
    figure.update_layout(
        yaxis2={
            "overlaying": "y",
            "side": "right",
            "range": ends_y,
            "tickmode": "array",
            "tickvals": list(labels.values()),
            "ticktext": [label(name, names if len(labels) <= 8 else None, limit=16) for name in labels],
            "showgrid": False,
            "ticks": "",
            "automargin": True,
            "fixedrange": True,
            "zeroline": False,
            "ticklabelstandoff": 4,
        },
        margin={"l": EDGE, "r": EDGE},
    )
    return figure


def _labels(
    ends: Mapping[str, float], values: pd.DataFrame, pitch: float, height: float
) -> tuple[dict[str, float], tuple[float, float]]:
    """Places of the labels, `pitch` pixels apart on an axis of `height` pixels, and the range of the axis."""
    low, high = float(values.min().min()), float(values.max().max())
    edge = 0.05 * max(high - low, 1e-3)
    start, stop = low - edge, high + edge
    for _ in range(50):
        placed = spread(list(ends.values()), pitch * (stop - start) / height)
        wanted = min(low, placed.min()) - edge, max(high, placed.max()) + edge
        if wanted[1] - wanted[0] <= (stop - start) * (1 + 1e-9):
            break
        start, stop = wanted
    return dict(zip(ends, placed.tolist(), strict=True)), (start, stop)


def lines_over_k_text(
    values: pd.DataFrame, *, ranks: bool = True, names: Mapping[str, str] | None = None
) -> str:
    """The lines in one sentence: who leads at the smallest and the largest k, and for how many k."""
    table = values.dropna(axis=1, how="all").dropna().sort_index()
    if table.empty:
        return "There is no k for which every relation has a value."
    leaders = table.idxmin(axis=1) if ranks else table.idxmax(axis=1)
    most = leaders.value_counts().idxmax()
    share = int((leaders == most).sum())
    (first, last) = (int(table.index[0]), int(table.index[-1]))

    def told(k: int) -> str:
        value = float(table.loc[k, leaders[k]])
        return f"{plain_name(leaders[k], names)} at k = {k} ({f'{value:.2f}' if ranks else number(value)})"

    return (
        f"{plain_name(most, names)} has the best {'mean rank' if ranks else 'mean'} for {share} of "
        f"{len(table)} values of k; the best are {told(first)} and {told(last)}."
    )
