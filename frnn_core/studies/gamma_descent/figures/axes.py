"""What the figures of gamma descent share: colours and markers, the axis of widths, labels on the curve."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.palette import Palette, transparent
from frnn_core.relations.gamma import SEARCH_GRID
from frnn_core.studies.gamma_descent import CURVE_GRID, FoldOutcome, Summary, width_text

SYMBOLS = {"published": "triangle-up", "corrected": "circle"}
SIGNS = {"published": "▲", "corrected": "●"}
NAMES = {"published": "published", "corrected": "corrected"}
FLAT = "flat: descent cannot move"
GAMMA_TITLE = "kernel width γ (log scale)"


def variant_colour(variant: str, colours: Palette) -> str:
    """Brown or orange for published, blue for corrected, as for lost and gained."""
    return colours.diverging[1] if variant == "published" else colours.diverging[-2]


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


def mark(
    figure: go.Figure,
    view: View,
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
