"""What the figures of relations share: names, markers, header lines, legends, labels kept apart."""

from __future__ import annotations

import html
import textwrap
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.palette import FAMILY_MARKERS, LIGHT, Palette, styled, text_size

LINE_CHARACTERS = 60  # what a line of a header may hold on a screen of 390 pixels
LONGEST_LABEL = 34
EDGE = 8
FAMILY_NAMES = {
    "distance": "distance",
    "angle": "cosine, Pearson",
    "mahalanobis": "Mahalanobis",
    "kernel": "kernel",
    "fitted kernel": "fitted kernel",
    "learned": "learned",
    "combo": "COMBO",
}
GLYPHS = {
    "distance": "●",
    "angle": "▲",
    "mahalanobis": "■",
    "kernel": "◆",
    "fitted kernel": "◇",
    "learned": "✚",
    "combo": "★",
}


def label(key: str, names: Mapping[str, str] | None = None, limit: int = LONGEST_LABEL) -> str:
    """The name of a relation or data set as a figure writes it; a long one loses its middle.

    Examples
    --------
    >>> label("a name that is much too long for a label", limit=20)
    'a name that i…label'
    """
    name = (names or {}).get(key, key)
    if len(name) > limit:
        end = limit // 3
        name = f"{name[: limit - end - 1].rstrip()}…{name[-end:].lstrip()}"
    return html.escape(name, quote=False)


def full_name(key: str, names: Mapping[str, str] | None = None) -> str:
    """Name and key for a hover: Manhattan (man)."""
    name = (names or {}).get(key, key)
    return html.escape(name if name == key else f"{name} ({key})", quote=False)


def plain_name(key: str, names: Mapping[str, str] | None = None) -> str:
    """The name for a sentence outside a figure."""
    return (names or {}).get(key, key)


def marker(family: str, colours: Palette, size: float) -> dict[str, Any]:
    """Colour and shape of a family; open shapes are filled with the background, so that lines end at them."""
    symbol, colour = FAMILY_MARKERS.get(family, "circle"), colours.family(family)
    if symbol.endswith("-open"):
        line = {"width": 1.75, "color": colour}
        return {
            "symbol": symbol.removesuffix("-open"),
            "size": size - 1,
            "color": colours.background,
            "line": line,
        }
    return {
        "symbol": symbol,
        "size": size,
        "color": colour,
        "line": {"width": 1, "color": colours.background},
    }


def dash(family: str) -> str:
    """Lines of fitted kernels are dashed."""
    return "dash" if family == "fitted kernel" else "solid"


def wrapped(line: str, characters: int = LINE_CHARACTERS) -> list[str]:
    """A sentence in lines that fit a narrow screen."""
    return textwrap.wrap(line, characters, break_long_words=False)


def header(
    figure: go.Figure,
    colours: Palette,
    first: str,
    others: Iterable[str],
    *,
    key: Sequence[str] = (),
    large: bool = False,
) -> int:
    """Write lines at the top left and give the height they take.

    The first line is strong; the lines of a key (see `key_lines`) come last.
    (Plotly fits only a title to the whole figure; a legend wraps by the plotting area, too early on a phone.)
    """
    size = text_size(large)
    small = [html.escape(line, quote=False) for text in others for line in wrapped(text)]
    lines = [
        *(f"<b>{html.escape(line, quote=False)}</b>" for line in wrapped(first)),
        *(f'<span style="color:{colours.muted}">{line}</span>' for line in small),
        *key,
    ]
    figure.update_layout(
        title={
            "text": "<br>".join(lines),
            "font": {"size": size, "weight": 400},
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 1,
            "yref": "container",
            "yanchor": "top",
            "pad": {"l": EDGE, "t": EDGE + 0.8 * size},  # the first of several lines stands on its place
        }
    )
    return round(EDGE + 1.3 * size * len(lines) + 0.4 * size)


def family_key(families: Collection[str], colours: Palette) -> list[str]:
    """The markers of the families that occur, in words, as lines for a narrow screen."""
    shown = [name for name in FAMILY_NAMES if name in set(families)]
    return key_lines([(GLYPHS[name], colours.family(name), FAMILY_NAMES[name]) for name in shown])


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


def bottom_legend(figure: go.Figure, entries: int, *, large: bool = False, in_a_row: int = 3) -> int:
    """Put the legend at the bottom left, and give the height to reserve for it on a narrow screen."""
    size = text_size(large)
    figure.update_layout(
        showlegend=True,
        legend={
            "orientation": "h",
            "x": 0,
            "xref": "container",
            "xanchor": "left",
            "y": 0,
            "yref": "container",
            "yanchor": "bottom",
            "itemclick": False,
            "itemdoubleclick": False,
            "font": {"size": size},
            "bgcolor": "rgba(0,0,0,0)",
        },
    )
    rows = 1 + (entries - 1) // (2 * in_a_row if large else in_a_row)
    return round(1.5 * size * rows + EDGE)


def framed(
    figure: go.Figure, colours: Palette, height: float, top: float, bottom: float, *, large: bool = False
) -> go.Figure:
    """Style a figure of a known height whose header takes `top` pixels."""
    styled(figure, colours, round(height), large=large)
    figure.update_layout(margin={"t": round(top), "b": round(bottom)}, hovermode="closest")
    return figure


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


def unbroken(text: str) -> str:
    """Text that is not broken over lines."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def blend(colour: str, other: str, share: float) -> str:
    """A colour with a share of another mixed in."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round((1 - share) * a + share * b):02X}" for a, b in pairs)


def ink_on(colour: str) -> str:
    """Dark or light text, whichever reads better on a colour."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    luminance = sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return LIGHT.text if luminance > 0.2 else LIGHT.background


def steps(colours: Sequence[str]) -> list[list[float | str]]:
    """A colour scale of Plotly from evenly spaced colours."""
    return [[place / (len(colours) - 1), colour] for place, colour in enumerate(colours)]


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


def colour_at(colours: Sequence[str], share: float) -> str:
    """The colour of a scale at a share between 0 and 1 (beyond that, its end), as `steps` draws it."""
    place = min(max(share, 0.0), 1.0) * (len(colours) - 1)
    below = min(int(place), len(colours) - 2)
    return blend(colours[below], colours[below + 1], place - below)
