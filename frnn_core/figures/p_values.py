"""Adjusted p-values of all pairs as a matrix with a few meaningful steps."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import FloatArray
from frnn_core.figures.comparison_words import headline, how
from frnn_core.figures.frame import framed, header, key_lines, wrapped
from frnn_core.figures.look import Look
from frnn_core.figures.marks import label, plain_name
from frnn_core.figures.pair_cells import pair_axes, pair_cells
from frnn_core.figures.palette import Palette, blend, ink_on
from frnn_core.stats import Comparison, p_number, p_text
from frnn_core.text import counted, unbroken

TEXT_UP_TO = 13  # relations
LONGEST_HEAD = 16  # letters a line below a column


def p_steps(alpha: float, colours: Palette) -> list[tuple[float, str]]:
    """The steps of the scale: upper end and colour; coloured up to alpha, grey beyond."""
    below = [*(end for end in (0.001, 0.01, 0.05) if end < alpha), alpha]
    beyond = [*(end for end in (0.1, 0.5) if end > alpha), 1.0]
    strong = [colours.sequential[place] for place in (8, 6, 4, 3)][: len(below)]
    shades = ((colours.muted, 0.25), (colours.background, 0.1), (colours.background, 0.55))
    grey = [blend(colours.border, other, share) for other, share in shades][-len(beyond) :]
    return list(zip([*below, *beyond], [*strong, *grey], strict=True))


def p_matrix(
    comparison: Comparison,
    *,
    full: bool = False,
    look: Look = Look(),
) -> go.Figure:
    """Draw p-values of pairs, relations from the best mean rank on; z is the adjusted p itself.

    The lower triangle, unless `full`; with a control its column. Coloured cells are significant.
    """
    size = look.size
    order = list(comparison.relations)
    rows, columns = (order, order) if full else (order[1:], order[:-1])
    if comparison.control is not None:
        rows, columns = [name for name in order if name != comparison.control], [comparison.control]
    p = comparison.p_adjusted.loc[rows, columns].to_numpy(dtype=float, copy=True)
    if not full and comparison.control is None:
        p[np.triu_indices_from(p, 1)] = np.nan
    scale = p_steps(comparison.alpha, look.colours)
    told = [[_told(comparison, row, column, look) for column in columns] for row in rows]
    figure = go.Figure(pair_cells(p, rows, columns, told, colorscale=_stepped(scale), zmin=0, zmax=1))
    written = len(order) <= TEXT_UP_TO
    if written:
        small = size - (0 if len(order) <= 8 else 2 if len(order) <= 10 else 3)
        figure.add_trace(_texts(p, comparison.alpha, scale, small))
    if comparison.control is not None:
        figure.add_trace(_records(comparison, rows, comparison.control, look.colours))
    line = f"Adjusted p by {how(comparison)}, {unbroken(_over(comparison))}."
    key = key_lines(_key(comparison.alpha, scale))
    top = header(figure, look, headline(comparison), [line], key=key)
    short = {key: name for key, name in look.names.items() if len(name) <= 14 and len(columns) <= 8}
    heads = [_head(name, short, in_lines=name in comparison.others) for name in columns]
    sides = [label(name, look.names if len(columns) <= 8 else None) for name in rows]
    pitch = (2.1 if written else 1.45) * size
    longest = max(len(line) for head in heads for line in head.split("<br>"))
    bottom = round(size * (1.1 + (0.55 if any("<br>" in head for head in heads) else 0.45) * longest))
    framed(figure, look, top + pitch * len(rows) + bottom, top, bottom)
    pair_axes(figure, heads, sides, room=0 if comparison.control is None else 3)
    return figure


def _head(name: str, names: Mapping[str, str], *, in_lines: bool) -> str:
    """The name below a column; a long one on several lines, or without its middle."""
    whole = names.get(name, name)
    lines = wrapped(whole, LONGEST_HEAD) if in_lines else [whole]
    return "<br>".join(label(line, None, LONGEST_HEAD) for line in lines)


def p_matrix_text(comparison: Comparison, names: Mapping[str, str] | None = None) -> str:
    """The matrix in one sentence: how many pairs differ, and which most clearly."""
    pairs = comparison.frame("pairs").dropna(subset=["p_adjusted"])
    hits = int(pairs["significant"].sum())
    text = f"{hits} of {counted(len(pairs), 'pair')} {'differs' if hits == 1 else 'differ'} significantly "
    text += f"by {how(comparison)} over {counted(comparison.n, 'data set')}"
    if hits:
        first = pairs.loc[pairs["p_adjusted"].idxmin()]
        one, other = (plain_name(first[side], names) for side in ("first", "second"))
        text += f", most clearly {one} from {other} (adjusted {p_text(first['p_adjusted'])})"
    if not comparison.significant:
        text += f"; but no significant difference overall ({comparison.omnibus.name} "
        text += f"{p_text(comparison.omnibus.p)})"
    return f"{text}."


def _stepped(scale: list[tuple[float, str]]) -> list[list[float | str]]:
    starts = [0.0, *(end for end, _ in scale[:-1])]
    return [[at, colour] for start, (end, colour) in zip(starts, scale, strict=True) for at in (start, end)]


def _key(alpha: float, scale: list[tuple[float, str]]) -> list[tuple[str, str, str]]:
    shown = [
        f"< {p_number(end).rstrip('0')}" if end < 1 else f"≥ {p_number(scale[-2][0]).rstrip('0')}"
        for end, _ in scale
    ]
    words = [f"{word} (α)" if end == alpha else word for word, (end, _) in zip(shown, scale, strict=True)]
    return [("■", colour, word) for word, (_, colour) in zip(words, scale, strict=True)]


def _texts(p: FloatArray, alpha: float, scale: list[tuple[float, str]], size: int) -> go.Scatter:
    rows, columns = np.nonzero(np.isfinite(p))
    values = p[rows, columns]
    ends = np.array([end for end, _ in scale])
    places = np.minimum(np.searchsorted(ends, values, side="right"), len(scale) - 1)
    words = ["1" if value > 0.9995 else p_number(value).replace("< ", "<") for value in values]
    return go.Scatter(
        x=columns,
        y=rows,
        mode="text",
        text=[f"<b>{w}</b>" if value < alpha else w for w, value in zip(words, values, strict=True)],
        textfont={"size": size, "color": [ink_on(scale[place][1]) for place in places]},
        hoverinfo="skip",
        showlegend=False,
    )


def _records(comparison: Comparison, rows: list[str], control: str, colours: Palette) -> go.Scatter:
    """Wins, ties and losses against the control beside its column."""
    records = (comparison.win_tie_loss.loc[name, control] for name in rows)
    return go.Scatter(
        x=[0.6] * len(rows),
        y=list(range(len(rows))),
        mode="text",
        text=[f"{wins} won, {ties} tied, {losses} lost" for wins, ties, losses in records],
        textposition="middle right",
        textfont={"color": colours.muted},
        hoverinfo="skip",
        showlegend=False,
    )


def _over(comparison: Comparison) -> str:
    counts = [int(n) for n in comparison.frame("pairs")["n"]]
    if min(counts) == max(counts):
        return counted(counts[0], "data set")
    return f"{min(counts)} to {max(counts)} data sets a pair"


def _told(comparison: Comparison, row: str, column: str, look: Look) -> str:
    if row == column or not np.isfinite(comparison.p_adjusted.loc[row, column]):
        return ""
    wins, ties, losses = comparison.win_tie_loss.loc[row, column]
    raw, adjusted = comparison.p_raw.loc[row, column], comparison.p_adjusted.loc[row, column]
    verdict = "significant" if adjusted < comparison.alpha else "not significant"
    return (
        f"<b>{look.full_name(row)}</b> against <b>{look.full_name(column)}</b><br>"
        f"{p_text(raw)}, adjusted {p_number(adjusted)}: {verdict}<br>"
        f"{wins} won, {ties} tied, {losses} lost, n = {comparison.pair_n.loc[row, column]}<br>"
        f"mean ranks {comparison.mean_ranks[row]:.2f} and {comparison.mean_ranks[column]:.2f}"
    )
