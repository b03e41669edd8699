"""The walk along the loss curve step by step: which steps are shown, the balls at each, and the controls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.palette import Palette
from frnn_core.studies.gamma_descent import FoldOutcome, Run, Summary

MOST_FRAMES = 100
PLAY_SECONDS = 6.0


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


def balls_at(folds: Sequence[FoldOutcome], variant: str, step: int) -> tuple[list[float], list[float]]:
    """Where the balls of a variant are at a step."""
    points = [positions(outcome, outcome.run(variant), np.array([step])) for outcome in folds]
    return [float(x[0]) for x, _ in points], [float(y[0]) for _, y in points]


def animate(
    figure: go.Figure, folds: Sequence[FoldOutcome], told: Sequence[Summary], steps: IntArray, first: int
) -> None:
    """Give the figure a frame a step; its balls are the traces from the place `first` on."""
    figure.frames = [
        {
            "name": str(step),
            "traces": [first + place for place in range(len(told))],
            "data": [
                {"type": "scatter", "x": x, "y": y}
                for summary in told
                for x, y in [balls_at(folds, summary.variant, int(step))]
            ],
        }
        for step in steps
    ]


def controls(figure: go.Figure, steps: IntArray, colours: Palette, size: int, plot: int, word: str) -> None:
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
