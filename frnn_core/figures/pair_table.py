"""The multiple comparison matrix: mean difference, wins, ties, losses and p of every pair, in one square."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.frame import framed, header
from frnn_core.figures.look import Look
from frnn_core.figures.marks import plain_name
from frnn_core.figures.pair_cells import pair_axes, pair_cells
from frnn_core.figures.palette import colour_at, ink_on, steps
from frnn_core.stats import ComparisonMatrix
from frnn_core.text import counted, listed, number, p_number, p_text, signed

ALL_LINES_UP_TO, DIFFERENCES_UP_TO = 8, 14  # methods
MOST_AHEAD = 3  # methods that are named


def comparison_matrix_figure(matrix: ComparisonMatrix, *, look: Look = Look()) -> go.Figure:
    """Draw row against column, the best mean first; blue where the row is ahead, bold where p is below alpha.

    Up to 8 methods a cell says the mean difference, wins/ties/losses and p, up to 14 the difference; what is
    not written is on hover.
    """
    names, size = matrix.names, look.size
    values = matrix.differences.to_numpy(dtype=float)
    reach = float(np.nanmax(np.abs(values))) if np.isfinite(values).any() else 0.0
    reach = reach or 1.0
    told = [[_told(matrix, a, b, look) for b in names] for a in names]
    figure = go.Figure(
        pair_cells(
            values, names, names, told, colorscale=steps(look.colours.diverging), zmin=-reach, zmax=reach
        )
    )
    if len(names) <= DIFFERENCES_UP_TO:
        figure.add_trace(_texts(matrix, values, reach, look))
    lines = ["Row less column, in favour of the row where blue; wins/ties/losses; Wilcoxon's p,"]
    lines += [f"not corrected, bold below {_level(matrix)}. No number depends on the other methods."]
    top = header(figure, look, "Every pair by itself, the best mean first", [" ".join(lines)])
    heads = [look.label(name, 16) for name in names]
    pitch = (4.3 if len(names) <= ALL_LINES_UP_TO else 2.1) * size
    bottom = round(size * (1.1 + 0.45 * max(map(len, heads))))
    framed(figure, look, top + pitch * len(names) + bottom, top, bottom)
    sides = [f"{look.label(name, 24)}  <b>{number(mean)}</b>" for name, mean in matrix.means.items()]
    pair_axes(figure, heads, sides)
    return figure


def comparison_matrix_text(matrix: ComparisonMatrix, names: Mapping[str, str] | None = None) -> str:
    """The matrix in sentences: the best mean, over how many data sets, and what it is ahead of.

    With blanks the means are over different data sets, and the best of them need not be ahead.
    """
    best, rest = matrix.names[0], matrix.names[1:]
    sure = [name for name in rest if matrix.p.loc[best, name] < matrix.alpha]
    told = f"{plain_name(best, names)} has the best mean, {number(matrix.means.iloc[0])} over "
    told += f"{counted(int(matrix.counts.iloc[0]), 'data set')}"
    if (matrix.n < matrix.counts.max()).any(axis=None):
        told += f", but the means are over different data sets: {_ahead(matrix, names)}. Taken"
    else:
        told += "; taken"
    return (
        f"{told} pair by pair, Wilcoxon's p is below {_level(matrix)} against {len(sure)} of "
        f"{counted(len(rest), 'other')}. No number here changes when a method is added or left out."
    )


def _ahead(matrix: ComparisonMatrix, names: Mapping[str, str] | None) -> str:
    """Which methods are ahead of the one of the best mean on the data sets that they share with it."""
    apart = matrix.differences[matrix.names[0]]
    ahead = apart[apart > 0].sort_values(ascending=False, kind="stable")
    if ahead.empty:
        return "on those that it shares with each other, none is ahead of it"
    few = [f"{plain_name(name, names)} (by {number(by)})" for name, by in ahead.head(MOST_AHEAD).items()]
    few += [counted(len(ahead) - len(few), "other")] if len(ahead) > len(few) else []
    verb = "is" if len(ahead) == 1 else "are"
    return f"on those that they share, {listed(few)} {verb} ahead of it"


def _texts(
    matrix: ComparisonMatrix,
    values: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
    reach: float,
    look: Look,
) -> go.Scatter:
    rows, columns = np.nonzero(np.isfinite(values))
    names, whole = matrix.names, len(matrix.names) <= ALL_LINES_UP_TO
    words = []
    for i, j in zip(rows, columns, strict=True):
        p, record = matrix.p.iloc[i, j], matrix.win_tie_loss.loc[names[i], names[j]]
        word = signed(values[i, j])
        if whole:
            word += f"<br>{record.wins}/{record.ties}/{record.losses}<br>{p_text(p)}"
        words.append(f"<b>{word}</b>" if p < matrix.alpha else word)
    shares = (values[rows, columns] / reach + 1) / 2
    ink = [ink_on(colour_at(look.colours.diverging, share)) for share in shares]
    small = look.size - (2 if len(names) > 5 else 1)
    return go.Scatter(
        x=columns,
        y=rows,
        mode="text",
        text=words,
        textfont={"size": small, "color": ink},
        hoverinfo="skip",
        showlegend=False,
    )


def _level(matrix: ComparisonMatrix) -> str:
    """The level as it is printed: .05."""
    return p_number(matrix.alpha).rstrip("0")


def _told(matrix: ComparisonMatrix, row: str, column: str, look: Look) -> str:
    if row == column or not np.isfinite(matrix.p.loc[row, column]):
        return ""
    wins, ties, losses = matrix.win_tie_loss.loc[row, column]
    return (
        f"<b>{look.full_name(row)}</b> against <b>{look.full_name(column)}</b><br>"
        f"mean difference {signed(matrix.differences.loc[row, column])} over "
        f"{counted(int(matrix.n.loc[row, column]), 'data set')}<br>"
        f"{wins} won, {ties} tied, {losses} lost; Wilcoxon p {p_number(matrix.p.loc[row, column])}"
    )
