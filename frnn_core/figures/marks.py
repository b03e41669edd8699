"""How relations, data sets and classes are named and marked, the same in every figure."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any

from frnn_core.figures.palette import Palette

LONGEST_LABEL = 34
STILL = {"selected": {"marker": {"opacity": 1}}, "unselected": {"marker": {"opacity": 1}}}
"""Marks that stay as they are when something is clicked."""
MARKERS = ("circle", "triangle-up", "square", "diamond", "cross")
FAMILY_MARKERS = {
    "distance": "circle",
    "angle": "triangle-up",
    "mahalanobis": "square",
    "kernel": "diamond",
    "fitted kernel": "diamond-open",
    "learned": "cross",
    "combo": "star",
    "frnn": "star-open",
    "other": "hexagon-open",
}
FAMILY_NAMES = {
    "distance": "distance",
    "angle": "cosine, Pearson",
    "mahalanobis": "Mahalanobis",
    "kernel": "kernel",
    "fitted kernel": "fitted kernel",
    "learned": "learned",
    "combo": "COMBO",
    "frnn": "tuned FRNN",
    "other": "other classifier",
}
SLOTS = ("distance", "angle", "mahalanobis", "kernel", "learned", "other")
"""The families whose colours and markers other families take, in this order; the last for all the rest."""
GLYPHS = {
    "distance": "●",
    "angle": "▲",
    "mahalanobis": "■",
    "kernel": "◆",
    "fitted kernel": "◇",
    "learned": "✚",
    "combo": "★",
    "frnn": "☆",
    "other": "⬡",
}
HOLLOW = {"●": "○", "▲": "△", "■": "□", "◆": "◇", "★": "☆"}
VARIANT_MARKERS = {"published": "triangle-up", "corrected": "circle"}
VARIANT_GLYPHS = {"published": "▲", "corrected": "●"}


def label(key: str, names: Mapping[str, str] | None = None, limit: int = LONGEST_LABEL) -> str:
    """The name of a relation or data set as a figure writes it; a long one loses its middle.

    Examples
    --------
    >>> label("a name that is much too long for a label", limit=20)
    'a name that i…label'
    """
    name = (names or {}).get(key, key)
    if len(name) > limit:
        end = limit // 3
        name = f"{name[: limit - end - 1].rstrip()}…{name[-end:].lstrip()}"
    return html.escape(name, quote=False)


def full_name(key: str, names: Mapping[str, str] | None = None) -> str:
    """Name and key for a hover: Manhattan (man)."""
    name = (names or {}).get(key, key)
    return html.escape(name if name == key else f"{name} ({key})", quote=False)


def plain_name(key: str, names: Mapping[str, str] | None = None) -> str:
    """The name for a sentence outside a figure."""
    return (names or {}).get(key, key)


def marker(family: str, colours: Palette, size: float) -> dict[str, Any]:
    """Colour and shape of a family; open shapes are filled with the background, so that lines end at them."""
    symbol, colour = FAMILY_MARKERS.get(family, "circle"), colours.family(family)
    if symbol.endswith("-open"):
        line = {"width": 1.75, "color": colour}
        return {
            "symbol": symbol.removesuffix("-open"),
            "size": size - 1,
            "color": colours.background,
            "line": line,
        }
    return {
        "symbol": symbol,
        "size": size,
        "color": colour,
        "line": {"width": 1, "color": colours.background},
    }


def markers(families: Sequence[str], colours: Palette, size: float) -> dict[str, Any]:
    """The markers of several families, as one trace takes them."""
    marks = [marker(family, colours, size) for family in families]
    return {
        **{key: [mark[key] for mark in marks] for key in ("symbol", "size", "color")},
        "line": {key: [mark["line"][key] for mark in marks] for key in ("width", "color")},
        "opacity": 1,
    }


def dash(family: str) -> str:
    """Lines of fitted kernels are dashed, those of what is no relation dotted."""
    return {"fitted kernel": "dash", "other": "dot"}.get(family, "solid")


def variant_colour(variant: str, colours: Palette) -> str:
    """Brown or orange for published, blue for corrected, as for lost and gained."""
    return colours.diverging[1] if variant == "published" else colours.diverging[-2]
