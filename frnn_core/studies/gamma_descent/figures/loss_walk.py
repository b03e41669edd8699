"""Learning a kernel width, drawn: the walk along the loss curve, step by step.

It is drawn from the outcomes of folds alone. A run is named by its variant; each variant has a colour and a
marker of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.frame import framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import VARIANT_GLYPHS, VARIANT_MARKERS, plain_name, variant_colour
from frnn_core.figures.palette import Palette, transparent
from frnn_core.figures.playing import ROOM, controls
from frnn_core.relations.gamma import SEARCH_GRID
from frnn_core.studies.gamma_descent import (
    CURVE_GRID,
    FoldOutcome,
    Run,
    Summary,
    given_width,
    summaries,
    width_text,
)
from frnn_core.studies.gamma_descent.figures.animation import (
    animate,
    balls_at,
    frame_steps,
    positions,
)
from frnn_core.studies.gamma_descent.figures.run_frame import GAMMA_TITLE, gamma_axis
from frnn_core.text import counted, number

FLAT = "flat: descent cannot move"
HEIGHT, LARGE_HEIGHT = 460, 600


def descent(
    folds: Sequence[FoldOutcome],
    *,
    title: str,
    start: float | None = None,
    look: Look = Look(),
) -> go.Figure:
    """Draw the loss curve over γ and the runs on it, with a ball a fold that can be played and stepped.

    Parameters
    ----------
    title : what is shown
    start : the first width, None for a search
    """
    colours, size = look.colours, look.size
    told = summaries(folds)
    view = View.of(folds, start)
    figure = go.Figure()
    _curves(figure, folds, colours)
    steps = frame_steps(folds, even=start is None)
    for summary in told:
        for outcome in folds:
            run = outcome.run(summary.variant)
            figure.add_trace(_walk(outcome, run, steps, look))
    for summary in told:
        figure.add_trace(_ends(folds, summary.variant, look))
    first_ball = len(figure.data)
    for summary in told:
        figure.add_trace(_balls(folds, summary.variant, steps[-1], look))
    animate(figure, folds, told, steps, first_ball)
    top = header(figure, look, title, look.sources)
    height = LARGE_HEIGHT if look.large else HEIGHT
    bottom = round(ROOM * size)
    framed(figure, look, height, top, bottom)
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
        nticks=6,
    )
    if view.flat > view.low:
        _flat(figure, view, colours)
    if start is not None:
        _start(figure, view, start, colours)
    _medians(figure, view, folds, told, look)
    return figure


def descent_text(
    folds: Sequence[FoldOutcome], start: float | None, names: Mapping[str, str] | None = None
) -> str:
    """The figure in words."""
    mean = np.mean([outcome.curve for outcome in folds], axis=0)
    lowest = CURVE_GRID[int(mean.argmin())]
    parts = [
        f"Loss curve over the kernel width γ, mean of {counted(len(folds), 'fold')}: lowest, "
        f"{number(float(mean.min()))}, near γ = {width_text(lowest)}."
    ]
    for summary in summaries(folds):
        origin = "" if start is None else f" starts at {given_width(start)} and"
        parts.append(
            f"{plain_name(summary.variant, names).capitalize()}{origin} ends at a median γ of "
            f"{width_text(summary.gamma)} (from {width_text(summary.low)} to {width_text(summary.high)}), "
            f"where the loss is {number(summary.end_loss)} in the mean."
        )
    return " ".join(parts)


@dataclass(frozen=True)
class View:
    """The part of the curve that is shown: every width that was visited, the lowest point, and some room."""

    low: float
    high: float
    heights: tuple[float, float]
    flat: float

    @classmethod
    def of(cls, folds: Sequence[FoldOutcome], start: float | None) -> View:
        """What is to be seen of some folds; `start` is the first width, None for a search."""
        lowest = CURVE_GRID[int(np.mean([outcome.curve for outcome in folds], axis=0).argmin())]
        if start is None:
            visited = [SEARCH_GRID[0], SEARCH_GRID[-1]]
        else:
            paths = [run.path for outcome in folds for run in outcome.runs]
            visited = [*(path.min() for path in paths), *(path.max() for path in paths), lowest, start]
        low, high = min(visited), max(visited)
        flat = min(outcome.flat_below for outcome in folds)
        if low / 30 < flat < high:
            low = min(low, flat)
        low, high = low / 1.7, high * 2.5
        shown = CURVE_GRID[(low < CURVE_GRID) & (high > CURVE_GRID)]
        curves = np.array([outcome.height(np.array([low, *shown, high])) for outcome in folds])
        least, most = float(curves.min()), float(curves.max())
        room = max(most - least, 0.01)
        return cls(low, high, (least - 0.24 * room, most + 0.4 * room), flat)

    def across(self, gamma: float) -> float:
        """Where a width is, from 0 at the left to 1 at the right."""
        return float(np.log(gamma / self.low) / np.log(self.high / self.low))


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


def _walk(outcome: FoldOutcome, run: Run, steps: IntArray, look: Look) -> go.Scatter:
    own = steps[steps <= run.steps]
    x, y = positions(outcome, run, own)
    colour = variant_colour(run.variant, look.colours)
    return go.Scatter(
        x=x,
        y=y,
        mode="markers",
        marker={"color": transparent(colour, 0.5), "size": 6, "symbol": VARIANT_MARKERS[run.variant]},
        customdata=own,
        meta=f"{run.variant}, fold {outcome.fold}",
        hovertemplate=f"{look.name(run.variant)}, fold {outcome.fold}, step %{{customdata}}<br>"
        "γ = %{x:.3~g}, loss %{y:.3f}<extra></extra>",
    )


def _ends(folds: Sequence[FoldOutcome], variant: str, look: Look) -> go.Scatter:
    runs = [outcome.run(variant) for outcome in folds]
    return go.Scatter(
        x=[run.gamma for run in runs],
        y=[run.end_loss for run in runs],
        mode="markers",
        marker={
            "symbol": f"{VARIANT_MARKERS[variant]}-open",
            "size": look.size + 2,
            "color": variant_colour(variant, look.colours),
            "line": {"width": 1.25},
        },
        customdata=[
            f"fold {outcome.fold}: {run.reason} after {counted(run.steps, 'step')}<br>"
            f"balanced accuracy {number(run.score)}"
            for outcome, run in zip(folds, runs, strict=True)
        ],
        meta=f"{variant} ends",
        hovertemplate=f"{look.name(variant)}, %{{customdata}}<br>γ = %{{x:.3~g}}, loss %{{y:.3f}}"
        "<extra></extra>",
    )


def _balls(
    folds: Sequence[FoldOutcome],
    variant: str,
    step: int,
    look: Look,
) -> go.Scatter:
    x, y = balls_at(folds, variant, step)
    return go.Scatter(
        x=x,
        y=y,
        mode="markers",
        marker={
            "symbol": VARIANT_MARKERS[variant],
            "size": look.size - 2,
            "color": variant_colour(variant, look.colours),
            "line": {"width": 1, "color": look.colours.background},
        },
        customdata=[outcome.fold for outcome in folds],
        meta=f"{variant} balls",
        hovertemplate=f"{look.name(variant)}, fold %{{customdata}}<br>γ = %{{x:.3~g}}, loss %{{y:.3f}}"
        "<extra></extra>",
    )


def _flat(figure: go.Figure, view: View, colours: Palette) -> None:
    """The band of no gradient."""
    figure.add_shape(
        type="rect",
        x0=view.low,
        x1=min(view.flat, view.high),
        y0=0,
        y1=1,
        yref="paper",
        fillcolor=transparent(colours.muted, 0.16),
        line={"width": 0},
        layer="below",
    )
    middle = (view.low * min(view.flat, view.high)) ** 0.5
    figure.add_annotation(
        x=np.log10(middle),
        y=0.03,
        yref="paper",
        yanchor="bottom",
        text=FLAT,
        textangle=-90,
        showarrow=False,
        font={"color": colours.muted},
    )


def _start(figure: go.Figure, view: View, start: float, colours: Palette) -> None:
    figure.add_shape(
        type="line",
        x0=start,
        x1=start,
        y0=0,
        y1=1,
        yref="paper",
        line={"color": colours.muted, "width": 1, "dash": "dot"},
        layer="below",
    )
    right = view.across(start) > 0.75
    figure.add_annotation(
        x=np.log10(start),
        y=1,
        yref="paper",
        yanchor="top",
        xanchor="right" if right else "left",
        text=f" start γ = {given_width(start)} ",
        showarrow=False,
        font={"color": colours.muted},
    )


def _medians(
    figure: go.Figure, view: View, folds: Sequence[FoldOutcome], told: Sequence[Summary], look: Look
) -> None:
    """A label at the median of each variant's ends."""
    mean = np.mean([outcome.curve for outcome in folds], axis=0)
    for summary in told:
        height, above = _on_curve(mean, summary.gamma), summary.variant == "published"
        falls = _on_curve(mean, 1.1 * summary.gamma) < height
        figure.add_annotation(
            x=np.log10(summary.gamma),
            y=height,
            xanchor=_anchor(view.across(summary.gamma), to_the_right=above == falls),
            ax=0,
            ay=-40 if above else 36,
            text=f"{VARIANT_GLYPHS[summary.variant]} {look.name(summary.variant)}: {_median_words(summary)}",
            arrowcolor=variant_colour(summary.variant, look.colours),
            arrowhead=0,
            arrowwidth=1.5,
            standoff=8,
            font={"color": variant_colour(summary.variant, look.colours)},
        )


def _median_words(summary: Summary) -> str:
    """The median of the ends, called so where they are far apart."""
    median = "median " if summary.high > 2 * summary.low else ""
    return f"{median}γ = {width_text(summary.gamma)}"


def _on_curve(curve: FloatArray, gamma: float) -> float:
    return float(np.interp(np.log(gamma), np.log(CURVE_GRID), curve))


def _anchor(across: float, *, to_the_right: bool) -> str:
    """Which part of a label is over its point: it goes to where the curve is not, but stays in the figure."""
    if across < 0.2 or (to_the_right and across < 0.5):
        return "left"
    if across > 0.8 or (not to_the_right and across > 0.5):
        return "right"
    return "center"
