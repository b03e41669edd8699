"""How a learned metric was found, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.relations.metric_learning import LearningTrace

HEIGHT = 280


def convergence(
    trace: LearningTrace,
    *,
    measure: str,
    rising: bool,
    title: str,
    look: Look = Look(),
) -> go.Figure:
    """Draw the objective over the steps; step 0 is the start.

    Parameters
    ----------
    measure : what the objective is
    rising : show minus the objective, for what is maximised; what is minimised has a log scale where it
        falls by more than a power of ten
    """
    colours, size = look.colours, look.size
    values = -trace.objective if rising else trace.objective
    figure = go.Figure(
        go.Scatter(
            x=trace.steps,
            y=values,
            mode="lines+markers",
            line={"color": colours.primary, "width": 2},
            marker={"size": 0.4 * size, "color": colours.primary},
            customdata=trace.change,
            hovertemplate=f"step %{{x}}<br>{measure} %{{y:.4g}}<br>what is learned moved by "
            "%{customdata:.3g}<extra></extra>",
            cliponaxis=False,
            showlegend=False,
            meta="objective",
        )
    )
    top = header(figure, look, title, look.sources) + EDGE
    bottom = round(3.2 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    figure.update_xaxes(title_text="step", fixedrange=True, rangemode="tozero")
    scale = _scale(values, rising=rising)
    words = f"{measure}, log scale" if scale.get("type") == "log" else measure
    figure.update_yaxes(title_text=words, fixedrange=True, **scale)
    return figure


def _scale(values: FloatArray, *, rising: bool) -> dict[str, Any]:
    if rising:
        return {"range": [0, 1.03], "tickformat": ".1f"}
    low, high = float(values.min()), float(values.max())
    if low <= 0 or high / low < 10:
        return {"nticks": 6}
    ends = [np.log10(low) - 0.1, np.log10(high) + 0.1]
    digits = (1,) if high / low > 100 else (1, 2, 5)
    ticks = [d * 10.0**power for power in range(-6, 12) for d in digits]
    shown = [tick for tick in ticks if ends[0] <= np.log10(tick) <= ends[1]]
    return {"type": "log", "range": ends, "tickvals": shown, "ticktext": [f"{tick:,g}" for tick in shown]}


def convergence_text(trace: LearningTrace, *, measure: str, rising: bool) -> str:
    """The curve in a sentence."""
    first, last = (-trace.objective if rising else trace.objective)[[0, -1]]
    way = "rises" if last > first else "falls"
    count = int(trace.steps[-1])
    steps = "1 step" if count == 1 else f"{count} steps"
    return f"The {measure} {way} from {_short(first)} to {_short(last)} in {steps}: {trace.stopped}."


def _short(value: float) -> str:
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.4g}"
