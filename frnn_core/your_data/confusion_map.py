"""What was taken for what, as a map: classes down, what their rows were taken for across."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import colour_at, ink_on, steps
from frnn_core.text import counted, listed, number

WRITTEN_UP_TO = 14
"""Classes; of more, the numbers of cells are told on hover only."""


def confusion_map(counts: pd.DataFrame, *, look: Look = Look()) -> go.Figure:
    """Draw the share of each class that was taken for each, with the number of rows in the cell.

    Parameters
    ----------
    counts : classes x classes, as `mistakes.confusions` gives it
    """
    colours, size = look.colours, look.size
    shares = _shares(counts)
    names = [label(str(name), limit=16) for name in counts.index]
    places = list(range(len(names)))
    figure = go.Figure(
        go.Heatmap(
            z=shares,
            zmin=0,
            zmax=1,
            colorscale=steps(colours.sequential),
            showscale=False,
            xgap=1,
            ygap=1,
            customdata=_hovers(counts, shares),
            hovertemplate="%{customdata}<extra></extra>",
            meta="confusions",
        )
    )
    if len(names) <= WRITTEN_UP_TO:
        for (i, j), share in np.ndenumerate(shares):
            count = counts.iloc[i, j]
            if count:
                ink = ink_on(colour_at(colours.sequential, 0.0 if np.isnan(share) else float(share)))
                figure.add_annotation(
                    x=j, y=i, text=_count(count), showarrow=False, font={"size": size - 1, "color": ink}
                )
    first = ", ".join(["Class and what it was taken for", *look.sources])
    top = header(figure, look, first, ["Down: the class. Colour: its share. Right answers: the diagonal."])
    bottom = round(size * (1.6 + 0.5 * max(map(len, names))))
    framed(figure, look, top + max(2.1 * size * len(names), 7 * size) + bottom, top, bottom)
    figure.update_xaxes(tickvals=places, ticktext=names, showgrid=False, fixedrange=True)
    figure.update_yaxes(
        tickvals=places, ticktext=names, autorange="reversed", showgrid=False, fixedrange=True
    )
    return figure


def confusion_text(counts: pd.DataFrame, most: int = 3) -> str:
    """The map in words: how many are right, and the most frequent mistakes."""
    total, right = float(counts.to_numpy().sum()), float(np.trace(counts))
    cells = [(a, b, float(counts.loc[a, b])) for a in counts.index for b in counts.columns if a != b]
    wrong = sorted((cell for cell in cells if cell[2]), key=lambda cell: -cell[2])[:most]
    told = f"{_count(right)} of {counted(round(total), 'row')} right"
    if not wrong:
        return f"{told}."
    frequent = [f"{a} taken for {b} ({_count(count)})" for a, b, count in wrong]
    return f"{told}; most often wrong: {listed(frequent)}."


def _shares(counts: pd.DataFrame) -> FloatArray:
    """The shares of each class; NaN where no row of a class was judged."""
    values = counts.to_numpy(dtype=float)
    totals = values.sum(axis=1, keepdims=True)
    blank = np.full(values.shape, np.nan)
    return np.asarray(np.divide(values, totals, out=blank, where=totals > 0))


def _hovers(counts: pd.DataFrame, shares: FloatArray) -> list[list[str]]:
    names = [label(str(name)) for name in counts.index]
    return [
        [
            f"{a} taken for {b}: {_count(counts.iloc[i, j])} of {_count(counts.iloc[i].sum())} rows "
            f"({number(shares[i, j], 2)})"
            for j, b in enumerate(names)
        ]
        for i, a in enumerate(names)
    ]


def _count(value: float) -> str:
    """A number of rows; a mean over deals may have a decimal."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"
