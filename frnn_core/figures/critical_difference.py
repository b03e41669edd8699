"""The critical-difference diagram: mean ranks on an axis, and bars over what cannot be told apart.

It is drawn from a `Comparison` alone, so ranks, p-values and bars cannot come from different data.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.cd_layout import Bar, Elbow, Layout, Sides, place
from frnn_core.figures.cd_words import critical_difference_text, explanations, headline, relation_hover
from frnn_core.figures.drawing import (
    EDGE,
    blend,
    dash,
    family_key,
    framed,
    full_name,
    header,
    marker,
)
from frnn_core.figures.palette import Palette, palette, text_size
from frnn_core.stats import Comparison
from frnn_core.text import listed

__all__ = ["critical_difference", "critical_difference_text"]

HOVER_EVERY, HOVERS_ACROSS = 16, 40  # pixels down, points across: where an elbow answers to the mouse


def critical_difference(
    comparison: Comparison,
    *,
    families: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
    sides: Sides = "auto",
    dark: bool = False,
    large: bool = False,
) -> go.Figure:
    """Draw mean ranks, best at the left, with a bar for each maximal set without a significant pair.

    Every member of a bar has a dot on it: members need not be neighbours, so a bar can pass over a relation
    that differs from some of them. Without a significant omnibus test bars are grey. With a control there is
    one bar, over what does not differ from it. Where the test has a critical distance, a ruler shows it.

    Parameters
    ----------
    families, names
        Family and full name of a relation by its label.
    sides
        Labels on "both" sides, or all on the "left"; "auto" takes both unless they are too long for a phone.
    """
    families, colours, size = families or {}, palette(dark), text_size(large)
    layout = place(comparison, names, sides, large=large)
    strong = colours.text if comparison.significant else blend(colours.muted, colours.background, 0.45)
    told = {name: relation_hover(comparison, name, names) for name in comparison.relations}
    dot = size * max(0.4, 0.75 - 0.02 * len(layout.elbows))
    figure = go.Figure()
    for elbow in layout.elbows:
        figure.add_trace(_elbow(elbow, layout, told, families, colours))
    for bar in layout.bars:
        figure.add_trace(_bar(bar, comparison, names, strong, dot, colours))
    figure.add_trace(_marks(layout, told, families, colours, dot + 1, on_axis=True))
    figure.add_trace(_marks(layout, told, families, colours, 0.75 * size, on_axis=False))
    present = [families.get(relation, "") for relation in comparison.relations]
    lines = explanations(comparison, names)
    top = header(figure, colours, headline(comparison), lines, key=family_key(present, colours), large=large)
    top += round(2.4 * size)
    if comparison.critical_distance is not None:
        top += _ruler(figure, layout.low, comparison.critical_distance, colours, size)
    framed(figure, colours, top + layout.depth + EDGE, top, EDGE, large=large)
    figure.update_layout(hoverdistance=20)
    _axes(figure, layout, comparison, colours, size)
    return figure


def _elbow(
    elbow: Elbow,
    layout: Layout,
    told: Mapping[str, str],
    families: Mapping[str, str],
    colours: Palette,
) -> go.Scatter:
    family = families.get(elbow.relation, "")
    end = layout.ends[elbow.side]
    down = 2 + int(-elbow.y / HOVER_EVERY)
    aside = 2 + int(HOVERS_ACROSS * abs(end - elbow.rank) / (layout.high - layout.low))
    return go.Scatter(
        x=[*[elbow.rank] * down, *np.linspace(elbow.rank, end, aside)[1:].tolist()],
        y=[*np.linspace(0, elbow.y, down).tolist(), *[elbow.y] * (aside - 1)],
        mode="lines",
        line={"color": colours.family(family), "width": 1.25, "dash": dash(family)},
        name=elbow.relation,
        meta="elbow",
        hovertemplate=f"{told[elbow.relation]}<extra></extra>",
        showlegend=False,
        cliponaxis=False,
    )


def _bar(
    bar: Bar,
    comparison: Comparison,
    names: Mapping[str, str] | None,
    colour: str,
    dot: float,
    colours: Palette,
) -> go.Scatter:
    ranks = comparison.mean_ranks
    members = listed(full_name(name, names) for name in bar.members)
    if comparison.control is None:
        told = f"no significant difference among<br>{members.replace(', ', ',<br>')}"
    else:
        told = f"no significant difference from {full_name(comparison.control, names)}:<br>"
        told += listed(full_name(m, names) for m in bar.members if m != comparison.control)
    fill = [colours.background if name == comparison.control else colour for name in bar.members]
    return go.Scatter(
        x=[ranks[name] for name in bar.members],
        y=[bar.y] * len(bar.members),
        mode="lines+markers",
        line={"color": colour, "width": 0.3 * dot},
        marker={"size": dot, "color": fill, "line": {"width": 2, "color": colour}, "opacity": 1},
        customdata=list(bar.members),
        meta="clique" if comparison.control is None else "same as control",
        hovertemplate=f"{told}<extra></extra>",
        showlegend=False,
        cliponaxis=False,
    )


def _marks(
    layout: Layout,
    told: Mapping[str, str],
    families: Mapping[str, str],
    colours: Palette,
    size: float,
    *,
    on_axis: bool,
) -> go.Scatter:
    """The markers on the axis, or those beside the labels."""
    marks = [marker(families.get(elbow.relation, ""), colours, size) for elbow in layout.elbows]
    return go.Scatter(
        x=[elbow.rank if on_axis else layout.ends[elbow.side] for elbow in layout.elbows],
        y=[0 if on_axis else elbow.y for elbow in layout.elbows],
        mode="markers",
        marker={
            **{key: [mark[key] for mark in marks] for key in ("symbol", "size", "color")},
            "line": {key: [mark["line"][key] for mark in marks] for key in ("width", "color")},
            "opacity": 1,
        },
        customdata=[elbow.relation for elbow in layout.elbows],
        meta="ranks" if on_axis else "labels",
        hovertemplate=[f"{told[e.relation]}<extra></extra>" for e in layout.elbows],
        showlegend=False,
        cliponaxis=False,
    )


def _ruler(figure: go.Figure, low: float, distance: float, colours: Palette, size: int) -> int:
    """The critical distance above the axis; gives the height it takes."""
    y, cap = round(2.9 * size), round(0.3 * size)
    line = {"color": colours.text, "width": 1.5}
    paths = [(low, low + distance, y, y), (low, low, y - cap, y + cap)]
    for x0, x1, y0, y1 in [*paths, (low + distance, low + distance, y - cap, y + cap)]:
        figure.add_shape(
            type="line", x0=x0, x1=x1, y0=y0, y1=y1, yref="paper", ysizemode="pixel", yanchor=1, line=line
        )
    figure.add_annotation(
        x=low,
        y=1,
        yref="paper",
        text=f"critical distance {distance:.2f}",
        showarrow=False,
        xanchor="left",
        yanchor="bottom",
        xshift=-2,
        yshift=y + cap,
    )
    return round(2.4 * size)


def _axes(figure: go.Figure, layout: Layout, comparison: Comparison, colours: Palette, size: int) -> None:
    ends = layout.ends
    span = layout.high - layout.low
    figure.update_xaxes(
        range=[ends["left"], ends["right"]],
        side="top",
        dtick=1 if span <= 6 else 2 if span <= 12 else 5,
        tick0=0 if span > 12 else 1,
        tickangle=0,
        minor={
            "dtick": 0.5 if span <= 5 else 1,
            "ticks": "outside",
            "ticklen": 3,
            "tickcolor": colours.muted,
        },
        ticks="outside",
        ticklen=6,
        tickcolor=colours.text,
        showline=True,
        linecolor=colours.text,
        linewidth=1.25,
        showgrid=False,
        fixedrange=True,
        automargin=False,
        layer="below traces",
    )
    base = {
        "range": [-layout.depth, 0],
        "showgrid": False,
        "showline": False,
        "fixedrange": True,
        "ticklabelstandoff": round(0.6 * size),
        "tickmode": "array",
    }
    for axis, side in (("yaxis", "left"), ("yaxis2", "right")):
        elbows = [elbow for elbow in layout.elbows if elbow.side == side]
        shown = [f"{e.text}  <b>{e.rank:.2f}</b>" for e in elbows]
        if side == "right":
            shown = [f"<b>{e.rank:.2f}</b>  {e.text}" for e in elbows]
        figure.update_layout({axis: {**base, "tickvals": [e.y for e in elbows], "ticktext": shown}})
    if any(elbow.side == "right" for elbow in layout.elbows):
        figure.update_layout(yaxis2={"overlaying": "y", "side": "right", "automargin": True})
        figure.add_trace(go.Scatter(x=[None], y=[None], yaxis="y2", showlegend=False, hoverinfo="skip"))
    else:
        figure.layout.yaxis2 = None
        figure.update_layout(margin={"r": 2 * EDGE})
