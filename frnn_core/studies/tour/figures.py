"""The tour as figures, for browsers without a canvas: the same points and query, and what adds up."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from frnn_core.data.dataset import Dataset
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.explanation import Explanation
from frnn_core.figures.frame import styled
from frnn_core.figures.look import Look
from frnn_core.figures.marks import MARKERS
from frnn_core.figures.palette import Palette
from frnn_core.figures.star import star
from frnn_core.figures.upper_and_lower import ROWS, Part, Query, approximation_bars
from frnn_core.text import number

HEIGHT = 480
EDGE = 0.08


def points(data: Dataset, query: FloatArray, *, look: Look = Look()) -> go.Figure:
    """The points and the query alone."""
    figure = go.Figure()
    _points(figure, data, query, look.colours, np.full(len(data.y), 14.0))
    return _square(figure, look)


def alike(data: Dataset, query: FloatArray, similarities: FloatArray, *, look: Look = Look()) -> go.Figure:
    """Every point with its similarity to the query beside it; the larger the mark, the more alike."""
    figure, sizes = go.Figure(), 8 + 20 * np.clip(similarities, 0, 1) ** 2
    _points(figure, data, query, look.colours, sizes)
    _labels(figure, data.X, sizes, [number(value, 2) for value in similarities])
    return _square(figure, look)


def alike_text(similarities: FloatArray) -> str:
    """From where to where the similarities go."""
    low, high = number(similarities.min(), 2), number(similarities.max(), 2)
    return f"Twelve points, each with its similarity to the query, from {low} to {high}."


def nearest(
    data: Dataset,
    query: FloatArray,
    told: Explanation,
    code: int,
    *,
    weighted: bool = False,
    sides: Sequence[str] = ("inside", "outside"),
    look: Look = Look(),
) -> go.Figure:
    """The neighbours inside a class (solid) and outside it (dotted); weighted, as thick as they count."""
    colours = look.colours
    figure = go.Figure()
    for side, dash, name in ((told.inside, "solid", "inside"), (told.outside, "dot", "outside")):
        if name not in sides:
            continue
        kept = side.rows[0, code] >= 0
        rows, weights = side.rows[0, code][kept], side.weights[0, code][kept]
        for row, weight in zip(rows, weights, strict=True):
            figure.add_scatter(
                x=[query[0], data.X[row, 0]],
                y=[query[1], data.X[row, 1]],
                mode="lines",
                line={
                    "color": colours.classes[data.codes[row]],
                    "width": 1 + 12 * weight if weighted else 2.5,
                    "dash": dash,
                },
                showlegend=False,
                hoverinfo="skip",
                meta=name,
            )
    sizes = np.full(len(data.y), 14.0)
    _points(figure, data, query, colours, sizes)
    if weighted:
        rows = np.concatenate([told.inside.rows[0, code], told.outside.rows[0, code]])
        weights = np.concatenate([told.inside.weights[0, code], told.outside.weights[0, code]])
        words = [f"w = {number(weight, 2)}" for weight in weights]
        _labels(figure, data.X[rows], sizes[rows], words)
    return _square(figure, look)


def nearest_text(
    data: Dataset, told: Explanation, code: int, sides: Sequence[str] = ("inside", "outside")
) -> str:
    """How many neighbours are joined to the query."""
    inside, outside = (int((side.rows[0, code] >= 0).sum()) for side in (told.inside, told.outside))
    others = f" and to the {outside} nearest of other classes" if "outside" in sides else ""
    return (
        f"Twelve points of three classes. Lines join the query to its {inside} nearest points of class "
        f"{data.class_names[code]}{others}."
    )


def sums(
    data: Dataset, told: Explanation, *, upper: bool = True, lower: bool = True, look: Look = Look()
) -> go.Figure:
    """What adds up to upper, and what lower leaves of 1, of each class; both have a score."""

    def written(part: Part) -> str:
        return f"{number(part.weight, 2)} × {number(part.similarity, 2)}"

    rows = tuple(row for row, shown in zip(ROWS, (upper, lower, upper and lower), strict=True) if shown)
    query = Query(told, data.codes, look.colours.classes, written=written)
    figure = approximation_bars(query, range(len(told.classes)), rows=rows, least=HEIGHT, look=look)
    return figure.update_traces(textangle=None)  # words may stand upright in these tall bars


def sums_text(told: Explanation, rows: Sequence[str] = ROWS) -> str:
    """Upper, lower and score of each class, those of them that are shown."""
    values = {"upper": told.upper[0], "lower": told.lower[0], "score": told.scores[0]}
    return " ".join(
        f"Class {name}: " + ", ".join(f"{row} {number(values[row][code])}" for row in rows) + "."
        for code, name in enumerate(told.classes)
    )


def _square(figure: go.Figure, look: Look) -> go.Figure:
    """Both axes to the same scale, so that what looks near is near."""
    figure.update_yaxes(scaleanchor="x", constrain="domain")
    figure.update_xaxes(constrain="domain")
    return styled(figure, look, HEIGHT)


def _points(figure: go.Figure, data: Dataset, query: FloatArray, colours: Palette, sizes: FloatArray) -> None:
    for code, name in enumerate(data.class_names):
        rows = data.codes == code
        figure.add_scatter(
            x=data.X[rows, 0],
            y=data.X[rows, 1],
            mode="markers",
            name=f"class {name}",
            marker={
                "color": colours.classes[code],
                "symbol": MARKERS[code],
                "size": sizes[rows],
                "opacity": 1,
                "line": {"width": 1, "color": colours.background},
            },
            hovertemplate=f"class {name}<br>%{{x:.2f}}, %{{y:.2f}}<extra></extra>",
        )
    figure.add_trace(star(query, colours, 22, "query").update(name="query", showlegend=True))
    both = np.vstack([data.X, query])
    low, high = both.min(axis=0) - EDGE, both.max(axis=0) + EDGE
    figure.update_xaxes(range=[low[0], high[0]], title=data.feature_names[0])
    figure.update_yaxes(range=[low[1], high[1]], title=data.feature_names[1])
    figure.update_layout(
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0, "itemsizing": "constant"}
    )


def _labels(figure: go.Figure, places: FloatArray, sizes: FloatArray, words: list[str]) -> None:
    """A word below each mark."""
    for (x, y), size, word in zip(places, sizes, words, strict=True):
        figure.add_annotation(
            x=x, y=y, text=word, showarrow=False, yanchor="top", yshift=-size / 2 - 1, borderpad=0
        )
