"""How the ranks of each relation are distributed over data sets, with the mean and its interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.drawing import (
    EDGE,
    blend,
    family_key,
    framed,
    full_name,
    header,
    label,
    marker,
    plain_name,
)
from frnn_core.figures.palette import Palette, palette, text_size
from frnn_core.stats import Comparison
from frnn_core.text import counted

NAMED = 8  # data sets in a hover


def rank_distribution(
    comparison: Comparison,
    *,
    families: Mapping[str, str] | None = None,
    names: Mapping[str, str] | None = None,
    dark: bool = False,
    large: bool = False,
) -> go.Figure:
    """Draw one small histogram of ranks for each relation, best mean rank on top.

    Bars stand at the ranks themselves (ties have halves) and all share one scale of counts; below each
    stands the mean rank with its 95 % bootstrap interval.
    """
    families, colours, size = families or {}, palette(dark), text_size(large)
    order = comparison.relations
    counts = {name: comparison.ranks[name].dropna().value_counts().sort_index() for name in order}
    most = max(int(count.max()) for count in counts.values())
    halves = bool(np.any(comparison.ranks.to_numpy() % 1 == 0.5))
    figure = go.Figure()
    for row, name in enumerate(order):
        family = families.get(name, "")
        figure.add_trace(
            go.Bar(
                x=counts[name].index,
                y=-0.62 * counts[name].to_numpy() / most,
                base=row + 0.18,
                width=0.42 if halves else 0.84,
                marker={
                    "color": blend(colours.family(family), colours.background, 0.45),
                    "line": {"width": 0},
                },
                customdata=counts[name].to_numpy(),
                hovertemplate=_told(comparison, name, counts[name].index, names),
                name=name,
                meta="ranks",
                showlegend=False,
            )
        )
    figure.add_trace(_intervals(comparison, colours))
    figure.add_trace(_means(comparison, families, names, colours, size))
    present = [families.get(name, "") for name in order]
    title = f"Ranks on {_over(comparison)}, 1 = best of {len(order)}"
    top = header(figure, colours, title, _lines(most), key=family_key(present, colours), large=large)
    pitch, bottom = 2.9 * size, round(3.2 * size)
    framed(figure, colours, top + pitch * len(order) + bottom, top, bottom, large=large)
    figure.update_xaxes(
        title_text="rank",
        range=[0.4, len(order) + 0.6],
        tickvals=[k for k in range(1, len(order) + 1) if len(order) <= 10 or k == 1 or k % 5 == 0],
        tickangle=0,
        fixedrange=True,
        automargin=False,
    )
    figure.update_yaxes(
        range=[len(order) - 0.45, -0.55],
        tickvals=list(range(len(order))),
        ticktext=[f"{label(n, names)}  <b>{comparison.mean_ranks[n]:.2f}</b>" for n in order],
        showgrid=False,
        fixedrange=True,
        ticklabelstandoff=6,
    )
    figure.update_layout(bargap=0, margin={"r": 2 * EDGE}, barmode="overlay")
    return figure


def rank_distribution_text(comparison: Comparison, names: Mapping[str, str] | None = None) -> str:
    """The figure in one sentence: who is first most often, and who varies most."""
    best = comparison.ranks.eq(comparison.ranks.min(axis=1), axis=0).sum()[list(comparison.relations)]
    spread = comparison.ranks.quantile(0.75) - comparison.ranks.quantile(0.25)
    first, widest = best.idxmax(), spread[list(comparison.relations)].idxmax()
    return (
        f"{plain_name(first, names)} is best or tied most often, on {best[first]} of "
        f"{counted(comparison.n, 'data set')}; the ranks of {plain_name(widest, names)} vary most "
        f"(middle half {comparison.ranks[widest].quantile(0.25):g} to "
        f"{comparison.ranks[widest].quantile(0.75):g})."
    )


def _over(comparison: Comparison) -> str:
    rows = len(comparison.scores)
    return counted(rows, "data set") if comparison.n == rows else f"{comparison.n} of {rows} data sets"


def _lines(most: int) -> list[str]:
    bars = f"Bars: how often a rank occurs (the tallest: {most})."
    return [bars, "Mark and line: mean rank and its 95 % bootstrap interval."]


def _intervals(comparison: Comparison, colours: Palette) -> go.Scatter:
    x: list[float | None] = []
    y: list[float | None] = []
    for row, name in enumerate(comparison.relations):
        low, high = comparison.intervals.loc[name]
        x += [low, high, None]
        y += [row + 0.3, row + 0.3, None]
    line = {"color": colours.text, "width": 2}
    return go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", showlegend=False, meta="intervals")


def _means(
    comparison: Comparison,
    families: Mapping[str, str],
    names: Mapping[str, str] | None,
    colours: Palette,
    size: int,
) -> go.Scatter:
    marks = [marker(families.get(name, ""), colours, 0.75 * size) for name in comparison.relations]
    low, high = comparison.intervals["low"], comparison.intervals["high"]
    return go.Scatter(
        x=comparison.mean_ranks.to_numpy(),
        y=np.arange(len(marks)) + 0.3,
        mode="markers",
        marker={
            **{key: [mark[key] for mark in marks] for key in ("symbol", "size", "color")},
            "line": {key: [mark["line"][key] for mark in marks] for key in ("width", "color")},
            "opacity": 1,
        },
        customdata=list(comparison.relations),
        hovertemplate=[
            f"<b>{full_name(name, names)}</b><br>mean rank {comparison.mean_ranks[name]:.2f} over "
            f"{counted(int(comparison.rank_n[name]), 'data set')}<br>"
            f"95 % interval {low[name]:.2f} to {high[name]:.2f}<extra></extra>"
            for name in comparison.relations
        ],
        showlegend=False,
        meta="means",
    )


def _told(
    comparison: Comparison, name: str, values: Iterable[float], names: Mapping[str, str] | None
) -> list[str]:
    ranks = comparison.ranks[name]
    lines = []
    for value in values:
        rows = [full_name(row) for row in ranks.index[ranks == value]]
        shown = ", ".join(rows[:NAMED]) + (f" and {len(rows) - NAMED} more" if len(rows) > NAMED else "")
        on = f"rank {value:g} on {counted(len(rows), 'data set')}"
        lines.append(f"<b>{full_name(name, names)}</b>: {on}<br>{shown}<extra></extra>")
    return lines
