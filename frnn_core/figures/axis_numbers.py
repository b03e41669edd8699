"""Numbers on axes and colour bars are written as in texts: .7 and not 0.7.

Plotly chooses the ticks, which it may do anew for every width of a screen, and knows no such format. So it is
told how each label that it may choose is written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

FEWEST_TICKS, MOST_TICKS = 1.5, 40
"""How many ticks Plotly may take; more has no axis of ours."""
NICE = (1, 2, 5)
_FORMAT = re.compile(r"(\+?)(?:\.(\d+))?(~?)([fg]?)")
_NOTHING = re.compile(r"[+−]?0\.0+")
_ZERO = re.compile(r"^([+−]?)0(?=\.\d)")


def shortened(text: str) -> str:
    """A number without the zero before its point.

    Examples
    --------
    >>> shortened("0.70"), shortened("−0.05"), shortened("10.5"), shortened("0"), shortened("0.0")
    ('.70', '−.05', '10.5', '0', '0')
    """
    return "0" if _NOTHING.fullmatch(text) else _ZERO.sub(r"\1", text)


def without_zeros(figure: go.Figure) -> go.Figure:
    """Tell every axis and colour bar of a figure how its numbers below 1 are written."""
    for name in [name for name in figure.layout if re.fullmatch(r"[xy]axis\d*", name)]:
        axis = figure.layout[name]
        if axis.ticktext is None and axis.type not in ("category", "date", "multicategory"):
            _tell(axis, _ends(figure, name, axis), logarithmic=axis.type == "log")
    for name in [name for name in figure.layout if name.startswith("coloraxis")]:
        axis = figure.layout[name]
        _tell_bar(axis.colorbar, axis.cmin, axis.cmax)
    for trace in figure.data:
        if trace.type == "heatmap" and trace.coloraxis is None and trace.showscale is not False:
            _tell_bar(trace.colorbar, trace.zmin, trace.zmax)
    return figure


def _tell_bar(bar: Any, low: float | None, high: float | None) -> None:
    if bar.ticktext is None and low is not None and high is not None:
        _tell(bar, (float(low), float(high)))


def _tell(axis: Any, ends: tuple[float, float] | None, *, logarithmic: bool = False) -> None:
    """Add the labels to what an axis is told already."""
    form = _FORMAT.fullmatch(axis.tickformat or "")
    if form is None:
        return
    if axis.tickvals is not None:
        values: Iterable[float] = map(float, axis.tickvals)
    elif logarithmic:
        values = (digit * 10.0**power for power in range(-6, 0) for digit in range(1, 10))
    else:
        values = [] if ends is None else _ticks(*ends, axis.dtick)
    texts = {_written(value, form) for value in values}
    told = {text: short for text in sorted(texts) if (short := shortened(text)) != text}
    if told:
        axis.labelalias = told | dict(axis.labelalias or {})


def _written(value: float, form: re.Match[str]) -> str:
    """A number as Plotly would write it."""
    sign, decimals, trimmed, kind = form.groups()
    if kind == "f" and decimals is not None:
        text = f"{value:{sign}.{decimals}f}"
        text = text.rstrip("0").rstrip(".") if trimmed else text
    else:
        text = f"{value:{sign}.10g}"
    return text.replace("-", "−")


def _ticks(low: float, high: float, step: float | None) -> list[float]:
    """Every place between two ends where Plotly may put a tick."""
    span = high - low
    if not span > 0:
        return []
    least = math.floor(math.log10(span / MOST_TICKS))
    steps = [nice * 10.0**power for power in range(least, least + 4) for nice in NICE]
    steps = [each for each in steps if FEWEST_TICKS <= span / each <= MOST_TICKS]
    steps += [float(step)] if isinstance(step, int | float) else []
    return [
        round(place * each, 12)
        for each in steps
        for place in range(math.ceil(low / each), math.floor(high / each) + 1)
    ]


def _ends(figure: go.Figure, name: str, axis: Any) -> tuple[float, float] | None:
    """From where to where an axis goes; of one that Plotly fits, more than its data take."""
    if axis.range is not None and None not in axis.range:
        try:
            low, high = sorted(map(float, axis.range))
        except ValueError:
            return None
        return low, high
    letter = name[0]
    short = letter + name.removeprefix(f"{letter}axis")
    values = [
        found
        for trace in figure.data
        if (getattr(trace, f"{letter}axis", None) or letter) == short
        for found in _numbers(getattr(trace, letter, None))
    ]
    if not values:
        return None
    low, high = min(values), max(values)
    spare = 0.2 * (high - low) or abs(high) or 1.0
    return low - spare, high + spare


def _numbers(given: Sequence[Any] | None) -> list[float]:
    """The finite numbers of a trace; nothing where it holds words."""
    try:
        found = np.asarray(given if given is not None else [], dtype=float)
    except (TypeError, ValueError):
        return []
    return [float(value) for value in found[np.isfinite(found)]]
