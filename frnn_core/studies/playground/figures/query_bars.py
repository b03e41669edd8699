"""The playground's query as bars: what each neighbour adds, and takes away."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.explanation import Explanation
from frnn_core.figures.look import Look
from frnn_core.figures.upper_and_lower import HOW, Query, approximation_bars
from frnn_core.studies.playground.board import Board
from frnn_core.studies.playground.figures.class_marks import ClassMarks
from frnn_core.text import number

MOST_CLASSES = 4


def query_bars(
    board: Board, told: Explanation, coloured: tuple[int, ...], *, title: str, look: Look = Look()
) -> go.Figure:
    """Draw upper, lower and score of the classes with the best scores, best first."""
    marks = ClassMarks(coloured, look.colours)
    shown = best_classes(told)
    rest = len(told.classes) - len(shown)
    others = [f"{rest} others are lower."] if rest else []
    paints = [marks.colour(code) for code in range(len(told.classes))]
    query = Query(told, board.data.codes, paints)
    return approximation_bars(query, shown, title=title, lines=[HOW, *others], pitch=1.5, look=look)


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
