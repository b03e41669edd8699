"""How much each feature counts: a bar for the mean over the folds, a dot for each fold."""

from __future__ import annotations

import html

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import blend, transparent
from frnn_core.studies.learned.feature_weights import EVERY, FeatureWeights
from frnn_core.text import counted, number

MOST, MOST_OF_SEVERAL = 20, 12
LONGEST_NAME = 22
SMALL = 0.1


def most_shown(told: FeatureWeights) -> int:
    """How many features are drawn: fewer where several groups stand beside each other."""
    return min(len(told.features), MOST if len(told.groups) == 1 else MOST_OF_SEVERAL)


def weight_bars(told: FeatureWeights, group: int = 0, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw the weights of one group, the features in the order of all groups, the largest alone."""
    colours, size = look.colours, look.size
    kept = told.order[: most_shown(told)]
    names = [told.features[place] for place in kept]
    places, means = np.arange(len(kept)), told.means[group, kept]
    figure = go.Figure(
        go.Bar(
            x=means,
            y=places,
            orientation="h",
            marker={"color": blend(colours.family("learned"), colours.background, 0.25)},
            hovertemplate=[_hover(told, group, int(place)) for place in kept],
            showlegend=False,
            meta="means",
        )
    )
    if len(told.folds) > 1:
        figure.add_trace(_dots(told.values[:, group, kept], told, names, look))
    figure.add_vline(1, line={"color": colours.text, "width": 1.25, "dash": "dash"}, layer="above")
    top = header(figure, look, title, look.sources) + EDGE
    bottom = round(3.2 * size)
    pitch = 1.55 * size
    framed(figure, look, top + pitch * len(kept) + bottom, top, bottom)
    figure.update_xaxes(
        title_text="weight; dashed: Manhattan's"
        if len(told.groups) > 1
        else "weight; dashed: 1, as in Manhattan",
        range=[0, 1.04 * max(told.highest, 1.0)],
        nticks=6,
        fixedrange=True,
    )
    figure.update_yaxes(
        tickvals=places,
        ticktext=[label(name, limit=LONGEST_NAME) for name in names],
        range=[len(kept) - 0.5, -0.5],
        showgrid=False,
        ticks="",
        ticklabelstandoff=4,
        fixedrange=True,
    )
    figure.update_layout(bargap=0.3, margin={"r": 2 * EDGE})
    return figure


def weight_bars_text(told: FeatureWeights, group: int = 0) -> str:
    """The bars in a sentence: which feature counts most, how far the folds agree, how many hardly count."""
    means = told.means[group]
    first = int(means.argmax())
    folds = told.values[:, group, first]
    ends = f"{number(float(np.nanmin(folds)), 2)} to {number(float(np.nanmax(folds)), 2)}"
    over = f", {ends} on the {counted(len(folds), 'fold')}" if len(folds) > 1 else ""
    alone = told.groups[group] == EVERY
    of, mean = ("", "weight") if alone else (f"For {told.groups[group]}, ", "of all weights")
    small = int((means < SMALL).sum())
    rest = f"; {small} of {len(means)} count less than {number(SMALL, 1)}" if small else ""
    feature = told.features[first]
    return f"{of}{feature} counts most: {number(float(means[first]), 2)} times the mean {mean}{over}{rest}."


def _hover(told: FeatureWeights, group: int, feature: int) -> str:
    values = told.values[:, group, feature]
    name = html.escape(told.features[feature], quote=False)
    low, high = (number(float(end), 2) for end in (np.nanmin(values), np.nanmax(values)))
    folds = f"<br>{low} to {high} on {counted(len(values), 'fold')}" if len(values) > 1 else ""
    return f"<b>{name}</b><br>weight {number(float(told.means[group, feature]), 2)}{folds}<extra></extra>"


def _dots(values: FloatArray, told: FeatureWeights, names: list[str], look: Look) -> go.Scatter:
    """A dot for each fold and feature."""
    folds = np.repeat(told.folds, values.shape[1])
    return go.Scatter(
        x=values.ravel(),
        y=np.tile(np.arange(values.shape[1]), len(values)),
        mode="markers",
        marker={
            "size": 0.35 * look.size,
            "color": transparent(look.colours.text, 0.6),
            "line": {"width": 0},
        },
        hovertemplate=[
            f"{html.escape(name, quote=False)}<br>fold {fold}: %{{x:.2f}}<extra></extra>"
            for fold, name in zip(folds, names * len(values), strict=True)
        ],
        showlegend=False,
        meta="folds",
    )
