"""What a class calls similar to its point: ellipses of equal similarity, and the other class's point."""

from __future__ import annotations

import plotly.graph_objects as go

from frnn_core.figures.frame import header, styled
from frnn_core.figures.look import Look
from frnn_core.figures.marks import MARKERS
from frnn_core.figures.palette import transparent
from frnn_core.studies.relations.class_pair import POINTS, ClassPair
from frnn_core.studies.relations.similarity_field import LEVELS
from frnn_core.text import number

HEIGHT = 340
REACH = 1.0
NAMES = ("u", "v")


def class_ellipses(pair: ClassPair, code: int, *, look: Look = Look()) -> go.Figure:
    """Draw the ellipses of one class around its own point, with the other point and its similarity."""
    size = look.size
    own, other = code, 1 - code
    value = pair.first if code == 0 else pair.second
    figure = go.Figure()
    _rings(figure, pair, code, look)
    _points(figure, own, other, look)
    first, second = NAMES[own], NAMES[other]
    title = f"Seen from {first}, by class {code}: R({first}, {second}) = {number(value)}"
    top_space = header(figure, look, title)
    styled(figure, look, round(1.2 * HEIGHT) if look.large else HEIGHT)
    figure.update_layout(
        margin={"t": top_space, "b": round(2.9 * size), "l": round(3.6 * size), "r": 8},
        showlegend=False,
        hovermode="closest",
    )
    middle = (POINTS[0] + POINTS[1]) / 2
    axis = {"constrain": "domain", "fixedrange": True, "automargin": False, "nticks": 5, "title_standoff": 4}
    figure.update_xaxes(**axis, range=[middle[0] - REACH, middle[0] + REACH], title_text="a1")
    figure.update_yaxes(
        **axis, range=[middle[1] - REACH, middle[1] + REACH], title_text="a2", scaleanchor="x"
    )
    return figure


def class_ellipses_text(pair: ClassPair, code: int) -> str:
    """One picture in a sentence."""
    first, second = NAMES if code == 0 else NAMES[::-1]
    value = pair.first if code == 0 else pair.second
    return (
        f"Ellipses of equal similarity to {first} by the covariance of class {code}; {second} is "
        f"{number(value)} similar."
    )


def _rings(figure: go.Figure, pair: ClassPair, code: int, look: Look) -> None:
    """The ellipses, the most similar strongest, each with its similarity on top."""
    colour = look.colours.classes[code]
    for place, level in enumerate(sorted(LEVELS)):
        ring = pair.ellipse(code, level)
        figure.add_trace(
            go.Scatter(
                x=ring[:, 0],
                y=ring[:, 1],
                mode="lines",
                fill="toself",
                fillcolor=transparent(colour, 0.08 + 0.07 * place),
                line={"color": colour, "width": 1.25},
                hoverinfo="skip",
                meta=f"ellipse {level:g}",
            )
        )
        top = ring[ring[:, 1].argmax()]
        figure.add_annotation(
            x=top[0],
            y=top[1],
            text=number(level, 1),
            showarrow=False,
            yanchor="bottom",
            font_size=look.size - 2,
        )


def _points(figure: go.Figure, own: int, other: int, look: Look) -> None:
    """Both points, joined and named."""
    colours = look.colours
    ends = [POINTS[own], POINTS[other]]
    figure.add_trace(
        go.Scatter(
            x=[point[0] for point in ends],
            y=[point[1] for point in ends],
            mode="lines+markers",
            line={"color": colours.text, "width": 1.5, "dash": "dot"},
            marker={
                "size": 11,
                "symbol": [MARKERS[own], MARKERS[other]],
                "color": [colours.classes[own], colours.classes[other]],
                "line": {"width": 1.5, "color": colours.background},
            },
            hovertemplate="a1 %{x:.2f}, a2 %{y:.2f}<extra></extra>",
            meta="points",
        )
    )
    for name, point in zip((NAMES[own], NAMES[other]), ends, strict=True):
        figure.add_annotation(
            x=point[0],
            y=point[1],
            text=f"<b>{name}</b>",
            showarrow=False,
            xanchor="right",
            xshift=-8,
            font_size=look.size + 2,
        )
