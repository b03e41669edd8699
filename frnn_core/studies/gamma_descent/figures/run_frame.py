"""What the figures of runs share: a header with a key of the variants, and the axis of widths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.figures.frame import framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import VARIANT_GLYPHS, variant_colour
from frnn_core.studies.gamma_descent import width_text

GAMMA_TITLE = "kernel width γ (log scale)"
HEIGHT, LARGE_HEIGHT = 270, 340  # of the plot


def framed_runs(
    figure: go.Figure,
    look: Look,
    title: str,
    key: Sequence[tuple[str, str, str]],
    plot: int | None = None,
) -> None:
    """Header with a key of the marks, and a height that leaves `plot` pixels below it."""
    size, height = look.size, plot or (LARGE_HEIGHT if look.large else HEIGHT)
    top = header(figure, look, title, look.sources, key=key_lines(key)) + round(0.4 * size)
    bottom = round(3.8 * size)
    framed(figure, look, top + height + bottom, top, bottom)
    figure.update_layout(margin={"r": 12}, showlegend=False, uirevision=f"{title} {look.source}")
    figure.update_xaxes(automargin=False, title_font_size=size)
    figure.update_yaxes(title_font_size=size)


def variant_key(variants: Iterable[str], look: Look, words: str = "") -> list[tuple[str, str, str]]:
    """Glyph, colour and name of each variant, with words behind the name."""
    return [
        (VARIANT_GLYPHS[variant], variant_colour(variant, look.colours), look.name(variant) + words)
        for variant in variants
    ]


def gamma_axis(figure: go.Figure, low: float, high: float) -> None:
    """Make the horizontal axis one of widths, on a log scale."""
    figure.update_xaxes(
        title=GAMMA_TITLE,
        type="log",
        range=[np.log10(low), np.log10(high)],
        **plain_ticks(low, high),
    )


def plain_ticks(low: float, high: float) -> dict[str, Any]:
    """Ticks at round numbers, at 1, 2 and 5 in each decade, or at the decades, by how many fit."""
    within = (1, 1.5, 2, 3, 4, 5, 7) if high / low < 8 else (1, 2, 5) if high / low < 300 else (1,)
    decades = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    values = [digit * 10.0**decade for decade in decades for digit in within]
    shown = [value for value in values if low <= value <= high]
    return {"tickvals": shown, "ticktext": [width_text(value) for value in shown], "showgrid": True}
