"""What the full tables are worth: a row a relation, a dot a data set."""

from __future__ import annotations

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import transparent
from frnn_core.paper.left_out import LeftOut
from frnn_core.paper.verdicts import p_short
from frnn_core.relations import RELATIONS
from frnn_core.text import counted, number, signed


def gains(found: LeftOut, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw the gain of every relation on every data set, the mean as a diamond, the largest mean on top."""
    colours, size = look.colours, look.size
    order = list(found.tests["gain"].sort_values(ascending=False, kind="stable").index)
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1})
    for place, key in enumerate(order):
        figure.add_trace(_dots(found, key, place, look))
    means = found.tests.loc[order, "gain"]
    figure.add_trace(
        go.Scatter(
            x=means.to_numpy(),
            y=list(range(len(order))),
            mode="markers",
            marker={"symbol": "diamond", "size": 0.8 * size, "color": colours.text},
            hovertext=[tested_words(found, key, look) for key in order],
            hoverinfo="text",
            meta="means",
        )
    )
    key = key_lines([("●", colours.primary, "a data set"), ("◆", colours.text, "the mean over data sets")])
    top = header(figure, look, title, look.sources, key=key)
    framed(figure, look, top + 1.75 * size * len(order) + 3.4 * size, top, 3.4 * size)
    figure.update_xaxes(title="gain in balanced accuracy", fixedrange=True, tickformat="+.2f")
    figure.update_yaxes(
        range=[len(order) - 0.4, -0.6],
        tickvals=list(range(len(order))),
        ticktext=[look.label(key, 26) for key in order],
        showgrid=False,
        showline=False,
        fixedrange=True,
    )
    figure.update_layout(showlegend=False)
    return figure


def _dots(found: LeftOut, key: str, place: int, look: Look) -> go.Scatter:
    values = found.gains[key].dropna()
    told = [
        f"<b>{label(str(name))}</b>, {look.full_name(key)}<br>"
        f"full table {number(found.full.loc[name, key])}<br>"
        f"numbers alone {number(found.kept.loc[name, key])}<br>{signed(value)}"
        for name, value in values.items()
    ]
    return go.Scatter(
        x=values.to_numpy(),
        y=np.full(len(values), place),
        mode="markers",
        marker={"size": 0.55 * look.size, "color": transparent(look.colours.primary, 0.6)},
        hovertext=told,
        hoverinfo="text",
        meta=key,
    )


def tested_words(found: LeftOut, key: str, look: Look) -> str:
    """The test of one relation in words."""
    row: pd.Series[float] = found.tests.loc[key]
    return (
        f"<b>{look.full_name(key)}</b><br>"
        f"mean {signed(row['gain'])} over {counted(int(row['n']), 'data set')}<br>"
        f"{int(row['wins'])} up, {int(row['ties'])} level, {int(row['losses'])} down<br>"
        f"Wilcoxon p = {p_short(row['p'])}, corrected for {len(found.tests)} relations "
        f"{p_short(row['corrected p'])}"
    )


def gains_text(found: LeftOut) -> str:
    """The figure in words."""
    best, worst = found.tests["gain"].idxmax(), found.tests["gain"].idxmin()
    up = int((found.tests["gain"] > 0).sum())
    return (
        f"With the full tables {up} of {len(found.tests)} relations gain in the mean over the data sets. "
        f"{RELATIONS[best].label} gains most ({signed(found.tests.loc[best, 'gain'])}), "
        f"{RELATIONS[worst].label} least ({signed(found.tests.loc[worst, 'gain'])})."
    )
