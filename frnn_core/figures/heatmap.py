"""Data sets x relations as a heatmap: scores, ranks within a data set, or gaps to the best relation."""

from __future__ import annotations

import html
from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import (
    EDGE,
    LINE_CHARACTERS,
    WIDE_LINE_CHARACTERS,
    framed,
    header,
    wrapped,
)
from frnn_core.figures.heatmap_drawing import NAMES_UP_TO, ROW, HeatmapDrawing
from frnn_core.figures.heatmap_table import HeatmapTable, Mode, default_limits, heatmap_table
from frnn_core.figures.heatmap_turned import PITCH, turned_axes
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.figures.turned import turn
from frnn_core.text import counted

CELLS_WITH_TEXT = 150
LONGEST_HEAD = 16  # letters a line of a name above a column
MOST_DOWN = 12  # on a projector more data sets stand side by side
LEAST_SIDE = 80  # pixels for the names of the rows; notes below begin there


def score_heatmap(
    scores: pd.DataFrame,
    mode: Mode = "score",
    *,
    reasons: pd.DataFrame | None = None,
    baselines: Sequence[str] = (),
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    limits: tuple[float, float] | None = None,
    chosen: tuple[str, str] | None = None,
    measure: str = "balanced accuracy",
    look: Look = Look(),
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
    chosen
        The cell that is framed, as data set and relation; none where the table does not hold it.

    The last trace has a transparent square in every cell; its customdata is [data set, relation].
    """
    table = heatmap_table(scores, mode, reasons=reasons, baselines=baselines, rows=rows, columns=columns)
    rows_shown, columns_shown = table.values.shape
    turned = look.large and rows_shown > max(MOST_DOWN, columns_shown)
    written = table.values.size <= CELLS_WITH_TEXT and not turned
    pitch = (1.75 if written else 1.0) * (look.size if look.large else ROW)
    draw = HeatmapDrawing(table, mode, limits or default_limits(table, mode), pitch, look, turned=turned)
    figure = go.Figure([*draw.cells(), *draw.blanks(), *(draw.frames() if written else [draw.rings()])])
    draw.means(figure)
    if written:
        figure.add_trace(draw.texts())
    for trace in draw.frame_of(chosen):
        figure.add_trace(trace)
    figure.add_trace(draw.targets(measure))
    top = header(figure, look, _title(mode, measure, turned), [_key(table, columns, written, turned)])
    heads = _heads(list(table.values), look)
    sides = [label(name, limit=18) for name in table.values.index]
    notes = _notes(table, look)
    longest = max(len(line) for name in (sides if turned else heads) for line in name.split("<br>"))
    top += round(look.size * (1.1 + (0.5 if turned else 0.38) * longest))
    depth = PITCH * look.size * len(draw.x) if turned else pitch * (draw.end + 0.5)
    bottom = round(look.size * (2.6 + 1.3 * len(notes)))
    framed(figure, look, top + depth + bottom, top, bottom)
    if turned:
        turn(figure)
        turned_axes(figure, draw, heads, sides, chosen)
    else:
        draw.axes(figure, heads, sides, chosen)
    margin = {"r": 2 * EDGE} | ({} if turned else {"l": LEAST_SIDE})
    figure.update_layout(hoverdistance=600, margin=margin, coloraxis=draw.scale_bar(depth))
    _write_below(figure, notes, look, 0 if turned else EDGE - LEAST_SIDE)
    return figure


def _heads(columns: Sequence[str], look: Look) -> list[str]:
    """The names of a few columns, long ones on two lines; the keys of many. Never some of both."""
    if len(columns) > NAMES_UP_TO:
        return [label(key, None, LONGEST_HEAD) for key in columns]
    return ["<br>".join(wrapped(look.label(key), LONGEST_HEAD)) for key in columns]


def _title(mode: Mode, measure: str, turned: bool) -> str:
    if mode == "rank":
        return f"Rank by {measure} within each data set, 1 = best"
    return (
        measure[:1].upper()
        + measure[1:]
        + (f", gap to the best of the {'column' if turned else 'row'}" if mode == "gap" else "")
    )


def _key(table: HeatmapTable, columns: Sequence[str] | None, written: bool, turned: bool) -> str:
    """What the mark is, as it is drawn, and in which order the relations stand."""
    across, down = ("column", "Rows") if turned else ("row", "Columns")
    mark = f"{'□' if written else '○'}\N{NO-BREAK SPACE}best of its {across}."
    if columns is not None or len(table.relations) < 2:
        return mark
    return f"{mark} {down}: best mean rank first{', then others' if table.baselines else ''}."


def _notes(table: HeatmapTable, look: Look) -> list[str]:
    """What the numbers and the means are over, in lines for a narrow screen."""
    rows = len(table.values)
    some = f"{table.n} of {rows} data sets, those without a blank"
    over = counted(rows, "data set") if table.n == rows else some
    means = f"Means over {over}." if table.n else ""
    apart = "On the right: other classifiers, not ranked." if table.baselines else ""
    source = f"{look.source[:1].upper()}{look.source[1:]}." if look.source else ""
    characters = WIDE_LINE_CHARACTERS if look.large else LINE_CHARACTERS
    return [line for text in (source, means, apart) for line in wrapped(text, characters)]


def _write_below(figure: go.Figure, notes: Sequence[str], look: Look, shift: float) -> None:
    """Write notes under the colour bar, `shift` pixels from the table on: the table comes first."""
    if notes:
        figure.add_annotation(
            x=0,
            xref="paper",
            xanchor="left",
            xshift=shift,
            y=0,
            yref="paper",
            yanchor="top",
            yshift=-2.4 * look.size,
            align="left",
            text="<br>".join(html.escape(line, quote=False) for line in notes),
            showarrow=False,
            font={"color": look.colours.muted},
            name="notes",
        )
