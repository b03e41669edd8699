"""What stands beside FRNN: other classifiers on the same folds, chosen on the pages of Compare."""

from __future__ import annotations

import math

import streamlit as st

from frnn_core.engine.measures import DEFAULT
from frnn_core.experiments.baselines import BASELINES, baseline_names
from frnn_core.experiments.baselines.command import beside_command, blank, estimate
from frnn_core.experiments.baselines.results import Beside, beside, fold_results, fold_seconds
from frnn_core.experiments.cost import in_words as time_in_words
from frnn_core.experiments.plan import Plan
from frnn_core.experiments.store import Result, Store, StoreError
from frnn_core.text import counted, listed
from pages.ui import layout, selection, state

BESIDE = state.several("beside", BASELINES, [], "other classifiers")


def picker(label: str) -> None:
    """The classifiers, with what each does and what is tuned."""
    st.multiselect(
        label,
        BASELINES,
        key=BESIDE.name,
        format_func=baseline_names().__getitem__,
        placeholder="None",
        help="\n\n".join(f"{entry.label}: {entry.about}" for entry in BASELINES.values()),
    )


def scores(plan: Plan, measure: str = DEFAULT) -> Beside:
    """The chosen ones on the data sets of a plan: shipped, stored, or computed where that is quick."""
    chosen, k = state.value(BESIDE), plan.ks[0]
    found = beside(plan.datasets, chosen, k, plan.conditions, measure)
    if found.complete:
        return found
    try:
        return beside(plan.datasets, chosen, k, plan.conditions, measure, Store())
    except StoreError:
        return found


def folds(name: str, key: str, plan: Plan, measure: str) -> list[Result]:
    """One of them on a data set fold by fold; nothing unless every fold is there."""
    found = fold_results(name, key, plan.ks[0], plan.conditions, measure)
    if None in found:
        try:
            found = fold_results(name, key, plan.ks[0], plan.conditions, measure, Store())
        except StoreError:
            return []
    whole = [result for result in found if result is not None]
    return whole if len(whole) == len(found) else []


def seconds(name: str, key: str, plan: Plan) -> list[float]:
    """The seconds of each fold of one of them, with those of the inner scores that it takes over."""
    shipped = fold_seconds(name, key, plan.ks[0], plan.conditions)
    if not any(map(math.isnan, shipped)):
        return shipped
    try:
        return fold_seconds(name, key, plan.ks[0], plan.conditions, Store())
    except StoreError:
        return shipped


def in_words() -> str:
    """The chosen ones, for the line that says what the numbers are over; nothing where there is none."""
    chosen = state.value(BESIDE)
    return f" · beside {listed(BASELINES[key].label for key in chosen)}" if chosen else ""


def column(key: str) -> str:
    """What a relation or another classifier is called in a comparison: others by their full name."""
    return BASELINES[key].label if key in BASELINES else key


def full_name(key: str) -> str:
    """The name of a relation with its key, or of another classifier."""
    return BASELINES[key].label if key in BASELINES else selection.full_name(key)


def missing(found: Beside, plan: Plan) -> None:
    """Say what is not there, and how it is computed; not on a projector, where nobody copies a command."""
    if layout.present():
        return
    sets, keys = blank(found.reasons)
    if keys:
        names = listed(BASELINES[key].label for key in keys)
        expected = estimate(found.reasons, plan.conditions)
        time = "minutes to hours" if expected is None else f"about {time_in_words(expected)}"
        where = f"on {counted(len(sets), 'data set')}"
        with layout.folded(f"Not computed: {names}"):
            st.caption(
                f"Not computed for these folds {where}: {names}. A page tunes no classifier; this "
                f"command does, in {time} on one core, and keeps the results in the store, from which this "
                "page takes them (name the same `--store` if the dashboard was started with one):"
            )
            st.code(beside_command(sets, keys, plan.conditions), language="sh", wrap_lines=True)
