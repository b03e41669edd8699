"""The controls of the page Significance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.experiments.baselines import BASELINES
from frnn_core.stats import CORRECTIONS, TESTS, TREATMENTS
from frnn_core.stats.corrections import USUAL_CORRECTION
from frnn_core.stats.posthoc import STAND_IN, USUAL_TEST, substitution
from pages.ui import beside, jobs, layout, selection, state, tips
from pages.ui.beside import BESIDE
from pages.ui.controls import more, reset_button, switch
from pages.ui.significance import own

LEVELS = (0.001, 0.005, 0.01, 0.05, 0.1)
ROPES = (0.0, 0.005, 0.01, 0.02, 0.05)
BLANKS = {
    "complete": "Complete data sets only",
    "pairwise": "Each pair on its own data sets",
    "skillings-mack": "All, by Skillings-Mack",
}
ALL_PAIRS = "all"
ALIKE = "a pair is of two different ones"
COLUMNS = (*RELATIONS, *BASELINES)
NAMES = state.labels(RELATIONS) | state.labels(BASELINES)

TEST = state.choice("test", TESTS, USUAL_TEST, "test")
BLANK = state.choice("blanks", TREATMENTS, "complete", "treatment of blanks", BLANKS)
CONTROL = state.choice(
    "against",
    [ALL_PAIRS, *COLUMNS],
    ALL_PAIRS,
    "comparison",
    NAMES | {ALL_PAIRS: "The comparison of all pairs"},
)
CORRECTION = state.choice("correction", CORRECTIONS, USUAL_CORRECTION, "correction")
ALPHA = state.stop("alpha", LEVELS, 0.05, "level")
ROPE = state.stop("rope", ROPES, 0.01, "region of practical equivalence")
FIRST = state.choice("a", COLUMNS, "man", "first relation", NAMES)
SECOND = state.choice("b", COLUMNS, "euc", "second relation", NAMES)
TABS = ("Pairs", "Matrix", "One pair", "Ranks", "Bayesian ranking", "Data sets", "In words")
TAB = state.choice("part", TABS, "Pairs", "tab")
WIN_ROPES = (0.0, 0.02, 0.05, 0.1)
WIN_ROPE = state.stop("swr", WIN_ROPES, 0.05, "chances to win that count as equal")
OWN_PARAMS = (BESIDE, TEST, BLANK, CONTROL, CORRECTION, ALPHA, ROPE, WIN_ROPE, FIRST, SECOND, TAB)
PARAMS = (*selection.PARAMS, *OWN_PARAMS, *own.PARAMS, jobs.JOB)
OF_TESTS = (TEST, BLANK, CORRECTION, ALPHA, ROPE, WIN_ROPE)


def source() -> None:
    """Whose scores are compared: those of the relations, or a visitor's."""
    switch("Scores", own.SOURCES, own.SOURCE)


def row(chosen: selection.Selection) -> str:
    """One row: all pairs or against one, the test, the treatment of blanks; the rest behind More.

    Gives which test stands in for the chosen one.
    """
    options = [ALL_PAIRS, *chosen.relations, *state.value(BESIDE)]
    if state.value(CONTROL) not in options:
        state.give_up(CONTROL, ALL_PAIRS, _not_compared(CONTROL), "the comparison of all pairs")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        st.selectbox("Compare", options, key=CONTROL.name, format_func=_against, width=layout.wide(135))
        _test_and_blanks()
        with more((BESIDE, CORRECTION, ALPHA, ROPE, *selection.CONDITIONS)):
            beside.picker("Beside FRNN, ranked and tested with it")
            _more()
            selection.conditions_pickers()
        selection.variant_switch(chosen)
        reset_button(PARAMS)
    return _stand_in()


def own_row(names: Mapping[int, str]) -> str:
    """The same for methods of a visitor by their places."""
    options = {0: "All pairs", **{place: f"All against {name}" for place, name in names.items()}}
    own.place(own.AGAINST, options, 0)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            "Compare", options, key=own.AGAINST.name, format_func=options.__getitem__, width=layout.wide(230)
        )
        _test_and_blanks()
        with more((CORRECTION, ALPHA, ROPE)):
            _more()
        reset_button((*OF_TESTS, *own.OF_TABLE))
    return _stand_in()


