"""Data sets x relations as a heatmap: scores, ranks within a data set, or gaps to the best relation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import plotly.graph_objects as go

from frnn_core.figures.drawing import EDGE, framed, header, label
from frnn_core.figures.heatmap_drawing import NAMES_UP_TO, ROW, HeatmapDrawing
from frnn_core.figures.heatmap_table import (
    HeatmapTable,
    Mode,
    default_limits,
    heatmap_table,
    score_heatmap_text,
)
from frnn_core.figures.palette import palette, text_size
from frnn_core.text import counted

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["score_heatmap", "score_heatmap_text"]

CELLS_WITH_TEXT = 150
LONGEST_HEAD = 16


def score_heatmap(
    scores: pd.DataFrame,
    mode: Mode = "score",
    *,
    reasons: pd.DataFrame | None = None,
    baselines: Sequence[str] = (),
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    limits: tuple[float, float] | None = None,
    names: Mapping[str, str] | None = None,
    dataset_names: Mapping[str, str] | None = None,
    measure: str = "balanced accuracy",
    source: str = "",
    dark: bool = False,
    large: bool = False,
) -> go.Figure:
    """Draw the table with the best of each row ringed, blanks marked, and means over complete rows below.

    Parameters
    ----------
    reasons
        Why cells are blank. A result that is not there yet is an empty outline; undefined is grey with a
        stroke.
    baselines, rows, columns
        See `heatmap_table`.
    limits
        The ends of the colour scale, so that it stays where it is while a slider moves.
    source
        What the numbers are over: "mean of 10 folds, k = 3".

    The last trace has a transparent square in every cell; its customdata is [data set, relation].
    """
    table = heatmap_table(scores, mode, reasons=reasons, baselines=baselines, rows=rows, columns=columns)
    colours, size = palette(dark), text_size(large)
    written = table.values.size <= CELLS_WITH_TEXT
    pitch = (1.75 if written else 1.0) * (size if large else ROW)
    ends = limits or default_limits(table, mode)
    scale = list(colours.sequential if mode == "score" else colours.sequential[::-1])
    if mode == "gap":
        scale = [*colours.diverging[:5][::-1]]
    draw = HeatmapDrawing(table, mode, ends, scale, colours, pitch, size)
    figure = go.Figure([*draw.cells(), *draw.blanks(), *(draw.frames() if written else [draw.rings()])])
    draw.means(figure)
    if written:
        figure.add_trace(draw.texts())
    figure.add_trace(draw.targets(names, dataset_names, measure))
    top = header(figure, colours, _title(mode, measure), _lines(table, source), large=large)
    few = names if names and len(table.values.columns) <= NAMES_UP_TO else {}
    short = {key: name for key, name in few.items() if len(name) <= LONGEST_HEAD}
    heads = [label(name, short, limit=LONGEST_HEAD) for name in table.values]
    top += round(size * (1.1 + 0.38 * max(map(len, heads))))
    bottom, depth = round(2.4 * size), pitch * (draw.end + 0.5)
    framed(figure, colours, top + depth + bottom, top, bottom, large=large)
    draw.axes(figure, heads, [label(name, dataset_names, limit=18) for name in table.values.index])
    figure.update_layout(hoverdistance=600, margin={"r": 2 * EDGE}, coloraxis=draw.scale_bar(depth))
    return figure


def _title(mode: Mode, measure: str) -> str:
    if mode == "rank":
        return f"Rank by {measure} within each data set, 1 = best"
    return measure[:1].upper() + measure[1:] + (", gap to the best relation" if mode == "gap" else "")


def _lines(table: HeatmapTable, source: str) -> list[str]:
    rows = len(table.values)
    some = f"{table.n} of {rows} data sets, those without a blank"
    over = counted(rows, "data set") if table.n == rows else some
    ringed = f"{source[:1].upper()}{source[1:]}. " * bool(source) + "○ best of its row."
    return [ringed.replace("○ ", "○\N{NO-BREAK SPACE}"), f"Means over {over}."]
