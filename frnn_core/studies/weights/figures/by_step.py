"""Learning the weights step by step: what is minimised, its slope, and the accuracy on rows not seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.studies.weights.runs import Learning
from frnn_core.text import counted, number

PANEL, GAP = 120, 22
TITLES = ("loss with penalty", "gradient, log", "accuracy, test rows")
LOWEST = 1e-12


def by_step(learning: Learning, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw value, length of the gradient and balanced accuracy on the test rows, a row each."""
    colours, size = look.colours, look.size
    fit, steps = learning.fit, learning.steps
    rows: list[tuple[str, FloatArray, str]] = [
        ("value", fit.values[steps], colours.primary),
        ("gradient", np.maximum(fit.gradients[steps], LOWEST), colours.primary),
        ("score", learning.scores, colours.text),
    ]
    plot = round((3 * PANEL + 2 * GAP) * size / 13)
    figure = go.Figure()
    for place, (meta, values, colour) in enumerate(rows):
        figure.add_trace(_line(learning, values, meta, place, colour))
    top = header(figure, look, title, look.sources) + EDGE
    bottom = round(3.2 * size)
    for place, words in enumerate(TITLES):
        _axes(figure, place, words, last=place == len(rows) - 1)
    framed(figure, look, top + plot + bottom, top, bottom)
    figure.update_yaxes(title_font_size=size - 1, fixedrange=True, nticks=4)
    figure.update_layout(margin={"r": 2 * EDGE}, showlegend=False)
    return figure


def by_step_text(learning: Learning) -> str:
    """The curves in a sentence."""
    fit = learning.fit
    if not fit.steps:
        return "No step was taken: the weights stay linear."
    return (
        f"What is minimised falls from {number(float(fit.values[0]))} to {number(float(fit.values[-1]))} in "
        f"{counted(fit.steps, 'step')}; balanced accuracy on the test rows goes from "
        f"{number(float(learning.scores[0]))} to {number(learning.score)}, at best "
        f"{number(float(learning.scores.max()))}."
    )


def _line(learning: Learning, values: FloatArray, meta: str, place: int, colour: str) -> go.Scatter:
    count = "" if place == 0 else str(place + 1)
    return go.Scatter(
        x=learning.steps,
        y=values,
        mode="lines+markers" if len(values) < 40 else "lines",
        line={"color": colour, "width": 2, "shape": "hv" if meta == "score" else "linear"},
        marker={"size": 5, "color": colour},
        hovertemplate=f"step %{{x}}<br>{TITLES[place]} %{{y:.4~g}}<extra></extra>",
        meta=meta,
        xaxis=f"x{count}",
        yaxis=f"y{count}",
    )


def _axes(figure: go.Figure, place: int, words: str, *, last: bool) -> None:
    count = "" if place == 0 else str(place + 1)
    share, gap = PANEL / (3 * PANEL + 2 * GAP), GAP / (3 * PANEL + 2 * GAP)
    low = max(0.0, 1 - (place + 1) * share - place * gap)
    log: dict[str, Any] = {"type": "log", "dtick": 1, "exponentformat": "power"} if place == 1 else {}
    across: dict[str, Any] = {
        "domain": [0, 1],
        "anchor": f"y{count}",
        "showticklabels": last,
        "showgrid": False,
        "fixedrange": True,
        **({"matches": "x"} if place else {}),
        **({"title_text": "step"} if last else {}),
    }
    figure.update_layout(
        {
            f"xaxis{count}": across,
            f"yaxis{count}": {
                "domain": [low, min(1.0, low + share)],
                "anchor": f"x{count}",
                "title_text": words,
                **log,
            },
        }
    )
