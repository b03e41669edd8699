"""A query's memberships taken apart: similarity times weight of each neighbour, as they add up."""

from __future__ import annotations

import html
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.explanation import Explanation, Side
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import blend
from frnn_core.studies.playground.board import Board
from frnn_core.studies.playground.figures.class_marks import ClassMarks
from frnn_core.text import number

MOST_CLASSES = 4
LONGEST_NAME = 14
PALE = 0.75


@dataclass(frozen=True)
class Piece:
    """A piece of a bar: its row, where it starts, how long it is, its colour, and what it is."""

    row: int
    start: float
    length: float
    colour: str
    meaning: str


def query_bars(
    board: Board,
    told: Explanation,
    coloured: tuple[int, ...],
    *,
    title: str,
    look: Look = Look(),
) -> go.Figure:
    """Draw upper and lower membership of the classes with the best scores, best first.

    Upper: the neighbours inside the class, one after the other. Lower: what the neighbours outside leave
    of 1, so they are drawn at the end of the bar.
    """
    colours, size = look.colours, look.size
    marks = ClassMarks(coloured, colours)
    shown = best_classes(told)
    found = pieces(board, told, marks)
    figure = go.Figure(
        go.Bar(
            orientation="h",
            x=[piece.length for piece in found],
            base=[piece.start for piece in found],
            y=[piece.row for piece in found],
            width=0.72,
            marker={
                "color": [piece.colour for piece in found],
                "line": {"width": 1, "color": colours.background},
            },
            customdata=[piece.meaning for piece in found],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    names = [label(str(told.classes[code]), limit=LONGEST_NAME) for code in shown]
    ticks = [
        f"{name} {side} {number(float(values[0, code]))}"
        for name, code in zip(names, shown, strict=True)
        for side, values in (("upper", told.upper), ("lower", told.lower))
    ]
    scores = ", ".join(f"class {told.classes[code]} {number(float(told.scores[0, code]))}" for code in shown)
    rest = len(told.classes) - len(shown)
    others = f"; {rest} others are lower" if rest else ""
    top = header(figure, look, title, [f"Score, the mean of both: {scores}{others}"]) + EDGE
    bottom = round(3.4 * size)
    framed(figure, look, top + 2 * size * len(ticks) + bottom, top, bottom)
    ends = [0.0, 1.0, *(piece.start for piece in found), *(piece.start + piece.length for piece in found)]
    figure.update_xaxes(
        title_text="similarity × weight", range=[min(ends), 1.01 * max(ends)], fixedrange=True, nticks=6
    )
    figure.update_yaxes(
        tickvals=list(range(len(ticks))),
        ticktext=ticks,
        range=[len(ticks) - 0.5, -0.5],
        fixedrange=True,
        showgrid=False,
    )
    figure.update_layout(barmode="overlay", showlegend=False)
    return figure


def query_bars_text(told: Explanation, name: str) -> str:
    """The bars in words."""
    parts = [
        f"class {told.classes[code]} upper {number(float(told.upper[0, code]))}, "
        f"lower {number(float(told.lower[0, code]))}, score {number(float(told.scores[0, code]))}"
        for code in best_classes(told)
    ]
    return f"How {name} decides the query: {'; '.join(parts)}."


def best_classes(told: Explanation) -> list[int]:
    """The classes with the largest scores, at most four, the winner first."""
    return [int(code) for code in np.argsort(-told.scores[0], kind="stable")[:MOST_CLASSES]]


def pieces(board: Board, told: Explanation, marks: ClassMarks) -> list[Piece]:
    """All pieces of the bars: two rows a class, upper then lower."""
    found = []
    for place, code in enumerate(best_classes(told)):
        found += _added(board, told.inside, code, 2 * place, 0.0, marks, "inside")
        lower = float(told.lower[0, code])
        name = html.escape(str(told.classes[code]), quote=False)
        pale = blend(marks.colour(code), marks.colours.background, PALE)
        found.append(Piece(2 * place + 1, 0.0, lower, pale, f"left for class {name}: {number(lower)}"))
        found += _added(board, told.outside, code, 2 * place + 1, lower, marks, "outside")
    return found


def _added(
    board: Board, side: Side, code: int, row: int, start: float, marks: ClassMarks, where: str
) -> list[Piece]:
    found = []
    for point, weight, similarity in zip(
        side.rows[0, code], side.weights[0, code], side.similarities[0, code], strict=True
    ):
        if point < 0 or weight == 0:
            continue
        own = int(board.data.codes[point])
        name = html.escape(board.data.class_names[own], quote=False)
        meaning = (
            f"{where}, class {name}: {number(similarity)} × {number(weight)} = {number(weight * similarity)}"
        )
        found.append(Piece(row, start, float(weight * similarity), marks.colour(own), meaning))
        start += float(weight * similarity)
    return found
