"""How similarity falls with distance: the links of several relations in one chart."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from frnn_core.figures.frame import framed, header, spread
from frnn_core.figures.look import Look
from frnn_core.figures.marks import plain_name
from frnn_core.figures.strokes import Stroke, strokes
from frnn_core.studies.relations.link_curve import LinkCurve
from frnn_core.text import listed, number

HEIGHT, WITH_SLOPES = 260, 400
LONGEST = 18
SHARE = 0.6
"""Of the height for the similarities, where slopes are below them."""


def link_curves(
    curves: Mapping[str, LinkCurve],
    *,
    slopes: bool = False,
    look: Look = Look(),
) -> go.Figure:
    """Draw R against d for each relation up to the largest distance in the data; below, dR/dd of kernels.

    Each metric has a scale of its own, so d is drawn as a share of its largest; the hover has d itself.
    """
    colours, size = look.colours, look.size
    below = slopes and any(curve.slopes is not None for curve in curves.values())
    figure = make_subplots(
        rows=2 if below else 1,
        cols=1,
        shared_xaxes=True,
        row_heights=[SHARE, 1 - SHARE] if below else None,
        vertical_spacing=0.08,
    )
    drawn = strokes(curves, look)
    for key, curve in curves.items():
        name = look.name(key)
        line = {"color": drawn[key].colour, "width": 2, "dash": drawn[key].dash}
        figure.add_trace(_line(curve, line, f"<b>{name}</b><br>similarity %{{y:.3f}}", "link"), row=1, col=1)
        if below and curve.slopes is not None:
            trace = _line(curve, line, f"<b>{name}</b><br>slope %{{y:.3f}}", "slope")
            figure.add_trace(trace.update(y=curve.slopes), row=2, col=1)
    height = (WITH_SLOPES if below else HEIGHT) * size / 13
    top = header(figure, look, "Similarity against distance", look.sources)
    bottom = round(3.2 * size)
    framed(figure, look, height, top, bottom)
    plot = (height - top - bottom) * (SHARE * 0.92 if below else 1)
    low = min(0.0, *(float(curve.similarities.min()) for curve in curves.values()))
    places = _ends(figure, curves, drawn, 1.35 * size * (1.2 - low) / plot, look)
    longest = max(len(look.label(key, limit=LONGEST)) for key in curves)
    figure.update_layout(margin={"l": round(4.2 * size), "r": round(0.52 * size * longest + 2.2 * size)})
    figure.update_xaxes(
        range=[0, 1], fixedrange=True, automargin=False, tickformat=".0%", tickangle=0, dtick=0.5
    )
    figure.update_xaxes(title_text="distance, share of the largest in the data", row=2 if below else 1, col=1)
    figure.update_yaxes(fixedrange=True, automargin=False)
    figure.update_yaxes(title_text="similarity R", range=[min(low, *places) - 0.08, 1.05], row=1, col=1)
    if below:
        figure.update_yaxes(title_text="slope dR/dd", nticks=4, row=2, col=1)
    if low < 0:
        figure.add_hline(y=0, line={"color": colours.muted, "width": 1, "dash": "dot"}, row=1, col=1)
    return figure


def _line(curve: LinkCurve, line: Mapping[str, object], told: str, meta: str) -> go.Scatter:
    return go.Scatter(
        x=curve.distances / (curve.distances[-1] or 1.0),
        y=curve.similarities,
        customdata=curve.distances,
        mode="lines",
        line=line,
        hovertemplate=f"{told}<br>at distance %{{customdata:.3f}}<extra></extra>",
        showlegend=False,
        meta=meta,
    )


def _ends(
    figure: go.Figure,
    curves: Mapping[str, LinkCurve],
    drawn: Mapping[str, Stroke],
    gap: float,
    look: Look,
) -> list[float]:
    """A marker and the name where each curve ends, names kept apart; give the heights of the names."""
    places = spread([float(curve.similarities[-1]) for curve in curves.values()], gap)
    for (key, curve), place in zip(curves.items(), places, strict=True):
        end = float(curve.similarities[-1])
        figure.add_trace(
            go.Scatter(
                x=[1],
                y=[end],
                mode="markers",
                marker=drawn[key].marker(0.6 * look.size),
                cliponaxis=False,
                hoverinfo="skip",
                showlegend=False,
                meta="end",
            ),
            row=1,
            col=1,
        )
        figure.add_annotation(
            x=1,
            y=float(place),
            text=f"{drawn[key].glyph(look.family(key))} {look.label(key, limit=LONGEST)}",
            showarrow=False,
            xanchor="left",
            xshift=0.6 * look.size,
            font={"size": look.size - 1, "color": look.colours.text},
            row=1,
            col=1,
        )
    return [float(place) for place in places]


def link_curves_text(curves: Mapping[str, LinkCurve], names: Mapping[str, str] | None = None) -> str:
    """The curves in a sentence: the similarity that is left at each relation's largest distance."""
    parts = [
        f"{plain_name(key, names)} {number(float(curve.similarities[-1]))} (d = "
        f"{number(float(curve.distances[-1]), 2)})"
        for key, curve in curves.items()
    ]
    return f"Similarity left at the largest distance in the data: {listed(parts)}."
