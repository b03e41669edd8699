"""Two relations on the same data sets: one dot a data set, and who is practically better."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import full_name, label, plain_name
from frnn_core.figures.palette import Palette, blend, ink_on, transparent
from frnn_core.stats import Pair, p_text
from frnn_core.stats.pairs import SIGNED_RANK
from frnn_core.text import counted, number

LABELLED = 6
NAME_LENGTH = 14
HEIGHT = 460
BAR_HEIGHT = 40


def pair_scatter(
    scores: pd.DataFrame,
    pair: Pair,
    *,
    measure: str = "balanced accuracy",
    lower_is_better: bool = False,
    look: Look = Look(),
) -> go.Figure:
    """Draw the second relation over the first on the data sets of the pair.

    Below the diagonal the first is better, above it the second; the band is the region of practical
    equivalence. The data sets that differ most are named.

    Parameters
    ----------
    scores
        Data sets x relations, with the two columns that the pair compares.
    lower_is_better
        Then the first is better above the diagonal.
    """
    colours, size = look.colours, look.size
    rows = scores.loc[list(pair.differences.index), [pair.first, pair.second]]
    x, y = rows[pair.first].to_numpy(dtype=float), rows[pair.second].to_numpy(dtype=float)
    low, high = _range(x, y)
    figure = go.Figure(
        [
            *_diagonal(low, high, pair.rope, colours),
            _dots(rows, pair, look),
            _names(rows, pair, (low, high), size, lower_is_better=lower_is_better),
        ]
    )
    figure.update_traces(showlegend=False)
    one, other = look.name(pair.first), look.name(pair.second)
    key = key_lines(
        [
            ("●", first_colour(colours), f"{one} better"),
            ("●", second_colour(colours), f"{other} better"),
            ("●", equal_colour(colours), f"within {number(pair.rope).rstrip('0')}"),
        ]
    )
    wins, ties, losses = pair.win_tie_loss
    title = f"{one}: {wins} won, {ties} tied, {losses} lost against {other}"
    words = {"two-sided": "two-sided", "greater": f"{one} better", "less": f"{one} worse"}[pair.alternative]
    source = f"{counted(pair.n, 'data set')}; {SIGNED_RANK} ({words}) {p_text(pair.p)}."
    top = header(figure, look, title, [source], key=key) + EDGE
    bottom = round(3.2 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    axis = {
        "range": [low, high],
        "fixedrange": True,
        "tickformat": "~g" if high - low >= 3 else ".1f" if high - low > 0.6 else ".2f",
        "nticks": 8,
    }
    figure.update_xaxes(title_text=f"{look.label(pair.first)}, {measure}", **axis)
    figure.update_yaxes(title_text=f"{look.label(pair.second)}, {measure}", **axis)
    return figure


def pair_scatter_text(pair: Pair, names: Mapping[str, str] | None = None) -> str:
    """The scatter in one sentence."""
    wins, ties, losses = pair.win_tie_loss
    one, other = plain_name(pair.first, names), plain_name(pair.second, names)
    widest = pair.differences.abs().idxmax()
    return (
        f"{one} wins on {wins}, ties on {ties} and loses on {losses} of {counted(pair.n, 'data set')} "
        f"against {other} (Wilcoxon {p_text(pair.p)}); they differ most on {widest}, by "
        f"{number(abs(float(pair.differences[widest])))}."
    )


def bayes_bar(pair: Pair, *, look: Look = Look()) -> go.Figure:
    """Draw the three probabilities of the Bayesian signed-rank test as one bar."""
    colours, size = look.colours, look.size
    one, other = look.name(pair.first), look.name(pair.second)
    width = number(pair.bayes.width).rstrip("0")
    parts = [
        (pair.bayes.right, f"{one} practically better", first_colour(colours)),
        (pair.bayes.rope, f"equivalent (within {width})", equal_colour(colours)),
        (pair.bayes.left, f"{other} practically better", second_colour(colours)),
    ]
    figure = go.Figure([_part(share, text, colour, colours, size) for share, text, colour in parts])
    key = key_lines([("■", colour, f"{text} {number(share)}") for share, text, colour in parts])
    source = f"Bayesian signed-rank test over {counted(pair.n, 'data set')}; probabilities add up to 1."
    verdict = max(parts)[1]
    top = header(figure, look, f"Most probable: {verdict}", [source], key=key) + EDGE
    bar = BAR_HEIGHT * size / 13
    framed(figure, look, top + bar + 2 * size, top, 2 * size)
    figure.update_layout(barmode="stack", bargap=0, margin={"l": 2 * EDGE, "r": 2 * EDGE})
    figure.update_xaxes(
        range=[0, 1],
        tickvals=[0, 0.25, 0.5, 0.75, 1],
        ticktext=["0", ".25", ".5", ".75", "1"],
        showgrid=False,
        fixedrange=True,
        automargin=False,
    )
    figure.update_yaxes(visible=False, range=[-0.4, 0.4], fixedrange=True)
    return figure


def _part(share: float, text: str, colour: str, colours: Palette, size: int) -> go.Bar:
    return go.Bar(
        x=[share],
        y=[0],
        orientation="h",
        marker={"color": colour, "line": {"color": colours.background, "width": 2}},
        text=f"<b>{number(share, 2)}</b>" if share >= 0.08 else "",
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"color": ink_on(colour), "size": size},
        hovertemplate=f"{html.escape(text, quote=False)}: {number(share)}<extra></extra>",
        showlegend=False,
        name=text,
    )


def bayes_bar_text(pair: Pair, names: Mapping[str, str] | None = None) -> str:
    """The bar in one sentence."""
    return f"{pair.bayes.text(plain_name(pair.first, names), plain_name(pair.second, names))}."


def first_colour(colours: Palette) -> str:
    """Where the first relation is better."""
    return colours.diverging[8]


def second_colour(colours: Palette) -> str:
    """Where the second relation is better."""
    return colours.diverging[1]


def equal_colour(colours: Palette) -> str:
    """Where neither is, practically."""
    return blend(colours.muted, colours.background, 0.35)


def _range(x: Any, y: Any) -> tuple[float, float]:
    low, high = float(min(x.min(), y.min())), float(max(x.max(), y.max()))
    edge = 0.06 * max(high - low, 0.1)
    return low - edge, high + edge


def _diagonal(low: float, high: float, rope: float, colours: Palette) -> list[go.Scatter]:
    """Where both are equal, and the band around it where they are so in practice."""
    band = go.Scatter(
        x=[low, high, high, low],
        y=[low - rope, high - rope, high + rope, low + rope],
        fill="toself",
        fillcolor=transparent(colours.muted, 0.15),
        mode="none",
        hoverinfo="skip",
        meta="rope",
    )
    line = {"color": colours.muted, "width": 1}
    ends = [low, high]
    return [band, go.Scatter(x=ends, y=ends, mode="lines", line=line, hoverinfo="skip", meta="diagonal")]


def _dots(
    rows: pd.DataFrame,
    pair: Pair,
    look: Look,
) -> go.Scatter:
    colours = look.colours
    difference = pair.differences.to_numpy()
    fill = np.select(
        [difference > pair.rope, difference < -pair.rope],
        [first_colour(colours), second_colour(colours)],
        equal_colour(colours),
    )
    told = [
        f"<b>{full_name(name)}</b><br>{look.full_name(pair.first)} {number(a)}<br>"
        f"{look.full_name(pair.second)} {number(b)}<br>difference {number(d)}<extra></extra>"
        for name, (a, b), d in zip(rows.index, rows.to_numpy(), difference, strict=True)
    ]
    same = {"marker": {"opacity": 1}}
    return go.Scatter(
        x=rows[pair.first].to_numpy(),
        y=rows[pair.second].to_numpy(),
        mode="markers",
        marker={
            "color": fill,
            "size": 0.75 * look.size,
            "line": {"width": 1, "color": colours.background},
            "opacity": 1,
        },
        selected=same,
        unselected=same,
        customdata=list(rows.index),
        hovertemplate=told,
        meta="data sets",
    )


def _names(
    rows: pd.DataFrame,
    pair: Pair,
    ends: tuple[float, float],
    size: int,
    *,
    lower_is_better: bool,
) -> go.Scatter:
    """Name the data sets that differ most, on the side away from the diagonal, none on top of another."""
    apart = pair.differences.abs().sort_values(ascending=False, kind="stable")
    width = ends[1] - ends[0]
    chosen: list[str] = []
    for name in apart.index[apart > pair.rope]:
        x, y = rows.loc[name]
        near = (
            abs(x - rows.loc[o].iloc[0]) < 0.22 * width and abs(y - rows.loc[o].iloc[1]) < 0.05 * width
            for o in chosen
        )
        if len(chosen) < LABELLED and not any(near):
            chosen.append(name)
    below = {name: (float(pair.differences[name]) > 0) != lower_is_better for name in chosen}
    sides = [_side(rows.loc[name].iloc[0], below[name], name, ends) for name in chosen]
    return go.Scatter(
        x=[rows.loc[name].iloc[0] for name in chosen],
        y=[rows.loc[name].iloc[1] for name in chosen],
        mode="markers+text",
        marker={"size": size, "color": "rgba(0,0,0,0)"},
        text=[label(name, limit=NAME_LENGTH) for name in chosen],
        textposition=sides,
        hoverinfo="skip",
        customdata=chosen,
        cliponaxis=False,
        meta="names",
    )


def _side(x: float, below: bool, name: str, ends: tuple[float, float]) -> str:
    """Beside the dot, away from the diagonal, where a narrow screen has room for the name; else over it."""
    room = (ends[1] - x if below else x - ends[0]) / (ends[1] - ends[0])
    wanted = min(len(name), NAME_LENGTH) * 0.025 + 0.03
    if room >= wanted:
        return "middle right" if below else "middle left"
    beyond = "bottom" if below else "top"
    return f"{beyond} center" if room >= wanted / 2 else f"{beyond} {'left' if below else 'right'}"
