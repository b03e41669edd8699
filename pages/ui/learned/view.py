"""What the page Learned relations has on screen: the choice, and the scores that come of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.errors import FRNNError
from frnn_core.experiments.plan import Plan
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.studies.learned import INNER, PLAIN, Choices, LearnedFit, Verdict, plan_of, takes_rank, verdict
from frnn_core.studies.learned.ranks import RANKED
from frnn_core.text import number
from pages.ui import jobs, selection, state, visit
from pages.ui.learned import cache
from pages.ui.learned.controls import ALL, TAB, TABS, Choice

SPINNER = "Learning on this fold; a few seconds."


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen; `folds` are scores and seconds of Manhattan and the method, none until computed."""

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
    def scored(self) -> bool:
        """Whether there are scores to compare; what was learned can be shown without."""
        return not self.folds.empty

    @property
    def chooses(self) -> bool:
        """Whether a relation is chosen for each fold by inner scores, and no metric learned."""
        return self.chosen.method == INNER

    @property
    def tabs(self) -> list[str]:
        """The tabs that there are for the relation."""
        own = ["regret"] if self.chooses else _tabs_of(self.fit(), self.chosen.method)
        others = [] if visit.is_own(self.chosen.name) else ["all"]
        return [TABS[key] for key in (*own, *(["cost"] if self.scored else []), *others)]

    @property
    def weighs(self) -> bool:
        """Whether features have weights."""
        return not self.chooses and self.fit().weights is not None

    @property
    def picture(self) -> str:
        """What is drawn first: the choices, regions, feature weights, two maps, or the folds alone."""
        if self.chooses:
            return "choices"
        fit = self.fit()
        if fit.relation.regions is not None:
            return "regions"
        if fit.weights is not None:
            return "weights"
        if fit.has_map and takes_rank(self.chosen.method):
            return "maps"
        return "folds" if self.scored else "nothing"

    @property
    def over(self) -> str:
        """What the scores are over."""
        return f"{self.chosen.called}, k = {self.chosen.k}, {len(self.folds)} folds"

    def words(self, text: str) -> str:
        """A sentence as Markdown, names from the data as they stand."""
        return visit.words(self.chosen.name, text)

    def shown(self, name: str) -> str:
        """A name from the data as Markdown."""
        return visit.shown(self.chosen.name, name)

    def fit(self, n_components: int | None = None) -> LearnedFit:
        """The metric on the fold in the picture; where it does not exist, the page says why and ends."""
        chosen = self.chosen
        try:
            with st.spinner(SPINNER, show_time=True):
                return cache.fit(chosen.name, chosen.method, chosen.fold, n_components)
        except FRNNError as error:
            st.error(self.words(str(error)))
            st.stop()

    def verdict_words(self) -> str:
        """Whether the difference is more than the folds vary by."""
        return self.verdict.words

    def noise_words(self) -> str:
        """The test behind "more than fold noise", for a caption."""
        if not self.scored:
            return "Its scores and the test beside Manhattan come with the last fold."
        return (
            f"Balanced accuracy, mean of {len(self.folds)} folds. The difference is {self.verdict.numbers}."
        )

    def seconds_words(self) -> str:
        """How the seconds were measured."""
        plain = RELATIONS[PLAIN].label
        when = "here" if visit.is_own(self.chosen.name) else "when the shipped results were computed"
        return (
            f"Seconds to learn and to predict a fold, {short(self.seconds[1])} against {plain}'s "
            f"{short(self.seconds[0])}, as measured on one core {when}."
        )


def _tabs_of(fit: LearnedFit, method: str) -> list[str]:
    """What a fit can show beside its first picture."""
    offered = {
        "matrix": fit.has_map,
        "weights": fit.relation.regions is not None and fit.weights is not None,
        "convergence": fit.has_steps or fit.has_map,
        "rank": method in RANKED,
    }
    return [key for key, there in offered.items() if there]


def nothing(view: View) -> None:
    """Nothing to draw before there are scores."""


def known_or_offered(plan: Plan, *, ranks: bool) -> ScoreTable:
    """The scores of a plan; what is missing is offered.

    Where ranks are on screen and this plan is complete, the run that the address names may be theirs.
    """
    table, error = jobs.known(plan)
    return table if ranks and table.complete and error is None else jobs.scores(plan)


def by_fold(chosen: Choice) -> bool:
    """Whether a single fold is in the picture."""
    return chosen.name != ALL and chosen.method != INNER


def keep_tab(view: View) -> None:
    """Open the first tab where the relation has not the one that was open; call it before the tabs."""
    if state.value(TAB) not in view.tabs:
        reason = f"{view.chosen.label} has no such tab"
        state.give_up(TAB, view.tabs[0], reason, view.tabs[0])


def of(chosen: Choice) -> View:
    """The view of a choice; what is missing is started or offered, and what is undefined is told."""
    plan = plan_of(chosen.method, chosen.k, chosen.link, (chosen.name,))
    table = known_or_offered(plan, ranks=state.value(TAB) == TABS["rank"])
    if not table.complete:
        return View(chosen, pd.DataFrame())
    known = int(table.there.sum())
    folds = cache.fold_scores(chosen.name, chosen.method, chosen.k, chosen.link, known, table.store)
    scores = folds[[PLAIN, chosen.method]]
    if scores.isna().to_numpy().any():
        gone = int(scores.isna().any(axis=1).sum())
        st.info(
            f"{chosen.label} or Manhattan is undefined on {gone} of {len(folds)} folds of "
            f"{chosen.called}, so they cannot be compared here. Choose another data set or relation."
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
    chosen = view.chosen
    if not view.scored:
        return f"{chosen.label} on {chosen.called}: not every fold is scored yet; this is what it learned."
    plain, learned = view.scores
    return (
        f"{chosen.label}: {number(learned)} against Manhattan's {number(plain)} on {chosen.called}, for "
        f"{short(view.seconds[1])} a fold: {view.verdict_words()}."
    )
