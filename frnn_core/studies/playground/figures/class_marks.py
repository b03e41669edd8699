"""Colour, shape and glyph of the classes on the playground's square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from frnn_core.figures.marks import MARKERS
from frnn_core.figures.palette import Palette, blend

SHAPES = (*MARKERS, "pentagon")
GLYPHS = ("●", "▲", "■", "◆", "✚", "⬟")
LEVELS = 16
MOST_MARGIN = 0.2


@dataclass(frozen=True)
class ClassMarks:
    """Colour, shape and glyph of each class; classes without a colour of their own share a grey dot."""

    coloured: tuple[int, ...]
    colours: Palette

    def place(self, code: int) -> int:
        """The place of a class among the coloured ones; behind them all for a grey one."""
        return self.coloured.index(code) if code in self.coloured else len(self.coloured)

    def colour(self, code: int) -> str:
        """The colour of a class."""
        return self.inks[self.place(code)]

    @property
    def inks(self) -> tuple[str, ...]:
        """The colours by place, the grey last."""
        inks = (*self.colours.classes, self.colours.text)[: len(self.coloured)]
        return (*inks, blend(self.colours.muted, self.colours.background, 0.4))

    def shape(self, code: int) -> str:
        """The marker of a class."""
        return (*SHAPES[: len(self.coloured)], "circle")[self.place(code)]

    def key(self, names: Sequence[str]) -> list[tuple[str, str, str]]:
        """Glyph, colour and name of each class, for the header."""
        entries = [
            (GLYPHS[place], self.inks[place], f"class {names[code]}")
            for place, code in enumerate(self.coloured)
        ]
        grey = len(names) - len(self.coloured)
        return [*entries, ("●", self.inks[-1], f"{grey} other classes")] if grey else entries

    def scale(self) -> list[list[float | str]]:
        """A colour for each number that `regions` gives: the classes by place, each from pale to strong."""
        background = self.colours.background
        tones = [blend(ink, background, 0.88 - 0.43 * i / LEVELS) for ink in self.inks for i in range(LEVELS)]
        return [[i / (len(tones) - 1), tone] for i, tone in enumerate(tones)]

    def regions(
        self, winner: NDArray[np.uint8], margin: NDArray[np.float32], *, flat: bool
    ) -> NDArray[np.uint8]:
        """A number for each cell: which class wins, and by how much unless all leads look alike."""
        places = np.array([self.place(code) for code in range(int(winner.max()) + 1)], dtype=np.uint8)
        level = np.minimum(LEVELS - 1, margin / MOST_MARGIN * LEVELS).astype(np.uint8)
        shade = np.full_like(level, LEVELS // 3) if flat else level
        return np.asarray(places[winner] * np.uint8(LEVELS) + shade, dtype=np.uint8)
