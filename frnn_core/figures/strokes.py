"""Lines of several relations in one chart: members of one family differ by more than their name.

The first member of a family is drawn as everywhere else. Those after it keep the family's colour, but every
second one is darker (lighter in the dark theme) with an open marker, and each has a dash of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from frnn_core.figures.look import Look
from frnn_core.figures.marks import GLYPHS, HOLLOW
from frnn_core.figures.palette import blend

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SHADE = 0.4  # share of the colour of the text in every second member


@dataclass(frozen=True)
class Stroke:
    """How the line of a relation and its markers are drawn."""

    colour: str
    dash: str
    symbol: str
    hollow: bool
    background: str

    def marker(self, size: float) -> dict[str, Any]:
        """The marker of the relation; a hollow one is filled with the background, so that lines end at it."""
        line = {"width": 1.75 if self.hollow else 1, "color": self.colour if self.hollow else self.background}
        return {
            "symbol": self.symbol,
            "size": size - self.hollow,
            "color": self.background if self.hollow else self.colour,
            "line": line,
        }

    def glyph(self, family: str) -> str:
        """The marker as a letter in its colour, for a label."""
        filled = GLYPHS.get(family, "●")
        letter = HOLLOW.get(filled, filled) if self.hollow else filled
        return f'<span style="color:{self.colour}">{letter}</span>'


def strokes(keys: Iterable[str], look: Look) -> dict[str, Stroke]:
    """A stroke for each relation, none like another of its family up to as many as there are dashes."""
    seen: Counter[str] = Counter()
    found = {}
    for key in keys:
        family = look.family(key)
        place = seen[family]
        seen[family] += 1
        usual = look.marker(key, 1)
        start = DASHES.index(look.dash(key))
        found[key] = Stroke(
            colour=blend(look.colour(key), look.colours.text, SHADE * (place % 2)),
            dash=DASHES[(start + place) % len(DASHES)],
            symbol=usual["symbol"],
            hollow=usual["color"] == look.colours.background or place % 2 == 1,
            background=look.colours.background,
        )
    return found
