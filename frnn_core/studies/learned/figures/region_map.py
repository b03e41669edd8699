"""The regions of a local relation: training rows in two coordinates, region by colour, class by shape."""

from __future__ import annotations

import html

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import MARKERS
from frnn_core.figures.palette import Palette, blend, transparent
from frnn_core.studies.learned.fold_regions import RegionMap
from frnn_core.text import counted

HEIGHT = 290
SHAPES = (*MARKERS, "star")
GLYPHS = ("●", "▲", "■", "◆", "✚", "★")


def region_map(shown: RegionMap, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw the rows; the number of a region stands at the mean of its rows.

    With more classes than shapes all rows are dots. One unit is as long upwards as sideways.
    """
    colours, size = look.colours, look.size
    figure = go.Figure()
    told_apart = len(shown.classes) <= len(SHAPES)
    for region in range(shown.count):
        figure.add_trace(_rows(shown, region, told_apart=told_apart, look=look))
    figure.add_trace(_numbers(shown, look))
    rows = shown.sizes.sum(axis=1)
    key = [("●", region_colour(g, colours), f"region {g + 1}: {rows[g]:,}") for g in range(shown.count)]
    marks = [
        (glyph, colours.text, f"class {name}") for glyph, name in zip(GLYPHS, shown.classes, strict=False)
    ]
    lines = [*key_lines(key), *(key_lines(marks) if told_apart else [])]
    top = header(figure, look, title, look.sources, key=lines) + EDGE
    bottom = round(3.2 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    axis = {"fixedrange": True, "nticks": 6}
    figure.update_xaxes(title_text=html.escape(shown.axes[0], quote=False), **axis)
    figure.update_yaxes(
        title_text=html.escape(shown.axes[1], quote=False), scaleanchor="x", scaleratio=1, **axis
    )
    return figure


def region_map_text(shown: RegionMap) -> str:
    """How many regions there are, how large, and how many fell back."""
    rows = shown.sizes.sum(axis=1)
    if shown.count == 1:
        text = f"One region holds all {rows[0]:,} training rows, so it is the relation for the whole"
    else:
        text = f"{shown.count} regions of {rows.min():,} to {rows.max():,} training rows"
    if shown.given_up:
        text += (
            f"; {shown.given_up} of the {shown.asked} asked for had too few rows, which fell to the "
            "nearest of the others"
        )
    return f"{text}."


def region_colour(region: int, colours: Palette) -> str:
    """The colour of a region: those of the classes, then the ink; more regions have them paler."""
    inks = (*colours.classes, colours.text)
    turn, place = divmod(region, len(inks))
    return blend(inks[place], colours.background, 1 - 0.5**turn)


def _rows(shown: RegionMap, region: int, *, told_apart: bool, look: Look) -> go.Scatter:
    own = shown.regions == region
    codes = shown.codes[own]
    names = [html.escape(shown.classes[code], quote=False) for code in codes]
    return go.Scatter(
        x=shown.points[own, 0],
        y=shown.points[own, 1],
        mode="markers",
        marker={
            "color": region_colour(region, look.colours),
            "symbol": [SHAPES[code] if told_apart else "circle" for code in codes],
            "size": 0.55 * look.size,
            "opacity": 0.8,
            "line": {"width": 0.5, "color": look.colours.background},
        },
        hovertemplate=[f"region {region + 1}<br>class {name}<extra></extra>" for name in names],
        showlegend=False,
        meta=f"region {region + 1}",
    )


def _numbers(shown: RegionMap, look: Look) -> go.Scatter:
    """The number of each region at the mean of its rows that are shown."""
    there = np.unique(shown.regions)
    middles = np.array([shown.points[shown.regions == region].mean(axis=0) for region in there])
    return go.Scatter(
        x=middles[:, 0],
        y=middles[:, 1],
        mode="markers+text",
        marker={
            "size": 1.7 * look.size,
            "color": transparent(look.colours.background, 0.85),
            "line": {"width": 2, "color": [region_colour(int(g), look.colours) for g in there]},
        },
        text=[f"<b>{region + 1}</b>" for region in there],
        textfont={"color": look.colours.text},
        hovertemplate=[
            f"region {region + 1}: {counted(int(shown.sizes[region].sum()), 'training row')}<extra></extra>"
            for region in there
        ],
        showlegend=False,
        meta="numbers",
    )
