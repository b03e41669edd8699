"""The walk along the loss curve step by step: which steps are shown, and the balls at each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.playing import shown_steps
from frnn_core.studies.gamma_descent import FoldOutcome, Run, Summary


def frame_steps(folds: Sequence[FoldOutcome], *, even: bool = False) -> IntArray:
    """The steps that are shown, at most 100, the first and the last among them.

    They are close together at the start, where γ moves most; `even` spreads them evenly.
    """
    last = max(run.steps for outcome in folds for run in outcome.runs)
    return shown_steps(last, even=even)


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
