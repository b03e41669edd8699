"""Learning a kernel width, drawn: the walk along the loss curve, step by step, and what it is worth.

Figures are drawn from the outcomes of folds alone. A run is named by its variant; each variant has a colour
and a marker of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import IntArray
from frnn_core.figures.drawing import framed, header
from frnn_core.figures.palette import Palette, palette, text_size, transparent
from frnn_core.studies.gamma_descent import CURVE_GRID, FoldOutcome, Run, summaries, width_text
from frnn_core.studies.gamma_descent.figures.animation import (
    MOST_FRAMES,
    animate,
    balls_at,
    controls,
    frame_steps,
    positions,
)
from frnn_core.studies.gamma_descent.figures.axes import (
    FLAT,
    GAMMA_TITLE,
    NAMES,
    SIGNS,
    SYMBOLS,
    View,
    gamma_axis,
    mark,
    plain_ticks,
    variant_colour,
)
from frnn_core.text import counted, number

__all__ = [
    "FLAT",
    "GAMMA_TITLE",
    "MOST_FRAMES",
    "NAMES",
    "SIGNS",
    "SYMBOLS",
    "descent",
    "descent_text",
    "frame_steps",
    "gamma_axis",
    "plain_ticks",
    "positions",
    "variant_colour",
]

HEIGHT, LARGE_HEIGHT = 460, 600


def descent(
    folds: Sequence[FoldOutcome],
    *,
    title: str,
    source: Sequence[str] = (),
    start: float | None = None,
    names: Mapping[str, str] = NAMES,
    dark: bool = False,
    large: bool = False,
) -> go.Figure:
    """Draw the loss curve over γ and the runs on it, with a ball a fold that can be played and stepped.

    Parameters
    ----------
    title, source : what is shown, and what it is over
    start : the first width, None for a search
    names : what each variant is called
    """
    colours, size = palette(dark), text_size(large)
    told = summaries(folds)
    view = View.of(folds, start)
    figure = go.Figure()
    _curves(figure, folds, colours)
    steps = frame_steps(folds, even=start is None)
    for summary in told:
        for outcome in folds:
            run = outcome.run(summary.variant)
            figure.add_trace(_walk(outcome, run, steps, names, colours))
    for summary in told:
        figure.add_trace(_ends(folds, summary.variant, names, colours, size))
    first_ball = len(figure.data)
    for summary in told:
        figure.add_trace(_balls(folds, summary.variant, steps[-1], names, colours, size))
    animate(figure, folds, told, steps, first_ball)
    top = header(figure, colours, title, source, large=large)
    height = LARGE_HEIGHT if large else HEIGHT
    bottom = round(10.2 * size)
    framed(figure, colours, height, top, bottom, large=large)
    figure.update_layout(margin={"r": 12}, showlegend=False, uirevision=f"{title}{view}")
    controls(figure, steps, colours, size, height - top - bottom, "step" if start is not None else "try")
    gamma_axis(figure, view.low, view.high)
    figure.update_xaxes(automargin=False, title=None)
    figure.add_annotation(
        x=1,
        xref="paper",
        xanchor="right",
        y=0,
        yref="paper",
        yanchor="top",
        yshift=-1.7 * size,
        text=GAMMA_TITLE,
        showarrow=False,
    )
    figure.update_yaxes(
        title="mean loss, lower is better",
        title_font_size=size,
        range=view.heights,
        tickformat=".2~f",
        nticks=6,
    )
    mark(figure, view, told, start, names, colours, folds)
    return figure


def descent_text(folds: Sequence[FoldOutcome], start: float | None, names: Mapping[str, str] = NAMES) -> str:
    """The figure in words."""
    mean = np.mean([outcome.curve for outcome in folds], axis=0)
    lowest = CURVE_GRID[int(mean.argmin())]
    parts = [
        f"Loss curve over the kernel width γ, mean of {counted(len(folds), 'fold')}: lowest, "
        f"{number(float(mean.min()))}, near γ = {width_text(lowest)}."
    ]
    for summary in summaries(folds):
        origin = "" if start is None else f" starts at {width_text(start)} and"
        parts.append(
            f"{names[summary.variant].capitalize()}{origin} ends at a median γ of "
            f"{width_text(summary.gamma)} (from {width_text(summary.low)} to {width_text(summary.high)}), "
            f"where the loss is {number(summary.end_loss)} in the mean."
        )
    return " ".join(parts)


def _curves(figure: go.Figure, folds: Sequence[FoldOutcome], colours: Palette) -> None:
    if len(folds) > 1:
        for outcome in folds:
            figure.add_trace(
                go.Scatter(
                    x=CURVE_GRID,
                    y=outcome.curve,
                    mode="lines",
                    line={"color": transparent(colours.muted, 0.28), "width": 1},
                    meta=f"curve of fold {outcome.fold}",
                    hoverinfo="skip",
                )
            )
    mean = np.mean([outcome.curve for outcome in folds], axis=0)
    of = f"mean of {len(folds)} folds" if len(folds) > 1 else f"fold {folds[0].fold}"
    figure.add_trace(
        go.Scatter(
            x=CURVE_GRID,
            y=mean,
            mode="lines",
            line={"color": colours.muted, "width": 2.5},
            meta="curve",
            hovertemplate=f"γ = %{{x:.3~g}}<br>loss %{{y:.3f}}, {of}<extra></extra>",
        )
    )


def _walk(
    outcome: FoldOutcome, run: Run, steps: IntArray, names: Mapping[str, str], colours: Palette
) -> go.Scatter:
    own = steps[steps <= run.steps]
    x, y = positions(outcome, run, own)
    colour = variant_colour(run.variant, colours)
    return go.Scatter(
        x=x,
        y=y,
        mode="markers",
        marker={"color": transparent(colour, 0.5), "size": 6, "symbol": SYMBOLS[run.variant]},
        customdata=own,
        meta=f"{run.variant}, fold {outcome.fold}",
        hovertemplate=f"{names[run.variant]}, fold {outcome.fold}, step %{{customdata}}<br>"
        "γ = %{x:.3~g}, loss %{y:.3f}<extra></extra>",
    )


def _ends(
    folds: Sequence[FoldOutcome], variant: str, names: Mapping[str, str], colours: Palette, size: int
) -> go.Scatter:
    runs = [outcome.run(variant) for outcome in folds]
    return go.Scatter(
        x=[run.gamma for run in runs],
        y=[run.end_loss for run in runs],
        mode="markers",
        marker={
            "symbol": f"{SYMBOLS[variant]}-open",
            "size": size + 2,
            "color": variant_colour(variant, colours),
            "line": {"width": 1.25},
        },
        customdata=[
            f"fold {outcome.fold}: {run.reason} after {counted(run.steps, 'step')}<br>"
            f"balanced accuracy {number(run.score)}"
            for outcome, run in zip(folds, runs, strict=True)
        ],
        meta=f"{variant} ends",
        hovertemplate=f"{names[variant]}, %{{customdata}}<br>γ = %{{x:.3~g}}, loss %{{y:.3f}}<extra></extra>",
    )


def _balls(
    folds: Sequence[FoldOutcome],
    variant: str,
    step: int,
    names: Mapping[str, str],
    colours: Palette,
    size: int,
) -> go.Scatter:
    x, y = balls_at(folds, variant, step)
    return go.Scatter(
        x=x,
        y=y,
        mode="markers",
        marker={
            "symbol": SYMBOLS[variant],
            "size": size - 2,
            "color": variant_colour(variant, colours),
            "line": {"width": 1, "color": colours.background},
        },
        customdata=[outcome.fold for outcome in folds],
        meta=f"{variant} balls",
        hovertemplate=f"{names[variant]}, fold %{{customdata}}<br>γ = %{{x:.3~g}}, loss %{{y:.3f}}"
        "<extra></extra>",
    )
