"""The pictures of the tour: the same twelve points and query, and what adds up to the answer."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from frnn_core.data.dataset import Dataset
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.explanation import Explanation, Side
from frnn_core.figures.frame import styled
from frnn_core.figures.look import Look
from frnn_core.figures.marks import MARKERS
from frnn_core.figures.palette import Palette, blend, ink_on
from frnn_core.text import number

HEIGHT = 480
EDGE = 0.08


def alike(data: Dataset, query: FloatArray, similarities: FloatArray, *, look: Look = Look()) -> go.Figure:
    """Every point with its similarity to the query beside it; the larger the mark, the more alike."""
    figure, sizes = go.Figure(), 8 + 20 * np.clip(similarities, 0, 1) ** 2
    _points(figure, data, query, look.colours, sizes)
    _labels(figure, data.X, sizes, [number(value, 2) for value in similarities])
    return _square(figure, look)


def nearest(
    data: Dataset,
    query: FloatArray,
    told: Explanation,
    code: int,
    *,
    weighted: bool = False,
    look: Look = Look(),
) -> go.Figure:
    """The neighbours inside a class (solid) and outside it (dotted); weighted, as thick as they count."""
    colours = look.colours
    figure = go.Figure()
    for side, dash in ((told.inside, "solid"), (told.outside, "dot")):
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
                meta="inside" if dash == "solid" else "outside",
            )
    sizes = np.full(len(data.y), 14.0)
    _points(figure, data, query, colours, sizes)
    if weighted:
        rows = np.concatenate([told.inside.rows[0, code], told.outside.rows[0, code]])
        weights = np.concatenate([told.inside.weights[0, code], told.outside.weights[0, code]])
        words = [f"w = {number(weight, 2)}" for weight in weights]
        _labels(figure, data.X[rows], sizes[rows], words)
    return _square(figure, look)


def nearest_text(data: Dataset, told: Explanation, code: int) -> str:
    """How many neighbours are joined to the query."""
    inside, outside = (int((side.rows[0, code] >= 0).sum()) for side in (told.inside, told.outside))
    return (
        f"Twelve points of two classes. Lines join the query to its {inside} nearest points of class "
        f"{data.class_names[code]} and to the {outside} nearest of other classes."
    )


def sums(told: Explanation, *, upper: bool = True, lower: bool = True, look: Look = Look()) -> go.Figure:
    """Bars of length 1 for each class: what adds up to upper, and what lower leaves of 1."""
    colours, size = look.colours, look.size
    figure = go.Figure()
    names: list[str] = []
    for code, name in enumerate(told.classes):
        other = 1 - code
        if upper:
            row = f"upper of {name}"
            names.append(row)
            _bar(figure, row, told.inside, code, colours.classes[code], "inside", colours, size)
            _total(figure, row, float(told.upper[0, code]), colours, size)
        if lower:
            row = f"lower of {name}"
            names.append(row)
            rest = float(told.lower[0, code])
            _part(figure, row, rest, colours.classes[code], "lower", colours, size, number(rest, 2))
            pale = blend(colours.background, colours.classes[other], 0.35)
            _bar(figure, row, told.outside, code, pale, "outside", colours, size)
            _total(figure, row, rest, colours, size)
    figure.update_layout(barmode="stack", bargap=0.35, showlegend=False)
    figure.update_xaxes(range=[0, 1.14], tickvals=[0, 0.25, 0.5, 0.75, 1], title="weight × similarity")
    figure.update_yaxes(categoryorder="array", categoryarray=names[::-1])
    return styled(figure, look, HEIGHT)


def sums_text(told: Explanation) -> str:
    """Upper, lower and score of each class."""
    return " ".join(
        f"Class {name}: upper {number(told.upper[0, code])}, lower {number(told.lower[0, code])}, "
        f"score {number(told.scores[0, code])}."
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
    figure.add_scatter(
        x=[query[0]],
        y=[query[1]],
        mode="markers",
        name="query",
        marker={
            "symbol": "star",
            "size": 22,
            "color": colours.background,
            "line": {"width": 2, "color": colours.text},
        },
        hovertemplate="query<br>%{x:.2f}, %{y:.2f}<extra></extra>",
    )
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


def _bar(
    figure: go.Figure, row: str, side: Side, code: int, colour: str, meta: str, colours: Palette, size: int
) -> None:
    parts = zip(side.weights[0, code], side.similarities[0, code], side.rows[0, code], strict=True)
    for weight, similarity, place in parts:
        if place >= 0:
            words = f"{number(weight, 2)} × {number(similarity, 2)}"
            _part(figure, row, weight * similarity, colour, meta, colours, size, words)


def _part(
    figure: go.Figure, row: str, value: float, colour: str, meta: str, colours: Palette, size: int, words: str
) -> None:
    figure.add_bar(
        x=[value],
        y=[row],
        orientation="h",
        marker={"color": colour, "line": {"width": 1.5, "color": colours.background}},
        text=[words],
        textposition="inside",
        insidetextanchor="middle",
        textfont={"color": ink_on(colour), "size": size},
        hovertemplate=f"{words} = {number(value)}<extra>{meta}</extra>",
        meta=meta,
    )


def _total(figure: go.Figure, row: str, value: float, colours: Palette, size: int) -> None:
    figure.add_annotation(
        x=1.01,
        y=row,
        xanchor="left",
        text=f"<b>{number(value)}</b>",
        showarrow=False,
        font={"size": size + 1, "color": colours.text},
    )
