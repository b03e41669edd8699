"""Where descent ends and what that is worth: a line a data set, from published to corrected."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.frame import framed, header, key_lines
from frnn_core.figures.look import Look
from frnn_core.figures.marks import VARIANT_GLYPHS, VARIANT_MARKERS, label, variant_colour
from frnn_core.figures.palette import transparent
from frnn_core.studies.gamma_descent import width_text
from frnn_core.studies.gamma_descent.figures.run_frame import gamma_axis
from frnn_core.text import counted, number

HEIGHT = 430
START = 1.0


def descent_gain(story: pd.DataFrame, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw the accuracy with the learned γ minus that with γ = 1, over the learned γ.

    Parameters
    ----------
    story : rows of `descent_story` of one kernel; those without a published run are left out
    """
    colours, size = look.colours, look.size
    rows = story.dropna(subset=["published", "corrected"]).set_index("dataset")
    figure = go.Figure()
    x: list[float | None] = []
    y: list[float | None] = []
    for _, row in rows.iterrows():
        x += [row["gamma_published"], row["gamma_corrected"], None]
        y += [row["published"] - row["unfitted"], row["corrected"] - row["unfitted"], None]
    line = {"color": transparent(colours.muted, 0.45), "width": 1}
    figure.add_trace(go.Scatter(x=x, y=y, mode="lines", line=line, hoverinfo="skip", meta="lines"))
    for name in ("published", "corrected"):
        told = [
            f"<b>{label(str(key))}</b>, {name}<br>γ = {width_text(row[f'gamma_{name}'])}, "
            f"accuracy {number(row[name])}<br>with γ = 1: {number(row['unfitted'])}<br>"
            f"printed {number(row['printed'])}"
            for key, row in rows.iterrows()
        ]
        figure.add_trace(
            go.Scatter(
                x=rows[f"gamma_{name}"],
                y=rows[name] - rows["unfitted"],
                mode="markers",
                marker={
                    "symbol": VARIANT_MARKERS[name],
                    "size": 0.75 * size,
                    "color": variant_colour(name, colours),
                    "line": {"width": 1, "color": colours.background},
                },
                hovertext=told,
                hoverinfo="text",
                meta=name,
            )
        )
    widths = rows[["gamma_published", "gamma_corrected"]].to_numpy()
    key = key_lines([(VARIANT_GLYPHS[n], variant_colour(n, colours), n) for n in ("published", "corrected")])
    top = header(figure, look, title, look.sources, key=key)
    framed(figure, look, HEIGHT * size / 13, top, 4 * size)
    gamma_axis(figure, 0.8 * float(widths.min()), 1.3 * float(widths.max()))
    figure.add_hline(0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    figure.add_vline(START, line={"color": colours.muted, "width": 1, "dash": "dot"})
    figure.update_xaxes(title=f"γ after learning, from γ = {START:g} (log scale)", fixedrange=True)
    figure.update_yaxes(title="accuracy gained over γ = 1", fixedrange=True, tickformat="+.1f")
    figure.update_layout(showlegend=False)
    return figure


def descent_gain_text(story: pd.DataFrame) -> str:
    """The figure in words: median γ and mean gain of both variants."""
    rows = story.dropna(subset=["published", "corrected"])
    parts = [
        f"{name} ends at a median γ of {width_text(rows[f'gamma_{name}'].median())}, with a mean gain of "
        f"{number(float((rows[name] - rows['unfitted']).mean()))} over γ = 1"
        for name in ("published", "corrected")
    ]
    return f"On {counted(len(rows), 'data set')} {'; '.join(parts)}."
