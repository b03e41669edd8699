"""The colours of the product, for light and dark, chosen to stay apart for colour-blind readers.

The theme file of the dashboard repeats the same values; a test keeps both equal.
"""

from __future__ import annotations

from dataclasses import dataclass

import plotly.graph_objects as go


@dataclass(frozen=True)
class Palette:
    """Surfaces and text, and the colours of classes in a fixed order."""

    background: str
    secondary: str
    text: str
    muted: str
    primary: str
    border: str
    classes: tuple[str, ...]
    sequential: tuple[str, ...]
    diverging: tuple[str, ...]

    def family(self, name: str) -> str:
        """The colour of a family of relations; fitted kernels are told from kernels by marker and dash."""
        order = ("distance", "angle", "mahalanobis", "kernel", "learned")
        if name == "combo":
            return self.text
        name = "kernel" if name == "fitted kernel" else name
        return self.classes[order.index(name)] if name in order else self.muted


def _hexes(text: str) -> tuple[str, ...]:
    return tuple(f"#{value}" for value in text.split())


LIGHT = Palette(
    background="#FFFFFF",
    secondary="#F3F6F8",
    text="#14202B",
    muted="#52606D",
    primary="#0B6E8F",
    border="#D5DDE4",
    classes=_hexes("4144BF CB7F19 713704 34A374 9175AF"),
    sequential=_hexes("F3F7F4 DAEBE4 B9DCD4 91CAC7 66B3BA 4299AB 2A7C99 1B5F82 144367 0E2A47"),
    diverging=_hexes("8C3B0E BE6528 DE9A65 F2CDAF F5EBE1 E4EBEF B9D3E5 7DADCF 3A80B0 0D5485"),
)
DARK = Palette(
    background="#0F1720",
    secondary="#18232E",
    text="#E6EDF3",
    muted="#9FB0C0",
    primary="#4FB8DC",
    border="#2B3946",
    classes=_hexes("5A6CE4 F9C540 BB5C21 5ED887 8A6C9B"),
    sequential=_hexes("16222E 183950 1A536F 216E89 328A9D 51A5AC 7BBEB9 A5D5C8 CFE9D8 F4F9E9"),
    diverging=_hexes("FFB27A E28A4B AC6333 70442A 403532 263A4A 275270 3377A3 58A5D4 9AD2F5"),
)

MARKERS = ("circle", "triangle-up", "square", "diamond", "cross")
FAMILY_MARKERS = {
    "distance": "circle",
    "angle": "triangle-up",
    "mahalanobis": "square",
    "kernel": "diamond",
    "fitted kernel": "diamond-open",
    "learned": "cross",
    "combo": "star",
}
TEXT_SIZE, LARGE_TEXT_SIZE = 13, 18


def palette(dark: bool) -> Palette:
    """The palette of the theme on screen."""
    return DARK if dark else LIGHT


def transparent(colour: str, opacity: float) -> str:
    """A hexadecimal colour with an opacity, as Plotly takes it."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


def text_size(large: bool) -> int:
    """Size of the text in figures, in pixels; large for a projector."""
    return LARGE_TEXT_SIZE if large else TEXT_SIZE


def styled(figure: go.Figure, colours: Palette, height: int, *, large: bool = False) -> go.Figure:
    """Give a figure the product's fonts, surfaces and margins."""
    axis = {
        "gridcolor": colours.border,
        "linecolor": colours.border,
        "zeroline": False,
        "automargin": True,
        "title_standoff": 8,
        "title_font": {"size": text_size(large)},
    }
    font = {"size": text_size(large), "color": colours.text, "family": "Source Sans, sans-serif"}
    figure.update_layout(
        height=height,
        margin={"l": 8, "r": 8, "t": 8, "b": 8},
        paper_bgcolor=colours.background,
        plot_bgcolor=colours.background,
        font=font,
        hoverlabel={"bgcolor": colours.secondary, "font": font, "align": "left"},
        dragmode=False,
        uirevision="keep",
    )
    figure.update_xaxes(**axis)
    figure.update_yaxes(**axis)
    return figure
