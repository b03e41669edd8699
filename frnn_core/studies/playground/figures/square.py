"""The playground's square: where each class wins, a layer over it, the points, and a query."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.explanation import Explanation
from frnn_core.figures.frame import EDGE, framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import STILL
from frnn_core.figures.palette import Palette, colour_at, steps
from frnn_core.figures.star import star
from frnn_core.studies.playground.board import Board
from frnn_core.studies.playground.decision import Decision
from frnn_core.studies.playground.edits import point_target
from frnn_core.studies.playground.figures.class_marks import ClassMarks
from frnn_core.studies.playground.figures.region_lines import BANDS, bands, borders, hatching
from frnn_core.text import apart, number

HEIGHT, LARGE_HEIGHT = 400, 460
STRONGEST = 0.6  # of the sequential scale


@dataclass(frozen=True, eq=False)
class Scene:
    """What is drawn over the board.

    Attributes
    ----------
    query, told : a point of the square, and what decides it
    coloured : the classes that have a colour
    field : a layer of values between 0 and 1 in place of the regions (y, x), and what it is
    flat : whether the regions leave out how large a lead is, and the points that do not decide fade
    apart : the cells where another relation answers differently
    places : whether empty places can be clicked, or only points
    """

    query: FloatArray
    told: Explanation
    coloured: tuple[int, ...]
    field: NDArray[np.floating] | None = None
    meaning: str = ""
    flat: bool = False
    apart: NDArray[np.bool_] | None = None
    places: bool = True


def playground(
    board: Board,
    decided: Decision,
    scene: Scene,
    *,
    title: str,
    look: Look = Look(),
) -> go.Figure:
    """Draw one relation's square; points and, if asked for, places carry their numbers for clicks."""
    colours, size = look.colours, look.size
    marks = ClassMarks(scene.coloured, colours)
    answer = html.escape(str(scene.told.predictions[0]), quote=False)
    figure = go.Figure(
        [
            *_ground(board, decided, scene, marks),
            *_apart(board, scene, colours),
            *([_targets(board, decided)] if scene.places else []),
            *_neighbour_lines(board, scene, colours),
            *_points(board, decided, scene, marks, size),
            star(scene.query, colours, 1.2 * size, f"query: class {answer}"),
        ]
    )
    key = [("☆", colours.text, "the query"), *marks.key(board.data.class_names)]
    if scene.apart is not None and scene.apart.any():
        key.append(("╱╱", colours.text, "the two disagree"))
    lines = [line for line in (look.source, scene.meaning) if line]
    scale = _scale_key(colours) if scene.field is not None else []
    top = header(figure, look, title, lines, key=[*key_lines(key), *scale]) + EDGE
    bottom = round(3.4 * size)
    framed(figure, look, top + (LARGE_HEIGHT if look.large else HEIGHT) + bottom, top, bottom)
    _square_axes(figure, board)
    figure.update_layout(margin_l=5 * size, clickmode="event+select", dragmode="pan")
    return figure


def playground_text(board: Board, decided: Decision, scene: Scene, name: str) -> str:
    """The square in words."""
    classes, told = board.data.class_names, scene.told
    shares = np.bincount(decided.winner.ravel(), minlength=len(classes)) / decided.winner.size
    regions = ", ".join(f"class {classes[c]} {shares[c]:.0%}" for c in np.argsort(-shares) if shares[c] > 0)
    hatched = (
        f" Hatched: the {scene.apart.mean():.0%} where the two disagree." if scene.apart is not None else ""
    )
    layer = f" The layer shows {scene.meaning[0].lower()}{scene.meaning[1:]}" if scene.meaning else ""
    x, y = scene.query
    return (
        f"{len(board.data.y)} points on a square with {name}'s regions: {regions}. "
        f"The query at {x:.3g}, {y:.3g} is given to class {told.predictions[0]}, "
        f"by {apart(float(told.margins[0]), 0)[0]}.{hatched}{layer}"
    )


def _ground(board: Board, decided: Decision, scene: Scene, marks: ClassMarks) -> list[Any]:
    """The regions, or a layer of values with the border of the regions over it."""
    x, y = board.square.axes
    ink = marks.colours.text
    if scene.field is None:
        z = marks.regions(decided.winner, decided.margin, flat=scene.flat)
        scale = marks.scale()
        return [_heatmap(x, y, z, scale), _line(borders(decided.winner, x, y), ink, 1.2)]
    z = bands(scene.field)
    return [
        _heatmap(x, y, z, steps(_shades(marks.colours))),
        _line(borders(decided.winner, x, y), ink, 2),
    ]


def _heatmap(
    x: FloatArray, y: FloatArray, z: NDArray[np.uint8], scale: list[list[float | str]]
) -> go.Heatmap:
    return go.Heatmap(
        x=x.astype(np.float32),
        y=y.astype(np.float32),
        z=z,
        zmin=0,
        zmax=max(BANDS, len(scale)) - 1,
        colorscale=scale,
        zsmooth="fast",
        showscale=False,
        hoverinfo="skip",
    )


