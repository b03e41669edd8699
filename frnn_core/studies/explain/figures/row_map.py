"""The rows of a data set in the plane, with the one that is explained and those that decide it."""

from __future__ import annotations

import html

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.frame import EDGE, framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import STILL
from frnn_core.figures.palette import Palette
from frnn_core.figures.star import star
from frnn_core.studies.explain.case import Case
from frnn_core.studies.explain.figures.explanation_bars import class_paints
from frnn_core.studies.explain.row_places import Drawn, RowMap

HEIGHT = 380
WRONG = "taken for another class"


def row_map_figure(
    case: Case, row: int, placed: RowMap, drawn: Drawn, *, title: str, look: Look = Look()
) -> go.Figure:
    """Draw the rows; each carries its number, counted from 1, for clicks.

    Colours are those of the bars. Rows that their folds take for another class are crosses, drawn last.
    """
    colours, size, data = look.colours, look.size, case.trained.data
    paints = class_paints(case, colours)
    codes = data.codes[drawn.rows]
    wrong = (drawn.predicted >= 0) & (drawn.predicted != codes)
    figure = go.Figure()
    for mistaken in (False, True):
        for code, name in enumerate(data.class_names):
            mine = drawn.rows[(codes == code) & (wrong == mistaken)]
            if len(mine):
                figure.add_trace(_rows(case, placed, drawn, mine, paints[name], size, wrong=mistaken))
    figure.add_traces(_lines(placed.points, row, drawn, colours))
    figure.add_trace(star(placed.points[row], colours, 1.3 * size, f"row {row + 1}"))
    shown = [name for name in data.class_names if paints[name] != colours.muted]
    key = [("☆", colours.text, f"row {row + 1}"), *(("●", paints[name], f"class {name}") for name in shown)]
    if len(shown) < len(data.class_names):
        key.append(("●", colours.muted, "other classes"))
    if wrong.any():
        key.append(("✕", colours.text, WRONG))
    top = header(figure, look, title, look.sources, key=key_lines(key)) + EDGE
    bottom = round(3.2 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    axis = {"fixedrange": True, "nticks": 6}
    figure.update_xaxes(title_text=html.escape(placed.axes[0], quote=False), **axis)
    figure.update_yaxes(title_text=html.escape(placed.axes[1], quote=False), **axis)
    figure.update_layout(clickmode="event+select")
    return figure


def row_map_text(case: Case, row: int, drawn: Drawn) -> str:
    """The map in words."""
    codes = case.trained.data.codes[drawn.rows]
    wrong = int(((drawn.predicted >= 0) & (drawn.predicted != codes)).sum())
    near = ", ".join(str(number + 1) for number, _ in drawn.inside)
    others = ", ".join(str(number + 1) for number, _ in drawn.outside)
    return (
        f"{len(drawn.rows):,} rows in two coordinates, {wrong:,} of them {WRONG}. Row {row + 1} is joined to "
        f"the nearest rows of class {case.predicted}: {near}; and to the nearest of other classes: {others}."
    )


def _rows(
    case: Case, placed: RowMap, drawn: Drawn, mine: IntArray, paint: str, size: int, *, wrong: bool
) -> go.Scatter:
    """Rows of one class, right or mistaken."""
    data = case.trained.data
    names = [html.escape(name, quote=False) for name in data.class_names]
    code = int(data.codes[mine[0]])
    found = dict(zip(drawn.rows.tolist(), drawn.predicted.tolist(), strict=True))
    told = [f", taken for {names[found[number]]}" if wrong else "" for number in mine.tolist()]
    return go.Scatter(
        x=placed.points[mine, 0],
        y=placed.points[mine, 1],
        mode="markers",
        marker={
            "color": paint,
            "symbol": "x-thin" if wrong else "circle",
            "size": (0.55 if wrong else 0.45) * size,
            "opacity": 0.9 if wrong else 0.6,
            "line": {"width": 1.75, "color": paint} if wrong else {"width": 0},
        },
        customdata=mine + 1,
        text=[
            f"row {number + 1}: class {names[code]}{t}" for number, t in zip(mine.tolist(), told, strict=True)
        ],
        hovertemplate="%{text}<extra></extra>",
        showlegend=False,
        meta=f"{'wrong' if wrong else 'right'} {data.class_names[code]}",
        **STILL,
    )


def _lines(points: FloatArray, row: int, drawn: Drawn, colours: Palette) -> list[go.Scatter]:
    """A line a neighbour, as thick as it weighs: solid inside the winning class, dotted outside."""
    lines = []
    for side, dash, where in ((drawn.inside, "solid", "inside"), (drawn.outside, "dot", "outside")):
        for number, weight in side:
            if weight == 0:
                continue
            ends = np.stack([points[row], points[number]])
            lines.append(
                go.Scatter(
                    x=ends[:, 0],
                    y=ends[:, 1],
                    mode="lines",
                    line={"color": colours.text, "width": 1 + 3 * weight, "dash": dash},
                    hoverinfo="skip",
                    showlegend=False,
                    meta=[where, number, weight],
                )
            )
    return lines
