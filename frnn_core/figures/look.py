"""How a figure looks, whatever it shows: theme, size of text, names, and what its numbers are over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from frnn_core.figures import marks
from frnn_core.figures.palette import Palette, palette

TEXT_SIZE, LARGE_TEXT_SIZE = 13, 18


@dataclass(frozen=True)
class Look:
    """What every figure is told beside its data.

    Attributes
    ----------
    dark, large
        Drawn for the dark theme; drawn for a projector.
    names, families
        Full name and family of a relation by its key. What has no name is called by its key.
    source
        What the numbers are over: "mean of 10 folds, k = 3".
    family_names
        What the families are called in keys, where not as those of the relations: see `with_families`.
    """

    dark: bool = False
    large: bool = False
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    families: Mapping[str, str] = field(default_factory=dict, hash=False)
    source: str = ""
    family_names: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def colours(self) -> Palette:
        """The colours of the theme."""
        return palette(self.dark)

    @property
    def size(self) -> int:
        """Size of the text, in pixels."""
        return LARGE_TEXT_SIZE if self.large else TEXT_SIZE

    def with_families(self, families: Mapping[str, str]) -> Look:
        """The same for methods with families of their own: the first five take the colours there are.

        Further ones share the neutral marker of what is none of them; a method without a family has a dot.
        """
        found = list(dict.fromkeys(families.values()))
        slots = {name: marks.SLOTS[min(i, len(marks.SLOTS) - 1)] for i, name in enumerate(found)}
        rest = found[len(marks.SLOTS) - 1 :]
        called = {slot: name for name, slot in slots.items() if name not in rest}
        if rest:
            called[marks.SLOTS[-1]] = rest[0] if len(rest) == 1 else f"{len(rest)} others"
        own = {method: slots[family] for method, family in families.items()}
        return replace(self, names={}, families=own, family_names=called)

    @property
    def sources(self) -> list[str]:
        """The source as a line for the header; none where there is no source."""
        return [self.source] if self.source else []

    def name(self, key: str) -> str:
        """The name for a sentence outside a figure."""
        return marks.plain_name(key, self.names)

    def label(self, key: str, limit: int = marks.LONGEST_LABEL) -> str:
        """The name as a figure writes it; a long one loses its middle."""
        return marks.label(key, self.names, limit)

    def full_name(self, key: str) -> str:
        """Name and key for a hover: Manhattan (man)."""
        return marks.full_name(key, self.names)

    def family(self, key: str) -> str:
        """The family of a relation; empty where it is not known."""
        return self.families.get(key, "")

    def colour(self, key: str) -> str:
        """The colour of a relation, that of its family."""
        return self.colours.family(self.family(key))

    def dash(self, key: str) -> str:
        """How the line of a relation is drawn."""
        return marks.dash(self.family(key))

    def marker(self, key: str, size: float) -> dict[str, Any]:
        """The marker of a relation."""
        return marks.marker(self.family(key), self.colours, size)

    def markers(self, keys: Sequence[str], size: float) -> dict[str, Any]:
        """The markers of several relations, as one trace takes them."""
        return marks.markers([self.family(key) for key in keys], self.colours, size)
