"""The page Weights over all data sets: learned weights less linear ones with k = 3 on each of them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from frnn_core.data import dataset_names
from frnn_core.engine.owa import WEIGHTS
from frnn_core.figures import all_differences
from frnn_core.stats.overview import LEVEL, Overview
from frnn_core.studies import weights
from frnn_core.studies.weights import PLAIN_K, SAME, Case, names_of, plan_of
from frnn_core.text import number, p_number, signed
from pages.ui import jobs, layout, state
from pages.ui.cache import fresh
from pages.ui.weights import cache
from pages.ui.weights.controls import DATA, Choice
from pages.ui.weights.view import View

FIGURE = "weights everywhere"


def known(case: Case, families: Sequence[str]) -> list[tuple[Overview, str]]:
    """Families beside linear weights with k = 3, as far as results are known; a word where some miss."""
    plain, _ = jobs.known(plan_of(case, SAME, dataset_names(), PLAIN_K))
    found = []
    for family in families:
        table, _ = jobs.known(plan_of(case, family, dataset_names()))
        count = int(table.there.sum() + plain.there.sum())
        told = cache.overview(family, case.relation, case.k, case.gamma, count, plain, table)
        found.append((told, jobs.preliminary(table)))
    return found


def sentence(chosen: Choice) -> str:
    """The honest whole in a sentence, of what is known; nothing where that is not all."""
    ((told, missing),) = known(chosen.case, [chosen.kind])
    if missing or told.rows.empty:
        return ""
    counts = told.counts
    return (
        f"On all {len(told.rows)} data sets: ahead on {counts.ahead}, level on {counts.level}, behind on "
        f"{counts.behind}; mean difference {signed(told.mean)}."
    )


def tab(view: View) -> None:
    """The differences on every data set, in order, and every family beside linear weights."""
    chosen = view.chosen
    ((told, missing),) = known(chosen.case, [chosen.kind])
    if told.rows.empty:
        st.caption("Not computed yet: data sets appear here as soon as all their folds are there.")
    else:
        _figure(chosen, told, missing)
    if not weights.is_usual(chosen.settings):
        st.caption(
            "These results are of the usual settings (L-BFGS, loss “balanced softmax”, weights that never "
            "rise); what is set under More holds for the data set above."
        )
    _families(chosen)


def _figure(chosen: Choice, told: Overview, missing: str) -> None:
    names = names_of(chosen.case)
    words = missing + all_differences.all_differences_text(told, names)
    st.markdown(f"**{words}**")
    layout.figure(
        fresh(
            all_differences.all_differences,
            told,
            chosen=chosen.case.dataset,
            look=layout.look(
                f"{missing}{chosen.relation_words}, 10 folds; line: 95 % interval of a corrected t-test.",
                names,
            ),
        ),
        FIGURE,
        f"{words} {all_differences.largest_text(told)}",
        f"{chosen.kind}-everywhere",
        select=True,
    )
    st.caption(f"**Click a data set to open it.** {all_differences.rule_text(told)}")


def _families(chosen: Choice) -> None:
    """A row a family, as far as its results are known."""
    found = [told for told, _ in known(chosen.case, list(WEIGHTS))]
    told = weights.family_summary(dict(zip(WEIGHTS, found, strict=True)))
    absent = [family.label for key, family in WEIGHTS.items() if key not in told.index]
    if len(told):
        shown = pd.DataFrame(
            {
                "Data sets": told["n"].astype(int).astype(str),
                "Mean": told["score"].map(number),
                f"Linear, k = {PLAIN_K}, there": told["plain"].map(number),
                "Ahead · level · behind": [
                    f"{int(row.ahead)} · {int(row.level)} · {int(row.behind)}" for row in told.itertuples()
                ],
                "Mean difference": told["difference"].map(signed),
                "Wilcoxon p": told["p"].map(p_number),
            }
        ).rename(index=lambda key: WEIGHTS[key].label)
        st.table(
            shown.rename_axis(f"Weights, k = {chosen.case.k}"),
            border="horizontal",
            alt="Every family of weights.",
        )
    st.caption(
        f"Mean balanced accuracy over the data sets with all folds of both, {chosen.relation_words}; ahead "
        f"or behind by more than {number(LEVEL, 2)}. p: signed-rank test over data sets, two-sided, not "
        "corrected for the number of families."
        + (f" Not computed for k = {chosen.case.k}: {'; '.join(absent)}." if absent else "")
    )


def rows(chosen: Choice) -> pd.DataFrame:
    """The differences as a file, a row a data set."""
    ((told, _),) = known(chosen.case, [chosen.kind])
    return told.rows


def follow() -> None:
    """Open a data set that was clicked just now; call it before the first control."""
    now = layout.clicked_just_now(FIGURE)
    if now in dataset_names():
        state.put(DATA, now)
