"""How the chance to see a gap grows with the number of data sets."""

from __future__ import annotations

import plotly.graph_objects as go

from frnn_core.figures.frame import framed, header
from frnn_core.figures.look import Look
from frnn_core.stats import Power
from frnn_core.text import level_text, number

HEIGHT = 300


def power_curve(power: Power, *, look: Look = Look()) -> go.Figure:
    """Draw the chance over the number of data sets, for the pair alone and corrected for all pairs.

    A dotted line stands at the wished chance, a rule at the data sets there are.
    """
    colours, size = look.colours, look.size
    lines = [("alone", "this pair alone", "solid")]
    if power.pairs > 1:
        lines.append(("corrected", f"corrected for {power.pairs} pairs", "dash"))
    figure = go.Figure(
        [
            go.Scatter(
                x=power.curve["n"].to_numpy(),
                y=power.curve[key].to_numpy(),
                mode="lines",
                line={"color": colours.primary, "dash": dash, "width": 2},
                name=words,
                hovertemplate="%{x} data sets: %{y:.2f}<extra>" + words + "</extra>",
            )
            for key, words, dash in lines
        ]
    )
    rule = {"color": colours.muted, "width": 1, "dash": "dot"}
    figure.add_hline(y=power.target, line=rule)
    figure.add_vline(x=power.n, line={**rule, "dash": "solid"})
    at = {"x": power.n, "y": 1.0, "yref": "paper", "xanchor": "left", "yanchor": "top", "xshift": 4}
    figure.add_annotation(text=f"now: {power.n}", showarrow=False, **at)
    title = f"{look.name(power.first)} against {look.name(power.second)}: chance to see the gap"
    said = f"Wilcoxon's test at α = {level_text(power.alpha)}; dotted: {number(power.target, 2)}."
    said += f" Dashed: corrected for {power.pairs} pairs." if power.pairs > 1 else ""
    top = header(figure, look, title, [said])
    bottom = round(3.4 * size)
    framed(figure, look, top + HEIGHT + bottom, top, bottom)
    figure.update_layout(showlegend=False)
    figure.update_xaxes(title_text="data sets", fixedrange=True, rangemode="tozero")
    figure.update_yaxes(title_text="chance", range=[0, 1.02], fixedrange=True)
    return figure
