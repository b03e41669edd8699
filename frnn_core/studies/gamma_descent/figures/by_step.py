"""Learning a kernel width step by step: γ before each step, or the loss of the rows drawn for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.look import Look
from frnn_core.figures.marks import VARIANT_MARKERS, variant_colour
from frnn_core.figures.palette import transparent
from frnn_core.figures.playing import MOST_FRAMES
from frnn_core.studies.gamma_descent import FoldOutcome, Run
from frnn_core.studies.gamma_descent.figures.run_frame import (
    GAMMA_TITLE,
    framed_runs,
    plain_ticks,
    variant_key,
)

Quantity = Literal["gamma", "loss"]


def by_step(
    folds: Sequence[FoldOutcome],
    quantity: Quantity,
    *,
    title: str,
    even: bool = False,
    look: Look = Look(),
) -> go.Figure:
    """Draw the width before each step, or the mean loss of the rows drawn for it, a line a fold."""
    figure = go.Figure()
    variants = [run.variant for run in folds[0].runs]
    for variant in variants:
        for outcome in folds:
            figure.add_trace(_line(outcome, variant, quantity, even, look))
        figure.add_trace(_last([outcome.run(variant) for outcome in folds], quantity, look))
    framed_runs(figure, look, title, variant_key(variants, look))
    most = max(1, *(run.steps for outcome in folds for run in outcome.runs))
    figure.update_xaxes(showgrid=False, **_steps_axis(most, even))
    if quantity == "gamma":
        gammas = np.concatenate([run.gammas for outcome in folds for run in outcome.runs])
        low, high = float(gammas.min()) / 1.2, float(gammas.max()) * 1.2
        ends = [np.log10(low), np.log10(high)]
        figure.update_yaxes(title=GAMMA_TITLE, type="log", range=ends, **plain_ticks(low, high))
    else:
        figure.update_yaxes(title="mean loss of the rows drawn")
    return figure


def thinned(steps: int, *, even: bool = False) -> IntArray:
    """At most 100 of the steps 0 … steps - 1, closer together at the start unless `even`."""
    if steps <= MOST_FRAMES:
        return np.arange(steps)
    spread = np.linspace(0, steps - 1, MOST_FRAMES) if even else np.geomspace(1, steps, MOST_FRAMES) - 1
    return np.unique(spread.round().astype(np.int64))


def _values(run: Run, quantity: Quantity) -> FloatArray:
    return run.gammas if quantity == "gamma" else run.losses


def _line(outcome: FoldOutcome, variant: str, quantity: Quantity, even: bool, look: Look) -> go.Scatter:
    run = outcome.run(variant)
    at = thinned(run.steps, even=even)
    pale = transparent(variant_colour(variant, look.colours), 0.6)
    return go.Scatter(
        x=at + 1,
        y=_values(run, quantity)[at],
        mode="lines+markers" if len(at) < 40 else "lines",
        line={"color": pale, "width": 1.5},
        marker={"size": 5, "symbol": VARIANT_MARKERS[variant], "color": pale},
        meta=f"{variant}, fold {outcome.fold}",
        hovertemplate=f"{look.name(variant)}, fold {outcome.fold}, step %{{x}}<br>"
        f"{'γ' if quantity == 'gamma' else 'loss'} = %{{y:.3~g}}<extra></extra>",
    )


def _last(runs: Sequence[Run], quantity: Quantity, look: Look) -> go.Scatter:
    """A mark at the last step of each run."""
    variant = runs[0].variant
    return go.Scatter(
        x=[run.steps for run in runs],
        y=[_values(run, quantity)[-1] for run in runs],
        mode="markers",
        marker={
            "symbol": VARIANT_MARKERS[variant],
            "size": 0.7 * look.size,
            "color": variant_colour(variant, look.colours),
            "line": {"width": 1, "color": look.colours.background},
        },
        meta=f"{variant} last",
        hoverinfo="skip",
    )


def _steps_axis(most: int, even: bool) -> dict[str, Any]:
    if even:
        return {"title": "width tried", "type": "linear"}
    powers = [10**power for power in range(6)]
    return {
        "title": "step (log scale)",
        "type": "log",
        "range": [-0.05, np.log10(most) + 0.08],
        "tickvals": powers,
        "ticktext": [f"{power:,}" for power in powers],
    }
