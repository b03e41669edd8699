"""What Friedman's test ranks, the right way round and with the table turned."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import colour_at, ink_on, steps
from frnn_core.text import counted


def sideways(ranks: pd.DataFrame, turned: bool, *, p: str, look: Look = Look()) -> go.Figure:
    """Draw the ranks, with their means below (of the relations) or at the right (of the data sets, turned).

    Parameters
    ----------
    ranks : data sets x relations, see `frnn_core.paper.exhibits.friedman_ranks`
    p : the p-value of the test, as text
    """
    colours, size = look.colours, look.size
    rows, columns = ranks.shape
    highest = rows if turned else columns
    scale = list(colours.sequential[::-1])
    means = ranks.mean(axis=1 if turned else 0)
    common = {"coloraxis": "coloraxis", "xgap": 1, "ygap": 1, "dx": 1, "dy": 1, "hoverinfo": "text"}
    figure = go.Figure(
        go.Heatmap(
            z=ranks.to_numpy(float), x0=0, y0=0, meta="ranks", hovertext=_told(ranks, turned), **common
        )
    )
    at = (columns + 0.25, 0) if turned else (0, rows + 0.25)
    along = means.to_numpy(float)[:, None] if turned else means.to_numpy(float)[None, :]
    told = [f"mean rank of {label(str(name))}: {value:.2f}" for name, value in means.items()]
    hover = [[word] for word in told] if turned else [told]
    figure.add_trace(go.Heatmap(z=along, x0=at[0], y0=at[1], meta="means", hovertext=hover, **common))
    figure.add_trace(_texts(ranks, means, at, turned, scale, size - 2))
    what = "data sets within each relation" if turned else "relations within each data set"
    top = header(figure, look, f"Ranks of the {what}: p = {p}", look.sources)
    pitch = 1.3 * size if rows > 12 else 1.6 * size
    top += round(1.8 * size)
    framed(figure, look, top + pitch * (rows + 1.4) + 2 * EDGE, top, 2 * EDGE)
    _axes(figure, ranks, turned, size - 2)
    colour_axis = {"cmin": 1, "cmax": highest, "colorscale": steps(scale), "showscale": False}
    figure.update_layout(coloraxis=colour_axis, hoverdistance=50)
    return figure


def sideways_text(ranks: pd.DataFrame, turned: bool, p: str) -> str:
    """The figure in words: what is ranked, how far the means are spread, and p."""
    means = ranks.mean(axis=1 if turned else 0)
    rows, columns = counted(len(ranks), "data set"), counted(ranks.shape[1], "relation")
    ranked = f"{rows} ranked by each of {columns}" if turned else f"{columns} ranked on each of {rows}"
    least, most = means.idxmin(), means.idxmax()
    return (
        f"{ranked}: mean ranks from {means.min():.2f} ({least}) to {means.max():.2f} ({most}); "
        f"Friedman's p = {p}."
    )


def _texts(
    ranks: pd.DataFrame,
    means: pd.Series,
    at: tuple[float, float],
    turned: bool,
    scale: list[str],
    size: int,
) -> go.Scatter:
    """Every rank in its cell, and the means, strong, in theirs."""
    rows, columns = ranks.shape
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    ends = np.full(len(means), at[0] if turned else at[1])
    places = np.arange(len(means))
    values = np.concatenate([ranks.to_numpy(float).ravel(), means.to_numpy(float)])
    highest = max((rows if turned else columns) - 1, 1)
    words = [f"{rank:g}" for rank in values[: ranks.size]]
    return go.Scatter(
        x=np.concatenate([x.ravel(), ends if turned else places]),
        y=np.concatenate([y.ravel(), places if turned else ends]),
        mode="text",
        text=[*words, *(f"<b>{mean:.{2 - turned}f}</b>" for mean in means)],
        textfont={"color": [ink_on(colour_at(scale, (v - 1) / highest)) for v in values], "size": size},
        hoverinfo="skip",
        showlegend=False,
        meta="texts",
    )


def _axes(figure: go.Figure, ranks: pd.DataFrame, turned: bool, small: int) -> None:
    """Relations on top, data sets at the left, and where the means are."""
    rows, columns = ranks.shape
    axis = {"showgrid": False, "showline": False, "fixedrange": True, "tickmode": "array", "ticks": ""}
    mean_name = ["<b>mean</b>"]
    figure.update_xaxes(
        side="top",
        range=[-0.5, columns + 0.8 if turned else columns - 0.5],
        tickvals=[*range(columns), *([columns + 0.25] if turned else [])],
        ticktext=[label(str(name), limit=12) for name in ranks] + mean_name * turned,
        **axis,
    )
    figure.update_yaxes(
        range=[rows - 0.5 if turned else rows + 0.8, -0.5],
        tickvals=[*range(rows), *([] if turned else [rows + 0.25])],
        ticktext=[label(str(name), limit=14) for name in ranks.index] + mean_name * (not turned),
        tickfont={"size": small},
        **axis,
    )


def _told(ranks: pd.DataFrame, turned: bool) -> list[list[str]]:
    rows, columns = counted(len(ranks), "data set"), counted(ranks.shape[1], "relation")
    return [
        [
            f"{label(str(name))} by {label(str(column))}: rank {rank:g} of {rows}"
            if turned
            else f"{label(str(column))} on {label(str(name))}: rank {rank:g} of {columns}"
            for column, rank in row.items()
        ]
        for name, row in ranks.iterrows()
    ]
