"""Learning a kernel width, drawn: the walk along the loss curve, step by step, and what it is worth.

Figures are drawn from the outcomes of folds alone. A run is named by its variant; each variant has a colour
and a marker of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.arrays import FloatArray, IntArray
from frnn_core.descent import CURVE_GRID, FoldOutcome, Run, Summary, summaries, width_text
from frnn_core.figures.drawing import framed, header
from frnn_core.figures.palette import Palette, palette, text_size, transparent
from frnn_core.relations.gamma import SEARCH_GRID
from frnn_core.stats.wording import counted, number

MOST_FRAMES = 100
PLAY_SECONDS = 6.0
HEIGHT, LARGE_HEIGHT = 460, 600
SYMBOLS = {"published": "triangle-up", "corrected": "circle"}
SIGNS = {"published": "▲", "corrected": "●"}
NAMES = {"published": "published", "corrected": "corrected"}
FLAT = "flat: descent cannot move"
GAMMA_TITLE = "kernel width γ (log scale)"


def variant_colour(variant: str, colours: Palette) -> str:
    """Brown or orange for published, blue for corrected, as for lost and gained."""
    return colours.diverging[1] if variant == "published" else colours.diverging[-2]


def frame_steps(folds: Sequence[FoldOutcome], *, even: bool = False) -> IntArray:
    """The steps that are shown, at most 100, the first and the last among them.

    They are close together at the start, where γ moves most; `even` spreads them evenly.
    """
    last = max(run.steps for outcome in folds for run in outcome.runs)
    if last < MOST_FRAMES:
        return np.arange(last + 1)
    if even:
        return np.unique(np.linspace(0, last, MOST_FRAMES).round().astype(np.int64))
    return np.unique(np.append(0, np.geomspace(1, last, MOST_FRAMES - 1).round().astype(np.int64)))


def positions(outcome: FoldOutcome, run: Run, steps: IntArray) -> tuple[FloatArray, FloatArray]:
    """Widths at some steps (the learned one from the last on), and the fold's loss curve there."""
    places = np.minimum(steps, run.steps)
    gammas = run.path[places]
    return gammas, np.where(places == run.steps, run.end_loss, outcome.height(gammas))


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
    view = _View.of(folds, told, start)
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
    _animate(figure, folds, told, steps, first_ball)
    top = header(figure, colours, title, source, large=large)
    height = LARGE_HEIGHT if large else HEIGHT
    bottom = round(10.2 * size)
    framed(figure, colours, height, top, bottom, large=large)
    figure.update_layout(margin={"r": 12}, showlegend=False, uirevision=f"{title}{view}")
    _controls(figure, steps, colours, size, height - top - bottom, "step" if start is not None else "try")
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
    _marks(figure, view, told, start, names, colours, folds)
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


@dataclass(frozen=True)
class _View:
    """The part of the curve that is shown: every width that was visited, the lowest point, and some room."""

    low: float
    high: float
    heights: tuple[float, float]
    flat: float

    @classmethod
    def of(cls, folds: Sequence[FoldOutcome], told: Sequence[Summary], start: float | None) -> _View:
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
    x, y = _at(folds, variant, step)
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


def _at(folds: Sequence[FoldOutcome], variant: str, step: int) -> tuple[list[float], list[float]]:
    """Where the balls of a variant are at a step."""
    points = [positions(outcome, outcome.run(variant), np.array([step])) for outcome in folds]
    return [float(x[0]) for x, _ in points], [float(y[0]) for _, y in points]


def _animate(
    figure: go.Figure, folds: Sequence[FoldOutcome], told: Sequence[Summary], steps: IntArray, first: int
) -> None:
    figure.frames = [
        {
            "name": str(step),
            "traces": [first + place for place in range(len(told))],
            "data": [
                {"type": "scatter", "x": x, "y": y}
                for summary in told
                for x, y in [_at(folds, summary.variant, int(step))]
            ],
        }
        for step in steps
    ]


