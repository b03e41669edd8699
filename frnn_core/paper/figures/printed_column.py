"""One printed column by data set: printed, as published, corrected."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import VARIANT_GLYPHS, VARIANT_MARKERS, label, variant_colour
from frnn_core.figures.palette import Palette
from frnn_core.figures.turned import turn
from frnn_core.paper.figures.printed_difference import GROUPS
from frnn_core.text import counted, number

PRINTED = "✕"
HEIGHT = 330  # of the plot, where data sets stand side by side
ACCURACY = {"title": "balanced accuracy", "range": [0, 1.02], "fixedrange": True, "tickformat": ".1f"}


def printed_column(story: pd.DataFrame, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw a row a data set, from published to corrected, with the printed value as a cross.

    Parameters
    ----------
    story : by data set: folds ("KEEL" or "stand-in"), printed, published, corrected

    Data sets with KEEL's folds come first; within a group the largest gain is on top.
    """
    colours, size = look.colours, look.size
    places = row_places(story)
    figure = go.Figure(_lines(story, places, colours))
    for name in ("corrected", "published"):
        colour, symbol = variant_colour(name, colours), VARIANT_MARKERS[name]
        figure.add_trace(_dots(story, places, name, colour, symbol, 0.66 * size))
    cross = _dots(story, places, "printed", colours.text, "x-thin-open", 0.5 * size)
    cross.marker.line = {"width": 1.5, "color": colours.text}
    figure.add_trace(cross)
    _heads(figure, story, places)
    key = key_lines(
        [
            (PRINTED, colours.text, "printed"),
            (VARIANT_GLYPHS["published"], variant_colour("published", colours), "as published"),
            (VARIANT_GLYPHS["corrected"], variant_colour("corrected", colours), "corrected"),
        ]
    )
    top = header(figure, look, title, look.sources, key=key)
    (_across if look.large else _down)(figure, places, top, look)
    figure.update_layout(showlegend=False)
    return figure


def _heads(figure: go.Figure, story: pd.DataFrame, places: dict[str, int]) -> None:
    for kind, words in GROUPS.items():
        names = [name for name in places if story.loc[name, "folds"] == kind]
        if names:
            figure.add_annotation(
                x=0,
                xref="paper",
                y=places[names[0]] - 0.55,
                text=f"<b>{words}</b> ({counted(len(names), 'data set')})",
                showarrow=False,
                xanchor="left",
                yanchor="bottom",
                borderpad=0,
            )


def _down(figure: go.Figure, places: dict[str, int], top: int, look: Look) -> None:
    """A row a data set."""
    size, end = look.size, max(places.values()) + 0.7
    framed(figure, look, top + 1.12 * size * (end + 1.7) + 3.2 * size, top, 3.2 * size)
    figure.update_xaxes(**ACCURACY)
    figure.update_yaxes(range=[end, -1.7], showgrid=False, showline=False, **_names(places, look))


def _across(figure: go.Figure, places: dict[str, int], top: int, look: Look) -> None:
    """A column a data set, for a projector."""
    size, end = look.size, max(places.values()) + 0.7
    turn(figure)
    figure.update_annotations(y=1, yref="paper", xref="x", xanchor="left")
    under = 0.55 * size * max(len(words) for words in _names(places, look)["ticktext"])
    framed(figure, look, top + HEIGHT + 1.6 * size + under, top + 1.6 * size, under)
    figure.update_xaxes(
        range=[-0.7, end], showgrid=False, showline=False, tickangle=-90, **_names(places, look)
    )
    figure.update_yaxes(**ACCURACY)


def _names(places: dict[str, int], look: Look) -> dict[str, Any]:
    names = [label(name, limit=14) for name in places]
    return {
        "tickvals": list(places.values()),
        "ticktext": names,
        "tickfont": {"size": look.size - 2},
        "fixedrange": True,
    }


def printed_column_text(story: pd.DataFrame) -> str:
    """The figure in words: the means, and where most is gained."""
    means = story[["printed", "published", "corrected"]].mean()
    gains = (story["corrected"] - story["published"]).dropna()
    most = gains.idxmax()
    return (
        f"Mean balanced accuracy over {counted(len(story), 'data set')}: printed {number(means['printed'])}, "
        f"as published {number(means['published'])}, corrected {number(means['corrected'])}. Most is gained "
        f"on {most}: {number(story.loc[most, 'published'])} to {number(story.loc[most, 'corrected'])}."
    )


def row_places(story: pd.DataFrame) -> dict[str, int]:
    """The height of every data set: KEEL's folds first, the largest gain of a group on top."""
    gains = (story["corrected"] - story["published"]).sort_values(ascending=False, kind="stable")
    places: dict[str, int] = {}
    place = 0
    for kind in GROUPS:
        names = [str(name) for name in gains.index if story.loc[name, "folds"] == kind]
        places |= {name: place + i for i, name in enumerate(names)}
        place += len(names) + 2 if names else 0
    return places


def _dots(
    story: pd.DataFrame, places: dict[str, int], name: str, colour: str, symbol: str, size: float
) -> go.Scatter:
    rows = story.loc[list(places)]
    told = [
        f"<b>{label(str(row))}</b> ({GROUPS[some['folds']]})<br>printed {number(some['printed'])}<br>"
        f"as published {number(some['published'])}<br>corrected {number(some['corrected'])}"
        for row, some in rows.iterrows()
    ]
    return go.Scatter(
        x=rows[name].to_numpy(float),
        y=list(places.values()),
        mode="markers",
        marker={"symbol": symbol, "size": size, "color": colour},
        hovertext=told,
        hoverinfo="text",
        meta=name,
    )


def _lines(story: pd.DataFrame, places: dict[str, int], colours: Palette) -> go.Scatter:
    x: list[float | None] = []
    y: list[float | None] = []
    for name, place in places.items():
        x += [float(story.loc[name, "published"]), float(story.loc[name, "corrected"]), None]
        y += [place, place, None]
    line = {"color": colours.border, "width": 3}
    return go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", meta="lines")
