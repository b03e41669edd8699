"""One way less another on every data set: a mark and an interval each, the best at the left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import full_name, label, plain_name
from frnn_core.figures.palette import Palette, transparent
from frnn_core.stats import p_text
from frnn_core.stats.overview import LEVEL, STATES, Overview
from frnn_core.stats.pairs import SIGNED_RANK
from frnn_core.stats.verdicts import ALPHA
from frnn_core.text import counted, listed, number, signed, unbroken

HEIGHT = 230
LONGEST_NAME = 12
MOST_NAMED = 6
SHAPES = {"ahead": "triangle-up", "level": "circle", "behind": "triangle-down"}
GLYPHS = {"ahead": "▲", "level": "●", "behind": "▼"}
STILL = {"marker": {"opacity": 1}}


def all_differences(told: Overview, *, chosen: str = "", look: Look = Look()) -> go.Figure:
    """Draw the differences in order; hollow marks are within fold noise, the data set on screen is bold.

    Transparent bars as high as the figure take clicks and taps, so that a mark need not be hit.
    """
    rows, colours, size = told.rows, look.colours, look.size
    low, high = _ends(rows)
    figure = go.Figure([_columns(told, (low, high), chosen, look), *_intervals(rows, colours)])
    for state in STATES:
        figure.add_traces(_marks(told, state, look))
    one, other = look.name(told.method), look.name(told.plain)
    figure.add_hrect(-LEVEL, LEVEL, fillcolor=transparent(colours.muted, 0.15), line_width=0, layer="below")
    figure.add_hline(0, line={"color": colours.text, "width": 1}, layer="below")
    _mean(figure, told, look)
    top = header(figure, look, f"{one} less {other}", look.sources, key=_key(told, colours)) + EDGE
    bottom = 6 * size
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    figure.update_xaxes(
        type="category",
        categoryorder="array",
        categoryarray=list(rows.index),
        range=[-0.6, len(rows) - 0.4],
        labelalias={name: _tick(str(name), chosen) for name in rows.index},
        tickangle=-60,
        tickfont={"size": size - 1},
        ticks="",
        showgrid=False,
        fixedrange=True,
    )
    figure.update_yaxes(
        title_text="balanced accuracy",
        range=[low, high],
        tickformat="+.2~f",
        labelalias={"+0": "0"},
        fixedrange=True,
    )
    figure.update_layout(bargap=0, margin={"r": 2 * EDGE}, clickmode="event+select")
    return figure


def all_differences_text(told: Overview, names: Mapping[str, str] | None = None) -> str:
    """The finding: how often ahead, level and behind, the mean difference, and the test over data sets."""
    one, other = plain_name(told.method, names), plain_name(told.plain, names)
    counts = told.counts
    pair = told.pair
    tested = f", and {_tested(pair.p, pair.effect)} (Wilcoxon, {unbroken(p_text(pair.p))})" if pair else ""
    return (
        f"{one} is ahead of {other} on {counts.ahead}, level on {counts.level} and behind on "
        f"{counts.behind} of {counted(len(told.rows), 'data set')}; the mean difference is "
        f"{signed(told.mean)}{tested}."
    )


def rule_text(told: Overview, names: Mapping[str, str] | None = None) -> str:
    """What the words of the finding mean, and what to be wary of: noise, chance, a single data set."""
    ahead, behind = (int((told.beyond & (told.rows["difference"] * sign > 0)).sum()) for sign in (1, -1))
    parts = [
        f"**Ahead**, **behind**: by more than {number(LEVEL, 2)}; **level**: within it. Full marks are "
        f"beyond fold noise: {ahead} above 0 and {behind} below, where about {ALPHA * len(told.rows):.0f} of "
        f"{len(told.rows)} would be by chance if nothing differed."
    ]
    if len(told.rows) > 1:
        parts.append(
            f"Without {told.largest} ({signed(told.rows['difference'][told.largest])}) the mean difference "
            f"is {signed(told.mean_without_largest)}."
        )
    if told.pair is not None:
        parts.append(f"Test over data sets: {SIGNED_RANK}, two-sided, {unbroken(p_text(told.pair.p))}.")
    if told.blank:
        few = len(told.blank) <= MOST_NAMED
        left = listed(told.blank) if few else counted(len(told.blank), "data set")
        parts.append(f"Left out, for want of a score on every fold: {left}.")
    return " ".join(parts)


def largest_text(told: Overview) -> str:
    """Where the method gains and loses most, for those who cannot see the marks."""
    gains = told.rows["difference"]
    first, last = gains.index[:3], gains.index[-3:]
    return (
        "; ".join(
            f"{words} {listed(f'{name} {signed(gains[name])}' for name in some)}"
            for words, some in (("From the top:", first), ("at the end:", last))
        )
        + "."
    )


def _tested(p: float, effect: float) -> str:
    if p >= ALPHA:
        return "the test over data sets finds none"
    return f"the test over data sets finds it {'better' if effect > 0 else 'worse'}"


def state_colour(state: str, colours: Palette) -> str:
    """Blue ahead, brown or orange behind, grey level."""
    return {"ahead": colours.diverging[-2], "behind": colours.diverging[1]}.get(state, colours.muted)


def _ends(rows: pd.DataFrame) -> tuple[float, float]:
    low, high = min(float(rows["low"].min()), -2 * LEVEL), max(float(rows["high"].max()), 2 * LEVEL)
    room = 0.04 * (high - low)
    return low - room, high + room


def _columns(told: Overview, ends: tuple[float, float], chosen: str, look: Look) -> go.Bar:
    """A bar a data set to hover and click; that of the data set on screen is tinted."""
    rows, (low, high) = told.rows, ends
    tint = transparent(look.colours.primary, 0.18)
    return go.Bar(
        x=list(rows.index),
        y=[high - low] * len(rows),
        base=low,
        width=1,
        marker={"color": [tint if name == chosen else "rgba(0,0,0,0)" for name in rows.index]},
        customdata=list(rows.index),
        hovertemplate=[_hover(told, str(name), look) for name in rows.index],
        selected=STILL,
        unselected=STILL,
        showlegend=False,
        meta="columns",
    )


def _hover(told: Overview, name: str, look: Look) -> str:
    row = told.rows.loc[name]
    noise = "beyond" if told.beyond[name] else "within"
    return (
        f"<b>{full_name(name)}</b>: {row['state']}, {noise} fold noise<br>{look.full_name(told.method)} "
        f"{number(row[told.method])}<br>{look.full_name(told.plain)} {number(row[told.plain])}<br>"
        f"difference {signed(row['difference'])} ({signed(row['low'])} to {signed(row['high'])})<br>"
        f"{p_text(row['p'])}<br>click, or tap again, to open<extra></extra>"
    )


def _intervals(rows: pd.DataFrame, colours: Palette) -> list[go.Scatter]:
    """A vertical line from the lower to the upper end of each interval, a trace a state."""
    found = []
    for state in STATES:
        some = rows[rows["state"] == state]
        blank = np.full(len(some), None)
        found.append(
            go.Scatter(
                x=np.column_stack([some.index, some.index, blank]).ravel().tolist(),
                y=np.column_stack([some["low"], some["high"], blank]).ravel().tolist(),
                mode="lines",
                line={"color": transparent(state_colour(state, colours), 0.55), "width": 2},
                hoverinfo="skip",
                showlegend=False,
                meta=f"{state}, intervals",
            )
        )
    return found


def _marks(told: Overview, state: str, look: Look) -> go.Scatter:
    some = told.rows[told.rows["state"] == state]
    colour = state_colour(state, look.colours)
    full = told.beyond[some.index]
    return go.Scatter(
        x=list(some.index),
        y=some["difference"].tolist(),
        mode="markers",
        marker={
            "symbol": SHAPES[state],
            "size": 0.7 * look.size,
            "color": [colour if beyond else look.colours.background for beyond in full],
            "line": {"width": 1.75, "color": colour},
        },
        hoverinfo="skip",
        selected=STILL,
        unselected=STILL,
        showlegend=False,
        meta=state,
    )


def _mean(figure: go.Figure, told: Overview, look: Look) -> None:
    line: dict[str, Any] = {"color": look.colours.text, "width": 1.25, "dash": "dash"}
    figure.add_hline(told.mean, line=line, layer="below")


def _key(told: Overview, colours: Palette) -> list[str]:
    states = zip(STATES, told.counts, strict=True)
    return key_lines(
        [
            *((GLYPHS[s], state_colour(s, colours), f"{s} {count}") for s, count in states),
            ("○", colours.text, "within fold noise"),
            ("╌", colours.text, f"mean of {counted(len(told.rows), 'data set')} {signed(told.mean)}"),
        ]
    )


def _tick(name: str, chosen: str) -> str:
    text = label(name, limit=LONGEST_NAME)
    return f"<b>{text}</b>" if name == chosen else text
