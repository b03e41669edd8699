"""A fold in two dimensions: training rows filled, test rows hollow, classes by colour and shape."""

from __future__ import annotations

import html
from typing import Any

import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import MARKERS
from frnn_core.figures.palette import Palette, blend
from frnn_core.studies.learned.fold_maps import FoldMap, Panel
from frnn_core.text import number

HEIGHT = 320
SHAPES = (*MARKERS, "star")
GLYPHS = ("●", "▲", "■", "◆", "✚", "★")


def before_after(shown: FoldMap, panel: Panel, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw one of the two maps; both draw the same rows with the same markers, small classes on top.

    One unit is as long upwards as sideways, since FRNN looks at distances. Classes without a colour are
    grey dots.
    """
    colours, size = look.colours, look.size
    figure = go.Figure()
    marks = {code: _mark(place, colours) for place, code in enumerate(shown.coloured)}
    grey = [code for code in range(len(shown.class_names)) if code not in marks]
    largest_first = sorted(marks, key=lambda code: -int((shown.codes == code).sum()))
    for code in [*grey, *largest_first]:
        for test in (False, True):
            figure.add_trace(_rows(shown, panel, code, marks.get(code), look, test=test))
    key = [
        (GLYPHS[place], marks[code]["color"], f"class {shown.class_names[code]}")
        for place, code in enumerate(shown.coloured)
    ]
    if grey:
        key.append(("●", _grey(colours), f"{len(grey)} other classes"))
    key.append(("○", colours.text, "hollow: test rows"))
    told = f"Here FRNN scores {number(panel.tested)} on test rows, {number(panel.left_out)} on training rows."
    top = header(figure, look, title, [told, *look.sources], key=key_lines(key)) + EDGE
    bottom = round(3.2 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    axis = {"fixedrange": True, "nticks": 6}
    figure.update_xaxes(title_text=html.escape(panel.axes[0], quote=False), **axis)
    figure.update_yaxes(
        title_text=html.escape(panel.axes[1], quote=False), scaleanchor="x", scaleratio=1, **axis
    )
    return figure


def before_after_text(panel: Panel, title: str) -> str:
    """The map in a sentence."""
    return (
        f"{title}. FRNN with the Euclidean distance in this map has balanced accuracy {number(panel.tested)} "
        f"on the test rows and {number(panel.left_out)} on the training rows, each predicted by the others."
    )


def _mark(place: int, colours: Palette) -> dict[str, Any]:
    inks = (*colours.classes, colours.text)
    return {"color": inks[place], "symbol": SHAPES[place]}


def _grey(colours: Palette) -> str:
    return blend(colours.muted, colours.background, 0.5)


def _rows(
    shown: FoldMap,
    panel: Panel,
    code: int,
    mark: dict[str, Any] | None,
    look: Look,
    *,
    test: bool,
) -> go.Scatter:
    """The rows of a class: filled with a thin edge, or hollow."""
    points = (panel.test if test else panel.train)[(shown.test_codes if test else shown.codes) == code]
    chosen = mark or {"color": _grey(look.colours), "symbol": "circle"}
    marker = {**chosen, "size": (0.55 if mark else 0.4) * look.size, "opacity": 0.85 if mark else 0.6}
    if test:
        marker |= {"symbol": f"{chosen['symbol']}-open", "opacity": 1, "line": {"width": 1.5}}
    else:
        marker["line"] = {"width": 0.5, "color": look.colours.background}
    kind = "test row" if test else "training row"
    name = html.escape(shown.class_names[code], quote=False)
    return go.Scatter(
        x=points[:, 0],
        y=points[:, 1],
        mode="markers",
        marker=marker,
        hovertemplate=f"class {name}, {kind}<br>%{{x:.2f}}, %{{y:.2f}}<extra></extra>",
        showlegend=False,
        meta=f"class {shown.class_names[code]}, {kind}s",
    )
