"""Kernels over γ as lines, named at their right ends, beside the level of a relation without γ."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.frame import framed, header, names_at_the_right, spread
from frnn_core.figures.k_gamma_grid import gamma_axis
from frnn_core.figures.look import Look
from frnn_core.figures.marks import MARKERS, plain_name
from frnn_core.studies.gamma_curve.curve import GammaCurve
from frnn_core.text import number

HEIGHT = 380
DASHES = ("dash", "solid")
"""Lines that lie on one another are both seen."""


def gamma_lines(
    curve: GammaCurve,
    *,
    ranks: bool = True,
    chosen: float | None = None,
    measure: str = "balanced accuracy",
    look: Look = Look(),
) -> go.Figure:
    """Draw mean ranks (1 = best, on top) or mean scores over γ on a log scale.

    All kernels are of one family, whose colour tells nothing here: each has a colour, a marker and a name of
    its own. The reference is a flat dotted line.

    Parameters
    ----------
    chosen
        The γ that a vertical rule marks.
    """
    values, level = curve.values(ranks=ranks)
    x = np.log10(values.index.to_numpy(dtype=float))
    size = look.size
    low, high = _ends(values, level)
    ends = {str(name): float(column.iloc[-1]) for name, column in values.items()} | {curve.reference: level}
    places, (low, high) = _places(list(ends.values()), 1.4 * size / HEIGHT, (low, high))
    reach = x[-1] + 0.04 * (x[-1] - x[0])
    figure = go.Figure()
    for place, name in enumerate(values):
        figure.add_trace(_line(values[name], x, place, ranks, measure, look))
    figure.add_trace(_reference(curve.reference, level, (x[0], x[-1]), ranks, look))
    for (name, end), at in zip(ends.items(), places, strict=True):
        figure.add_trace(_leader((x[-1], reach), (end, float(at)), _colour(name, values, look)))
    if chosen is not None and x[0] <= np.log10(chosen) <= x[-1]:
        figure.add_vline(x=np.log10(chosen), line={"color": look.colours.text, "width": 1, "dash": "dot"})
        figure.add_annotation(
            x=np.log10(chosen), y=1, yref="paper", yanchor="bottom", text=f"γ = {chosen:.6g}", showarrow=False
        )
    top = header(figure, look, *_title(curve, ranks, measure, look)) + round(1.6 * size)
    bottom = round(3.4 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    gamma_axis(figure, (float(x[0]) - 0.03, float(reach)))
    span = [high, low] if ranks else [low, high]
    figure.update_yaxes(range=span, fixedrange=True, nticks=6, tickformat=None if ranks else ".3f")
    _names(figure, dict(zip(ends, places.tolist(), strict=True)), span, values, look)
    return figure


def gamma_lines_text(
    curve: GammaCurve,
    *,
    ranks: bool = True,
    names: Mapping[str, str] | None = None,
) -> str:
    """The lines in two sentences: the best width, beside the reference, and for whom γ matters most."""
    values, level = curve.values(ranks=ranks)
    best = values.min() if ranks else values.max()
    first = str(best.idxmin() if ranks else best.idxmax())
    gamma = float(values[first].idxmin() if ranks else values[first].idxmax())
    told = (lambda value: f"{value:.1f}") if ranks else number
    ahead = (best < level) if ranks else (best > level)
    moved = (values.max() - values.min()).sort_values(ascending=False, kind="stable")
    what = "mean rank" if ranks else "mean"
    reference = plain_name(curve.reference, names)
    of = f" of {curve.ranked}" if ranks else ""
    some = {0: f"none of the {len(best)} kernels is", 1: f"1 of {len(best)} kernels is"}
    are = some.get(int(ahead.sum()), f"{int(ahead.sum())} of {len(best)} kernels are")
    sensitive = _inside(str(moved.index[0]), names)
    return (
        f"The best {what} of a kernel is {told(float(best[first]))}{of}, {_inside(first, names)} at "
        f"γ = {gamma:.6g}, against {told(level)} for {reference}; {are} ahead of "
        f"{reference} at its best γ. γ matters most for {sensitive}: its {what} moves by "
        f"{told(float(moved.iloc[0]))}."
    )


def _short(key: str, look: Look) -> str:
    """The name of a kernel without that word."""
    return look.label(key).removesuffix(" kernel").removesuffix(" quadratic")


def _inside(key: str, names: Mapping[str, str] | None) -> str:
    """The name of a kernel within a sentence: the circular kernel."""
    name = plain_name(key, names)
    return f"the {name if name.startswith('Gauss') else name[:1].lower() + name[1:]}"


def _title(curve: GammaCurve, ranks: bool, measure: str, look: Look) -> tuple[str, list[str]]:
    """The lines above the figure."""
    source = f"{look.source[:1].upper()}{look.source[1:]}." if look.source else ""
    if not ranks:
        return f"Mean {measure} over γ", [source] if source else []
    together = (
        f"{curve.ranked} settings ranked together on each data set: every kernel at every γ, and one without."
    )
    return "Mean rank over γ, 1 = best", [*([source] if source else []), together]


def _ends(values: pd.DataFrame, level: float) -> tuple[float, float]:
    low, high = min(float(values.min().min()), level), max(float(values.max().max()), level)
    edge = 0.06 * max(high - low, 1e-3)
    return low - edge, high + edge


def _places(
    ends: list[float], pitch: float, span: tuple[float, float]
) -> tuple[FloatArray, tuple[float, float]]:
    """Places of the names, a share of the axis apart, and the axis made longer until all are on it."""
    low, high = span
    for _ in range(50):
        half = pitch * (high - low) / 2
        placed = spread(ends, 2 * half)
        low, high = min(low, float(placed.min()) - half), max(high, float(placed.max()) + half)
    return placed, (low, high)


def _colour(name: str, values: pd.DataFrame, look: Look) -> str:
    """The colour of a kernel by its place; that of text for the reference."""
    colours = look.colours.classes
    return colours[list(values).index(name) % len(colours)] if name in values else look.colours.text


def _line(values: pd.Series, x: np.ndarray, place: int, ranks: bool, measure: str, look: Look) -> go.Scatter:
    colour = look.colours.classes[place % len(look.colours.classes)]
    told = "mean rank %{y:.1f}" if ranks else f"{measure} %{{y:.3f}}"
    name = str(values.name)
    return go.Scatter(
        x=x,
        y=values,
        mode="lines+markers",
        line={"color": colour, "width": 2, "dash": DASHES[place % len(DASHES)]},
        marker={"symbol": MARKERS[place % len(MARKERS)], "size": 0.55 * look.size, "color": colour},
        name=name,
        customdata=values.index.to_numpy(dtype=float),
        hovertemplate=f"<b>{look.full_name(name)}</b><br>γ = %{{customdata:.6~g}}<br>{told}<extra></extra>",
        showlegend=False,
        meta="line",
    )


def _reference(name: str, level: float, x: tuple[float, float], ranks: bool, look: Look) -> go.Scatter:
    """The level of a relation without γ."""
    told = f"mean rank {level:.1f}" if ranks else number(level)
    return go.Scatter(
        x=list(x),
        y=[level, level],
        mode="lines",
        line={"color": look.colours.text, "width": 2, "dash": "dot"},
        hovertemplate=f"<b>{look.full_name(name)}</b>, without γ<br>{told}<extra></extra>",
        showlegend=False,
        meta="reference",
    )


def _leader(x: tuple[float, float], y: tuple[float, float], colour: str) -> go.Scatter:
    """A thin line from the end of a line to its name."""
    line = {"color": colour, "width": 0.75}
    return go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", showlegend=False, meta="leader")


def _names(
    figure: go.Figure, places: Mapping[str, float], span: list[float], values: pd.DataFrame, look: Look
) -> None:
    """The names in the colours of their lines."""
    texts = [
        f'<span style="color:{_colour(name, values, look)}">{_short(name, look)}</span>' for name in places
    ]
    names_at_the_right(figure, list(places.values()), texts, span)
