"""The weights as bars that move with the descent: inside and outside, a row for all classes or one a class.

Solid is what counts inside a class (upper), hatched what is taken away outside it (lower), as on all pages.
Behind them, pale, stand the linear weights that learning starts from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import Palette, blend, transparent
from frnn_core.figures.playing import ROOM, controls
from frnn_core.figures.upper_and_lower import HATCH, PALE
from frnn_core.studies.weights.runs import Learning, half_weight
from frnn_core.text import number

MOST_CLASSES = 6
HEADINGS = ("inside: upper", "outside: lower")
SIDES = ("inside", "outside")
ONE_ROW, SEVERAL_ROWS = 190, 282
GAP = 0.035  # between the columns, of the width
DECIMALS = 4
CUT = 0.39
"""Where there are several rows, higher bars are cut, so that the linear weights can be seen beside them."""
BLANK_LINE = "\N{NO-BREAK SPACE}<br>"
TICKS = (1, 5, 10, 15, 20)


def weight_bars(learning: Learning, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw the weights at the last step over those at the start, with a frame for each step shown."""
    colours, size = look.colours, look.size
    panels = Panels.of(learning)
    figure = go.Figure()
    for panel in panels.every:
        figure.add_trace(_start(learning, panel, colours))
    for panel in panels.every:
        figure.add_trace(_bars(learning, panel, -1, colours))
    figure.add_trace(_words(learning, panels, -1, look))
    traces = list(range(len(figure.data)))
    figure.frames = [
        {"name": str(step), "traces": traces, "data": _moved(learning, panels, place, look)}
        for place, step in enumerate(learning.steps)
    ]
    top = header(figure, look, title, look.sources) + round(1.7 * size)
    bottom = round(ROOM * size)
    framed(figure, look, top + panels.height + bottom, top, bottom)
    _axes(figure, panels, look)
    _headings(figure, size)
    figure.update_layout(
        barmode="overlay",
        plot_bgcolor="rgba(0,0,0,0)",
        bargap=0,
        showlegend=False,
        margin={"l": round(3.4 * size), "r": EDGE},
        uirevision=f"{title} {look.source}",
    )
    controls(figure, learning.steps, colours, size, panels.height, "step", ends=True)
    return figure


def weight_bars_text(learning: Learning) -> str:
    """The figure in words: how many of the nearest carry half of the weight, after and before."""
    shown = shown_groups(learning)
    parts = []
    for group in shown:
        inside, outside = (learning.weights(side)[:, group] for side in (0, 1))
        of = f"Class {learning.groups[group]}: " if learning.groups else ""
        parts.append(
            f"{of}{'inside' if of else 'Inside'}, {_half(inside[-1])}, the nearest has "
            f"{number(float(inside[-1, 0]))}; outside, {_half(outside[-1])}, the nearest has "
            f"{number(float(outside[-1, 0]))}."
        )
    start = learning.weights(0)[0, 0]
    parts.append(f"Of the linear weights at the start, {_half(start)} and {number(float(start[0]))}.")
    return " ".join(parts)


def _half(weights: FloatArray) -> str:
    count = int(half_weight(weights))
    return f"half of the weight is on the {'nearest' if count == 1 else f'first {count}'}"


def shown_groups(learning: Learning) -> list[int]:
    """The classes that are drawn, in their order: of more than six, those whose weights moved farthest."""
    sides = [learning.weights(side) for side in (0, 1)]
    moved = np.sum([np.abs(of[-1] - of[0]).sum(axis=-1) for of in sides], axis=0)
    farthest = np.argsort(-moved.round(9), kind="stable")[:MOST_CLASSES]
    return sorted(int(group) for group in farthest)


