"""A figure that is played step by step in the browser: which steps are shown, and the controls for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import plotly.graph_objects as go

from frnn_core.engine.arrays import IntArray
from frnn_core.figures.palette import Palette

MOST_FRAMES = 100
PLAY_SECONDS = 6.0
AT_ONCE = {"mode": "immediate", "transition": {"duration": 0}}
STILL = {**AT_ONCE, "frame": {"duration": 0, "redraw": False}}
ROOM = 10.2
"""Over the size of the text, what ticks, buttons and slider take below the plot."""


def shown_steps(last: int, *, even: bool = False) -> IntArray:
    """The steps from 0 to `last` that are shown, at most 100, the first and the last among them.

    They are close together at the start, where most is moved; `even` spreads them evenly.
    """
    if last < MOST_FRAMES:
        return np.arange(last + 1)
    if even:
        return np.unique(np.linspace(0, last, MOST_FRAMES).round().astype(np.int64))
    return np.unique(np.append(0, np.geomspace(1, last, MOST_FRAMES - 1).round().astype(np.int64)))


def controls(
    figure: go.Figure,
    steps: IntArray,
    colours: Palette,
    size: int,
    plot: int,
    word: str,
    *,
    ends: bool = False,
) -> None:
    """Play, pause and a slider below the axis; bright buttons in the dark: Plotly lights them on hover.

    Parameters
    ----------
    steps : the names of the frames, as numbers
    plot : the height of the plot above, in pixels
    word : what a step is called beside the slider
    ends : buttons to the first and the last step as well
    """
    milliseconds = min(250, max(40, round(1000 * PLAY_SECONDS / len(steps))))
    play = {**AT_ONCE, "fromcurrent": True, "frame": {"duration": milliseconds, "redraw": False}}
    buttons: list[dict[str, Any]] = [
        {"label": "▶ Play", "method": "animate", "args": [None, play]},
        {"label": "❚❚ Pause", "method": "animate", "args": [[None], STILL]},
    ]
    if ends:
        first, last = ({"method": "animate", "args": [[str(steps[i])], STILL]} for i in (0, -1))
        buttons = [{"label": "|◀", **first}, *buttons, {"label": "▶|", **last}]
    menu, slider = _menu(buttons, colours, size), _slider(steps, colours, size, word)
    figure.update_layout(
        updatemenus=[{**menu, "y": -3.9 * size / plot}], sliders=[{**slider, "y": -3.7 * size / plot}]
    )


def _menu(buttons: list[dict[str, Any]], colours: Palette, size: int) -> dict[str, Any]:
    is_dark = colours.background < "#8"
    return {
        "type": "buttons",
        "direction": "right",
        "showactive": False,
        "x": 0,
        "xanchor": "left",
        "yanchor": "top",
        "pad": {"l": 0, "t": 0, "r": 0, "b": 0},
        "bgcolor": colours.primary if is_dark else colours.secondary,
        "bordercolor": colours.primary,
        "font": {"color": colours.background if is_dark else colours.text, "size": size},
        "buttons": buttons,
    }


def _slider(steps: IntArray, colours: Palette, size: int, word: str) -> dict[str, Any]:
    return {
        "active": len(steps) - 1,
        "x": 0,
        "len": 1,
        "xanchor": "left",
        "yanchor": "top",
        "pad": {"t": round(0.6 * size), "b": 0, "l": 4, "r": 4},
        "currentvalue": {
            "prefix": f"{word} ",
            "xanchor": "right",
            "offset": round(1.2 * size),
            "font": {"size": size, "color": colours.text},
        },
        "font": {"size": size - 2, "color": colours.muted},
        "bgcolor": colours.primary,
        "activebgcolor": colours.text,
        "bordercolor": colours.primary,
        "tickcolor": colours.border,
        "ticklen": 3,
        "minorticklen": 0,
        "steps": [
            {"label": f"{step:,}", "method": "animate", "args": [[str(step)], STILL]} for step in steps
        ],
    }
