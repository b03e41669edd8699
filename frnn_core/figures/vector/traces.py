"""The traces of a figure: lines, marks and words, bars, heatmaps, and the scales of their colours."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np

from frnn_core.figures.vector.canvas import Canvas, Colour, colour, extent
from frnn_core.figures.vector.page import Page, plain

CELLS_AS_PICTURE = 6000
Axes = tuple[str, str]


def draw_traces(page: Page, canvas: Canvas) -> None:
    """All traces that are seen, in their order; a heatmap never covers a line."""
    stacked: dict[tuple[str, float], float] = {}
    for trace in page.told["data"]:
        axes = (str(trace.get("xaxis", "x")), str(trace.get("yaxis", "y")))
        if trace.get("visible") in (False, "legendonly"):
            continue
        kind = trace.get("type", "scatter")
        if kind == "heatmap":
            _heatmap(page, canvas, trace, axes)
        elif kind == "bar":
            _bar(page, canvas, trace, axes, stacked)
        elif kind == "contour":
            _contour(page, canvas, trace, axes)
        else:
            _scatter(page, canvas, trace, axes)


def _each(value: Any, at: int, otherwise: Any) -> Any:
    """What holds for one point of a trace: one for all, or each its own."""
    if value is None:
        return otherwise
    if isinstance(value, (list, np.ndarray)):
        return value[at] if at < len(value) else otherwise
    return value


def _scatter(page: Page, canvas: Canvas, trace: dict[str, Any], axes: Axes) -> None:
    xs, ys = plain(trace.get("x")), plain(trace.get("y"))
    points = np.array([page.place(x, y, axes) for x, y in zip(xs, ys, strict=False)], dtype=float)
    if not len(points):
        return
    opacity = trace.get("opacity", 1)
    mode = trace.get("mode", "lines" if len(points) > 20 else "lines+markers")
    clip = None if trace.get("cliponaxis") is False else page.clip(axes)
    line = trace.get("line", {})
    if trace.get("fill") == "toself":
        for part in _pieces(points):
            canvas.area(part, _faded(colour(trace.get("fillcolor"), "#CCCCCC"), opacity), clip=clip)
    elif trace.get("fill") in ("tozeroy", "tonexty"):
        base = page.place(xs[0], 0, axes)[1] if not page.axes[axes[1]].logarithmic else page.area(*axes)[3]
        under = [[points[-1][0], base], [points[0][0], base]]
        canvas.area([*points, *under], _faded(colour(trace.get("fillcolor"), "#CCCCCC"), opacity), clip=clip)
    if "lines" in mode:
        drawn = points[np.isfinite(points).all(axis=1)] if trace.get("connectgaps") else points
        if line.get("shape") == "hv":
            drawn = np.array([p for a, b in pairwise(drawn) for p in (a, (b[0], a[1]))])
            drawn = np.vstack([drawn, points[-1:]])
        ink = _faded(colour(line.get("color"), page.ink), opacity)
        canvas.line(
            drawn[:, 0], drawn[:, 1], ink, float(line.get("width", 2)), line.get("dash", "solid"), clip
        )
    _errors(page, canvas, trace, axes, points)
    if "markers" in mode:
        _marks(page, canvas, trace, points, opacity, clip)
    if "text" in mode:
        _words(page, canvas, trace, points)


def _pieces(points: Any) -> list[Any]:
    """The outlines of a trace, which blanks part."""
    gaps = [-1, *np.flatnonzero(~np.isfinite(points).all(axis=1)).tolist(), len(points)]
    return [points[a + 1 : b] for a, b in pairwise(gaps) if b - a > 2]


def _marks(page: Page, canvas: Canvas, trace: dict[str, Any], points: Any, opacity: Any, clip: Any) -> None:
    marker = trace.get("marker", {})
    edge = marker.get("line", {})
    alike: dict[tuple[Any, ...], list[tuple[float, float]]] = {}
    for at, (x, y) in enumerate(points):
        if not (math.isfinite(x) and math.isfinite(y)):
            continue
        seen = float(_each(marker.get("opacity"), at, 1)) * float(opacity)
        ink = _each(marker.get("color"), at, None)
        if isinstance(ink, (int, float, np.number)):
            ink = _on_scale(marker, float(ink))
        fill = _faded(colour(ink, page.ink), seen)
        width = float(_each(edge.get("width"), at, 0))
        rim = _faded(colour(_each(edge.get("color"), at, None), "#444444"), seen)
        if fill[3] == 0 and (width == 0 or rim[3] == 0):
            continue
        size = float(_each(marker.get("size"), at, 6))
        looks = str(_each(marker.get("symbol"), at, "circle")), size, fill, rim, width
        alike.setdefault(looks, []).append((x, y))
    for looks, places in alike.items():
        canvas.marks(places, *looks, clip)


def _words(page: Page, canvas: Canvas, trace: dict[str, Any], points: Any) -> None:
    font = trace.get("textfont", {})
    for at, (x, y) in enumerate(points):
        text = _each(trace.get("text"), at, "")
        if not text or not (math.isfinite(x) and math.isfinite(y)):
            continue
        down, across = str(_each(trace.get("textposition"), at, "middle center")).split()
        size = float(_each(font.get("size"), at, page.size))
        away = 0.0
        if "markers" in str(trace.get("mode")):
            away = float(_each(trace.get("marker", {}).get("size"), at, 6)) / 2 + 1
        x += {"left": -away, "center": 0.0, "right": away}[across]
        y += {"top": -away, "middle": 0.0, "bottom": away}[down]
        anchor = (
            {"left": "right", "center": "center", "right": "left"}[across],
            {"top": "bottom", "middle": "middle", "bottom": "top"}[down],
        )
        canvas.text(x, y, str(text), size, str(_each(font.get("color"), at, page.ink)), anchor)


def _errors(page: Page, canvas: Canvas, trace: dict[str, Any], axes: Axes, points: Any) -> None:
    """The intervals of points."""
    for letter in "xy":
        told = trace.get(f"error_{letter}")
        if not told or told.get("visible") is False or told.get("array") is None:
            continue
        more, less = told["array"], told.get("arrayminus")
        less = more if less is None else less
        ink = colour(told.get("color"), page.ink)
        for at, (x, y) in enumerate(zip(plain(trace["x"]), plain(trace["y"]), strict=True)):
            ends = [(x, y), (x, y)]
            if letter == "x":
                ends = [(x - less[at], y), (x + more[at], y)]
            else:
                ends = [(x, y - less[at]), (x, y + more[at])]
            (x0, y0), (x1, y1) = (page.place(*end, axes) for end in ends)
            canvas.line([x0, x1], [y0, y1], ink, float(told.get("thickness", 1.5)))


def _bar(
    page: Page, canvas: Canvas, trace: dict[str, Any], axes: Axes, stacked: dict[tuple[str, float], float]
) -> None:
    lying = trace.get("orientation") == "h"
    along, places = (trace["x"], trace["y"]) if lying else (trace["y"], trace["x"])
    marker = trace.get("marker", {})
    pattern = marker.get("pattern", {})
    piled = page.layout.get("barmode") in ("stack", "relative")
    opacity = float(trace.get("opacity", 1))
    along, places = plain(along), plain(places)
    names = page.axes[axes[1] if lying else axes[0]].names
    for at, (value, place) in enumerate(zip(along, places, strict=True)):
        if value is None or (isinstance(value, float) and math.isnan(value)):
            continue
        middle = float(names.index(place)) if isinstance(place, str) else float(place)
        start = float(_each(trace.get("base"), at, 0))
        if piled:
            key = (axes[0] + axes[1] + str(value < 0), middle)
            start = stacked.get(key, 0.0)
            stacked[key] = start + value
        half = float(_each(trace.get("width"), at, 0.8)) / 2

        across = _ends(page, axes, (start, start + value), (middle - half, middle + half), lying)
        x0, x1, y0, y1 = across
        edge = marker.get("line", {})
        canvas.box(
            *(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)),
            _faded(colour(_each(marker.get("color"), at, None), "#444444"), opacity),
            edge=colour(_each(edge.get("color"), at, None), "#444444"),
            width=float(_each(edge.get("width"), at, 0)),
            clip=page.clip(axes),
            hatch=str(_each(pattern.get("shape"), at, "")),
            hatch_ink=colour(_each(pattern.get("fgcolor"), at, None), "#444444"),
        )
        _inside(page, canvas, trace, at, across)


def _ends(
    page: Page, axes: Axes, along: tuple[float, float], across: tuple[float, float], lying: bool
) -> tuple[float, float, float, float]:
    """Both ends of a bar in both directions."""
    left, top, right, bottom = page.area(*axes)
    x, y = (page.axes[name] for name in axes)
    (u, v) = (along, across) if lying else (across, along)

    def share(axis: Any, value: float) -> float:
        place = math.log10(value) if axis.logarithmic and value > 0 else value
        return float((place - axis.low) / (axis.high - axis.low))

    x0, x1 = (left + share(x, end) * (right - left) for end in u)
    y0, y1 = (bottom - share(y, end) * (bottom - top) for end in v)
    return x0, x1, y0, y1


def _inside(
    page: Page, canvas: Canvas, trace: dict[str, Any], at: int, box: tuple[float, float, float, float]
) -> None:
    """The words in a bar, where they fit."""
    text = str(_each(trace.get("text"), at, "") or "")
    if not text or trace.get("textposition") != "inside":
        return
    font = {**trace.get("textfont", {}), **trace.get("insidetextfont", {})}
    size = float(_each(font.get("size"), at, page.size))
    x0, x1, y0, y1 = box
    wide, high = extent(text, size)
    if wide <= abs(x1 - x0) and 0.8 * high <= abs(y1 - y0):
        ink = str(_each(font.get("color"), at, page.ink))
        canvas.text((x0 + x1) / 2, (y0 + y1) / 2, text, size, ink, ("center", "middle"))


def _heatmap(page: Page, canvas: Canvas, trace: dict[str, Any], axes: Axes) -> None:
    z = np.array([[math.nan if v is None else float(v) for v in row] for row in trace["z"]], dtype=float)
    xs, ys = (
        _edges(trace, letter, count, page.axes[name])
        for letter, count, name in (("x", z.shape[1], axes[0]), ("y", z.shape[0], axes[1]))
    )
    left, top, right, bottom = page.area(*axes)
    across, up = left + xs * (right - left), bottom - ys * (bottom - top)
    low, high, scale = _scale(page, trace, z)
    paint = _painted(z, low, high, scale)
    if z.size > CELLS_AS_PICTURE or trace.get("zsmooth"):
        paint[np.isnan(z)] = (0, 0, 0, 0)
        if across[0] > across[-1]:
            across, paint = across[::-1], paint[:, ::-1]
        if up[0] < up[-1]:
            up, paint = up[::-1], paint[::-1]
        box = (float(across[0]), float(across[-1]), float(up[0]), float(up[-1]))
        canvas.image(paint, box, smooth=bool(trace.get("zsmooth")), clip=page.clip(axes))
        return
    half_x, half_y = float(trace.get("xgap", 0)) / 2, float(trace.get("ygap", 0)) / 2
    for (i, j), value in np.ndenumerate(z):
        if math.isnan(value):
            continue
        x0, x1 = sorted((across[j], across[j + 1]))
        y0, y1 = sorted((up[i], up[i + 1]))
        fill: Colour = tuple(paint[i, j])
        edge = fill if not half_x else (0.0, 0.0, 0.0, 0.0)  # no seam between cells that touch
        corners = (x0 + half_x, y0 + half_y, x1 - half_x, y1 - half_y)
        canvas.box(*corners, fill, edge=edge, width=0.3 if not half_x else 0)


def _edges(trace: dict[str, Any], letter: str, count: int, axis: Any) -> Any:
    """The borders of cells along one direction, as shares of the axis."""
    values = trace.get(letter)
    if values is None:
        first, step = float(trace.get(f"{letter}0", 0)), float(trace.get(f"d{letter}", 1))
        borders = first + step * (np.arange(count + 1) - 0.5)
    else:
        listed = plain(values)
        middles = np.array([axis.names.index(v) if isinstance(v, str) else float(v) for v in listed])
        if axis.logarithmic:
            middles = np.log10(middles)
        if len(middles) == count + 1:
            borders = middles
        elif count == 1:
            borders = middles[0] + np.array([-0.5, 0.5])
        else:
            inner = (middles[1:] + middles[:-1]) / 2
            borders = np.array([2 * middles[0] - inner[0], *inner, 2 * middles[-1] - inner[-1]])
    return (borders - axis.low) / (axis.high - axis.low)


def _scale(page: Page, trace: dict[str, Any], z: Any) -> tuple[float, float, list[Any]]:
    """Both ends of a scale of colours, and the colours."""
    if name := trace.get("coloraxis"):
        told = page.layout[name]
        return float(told["cmin"]), float(told["cmax"]), told["colorscale"]
    known = z[np.isfinite(z)]
    low = float(trace.get("zmin", known.min() if known.size else 0))
    return low, float(trace.get("zmax", known.max() if known.size else 1)), trace["colorscale"]


def _painted(z: Any, low: float, high: float, scale: list[Any]) -> Any:
    """The colour of every value."""
    share = np.clip((np.nan_to_num(z, nan=low) - low) / ((high - low) or 1.0), 0, 1)
    stops = [float(place) for place, _ in scale]
    paints = np.array([colour(text) for _, text in scale])
    return np.stack([np.interp(share, stops, paints[:, channel]) for channel in range(4)], axis=-1)


def _on_scale(marker: dict[str, Any], value: float) -> str:
    scale, low, high = marker.get("colorscale"), marker.get("cmin", 0), marker.get("cmax", 1)
    if not scale:
        return "#444444"
    red, green, blue, _ = (255 * part for part in _painted(np.array(value), low, high, scale))
    return f"rgb({red:.0f},{green:.0f},{blue:.0f})"


def _contour(page: Page, canvas: Canvas, trace: dict[str, Any], axes: Axes) -> None:
    """Lines of equal value."""
    told, line = trace.get("contours", {}), trace.get("line", {})
    xs = [page.place(x, 0, axes)[0] for x in plain(trace["x"])]
    ys = [page.place(0, y, axes)[1] for y in plain(trace["y"])]
    z = np.array([[math.nan if v is None else v for v in row] for row in trace["z"]], dtype=float)
    if "start" not in told:
        return
    levels = np.arange(told["start"], told["end"] + 1e-9, told.get("size") or 1)
    drawn = canvas.sheet.contour(
        xs,
        ys,
        z,
        levels=levels,
        colors=[colour(line.get("color"), page.ink)],
        linewidths=float(line.get("width", 1)) * canvas.scale,
    )
    canvas.order += 1
    drawn.set_zorder(canvas.order)


def _faded(ink: Colour, opacity: float) -> Colour:
    return (*ink[:3], ink[3] * float(opacity))


def draw_bars_of_colour(page: Page, canvas: Canvas) -> None:
    """The scales of colours below or beside the plotting area."""
    told = [page.layout[name] for name in page.layout if name.startswith("coloraxis")]
    shown = [(axis["cmin"], axis["cmax"], axis) for axis in told if axis.get("showscale", True)]
    for trace in page.told["data"]:
        if trace.get("type") == "heatmap" and not trace.get("coloraxis") and trace.get("showscale", True):
            shown.append((trace.get("zmin", 0), trace.get("zmax", 1), trace))
    for low, high, owner in shown:
        _colour_bar(page, canvas, float(low), float(high), owner)


def _colour_bar(page: Page, canvas: Canvas, low: float, high: float, owner: dict[str, Any]) -> None:
    bar = owner.get("colorbar", {})
    thick = float(bar.get("thickness", 30))
    flat = bar.get("orientation") == "h"
    values = bar.get("tickvals")
    if values is None:
        count = max(int(bar.get("nticks") or 5) - 1, 1)
        values = np.linspace(low, high, count + 1)
    words = bar.get("ticktext")
    words = [f"{v:.3g}".replace("0.", ".", 1) for v in values] if words is None else words
    steps = np.linspace(0, 1, 65)
    paint = _painted(low + (steps[1:] + steps[:-1]) / 2 * (high - low), low, high, owner["colorscale"])
    if flat:
        x, y = page.paper(float(bar.get("x", 0)), float(bar.get("y", -0.1)))
        y -= thick if bar.get("yanchor") == "bottom" else 0
        long = float(bar.get("len", 1)) * page.across
        for a, b, fill in zip(steps, steps[1:], paint, strict=False):
            canvas.box(x + a * long, y, x + b * long, y + thick, tuple(fill), edge=tuple(fill), width=0.3)
        for place, (value, word) in enumerate(zip(values, words, strict=True)):
            at = x + (float(value) - low) / (high - low) * long
            anchor = "left" if place == 0 else "right" if place == len(words) - 1 else "center"
            canvas.text(at, y + thick + 1, str(word), 0.92 * page.size, page.ink, (anchor, "top"))
        return
    x, _ = page.paper(float(bar.get("x", 1.02)), 0)
    thick = min(thick, 12)
    for a, b, fill in zip(steps, steps[1:], paint, strict=False):
        top, bottom = page.paper(0, b)[1], page.paper(0, a)[1]
        canvas.box(x, top, x + thick, bottom, tuple(fill), edge=tuple(fill), width=0.3)
    for value, word in zip(values, words, strict=True):
        at = page.paper(0, (float(value) - low) / (high - low))[1]
        canvas.text(x + thick + 3, at, str(word), 0.92 * page.size, page.ink, ("left", "middle"))