def _test_and_blanks() -> None:
    st.selectbox(
        "Test of pairs",
        TESTS,
        key=TEST.name,
        format_func=lambda key: TESTS[key].label,
        width=layout.wide(175),
        help=tips.posthoc_tests(),
    )
    st.selectbox(
        "Blank cells", BLANKS, key=BLANK.name, format_func=BLANKS.__getitem__, width=layout.wide(190)
    )


def applied() -> str:
    """The test that is applied: the chosen one, or its stand-in where blanks rule it out."""
    chosen, blanks = state.value(TEST), state.value(BLANK)
    return STAND_IN if substitution(chosen, blanks) else chosen


def options() -> dict[str, Any]:
    """The choices for `compare` that both kinds of scores share."""
    return {
        "test": applied(),
        "correction": state.value(CORRECTION),
        "alpha": state.value(ALPHA),
        "blanks": state.value(BLANK),
        "rope": state.value(ROPE),
    }


def _stand_in() -> str:
    """Say which test stands in for the chosen one, and why; the choice itself stays as it is."""
    words = substitution(state.value(TEST), state.value(BLANK))
    if words:
        st.info(words, icon=":material/swap_horiz:")
    return words


def _more() -> None:
    test = TESTS[applied()]
    if test.corrects_itself:
        st.caption(f"{test.label} is corrected for many pairs by itself.")
    else:
        st.selectbox(
            "Correction for many pairs",
            CORRECTIONS,
            key=CORRECTION.name,
            format_func=lambda key: CORRECTIONS[key].label,
            help=tips.corrections(),
        )
    left, right = st.columns(2)
    left.select_slider("Level α", LEVELS, key=ALPHA.name, format_func="{:g}".format)
    right.select_slider(
        "Practically equal within",
        ROPES,
        key=ROPE.name,
        format_func="{:g}".format,
        help="For the Bayesian test of one pair: differences of scores up to this count as none. The edge "
        "itself belongs to it, after rounding to 12 decimals; the package baycomp counts it half in and half "
        "out, so its probabilities differ where many sums of two differences lie on the edge.",
    )


def win_rope() -> None:
    """The chances to win that count as equal, for the Bayesian ranking."""
    st.select_slider(
        "Equal where the chance to win is within .5 ±",
        WIN_ROPES,
        key=WIN_ROPE.name,
        format_func="{:g}".format,
        width=300,
    )


def _against(key: str) -> str:
    if key == ALL_PAIRS:
        return "All pairs"
    return f"All against {(BASELINES if key in BASELINES else RELATIONS)[key].label}"


def pair(names: list[str]) -> tuple[str, str]:
    """Two pickers of relations, which start with two different ones that are compared."""
    for param, fallback in ((FIRST, names[0]), (SECOND, names[1])):
        if state.value(param) not in names:
            state.give_up(param, fallback, _not_compared(param), beside.full_name(fallback))
    if state.value(FIRST) == state.value(SECOND):
        other = next(name for name in names if name != state.value(FIRST))
        state.give_up(SECOND, other, ALIKE, beside.full_name(other))
    with st.container(horizontal=True):
        first = st.selectbox("First", names, key=FIRST.name, format_func=beside.full_name, width=240)
        second = st.selectbox("Second", names, key=SECOND.name, format_func=beside.full_name, width=240)
    return beside.column(first), beside.column(second)


def _not_compared(param: state.Param[str]) -> str:
    """Why a column cannot be had: it is none of those on the page."""
    return f"{beside.full_name(state.value(param))} is not among what is compared here"


def own_pair(names: Mapping[int, str]) -> tuple[str, str]:
    """The same for methods of a visitor by their places."""
    first = own.place(own.FIRST, names, 1)
    if own.place(own.SECOND, names, 2) == first:
        other_place = next(place for place in names if place != first)
        state.give_up(own.SECOND, other_place, ALIKE, names[other_place])
    with st.container(horizontal=True):
        one = st.selectbox("First", names, key=own.FIRST.name, format_func=names.__getitem__, width=240)
        other = st.selectbox("Second", names, key=own.SECOND.name, format_func=names.__getitem__, width=240)
    return names[one], names[other]
