"""What Friedman's test ranks, the right way round and with the table turned."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.drawing import EDGE, colour_at, framed, header, ink_on, label, steps
from frnn_core.figures.palette import palette, text_size
from frnn_core.text import counted

if TYPE_CHECKING:
    import pandas as pd


def sideways(
    ranks: pd.DataFrame, turned: bool, *, p: str, source: str, dark: bool = False, large: bool = False
) -> go.Figure:
    """Draw the ranks, with their means below (of the relations) or at the right (of the data sets, turned).

    Parameters
    ----------
    ranks : data sets x relations, see `frnn_core.paper.exhibits.friedman_ranks`
    p : the p-value of the test, as text
    """
    colours, size = palette(dark), text_size(large)
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
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    ends = np.full(len(means), at[0] if turned else at[1])
    places = np.arange(len(means))
    values = np.concatenate([ranks.to_numpy(float).ravel(), means.to_numpy(float)])
    texts = [f"{rank:g}" for rank in values[: ranks.size]] + [
        f"<b>{mean:.{2 - turned}f}</b>" for mean in means
    ]
    figure.add_trace(
        go.Scatter(
            x=np.concatenate([x.ravel(), ends if turned else places]),
            y=np.concatenate([y.ravel(), places if turned else ends]),
            mode="text",
            text=texts,
            textfont={
                "color": [ink_on(colour_at(scale, (v - 1) / max(highest - 1, 1))) for v in values],
                "size": size - 2,
            },
            hoverinfo="skip",
            showlegend=False,
            meta="texts",
        )
    )
    what = "data sets within each relation" if turned else "relations within each data set"
    top = header(figure, colours, f"Ranks of the {what}: p = {p}", [source], large=large)
    pitch = 1.3 * size if rows > 12 else 1.6 * size
    top += round(1.8 * size)
    framed(figure, colours, top + pitch * (rows + 1.4) + 2 * EDGE, top, 2 * EDGE, large=large)
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
        tickfont={"size": size - 2},
        **axis,
    )
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
