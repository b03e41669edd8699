"""Relations and other classifiers on one data set: a mark and an interval each, and what guessing gives."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, family_key, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import plain_name
from frnn_core.figures.palette import Palette, transparent
from frnn_core.relations import RELATIONS
from frnn_core.text import counted, listed, number

LINES = {"majority": ("largest class", "dot")}
NARROWEST = 0.05  # of the axis: small differences shall look small
INTERVAL = "Line: 95 % interval, corrected for shared training rows."


def leaderboard_dots(
    table: pd.DataFrame,
    *,
    recommended: str | None = None,
    look: Look = Look(),
) -> go.Figure:
    """Draw every mean with its interval, the best on top; what is undefined is left out.

    Parameters
    ----------
    table : a row a relation or other classifier, with mean, low, high, folds, as `Board.frame` gives it
    recommended : the relation that is ringed and written in bold
    """
    colours, size = look.colours, look.size
    shown = _defined(table)
    lines = {key: float(table.loc[key, "mean"]) for key in LINES if key in table.index}
    low, high = _range(shown, lines)
    figure = go.Figure()
    for row, (key, value) in enumerate(lines.items()):
        _reference(figure, key, value, row, (low, high), colours, size)
    figure.add_trace(_intervals(shown, colours))
    if recommended in shown.index:
        figure.add_trace(_ring(shown, str(recommended), colours, size))
    figure.add_trace(_dots(shown, look))
    first = ", ".join(["Balanced accuracy", *look.sources])
    told = [INTERVAL] if shown["low"].notna().any() else []
    top = header(figure, look, first, told, key=family_key(look, map(str, shown.index)))
    top += round(1.3 * size * len(lines) + 0.4 * size)  # for the labels of the lines
    bottom = round(3.2 * size)
    framed(figure, look, top + 1.6 * size * len(table.index) + bottom, top, bottom)
    figure.update_xaxes(title_text="balanced accuracy", range=[low, high], fixedrange=True, tickformat=".2~f")
    figure.update_yaxes(
        range=[len(shown) - 0.4, -0.6],
        tickvals=list(range(len(shown))),
        ticktext=[_tick(str(key), recommended, look) for key in shown.index],
        showgrid=False,
        fixedrange=True,
        ticklabelstandoff=6,
    )
    figure.update_layout(margin={"r": 2 * EDGE})
    return figure


def leaderboard_text(
    table: pd.DataFrame, recommended: str | None = None, names: Mapping[str, str] | None = None
) -> str:
    """The figure in words: the best and the last, the recommended one, what guessing gives, the blanks."""
    shown = _defined(table)
    parts = []
    if len(shown):
        best, last = str(shown.index[0]), str(shown.index[-1])
        parts.append(
            f"{_counted(shown)} by balanced accuracy, from {plain_name(best, names)} "
            f"({number(shown['mean'][best])}) to {plain_name(last, names)} ({number(shown['mean'][last])})"
        )
    if recommended in shown.index:
        parts.append(f"recommended: {plain_name(str(recommended), names)}")
    parts += [
        f"{words} {number(float(table.loc[key, 'mean']))}"
        for key, (words, _) in LINES.items()
        if key in table.index
    ]
    undefined = [
        plain_name(str(key), names) for key in table.index.difference(shown.index) if key not in LINES
    ]
    if undefined:
        parts.append(f"no score on every fold: {listed(undefined)}")
    return "; ".join(parts) + "."


def _counted(shown: pd.DataFrame) -> str:
    """How many relations, and how many others."""
    relations = sum(key in RELATIONS for key in shown.index)
    others = len(shown) - relations
    told = [counted(relations, "relation")] if relations else []
    return listed([*told, *([counted(others, "other classifier")] if others else [])])


def _defined(table: pd.DataFrame) -> pd.DataFrame:
    drawn = table.drop(index=[key for key in LINES if key in table.index])
    return drawn[drawn["mean"].notna()].sort_values("mean", ascending=False, kind="stable")


def _tick(key: str, recommended: str | None, look: Look) -> str:
    text = look.label(key, 30)
    return f"<b>{text}</b>" if key == recommended else text


def _range(shown: pd.DataFrame, lines: Mapping[str, float]) -> tuple[float, float]:
    """From the lowest to the highest mark; a baseline far away is pointed at, not reached."""
    ends = shown[["mean", "low", "high"]].to_numpy(dtype=float)
    marks = ends[np.isfinite(ends)]
    values = [value for value in lines.values() if np.isfinite(value)]
    if not marks.size:
        marks = np.array(values or [0.0, 1.0])
    low, high = float(marks.min()), float(marks.max())
    span = max(high - low, NARROWEST)
    for value in values:
        if low - span / 2 <= value <= high + span / 2:
            low, high = min(low, value), max(high, value)
    span = max(high - low, NARROWEST)
    middle = (low + high) / 2
    return middle - 0.54 * span, middle + 0.54 * span


def _reference(
    figure: go.Figure,
    key: str,
    value: float,
    row: int,
    ends: tuple[float, float],
    colours: Palette,
    size: int,
) -> None:
    """A vertical line with its name on top, or an arrow at the edge if it is out of range.

    Each name has a row of its own, so that they never overlap.
    """
    low, high = ends
    if not np.isfinite(value):
        return
    words, stroke = LINES[key]
    inside = low <= value <= high
    if inside:
        line = {"color": colours.muted, "width": 1.5, "dash": stroke}
        figure.add_shape(type="line", x0=value, x1=value, yref="paper", y0=0, y1=1, line=line, layer="below")
    share = (value - low) / (high - low)
    place = "left" if share < 0.3 else "right" if share > 0.7 else "center"
    told = f"{words} {number(value)}"
    figure.add_annotation(
        x=min(max(share, 0.0), 1.0),
        xref="x domain",
        y=1,
        yref="paper",
        yanchor="bottom",
        yshift=1.3 * size * row,
        xanchor=place,
        showarrow=False,
        text=told if inside else f"← {told}" if share < 0 else f"{told} →",
        font={"size": size - 1, "color": colours.muted},
        name=key,
    )


def _intervals(shown: pd.DataFrame, colours: Palette) -> go.Scatter:
    x: list[float | None] = []
    y: list[float | None] = []
    for row, (low, high) in enumerate(shown[["low", "high"]].to_numpy(dtype=float)):
        if np.isfinite(low):
            x += [float(low), float(high), None]
            y += [row, row, None]
    line = {"color": transparent(colours.muted, 0.8), "width": 2}
    return go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", showlegend=False, meta="intervals")


def _ring(shown: pd.DataFrame, key: str, colours: Palette, size: int) -> go.Scatter:
    return go.Scatter(
        x=[shown["mean"][key]],
        y=[shown.index.get_loc(key)],
        mode="markers",
        marker={
            "symbol": "circle-open",
            "size": 1.5 * size,
            "color": colours.text,
            "line": {"width": 2, "color": colours.text},
        },
        hoverinfo="skip",
        showlegend=False,
        meta="recommended",
    )


def _dots(shown: pd.DataFrame, look: Look) -> go.Scatter:
    keys = [str(key) for key in shown.index]
    return go.Scatter(
        x=shown["mean"].tolist(),
        y=list(range(len(shown))),
        mode="markers",
        marker=look.markers(keys, 0.8 * look.size),
        customdata=keys,
        hovertemplate=[
            f"<b>{look.full_name(str(key))}</b><br>mean {number(row['mean'])} of "
            f"{counted(int(row['folds']), 'fold')}<br>95 % interval {number(row['low'])} to "
            f"{number(row['high'])}<extra></extra>"
            for key, row in shown.iterrows()
        ],
        showlegend=False,
        meta="means",
    )
