"""What a learned kernel width is worth: accuracy over the width, and all kernels side by side."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.look import Look
from frnn_core.figures.marks import VARIANT_MARKERS, variant_colour
from frnn_core.relations.gamma import SEARCH_GRID
from frnn_core.studies.gamma_descent import FoldOutcome, Summary, summaries, width_text
from frnn_core.studies.gamma_descent.figures.run_frame import framed_runs, gamma_axis, variant_key


def accuracy_over_gamma(
    folds: Sequence[FoldOutcome],
    *,
    title: str,
    look: Look = Look(),
) -> go.Figure:
    """Draw balanced accuracy on the test rows over γ, the Euclidean relation's, and where the runs ended."""
    colours = look.colours
    mean = np.mean([outcome.accuracies for outcome in folds], axis=0)
    figure = go.Figure(
        go.Scatter(
            x=SEARCH_GRID,
            y=mean,
            mode="lines",
            line={"color": colours.muted, "width": 2.5},
            meta="accuracy",
            hovertemplate="γ = %{x:.3~g}<br>balanced accuracy %{y:.3f}<extra></extra>",
        )
    )
    euclidean = float(np.mean([outcome.euclidean for outcome in folds]))
    figure.add_trace(
        go.Scatter(
            x=[SEARCH_GRID[0], SEARCH_GRID[-1]],
            y=[euclidean] * 2,
            mode="lines",
            line={"color": colours.family("distance"), "width": 1.5, "dash": "dash"},
            meta="euclidean",
            hovertemplate="Euclidean relation %{y:.3f}<extra></extra>",
        )
    )
    told = summaries(folds)
    figure.add_traces([_learned(summary, look) for summary in told])
    key = [
        ("━", colours.muted, "the kernel at each γ"),
        ("╍", colours.family("distance"), "Euclidean relation"),
        *variant_key([summary.variant for summary in told], look, ": learned γ"),
    ]
    framed_runs(figure, look, title, key)
    low = min([SEARCH_GRID[0], *(summary.low for summary in told)])
    high = max([SEARCH_GRID[-1], *(summary.high for summary in told)])
    gamma_axis(figure, low / 1.2, high * 1.2)
    figure.update_yaxes(title="balanced accuracy", tickformat=".2f")
    return figure


def kernels(
    frame: pd.DataFrame,
    *,
    title: str,
    look: Look = Look(),
) -> go.Figure:
    """Draw every kernel's balanced accuracy with learned widths, by variant, and with the width 1.

    `frame` is that of `frnn_core.studies.gamma_descent.kernel_frame`.
    """
    colours, size = look.colours, look.size
    figure = go.Figure()
    plain = frame["unfitted"].groupby(level="kernel", sort=False).first()
    rows = [look.name(key) for key in plain.index]
    figure.add_trace(_dots(plain.tolist(), rows, "not learned: γ = 1", "diamond-open", colours.muted, size))
    for variant in frame.index.unique("variant"):
        values = frame["fitted"].xs(variant, level="variant").reindex(plain.index).tolist()
        colour = variant_colour(variant, colours)
        figure.add_trace(_dots(values, rows, look.name(variant), VARIANT_MARKERS[variant], colour, size))
    key = [
        ("◇", colours.muted, "not learned: γ = 1"),
        *variant_key(frame.index.unique("variant"), look, ": learned γ"),
    ]
    framed_runs(figure, look, title, key, round(2.8 * size * len(rows)))
    figure.update_xaxes(title="balanced accuracy", tickformat=".2f", nticks=6)
    figure.update_yaxes(autorange="reversed", showgrid=True, tickfont={"size": size})
    return figure


def _learned(summary: Summary, look: Look) -> go.Scatter:
    """The median of the learned widths with the accuracy there, and how far the widths reach."""
    colour = variant_colour(summary.variant, look.colours)
    return go.Scatter(
        x=[summary.gamma],
        y=[summary.fitted],
        mode="markers",
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [summary.high - summary.gamma],
            "arrayminus": [summary.gamma - summary.low],
            "color": colour,
            "thickness": 2,
        },
        marker={
            "symbol": VARIANT_MARKERS[summary.variant],
            "size": look.size,
            "color": colour,
            "line": {"width": 1, "color": look.colours.background},
        },
        meta=f"{summary.variant} learned",
        hovertemplate=f"{look.name(summary.variant)}<br>median γ = %{{x:.3~g}} "
        f"({width_text(summary.low)} to {width_text(summary.high)})<br>"
        "balanced accuracy %{y:.3f}<extra></extra>",
    )


def _dots(
    values: Sequence[float], rows: Sequence[str], name: str, symbol: str, colour: str, size: int
) -> go.Scatter:
    return go.Scatter(
        x=values,
        y=rows,
        mode="markers",
        name=name,
        marker={"symbol": symbol, "size": size - 1, "color": colour, "line": {"width": 1.5, "color": colour}},
        hovertemplate=f"%{{y}}, {name}<br>balanced accuracy %{{x:.3f}}<extra></extra>",
    )
