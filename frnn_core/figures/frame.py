"""What is around a figure: its header with a key, fonts and margins, a colour bar, labels kept apart."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.look import Look
from frnn_core.figures.marks import FAMILY_NAMES, GLYPHS
from frnn_core.figures.palette import steps

LINE_CHARACTERS = 60  # what a line of a header may hold on a screen of 390 pixels
WIDE_LINE_CHARACTERS = 72  # and on a projector, beside words
EDGE = 8


def styled(figure: go.Figure, look: Look, height: int) -> go.Figure:
    """Give a figure the product's fonts, surfaces and margins."""
    colours = look.colours
    axis = {
        "gridcolor": colours.border,
        "linecolor": colours.border,
        "zeroline": False,
        "automargin": True,
        "title_standoff": 8,
        "title_font": {"size": look.size},
    }
    font = {"size": look.size, "color": colours.text, "family": "Source Sans, sans-serif"}
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor=colours.background,
        plot_bgcolor=colours.background,
        font=font,
        hoverlabel={"bgcolor": colours.secondary, "font": font, "align": "left"},
        dragmode=False,
        uirevision="keep",
    )
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis)
    return figure


def framed(figure: go.Figure, look: Look, height: float, top: float, bottom: float) -> go.Figure:
    """Style a figure of a known height whose header takes `top` pixels."""
    styled(figure, look, round(height))
    figure.update_layout(margin={"t": round(top), "b": round(bottom)}, hovermode="closest")
    return figure


def header(
    figure: go.Figure,
    look: Look,
    first: str,
    others: Iterable[str] = (),
    *,
    key: Sequence[str] = (),
) -> int:
    """Write lines at the top left and give the height they take.

    The first line is strong; the lines of a key (see `key_lines`) come last.
    (Plotly fits only a title to the whole figure; a legend wraps by the plotting area, too early on a phone.)
    """
    characters = WIDE_LINE_CHARACTERS if look.large else LINE_CHARACTERS
    small = [html.escape(line, quote=False) for text in others for line in wrapped(text, characters)]
    lines = [
        *(f"<b>{html.escape(line, quote=False)}</b>" for line in wrapped(first, characters)),
        *(f'<span style="color:{look.colours.muted}">{line}</span>' for line in small),
        *key,
    ]
    figure.update_layout(
        title={
            "text": "<br>".join(lines),
            "font": {"size": look.size, "weight": 400},
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"l": EDGE, "t": EDGE + 0.8 * look.size},  # the first of several lines stands on its place
        }
    )
    return round(EDGE + 1.3 * look.size * len(lines) + 0.4 * look.size)


def wrapped(line: str, characters: int = LINE_CHARACTERS) -> list[str]:
    """A sentence in lines that fit a narrow screen."""
    return textwrap.wrap(line, characters, break_long_words=False)


def family_key(look: Look, relations: Iterable[str]) -> list[str]:
    """The markers of the families that occur, in words, as lines for a narrow screen."""
    present = {look.family(key) for key in relations}
    shown = [family for family in FAMILY_NAMES if family in present]
    called = FAMILY_NAMES | dict(look.family_names)
    return key_lines([(GLYPHS[name], look.colours.family(name), called[name]) for name in shown])


def key_lines(entries: Sequence[tuple[str, str, str]]) -> list[str]:
    """Glyphs in their colours with what they mean, several a line; nothing for a single entry."""
    lines: list[list[str]] = [[]]
    length = 0
    for glyph, colour, name in entries if len(entries) > 1 else ():
        if length + len(name) + 4 > LINE_CHARACTERS:
            lines.append([])
            length = 0
        lines[-1].append(f'<span style="color:{colour}">{glyph}</span> {html.escape(name, quote=False)}')
        length += len(name) + 4
    return ["   ".join(line) for line in lines if line]


def scale_below(
    ends: tuple[float, float],
    colours: Sequence[str],
    ticks: FloatArray,
    words: Sequence[str],
    depth: float,
    size: int,
) -> dict[str, Any]:
    """A colour axis with its bar below a table that is `depth` pixels high."""
    return {
        "cmin": ends[0],
        "cmax": ends[1],
        "colorscale": steps(colours),
        "colorbar": {
            "orientation": "h",
            "thickness": 0.6 * size,
            "x": 0,
            "xanchor": "left",
            "y": -EDGE / depth,
            "yanchor": "top",
            "len": 1,
            "outlinewidth": 0,
            "ticks": "",
            "tickvals": ticks,
            "ticktext": words,
            "xpad": 0,
            "ypad": 0,
        },
    }


def names_at_the_right(
    figure: go.Figure, places: Sequence[float], texts: Sequence[str], ends: Sequence[float]
) -> None:
    """A second axis y whose ticks are the names of lines at their right ends, so that they fit any screen."""
    figure.add_trace(go.Scatter(x=[None], y=[None], yaxis="y2", hoverinfo="skip", showlegend=False))
    figure.update_layout(
        yaxis2={
            "overlaying": "y",
            "side": "right",
            "range": list(ends),
            "tickmode": "array",
            "tickvals": list(places),
            "ticktext": list(texts),
            "showgrid": False,
            "ticks": "",
            "automargin": True,
            "fixedrange": True,
            "zeroline": False,
            "ticklabelstandoff": 4,
        },
        margin={"l": EDGE, "r": EDGE},
    )


def spread(positions: Sequence[float] | FloatArray, gap: float) -> FloatArray:
    """Move positions apart by at least `gap`, as little as the sum of squares allows, keeping their order.

    Examples
    --------
    >>> spread([1.0, 1.0, 5.0], 2.0).tolist()
    [0.0, 2.0, 5.0]
    """
    wanted = np.asarray(positions, dtype=float)
    order = np.argsort(wanted, kind="stable")
    blocks: list[tuple[float, int]] = []  # mean of the shifted positions, and how many
    for place, i in enumerate(order):
        block = (float(wanted[i]) - gap * place, 1)
        while blocks and blocks[-1][0] > block[0]:
            mean, count = blocks.pop()
            total = count + block[1]
            block = ((mean * count + block[0] * block[1]) / total, total)
        blocks.append(block)
    shifted = np.repeat([mean for mean, _ in blocks], [count for _, count in blocks])
    result = np.empty(len(wanted))
    result[order] = shifted + gap * np.arange(len(wanted))
    return result
