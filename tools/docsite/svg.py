"""Figures of Plotly as SVG files of the site, with a key of their traces."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from frnn_core.figures.frame import key_lines
from frnn_core.figures.vector import vector

DASHES = {"dot": "···", "dash": "- -", "dashdot": "-·-", None: "—", "solid": "—"}
SYMBOLS = {"diamond": "◆", "square": "■", None: "●", "circle": "●"}
LINE_HEIGHT = 20


def svg(figure: go.Figure, columns: str = "1") -> bytes:
    """The figure as a file, as wide as one column of a page, or two; in one, the caption is its title."""
    titled = columns == "2" and bool(figure.layout.title.text)
    return vector(with_key(coloured(figure)), "svg", columns, titled=titled)


def wide(figure: go.Figure) -> bool:
    """Whether a figure of an example wants the whole width: those of the package, which have a title."""
    return bool(figure.layout.title.text)


def coloured(figure: go.Figure) -> go.Figure:
    """The same with markers in the colour of their lines, as Plotly itself draws them."""
    made = go.Figure(figure)
    for trace in made.data:
        if trace.type == "scatter" and trace.line.color and trace.marker.color is None:
            trace.marker.color = trace.line.color
    return made


def with_key(figure: go.Figure) -> go.Figure:
    """The same with its legend as a line above the plot, which is how figures are set for print."""
    entries = [_entry(trace) for trace in figure.data if trace.name and trace.showlegend is not False]
    if not figure.layout.showlegend or len(entries) < 2:
        return figure
    made = go.Figure(figure)
    lines = key_lines(entries)
    made.update_layout(
        showlegend=False, margin_t=(figure.layout.margin.t or 8) + 8 + LINE_HEIGHT * len(lines)
    )
    made.add_annotation(
        text="<br>".join(lines),
        x=0,
        y=1,
        xref="paper",
        yref="paper",
        xanchor="left",
        yanchor="bottom",
        align="left",
        showarrow=False,
        yshift=4,
    )
    return made


def _entry(trace: Any) -> tuple[str, str, str]:
    """A glyph for a trace, its colour, and its name."""
    marker, line = trace.marker, getattr(trace, "line", None)
    lined = trace.type == "scatter" and "lines" in (trace.mode or "lines")
    colour = (line.color if lined and line is not None else None) or marker.color
    glyph = (
        DASHES.get(line.dash, "—")
        if lined and line is not None
        else SYMBOLS.get(getattr(marker, "symbol", None), "●")
    )
    if trace.type == "bar":
        glyph = "■"
    return glyph, str(colour), str(trace.name)
