"""What FRNN chose for itself: data sets x relations, the more of the choice the stronger."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label, plain_name
from frnn_core.figures.palette import blend, colour_at, ink_on, steps
from frnn_core.studies.learned.results import PLAIN
from frnn_core.studies.learned.tuned_choices import HINDSIGHT_KS, PLAIN_K, TunedChoices
from frnn_core.text import counted, listed, number, signed

PITCH = 1.35
MOST_NAMED = 3


def tuned_shares(told: TunedChoices, *, look: Look = Look()) -> go.Figure:
    """Draw the shares, relations with the largest first; data sets by what choosing gained."""
    colours, size = look.colours, look.size
    gains = told.rows["score"] - told.rows[PLAIN]
    shares = told.shares.loc[gains.sort_values(ascending=False, kind="stable").index, told.overall.index]
    values, pitch = shares.to_numpy(dtype=float), PITCH * size
    scale = [blend(colours.background, colours.sequential[0], 0.5), *colours.sequential[1:]]
    figure = go.Figure(
        go.Heatmap(
            z=values,
            zmin=0,
            zmax=1,
            colorscale=steps(scale),
            xgap=1,
            ygap=1,
            showscale=False,
            hovertext=[[_hover(told, name, key, look) for key in shares] for name in shares.index],
            hovertemplate="%{hovertext}<extra></extra>",
            meta="shares",
        )
    )
    rows, columns = np.nonzero(values.round(2))
    figure.add_trace(
        go.Scatter(
            x=columns,
            y=rows,
            mode="text",
            text=[_written(told, values[i, j]) for i, j in zip(rows, columns, strict=True)],
            textfont={
                "size": 0.85 * size,
                "color": [ink_on(colour_at(scale, values[i, j])) for i, j in zip(rows, columns, strict=True)],
            },
            hoverinfo="skip",
            showlegend=False,
            meta="texts",
        )
    )
    counts = "On how many of 10 folds FRNN chose each relation"
    title = "Weight of each relation in per cent, mean of 10 folds" if told.blended else counts
    over = f"{counted(len(shares), 'data set')}, those where choosing gained most on top."
    top = header(figure, look, title, [*look.sources, over]) + round(4.4 * size)
    framed(figure, look, top + pitch * len(shares) + EDGE, top, EDGE)
    common = {"showgrid": False, "showline": False, "fixedrange": True, "tickmode": "array", "ticks": ""}
    figure.update_xaxes(
        side="top",
        tickvals=list(range(len(shares.columns))),
        ticktext=[label(key) for key in shares],
        tickangle=-60,
        range=[-0.5, len(shares.columns) - 0.5],
        automargin=False,
        **common,
    )
    figure.update_yaxes(
        tickvals=list(range(len(shares))),
        ticktext=[label(name) for name in shares.index],
        range=[len(shares) - 0.5, -0.5],
        **common,
    )
    return figure


def tuned_shares_text(told: TunedChoices, names: Mapping[str, str] | None = None) -> str:
    """What was chosen most, what it scored beside Manhattan, and the regret of both."""
    means = told.rows.mean(numeric_only=True)
    most = [
        f"{plain_name(str(key), names)} {round(100 * share)} %"
        for key, share in told.overall[:MOST_NAMED].items()
    ]
    of_what = "of the weight" if told.blended else "of the folds"
    return (
        f"On {counted(len(told.rows), 'data set')} FRNN that chooses for itself scores "
        f"{number(means['score'])}, Manhattan with k = {PLAIN_K} {number(means[PLAIN])} "
        f"({signed(means['score'] - means[PLAIN])}). It chose {listed(most)} {of_what}; "
        f"{len(told.overall)} of {len(told.shares.columns)} relations were chosen somewhere. Its mean regret "
        f"is {number(means['regret'])}, Manhattan's {number(means[f'{PLAIN} regret'])}."
    )


def regret_rule_text(told: TunedChoices) -> str:
    """What regret is measured against."""
    ks = listed(str(k) for k in HINDSIGHT_KS)
    return (
        "**Regret** is what hindsight would have gained: on each fold, the test score of the best of "
        f"{len(told.shares.columns)} relations with k = {ks} (usual parameters, linear weights) less the own "
        "one; the mean over the folds. The best of so many is partly luck. Scalings, widths and weights that "
        "were tried besides are not among them, so regret can be below 0."
    )


def _written(told: TunedChoices, share: float) -> str:
    return str(round(100 * share if told.blended else 10 * share))


def _hover(told: TunedChoices, name: str, key: str, look: Look) -> str:
    share, row = told.shares.loc[name, key], told.rows.loc[name]
    part = f"{round(100 * share)} % of the {'weight' if told.blended else 'folds'}"
    return (
        f"<b>{look.full_name(key)}</b> on {name}<br>{part}<br>"
        f"all together {number(row['score'])}, Manhattan {number(row[PLAIN])}"
    )
