"""Accuracy over the rank of a learned metric: a line a method, Manhattan as the yardstick."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, framed, header, names_at_the_right, spread
from frnn_core.figures.look import Look
from frnn_core.figures.marks import MARKERS, plain_name
from frnn_core.studies.learned.ranks import EVERY, RankScores
from frnn_core.studies.learned.results import PLAIN
from frnn_core.text import number, signed

HEIGHT = 300
NARROWEST = 0.05
DASHES = ("solid", "dash", "dot")
CLOSE = 0.01


def rank_lines(told: RankScores, chosen: str, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw a line a method over the rank, that on screen in colour; named at the right end."""
    size = look.size
    ranks = [int(rank) for rank in told.values.index]
    low, high = _ends(told)
    figure = go.Figure()
    if not np.isnan(told.plain):
        line = {"color": look.colour(PLAIN), "width": 1.5, "dash": "dashdot"}
        figure.add_hline(told.plain, line=line, layer="below")
    shown = [str(key) for key in told.values if told.values[key].notna().any()]
    for key in [*(key for key in shown if key != chosen), *(key for key in shown if key == chosen)]:
        place = list(told.values).index(key)
        figure.add_trace(_line(told.values[key], key, place, key == chosen, look))
    top = header(figure, look, title, look.sources) + EDGE
    bottom = round(3.2 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    figure.update_xaxes(
        title_text="rank: dimensions of the learned space",
        tickvals=list(range(len(ranks))),
        ticktext=["all" if rank == EVERY else str(rank) for rank in ranks],
        range=[-0.3, len(ranks) - 0.7],
        showgrid=False,
        fixedrange=True,
    )
    figure.update_yaxes(
        title_text="balanced accuracy", range=[low, high], nticks=6, tickformat=".2f", fixedrange=True
    )
    _names(figure, told, shown, chosen, (low, high), look)
    return figure


def rank_lines_text(told: RankScores, chosen: str, names: Mapping[str, str] | None = None) -> str:
    """The line of the method on screen: best rank, how few dimensions come close, and beside Manhattan."""
    scores = told.values[chosen].dropna()
    label = plain_name(chosen, names)
    if EVERY not in scores.index or len(scores) < 2:
        return f"{label} is not computed for every rank yet."
    full = float(scores[EVERY])
    best = int(scores.idxmax())
    close = next(int(rank) for rank in scores.index if scores[rank] >= full - CLOSE)
    at = "with all dimensions" if best == EVERY else f"with {_dimensions(best)}"
    reach = (
        "no lower rank comes within"
        if close == EVERY
        else f"{_dimensions(close)} {'is' if close == 1 else 'are'} enough to come within"
    )
    return (
        f"In hindsight {label} is best {at} ({number(float(scores[best]))}); {reach} {number(CLOSE, 2)} of "
        f"the full rank's {number(full)}. The best is {signed(float(scores[best]) - told.plain)} beside "
        f"Manhattan's {number(told.plain)}."
    )


def _dimensions(rank: int) -> str:
    return "1 dimension" if rank == 1 else f"{rank} dimensions"


def _ends(told: RankScores) -> tuple[float, float]:
    values = np.append(told.values.to_numpy(dtype=float).ravel(), told.plain)
    values = values[~np.isnan(values)]
    if not values.size:
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    room = max(0.06 * (high - low), (NARROWEST - (high - low)) / 2)
    return low - room, high + room


def _line(scores: pd.Series, key: str, place: int, chosen: bool, look: Look) -> go.Scatter:
    colour = look.colour(key) if chosen else look.colours.muted
    words = ["all dimensions" if rank == EVERY else _dimensions(int(rank)) for rank in scores.index]
    return go.Scatter(
        x=list(range(len(scores))),
        y=scores.tolist(),
        mode="lines+markers",
        line={
            "color": colour,
            "width": 2.75 if chosen else 1.5,
            "dash": "solid" if chosen else DASHES[place % len(DASHES)],
        },
        marker={"symbol": MARKERS[place % len(MARKERS)], "size": (0.75 if chosen else 0.55) * look.size},
        hovertemplate=[
            f"<b>{look.full_name(key)}</b><br>{word}<br>%{{y:.3f}}<extra></extra>" for word in words
        ],
        showlegend=False,
        meta=key,
    )


def _names(
    figure: go.Figure,
    told: RankScores,
    shown: list[str],
    chosen: str,
    ends: tuple[float, float],
    look: Look,
) -> None:
    """The names at the right, that of the chosen one in bold."""
    last = {key: float(told.values[key].dropna().iloc[-1]) for key in shown}
    if not np.isnan(told.plain):
        last[PLAIN] = told.plain
    places = spread(list(last.values()), 1.3 * look.size * (ends[1] - ends[0]) / HEIGHT)
    words = [f"<b>{look.label(key)}</b>" if key == chosen else look.label(key) for key in last]
    names_at_the_right(figure, places.tolist(), words, ends)
