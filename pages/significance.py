"""Significance: which differences are real."""

from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data.catalogue import entries
from frnn_core.errors import FRNNError
from frnn_core.experiments.bundle import bundle
from frnn_core.figures import cd_words, critical_difference, p_matrix, pair_scatter, rank_distribution
from frnn_core.stats import CORRECTIONS, TESTS, TREATMENTS, Comparison, p_text
from pages.ui import cache, jobs, layout, selection, shell, state, tips

LEVELS = (0.001, 0.005, 0.01, 0.05, 0.1)
ROPES = (0.0, 0.005, 0.01, 0.02, 0.05)
BLANKS = {
    "complete": "Complete data sets only",
    "pairwise": "Each pair on its own data sets",
    "skillings-mack": "All, by Skillings-Mack",
}
TESTS_WITH = {
    "complete": list(TESTS),
    "pairwise": ["wilcoxon"],
    "skillings-mack": ["conover", "wilcoxon"],
}
CORRECTION_NAMES = {
    name: name.replace("-", "–").title() if name != "none" else "None" for name in CORRECTIONS
}
ALL_PAIRS = "all"

TEST = state.choice("test", TESTS, "conover", "test")
BLANK = state.choice("blanks", TREATMENTS, "complete", "treatment of blanks")
CONTROL = state.choice("against", [ALL_PAIRS, *RELATIONS], ALL_PAIRS, "comparison")
CORRECTION = state.choice("correction", CORRECTIONS, "holm", "correction")
ALPHA = state.stop("alpha", LEVELS, 0.05, "level")
ROPE = state.stop("rope", ROPES, 0.01, "region of practical equivalence")
FIRST = state.choice("a", RELATIONS, "man", "first relation")
SECOND = state.choice("b", RELATIONS, "euc", "second relation")
TAB = state.choice("part", ("Pairs", "One pair", "Ranks", "Data sets", "In words"), "Pairs", "tab")
EDITOR = "boxes of data sets"
OWN_PARAMS = (TEST, BLANK, CONTROL, CORRECTION, ALPHA, ROPE, FIRST, SECOND, TAB)
PARAMS = (*selection.PARAMS, *OWN_PARAMS, jobs.JOB)


def controls(chosen: selection.Selection) -> None:
    """One row: all pairs or against one, the test, the treatment of blanks; the rest behind More."""
    options = [ALL_PAIRS, *chosen.relations]
    if state.value(CONTROL) not in options:
        st.session_state[CONTROL.name] = ALL_PAIRS
    tests = TESTS_WITH[state.value(BLANK)]
    if state.value(TEST) not in tests:
        st.session_state[TEST.name] = "wilcoxon"
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Compare", options, key=CONTROL.name, format_func=_against, width=230)
        st.selectbox("Test of pairs", tests, key=TEST.name, format_func=TESTS.get, width=200, help=tips.TESTS)
        st.selectbox("Blank cells", BLANKS, key=BLANK.name, format_func=BLANKS.get, width=250)
        with layout.more((CORRECTION, ALPHA, ROPE)):
            if state.value(TEST) == "nemenyi":
                st.caption("Nemenyi's test is corrected for many pairs by itself.")
            else:
                st.selectbox(
                    "Correction for many pairs",
                    CORRECTIONS,
                    key=CORRECTION.name,
                    format_func=CORRECTION_NAMES.get,
                )
            st.select_slider("Level α", LEVELS, key=ALPHA.name, format_func="{:g}".format)
            st.select_slider(
                "Practically equal within",
                ROPES,
                key=ROPE.name,
                format_func="{:g}".format,
                help="For the Bayesian test: differences of balanced accuracy up to this count as none.",
            )
        selection.variant_switch(chosen)
        layout.reset_button(PARAMS)


def _against(key: str) -> str:
    return "All pairs" if key == ALL_PAIRS else f"All against {RELATIONS[key].label}"


