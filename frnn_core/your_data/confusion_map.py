"""What was taken for what, as a map: classes down, what their rows were taken for across."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.frame import framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import colour_at, ink_on, steps
from frnn_core.text import counted, listed, number

WRITTEN_UP_TO = 14
"""Classes; of more, the numbers of cells are told on hover only."""
DRAWN_UP_TO = 40
"""Classes; of more, those with the most mistakes are drawn: a thousand would make a million cells."""


def confusion_map(counts: pd.DataFrame, *, look: Look = Look()) -> go.Figure:
    """Draw the share of each class that was taken for each, with the number of rows in the cell.

    Parameters
    ----------
    counts : classes x classes, as `mistakes.confusions` gives it
    """
    colours, size = look.colours, look.size
    drawn = _most_mistaken(counts.to_numpy(dtype=float))
    values, shares = _counts_and_shares(counts, drawn)
    drawn_names = [str(name) for name in counts.index[drawn]]
    names = [label(name, limit=16) for name in drawn_names]
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
            customdata=_hovers(drawn_names, values, shares),
            hovertemplate="%{customdata}<extra></extra>",
            meta="confusions",
        )
    )
    if len(names) <= WRITTEN_UP_TO:
        for (i, j), share in np.ndenumerate(shares):
            count = values[i, j]
            if count:
                ink = ink_on(colour_at(colours.sequential, 0.0 if np.isnan(share) else float(share)))
                figure.add_annotation(
                    x=j,
                    y=i,
                    text=_count(float(count)),
                    showarrow=False,
                    font={"size": size - 1, "color": ink},
                )
    first = ", ".join(["Class and what it was taken for", *look.sources])
    told = ["Down: the class. Colour: its share. Right answers: the diagonal."]
    if len(drawn) < len(counts):
        told.append(f"Of {len(counts):,} classes the {len(drawn)} with the most mistakes.")
    top = header(figure, look, first, told)
    bottom = round(size * (1.6 + 0.5 * max(map(len, names))))
    framed(figure, look, top + max(2.1 * size * len(names), 7 * size) + bottom, top, bottom)
    figure.update_xaxes(tickvals=places, ticktext=names, showgrid=False, fixedrange=True)
    figure.update_yaxes(
        tickvals=places, ticktext=names, autorange="reversed", showgrid=False, fixedrange=True
    )
    return figure


def confusion_text(counts: pd.DataFrame, most: int = 3) -> str:
    """The map in words: how many are right, and the most frequent mistakes."""
    values = counts.to_numpy(dtype=float)
    total, right = float(values.sum()), float(np.trace(values))
    mistakes = values - np.diag(np.diag(values))
    places = np.argsort(-mistakes, axis=None, kind="stable")[:most]
    wrong = [
        (counts.index[i], counts.columns[j], float(mistakes[i, j]))
        for i, j in zip(*np.unravel_index(places, mistakes.shape), strict=True)
        if mistakes[i, j]
    ]
    told = f"{_count(right)} of {counted(round(total), 'row')} right"
    if not wrong:
        return f"{told}."
    frequent = [f"{a} taken for {b} ({_count(count)})" for a, b, count in wrong]
    return f"{told}; most often wrong: {listed(frequent)}."


def _most_mistaken(values: FloatArray) -> IntArray:
    """The places of the classes to draw, in their order: all, or those most often wrong or wrongly given."""
    mistakes = values.sum(axis=0) + values.sum(axis=1) - 2 * np.diag(values)
    return np.sort(np.argsort(-mistakes, kind="stable")[:DRAWN_UP_TO])


def _counts_and_shares(counts: pd.DataFrame, drawn: IntArray) -> tuple[FloatArray, FloatArray]:
    """The drawn cells, and their shares of all rows of a class; NaN where no row of a class was judged."""
    totals = counts.sum(axis=1).to_numpy(dtype=float)[drawn, None]
    values = counts.to_numpy(dtype=float)[np.ix_(drawn, drawn)]
    blank = np.full(values.shape, np.nan)
    return values, np.asarray(np.divide(values, totals, out=blank, where=totals > 0))


def _hovers(classes: list[str], values: FloatArray, shares: FloatArray) -> list[list[str]]:
    names = [label(name) for name in classes]
    return [
        [
            f"{a} taken for {b}: {_share_text(value, share)}"
            for b, value, share in zip(names, *cells, strict=True)
        ]
        for a, *cells in zip(names, values, shares, strict=True)
    ]


def _share_text(value: float, share: float) -> str:
    """A number of rows, with its share where the class has rows."""
    if np.isnan(share):
        return "no row of this class was judged"
    return f"{_count(value)} rows, {number(share, 2)} of the class"


def _count(value: float) -> str:
    """A number of rows; a mean over deals may have a decimal."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"
