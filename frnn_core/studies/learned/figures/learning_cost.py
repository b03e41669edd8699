"""What learning costs and brings: seconds a fold against the gain over Manhattan, a mark a data set."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import full_name, plain_name
from frnn_core.figures.palette import Palette, transparent
from frnn_core.stats.overview import LEVEL
from frnn_core.text import counted, number, signed

HEIGHT = 360
NAMED = 6
GAP = 2 * "\N{NO-BREAK SPACE}"
SECONDS = {0.001: "1 ms", 0.01: "10 ms", 0.1: "0.1 s", 1.0: "1 s", 10.0: "10 s", 100.0: "100 s"}


def learning_cost(
    told: pd.DataFrame,
    method: str,
    *,
    chosen: str = "",
    plain: str = "man",
    look: Look = Look(),
) -> go.Figure:
    """Draw the gain over the seconds (on a log scale); the data set on screen is ringed.

    Parameters
    ----------
    told : a row a data set, with the columns of `all_datasets`
    """
    size = look.size
    rows = told[told[[method, plain]].notna().all(axis=1)]
    gain, seconds = rows[method] - rows[plain], rows[f"{method} seconds"]
    figure = go.Figure(_band(seconds, look.colours))
    figure.add_trace(_dots(rows, method, plain, look))
    figure.add_trace(_names(gain, seconds, chosen, look.colours))
    if chosen in rows.index:
        figure.add_trace(_ring(seconds[chosen], gain[chosen], look))
    one, other = look.name(method), look.name(plain)
    title = f"{one}: gain over {other} against seconds"
    ringed = f" Ringed: {chosen}." if chosen else ""
    marks = f"{counted(len(rows), 'data set')}. Band: within {number(LEVEL, 2)} of {other}.{ringed}"
    top = header(figure, look, title, [*look.sources, marks]) + EDGE
    bottom = round(3.4 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    figure.update_xaxes(
        type="log",
        title_text="seconds a fold (log scale)",
        range=[np.log10(seconds.min()) - 0.25, np.log10(seconds.max()) + 0.25],
        tickvals=list(SECONDS),
        ticktext=list(SECONDS.values()),
        fixedrange=True,
    )
    figure.update_yaxes(title_text=f"gain over {other}", fixedrange=True, tickformat="+.2f")
    return figure


def learning_cost_text(
    told: pd.DataFrame, method: str, *, plain: str = "man", names: Mapping[str, str] | None = None
) -> str:
    """Where it gains and loses, and for how long."""
    gain = (told[method] - told[plain]).dropna().round(12)
    one, other = plain_name(method, names), plain_name(plain, names)
    ahead, behind = int((gain > LEVEL).sum()), int((gain < -LEVEL).sum())
    level = len(gain) - ahead - behind
    median = float(told[f"{method} seconds"].median())
    return (
        f"{one} is ahead of {other} by more than {number(LEVEL, 2)} on {ahead}, within it on {level} and "
        f"behind on {behind} of {counted(len(gain), 'data set')}; the mean gain is "
        f"{signed(float(gain.mean()))}, for a median of {median:.2g} s a fold."
    )


def _dots(rows: pd.DataFrame, method: str, plain: str, look: Look) -> go.Scatter:
    """A mark a data set."""
    return go.Scatter(
        x=rows[f"{method} seconds"],
        y=rows[method] - rows[plain],
        mode="markers",
        marker=look.marker(method, 0.75 * look.size),
        hovertemplate=[
            f"<b>{full_name(name)}</b><br>{look.full_name(method)} {number(row[method])}<br>"
            f"{look.full_name(plain)} {number(row[plain])}<br>"
            f"{row[f'{method} seconds']:.2g} s a fold<extra></extra>"
            for name, row in rows.iterrows()
        ],
        customdata=list(rows.index),
        showlegend=False,
        meta="data sets",
    )


def _ring(seconds: float, gain: float, look: Look) -> go.Scatter:
    """A ring around the data set on screen."""
    return go.Scatter(
        x=[seconds],
        y=[gain],
        mode="markers",
        marker={
            "symbol": "circle-open",
            "size": 1.3 * look.size,
            "color": look.colours.text,
            "line": {"width": 2},
        },
        hoverinfo="skip",
        showlegend=False,
        meta="chosen",
    )


def _band(seconds: pd.Series, colours: Palette) -> go.Scatter:
    left, right = seconds.min() / 3, seconds.max() * 3
    return go.Scatter(
        x=[left, right, right, left],
        y=[-LEVEL, -LEVEL, LEVEL, LEVEL],
        fill="toself",
        fillcolor=transparent(colours.muted, 0.15),
        mode="none",
        hoverinfo="skip",
        showlegend=False,
        meta="level",
    )


def _names(gain: pd.Series, seconds: pd.Series, chosen: str, colours: Palette) -> go.Scatter:
    """Name the data sets with the largest gains and losses, and the one on screen; none over another."""
    order = gain.abs().sort_values(ascending=False, kind="stable").index.tolist()
    order = [*([chosen] if chosen in order else []), *(name for name in order if name != chosen)]
    height = float(gain.max() - gain.min()) or 1.0
    width = float(np.log10(seconds.max() / seconds.min())) or 1.0
    kept: list[str] = []
    for name in order:
        near = (
            abs(np.log10(seconds[name] / seconds[other])) < 0.22 * width
            and abs(gain[name] - gain[other]) < 0.07 * height
            for other in kept
        )
        if len(kept) < NAMED and abs(gain[name]) > LEVEL / 2 and not any(near):
            kept.append(name)
    middle = float(np.sqrt(seconds.max() * seconds.min()))
    return go.Scatter(
        x=seconds[kept],
        y=gain[kept],
        mode="text",
        text=[_apart(name, name == chosen) for name in kept],
        textposition=["middle right" if seconds[name] < middle else "middle left" for name in kept],
        textfont={"color": colours.text},
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
        meta="names",
    )


def _apart(name: str, ringed: bool) -> str:
    """The name with room for its mark, or for the ring around it, on either side."""
    room = (2 if ringed else 1) * GAP
    return f"{room}{name}{room}"
