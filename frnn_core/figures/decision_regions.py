"""Where each class wins on a square, with the points, a query and the neighbours that decide it."""

from __future__ import annotations

import html
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from frnn_core.data.dataset import Dataset
from frnn_core.engine.approximations import scores
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.engine.explanation import Explanation
from frnn_core.figures.frame import styled
from frnn_core.figures.look import Look
from frnn_core.figures.marks import MARKERS
from frnn_core.figures.palette import Palette, transparent
from frnn_core.model import Model

HEIGHT = 460


@dataclass(frozen=True, eq=False)
class Surface:
    """A model evaluated on a grid: winning class and its lead at each point, (y, x)."""

    x: FloatArray
    y: FloatArray
    winner: IntArray
    margin: FloatArray


def surface(model: Model, data: Dataset, side: int = 80) -> Surface:
    """Evaluate a fitted two-feature model on a side x side grid around the data."""
    low, high = data.X.min(axis=0), data.X.max(axis=0)
    edge = 0.08 * (high - low)
    x, y = (np.linspace(a, b, side) for a, b in zip(low - edge, high + edge, strict=True))
    points = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    score = scores(*model.approximations(model.normaliser(points))).reshape(side, side, -1)
    ordered = np.sort(score, axis=-1)
    return Surface(x, y, score.argmax(axis=-1), ordered[..., -1] - ordered[..., -2])


def decision_surface(
    grid: Surface,
    data: Dataset,
    query: FloatArray,
    told: Explanation,
    *,
    mark: int = 8,
    look: Look = Look(),
) -> go.Figure:
    """Draw regions (stronger colour = larger lead), points by class, and the query with its neighbours.

    `told` explains the one row of `query`; the lines join it to the neighbours inside the winning
    class and outside it, as thick as their OWA weights. `mark` is the size of the points.
    """
    colours = look.colours
    figure = go.Figure()
    for code in range(len(data.class_names)):
        figure.add_trace(_region(grid, code, colours))
    for trace in _neighbour_lines(data, query, told, colours):
        figure.add_trace(trace)
    for code, name in enumerate(data.class_names):
        figure.add_trace(_points(data, code, html.escape(name, quote=False), colours, mark))
    figure.add_trace(_star(query, told, colours))
    first, second = (html.escape(name, quote=False) for name in data.feature_names)
    figure.update_xaxes(title=first, range=[grid.x[0], grid.x[-1]], showgrid=False)
    figure.update_yaxes(title=second, range=[grid.y[0], grid.y[-1]], showgrid=False)
    figure.update_layout(legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0})
    return styled(figure, look, HEIGHT)


def _region(grid: Surface, code: int, colours: Palette) -> go.Heatmap:
    colour = colours.classes[code]
    return go.Heatmap(
        x=grid.x,
        y=grid.y,
        z=np.where(grid.winner == code, np.minimum(grid.margin, 0.2), np.nan),
        zmin=0,
        zmax=0.2,
        colorscale=[[0, transparent(colour, 0.10)], [1, transparent(colour, 0.45)]],
        showscale=False,
        hoverinfo="skip",
    )


def _points(data: Dataset, code: int, name: str, colours: Palette, mark: int) -> go.Scatter:
    rows = data.X[data.codes == code]
    return go.Scatter(
        x=rows[:, 0],
        y=rows[:, 1],
        mode="markers",
        name=f"class {name}",
        marker={
            "color": colours.classes[code],
            "symbol": MARKERS[code],
            "size": mark,
            "line": {"width": 1, "color": colours.background},
        },
        hovertemplate=f"class {name}<br>%{{x:.2f}}, %{{y:.2f}}<extra></extra>",
    )


def _neighbour_lines(
    data: Dataset, query: FloatArray, told: Explanation, colours: Palette
) -> list[go.Scatter]:
    """One trace a neighbour, since a trace has one line width; inside solid, outside dotted."""
    winner = int(told.scores[0].argmax())
    lines = []
    for side, dash, where in ((told.inside, "solid", "inside"), (told.outside, "dot", "outside")):
        for row, weight, similarity in zip(
            side.rows[0, winner], side.weights[0, winner], side.similarities[0, winner], strict=True
        ):
            if row < 0:
                continue
            point = data.X[row]
            lines.append(
                go.Scatter(
                    x=[query[0], point[0]],
                    y=[query[1], point[1]],
                    mode="lines",
                    line={"color": colours.text, "width": 1 + 5 * weight, "dash": dash},
                    showlegend=False,
                    hovertemplate=f"{where} the class: similarity {similarity:.3f}, "
                    f"weight {weight:.3f}<extra></extra>",
                )
            )
    return lines


def _star(query: FloatArray, told: Explanation, colours: Palette) -> go.Scatter:
    predicted = html.escape(str(told.predictions[0]), quote=False)
    return go.Scatter(
        x=[query[0]],
        y=[query[1]],
        mode="markers",
        name=f"query: class {predicted}",
        marker={
            "symbol": "star",
            "size": 18,
            "color": colours.background,
            "line": {"width": 2, "color": colours.text},
        },
        hovertemplate=f"query, predicted class {predicted}<extra></extra>",
    )
