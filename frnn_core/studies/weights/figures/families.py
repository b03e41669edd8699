"""All families of weights drawn together with the learned ones: a line each, named at its start."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.engine.owa import WEIGHTS
from frnn_core.figures.frame import EDGE, framed, header, spread
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.studies.weights.runs import Learning, half_weight

HEIGHT = 330
LOWEST, HIGHEST = 0.001, 1.3
TICKS = (0.001, 0.01, 0.1, 1.0)
DASHES = ("solid", "dot", "dashdot")
LEARNED = ("learned inside", "learned outside")


def family_weights(k: int, n_features: int, learning: Learning | None = None) -> pd.DataFrame:
    """The weights of k neighbours in every family that learns nothing; then those that were learned.

    Parameters
    ----------
    learning : one set of weights for all classes
    """
    told = {key: family.family(n_features)(k) for key, family in WEIGHTS.items() if not family.learns}
    if learning is not None:
        told |= {key: learning.weights(side)[-1, 0] for side, key in enumerate(LEARNED)}
    count = min(len(weights) for weights in told.values())
    shown = {key: weights[:count] for key, weights in told.items()}
    return pd.DataFrame(shown, index=pd.RangeIndex(1, count + 1, name="neighbour"))


def families(weights: pd.DataFrame, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw the frame of `family_weights` on a log scale; weights of 0 leave the figure at its foot."""
    size = look.size
    height = HEIGHT * size / 13
    firsts = np.log10(weights.iloc[0].clip(LOWEST).to_numpy(dtype=float))
    low, high = np.log10(LOWEST), np.log10(HIGHEST)
    places = spread(firsts, 1.35 * size * (high - low) / height)
    places = places - max(0.0, float(places.max()) - high + 0.02)
    k = len(weights)
    reach = 1 - 0.06 * max(k - 1, 1)
    figure = go.Figure()
    for i, key in enumerate(weights):
        style = _style(str(key), i, look)
        figure.add_trace(_line(weights[key], style, look))
        figure.add_trace(_leader(float(firsts[i]), float(places[i]), reach, style))
    top = header(figure, look, title, look.sources) + EDGE
    bottom = round(3.2 * size)
    framed(figure, look, top + height + bottom, top, bottom)
    figure.update_xaxes(
        title_text="neighbour, nearest first",
        range=[reach, k + 0.03 * k],
        tickvals=[tick for tick in (1, 5, 10, 15, 20) if tick <= k],
        showgrid=False,
        fixedrange=True,
    )
    _vertical(figure, list(map(str, weights)), places, look)
    return figure


def families_text(weights: pd.DataFrame, look: Look = Look()) -> str:
    """How many neighbours carry half of the weight in each family."""
    halves = half_weight(weights.to_numpy(dtype=float).T)
    told = "; ".join(
        f"{family_name(str(key), look)}: {half}" for key, half in zip(weights, halves.tolist(), strict=True)
    )
    return f"Of {len(weights)} neighbours, so many of the nearest carry half of the weight. {told}."


def family_name(key: str, look: Look = Look()) -> str:
    """What a line is called."""
    return look.name(key) if key in look.names or key not in WEIGHTS else WEIGHTS[key].label


def _style(key: str, place: int, look: Look) -> dict[str, Any]:
    """Colour, width and dash; the paper's weights in ink, the learned ones bold in the product's colour."""
    colours = look.colours
    if key in LEARNED:
        return {"color": colours.primary, "width": 4, "dash": "solid" if key == LEARNED[0] else "dash"}
    if WEIGHTS[key].paper:
        return {"color": colours.text, "width": 2.5, "dash": "solid"}
    inks = (*colours.classes, colours.muted)
    return {
        "color": inks[place % len(inks)],
        "width": 1.75,
        "dash": DASHES[place // (len(inks) + 1) % len(DASHES)],
    }


def _line(weights: pd.Series, style: dict[str, Any], look: Look) -> go.Scatter:
    name = label(family_name(str(weights.name), look))
    return go.Scatter(
        x=list(weights.index),
        y=np.maximum(weights.to_numpy(dtype=float), LOWEST / 1000),
        mode="lines+markers",
        line=style,
        marker={"size": 1.5 * style["width"] + 2, "color": style["color"]},
        customdata=weights.to_numpy(dtype=float),
        hovertemplate=f"<b>{name}</b><br>neighbour %{{x}}: %{{customdata:.4f}}<extra></extra>",
        showlegend=False,
        meta=str(weights.name),
    )


def _leader(first: float, place: float, reach: float, style: dict[str, Any]) -> go.Scatter:
    """A thin line from the name to the weight of the nearest neighbour."""
    return go.Scatter(
        x=[reach, 1],
        y=[10**place, 10**first],
        mode="lines",
        line={"color": style["color"], "width": 0.75},
        hoverinfo="skip",
        showlegend=False,
        meta="leader",
    )


def _vertical(figure: go.Figure, keys: list[str], places: Any, look: Look) -> None:
    """Numbers at the right, names at the left, in the colours of their lines."""
    ends = [np.log10(LOWEST), np.log10(HIGHEST)]
    names = [_written(key, _style(key, i, look)["color"], look) for i, key in enumerate(keys)]
    figure.add_trace(go.Scatter(x=[None], y=[None], yaxis="y2", hoverinfo="skip", showlegend=False))
    figure.update_yaxes(
        type="log",
        range=ends,
        side="right",
        title_text="weight, log scale",
        tickvals=list(TICKS),
        ticktext=[f"{tick:g}".removeprefix("0") for tick in TICKS],
        fixedrange=True,
    )
    figure.update_layout(
        yaxis2={
            "overlaying": "y",
            "side": "left",
            "type": "log",
            "range": ends,
            "tickvals": [10**place for place in places],
            "ticktext": names,
            "showgrid": False,
            "ticks": "",
            "automargin": True,
            "fixedrange": True,
            "title": None,
        },
        margin={"l": EDGE, "r": EDGE},
    )


def _written(key: str, colour: str, look: Look) -> str:
    name = label(family_name(key, look))
    return f'<span style="color:{colour}">{f"<b>{name}</b>" if key in LEARNED else name}</span>'
