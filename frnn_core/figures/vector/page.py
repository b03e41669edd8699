"""The layout of a figure in a given width: margins, axes, and what stands around the traces."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from frnn_core.figures.vector.axes import Axis
from frnn_core.figures.vector.canvas import LINE, Canvas, Clip, colour, extent

POINTS = 8.0
"""Size of the text in print."""
EDGE = 8.0


@dataclass(frozen=True, eq=False)
class Page:
    """A figure as Plotly was told, in pixels of which `width` make the width in print."""

    told: dict[str, Any]
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    axes: dict[str, Axis]

    @classmethod
    def of(cls, told: dict[str, Any], inches: float, *, titled: bool) -> Page:
        """The layout: margins as told, wider where labels need it, and no room for what is not printed."""
        layout = told["layout"]
        size = float(layout.get("font", {}).get("size", 13))
        width = inches * 72 * size / POINTS
        margin = {"l": 80, "r": 80, "t": 100, "b": 80, **layout.get("margin", {})}
        inner = layout.get("height", 450) - margin["t"] - margin["b"]
        axes = _axes(told, size)
        top = margin["t"] - (0 if titled else _header(layout, size))
        moves = bool(layout.get("sliders") or layout.get("updatemenus"))
        need = _needed(axes, width - margin["l"] - margin["r"], inner)
        edge = [float(EDGE if moves else margin["b"]), need["bottom"] + 2]
        sides = {
            "left": max(float(margin["l"]), need["left"] + 6),
            "right": max(float(margin["r"]), need["right"] + 6, _overhang(layout, width)),
            "top": max(float(top), need["top"] + 2, EDGE),
            "bottom": max(edge),
        }
        return cls(told, width, inner + sides["top"] + sides["bottom"], axes=axes, **sides)

    @property
    def layout(self) -> dict[str, Any]:
        """What Plotly was told beside the traces."""
        found: dict[str, Any] = self.told["layout"]
        return found

    @cached_property
    def size(self) -> float:
        """Size of the text."""
        return float(self.layout.get("font", {}).get("size", 13))

    @property
    def ink(self) -> str:
        """Colour of the text."""
        return str(self.layout.get("font", {}).get("color", "#000000"))

    @property
    def across(self) -> float:
        """Width of the plotting area."""
        return self.width - self.left - self.right

    @property
    def down(self) -> float:
        """Height of the plotting area."""
        return self.height - self.top - self.bottom

    def paper(self, x: float, y: float) -> tuple[float, float]:
        """A place given in shares of the plotting area, y upwards."""
        return self.left + x * self.across, self.top + (1 - y) * self.down

    def area(self, x: str, y: str) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a pair of axes; equal scales where these are asked for."""
        horizontal, vertical = self.axes[x], self.axes[y]
        (x0, x1), (y0, y1) = (axis.told.get("domain", (0.0, 1.0)) for axis in (horizontal, vertical))
        left, bottom = self.paper(x0, y0)
        right, top = self.paper(x1, y1)
        if vertical.told.get("scaleanchor") or horizontal.told.get("scaleanchor"):
            ratio = float(vertical.told.get("scaleratio", 1))
            wide = abs(horizontal.high - horizontal.low)
            high = abs(vertical.high - vertical.low) * ratio
            unit = min((right - left) / wide, (bottom - top) / high)
            spare_x, spare_y = right - left - unit * wide, bottom - top - unit * high
            left, right = left + spare_x / 2, right - spare_x / 2
            above = 0.0 if vertical.told.get("constraintoward") == "top" else spare_y / 2
            top, bottom = top + above, bottom - (spare_y - above)
        return left, top, right, bottom

    def place(self, x: Any, y: Any, axes: tuple[str, str]) -> tuple[float, float]:
        """Where a point of a trace lies."""
        left, top, right, bottom = self.area(*axes)
        return (
            left + self.axes[axes[0]].share(x) * (right - left),
            bottom - self.axes[axes[1]].share(y) * (bottom - top),
        )

    def clip(self, axes: tuple[str, str]) -> Clip:
        """The box beyond which nothing of a pair of axes is drawn."""
        left, top, right, bottom = self.area(*axes)
        return left, top, right - left, bottom - top

    def partner(self, name: str) -> str:
        """The axis that another one stands on."""
        axis = self.axes[name]
        anchor = str(axis.told.get("anchor", ""))
        if re.fullmatch(r"[xy]\d*", anchor) and anchor in self.axes:
            return anchor
        other = "y" if axis.letter == "x" else "x"
        return other if other in self.axes else next(n for n in self.axes if n[0] == other)

    def pair(self, name: str) -> tuple[str, str]:
        """An axis with the one it stands on, x first."""
        return (name, self.partner(name)) if name[0] == "x" else (self.partner(name), name)

    def draw_grid(self, canvas: Canvas) -> None:
        """The lines of the grid, where there are any."""
        for name, axis in self.axes.items():
            if not axis.visible or axis.told.get("showgrid") is False:
                continue
            left, top, right, bottom = self.area(*self.pair(name))
            ink = colour(axis.told.get("gridcolor"), "#D5DDE4")
            for share, _ in axis.ticks(right - left if name[0] == "x" else bottom - top):
                if name[0] == "x":
                    at = left + share * (right - left)
                    canvas.line([at, at], [top, bottom], ink, 1)
                else:
                    at = bottom - share * (bottom - top)
                    canvas.line([left, right], [at, at], ink, 1)

    def draw_axes(self, canvas: Canvas) -> None:
        """Lines, ticks, labels and titles."""
        for name, axis in self.axes.items():
            if axis.visible:
                box = self.area(*self.pair(name))
                (self._horizontal if name[0] == "x" else self._vertical)(canvas, axis, box)

    def _horizontal(self, canvas: Canvas, axis: Axis, box: tuple[float, float, float, float]) -> None:
        left, top, right, bottom = box
        on_top = axis.side == "top"
        at, away = (top, -1) if on_top else (bottom, 1)
        ink, wide = colour(axis.told.get("linecolor"), "#444444"), float(axis.told.get("linewidth", 1))
        if axis.told.get("showline"):
            canvas.line([left, right], [at, at], ink, wide)
        if axis.told.get("ticks") == "outside":
            marks = [(share, float(axis.told.get("ticklen", 5))) for share, _ in axis.ticks(right - left)]
            marks += [(share, float(axis.told["minor"].get("ticklen", 3))) for share in axis.minor()]
            for share, long in marks:
                x = left + share * (right - left)
                canvas.line([x, x], [at, at + away * long], ink, 1)
        taken = 0.0
        if axis.told.get("showticklabels", True):
            angle = axis.angle(right - left)
            edge = "bottom" if on_top else "top"
            anchor = ("center", edge)
            if angle:
                begins = (angle > 0) != on_top
                anchor = ("left" if begins else "right", "middle")
            for share, text in axis.ticks(right - left):
                y = at + away * (axis.standoff - (0 if angle else 2))
                x = left + share * (right - left)
                canvas.text(x, y, text, axis.text_size, self._label_ink(axis), anchor, angle)
            taken = axis.room(right - left) - (extent(axis.title, self.size)[1] + 4 if axis.title else 0)
        if axis.title:
            y = at + away * (taken + 2)
            canvas.text(
                (left + right) / 2,
                y,
                axis.title,
                self.size,
                self.ink,
                ("center", "bottom" if on_top else "top"),
            )

    def _vertical(self, canvas: Canvas, axis: Axis, box: tuple[float, float, float, float]) -> None:
        left, top, right, bottom = box
        on_right = axis.side == "right"
        at, away = (right, 1) if on_right else (left, -1)
        ink, wide = colour(axis.told.get("linecolor"), "#444444"), float(axis.told.get("linewidth", 1))
        if axis.told.get("showline"):
            canvas.line([at, at], [top, bottom], ink, wide)
        taken = 0.0
        if axis.told.get("showticklabels", True):
            anchor = ("left" if on_right else "right", "middle")
            for share, text in axis.ticks(bottom - top):
                y = bottom - share * (bottom - top)
                canvas.text(at + away * axis.standoff, y, text, axis.text_size, self._label_ink(axis), anchor)
            taken = axis.room(bottom - top) - (extent(axis.title, self.size)[1] + 4 if axis.title else 0)
        if axis.title:
            x = at + away * (taken + 2 + extent(axis.title, self.size)[1] / 2)
            canvas.text(x, (top + bottom) / 2, axis.title, self.size, self.ink, ("center", "middle"), -90)

    def _label_ink(self, axis: Axis) -> str:
        return str(axis.told.get("tickfont", {}).get("color", self.ink))

    def reference(self, ref: str, value: Any, letter: str, *, exponent: bool) -> float:
        """A place on the sheet that is given on an axis, in shares of its length, or of the plotting area."""
        if ref == "paper":
            return self.paper(value, value)[0 if letter == "x" else 1]
        name, _, domain = ref.partition(" ")
        left, top, right, bottom = self.area(*self.pair(name))
        share = float(value) if domain else self.axes[name].share(value, exponent=exponent)
        return left + share * (right - left) if letter == "x" else bottom - share * (bottom - top)

    def draw_shapes(self, canvas: Canvas, *, below: bool) -> None:
        """Lines and boxes."""
        for shape in self.layout.get("shapes", ()):
            if (shape.get("layer") == "below") != below or shape.get("type") not in ("line", "rect"):
                continue
            (x0, x1), (y0, y1) = self._ends(shape, "x"), self._ends(shape, "y")
            line = shape.get("line", {})
            ink, width = colour(line.get("color"), "#444444"), float(line.get("width", 2))
            if shape["type"] == "line":
                canvas.line([x0, x1], [y0, y1], ink, width, line.get("dash", "solid"))
            else:
                fill = colour(shape.get("fillcolor", "none"))
                canvas.box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1), fill, edge=ink, width=width)

    def _ends(self, shape: dict[str, Any], letter: str) -> tuple[float, float]:
        ref = str(shape.get(f"{letter}ref", letter))
        first, second = shape[f"{letter}0"], shape[f"{letter}1"]
        if shape.get(f"{letter}sizemode") == "pixel":
            at = self.reference(ref, shape.get(f"{letter}anchor", 0), letter, exponent=False)
            sign = 1 if letter == "x" else -1
            return at + sign * first, at + sign * second
        one, other = (self.reference(ref, end, letter, exponent=False) for end in (first, second))
        return one, other

    def draw_annotations(self, canvas: Canvas) -> None:
        """Words at places of their own, with a line to what they are about where one is asked for."""
        for told in self.layout.get("annotations", ()):
            if told.get("visible") is False or not told.get("text"):
                continue
            refs = {letter: str(told.get(f"{letter}ref", letter)) for letter in "xy"}
            x = self.reference(refs["x"], told["x"], "x", exponent=True) + told.get("xshift", 0)
            y = self.reference(refs["y"], told["y"], "y", exponent=True) - told.get("yshift", 0)
            font = told.get("font", {})
            ink, size = str(font.get("color", self.ink)), float(font.get("size", self.size))
            anchor = (
                _anchor(told.get("xanchor", "auto"), refs["x"], told["x"], ("left", "center", "right")),
                _anchor(told.get("yanchor", "auto"), refs["y"], told["y"], ("bottom", "middle", "top")),
            )
            if told.get("showarrow", True):
                dx, dy = float(told.get("ax", -10)), float(told.get("ay", -30))
                long = math.hypot(dx, dy) or 1.0
                near = float(told.get("standoff", 0)) / long
                line = colour(told.get("arrowcolor"), ink)
                ends = [x + near * dx, x + dx], [y + near * dy, y + dy]
                canvas.line(*ends, line, float(told.get("arrowwidth", 1)))
                x, y = x + dx, y + dy
                beyond = "bottom" if dy < 0 else "top"
                anchor = (anchor[0], beyond if abs(dy) >= abs(dx) else "middle")
            canvas.text(x, y, str(told["text"]), size, ink, anchor, float(told.get("textangle", 0)))

    def draw_title(self, canvas: Canvas) -> None:
        """Title and notes at the top left, smaller where they would not fit."""
        text = str(self.layout.get("title", {}).get("text") or "")
        if text:
            room = self.width - 2 * EDGE
            size = min(self.size, self.size * room / max(extent(text, self.size)[0], 1.0))
            canvas.text(EDGE, EDGE, text, size, self.ink, ("left", "top"))