@dataclass(frozen=True)
class Panel:
    """One row of bars: a group on one side, at its place in the figure."""

    group: int
    row: int
    side: int
    name: str
    number: int

    @property
    def axes(self) -> dict[str, str]:
        """The axes of its traces."""
        count = "" if self.number == 1 else str(self.number)
        return {"xaxis": f"x{count}", "yaxis": f"y{count}"}

    def colour(self, colours: Palette) -> str:
        """The colour of its class, or that of the product where all classes share their weights."""
        return (*colours.classes, colours.text)[self.row] if self.name else colours.primary


@dataclass(frozen=True)
class Panels:
    """All panels, and what they have in common."""

    groups: tuple[int, ...]
    every: tuple[Panel, ...]
    most: float
    k: int
    height: int

    @classmethod
    def of(cls, learning: Learning) -> Panels:
        """A row a class that is drawn, inside at the left and outside at the right."""
        groups = shown_groups(learning)
        names = [learning.groups[group] if learning.groups else "" for group in groups]
        every = [
            Panel(group, row, side, names[row], 2 * row + side + 1)
            for row, group in enumerate(groups)
            for side in (0, 1)
        ]
        sides = [learning.weights(side)[:, groups] for side in (0, 1)]
        most = max(float(of.max()) for of in sides)
        shown = 1.06 * most if len(groups) == 1 else min(1.06 * most, CUT)
        height = ONE_ROW if len(groups) == 1 else SEVERAL_ROWS
        return cls(tuple(groups), tuple(every), shown, sides[0].shape[-1], height)

    def domain(self, panel: Panel) -> tuple[list[float], list[float]]:
        """Where a panel is, from 0 to 1 across and up."""
        count = len(self.groups)
        gap = 0.0 if count == 1 else 0.035
        height = (1 - gap * (count - 1)) / count
        low = 1 - (panel.row + 1) * height - panel.row * gap
        width = (1 - GAP) / 2
        left = panel.side * (width + GAP)
        return [left, left + width], [max(0.0, low), min(1.0, low + height)]


def _start(learning: Learning, panel: Panel, colours: Palette) -> go.Bar:
    weights = learning.weights(panel.side)[0, panel.group]
    return go.Bar(
        x=np.arange(1, len(weights) + 1),
        y=weights.round(DECIMALS),
        width=0.96,
        marker={"color": transparent(colours.muted, 0.28), "line": {"width": 0}},
        hoverinfo="skip",
        meta=f"start {_called(panel)}",
        **panel.axes,
    )


def _bars(learning: Learning, panel: Panel, place: int, colours: Palette) -> go.Bar:
    weights = learning.weights(panel.side)[place, panel.group]
    colour, inside = panel.colour(colours), panel.side == 0
    hatch = {**HATCH, "size": 6, "fgcolor": colour}
    of = f" class {label(panel.name)}" if panel.name else " the class"
    return go.Bar(
        x=np.arange(1, len(weights) + 1),
        y=weights.round(DECIMALS),
        width=0.62,
        marker={
            "color": colour if inside else blend(colour, colours.background, PALE),
            "line": {"width": 0 if inside else 1, "color": colour},
            **({} if inside else {"pattern": hatch}),
        },
        customdata=learning.weights(panel.side)[0, panel.group].round(DECIMALS),
        hovertemplate=f"neighbour %{{x}} {SIDES[panel.side]}{of}<br>weight %{{y:.3f}}, linear "
        "%{customdata:.3f}<extra></extra>",
        meta=f"weights {_called(panel)}",
        **panel.axes,
    )


def _called(panel: Panel) -> str:
    return f"{SIDES[panel.side]} {panel.name}".strip()


def _words(learning: Learning, panels: Panels, place: int, look: Look) -> go.Scatter:
    """What stands in the panels, and below them at the right; one trace, so that it moves with the bars."""
    x, y, text = [], [], []
    for panel in panels.every:
        (_, right), (_, high) = panels.domain(panel)
        x.append(right)
        y.append(high)
        text.append(_panel_words(learning, panels, panel, place))
    return go.Scatter(
        x=[*x, 1.0],
        y=[*y, 0.0],
        text=[*text, _step_words(learning, place)],
        mode="text",
        textposition=["bottom left"] * (len(x) + 1),
        textfont={"size": look.size, "color": look.colours.text},
        cliponaxis=False,
        hoverinfo="skip",
        meta="words",
        xaxis="x99",
        yaxis="y99",
    )


