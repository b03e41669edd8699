"""What the page Relations has on screen: the chosen relations, fitted, checked and drawn."""

from __future__ import annotations

from dataclasses import dataclass

from frnn_core import RELATIONS
from frnn_core.engine.arrays import FloatArray
from frnn_core.studies.relations import Check, Field, Fit, field
from frnn_core.studies.relations.figures import similarity_field
from frnn_core.text import listed
from pages.ui import state
from pages.ui.relations import cache
from pages.ui.relations.controls import COUNTER, Choice, short_name


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen: each chosen relation, fitted and checked; fields of those that are defined."""

    chosen: Choice
    fits: dict[str, Fit]
    checks: dict[str, dict[str, Check]]
    fields: dict[str, Field]

    def code(self, key: str) -> int:
        """The class of the star, where it matters."""
        return self.chosen.code if RELATIONS[key].by_class else 0

    def detail(self, key: str) -> str:
        """What the fit gave, in a few words under the name."""
        fitted = self.fits[key]
        if fitted.choice:
            return f"chose {RELATIONS[fitted.choice].label}"
        if fitted.kernel:
            learned = ", learned" if RELATIONS[key].family == "fitted kernel" else ""
            return f"γ = {state.short(fitted.gamma)}{learned}"
        if RELATIONS[key].by_class:
            return f"measured by class {self.chosen.data.class_names[self.chosen.code]}"
        return ""

    def words(self, key: str) -> str:
        """A field in a sentence."""
        return similarity_field.similarity_field_text(
            RELATIONS[key].label, self.fields[key], self.chosen.star
        )

    def corners(self, key: str) -> FloatArray | None:
        """The three rows that break the triangle inequality, where they were asked for."""
        check = self.checks[key]["triangle"]
        if state.value(COUNTER) != key or check.holds:
            return None
        return self.fits[key].rows[list(check.rows)]

    def sentence(self) -> str:
        """The finding: how much of the square each relation calls similar."""
        if not self.fields:
            names = listed([RELATIONS[key].label for key in self.fits])
            return f"{names}: undefined on these two features."
        return similarity_field.comparison_text(
            {short_name(key): shown for key, shown in self.fields.items()}
        )


def of(chosen: Choice) -> View:
    """Fit and check what was chosen."""
    place = (chosen.name, chosen.first, chosen.second)
    widths = {key: chosen.gamma if RELATIONS[key].uses_gamma else 1.0 for key in chosen.relations}
    fits = {key: cache.fit(*place, key, gamma) for key, gamma in widths.items()}
    defined = [key for key, fitted in fits.items() if fitted.model is not None]
    return View(
        chosen,
        fits,
        {key: cache.checks(*place, key, widths[key]) if key in defined else {} for key in fits},
        {
            key: field(fits[key], chosen.star, chosen.code if RELATIONS[key].by_class else 0)
            for key in defined
        },
    )
