"""The Bayesian Bradley-Terry ranking: strengths with their intervals, and how probably each is the best."""

from __future__ import annotations

import html
from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, family_key, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import plain_name
from frnn_core.stats import Ranking
from frnn_core.text import counted, number, p_number


def strengths(ranking: Ranking, *, look: Look = Look()) -> go.Figure:
    """Draw a method a row, the strongest on top: its strength, the 95 % interval, and P(best) in words."""
    rows, size = ranking.methods, look.size
    places = list(range(len(rows)))
    x: list[float | None] = []
    y: list[float | None] = []
    for place, low, high in zip(places, rows["low"], rows["high"], strict=True):
        x += [low, high, None]
        y += [place, place, None]
    line = {"color": look.colours.text, "width": 2}
    figure = go.Figure(go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", meta="intervals"))
    figure.add_trace(
        go.Scatter(
            x=rows["strength"].to_numpy(),
            y=places,
            mode="markers",
            marker=look.markers(ranking.names, 0.8 * size),
            customdata=ranking.names,
            hovertemplate=[_told(ranking, name, look) for name in ranking.names],
            meta="strengths",
        )
    )
    figure.update_traces(showlegend=False)
    title = f"Who wins on a further data set, from {counted(ranking.n, 'data set')}"
    said = ["Mark and line: strength (log odds to win, 0 = the mean of all) and its 95 % interval."]
    top = header(figure, look, title, said, key=family_key(look, ranking.names))
    bottom = round(3.2 * size)
    framed(figure, look, top + 2.2 * size * len(rows) + bottom, top, bottom)
    reach = float(np.abs(rows[["low", "high"]].to_numpy()).max()) * 1.08
    figure.update_xaxes(title_text="strength", range=[-reach, reach], fixedrange=True, automargin=False)
    best = [html.escape(p_number(share)) for share in rows["best"]]
    labels = [f"{look.label(name)}  <b>P(best) {p}</b>" for name, p in zip(rows.index, best, strict=True)]
    figure.update_yaxes(
        tickvals=places,
        ticktext=labels,
        range=[len(rows) - 0.4, -0.6],
        showgrid=False,
        fixedrange=True,
        ticklabelstandoff=6,
    )
    figure.update_layout(margin={"r": 2 * EDGE})
    return figure


def strengths_text(ranking: Ranking, names: Mapping[str, str] | None = None) -> str:
    """The ranking in a sentence or two: the strongest, and the one that is nearest, or the control."""
    first = ranking.names[0]
    best = float(ranking.methods["best"].iloc[0])
    told = (
        f"{plain_name(first, names)} is the strongest with probability {number(best)}, from who won how "
        f"often on {counted(ranking.n, 'data set')}"
    )
    if ranking.control is not None:
        sure = int((ranking.methods["better"] > 0.95).sum())
        control = plain_name(ranking.control, names)
        return f"{told}; {sure} of {len(ranking.names) - 1} are better than {control} with more than .95."
    pairs = ranking.pairs[ranking.pairs["first"] == first]
    near = pairs.loc[pairs["better"].idxmin()]
    return (
        f"{told}. Against {plain_name(str(near['second']), names)} it wins with chance "
        f"{number(near['chance'])}: practically better with probability {number(near['better'])}, equivalent "
        f"(.5 ± {number(ranking.rope, 2)}) with {number(near['equal'])}."
    )


def _told(ranking: Ranking, name: str, look: Look) -> str:
    row = ranking.methods.loc[name]
    lines = [
        f"<b>{look.full_name(name)}</b>",
        f"strength {number(row['strength'], 2)}, "
        f"95 % interval {number(row['low'], 2)} to {number(row['high'], 2)}",
        f"the strongest with probability {number(row['best'])}",
    ]
    if ranking.control is not None and name != ranking.control:
        lines.append(
            f"against {look.full_name(ranking.control)}: better {number(row['better'])}, equivalent "
            f"{number(row['equal'])}, worse {number(row['worse'])}"
        )
    return "<br>".join(lines) + "<extra></extra>"
