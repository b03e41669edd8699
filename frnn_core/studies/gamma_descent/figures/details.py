"""Details of learning a kernel width: step by step, accuracy over the width, all kernels side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import IntArray
from frnn_core.figures.drawing import framed, header, key_lines
from frnn_core.figures.palette import Palette, palette, text_size, transparent
from frnn_core.relations.gamma import SEARCH_GRID
from frnn_core.studies.gamma_descent import FoldOutcome, summaries, width_text
from frnn_core.studies.gamma_descent.figures.loss_walk import (
    MOST_FRAMES,
    NAMES,
    SIGNS,
    SYMBOLS,
    gamma_axis,
    plain_ticks,
    variant_colour,
)

if TYPE_CHECKING:
    import pandas as pd

Quantity = Literal["gamma", "loss"]


def by_step(
    folds: Sequence[FoldOutcome],
    quantity: Quantity,
    *,
    title: str,
    source: Sequence[str] = (),
    names: Mapping[str, str] = NAMES,
    even: bool = False,
    dark: bool = False,
    large: bool = False,
) -> go.Figure:
    """Draw the width before each step, or the mean loss of the rows drawn for it, a line a fold."""
    colours, size = palette(dark), text_size(large)
    figure = go.Figure()
    most = 1
    for variant in [run.variant for run in folds[0].runs]:
        for outcome in folds:
            run = outcome.run(variant)
            at = thinned(run.steps, even=even)
            values = run.gammas if quantity == "gamma" else run.losses
            colour = variant_colour(variant, colours)
            most = max(most, run.steps)
            figure.add_trace(
                go.Scatter(
                    x=at + 1,
                    y=values[at],
                    mode="lines+markers" if len(at) < 40 else "lines",
                    line={"color": transparent(colour, 0.6), "width": 1.5},
                    marker={"size": 5, "symbol": SYMBOLS[variant], "color": transparent(colour, 0.6)},
                    meta=f"{variant}, fold {outcome.fold}",
                    hovertemplate=f"{names[variant]}, fold {outcome.fold}, step %{{x}}<br>"
                    f"{'γ' if quantity == 'gamma' else 'loss'} = %{{y:.3~g}}<extra></extra>",
                )
            )
        runs = [outcome.run(variant) for outcome in folds]
        last = [(run.gammas if quantity == "gamma" else run.losses)[-1] for run in runs]
        figure.add_trace(
            go.Scatter(
                x=[run.steps for run in runs],
                y=last,
                mode="markers",
                marker={
                    "symbol": SYMBOLS[variant],
                    "size": 0.7 * size,
                    "color": variant_colour(variant, colours),
                    "line": {"width": 1, "color": colours.background},
                },
                meta=f"{variant} last",
                hoverinfo="skip",
            )
        )
    key = _variant_key([run.variant for run in folds[0].runs], colours, names)
    _framed(figure, colours, title, source, key, 340 if large else 270, large)
    figure.update_xaxes(
        title="width tried" if even else "step (log scale)", type="linear" if even else "log", showgrid=False
    )
    if not even:
        figure.update_xaxes(
            range=[-0.05, np.log10(most) + 0.08],
            tickvals=[10**power for power in range(6)],
            ticktext=[f"{10**power:,}" for power in range(6)],
        )
    if quantity == "gamma":
        gammas = np.concatenate([run.gammas for outcome in folds for run in outcome.runs])
        low, high = float(gammas.min()) / 1.2, float(gammas.max()) * 1.2
        figure.update_yaxes(
            title="kernel width γ (log scale)",
            type="log",
            range=[np.log10(low), np.log10(high)],
            **plain_ticks(low, high),
        )
    else:
        figure.update_yaxes(title="mean loss of the rows drawn", tickformat=".2~f")
    return figure


def thinned(steps: int, *, even: bool = False) -> IntArray:
    """At most 100 of the steps 0 … steps - 1, closer together at the start unless `even`."""
    if steps <= MOST_FRAMES:
        return np.arange(steps)
    spread = np.linspace(0, steps - 1, MOST_FRAMES) if even else np.geomspace(1, steps, MOST_FRAMES) - 1
    return np.unique(spread.round().astype(np.int64))


def _framed(
    figure: go.Figure,
    colours: Palette,
    title: str,
    source: Sequence[str],
    key: Sequence[tuple[str, str, str]],
    plot: int,
    large: bool,
) -> None:
    """Header with a key of the marks, and a height that leaves `plot` pixels below it."""
    size = text_size(large)
    top = header(figure, colours, title, source, key=key_lines(key), large=large) + round(0.4 * size)
    bottom = round(3.8 * size)
    framed(figure, colours, top + plot + bottom, top, bottom, large=large)
    figure.update_layout(margin={"r": 12}, showlegend=False, uirevision=f"{title} {source}")
    figure.update_xaxes(automargin=False, title_font_size=size)
    figure.update_yaxes(title_font_size=size)


def _variant_key(
    variants: Iterable[str], colours: Palette, names: Mapping[str, str], words: str = ""
) -> list[tuple[str, str, str]]:
    return [
        (SIGNS[variant], variant_colour(variant, colours), names[variant] + words) for variant in variants
    ]


def accuracy_over_gamma(
    folds: Sequence[FoldOutcome],
    *,
    title: str,
    source: Sequence[str] = (),
    names: Mapping[str, str] = NAMES,
    dark: bool = False,
    large: bool = False,
) -> go.Figure:
    """Draw balanced accuracy on the test rows over γ, the Euclidean relation's, and where the runs ended."""
    colours, size = palette(dark), text_size(large)
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
    for summary in told:
        figure.add_trace(
            go.Scatter(
                x=[summary.gamma],
                y=[summary.fitted],
                mode="markers",
                error_x={
                    "type": "data",
                    "symmetric": False,
                    "array": [summary.high - summary.gamma],
                    "arrayminus": [summary.gamma - summary.low],
                    "color": variant_colour(summary.variant, colours),
                    "thickness": 2,
                },
                marker={
                    "symbol": SYMBOLS[summary.variant],
                    "size": size,
                    "color": variant_colour(summary.variant, colours),
                    "line": {"width": 1, "color": colours.background},
                },
                meta=f"{summary.variant} learned",
                hovertemplate=f"{names[summary.variant]}<br>median γ = %{{x:.3~g}} "
                f"({width_text(summary.low)} to {width_text(summary.high)})<br>"
                "balanced accuracy %{y:.3f}<extra></extra>",
            )
        )
    key = [
        ("━", colours.muted, "the kernel at each γ"),
        ("╍", colours.family("distance"), "Euclidean relation"),
        *_variant_key([summary.variant for summary in told], colours, names, ": learned γ"),
    ]
    _framed(figure, colours, title, source, key, 340 if large else 270, large)
    low = min([SEARCH_GRID[0], *(summary.low for summary in told)])
    high = max([SEARCH_GRID[-1], *(summary.high for summary in told)])
    gamma_axis(figure, low / 1.2, high * 1.2)
    figure.update_yaxes(title="balanced accuracy", tickformat=".2f")
    return figure


