"""One cell of the heatmap opened: the folds of one relation beside the best relation on that data set."""

from __future__ import annotations

import html
from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import framed, header, wrapped
from frnn_core.figures.look import Look
from frnn_core.figures.marks import plain_name
from frnn_core.figures.palette import transparent
from frnn_core.text import number

ROW = 64
LONGEST_LINE = 16  # letters of a name; it stands in a narrow column too


def fold_dots(
    folds: pd.DataFrame,
    *,
    measure: str = "balanced accuracy",
    look: Look = Look(),
) -> go.Figure:
    """Draw a dot for each fold and a stroke at the mean, one row a relation; equal folds are joined.

    Parameters
    ----------
    folds : folds x relations, NaN where a relation is undefined; the first relation is drawn on top
    """
    colours = look.colours
    names = (html.escape(look.name(relation), quote=False) for relation in folds.columns)
    labels = ["<br>".join(wrapped(name, LONGEST_LINE)) for name in names]
    places = np.arange(len(labels))[::-1]
    figure = go.Figure()
    for fold, scores in folds.iterrows():
        figure.add_trace(
            go.Scatter(
                x=scores.to_numpy(dtype=float),
                y=places,
                mode="lines+markers",
                line={"color": transparent(colours.muted, 0.35), "width": 1},
                marker={
                    "color": colours.primary,
                    "size": 9,
                    "line": {"color": colours.background, "width": 1},
                },
                hovertemplate=f"fold {fold}<br>%{{x:.3f}}<extra></extra>",
                showlegend=False,
            )
        )
    means = folds.mean(axis=0, skipna=False).to_numpy(dtype=float)
    figure.add_trace(
        go.Scatter(
            x=means,
            y=places,
            mode="markers+text",
            marker={"symbol": "line-ns-open", "size": 28, "color": colours.text, "line": {"width": 2}},
            text=["" if np.isnan(mean) else number(float(mean)) for mean in means],
            textposition="top center",
            textfont={"color": colours.text},
            hovertemplate="mean %{x:.3f}<extra></extra>",
            showlegend=False,
        )
    )
    told = f"Dot: a fold; stroke: mean of {len(folds)} folds."
    top = header(figure, look, f"{measure[:1].upper()}{measure[1:]}, fold by fold", [*look.sources, told])
    bottom = round(3.4 * look.size)
    framed(figure, look, top + ROW * len(labels) + bottom, top, bottom)
    figure.update_xaxes(title=measure, fixedrange=True)
    figure.update_yaxes(
        tickvals=places,
        ticktext=labels,
        range=[-0.6, len(labels) - 0.2],
        showgrid=False,
        title=None,
        fixedrange=True,
    )
    return figure


def fold_dots_text(folds: pd.DataFrame, names: Mapping[str, str] | None = None) -> str:
    """The same in a sentence: on how many folds the first relation is ahead, level, behind."""
    first, second = folds.columns[:2]
    differences = (folds[first] - folds[second]).round(12)
    ahead, level, behind = ((differences > 0).sum(), (differences == 0).sum(), (differences < 0).sum())
    one, other = (plain_name(name, names) for name in (first, second))
    return (
        f"Against {other}, {one} is ahead on {ahead}, level on {level} and behind on {behind} "
        f"of {len(folds)} folds."
    )
