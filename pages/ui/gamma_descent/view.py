"""What the page Gamma descent has on screen: the choice, and the runs on the folds that come of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from frnn_core.errors import FRNNError
from frnn_core.figures import Look
from frnn_core.studies.gamma_descent import FoldOutcome, Summary, summaries, why_not_published
from frnn_core.text import counted
from pages.ui import layout, visit
from pages.ui.gamma_descent import cache
from pages.ui.gamma_descent.controls import Choice


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen; `missing` says why published is not, where it was asked for."""

    chosen: Choice
    variants: tuple[str, ...]
    folds: list[FoldOutcome]
    missing: str | None

    @cached_property
    def told(self) -> list[Summary]:
        """Each variant over the folds."""
        return summaries(self.folds)

    @property
    def names(self) -> dict[str, str]:
        """What the runs are called."""
        return self.chosen.names

    @property
    def folds_words(self) -> str:
        """How many folds: 10 folds."""
        return counted(len(self.folds), "fold")

    @property
    def over(self) -> str:
        """What the numbers are over, for captions."""
        chosen = self.chosen
        return f"{chosen.called}, {chosen.kernel_words}, k = {chosen.k}, {self.folds_words}"

    def look(self, source: str) -> Look:
        """How figures look, with the names of the runs."""
        return layout.look(source, self.names)


def of(chosen: Choice, folds: Sequence[int]) -> View:
    """The view of a choice, with published left out where it cannot be run."""
    missing = why_not_published(chosen.name, chosen.settings) if "published" in chosen.variants else None
    variants = ("corrected",) if missing else chosen.variants
    found = computed(chosen, folds, [chosen.kernel], variants)
    return View(chosen, variants, found[chosen.kernel], missing)


def computed(
    chosen: Choice, folds: Sequence[int], kernels: Sequence[str], variants: tuple[str, ...]
) -> dict[str, list[FoldOutcome]]:
    """Learn γ on each fold for each kernel; after a second, say how far it is."""
    place, start = st.empty(), time.monotonic()
    work = [(kernel, fold) for kernel in kernels for fold in folds]
    found: dict[str, list[FoldOutcome]] = {kernel: [] for kernel in kernels}
    for done, (kernel, fold) in enumerate(work):
        if time.monotonic() - start > 1:
            place.progress(done / len(work), f"Learning γ: {done} of {counted(len(work), 'run')} done.")
        try:
            one = cache.outcome(chosen.name, fold, kernel, chosen.k, variants, chosen.settings)
        except FRNNError as error:
            place.empty()
            st.error(visit.words(chosen.name, str(error)))
            st.stop()
        found[kernel].append(one)
    place.empty()
    return found
