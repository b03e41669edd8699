"""What the page Learned relations has on screen: the choice, and the scores that come of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.errors import FRNNError
from frnn_core.stats import p_text
from frnn_core.studies.learned import PLAIN, Choices, LearnedFit, Verdict, verdict
from frnn_core.text import number, signed, unbroken
from pages.ui import selection
from pages.ui.learned import cache
from pages.ui.learned.controls import Choice

SPINNER = "Learning the metric on this fold; a few seconds."


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen; `folds` are scores and seconds of Manhattan and the method."""

    chosen: Choice
    folds: pd.DataFrame

    @property
    def names(self) -> dict[str, str]:
        """The name of every relation, the method's with its link."""
        return {**selection.names(), self.chosen.method: self.chosen.label}

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the method differs from Manhattan by more than the folds vary."""
        return verdict(self.folds)

    @property
    def scores(self) -> tuple[float, float]:
        """Mean balanced accuracy of Manhattan and of the method."""
        return float(self.folds[PLAIN].mean()), float(self.folds[self.chosen.method].mean())

    @property
    def seconds(self) -> tuple[float, float]:
        """Mean seconds a fold of Manhattan and of the method."""
        return (
            float(self.folds[f"{PLAIN} seconds"].mean()),
            float(self.folds[f"{self.chosen.method} seconds"].mean()),
        )

    @cached_property
    def choices(self) -> Choices:
        """What COMBO chose."""
        return cache.choices(self.chosen.name, self.chosen.k)

    @property
    def over(self) -> str:
        """What the scores are over."""
        return f"{self.chosen.name}, k = {self.chosen.k}, {len(self.folds)} folds"

    def fit(self, n_components: int | None = None) -> LearnedFit:
        """The metric on the fold in the picture; where it does not exist, the page says why and ends."""
        chosen = self.chosen
        try:
            with st.spinner(SPINNER, show_time=True):
                return cache.fit(chosen.name, chosen.method, chosen.fold, n_components)
        except FRNNError as error:
            st.error(str(error))
            st.stop()

    def verdict_words(self) -> str:
        """Whether the difference is more than the folds vary by."""
        told = self.verdict
        if not told.beyond_noise:
            return "a difference within fold noise"
        return f"{'better' if told.difference > 0 else 'worse'} by more than fold noise"

    def noise_words(self) -> str:
        """The test behind "more than fold noise", for a caption."""
        told = self.verdict
        return (
            f"Balanced accuracy on the test rows, mean of {len(self.folds)} folds. The difference is "
            f"{signed(told.difference)} (95 % interval {signed(told.low)} to {signed(told.high)}; corrected "
            f"t-test over the folds, {unbroken(p_text(told.p))})."
        )

    def seconds_words(self) -> str:
        """How the seconds were measured."""
        plain = RELATIONS[PLAIN].label
        return (
            f"Seconds to learn and to predict a fold, {short(self.seconds[1])} against {plain}'s "
            f"{short(self.seconds[0])}, as measured on one core when the shipped results were computed."
        )


def of(chosen: Choice) -> View:
    """The view of a choice, or a word of help where its results are missing."""
    folds = cache.fold_scores(chosen.name, chosen.method, chosen.k, chosen.link)
    scores = folds[[PLAIN, chosen.method]]
    if scores.isna().to_numpy().any():
        gone = int(scores.isna().any(axis=1).sum())
        st.info(
            f"{chosen.label} or Manhattan has no shipped score on {gone} of {len(folds)} folds of "
            f"{chosen.name}, so they cannot be compared here. Choose another data set or method."
        )
        st.stop()
    return View(chosen, folds)


def short(seconds: float) -> str:
    """Seconds with two digits: 0.26 s, 14 s, 3 ms."""
    if seconds < 0.1:
        return f"{1000 * seconds:.0f} ms"
    return f"{seconds:.2f} s" if seconds < 1 else f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def sentence(view: View) -> str:
    """The finding: scores, seconds, and whether the difference is more than fold noise."""
    chosen, (plain, learned) = view.chosen, view.scores
    return (
        f"{chosen.label}: {number(learned)} against Manhattan's {number(plain)} on {chosen.name}, for "
        f"{short(view.seconds[1])} a fold: {view.verdict_words()}."
    )
