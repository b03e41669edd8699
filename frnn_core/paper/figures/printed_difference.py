"""A printed table of accuracies beside ours: the difference, the print or our values, by kind of folds."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import EDGE, framed, header, scale_below
from frnn_core.figures.look import Look
from frnn_core.figures.marks import full_name, label
from frnn_core.figures.palette import blend, colour_at, ink_on
from frnn_core.paper.table_views import TableView, agreement_words
from frnn_core.text import counted, number, signed

Show = Literal["difference", "printed", "ours"]
SHOWS: dict[Show, str] = {"difference": "Printed − recomputed", "printed": "Printed", "ours": "Recomputed"}
GROUPS = {"KEEL": "KEEL's own folds", "stand-in": "Stand-in folds"}
EXPECTED = {"KEEL": "", "stand-in": ": differences are expected"}
MOST = 0.1  # the difference at which the colours end
EQUAL = "="


def printed_difference(view: TableView, show: Show = "difference", *, look: Look = Look()) -> go.Figure:
    """Draw data sets x printed columns, KEEL's folds above, stand-in folds below.

    The colours of differences are centred on 0 and end at ±.1; those of accuracies span both sides, so that
    they stay while one looks from the print to ours. Blanks are grey with a stroke; every cell tells the
    print, ours, the difference, the folds or why there is nothing.
    """
    size = look.size
    small, pitch = size - 2, 1.3 * size
    low, high = (-MOST, MOST) if show == "difference" else _limits(view)
    scale = list(look.colours.diverging if show == "difference" else look.colours.sequential)
    values = getattr(view, show)
    places = _places(view)
    figure = go.Figure()
    for kind, rows in places.items():
        _group(figure, view, values, kind, rows, look)
    at = {name: place for rows in places.values() for name, place in rows.items()}
    figure.add_trace(_strokes(values, at, small, look.colours.text))
    figure.add_trace(_texts(view, show, at, _inks(values, scale, low, high), small))
    top = header(figure, look, *_lines(view, show))
    heads = [label(str(name), limit=12) for name in values]
    top += round(size * (1.1 + 0.38 * max(map(len, heads))))
    bottom, depth = 2.6 * size, pitch * (max(at.values()) + 2.1)
    framed(figure, look, top + depth + bottom, top, bottom)
    _axes(figure, heads, at, small)
    figure.update_layout(
        margin={"r": 2 * EDGE}, coloraxis=_bar(show, low, high, scale, depth, size), hoverdistance=50
    )
    return figure


def printed_difference_text(view: TableView) -> str:
    """The table in words: how many cells agree."""
    return f"{view.number}, {view.content}, {view.variant} variant. {agreement_words(view.cells)}"


def _group(
    figure: go.Figure, view: TableView, values: pd.DataFrame, kind: str, rows: dict[str, int], look: Look
) -> None:
    """The data sets with one kind of folds: blanks, values, and a heading."""
    some, first = values.loc[list(rows)], min(rows.values())
    common = {"x0": 0, "dx": 1, "y0": first, "dy": 1, "xgap": 1, "ygap": 1}
    grey = blend(look.colours.border, look.colours.muted, 0.25)
    fill = {"colorscale": [[0, grey], [1, grey]], "showscale": False, "hoverinfo": "skip"}
    blank = np.where(some.isna(), 0.0, np.nan)
    figure.add_trace(go.Heatmap(z=blank, meta=f"{kind}, blank", **fill, **common))
    figure.add_trace(
        go.Heatmap(
            z=some.to_numpy(float),
            coloraxis="coloraxis",
            hovertext=_hovers(view, list(rows)),
            hoverinfo="text",
            meta=kind,
            **common,
        )
    )
    figure.add_annotation(
        x=-0.5,
        y=first - 0.55,
        text=f"<b>{GROUPS[kind]}</b> ({counted(len(rows), 'data set')})",
        showarrow=False,
        xanchor="left",
        yanchor="bottom",
        borderpad=0,
    )


def _axes(figure: go.Figure, heads: list[str], at: dict[str, int], small: int) -> None:
    common = {"showgrid": False, "showline": False, "fixedrange": True, "tickmode": "array", "ticks": ""}
    figure.update_xaxes(
        side="top",
        range=[-0.5, len(heads) - 0.5],
        tickvals=list(range(len(heads))),
        ticktext=heads,
        autotickangles=[0, 45, 90],
        ticklabeloverflow="allow",
        automargin=False,
        **common,
    )
    figure.update_yaxes(
        range=[max(at.values()) + 0.5, -1.6],
        tickvals=list(at.values()),
        ticktext=[label(name, limit=14) for name in at],
        tickfont={"size": small},
        **common,
    )


def _lines(view: TableView, show: Show) -> tuple[str, list[str]]:
    what = {
        "difference": "Balanced accuracy, printed − recomputed",
        "printed": "Balanced accuracy as printed",
        "ours": "Balanced accuracy, recomputed",
    }
    k = view.cells["k"].unique()
    over = f"mean of 10 folds, k = {k[0]}" if len(k) == 1 else "mean of 10 folds, a column a k"
    ours = "" if show == "printed" else f", recomputed as {view.variant}"
    equal = f" {EQUAL} is equal to 3 decimals." if show == "difference" else ""
    return what[show], [f"{view.number}: {view.content}; {over}{ours}.{equal}"]


def _places(view: TableView) -> dict[str, dict[str, int]]:
    """The height of every data set, group by group, with room for the heading of the second group."""
    found: dict[str, dict[str, int]] = {}
    place = 0
    for kind in GROUPS:
        names = list(view.folds.index[view.folds == kind])
        if names:
            found[kind] = {name: place + i for i, name in enumerate(names)}
            place += len(names) + 2
    return found


def _limits(view: TableView) -> tuple[float, float]:
    both = np.concatenate([view.printed.to_numpy(), view.ours.to_numpy()])
    low, high = float(np.nanmin(both)), float(np.nanmax(both))
    return float(np.floor(10 * low + 1e-9) / 10), float(np.ceil(10 * high - 1e-9) / 10)


def _hovers(view: TableView, rows: list[str]) -> list[list[str]]:
    return [[_hover(view, name, column) for column in view.printed] for name in rows]


def _hover(view: TableView, name: str, column: str) -> str:
    printed, ours = view.printed.loc[name, column], view.ours.loc[name, column]
    told = [f"<b>{full_name(str(column))}</b> on <b>{full_name(name)}</b>"]
    told += [f"printed {number(printed)}, recomputed {number(ours, 4)}"]
    apart = view.difference.loc[name, column]
    if np.isnan(apart):
        told += [full_name(part) for part in view.reasons.loc[name, column].split("; ")]
    else:
        told += [f"printed − recomputed {signed(apart, 4)}: {view.agreement.loc[name, column]}"]
    kind = view.folds[name]
    told += [GROUPS[kind] + EXPECTED[kind]]
    return "<br>".join(told)


def _inks(values: pd.DataFrame, scale: list[str], low: float, high: float) -> list[list[str]]:
    shares = (values.to_numpy(float) - low) / (high - low)
    return [[ink_on(colour_at(scale, 0.0 if np.isnan(s) else s)) for s in row] for row in shares]


def _texts(view: TableView, show: Show, at: dict[str, int], inks: list[list[str]], size: int) -> go.Scatter:
    values = getattr(view, show)
    rows, columns = np.nonzero(values.notna().to_numpy())
    cells = values.to_numpy(float)

    def written(i: int, j: int) -> str:
        if show != "difference":
            return number(cells[i, j])
        return EQUAL if view.agreement.iloc[i, j] == "3 decimals" else signed(cells[i, j])

    pairs = list(zip(rows.tolist(), columns.tolist(), strict=True))
    return go.Scatter(
        x=columns,
        y=[at[values.index[i]] for i in rows],
        mode="text",
        text=[written(i, j) for i, j in pairs],
        textfont={"color": [inks[i][j] for i, j in pairs], "size": size},
        hoverinfo="skip",
        showlegend=False,
        meta="texts",
    )


def _strokes(values: pd.DataFrame, at: dict[str, int], size: int, colour: str) -> go.Scatter:
    rows, columns = np.nonzero(values.isna().to_numpy())
    return go.Scatter(
        x=columns,
        y=[at[values.index[i]] for i in rows],
        mode="markers",
        marker={"symbol": "line-ne-open", "size": size - 3, "color": colour, "line": {"width": 1.5}},
        hoverinfo="skip",
        showlegend=False,
        meta="blanks",
    )


def _bar(show: Show, low: float, high: float, scale: list[str], depth: float, size: int) -> dict[str, object]:
    ticks = np.linspace(low, high, 5) if show == "difference" else np.arange(low, high + 0.05, 0.1)
    words = [signed(tick, 2) if show == "difference" else number(tick, 1) for tick in ticks.round(6)]
    if show == "difference":
        words[0], words[-1] = f"≤ {words[0]}", f"≥ {words[-1]}"
    return scale_below((low, high), scale, ticks, words, depth, size)