def overall(result: Comparison) -> str:
    """What the omnibus test says, in one sentence."""
    over = f"{result.n} of {len(result.scores)} data sets"
    test = f"{result.omnibus.name} {p_text(result.omnibus.p)}, {over}"
    if not result.significant:
        return f"The relations cannot be told apart ({test})."
    pairs = len(result.significant_pairs())
    total = int(result.p_adjusted.notna().to_numpy().sum() // 2)
    return f"Significant overall ({test}); {pairs} of {total} pairs differ."


def all_pairs(result: Comparison) -> None:
    """The p-values of all pairs."""
    words = p_matrix.p_matrix_text(result, selection.names())
    st.markdown(words)
    layout.figure(p_matrix.p_matrix(result, **style()), "p matrix", words, "p-values")


def ranks(result: Comparison) -> None:
    """How often each relation has which rank."""
    words = rank_distribution.rank_distribution_text(result, selection.names())
    st.markdown(words)
    picture = rank_distribution.rank_distribution(result, families=selection.families(), **style())
    layout.figure(picture, "ranks", words, "ranks")


def content(result: Comparison) -> str:
    """What tells a comparison apart from others."""
    return f"{result.scores.to_csv()}{result.left_out}{result.call}"


def style() -> dict[str, Any]:
    """Names and looks of every figure here."""
    return {"names": selection.names(), "dark": shell.dark(), "large": layout.present()}


def one_pair(result: Comparison) -> None:
    """Two relations: a dot a data set, Wilcoxon, wins, and the Bayesian test."""
    names = list(result.relations)
    for param, fallback in ((FIRST, names[0]), (SECOND, names[1])):
        if state.value(param) not in names:
            st.session_state[param.name] = fallback
    if st.session_state[FIRST.name] == st.session_state[SECOND.name]:
        st.session_state[SECOND.name] = next(name for name in names if name != st.session_state[FIRST.name])
    with st.container(horizontal=True):
        first = st.selectbox("First", names, key=FIRST.name, format_func=selection.full_name, width=240)
        second = st.selectbox("Second", names, key=SECOND.name, format_func=selection.full_name, width=240)
    if first == second:
        st.info("Choose two different relations.")
        return
    pair = cache.pair(result, content(result), first, second)
    words = pair_scatter.pair_scatter_text(pair, selection.names())
    st.markdown(words)
    picture = pair_scatter.pair_scatter(result.scores, pair, **style())
    event = layout.figure(picture, "pair", words, f"{first}-{second}", select=True)
    for found in layout.clicked(event):
        name = found[0] if isinstance(found, list) else found
        st.button(
            f"Leave out {name}", on_click=selection.leave_out, args=(str(name),), icon=":material/remove:"
        )
    picture = pair_scatter.bayes_bar(pair, **style())
    layout.figure(picture, "bayes", pair_scatter.bayes_bar_text(pair, selection.names()), "bayes")
    with st.expander("In numbers"):
        st.code(pair.text(), language=None)


def datasets_used(result: Comparison, chosen: selection.Selection) -> None:
    """Which data sets count, with a box to take each out."""
    removed = selection.removed()
    offered = sorted({*chosen.datasets, *removed}, key=list(entries()).index)
    key, ticked = _editor(offered, removed)
    rows = [
        {
            "use": name in ticked,
            "data set": name,
            "rows": entries()[name].rows,
            "counts": "left out by hand" if name in removed else result.left_out.get(name, "yes"),
        }
        for name in offered
    ]
    st.data_editor(
        pd.DataFrame(rows),
        key=key,
        hide_index=True,
        disabled=["data set", "rows", "counts"],
        on_change=_edited,
        args=(key, offered, ticked),
        height=360,
    )
    if removed:
        st.button("Restore all", on_click=selection.restore, icon=":material/undo:")
    st.dataframe(result.treatments.drop(columns="chosen").rename_axis("treatment of blanks"))


def _editor(offered: list[str], removed: list[str]) -> tuple[str, list[str]]:
    """The key of the table of boxes, and what was ticked when it was first drawn.

    The table keeps its edits for as long as its key stays. It stays while boxes are clicked, and is another
    when the choice was changed elsewhere.
    """
    number, before, ticked, known = st.session_state.get(EDITOR, (0, None, [], None))
    if (offered, removed) != (before, known):
        number, ticked = number + 1, [name for name in offered if name not in removed]
        st.session_state[EDITOR] = number, offered, ticked, removed
    return f"use editor {number}", ticked


def _edited(key: str, offered: list[str], ticked: list[str]) -> None:
    edits = {int(row): change for row, change in st.session_state[key]["edited_rows"].items()}
    for row, name in enumerate(offered):
        use = edits.get(row, {}).get("use", name in ticked)
        (selection.take_in if use else selection.leave_out)(name)
    number, *_ = st.session_state[EDITOR]
    st.session_state[EDITOR] = number, offered, ticked, selection.removed()


shell.start("significance", PARAMS)
chosen = selection.sidebar()
layout.header(
    "Which differences are real?",
    "Ranks, tests, and how many data sets stand behind each.",
    chosen.in_words(),
)
selection.need(chosen, datasets=2, relations=2)
controls(chosen)
selection.exploratory_badge()
table = jobs.scores(chosen.plan())
scores = table.frame().set_axis(chosen.relations, axis=1)
reasons = table.reasons().set_axis(chosen.relations, axis=1)
against = state.value(CONTROL)
try:
    result = cache.comparison(
        scores,
        reasons,
        test=state.value(TEST),
        correction=state.value(CORRECTION),
        alpha=state.value(ALPHA),
        blanks=state.value(BLANK),
        control=None if against == ALL_PAIRS else against,
        rope=state.value(ROPE),
    )
except FRNNError as error:
    st.info(str(error))
    st.stop()

unfinished = jobs.preliminary(table)
layout.finding(unfinished + overall(result))
words = cd_words.critical_difference_text(result, selection.names())
picture = cache.drawn(
    critical_difference.critical_difference,
    result,
    key=content(result),
    families=selection.families(),
    **style(),
)
layout.figure(picture, "critical difference", words, "critical-difference")
for warning in result.warnings:
    st.warning(warning, icon=":material/info:")

layout.tabs(
    TAB,
    {
        "Pairs": lambda: all_pairs(result),
        "One pair": lambda: one_pair(result),
        "Ranks": lambda: ranks(result),
        "Data sets": lambda: datasets_used(result, chosen),
        "In words": lambda: st.code(result.text(), language=None),
    },
)
caption = (
    f"{unfinished}Pairs of relations. {chosen.in_words()}. {overall(result)}{selection.exploratory_note()}"
)
layout.take_away(
    "significance",
    result.frame("pairs"),
    caption,
    latex=result.latex("relations") + result.latex("pairs"),
    more={
        "Bundle": (
            partial(bundle, table, None, result.call, {"comparison.txt": f"{caption}\n\n{result.text()}\n"}),
            "significance.zip",
        )
    },
)
