"""The controls of the page Significance."""

from __future__ import annotations

import streamlit as st

from frnn_core import RELATIONS
from frnn_core.experiments.baselines import BASELINES
from frnn_core.stats import CORRECTIONS, TESTS, TREATMENTS
from frnn_core.stats.corrections import USUAL_CORRECTION
from frnn_core.stats.posthoc import STAND_IN, USUAL_TEST, applicable_tests
from pages.ui import beside, jobs, selection, state, tips
from pages.ui.beside import BESIDE
from pages.ui.controls import more, reset_button

LEVELS = (0.001, 0.005, 0.01, 0.05, 0.1)
ROPES = (0.0, 0.005, 0.01, 0.02, 0.05)
BLANKS = {
    "complete": "Complete data sets only",
    "pairwise": "Each pair on its own data sets",
    "skillings-mack": "All, by Skillings-Mack",
}
ALL_PAIRS = "all"
COLUMNS = (*RELATIONS, *BASELINES)

TEST = state.choice("test", TESTS, USUAL_TEST, "test")
BLANK = state.choice("blanks", TREATMENTS, "complete", "treatment of blanks")
CONTROL = state.choice("against", [ALL_PAIRS, *COLUMNS], ALL_PAIRS, "comparison")
CORRECTION = state.choice("correction", CORRECTIONS, USUAL_CORRECTION, "correction")
ALPHA = state.stop("alpha", LEVELS, 0.05, "level")
ROPE = state.stop("rope", ROPES, 0.01, "region of practical equivalence")
FIRST = state.choice("a", COLUMNS, "man", "first relation")
SECOND = state.choice("b", COLUMNS, "euc", "second relation")
TAB = state.choice("part", ("Pairs", "One pair", "Ranks", "Data sets", "In words"), "Pairs", "tab")
OWN_PARAMS = (BESIDE, TEST, BLANK, CONTROL, CORRECTION, ALPHA, ROPE, FIRST, SECOND, TAB)
PARAMS = (*selection.PARAMS, *OWN_PARAMS, jobs.JOB)


def row(chosen: selection.Selection) -> None:
    """One row: all pairs or against one, the test, the treatment of blanks; the rest behind More."""
    options = [ALL_PAIRS, *chosen.relations, *state.value(BESIDE)]
    if state.value(CONTROL) not in options:
        st.session_state[CONTROL.name] = ALL_PAIRS
    tests = applicable_tests(state.value(BLANK))
    if state.value(TEST) not in tests:
        st.session_state[TEST.name] = STAND_IN
    with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        st.selectbox("Compare", options, key=CONTROL.name, format_func=_against, width=160)
        st.selectbox(
            "Test of pairs",
            tests,
            key=TEST.name,
            format_func=lambda key: TESTS[key].label,
            width=175,
            help=tips.posthoc_tests(),
        )
        st.selectbox("Blank cells", BLANKS, key=BLANK.name, format_func=BLANKS.__getitem__, width=180)
        with more((BESIDE, CORRECTION, ALPHA, ROPE)):
            _more()
        selection.variant_switch(chosen)
        reset_button(PARAMS)


def _more() -> None:
    beside.picker("Beside FRNN, ranked and tested with it")
    test = TESTS[state.value(TEST)]
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
    st.select_slider("Level α", LEVELS, key=ALPHA.name, format_func="{:g}".format)
    st.select_slider(
        "Practically equal within",
        ROPES,
        key=ROPE.name,
        format_func="{:g}".format,
        help="For the Bayesian test: differences of balanced accuracy up to this count as none.",
    )


def _against(key: str) -> str:
    if key == ALL_PAIRS:
        return "All pairs"
    return f"All against {(BASELINES if key in BASELINES else RELATIONS)[key].label}"


def pair(names: list[str]) -> tuple[str, str]:
    """Two pickers of relations, which start with two different ones that are compared."""
    for param, fallback in ((FIRST, names[0]), (SECOND, names[1])):
        if state.value(param) not in names:
            st.session_state[param.name] = fallback
    if state.value(FIRST) == state.value(SECOND):
        st.session_state[SECOND.name] = next(name for name in names if name != state.value(FIRST))
    with st.container(horizontal=True):
        first = st.selectbox("First", names, key=FIRST.name, format_func=beside.full_name, width=240)
        second = st.selectbox("Second", names, key=SECOND.name, format_func=beside.full_name, width=240)
    return beside.column(first), beside.column(second)
