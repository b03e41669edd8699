"""What a scene is told: points, query, the fitted relations, how it looks and what it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from frnn_core.data.dataset import Dataset
from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.figures.look import Look
from frnn_core.figures.palette import LIGHT, Palette
from frnn_core.model import Model
from frnn_core.studies.playground.figures.class_marks import GLYPHS, ClassMarks
from frnn_core.studies.scene import handed
from pages.ui.controls import GAMMA, MOST_K, K

FONT = '"Source Sans", sans-serif'
HOW = (
    "Drag the star or any point. Click to ask, double-click to add; click a point for its class.",
    "Drag the star or any point. Tap to ask, press long to add; tap a point for its class.",
)
"""What can be done, by mouse and by touch."""


@dataclass(frozen=True, eq=False)
class Panel:
    """One square: a relation fitted to the points, or the reason why there is none.

    Attributes
    ----------
    detail : settings, below the title
    words : the square in words, for who cannot see it
    gamma_moves, k_moves : whether the fit stays as it is with another γ or k, so that the browser can follow
    code : the class of the star where it stands for a row; corners : three points to be joined
    """

    title: str
    detail: str
    words: str
    model: Model | None
    reason: str = ""
    gamma_moves: bool = False
    k_moves: bool = True
    code: int | None = None
    corners: FloatArray | None = None

    def given(self) -> dict[str, Any] | None:
        """The panel as data; None where the browser cannot compute its relation."""
        model = None if self.model is None else handed(self.model, MOST_K)
        if self.model is not None and model is None:
            return None
        return {
            "title": self.title,
            "detail": self.detail,
            "words": self.words,
            "model": model,
            "reason": self.reason,
            "gammaMoves": self.gamma_moves,
            "kMoves": self.k_moves and model is not None and model["kMoves"],
            "code": self.code,
            "corners": None if self.corners is None else self.corners.tolist(),
        }


@dataclass(frozen=True)
class Show:
    """What is drawn over the points.

    `lines` join the query to the neighbours that decide it ("winner"), or to those of the class `code`
    ("plain", or "weighted", as thick as they count), on `sides`; `labels` are "similarity" or "weight";
    `sizes` shows similarity by size; `bars` are the rows that add up, `compact` in little room, `written`
    with weight and similarity in their parts.
    """

    lines: str = "winner"
    labels: str = ""
    sizes: bool = False
    bars: tuple[str, ...] = ()
    code: int = 0
    sides: tuple[str, ...] = ("inside", "outside")
    compact: bool = False
    written: bool = False


DECIDING = Show()


def spec(
    data: Dataset,
    panels: Sequence[Panel],
    query: Sequence[float],
    corners: tuple[Sequence[float], Sequence[float]],
    look: Look,
    *,
    marks: ClassMarks,
    layer: str = "margin",
    code: int = 0,
    show: Show = DECIDING,
    star: str = "query",
    movable: str = "query",
    most: str = "460px",
    **more: Any,
) -> dict[str, Any] | None:
    """All that a scene is told, as data; None where the browser cannot compute one of the relations.

    Parameters
    ----------
    corners : the lower left and the upper right of the square
    marks : colour and shape of the classes
    star : what the star is called
    movable : "query", or "all" for the points too
    most : the largest side of a square, in CSS
    """
    given = [panel.given() for panel in panels]
    if any(panel is None for panel in given):
        return None
    colours, names = look.colours, data.class_names
    return {
        "board": data.name,
        "points": points(data, np.zeros(len(data.y), dtype=np.intp), np.arange(len(data.y))),
        "square": {"low": [float(v) for v in corners[0]], "high": [float(v) for v in corners[1]]},
        "axes": list(data.feature_names),
        "classes": [str(name) for name in names],
        "marks": [
            {"colour": marks.colour(c), "shape": marks.shape(c), "glyph": (*GLYPHS, "●")[marks.place(c)]}
            for c in range(len(names))
        ],
        "legend": [["☆", colours.text, f"the {star}"], *([*entry] for entry in marks.key(names))],
        "query": [float(value) for value in query],
        "panels": given,
        "layer": layer,
        "code": code,
        "show": asdict(show),
        "star": star,
        "movable": movable,
        "how": list(HOW),
        "colours": _colours(colours),
        "text": look.size,
        "mark": 0.33 * look.size,
        "font": FONT,
        "most": most,
        "fills": look.large,
        "sliders": {"k": K.name, "gamma": GAMMA.name},
        "edits": "",
        "leftOut": False,
        "apart": False,
        **more,
    }


def points(data: Dataset, edited: IntArray, numbers: IntArray) -> dict[str, Any]:
    """Points as data: where they are, their classes, whether they were edited, and their numbers."""
    return {
        "x": data.X[:, 0].tolist(),
        "y": data.X[:, 1].tolist(),
        "codes": data.codes.tolist(),
        "edited": edited.tolist(),
        "numbers": numbers.tolist(),
    }


def _colours(colours: Palette) -> Mapping[str, Any]:
    return {
        "background": colours.background,
        "secondary": colours.secondary,
        "text": colours.text,
        "muted": colours.muted,
        "primary": colours.primary,
        "border": colours.border,
        "sequential": list(colours.sequential),
        "ink": [LIGHT.text, LIGHT.background],
    }
