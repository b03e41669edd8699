"""The matrix behind a learned distance, centred on 0."""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.frame import EDGE, framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import colour_at, ink_on, steps

MOST = 20
TEXT_UP_TO = 8


def leading(matrix: FloatArray, most: int = MOST) -> IntArray:
    """The features with the largest entries on the diagonal, in their own order."""
    return np.sort(np.argsort(-np.diagonal(matrix), kind="stable")[:most])


def learned_matrix(
    matrix: FloatArray,
    features: Sequence[str],
    *,
    title: str,
    look: Look = Look(),
) -> go.Figure:
    """Draw M of d² = (q - y)ᵀ M (q - y), blue above 0 and brown below; at most 20 features."""
    colours, size = look.colours, look.size
    kept = leading(matrix)
    values, names = matrix[np.ix_(kept, kept)], [features[place] for place in kept]
    reach = float(np.abs(matrix).max()) or 1.0
    figure = go.Figure(
        go.Heatmap(
            z=values,
            zmin=-reach,
            zmax=reach,
            colorscale=steps(colours.diverging),
            xgap=1,
            ygap=1,
            hovertext=[[f"{html.escape(a)} × {html.escape(b)}" for b in names] for a in names],
            hovertemplate="%{hovertext}<br>%{z:,.3~r}<extra></extra>",
            colorbar={"thickness": 0.8 * size, "outlinewidth": 0, "ticks": "", "nticks": 5, "len": 1},
            meta="matrix",
        )
    )
    if len(kept) <= TEXT_UP_TO:
        rows, columns = np.indices(values.shape).reshape(2, -1)
        shares = (values.ravel() / reach + 1) / 2
        figure.add_trace(
            go.Scatter(
                x=columns,
                y=rows,
                mode="text",
                text=[minus(value) for value in values.ravel()],
                textfont={"color": [ink_on(colour_at(colours.diverging, share)) for share in shares]},
                hoverinfo="skip",
                showlegend=False,
                meta="texts",
            )
        )
    top = header(figure, look, title, look.sources) + EDGE
    heads = [label(name, limit=14) for name in names]
    pitch = max(1.5 * size, 300 / len(kept))
    bottom = round(1.8 * size)
    framed(figure, look, top + pitch * len(kept) + bottom, top, bottom)
    common = {"showgrid": False, "showline": False, "fixedrange": True, "tickmode": "array", "ticks": ""}
    places = list(range(len(kept)))
    figure.update_xaxes(
        tickvals=places,
        ticktext=heads,
        autotickangles=[0, -45, -90],
        ticklabeloverflow="allow",
        automargin=True,
        **common,
    )
    figure.update_yaxes(tickvals=places, ticktext=heads, range=[len(kept) - 0.5, -0.5], **common)
    return figure


def minus(value: float) -> str:
    """A number in three digits, or whole if it is large, with a true minus sign."""
    text = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return text.replace("-", "−")


def learned_matrix_text(matrix: FloatArray, features: Sequence[str]) -> str:
    """The matrix in a sentence: which feature counts most by itself, and which two go together most."""
    diagonal = np.diagonal(matrix)
    first = int(diagonal.argmax())
    text = f"By itself, a difference in {features[first]} counts most ({minus(diagonal[first])})"
    if len(matrix) == 1:
        return f"{text}."
    upper = np.triu(matrix, 1)
    row, column = (int(place) for place in np.unravel_index(np.abs(upper).argmax(), upper.shape))
    value = upper[row, column]
    if value == 0:
        return f"{text}; no two features work together."
    effect = "add up" if value > 0 else "cancel"
    return (
        f"{text}. The strongest pair is {features[row]} with {features[column]} ({minus(value)}): "
        f"differences of the same sign in both {effect}."
    )
