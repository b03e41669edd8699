"""Upper and lower approximation of one query, taken apart: the same bars on every page that has them.

Solid is the value, hatched is what is taken away. Upper adds up weight × similarity of the neighbours inside
a class. Lower is what the neighbours outside leave of 1: behind it stands a hatched part for each of them, in
the colour of its own class, up to 1. The score is the mean of both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import plotly.graph_objects as go

from frnn_core.engine.arrays import IntArray
from frnn_core.engine.explanation import Explanation, Side
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import blend, ink_on
from frnn_core.text import number, told_apart

Row = Literal["upper", "lower", "score"]
ROWS: tuple[Row, ...] = ("upper", "lower", "score")
HOW = (
    "Upper adds the neighbours inside. Lower is what those outside, hatched in the colour of their class, "
    "leave of 1."
)
WIDTHS = {"upper": 0.88, "lower": 0.88, "score": 0.28}
TIGHT = 0.85  # from a bar to the score below it, and from the last row to the next class, in rows
PALE = 0.55  # what a hatched bar has of the background
HATCH = {"shape": "/", "size": 8, "solidity": 0.15, "fillmode": "overlay"}
"""How a bar is drawn that is taken away; its lines have the full colour."""
MANY = 8  # parts; with more, thinner lines part them


@dataclass(frozen=True)
class Part:
    """What one neighbour adds to upper or takes from lower; it starts where the one before ends."""

    row: int
    code: int
    weight: float
    similarity: float
    start: float

    @property
    def length(self) -> float:
        """Weight times similarity, below 0 where the similarity is."""
        return self.weight * self.similarity

    @property
    def end(self) -> float:
        """Where the next part starts."""
        return self.start + self.length


@dataclass(frozen=True, eq=False)
class Query:
    """One query, what decides it, and how its neighbours are called.

    Attributes
    ----------
    told : the explanation of the query alone
    codes : the class of every training row, by its place among the classes
    paints : the colour of every class
    named : what a hover calls a neighbour
    written : what stands in its part, where there is room
    """

    told: Explanation
    codes: IntArray
    paints: Sequence[str]
    named: Callable[[Part], str] = lambda part: "point"
    written: Callable[[Part], str] = lambda part: ""

    def inside(self, place: int) -> list[Part]:
        """The neighbours inside a class, the nearest first: from 0 to upper."""
        return self._parts(self.told.inside, place, 0.0)

    def outside(self, place: int) -> list[Part]:
        """The neighbours outside a class, the nearest first: from lower to 1."""
        return self._parts(self.told.outside, place, float(self.told.lower[0, place]))

    def _parts(self, side: Side, place: int, start: float) -> list[Part]:
        found: list[Part] = []
        for row, weight, similarity in zip(
            side.rows[0, place], side.weights[0, place], side.similarities[0, place], strict=True
        ):
            if row >= 0:
                code = int(self.codes[row])
                found.append(Part(int(row), code, float(weight), float(similarity), start))
                start = found[-1].end
        return found

    def value(self, row: Row, place: int) -> float:
        """Upper, lower or score of a class."""
        values = {"upper": self.told.upper, "lower": self.told.lower, "score": self.told.scores}
        return float(values[row][0, place])

    def text(self, row: Row, place: int) -> str:
        """The value as it stands beside its bar; the two largest scores with the digits that tell."""
        told = number(self.value(row, place)) if row != "score" else told_apart(self.told.scores[0])[place]
        return told.replace("-", "−")

    def name(self, place: int) -> str:
        """A class as a figure writes it."""
        return label(str(self.told.classes[place]))


def approximation_bars(
    query: Query,
    places: Sequence[int],
    *,
    title: str = "",
    lines: Sequence[str] = (HOW,),
    roles: Mapping[int, str] | None = None,
    rows: Sequence[Row] = ROWS,
    least: float = 0,
    pitch: float = 1.85,
    look: Look = Look(),
) -> go.Figure:
    """Draw upper, lower and score of some classes below each other, with their values at the right.

    Parameters
    ----------
    places : the classes to show, by their place in the explanation, from the top
    roles : words behind the name of a class
    rows : what is drawn of each class
    least, pitch : the least height of the figure, and the height of a row over the size of its text
    """
    size = look.size
    offsets = {row: i + (TIGHT if row == "score" else 1) for i, row in enumerate(rows)}
    group = max(offsets.values()) + TIGHT
    figure = go.Figure()
    notes: list[dict[str, Any]] = []
    ticks: list[float] = []
    for step, place in enumerate(places):
        at = {row: group * step + offset for row, offset in offsets.items()}
        figure.add_traces(_bars(query, place, at, look))
        notes += _notes(query, place, group * step, at, (roles or {}).get(place, ""))
        ticks += at.values()
    longest = max((len(query.text(row, place)) for row in rows for place in places), default=4)
    top = header(figure, look, title, lines) + round(0.2 * size)
    bottom = round(3.2 * size)
    framed(figure, look, max(least, top + pitch * size * group * len(places) + bottom), top, bottom)
    figure.update_yaxes(
        range=[group * len(places) - 0.4, -0.6],
        tickvals=ticks,
        ticktext=["<b>score</b>" if row == "score" else row for row in rows] * len(places),
        showgrid=False,
        fixedrange=True,
        ticklabelstandoff=4,
    )
    axis = "weight × similarity" + ("; score: mean of both" if "score" in rows else "")
    figure.update_xaxes(title_text=axis, range=_range(query, places), fixedrange=True)
    figure.update_layout(
        annotations=notes,
        barmode="overlay",
        showlegend=False,
        margin={"r": EDGE + round((1.4 + 0.55 * longest) * size)},
        uniformtext={"minsize": size - 2, "mode": "hide"},
    )
    return figure


def _bars(query: Query, place: int, at: Mapping[Row, float], look: Look) -> list[go.Bar]:
    """The rows of a class, each at its height."""
    found = []
    if "upper" in at:
        found.append(_parts(query, place, "inside", at["upper"], look))
    if "lower" in at:
        told = f"what the neighbours outside class {query.name(place)} leave of 1"
        found.append(_value(query, place, "lower", at["lower"], query.paints[place], told))
        found.append(_parts(query, place, "outside", at["lower"], look))
    if "score" in at:
        colours, best = look.colours, int(query.told.scores[0].argmax())
        ink = colours.text if place == best else colours.muted
        told = f"the mean of upper and lower of class {query.name(place)}"
        found.append(_value(query, place, "score", at["score"], ink, told))
    return found


def _parts(query: Query, place: int, side: Literal["inside", "outside"], y: float, look: Look) -> go.Bar:
    """The neighbours on one side, one after the other: solid inside, hatched outside."""
    inside, ground = side == "inside", look.colours.background
    parts = query.inside(place) if inside else query.outside(place)
    fills = [query.paints[part.code] for part in parts]
    if not inside:
        fills = [blend(fill, ground, PALE) for fill in fills]
    return go.Bar(
        x=[part.length for part in parts],
        base=[part.start for part in parts],
        y=[y] * len(parts),
        orientation="h",
        width=WIDTHS["upper"],
        marker={
            "color": fills,
            "line": {"width": 1 if len(parts) <= MANY else 0.5, "color": ground},
            "pattern": {
                **HATCH,
                "shape": "" if inside else HATCH["shape"],
                "fgcolor": [query.paints[part.code] for part in parts],
            },
        },
        text=[query.written(part) for part in parts],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        insidetextfont={"size": look.size, "color": [ink_on(fill) for fill in fills]},
        customdata=[query.named(part) for part in parts],
        hovertext=[
            f"<b>{query.named(part)}</b>, class {query.name(part.code)}<br>"
            f"number {i} of {len(parts)} {side} class {query.name(place)}<br>"
            f"weight {part.weight:.3f} × similarity {part.similarity:.3f} = {part.length:.3f}"
            for i, part in enumerate(parts, start=1)
        ],
        hoverinfo="text",
        meta=f"{side} {query.told.classes[place]}",
    )


def _value(query: Query, place: int, row: Row, y: float, colour: str, told: str) -> go.Bar:
    """A solid bar from 0 to a value."""
    value = query.value(row, place)
    return go.Bar(
        x=[value],
        y=[y],
        orientation="h",
        width=WIDTHS[row],
        marker={"color": colour},
        hovertext=f"{row} {value:.3f}: {told}",
        hoverinfo="text",
        meta=f"{row} {query.told.classes[place]}",
    )


def _notes(query: Query, place: int, top: float, at: Mapping[Row, float], role: str) -> list[dict[str, Any]]:
    """The class above its bars, and the values at the right."""
    common = {"xref": "paper", "xanchor": "left", "showarrow": False}
    told = f"<b>class {query.name(place)}</b>" + (f" · {role}" if role else "")
    notes = [{**common, "x": 0, "y": top + 0.05, "text": told}]
    for row, y in at.items():
        text = query.text(row, place)
        bold = f"<b>{text}</b>" if row == "score" else text
        notes.append({**common, "x": 1, "xshift": 6, "y": y, "text": bold})
    return notes


def _range(query: Query, places: Sequence[int]) -> tuple[float, float]:
    """0 to 1, and further where similarities are negative."""
    parts = [part for place in places for part in (*query.inside(place), *query.outside(place))]
    ends = [0.0, 1.0, *(part.start for part in parts), *(part.end for part in parts)]
    return min(ends), max(ends)