def _line(
    ends: tuple[NDArray[np.float32], NDArray[np.float32]], ink: str, width: float, meta: str = ""
) -> go.Scatter:
    return go.Scatter(
        x=ends[0],
        y=ends[1],
        mode="lines",
        line={"color": ink, "width": width},
        hoverinfo="skip",
        showlegend=False,
        meta=meta,
    )


def _apart(board: Board, scene: Scene, colours: Palette) -> list[go.Scatter]:
    if scene.apart is None or not scene.apart.any():
        return []
    x, y = board.square.axes
    return [
        _line(hatching(scene.apart, x, y), colours.text, 1, "disagreement"),
        _line(borders(scene.apart.astype(np.uint8), x, y), colours.text, 1),
    ]


def _targets(board: Board, decided: Decision) -> go.Scatter:
    """Places to be clicked; their hover says what would be answered there.

    Empty texts: Plotly finds them as it finds markers, and has a thousand shapes fewer to draw.
    """
    places = board.square.places()
    winner, margin = decided.at_places()
    names = [html.escape(name, quote=False) for name in board.data.class_names]
    answers = [f"class {names[c]} by {number(float(m))}" for c, m in zip(winner, margin, strict=True)]
    return go.Scatter(
        x=places[:, 0].astype(np.float32),
        y=places[:, 1].astype(np.float32),
        mode="text",
        text="",
        customdata=np.arange(len(places), dtype=np.int16),
        hovertext=answers,
        hovertemplate="%{x:.3g}, %{y:.3g}<br>%{hovertext}<extra></extra>",
        showlegend=False,
        meta="places",
    )


def _points(board: Board, decided: Decision, scene: Scene, marks: ClassMarks, size: int) -> list[go.Scatter]:
    data = board.data
    names = [html.escape(name, quote=False) for name in data.class_names]
    near = (
        np.isin(np.arange(len(data.y)), _neighbours(scene.told)) if scene.flat else np.ones(len(data.y), bool)
    )
    traces = []
    for code, name in enumerate(names):
        mine = data.codes == code
        edge = np.where(board.edited[mine] > 0, marks.colours.text, marks.colours.background)
        traces.append(
            go.Scatter(
                x=data.X[mine, 0],
                y=data.X[mine, 1],
                mode="markers",
                marker={
                    "color": marks.colour(code),
                    "symbol": marks.shape(code),
                    "opacity": 1,
                    "size": np.where(near[mine], 0.65, 0.4) * size,
                    "line": {"width": np.where(board.edited[mine] > 0, 1.75, 1), "color": edge},
                },
                customdata=np.array([point_target(n) for n in board.numbers[mine]], dtype=np.int16),
                text=[f"class {name}; left out: class {names[c]}" for c in decided.left_out[mine]],
                hovertemplate="%{text}<br>%{x:.3g}, %{y:.3g}<extra></extra>",
                showlegend=False,
                meta=f"class {data.class_names[code]}",
                **STILL,
            )
        )
    return traces


def _neighbours(told: Explanation) -> NDArray[np.intp]:
    winner = int(told.scores[0].argmax())
    rows = np.concatenate([told.inside.rows[0, winner], told.outside.rows[0, winner]])
    return np.asarray(rows[rows >= 0])


def _neighbour_lines(board: Board, scene: Scene, colours: Palette) -> list[go.Scatter]:
    """One line a neighbour, since a trace has one width: solid inside the winning class, dotted outside."""
    told, winner = scene.told, int(scene.told.scores[0].argmax())
    lines = []
    for side, dash, where in ((told.inside, "solid", "inside"), (told.outside, "dot", "outside")):
        for row, weight, similarity in zip(
            side.rows[0, winner], side.weights[0, winner], side.similarities[0, winner], strict=True
        ):
            if row < 0 or weight == 0:
                continue
            ends = np.stack([scene.query, board.data.X[row]])
            lines.append(
                go.Scatter(
                    x=ends[:, 0],
                    y=ends[:, 1],
                    mode="lines",
                    line={"color": colours.text, "width": 1 + 5 * float(weight), "dash": dash},
                    hoverinfo="skip",
                    showlegend=False,
                    meta=[where, int(row), float(weight), float(similarity)],
                )
            )
    return lines


def _shades(colours: Palette) -> list[str]:
    """The sequential colours, pale enough for lines and points to be seen on them."""
    return [colour_at(colours.sequential, STRONGEST * band / (BANDS - 1)) for band in range(BANDS)]


def _scale_key(colours: Palette) -> list[str]:
    """The bands from 0 to 1, as a line of the header."""
    squares = "".join(f'<span style="color:{colour}">█</span>' for colour in _shades(colours))
    return [f"0 {squares} 1"]


def _square_axes(figure: go.Figure, board: Board) -> None:
    """Both coordinates fill the square, since FRNN scales each to its range."""
    (left, low), (right, high) = board.square.low, board.square.high
    first, second = (html.escape(name, quote=False) for name in board.data.feature_names)
    common = {"fixedrange": True, "automargin": False, "showgrid": False, "nticks": 6, "constrain": "domain"}
    figure.update_xaxes(title_text=first, range=[left, right], **common)
    figure.update_yaxes(
        title_text=second,
        range=[low, high],
        scaleanchor="x",
        scaleratio=(right - left) / (high - low),
        constraintoward="top",
        **common,
    )
