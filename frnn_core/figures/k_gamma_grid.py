"""The scores of one kernel on one data set over k and gamma."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.palette import colour_at, ink_on, steps
from frnn_core.text import number, short

HEIGHT = 400
TICKS = (0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)


def best_cell(scores: FloatArray) -> tuple[int, int]:
    """Row and column of the best score; the first of several."""
    row, column = np.unravel_index(np.nanargmax(scores), scores.shape)
    return int(row), int(column)


def near_best(scores: FloatArray, errors: FloatArray | None) -> NDArray[np.bool_]:
    """The cells within one standard error (that of the best cell) of the best."""
    best = best_cell(scores)
    reach = 0.0 if errors is None else float(errors[best])
    return np.asarray(scores >= scores[best] - reach - 1e-12)


def k_gamma_heatmap(
    ks: Sequence[int],
    gammas: Sequence[float],
    scores: FloatArray,
    *,
    errors: FloatArray | None = None,
    descent: Sequence[float] | None = None,
    limits: tuple[float, float] | None = None,
    clicked: tuple[int, float] | None = None,
    measure: str = "balanced accuracy",
    look: Look = Look(),
) -> go.Figure:
    """Draw scores over k (upwards) and gamma (on a log scale), with the best cell and all that equal it.

    Parameters
    ----------
    scores, errors
        (k, gamma) means and their standard errors. With errors an outline holds the cells within one
        standard error of the best.
    descent
        For every k the gamma that descent found; NaN where there is none.
    limits
        The ends of the colour scale, so that it stays while a choice changes.
    clicked
        The k and γ of the cell that is marked as the one that was opened.

    The last trace has a transparent square in every cell; its customdata is [k, place of the γ].
    """
    size, source = look.size, look.source
    x = np.log10(np.asarray(gammas, dtype=float))
    columns = _edges(x)
    low, high = limits or _limits(scores)
    told = _told(ks, gammas, scores, errors, measure)
    figure = go.Figure(_cells(columns, scores, told, (low, high), look))
    row, column = best_cell(scores)
    best = float(scores[row, column])
    ink = ink_on(colour_at(look.colours.sequential, (best - low) / (high - low)))
    marks = [f"○ best, {number(best)} at k = {ks[row]}, γ = {short(gammas[column])}"]
    if errors is not None:
        figure.add_trace(_border(outline(near_best(scores, errors), columns), ink))
        marks.append("outline: within one standard error of it")
    if descent is not None:
        figure.add_trace(_descent(x, np.asarray(descent, dtype=float), look))
        marks.append("◆ γ by descent")
    figure.add_trace(_best(x[column], row, ink, size))
    if clicked is not None:
        figure.add_trace(
            _frame_around(columns, list(ks).index(clicked[0]), list(gammas).index(clicked[1]), look)
        )
        marks.append("thick frame: opened")
    figure.add_trace(_targets(x, ks, told))
    figure.update_traces(showlegend=False, selector={"type": "scatter"})
    title = f"{measure[:1].upper()}{measure[1:]} over k and γ"
    lines = [f"{source[:1].upper()}{source[1:]}."] if source else []
    top = header(figure, look, title, [*lines, "; ".join(marks) + "."]) + EDGE
    bottom = round(6.2 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    figure.update_layout(margin={"r": 2 * EDGE})
    _axes(figure, columns, ks)
    return figure


def k_gamma_text(
    ks: Sequence[int], gammas: Sequence[float], scores: FloatArray, errors: FloatArray | None = None
) -> str:
    """The heatmap in one sentence: the best cell, and over which gammas its k stays near it."""
    row, column = best_cell(scores)
    text = f"The best is {number(float(scores[row, column]))} at k = {ks[row]}, γ = {short(gammas[column])}"
    if errors is None:
        return f"{text}."
    near = near_best(scores, errors)
    low, high = column, column
    while low > 0 and near[row, low - 1]:
        low -= 1
    while high < len(gammas) - 1 and near[row, high + 1]:
        high += 1
    return (
        f"{text}; with that k the score stays within one standard error over γ = {short(gammas[low])} to "
        f"{short(gammas[high])}, and {int(near.sum())} of {near.size} cells do."
    )


def _told(
    ks: Sequence[int],
    gammas: Sequence[float],
    scores: FloatArray,
    errors: FloatArray | None,
    measure: str,
) -> list[list[str]]:
    """What a cell says when it is hovered over."""
    return [
        [
            f"k = {k}, γ = {short(gamma)}<br>{measure} {number(float(score))}{_plus(errors, i, j)}"
            for j, (gamma, score) in enumerate(zip(gammas, line, strict=True))
        ]
        for i, (k, line) in enumerate(zip(ks, scores, strict=True))
    ]


def _cells(
    columns: FloatArray, scores: FloatArray, told: list[list[str]], ends: tuple[float, float], look: Look
) -> go.Heatmap:
    return go.Heatmap(
        x=columns,
        y=np.arange(len(scores) + 1) - 0.5,
        z=scores,
        zmin=ends[0],
        zmax=ends[1],
        colorscale=steps(look.colours.sequential),
        hovertext=told,
        hovertemplate="%{hovertext}<extra></extra>",
        colorbar={
            "orientation": "h",
            "thickness": 0.6 * look.size,
            "x": 0,
            "xanchor": "left",
            "len": 1,
            "y": -3.9 * look.size / HEIGHT,
            "yanchor": "top",
            "outlinewidth": 0,
            "ticks": "",
            "xpad": 0,
            "ypad": 0,
            "nticks": 6,
        },
        meta="scores",
    )


def _border(path: tuple[list[float | None], list[float | None]], ink: str) -> go.Scatter:
    line = {"color": ink, "width": 2}
    return go.Scatter(x=path[0], y=path[1], mode="lines", line=line, hoverinfo="skip", meta="outline")


def _descent(x: FloatArray, found: FloatArray, look: Look) -> go.Scatter:
    """A mark for every gamma that descent found; those beyond the grid stand at its edge."""
    there = np.isfinite(found) & (found > 0)
    places = np.clip(np.log10(found[there]), x[0], x[-1])
    return go.Scatter(
        x=places,
        y=np.flatnonzero(there),
        mode="markers",
        marker={
            "symbol": "diamond",
            "size": 0.7 * look.size,
            "color": look.colours.diverging[1],
            "line": {"width": 1.25, "color": look.colours.background},
        },
        customdata=10**places,
        hovertemplate="γ by descent %{customdata:.3g}<extra></extra>",
        meta="descent",
    )


def _best(x: float, row: int, ink: str, size: int) -> go.Scatter:
    return go.Scatter(
        x=[x],
        y=[row],
        mode="markers",
        marker={"symbol": "circle-open", "size": 0.95 * size, "color": ink, "line": {"width": 2.25}},
        hoverinfo="skip",
        meta="best",
    )


def _frame_around(columns: FloatArray, row: int, column: int, look: Look) -> go.Scatter:
    """A thick frame around one cell, in two colours so that it is seen on any other."""
    left, right = columns[column], columns[column + 1]
    return go.Scatter(
        x=[left, right, right, left, left],
        y=[row - 0.5, row - 0.5, row + 0.5, row + 0.5, row - 0.5],
        mode="lines",
        line={"color": look.colours.diverging[0], "width": 4},
        hoverinfo="skip",
        meta="clicked",
    )


def _targets(x: FloatArray, ks: Sequence[int], told: list[list[str]]) -> go.Scatter:
    """What takes the clicks, and says what a cell holds."""
    places = [(row, column) for row in range(len(ks)) for column in range(len(x))]
    same = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=[x[column] for _, column in places],
        y=[row for row, _ in places],
        mode="markers",
        marker={"symbol": "square", "size": HEIGHT / len(ks), "color": "rgba(0,0,0,0)", "opacity": 1},
        selected=same,
        unselected=same,
        customdata=[[ks[row], column] for row, column in places],
        hovertemplate=[f"{words}<extra></extra>" for line in told for words in line],
        showlegend=False,
        meta="targets",
    )


def _axes(figure: go.Figure, columns: FloatArray, ks: Sequence[int]) -> None:
    gamma_axis(figure, (float(columns[0]), float(columns[-1])))
    kept = [i for i, k in enumerate(ks) if len(ks) <= 8 or k in (1, 3, 5, 10, 15, 20)]
    figure.update_yaxes(
        title_text="k",
        range=[-0.5, len(ks) - 0.5],
        tickvals=kept,
        ticktext=[str(ks[i]) for i in kept],
        showgrid=False,
        fixedrange=True,
    )


def gamma_axis(figure: go.Figure, ends: tuple[float, float]) -> None:
    """A log scale of γ between two powers of ten."""
    ticks = [t for t in TICKS if ends[0] <= np.log10(t) <= ends[1]]
    figure.update_xaxes(
        title_text="γ (log scale)",
        range=list(ends),
        tickvals=np.log10(ticks),
        ticktext=[f"{t:g}".replace("0.", ".", 1) for t in ticks],
        tickangle=0,
        showgrid=False,
        fixedrange=True,
        automargin=False,
    )


def outline(inside: NDArray[np.bool_], columns: FloatArray) -> tuple[list[float | None], list[float | None]]:
    """The border of a set of cells as separate segments; rows are one unit high around whole numbers."""
    padded = np.pad(inside, 1)
    x: list[float | None] = []
    y: list[float | None] = []
    for i, j in np.argwhere(padded[1:-1, 1:] != padded[1:-1, :-1]):
        x += [columns[j], columns[j], None]
        y += [i - 0.5, i + 0.5, None]
    for i, j in np.argwhere(padded[1:, 1:-1] != padded[:-1, 1:-1]):
        x += [columns[j], columns[j + 1], None]
        y += [i - 0.5, i - 0.5, None]
    return x, y


def _edges(centres: FloatArray) -> FloatArray:
    if len(centres) == 1:
        return np.array([centres[0] - 0.5, centres[0] + 0.5])
    middle = (centres[1:] + centres[:-1]) / 2
    return np.concatenate([[2 * centres[0] - middle[0]], middle, [2 * centres[-1] - middle[-1]]])


def _limits(scores: FloatArray) -> tuple[float, float]:
    low, high = np.floor(20 * np.nanmin(scores)) / 20, np.ceil(20 * np.nanmax(scores)) / 20
    return float(low), float(max(high, low + 0.05))


def _plus(errors: FloatArray | None, i: int, j: int) -> str:
    return "" if errors is None else f" ± {number(float(errors[i, j]))}"
