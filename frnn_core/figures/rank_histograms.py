"""How the ranks of each relation are distributed over data sets, with the mean and its interval."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.comparison_words import over
from frnn_core.figures.frame import EDGE, family_key, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import full_name, plain_name
from frnn_core.figures.palette import Palette, blend
from frnn_core.stats import Comparison
from frnn_core.text import counted

NAMED = 8  # data sets in a hover


def rank_distribution(
    comparison: Comparison,
    *,
    look: Look = Look(),
) -> go.Figure:
    """Draw one small histogram of ranks for each relation, best mean rank on top.

    Bars stand at the ranks themselves (ties have halves) and all share one scale of counts; below each
    stands the mean rank with its 95 % bootstrap interval.
    """
    size = look.size
    order = comparison.relations
    counts = {name: comparison.ranks[name].value_counts().sort_index().rename(name) for name in order}
    most = max(int(count.max()) for count in counts.values())
    halves = bool(np.any(comparison.ranks.to_numpy() % 1 == 0.5))
    figure = go.Figure()
    for row, name in enumerate(order):
        told = _told(comparison, name, counts[name].index, look)
        figure.add_trace(_bars(counts[name], row, most, 0.42 if halves else 0.84, told, look))
    figure.add_trace(_intervals(comparison, look.colours))
    figure.add_trace(_means(comparison, look))
    title = f"Ranks on {over(comparison)}, 1 = best of {len(order)}"
    top = header(figure, look, title, _lines(most), key=family_key(look, order))
    pitch, bottom = 2.9 * size, round(3.2 * size)
    framed(figure, look, top + pitch * len(order) + bottom, top, bottom)
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
        ticktext=[f"{look.label(n)}  <b>{comparison.mean_ranks[n]:.2f}</b>" for n in order],
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


def _lines(most: int) -> list[str]:
    bars = f"Bars: how often a rank occurs (the tallest: {most})."
    return [bars, "Mark and line: mean rank and its 95 % bootstrap interval."]


def _bars(counts: pd.Series, row: int, most: int, width: float, told: list[str], look: Look) -> go.Bar:
    """How often each rank occurs, upwards from the row."""
    name = str(counts.name)
    fill = blend(look.colour(name), look.colours.background, 0.45)
    return go.Bar(
        x=counts.index,
        y=-0.62 * counts.to_numpy() / most,
        base=row + 0.18,
        width=width,
        marker={"color": fill, "line": {"width": 0}},
        customdata=counts.to_numpy(),
        hovertemplate=told,
        name=name,
        meta="ranks",
        showlegend=False,
    )


def _intervals(comparison: Comparison, colours: Palette) -> go.Scatter:
    x: list[float | None] = []
    y: list[float | None] = []
    for row, name in enumerate(comparison.relations):
        low, high = comparison.intervals.loc[name]
        x += [low, high, None]
        y += [row + 0.3, row + 0.3, None]
    line = {"color": colours.text, "width": 2}
    return go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", showlegend=False, meta="intervals")


def _means(comparison: Comparison, look: Look) -> go.Scatter:
    low, high = comparison.intervals["low"], comparison.intervals["high"]
    return go.Scatter(
        x=comparison.mean_ranks.to_numpy(),
        y=np.arange(len(comparison.relations)) + 0.3,
        mode="markers",
        marker=look.markers(comparison.relations, 0.75 * look.size),
        customdata=list(comparison.relations),
        hovertemplate=[
            f"<b>{look.full_name(name)}</b><br>mean rank {comparison.mean_ranks[name]:.2f} over "
            f"{counted(int(comparison.rank_n[name]), 'data set')}<br>"
            f"95 % interval {low[name]:.2f} to {high[name]:.2f}<extra></extra>"
            for name in comparison.relations
        ],
        showlegend=False,
        meta="means",
    )


def _told(comparison: Comparison, name: str, values: Iterable[float], look: Look) -> list[str]:
    ranks = comparison.ranks[name]
    lines = []
    for value in values:
        rows = [full_name(row) for row in ranks.index[ranks == value]]
        shown = ", ".join(rows[:NAMED]) + (f" and {len(rows) - NAMED} more" if len(rows) > NAMED else "")
        on = f"rank {value:g} on {counted(len(rows), 'data set')}"
        lines.append(f"<b>{look.full_name(name)}</b>: {on}<br>{shown}<extra></extra>")
    return lines
