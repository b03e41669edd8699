"""What COMBO saw on each fold: the inner score of every candidate, the chosen one ringed."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import full_name, label, plain_name
from frnn_core.figures.palette import blend, colour_at, ink_on, steps
from frnn_core.studies.learned.combo_regret import Choices
from frnn_core.text import counted, listed, number


def inner_scores(
    told: Choices,
    *,
    title: str,
    look: Look = Look(),
) -> go.Figure:
    """Draw folds x candidates; a stroke marks a candidate that is undefined on an inner fold."""
    colours, size = look.colours, look.size
    values = told.inner.to_numpy(dtype=float)
    low, high = _ends(values)
    inks = [
        [ink_on(colour_at(colours.sequential, (v - low) / (high - low))) for v in np.nan_to_num(row, nan=low)]
        for row in values
    ]
    pitch = 2.1 * size
    figure = go.Figure(
        go.Heatmap(
            z=values,
            zmin=low,
            zmax=high,
            colorscale=steps(colours.sequential),
            xgap=1,
            ygap=1,
            showscale=False,
            hovertext=_hovers(told, look),
            hovertemplate="%{hovertext}<extra></extra>",
            hoverongaps=False,
            meta="inner scores",
        )
    )
    figure.add_traces([_texts(told, values, inks), *_frames(told, inks, pitch)])
    if np.isnan(values).any():
        figure.add_traces(_blanks(values, told, pitch, look))
    marks = f"Framed: chosen. {'Lighter' if look.dark else 'Darker'} is higher."
    top = header(figure, look, title, [*look.sources, marks]) + EDGE
    top += round(1.6 * size)
    framed(figure, look, top + pitch * len(values) + EDGE, top, EDGE)
    common = {"showgrid": False, "showline": False, "fixedrange": True, "tickmode": "array", "ticks": ""}
    columns = list(told.inner.columns)
    figure.update_xaxes(
        side="top",
        tickvals=list(range(len(columns))),
        ticktext=[label(key) for key in columns],
        tickangle=0,
        range=[-0.5, len(columns) - 0.5],
        automargin=False,
        **common,
    )
    figure.update_yaxes(
        tickvals=list(range(len(values))),
        ticktext=[f"fold {fold}" for fold in told.inner.index],
        range=[len(values) - 0.5, -0.5],
        **common,
    )
    return figure


def inner_scores_text(told: Choices, names: Mapping[str, str] | None = None) -> str:
    """The heatmap in a sentence."""
    return f"COMBO chose {chosen_words(told.counts, names)}."


def chosen_words(counts: pd.Series, names: Mapping[str, str] | None = None) -> str:
    """What was chosen how often: Cosine on 7 and Manhattan on 3 of 10 folds."""
    chosen = counts[counts > 0]
    if chosen.empty:
        return "nothing, since every candidate is undefined on an inner fold"
    parts = [f"{plain_name(str(key), names)} on {count}" for key, count in chosen.items()]
    return f"{listed(parts)} of {counted(int(chosen.sum()), 'fold')}"


def _ends(values: FloatArray) -> tuple[float, float]:
    """The ends of the colour scale, in steps of .05."""
    low, high = np.floor(20 * np.nanmin(values)) / 20, np.ceil(20 * np.nanmax(values)) / 20
    return float(low), float(max(high, low + 0.05))


def _hovers(told: Choices, look: Look) -> list[list[str]]:
    rows = []
    for fold, inner in told.inner.iterrows():
        rows.append(
            [
                f"<b>{look.full_name(key)}</b>, fold {fold}<br>inner score {number(value)}<br>"
                f"on the test rows {number(float(told.tested.loc[fold, key]))}"
                + ("<br>chosen" if told.chosen[fold] == key else "")
                for key, value in inner.items()
            ]
        )
    return rows


def _texts(told: Choices, values: FloatArray, inks: list[list[str]]) -> go.Scatter:
    rows, columns = np.nonzero(~np.isnan(values))
    keys = list(told.inner.columns)
    chosen = [told.chosen.iloc[i] == keys[j] for i, j in zip(rows, columns, strict=True)]
    words = [number(values[i, j]) for i, j in zip(rows, columns, strict=True)]
    return go.Scatter(
        x=columns,
        y=rows,
        mode="text",
        text=[f"<b>{word}</b>" if bold else word for word, bold in zip(words, chosen, strict=True)],
        textfont={"color": [inks[i][j] for i, j in zip(rows, columns, strict=True)]},
        hoverinfo="skip",
        showlegend=False,
        meta="texts",
    )


def _frames(told: Choices, inks: list[list[str]], pitch: float) -> list[go.Scatter]:
    """A frame inside each chosen cell; one trace for each colour of ink."""
    keys = list(told.inner.columns)
    across, up = 0.46, 0.5 - 2.5 / pitch
    paths: dict[str, tuple[list[float | None], list[float | None]]] = {}
    for row, key in enumerate(told.chosen):
        if key is None:
            continue
        column = keys.index(key)
        x, y = paths.setdefault(inks[row][column], ([], []))
        x += [*(column + side * across for side in (-1, 1, 1, -1, -1)), None]
        y += [*(row + side * up for side in (-1, -1, 1, 1, -1)), None]
    return [
        go.Scatter(
            x=x,
            y=y,
            mode="lines",
            line={"color": ink, "width": 2},
            hoverinfo="skip",
            showlegend=False,
            meta="chosen",
        )
        for ink, (x, y) in paths.items()
    ]


def _blanks(values: FloatArray, told: Choices, pitch: float, look: Look) -> list[go.Heatmap | go.Scatter]:
    """Grey cells with a stroke and the reason on hover."""
    rows, columns = np.nonzero(np.isnan(values))
    colours = look.colours
    grey = blend(colours.border, colours.muted, 0.25)
    keys = list(told.inner.columns)
    return [
        go.Heatmap(
            z=np.where(np.isnan(values), 0.0, np.nan),
            colorscale=[[0, grey], [1, grey]],
            xgap=1,
            ygap=1,
            showscale=False,
            hoverinfo="skip",
            meta="undefined, fill",
        ),
        go.Scatter(
            x=columns,
            y=rows,
            mode="markers",
            marker={
                "symbol": "line-ne-open",
                "size": 0.6 * pitch,
                "color": colours.text,
                "line": {"width": 1.5, "color": colours.text},
            },
            hovertext=[
                f"{look.full_name(keys[j])}: {full_name(told.reasons[i].get(keys[j], 'undefined'))}"
                for i, j in zip(rows, columns, strict=True)
            ],
            hovertemplate="%{hovertext}<extra></extra>",
            showlegend=False,
            meta="undefined",
        ),
    ]
