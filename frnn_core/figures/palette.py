"""The colours of the product, for light and dark, chosen to stay apart for colour-blind readers.

The theme file of the dashboard repeats the same values; a test keeps both equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
        """The colour of a family of relations, neutral for what is none.

        Fitted kernels are told from kernels by marker and dash.
        """
        order = ("distance", "angle", "mahalanobis", "kernel", "learned")
        if name in ("combo", "frnn"):
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


def palette(dark: bool) -> Palette:
    """The palette of the theme on screen."""
    return DARK if dark else LIGHT


def transparent(colour: str, opacity: float) -> str:
    """A hexadecimal colour with an opacity, as Plotly takes it."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity:g})"


def blend(colour: str, other: str, share: float) -> str:
    """A colour with a share of another mixed in."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round((1 - share) * a + share * b):02X}" for a, b in pairs)


def ink_on(colour: str) -> str:
    """Dark or light text, whichever reads better on a colour."""
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    luminance = sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
    return LIGHT.text if luminance > 0.2 else LIGHT.background


def steps(colours: Sequence[str]) -> list[list[float | str]]:
    """A colour scale of Plotly from evenly spaced colours."""
    return [[place / (len(colours) - 1), colour] for place, colour in enumerate(colours)]


def colour_at(colours: Sequence[str], share: float) -> str:
    """The colour of a scale at a share between 0 and 1 (beyond that, its end), as `steps` draws it."""
    place = min(max(share, 0.0), 1.0) * (len(colours) - 1)
    below = min(int(place), len(colours) - 2)
    return blend(colours[below], colours[below + 1], place - below)