def kernels(
    frame: pd.DataFrame,
    *,
    title: str,
    source: Sequence[str] = (),
    labels: Mapping[str, str],
    names: Mapping[str, str] = NAMES,
    dark: bool = False,
    large: bool = False,
) -> go.Figure:
    """Draw every kernel's balanced accuracy with learned widths, by variant, and with the width 1.

    `frame` is that of `frnn_core.studies.gamma_descent.kernel_frame`.
    """
    colours, size = palette(dark), text_size(large)
    figure = go.Figure()
    plain = frame["unfitted"].groupby(level="kernel", sort=False).first()
    rows = [labels[key] for key in plain.index]
    figure.add_trace(_dots(plain.tolist(), rows, "not learned: γ = 1", "diamond-open", colours.muted, size))
    for variant in frame.index.unique("variant"):
        values = frame["fitted"].xs(variant, level="variant").reindex(plain.index).tolist()
        colour = variant_colour(variant, colours)
        figure.add_trace(_dots(values, rows, names[variant], SYMBOLS[variant], colour, size))
    key = [
        ("◇", colours.muted, "not learned: γ = 1"),
        *_variant_key(frame.index.unique("variant"), colours, names, ": learned γ"),
    ]
    _framed(figure, colours, title, source, key, round(2.8 * size * len(rows)), large)
    figure.update_xaxes(title="balanced accuracy", tickformat=".2f", nticks=6)
    figure.update_yaxes(autorange="reversed", showgrid=True, tickfont={"size": size})
    return figure


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
