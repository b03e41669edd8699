"""A prediction as stacked bars: what each neighbour adds to upper, and takes from 1 to leave lower."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import Palette, blend, ink_on
from frnn_core.studies.explain.case import Case
from frnn_core.text import counted, number

HEIGHT, FEW, LINES = 380, 3, 4
NAMED_WIDTH, WORD_WIDTH, MANY = 0.1, 0.25, 8
HOW = (
    "Upper: weight × similarity of the nearest rows inside the class, added. "
    "Lower: 1 minus the same outside it (hatched, in the colour of each row's own class). Score: their mean."
)


def explanation_bars(case: Case, places: Sequence[int], *, title: str = "", look: Look = Look()) -> go.Figure:
    """Draw upper, lower and score of some classes, the best on top.

    Parameters
    ----------
    places : the classes to show, by their place in the model, in order
    title : what is explained
    """
    colours, size = look.colours, look.size
    paints = class_paints(case, colours)
    traces: list[go.Bar | go.Scatter] = []
    notes: list[dict[str, Any]] = []
    for group, place in enumerate(places):
        line = LINES * group
        inside = _inside(case, place, line + 1, paints, colours)
        outside = _outside(case, place, line + 2, paints, colours)
        lower = _lower(case, place, line + 2, paints, colours)
        traces += [inside, lower, outside, _score(case, place, line + 3, colours)]
        traces += [_row_names(inside, size), _row_names(outside, size)]
        notes += _words(case, place, line)
    figure = go.Figure(traces)
    top = header(figure, look, title or "Upper, lower and score", [HOW])
    bottom = round(3.2 * size)
    extra = max(0, len(places) - FEW) * LINES * 1.55 * size
    framed(figure, look, HEIGHT * size / 13 + extra, top, bottom)
    lines = len(places) * LINES
    ticks = [LINES * group + line for group in range(len(places)) for line in (1, 2, 3)]
    figure.update_yaxes(
        range=[lines - 0.4, -0.6],
        tickvals=ticks,
        ticktext=["upper", "lower", "<b>score</b>"] * len(places),
        showgrid=False,
        fixedrange=True,
        ticklabelstandoff=4,
    )
    low, high = _range(case, places)
    figure.update_xaxes(title_text="weight × similarity", range=[low, high], fixedrange=True)
    figure.update_layout(
        annotations=notes,
        barmode="overlay",
        showlegend=False,
        margin={"r": EDGE + round(3.6 * size)},
    )
    return figure


def explanation_bars_text(case: Case, places: Sequence[int]) -> str:
    """The figure in words."""
    parts = []
    for place in places:
        inside, outside = (
            int((side.rows[0, place] >= 0).sum()) for side in (case.told.inside, case.told.outside)
        )
        parts.append(
            f"class {case.names[place]}: upper {number(float(case.told.upper[0, place]))} from "
            f"{counted(inside, 'row')} inside, lower {number(float(case.told.lower[0, place]))} after "
            f"{counted(outside, 'row')} outside, score {number(float(case.told.scores[0, place]))}"
        )
    return "; ".join(parts)[:1].upper() + "; ".join(parts)[1:] + "."


def class_paints(case: Case, colours: Palette) -> dict[str, str]:
    """A colour a class; above five classes only the first three of the explanation have one."""
    known = case.trained.data.class_names
    if len(known) <= len(colours.classes):
        return dict(zip(known, colours.classes, strict=False))
    first = dict(zip((case.names[place] for place in case.first), colours.classes, strict=False))
    return {name: first.get(name, colours.muted) for name in known}


def _inside(case: Case, place: int, line: int, paints: dict[str, str], colours: Palette) -> go.Bar:
    """Neighbours inside, one after the other from 0: they end at upper."""
    added = _present(case.told.inside.contributions[0, place], case.told.inside.rows[0, place])
    ends = np.cumsum(added)
    paint = paints[case.names[place]]
    fills = [blend(paint, colours.background, 0.55 * i / max(1, len(added) - 1)) for i in range(len(added))]
    return _bars(case, place, line, added, ends - added, fills, colours, inside=True)


def _outside(case: Case, place: int, line: int, paints: dict[str, str], colours: Palette) -> go.Bar:
    """Neighbours outside, taken from 1 one after the other: what is left is lower."""
    taken = _present(case.told.outside.contributions[0, place], case.told.outside.rows[0, place])
    rows = case.trained.rows[case.told.outside.rows[0, place, : len(taken)]]
    fills = [blend(paints[str(case.trained.data.y[row])], colours.background, 0.45) for row in rows]
    return _bars(case, place, line, -taken, 1 - np.cumsum(taken) + taken, fills, colours, inside=False)


def _present(contributions: FloatArray, rows: IntArray) -> FloatArray:
    return np.asarray(contributions[rows >= 0])


def _bars(
    case: Case,
    place: int,
    line: int,
    lengths: FloatArray,
    bases: FloatArray,
    fills: list[str],
    colours: Palette,
    *,
    inside: bool,
) -> go.Bar:
    side = case.told.inside if inside else case.told.outside
    numbers = case.trained.rows[side.rows[0, place, : len(lengths)]]
    name = label(case.names[place])
    told = [
        f"<b>row {row + 1}</b>, class {label(str(case.trained.data.y[row]))}<br>"
        f"number {i + 1} of {len(lengths)} {'inside' if inside else 'outside'} class {name}<br>"
        f"weight {side.weights[0, place, i]:.3f} × similarity {side.similarities[0, place, i]:.3f} = "
        f"{side.contributions[0, place, i]:.3f}"
        for i, row in enumerate(numbers)
    ]
    return go.Bar(
        x=lengths.tolist(),
        y=[line] * len(lengths),
        base=bases.tolist(),
        orientation="h",
        width=0.82,
        marker={
            "color": fills,
            "line": {"width": 1 if len(lengths) <= MANY else 0.5, "color": colours.background},
            "pattern": {
                "shape": "" if inside else "/",
                "size": 7,
                "solidity": 0.14,
                "fgcolor": colours.background,
                "fillmode": "overlay",
            },
        },
        customdata=[int(row) + 1 for row in numbers],
        hovertext=told,
        hoverinfo="text",
        meta=f"{'inside' if inside else 'outside'} {case.names[place]}",
    )


def _row_names(bars: go.Bar, size: int) -> go.Scatter:
    """The numbers of the rows in their bars, where there is room."""
    shown = [i for i, length in enumerate(bars.x) if abs(length) > NAMED_WIDTH]
    names = [bars.customdata[i] for i in shown]
    return go.Scatter(
        x=[bars.base[i] + bars.x[i] / 2 for i in shown],
        y=[bars.y[i] for i in shown],
        mode="text",
        text=[
            f"row {name}" if abs(bars.x[i]) > WORD_WIDTH else str(name)
            for i, name in zip(shown, names, strict=True)
        ],
        textfont={"size": size - 2, "color": [ink_on(bars.marker.color[i]) for i in shown]},
        hoverinfo="skip",
        meta="row numbers",
    )


def _lower(case: Case, place: int, line: int, paints: dict[str, str], colours: Palette) -> go.Bar:
    lower = float(case.told.lower[0, place])
    return go.Bar(
        x=[lower],
        y=[line],
        orientation="h",
        width=0.82,
        marker={"color": paints[case.names[place]], "line": {"width": 1, "color": colours.background}},
        hovertext=f"lower {lower:.3f}: what the rows outside class {label(case.names[place])} leave of 1",
        hoverinfo="text",
        meta=f"lower {case.names[place]}",
    )


def _score(case: Case, place: int, line: int, colours: Palette) -> go.Bar:
    score = float(case.told.scores[0, place])
    return go.Bar(
        x=[score],
        y=[line],
        orientation="h",
        width=0.3,
        marker={"color": colours.text if place == case.order[0] else colours.muted},
        hovertext=f"score of class {label(case.names[place])}: {score:.3f}, the mean of upper and lower",
        hoverinfo="text",
        meta=f"score {case.names[place]}",
    )


def _words(case: Case, place: int, line: int) -> list[dict[str, Any]]:
    """The class above its bars, and the three numbers at the right."""
    name = case.names[place]
    roles = [
        *(["predicted"] if place == case.order[0] else []),
        *(["the row's own class"] if name == case.truth else []),
        *(["runner-up"] if place == case.order[1] else []),
    ]
    told = f"<b>class {label(name)}</b>" + (f" · {', '.join(roles)}" if roles else "")
    common = {"xref": "paper", "xanchor": "left", "showarrow": False}
    notes = [{**common, "x": 0, "y": line + 0.05, "text": told}]
    values = (case.told.upper, case.told.lower, case.told.scores)
    for step, value in enumerate(values, start=1):
        text = number(float(value[0, place])).replace("-", "−")
        bold = f"<b>{text}</b>" if step == len(values) else text
        notes.append({**common, "x": 1, "xshift": 6, "y": line + step, "text": bold})
    return notes


def _range(case: Case, places: Sequence[int]) -> tuple[float, float]:
    """0 to 1, and further where similarities are negative."""
    ends = [0.0, 1.0]
    for place in places:
        ends += [*np.cumsum(case.told.inside.contributions[0, place])]
        ends += [*(1 - np.cumsum(case.told.outside.contributions[0, place]))]
    return min(ends), max(ends)
