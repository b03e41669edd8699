"""Figures turned round for a projector: what is long stands across, where a wide screen has room."""

from __future__ import annotations

import plotly.graph_objects as go


def turn(figure: go.Figure) -> None:
    """Exchange across and down in every trace and annotation."""
    for trace in figure.data:
        if isinstance(trace, go.Heatmap):
            size = {"x0": trace.y0, "dx": trace.dy or 1, "y0": trace.x0, "dy": trace.dx or 1}
            trace.update(z=[list(column) for column in zip(*trace.z, strict=True)], **size)
        else:
            trace.update(x=trace.y, y=trace.x)
    for note in figure.layout.annotations:
        note.update(x=note.y, y=note.x, textangle=0)
