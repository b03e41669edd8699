"""Benchmark: which relation works on which data."""

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data.catalogue import entries
from frnn_core.experiments.baselines import BASELINES, baseline_scores
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.experiments.shipped import METRICS
from frnn_core.figures import fold_dots, heatmap_table, score_heatmap
from pages.ui import cache, data_card, jobs, layout, selection, shell, state, tips

MODES = {"score": "Score", "gap": "Gap to best", "rank": "Rank"}
SORTS = {"spread": "Where the choice matters most", "name": "Name", "size": "Rows", "score": "Best score"}
MEASURES = {"balanced_accuracy": "balanced accuracy", "accuracy": "accuracy", "macro_f1": "macro F1"}


def read_cell(text: str) -> str:
    """A cell in a link: data set/relation."""
    name, _, key = text.partition("/")
    if name not in entries() or key not in RELATIONS:
        raise ValueError("a cell is named data set/relation")
    return text


MODE = state.choice("show", MODES, "score", "what is shown")
SORT = state.choice("sort", SORTS, "spread", "order")
METRIC = state.choice("metric", METRICS, METRICS[0], "measure")
BESIDE = state.several("beside", BASELINES, [], "baselines")
CELL = state.Param("cell", "", read_cell, str, "cell")
TAB = state.choice("tab", ("One cell", "Table", "Data sets"), "One cell", "tab")
PARAMS = (*selection.PARAMS, MODE, SORT, METRIC, BESIDE, CELL, TAB, jobs.JOB)


def controls(chosen: selection.Selection) -> None:
    """One row: what is shown, which variant, in which order; the rest behind More."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.segmented_control(
            "Show", MODES, key=MODE.name, required=True, format_func=MODES.get, label_visibility="collapsed"
        )
        selection.variant_switch(chosen)
        st.selectbox(
            "Order of rows",
            SORTS,
            key=SORT.name,
            format_func=SORTS.get,
            label_visibility="collapsed",
            width=260,
        )
        with layout.more((METRIC, BESIDE)):
            st.selectbox("Measure", METRICS, key=METRIC.name, format_func=MEASURES.get, help=tips.MEASURES)
            st.multiselect(
                "Beside FRNN, outside ranks and means", BASELINES, key=BESIDE.name, format_func=BASELINES.get
            )
        layout.reset_button(PARAMS)


def sorted_rows(scores: pd.DataFrame, order: str) -> list[str]:
    """The data sets in the order that was asked for."""
    sizes = pd.Series({name: entries()[name].rows for name in scores.index})
    keys = {
        "spread": scores.min(axis=1) - scores.max(axis=1),
        "name": pd.Series(scores.index, index=scores.index),
        "size": sizes,
        "score": -scores.max(axis=1),
    }
    return keys[order].sort_values(kind="stable", na_position="last").index.tolist()


def with_baselines(scores: pd.DataFrame, chosen: selection.Selection) -> pd.DataFrame:
    """The scores with the columns of the baselines beside them."""
    conditions, metric, place = chosen.plan().conditions, state.value(METRIC), chosen.k - 1
    for baseline in state.value(BESIDE):
        folds = {name: baseline_scores(name, baseline, conditions, metric)[place] for name in scores.index}
        scores = scores.assign(**{baseline: pd.DataFrame(folds).mean()})
    return scores


def opened_cell(table: ScoreTable, scores: pd.DataFrame, chosen: selection.Selection) -> None:
    """The folds of the cell that was clicked, beside the best relation of its row."""
    name, _, key = state.value(CELL).partition("/")
    if name not in scores.index or key not in scores.columns:
        st.caption("Click a cell of the figure to see its folds.")
        return
    best = scores.loc[name].idxmax() if scores.loc[name].notna().any() else key
    if best == key:
        best = scores.loc[name].drop(key).fillna(-1).idxmax() if scores.shape[1] > 1 else key
    shown = {relation: table.folds(name, chosen.setting(relation))["score"] for relation in (key, best)}
    details = table.folds(name, chosen.setting(key))
    folds = pd.DataFrame(shown)
    st.markdown(f"**{RELATIONS[key].label} on {name}**, fold by fold")
    st.latex(RELATIONS[key].formula)
    if details["reason"].notna().any():
        st.info(details["reason"].dropna().iloc[0])
    if folds.shape[1] > 1:
        words = fold_dots.in_words(folds, selection.names())
        st.markdown(words)
        picture = cache.drawn(
            fold_dots.fold_dots,
            folds,
            measure=MEASURES[state.value(METRIC)],
            names=selection.names(),
            dark=shell.dark(),
            large=layout.present(),
        )
        layout.figure(picture, "folds", words, f"{name}-{key}")
    told = details.rename(columns={"score": MEASURES[state.value(METRIC)]}).dropna(axis=1, how="all")
    st.dataframe(told, height=200)
    with st.container(horizontal=True, vertical_alignment="center"):
        if st.button(f"About {name}", icon=":material/dataset:"):
            data_card.show(name)
        if key in selection.FIXED:
            st.page_link(
                shell.page("explain"),
                label="Explain its hardest row",
                query_params={"ed": name, "er": key, "row": "0", "k": str(chosen.k)},
                icon=":material/account_tree:",
            )


def numbers(drawn: pd.DataFrame, relations: list[str], measure: str) -> None:
    """The same as a table."""
    bold = drawn.style.format("{:.3f}", na_rep="–")
    st.dataframe(bold.highlight_max(axis=1, subset=relations, props="font-weight: 700"))
    st.caption(f"Mean {measure} of the folds; a blank where a relation is undefined on a fold.")


shell.start("benchmark", PARAMS)
chosen = selection.sidebar()
layout.header(
    "Which relation works where?",
    "FRNN with each relation on each data set, fold by fold.",
    chosen.in_words(),
)
selection.need(chosen, datasets=1, relations=1)
controls(chosen)
table = jobs.scores(chosen.plan(), state.value(METRIC))
scores = table.frame().set_axis(chosen.relations, axis=1)
reasons = table.reasons().set_axis(chosen.relations, axis=1)
drawn = with_baselines(scores, chosen)
measure = MEASURES[state.value(METRIC)]
unfinished = jobs.preliminary(table)
words = unfinished + heatmap_table.score_heatmap_text(scores, reasons=reasons, names=selection.names())
layout.finding(words)
picture = cache.drawn(
    score_heatmap.score_heatmap,
    drawn,
    state.value(MODE),
    reasons=reasons,
    rows=sorted_rows(scores, state.value(SORT)),
    baselines=state.value(BESIDE),
    names={**selection.names(), **BASELINES},
    measure=measure,
    source=f"{unfinished}Mean of 10 folds · {chosen.in_words()}",
    dark=shell.dark(),
    large=layout.present(),
)
for cell in layout.clicked(layout.figure(picture, "heatmap", words, "benchmark", select=True)):
    if cell and "/".join(cell[:2]) != state.value(CELL):
        layout.put(CELL, "/".join(cell[:2]))

layout.tabs(
    TAB,
    {
        "One cell": lambda: opened_cell(table, scores, chosen),
        "Table": lambda: numbers(drawn, list(scores), measure),
        "Data sets": lambda: layout.dataset_table(chosen.datasets),
    },
)
caption = f"{unfinished}{measure.capitalize()}, mean of the folds. {chosen.in_words()}."
layout.take_away("benchmark", drawn, caption)
