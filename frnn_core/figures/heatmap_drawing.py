"""The traces of the score heatmap: cells, means, blanks, marks, and what takes the clicks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import scale_below
from frnn_core.figures.heatmap_table import HeatmapTable, Mode, waiting
from frnn_core.figures.look import Look
from frnn_core.figures.marks import full_name
from frnn_core.figures.palette import blend, colour_at, ink_on
from frnn_core.stats import rank_rows
from frnn_core.text import number

NAMES_UP_TO = 8  # columns; with more their labels are keys, and means stand upright
ROW = 13  # height of a row without text, in pixels
APART = 0.3  # between relations and baselines, and above the means, in cells
UNDIMMED = {"selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}}}
"""A click dims nothing."""


class HeatmapDrawing:
    """The traces; a column is one unit wide, a row one unit high, downwards."""

    def __init__(
        self,
        table: HeatmapTable,
        mode: Mode,
        ends: tuple[float, float],
        pitch: float,
        look: Look,
        *,
        turned: bool = False,
    ) -> None:
        self.table, self.mode, self.ends, self.pitch, self.look = table, mode, ends, pitch, look
        self.colours, self.size = look.colours, look.size
        self.values = table.values.to_numpy(dtype=float)
        rows, ours = len(table.values), len(table.relations)
        self.x = [i + APART * (i >= ours) for i in range(len(table.values.columns))]
        self.upright = len(self.x) > NAMES_UP_TO
        self.mean_height = (2.6 if self.upright or turned else 1.5) * self.size / pitch
        self.mean_y = rows - 0.5 + APART * ROW / pitch + self.mean_height / 2
        self.end = self.mean_y + self.mean_height / 2 if table.n else rows - 0.5
        self.blocks = [block for block in (slice(0, ours), slice(ours, None)) if len(self.x[block])]

    @property
    def scale(self) -> Sequence[str]:
        """The colours from the lowest value to the highest; the better, the stronger."""
        if self.mode == "gap":
            return self.colours.diverging[:5][::-1]
        return self.colours.sequential if self.mode == "score" else self.colours.sequential[::-1]

    def colour(self, value: float) -> str:
        """The colour of a value."""
        low, high = self.ends
        return colour_at(self.scale, (value - low) / (high - low))

    def _heatmap(self, values: pd.DataFrame, y0: float, dy: float, meta: str) -> list[go.Heatmap]:
        common = {"y0": y0, "dy": dy, "dx": 1, "xgap": 1, "ygap": 1, "hoverinfo": "skip", "meta": meta}
        return [
            go.Heatmap(
                z=values.iloc[:, block].to_numpy(), x0=self.x[block][0], coloraxis="coloraxis", **common
            )
            for block in self.blocks
        ]

    def cells(self) -> list[go.Heatmap]:
        """The values, relations and baselines apart."""
        return self._heatmap(self.table.values, 0, 1, "cells")

    def means(self, figure: go.Figure) -> None:
        """The row of means, always with its numbers; upright where columns are narrow."""
        if not self.table.n:
            return
        for trace in self._heatmap(self.table.means.to_frame().T, self.mean_y, self.mean_height, "means"):
            figure.add_trace(trace)
        known = self.table.means.notna()
        for x, value in zip(np.array(self.x)[known], self.table.means[known], strict=True):
            figure.add_annotation(
                x=x,
                y=self.mean_y,
                text=f"<b>{self.written(value, mean=True)}</b>",
                textangle=-90 if self.upright else 0,
                showarrow=False,
                font={"color": ink_on(self.colour(value)), "size": self.size - 2 * self.upright},
            )

    def written(self, value: float, *, mean: bool = False) -> str:
        """A value as a cell shows it."""
        if self.mode == "rank":
            return f"{value:.{1 if self.upright else 2}f}" if mean else f"{value:g}"
        return number(value)

    def blanks(self) -> list[Any]:
        """Undefined cells grey with a stroke, cells without a result an outline."""
        rows, columns = np.nonzero(self.table.scores.isna().to_numpy())
        reasons = self.table.reasons.to_numpy()
        late = np.array([waiting(reasons[i, j]) for i, j in zip(rows, columns, strict=True)], dtype=bool)
        x = np.array(self.x)
        traces = []
        fills = (
            ("undefined", ~late, blend(self.colours.border, self.colours.muted, 0.25), 1),
            ("not computed", late, blend(self.colours.border, self.colours.muted, 0.2), 1),
            ("not computed, inside", late, self.colours.background, 3),
        )
        for meta, chosen, colour, gap in fills:
            if not chosen.any():
                continue
            for block in self.blocks:
                z = np.full(self.table.values.shape, np.nan)
                z[rows[chosen], columns[chosen]] = 0
                traces.append(
                    go.Heatmap(
                        z=z[:, block],
                        x0=self.x[block][0],
                        dx=1,
                        y0=0,
                        dy=1,
                        xgap=gap,
                        ygap=gap,
                        colorscale=[[0, colour], [1, colour]],
                        showscale=False,
                        hoverinfo="skip",
                        meta=f"{meta}, fill",
                    )
                )
        stroke = go.Scatter(
            x=x[columns[~late]],
            y=rows[~late],
            mode="markers",
            marker={
                "symbol": "line-ne-open",
                "size": 0.72 * self.pitch,
                "color": self.colours.text,
                "line": {"width": 1.5, "color": self.colours.text},
            },
            customdata=self._named(rows[~late], columns[~late]),
            hoverinfo="skip",
            showlegend=False,
            meta="undefined",
            **UNDIMMED,
        )
        return [*traces, stroke]

    def rings(self) -> go.Scatter:
        """A ring in the middle of every best cell."""
        rows, columns = np.nonzero(self.table.best.to_numpy())
        ink = [self.ink(i, j) for i, j in zip(rows, columns, strict=True)]
        marks = {"symbol": "circle-open", "size": 0.5 * self.size, "color": ink, "opacity": 1}
        return go.Scatter(
            x=np.array(self.x)[columns],
            y=rows,
            mode="markers",
            marker={**marks, "line": {"width": 1.75, "color": ink}},
            customdata=self._named(rows, columns),
            hoverinfo="skip",
            showlegend=False,
            meta="best",
            **UNDIMMED,
        )

    def frames(self) -> list[go.Scatter]:
        """A frame inside every best cell, where text takes the middle; one trace for each colour of ink."""
        paths: dict[str, tuple[list[Any], list[Any], list[Any]]] = {}
        for i, j in np.argwhere(self.table.best.to_numpy()):
            x, y, told = paths.setdefault(self.ink(i, j), ([], [], []))
            a, b = 0.47, 0.5 - 2 / self.pitch
            x += [self.x[j] + side * a for side in (-1, 1, 1, -1, -1)] + [None]
            y += [i + side * b for side in (-1, -1, 1, 1, -1)] + [None]
            told += self._named([i], [j]) * 6
        return [
            go.Scatter(
                x=x,
                y=y,
                mode="lines",
                line={"color": ink, "width": 1.75},
                customdata=told,
                hoverinfo="skip",
                showlegend=False,
                meta="best",
            )
            for ink, (x, y, told) in paths.items()
        ]

    def frame_of(self, cell: tuple[str, str] | None) -> list[go.Scatter]:
        """A strong frame around a cell, on a lighter one that parts it from its neighbours."""
        rows, columns = list(self.table.values.index), list(self.table.values.columns)
        if cell is None or cell[0] not in rows or cell[1] not in columns:
            return []
        x, y = self.x[columns.index(cell[1])], rows.index(cell[0])
        return [
            go.Scatter(
                x=[x + side * 0.5 for side in (-1, 1, 1, -1, -1)],
                y=[y + side * 0.5 for side in (-1, -1, 1, 1, -1)],
                mode="lines",
                line={"color": colour, "width": width},
                cliponaxis=False,
                hoverinfo="skip",
                showlegend=False,
                meta="chosen",
            )
            for colour, width in ((self.colours.background, 6), (self.colours.text, 3))
        ]

    def ink(self, row: np.intp, column: np.intp) -> str:
        """The colour of text and rings on a cell."""
        return ink_on(self.colour(self.values[row, column]))

    def texts(self) -> go.Scatter:
        """The numbers, the best ones bold."""
        best = self.table.best.to_numpy()
        rows, columns = np.nonzero(~np.isnan(self.values))
        words = [self.written(self.values[i, j]) for i, j in zip(rows, columns, strict=True)]
        strong = best[rows, columns]
        return go.Scatter(
            x=np.array(self.x)[columns],
            y=rows,
            mode="text",
            text=[f"<b>{word}</b>" if bold else word for word, bold in zip(words, strong, strict=True)],
            textfont={"color": [self.ink(i, j) for i, j in zip(rows, columns, strict=True)]},
            hoverinfo="skip",
            showlegend=False,
            meta="texts",
            selected={
                "textfont": {"color": self.colours.text}
            },  # with it, what is not selected stays as it is
        )

    def targets(self, measure: str) -> go.Scatter:
        """A transparent square in every cell, for hovers and clicks."""
        rows, columns = (axis.ravel() for axis in np.indices(self.table.values.shape))
        scores, reasons = self.table.scores.to_numpy(), self.table.reasons.to_numpy()
        ours = self.table.scores[self.table.relations]
        ranks, best = rank_rows(ours).to_numpy(), ours.max(axis=1).to_numpy()
        counts = ours.count(axis=1).to_numpy()
        heads = [f"<b>{self.look.full_name(name)}</b>" for name in self.table.values]
        sides = [f"<b>{full_name(name)}</b>" for name in self.table.values.index]

        def told(i: int, j: int) -> str:
            head = f"{heads[j]} on {sides[i]}<br>"
            if np.isnan(scores[i, j]):
                return f"{head}{full_name(reasons[i, j])}"
            gap = f"gap to the best relation {number(best[i] - scores[i, j])}"
            head += f"{measure} {number(scores[i, j])}<br>"
            if j >= ranks.shape[1]:
                return f"{head}{gap}<br>another classifier, not ranked"
            return f"{head}rank {ranks[i, j]:g} of {counts[i]}, {gap}"

        return go.Scatter(
            x=np.array(self.x)[columns],
            y=rows,
            mode="markers",
            marker={"symbol": "square", "size": self.pitch, "color": "rgba(0,0,0,0)", "opacity": 1},
            customdata=self._named(rows, columns),
            hovertemplate=[f"{told(i, j)}<extra></extra>" for i, j in zip(rows, columns, strict=True)],
            showlegend=False,
            meta="targets",
            **UNDIMMED,
        )

    def _named(self, rows: Any, columns: Any) -> list[list[str]]:
        datasets, relations = list(self.table.values.index), list(self.table.values.columns)
        return [[datasets[i], relations[j]] for i, j in zip(rows, columns, strict=True)]

    def axes(
        self, figure: go.Figure, heads: list[str], sides: list[str], chosen: tuple[str, str] | None
    ) -> None:
        """Relations on top, data sets at the left; every label is kept, those of the chosen cell are bold."""
        if chosen is not None:
            heads = strong(heads, list(self.table.values.columns), chosen[1])
            sides = strong(sides, list(self.table.values.index), chosen[0])
        common = {"showgrid": False, "showline": False, "fixedrange": True, "tickmode": "array", "ticks": ""}
        figure.update_xaxes(
            side="top",
            range=[-0.5, self.x[-1] + 0.5],
            tickvals=self.x,
            ticktext=heads,
            autotickangles=[0, 45, 90],
            ticklabeloverflow="allow",
            automargin=False,
            **common,
        )
        figure.update_yaxes(
            range=[self.end, -0.5],
            tickvals=[*range(len(sides)), *([self.mean_y] if self.table.n else [])],
            ticktext=[*sides, *([f"<b>mean, n = {self.table.n}</b>"] if self.table.n else [])],
            tickfont={"size": min(self.size, round(self.pitch) - 1)},
            ticklabelstandoff=4,
            **common,
        )

    def scale_bar(self, depth: float) -> dict[str, Any]:
        """The colour axis with its bar below the table, `depth` pixels high."""
        low, high = self.ends
        step = {"score": 0.1, "gap": (high - low) / 4, "rank": max(1, round((high - low) / 8))}[self.mode]
        ticks = np.arange(low, high + step / 2, step)
        words = [f"{tick:g}".replace("0.", ".", 1) for tick in ticks.round(6)]
        if self.mode == "gap":
            words[-1] = f"≥ {words[-1]}"
        return scale_below(self.ends, self.scale, ticks, words, depth, self.size)


def strong(labels: Sequence[str], keys: Sequence[str], chosen: str) -> list[str]:
    """The labels, that of the chosen key bold."""
    pairs = zip(labels, keys, strict=True)
    return [f"<b>{label}</b>" if key == chosen else label for label, key in pairs]
