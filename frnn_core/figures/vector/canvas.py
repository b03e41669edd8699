"""A sheet that is measured in the pixels of a screen, with lines, areas, marks and text of several styles."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.textpath import text_to_path

Colour = tuple[float, float, float, float]
Clip = tuple[float, float, float, float] | None
FONT = "DejaVu Sans"
SMALLER = 0.9  # its letters are larger than those of the font on screen
LINE = 1.3  # from line to line, in sizes of text
DASHES = {"dot": (1.0, 1.8), "dash": (4.0, 2.5), "dashdot": (4.0, 2.0, 1.0, 2.0), "longdash": (7.0, 3.0)}
MARKS: dict[str, Any] = {
    "circle": "o",
    "square": "s",
    "diamond": "D",
    "triangle-up": "^",
    "triangle-down": "v",
    "triangle-left": "<",
    "triangle-right": ">",
    "cross": "P",
    "x": "X",
    "star": "*",
    "pentagon": "p",
    "hexagon": "h",
    "line-ns": "|",
    "line-ew": "_",
    "line-ne": Path([(-0.5, -0.5), (0.5, 0.5)], [Path.MOVETO, Path.LINETO]),
    "line-nw": Path([(-0.5, 0.5), (0.5, -0.5)], [Path.MOVETO, Path.LINETO]),
}
WIDER = {"D": 0.85, "*": 1.3, "P": 1.1}
TOKEN = re.compile(r"(</?[a-zA-Z][^>]*>)")
PARTS = {"left": 0.0, "center": 0.5, "middle": 0.5, "right": 1.0, "top": 0.0, "bottom": 1.0}


def colour(text: str | None, otherwise: str = "#000000") -> Colour:
    """A colour as Plotly writes it: #4144BF, rgb(…) or rgba(…)."""
    said = text or otherwise
    if said.startswith("rgb"):
        numbers = [float(part) for part in re.findall(r"[\d.]+", said)]
        red, green, blue = (part / 255 for part in numbers[:3])
        return red, green, blue, numbers[3] if len(numbers) > 3 else 1.0
    if not said.startswith("#"):
        return (0.0, 0.0, 0.0, 0.0) if said in ("none", "transparent") else colour(otherwise)
    red, green, blue = (int(said[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, 1.0


@dataclass(frozen=True)
class Run:
    """A piece of a line in one style."""

    text: str
    colour: str
    bold: bool = False
    italic: bool = False

    def width(self, size: float) -> float:
        """How wide it is at a size of text."""
        font = FontProperties(family=FONT, weight=self.weight, style=self.style, size=SMALLER * size)
        return float(text_to_path.get_text_width_height_descent(self.text, font, False)[0])

    @property
    def weight(self) -> str:
        """As Matplotlib calls it."""
        return "bold" if self.bold else "normal"

    @property
    def style(self) -> Literal["normal", "oblique"]:
        """As Matplotlib calls it."""
        return "oblique" if self.italic else "normal"


def runs(text: str, ink: str) -> list[list[Run]]:
    """The lines of a text with the tags that our figures use: b, i, br, span with a colour."""
    lines: list[list[Run]] = [[]]
    styles = [Run("", ink)]
    for token in filter(None, TOKEN.split(text)):
        name = token.strip("</> ").split()[0].lower() if TOKEN.fullmatch(token) else ""
        if name == "br":
            lines.append([])
        elif name and token.startswith("</"):
            styles = styles[:-1] or styles
        elif name in ("b", "i", "span", "sup", "sub"):
            found = re.search(r"color:\s*([^;\"']+)", token)
            now = styles[-1]
            styles.append(
                replace(
                    now,
                    bold=now.bold or name == "b",
                    italic=now.italic or name == "i",
                    colour=found[1].strip() if found else now.colour,
                )
            )
        elif not name:
            lines[-1].append(replace(styles[-1], text=_unescaped(token)))
    return lines


def _unescaped(text: str) -> str:
    """The signs that our figures escape, as they are."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def extent(text: str, size: float) -> tuple[float, float]:
    """Width and height of a text."""
    lines = runs(text, "#000000")
    return max(sum(run.width(size) for run in line) for line in lines), LINE * size * len(lines)


class Canvas:
    """A sheet of `width` x `height` pixels, `inches` wide; y goes down."""

    def __init__(self, width: float, height: float, inches: float) -> None:
        self.scale = 72 * inches / width  # points in a pixel
        self.figure = Figure(figsize=(inches, inches * height / width), facecolor="white")
        self.sheet = self.figure.add_axes((0.0, 0.0, 1.0, 1.0))
        self.sheet.set_xlim(0, width)
        self.sheet.set_ylim(height, 0)
        self.sheet.set_axis_off()
        self.order = 1.0

    def _put(self, artist: Any, clip: Clip) -> None:
        self.order += 1
        artist.set_zorder(self.order)
        if clip is None:
            artist.set_clip_on(False)
        else:
            x, y, width, height = clip
            artist.set_clip_path(Rectangle((x, y), width, height, transform=self.sheet.transData))

    def line(
        self,
        x: Sequence[float] | Any,
        y: Sequence[float] | Any,
        ink: Colour,
        width: float,
        dash: str = "solid",
        clip: Clip = None,
    ) -> None:
        """A line through points; it is broken where a point is missing."""
        if width <= 0 or ink[3] == 0:
            return
        style: Any = (0, DASHES[dash]) if dash in DASHES else "solid"
        (artist,) = self.sheet.plot(
            x, y, color=ink, linewidth=width * self.scale, linestyle=style, solid_capstyle="butt"
        )
        self._put(artist, clip)

    def area(
        self,
        points: Any,
        fill: Colour,
        edge: Colour = (0, 0, 0, 0),
        width: float = 0.0,
        clip: Clip = None,
        hatch: str = "",
        hatch_ink: Colour = (0, 0, 0, 1),
    ) -> None:
        """A closed area."""
        if hatch:  # Matplotlib draws the strokes in the colour of the edge
            self.area(points, fill, clip=clip)
            patch = PathPatch(Path(np.asarray(points, dtype=float), closed=False), hatch=2 * hatch)
            patch.set(facecolor=(0, 0, 0, 0), edgecolor=hatch_ink, linewidth=0)
            self.sheet.add_patch(patch)
            self._put(patch, clip)
            fill = (0, 0, 0, 0)
        patch = PathPatch(Path(np.asarray(points, dtype=float), closed=False))
        patch.set(facecolor=fill, edgecolor=edge, linewidth=width * self.scale if width else 0)
        self.sheet.add_patch(patch)
        self._put(patch, clip)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Colour, **options: Any) -> None:
        """An area with four corners."""
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        self.area(corners, fill, **options)

    def image(self, pixels: Any, box: tuple[float, float, float, float], *, smooth: bool, clip: Clip) -> None:
        """Many small cells as a picture: left, right, bottom, top."""
        shown = self.sheet.imshow(
            pixels,
            extent=box,
            origin="lower",
            aspect="auto",
            interpolation="bilinear" if smooth else "nearest",
        )
        self._put(shown, clip)

    def marks(
        self,
        at: Sequence[tuple[float, float]],
        symbol: str,
        size: float,
        fill: Colour,
        edge: Colour,
        width: float,
        clip: Clip = None,
    ) -> None:
        """Marks that look alike; an open one has its colour on its edge."""
        plain = symbol.removesuffix("-open").removesuffix("-dot")
        kind = MARKS.get(plain, "o")
        is_open = symbol.endswith("-open") or plain.startswith("line-")
        (artist,) = self.sheet.plot(
            *np.array(at).T,
            marker=kind,
            markersize=size * self.scale * (WIDER.get(kind, 1.0) if isinstance(kind, str) else 1.0),
            markerfacecolor=(0, 0, 0, 0) if is_open else fill,
            markeredgecolor=fill if is_open else edge,
            markeredgewidth=max(width, 1.0 if is_open else 0.0) * self.scale,
            linestyle="none",
        )
        self._put(artist, clip)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: str,
        anchor: tuple[str, str] = ("left", "middle"),
        angle: float = 0.0,
    ) -> None:
        """Text with its anchor at a point, turned clockwise about it."""
        lines = runs(text, ink)
        widths = [sum(run.width(size) for run in line) for line in lines]
        across, down = PARTS[anchor[0]], PARTS[anchor[1]]
        turn = math.radians(angle)
        top = -down * LINE * size * len(lines)
        for number, (line, width) in enumerate(zip(lines, widths, strict=True)):
            at = -across * max(widths) + across * (max(widths) - width)
            base = top + LINE * size * number + 0.97 * size
            for run in line:
                self._run(
                    x + at * math.cos(turn) - base * math.sin(turn),
                    y + at * math.sin(turn) + base * math.cos(turn),
                    run,
                    size,
                    angle,
                )
                at += run.width(size)

    def _run(self, x: float, y: float, run: Run, size: float, angle: float) -> None:
        artist = self.sheet.text(
            x,
            y,
            run.text,
            fontfamily=FONT,
            fontsize=SMALLER * size * self.scale,
            fontweight=run.weight,
            fontstyle=run.style,
            color=colour(run.colour),
            ha="left",
            va="baseline",
            rotation=-angle,
            rotation_mode="anchor",
            parse_math=False,
        )
        self._put(artist, None)