def _axes(told: dict[str, Any], size: float) -> dict[str, Axis]:
    """The axes that traces or words stand on, by their short names."""
    values: dict[str, list[Any]] = {"x": [], "y": []}
    loose = set()
    for trace in told["data"]:
        for letter in "xy":
            name = str(trace.get(f"{letter}axis", letter))
            found = values.setdefault(name, [])
            if trace.get("type") == "heatmap" and trace.get(letter) is None:
                count = len(trace["z"][0]) if letter == "x" else len(trace["z"])
                first, step = float(trace.get(f"{letter}0", 0)), float(trace.get(f"d{letter}", 1))
                found += [first - step / 2, first + (count - 0.5) * step]
            else:
                found += [v for v in plain(trace.get(letter)) if v is not None]
                loose.add(name)
    axes = {}
    for name, found in values.items():
        layout = told["layout"].get(f"{name[0]}axis{name[1:]}", {})
        axes[name] = Axis.of(name, layout, found, size, tight=name not in loose)
    return axes


def plain(values: Any) -> list[Any]:
    """Values as a list, from a list or an array."""
    if values is None:
        return []
    return list(values.ravel().tolist() if hasattr(values, "ravel") else values)


def _needed(axes: dict[str, Axis], across: float, down: float) -> dict[str, float]:
    """What labels and titles take at each side of the figure, of the axes that stand at its edge."""
    need = {"left": 0.0, "right": 0.0, "top": 0.0, "bottom": 0.0}
    for axis in axes.values():
        first, last = axis.told.get("domain", (0.0, 1.0))
        length = (across if axis.letter == "x" else down) * (last - first)
        room = axis.room(max(length, 50.0))
        anchor = axes.get(str(axis.told.get("anchor")))
        starts = anchor.told.get("domain", (0.0, 1.0))[0] if anchor else 0.0
        outer = axis.letter == "x" or axis.side == "right" or starts < 0.01
        if outer:
            need[axis.side] = max(need[axis.side], room)
    return need


def _overhang(layout: dict[str, Any], width: float) -> float:
    """The room of words that stand right of the plotting area."""
    size = float(layout.get("font", {}).get("size", 13))
    found = [0.0]
    for told in layout.get("annotations", ()):
        beyond = told.get("xref") in ("paper", "x domain") and told.get("x") == 1
        if beyond and told.get("xanchor") == "left" and told.get("text"):
            font = float(told.get("font", {}).get("size", size))
            found.append(extent(str(told["text"]), font)[0] + told.get("xshift", 0) + 2)
    return min(max(found), width / 2)


def _header(layout: dict[str, Any], size: float) -> float:
    """The height that title and notes take in the upper margin."""
    text = str(layout.get("title", {}).get("text") or "")
    return round(EDGE + LINE * size * (text.count("<br>") + 1) + 0.4 * size) - EDGE if text else 0.0


def _anchor(told: str, ref: str, value: Any, names: tuple[str, str, str]) -> str:
    """Which point of a text stands at its place: the middle, or at the edges of a figure the outer end."""
    if told != "auto":
        return told
    if ref == "paper" or ref.endswith(" domain"):
        return names[0] if value < 1 / 3 else names[2] if value > 2 / 3 else names[1]
    return names[1]
