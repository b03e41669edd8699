"""The page Learned relations over all data sets: one learned relation beside Manhattan on each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from frnn_core.figures import all_differences
from frnn_core.studies.learned import Overview, plan_of
from pages.ui import jobs, layout, selection, state, take_away
from pages.ui.cache import fresh
from pages.ui.learned import cache
from pages.ui.learned.controls import ALL, WHOLE_TAB, WHOLE_TABS, Choice
from pages.ui.learned.view import known_or_offered

FIGURE, BESIDE = "all differences", "all differences beside one"


@dataclass(frozen=True, eq=False)
class Whole:
    """What is on screen: a relation beside Manhattan on every data set; a word where results are missing."""

    chosen: Choice
    told: Overview
    unfinished: str

    @property
    def names(self) -> dict[str, str]:
        """The name of every relation, the chosen one's with its link."""
        return {**selection.names(), self.chosen.method: self.chosen.label}

    @property
    def finding(self) -> str:
        """How often ahead, level and behind, by how much in the mean, and the test over data sets."""
        return self.unfinished + all_differences.all_differences_text(self.told, self.names)


def of(chosen: Choice) -> Whole:
    """The comparison on all data sets; what is missing is started or offered."""
    ranks = state.value(WHOLE_TAB) == WHOLE_TABS["rank"]
    table = known_or_offered(plan_of(chosen.method, chosen.k, chosen.link), ranks=ranks)
    known = int(table.there.sum())
    told = cache.overview(chosen.method, chosen.k, chosen.link, known, table)
    if told.rows.empty:
        st.caption(f"{chosen.label} is compared with Manhattan as soon as a data set has all its folds.")
        st.stop()
    return Whole(chosen, told, jobs.preliminary(table))


def figure(whole: Whole, key: str = FIGURE) -> None:
    """The differences, the data set on screen marked, and what the words mean; a click opens a data set."""
    chosen, told = whole.chosen, whole.told
    layout.figure(
        fresh(
            all_differences.all_differences,
            told,
            chosen=chosen.name,
            look=layout.look(
                f"{whole.unfinished}10 folds, k = {chosen.k}; line: 95 % interval of a corrected t-test.",
                whole.names,
            ),
        ),
        key,
        f"{whole.finding} {all_differences.largest_text(told)}",
        f"{chosen.method}-all",
        select=True,
    )
    act = "**Click another to open it.**"
    if chosen.name == ALL:
        act = "**Click a data set to open it**."
    st.caption(f"{act} {all_differences.rule_text(told)}")


def of_one(chosen: Choice) -> Whole | None:
    """The same beside one data set, of what is known already; None where that is nothing."""
    table, _ = jobs.known(plan_of(chosen.method, chosen.k, chosen.link))
    told = cache.overview(chosen.method, chosen.k, chosen.link, int(table.there.sum()), table)
    return None if told.rows.empty else Whole(chosen, told, jobs.preliminary(table))


def files(whole: Whole, more: Mapping[str, tuple[take_away.Data, str]]) -> None:
    """The differences as files, a row a data set, and what a tab adds."""
    chosen = whole.chosen
    take_away.bar(
        take_away.named("learned", chosen.method, "all", f"k{chosen.k}"),
        whole.told.rows,
        f"{whole.unfinished}{chosen.label} less Manhattan on {len(whole.told.rows)} data sets: mean balanced "
        f"accuracy of 10 folds, difference with its 95 % interval and p (corrected t-test over the folds), "
        f"k = {chosen.k}.",
        more=more,
    )