def _controls(figure: go.Figure, steps: IntArray, colours: Palette, size: int, plot: int, word: str) -> None:
    """Play, pause and a slider below the axis; bright buttons in the dark: Plotly lights them on hover."""
    milliseconds = min(250, max(40, round(1000 * PLAY_SECONDS / len(steps))))
    at_once = {"mode": "immediate", "transition": {"duration": 0}}
    play = {**at_once, "fromcurrent": True, "frame": {"duration": milliseconds, "redraw": False}}
    still = {**at_once, "frame": {"duration": 0, "redraw": False}}
    is_dark = colours.background < "#8"
    figure.update_layout(
        updatemenus=[
            {
                "type": "buttons",
                "direction": "right",
                "showactive": False,
                "x": 0,
                "xanchor": "left",
                "y": -3.9 * size / plot,
                "yanchor": "top",
                "pad": {"l": 0, "t": 0, "r": 0, "b": 0},
                "bgcolor": colours.primary if is_dark else colours.secondary,
                "bordercolor": colours.primary,
                "font": {"color": colours.background if is_dark else colours.text, "size": size},
                "buttons": [
                    {"label": "▶ Play", "method": "animate", "args": [None, play]},
                    {"label": "❚❚ Pause", "method": "animate", "args": [[None], still]},
                ],
            }
        ],
        sliders=[
            {
                "active": len(steps) - 1,
                "x": 0,
                "len": 1,
                "xanchor": "left",
                "y": -3.7 * size / plot,
                "yanchor": "top",
                "pad": {"t": round(0.6 * size), "b": 0, "l": 4, "r": 4},
                "currentvalue": {
                    "prefix": f"{word} ",
                    "xanchor": "right",
                    "offset": round(1.2 * size),
                    "font": {"size": size, "color": colours.text},
                },
                "font": {"size": size - 2, "color": colours.muted},
                "bgcolor": colours.primary,
                "activebgcolor": colours.text,
                "bordercolor": colours.primary,
                "tickcolor": colours.border,
                "ticklen": 3,
                "minorticklen": 0,
                "steps": [
                    {"label": f"{step:,}", "method": "animate", "args": [[str(step)], still]}
                    for step in steps
                ],
            }
        ],
    )


def gamma_axis(figure: go.Figure, low: float, high: float) -> None:
    """Make the horizontal axis one of widths, on a log scale."""
    figure.update_xaxes(
        title=GAMMA_TITLE,
        type="log",
        range=[np.log10(low), np.log10(high)],
        **plain_ticks(low, high),
    )


def plain_ticks(low: float, high: float) -> dict[str, Any]:
    """Ticks at round numbers, at 1, 2 and 5 in each decade, or at the decades, by how many fit."""
    within = (1, 1.5, 2, 3, 4, 5, 7) if high / low < 8 else (1, 2, 5) if high / low < 300 else (1,)
    decades = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    values = [digit * 10.0**decade for decade in decades for digit in within]
    shown = [value for value in values if low <= value <= high]
    return {"tickvals": shown, "ticktext": [width_text(value) for value in shown], "showgrid": True}


def _marks(
    figure: go.Figure,
    view: _View,
    told: Sequence[Summary],
    start: float | None,
    names: Mapping[str, str],
    colours: Palette,
    folds: Sequence[FoldOutcome],
) -> None:
    """The band of no gradient, the start, and a label at the median of each variant's ends."""
    if view.flat > view.low:
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
    if start is not None:
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
            text=f" start γ = {width_text(start)} ",
            showarrow=False,
            font={"color": colours.muted},
        )
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
            text=f"{SIGNS[summary.variant]} {names[summary.variant]}: {_median_words(summary)}",
            arrowcolor=variant_colour(summary.variant, colours),
            arrowhead=0,
            arrowwidth=1.5,
            standoff=8,
            font={"color": variant_colour(summary.variant, colours)},
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
