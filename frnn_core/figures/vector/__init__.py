"""Figures for print: a figure of Plotly as SVG or PDF, in the width of one column or of two.

It is set anew for that width, with text of the same size in both, by Matplotlib, which comes with our tests
of pairs: no browser is needed. A PDF holds its fonts (TrueType, as publishers ask for), an SVG the outlines
of its letters, so both look the same everywhere.
"""

from __future__ import annotations

import io
import json
import threading
import warnings
from typing import Any, Literal

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.vector.canvas import Canvas
from frnn_core.figures.vector.page import Page
from frnn_core.figures.vector.traces import draw_bars_of_colour, draw_traces

Kind = Literal["svg", "pdf"]
WIDTHS = {"1": 3.5, "2": 7.16}
"""Inches of one column and of two, as most journals have them (88 mm and 181 mm)."""
_ONE_AT_A_TIME = threading.Lock()  # Matplotlib keeps its settings for all threads


def vector(figure: go.Figure, kind: Kind = "pdf", columns: str = "2", *, titled: bool = True) -> bytes:
    """A figure as a file.

    Parameters
    ----------
    columns : "1" or "2"
    titled : with the title and the notes above it; without, the caption of a paper has to say it
    """
    import matplotlib

    told: dict[str, Any] = decoded(json.loads(figure.to_json(validate=False)))
    settings: Any = {"svg.hashsalt": "frnn-explorer", "pdf.fonttype": 42, "hatch.linewidth": 0.5}
    with _ONE_AT_A_TIME, matplotlib.rc_context(settings), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font lacks is drawn as a box
        canvas = drawn(told, WIDTHS[columns], titled=titled)
        buffer = io.BytesIO()
        date = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}[kind]
        canvas.figure.savefig(buffer, format=kind, metadata=date)
    return buffer.getvalue()


def drawn(told: dict[str, Any], inches: float, *, titled: bool) -> Canvas:
    """The figure on a canvas: axes and what is below, traces, what is above, title."""
    page = Page.of(told, inches, titled=titled)
    canvas = Canvas(page.width, page.height, inches)
    page.draw_grid(canvas)
    page.draw_shapes(canvas, below=True)
    draw_traces(page, canvas)
    page.draw_axes(canvas)
    page.draw_shapes(canvas, below=False)
    draw_bars_of_colour(page, canvas)
    page.draw_annotations(canvas)
    if titled:
        page.draw_title(canvas)
    return canvas


def decoded(value: Any) -> Any:
    """Plotly's text, with arrays that it sends as bytes as arrays."""
    if isinstance(value, dict):
        if "bdata" in value:
            import base64

            flat = np.frombuffer(base64.b64decode(value["bdata"]), dtype=np.dtype(value["dtype"]))
            shape = [int(n) for n in str(value.get("shape", flat.size)).split(",")]
            return flat.reshape(shape)
        return {name: decoded(part) for name, part in value.items()}
    return [decoded(part) for part in value] if isinstance(value, list) else value
