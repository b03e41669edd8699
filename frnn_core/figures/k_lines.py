"""How a relation fares as k grows: one line a relation, named at its right end."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import family_key, framed, header, names_at_the_right, spread
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label, plain_name
from frnn_core.figures.strokes import Stroke, strokes
from frnn_core.text import number

HEIGHT = 360
MARKED_UP_TO = 8  # relations; with more, a line has a marker at every fifth k only


def lines_over_k(
    values: pd.DataFrame,
    *,
    ranks: bool = True,
    chosen: int | None = None,
    measure: str = "balanced accuracy",
    look: Look = Look(),
) -> go.Figure:
    """Draw mean ranks (1 = best, on top) or mean scores over k.

    Parameters
    ----------
    values
        k (the index) x relations; NaN where there is none.
    ranks
        Whether the values are mean ranks; otherwise they are scores, the best on top too.
    chosen
        The k that a vertical rule marks.
    """
    size, source = look.size, look.source
    values = values.dropna(axis=1, how="all").sort_index()
    ks = [int(k) for k in values.index]
    pitch = 1.35 * size
    height = max(HEIGHT * size / 13, pitch * (values.shape[1] + 1))
    labels, (low, high) = _labels(values, pitch, height)
    reach = ks[-1] + 0.05 * max(ks[-1] - ks[0], 1)
    told = "mean rank %{y:.2f}" if ranks else f"{measure} %{{y:.3f}}"
    figure, drawn = go.Figure(), strokes(map(str, values), look)
    every = 1 if values.shape[1] <= MARKED_UP_TO else 5
    for place, (name, stroke) in enumerate(drawn.items()):
        figure.add_trace(_line(values[name], told, stroke, (every, place), look))
        figure.add_trace(_leader(values[name], (reach, labels[name]), stroke, look))
    if chosen is not None:
        _rule(figure, chosen, look)
    title = "Mean rank over k, 1 = best" if ranks else f"{measure[:1].upper()}{measure[1:]} over k"
    line = f"{source[:1].upper()}{source[1:]}." if source else "Means over the same data sets for every k."
    top = header(figure, look, title, [line], key=family_key(look, values)) + round(1.6 * size)
    bottom = round(3.2 * size)
    framed(figure, look, top + height + bottom, top, bottom)
    figure.update_xaxes(
        title_text="k, number of neighbours",
        range=[ks[0] - 0.4, reach],
        tickvals=[k for k in ks if k in (1, 3, 5, 10, 15, 20)] or ks,
        tickangle=0,
        showgrid=False,
        fixedrange=True,
        automargin=False,
    )
    ends = [high, low] if ranks else [low, high]
    figure.update_yaxes(range=ends, fixedrange=True, nticks=6, tickformat=None if ranks else ".3f")
    _names(figure, labels, drawn, ends, look)
    return figure


def lines_over_k_text(
    values: pd.DataFrame, *, ranks: bool = True, names: Mapping[str, str] | None = None
) -> str:
    """The lines in one sentence: who leads at the smallest and the largest k, and for how many k."""
    table = values.dropna(axis=1, how="all").dropna().sort_index()
    if table.empty:
        return "There is no k for which every relation has a value."
    leaders = table.idxmin(axis=1) if ranks else table.idxmax(axis=1)
    most = leaders.value_counts().idxmax()
    share = int((leaders == most).sum())
    (first, last) = (int(table.index[0]), int(table.index[-1]))

    def told(k: int) -> str:
        value = float(table.loc[k, leaders[k]])
        return f"{plain_name(leaders[k], names)} at k = {k} ({f'{value:.2f}' if ranks else number(value)})"

    return (
        f"{plain_name(most, names)} has the best {'mean rank' if ranks else 'mean'} for {share} of "
        f"{len(table)} values of k; the best are {told(first)} and {told(last)}."
    )


def _line(values: pd.Series, told: str, stroke: Stroke, marked: tuple[int, int], look: Look) -> go.Scatter:
    """The line of a relation; `marked` says that every which value has a marker, and from which on."""
    name, (every, first) = str(values.name), marked
    mark = stroke.marker(0.6 * look.size)
    shown = [float((place - first) % every == 0) for place in range(len(values))]
    return go.Scatter(
        x=[int(k) for k in values.index],
        y=values,
        mode="lines+markers",
        connectgaps=True,
        line={"color": stroke.colour, "width": 1.75, "dash": stroke.dash},
        marker={**mark, "opacity": 1 if every == 1 else shown},
        name=name,
        hovertemplate=f"<b>{look.full_name(name)}</b><br>k = %{{x}}<br>{told}<extra></extra>",
        showlegend=False,
        meta="line",
    )


def _leader(values: pd.Series, label: tuple[float, float], stroke: Stroke, look: Look) -> go.Scatter:
    """A thin line, dashed like the relation's, from its last value to the place of the label."""
    return go.Scatter(
        x=[int(values.last_valid_index()), label[0]],
        y=[float(values.dropna().iloc[-1]), label[1]],
        mode="lines+markers",
        line={"color": stroke.colour, "width": 1, "dash": stroke.dash},
        marker={**stroke.marker(0.6 * look.size), "opacity": [1, 0]},
        hoverinfo="skip",
        showlegend=False,
        meta="leader",
    )


def _rule(figure: go.Figure, k: int, look: Look) -> None:
    """A vertical rule at the chosen k."""
    figure.add_vline(x=k, line={"color": look.colours.text, "width": 1, "dash": "dot"}, layer="below")
    figure.add_annotation(x=k, y=1, yref="paper", yanchor="bottom", text=f"k = {k}", showarrow=False)


def _names(
    figure: go.Figure,
    labels: Mapping[str, float],
    drawn: Mapping[str, Stroke],
    ends: list[float],
    look: Look,
) -> None:
    """The names with their marks."""
    names = look.names if len(labels) <= MARKED_UP_TO else None
    words = [f"{drawn[name].glyph(look.family(name))} {label(name, names, limit=16)}" for name in labels]
    names_at_the_right(figure, list(labels.values()), words, ends)


def _labels(
    values: pd.DataFrame, pitch: float, height: float
) -> tuple[dict[str, float], tuple[float, float]]:
    """Places of the labels, `pitch` pixels apart on an axis of `height` pixels, and the range of the axis."""
    ends = {str(name): float(column.dropna().iloc[-1]) for name, column in values.items()}
    low, high = float(values.min().min()), float(values.max().max())
    edge = 0.05 * max(high - low, 1e-3)
    start, stop = low - edge, high + edge
    for _ in range(50):
        placed = spread(list(ends.values()), pitch * (stop - start) / height)
        wanted = min(low, placed.min()) - edge, max(high, placed.max()) + edge
        if wanted[1] - wanted[0] <= (stop - start) * (1 + 1e-9):
            break
        start, stop = wanted
    return dict(zip(ends, placed.tolist(), strict=True)), (start, stop)