def _panel_words(learning: Learning, panels: Panels, panel: Panel, place: int) -> str:
    """How many neighbours carry half of the weight, or how much the nearest has where its bar is cut."""
    weights = learning.weights(panel.side)[place, panel.group]
    cut = float(weights.max()) > panels.most
    told = f"↑ {number(float(weights.max()), 2)}" if cut else f"half in {int(half_weight(weights))}"
    return f"<b>class {label(panel.name, limit=14)}</b>: {told}" if panel.name and not panel.side else told


def _step_words(learning: Learning, place: int) -> str:
    """Below the ticks: what the step is worth."""
    value = learning.fit.values[learning.steps[place]]
    known = "" if np.isnan(value) else f"loss {number(float(value))} · "
    return f"{2 * BLANK_LINE}{known}test rows <b>{number(float(learning.scores[place]))}</b>"


def _moved(learning: Learning, panels: Panels, place: int, look: Look) -> list[dict[str, Any]]:
    """What a frame changes: the heights of the bars, and the words.

    The bars at the start are named too, unchanged: Plotly lets go of bars that a frame does not name.
    """
    heights: list[FloatArray] = [
        learning.weights(panel.side)[place, panel.group].round(DECIMALS) for panel in panels.every
    ]
    words = _words(learning, panels, place, look)
    return [
        *({"type": "bar"} for _ in panels.every),
        *({"type": "bar", "y": of.tolist()} for of in heights),
        {"type": "scatter", "text": list(words.text)},
    ]


def _axes(figure: go.Figure, panels: Panels, look: Look) -> None:
    size = look.size
    last = len(panels.groups) - 1
    per_panel = panels.height / len(panels.groups)
    for panel in panels.every:
        across, up = panels.domain(panel)
        count = "" if panel.number == 1 else str(panel.number)
        figure.update_layout(
            {
                f"xaxis{count}": {
                    **_plain(look),
                    "domain": across,
                    "anchor": f"y{count}",
                    "range": [0.4, panels.k + 0.6],
                    "tickvals": [tick for tick in TICKS if tick <= panels.k],
                    "showticklabels": panel.row == last,
                    "showgrid": False,
                },
                f"yaxis{count}": {
                    **_plain(look),
                    "domain": up,
                    "anchor": f"x{count}",
                    "range": [0, panels.most],
                    "nticks": max(3, min(6, round(per_panel / (2.6 * size)))),
                    "tickformat": ".2~f",
                    "showticklabels": panel.side == 0,
                },
            }
        )
    hidden = {"visible": False, "range": [0, 1], "domain": [0, 1], "fixedrange": True}
    figure.update_layout(
        xaxis99={**hidden, "anchor": "y99"},
        yaxis99={**hidden, "anchor": "x99"},
    )


def _plain(look: Look) -> dict[str, Any]:
    colours = look.colours
    return {
        "fixedrange": True,
        "automargin": False,
        "zeroline": False,
        "showline": True,
        "linecolor": colours.border,
        "gridcolor": colours.border,
        "tickfont": {"size": look.size - 1},
    }


def _headings(figure: go.Figure, size: int) -> None:
    common = {"xref": "paper", "yref": "paper", "xanchor": "left", "showarrow": False}
    places: Sequence[float] = (0.0, (1 + GAP) / 2)
    for text, x in zip(HEADINGS, places, strict=True):
        figure.add_annotation(**common, text=f"<b>{text}</b>", x=x, y=1, yanchor="bottom", yshift=2)
    figure.add_annotation(
        **common, text="neighbour, nearest first", x=0, y=0, yanchor="top", yshift=-1.5 * size
    )
