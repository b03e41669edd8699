"""What stands beside the heatmap of the page Benchmark: who leads by which yardstick, or one cell's folds."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.engine.rounding import level
from frnn_core.experiments.baselines import BASELINES
from frnn_core.figures import fold_dots, fold_dots_text
from frnn_core.figures.heatmap_words import Yardsticks
from frnn_core.text import counted, number
from pages.ui import cache, data_card, layout, selection, shell, state
from pages.ui.benchmark.controls import CELL
from pages.ui.benchmark.view import View

NAME, KEY = "data set of the cell", "column of the cell"
YARDSTICKS = {"score": "Mean", "gap": "Gap", "rank": "Rank", "wins": "Wins"}
IN_VIEW = """<style>
@media (min-width: 768px) {
  [data-testid=stColumn]:has(.st-key-answer) { position: sticky; top: 1rem; align-self: flex-start; }
}
</style>"""
"""The answer stays in view while a long table scrolls."""


def keep_cell(view: View) -> None:
    """Give up a cell of the link that is not in the table; one that was clicked comes back with its row."""
    if view.cell is None and CELL.default != state.value(CELL) and state.by_link(CELL):
        state.give_up(CELL, "", "the table on screen has no such cell", "the whole table")


def panel(view: View) -> None:
    """Two pickers for a cell, and its answer; without a cell, the yardsticks."""
    st.html(IN_VIEW)
    with st.container(key="answer", gap="small"):
        _pickers(view)
        if view.cell is None:
            _yardsticks(view)
        else:
            _cell(view, *view.cell)


def _pickers(view: View) -> None:
    """A cell by keyboard: its data set and its column; they follow what was clicked."""
    names, keys = view.rows, list(view.beside)
    for widget, chosen, options in ((NAME, 0, names), (KEY, 1, keys)):
        if view.cell is not None:
            st.session_state[widget] = view.cell[chosen]
        elif st.session_state.get(widget) not in options:
            st.session_state[widget] = None
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        for label, widget, options in (("Data set", NAME, names), ("Relation", KEY, keys)):
            st.selectbox(
                f"{label} of the cell",
                options,
                key=widget,
                placeholder=label,
                format_func=_called if widget == KEY else str,
                label_visibility="collapsed",
                on_change=_open,
                width=110,
            )
        if view.cell is not None:
            st.button("Close", type="tertiary", on_click=_close)


def _called(key: str) -> str:
    return (BASELINES if key in BASELINES else RELATIONS)[key].label


def _open() -> None:
    """A callback: both are chosen, so the cell is."""
    name, key = st.session_state[NAME], st.session_state[KEY]
    if name and key:
        st.session_state[CELL.name] = f"{name}/{key}"


def _close() -> None:
    """A callback that goes back to the yardsticks."""
    st.session_state[CELL.name] = ""
    st.session_state[NAME] = st.session_state[KEY] = None


def _yardsticks(view: View) -> None:
    """What each relation is worth by every yardstick, the best bold."""
    found = view.yardsticks
    if not found.compared.empty:
        st.table(_table(found, view.columns), border="horizontal", alt="Yardsticks of every relation.")
    over = f"Mean {view.measure}, gap and rank over the {counted(found.n, 'data set')} without a blank"
    wins = f"wins, best or tied, over {len(found.compared)}"
    told = f"{over}; {wins}. " if found.n else ""
    st.caption(f"{told}**Click a cell**, or choose one above, for its folds.")


def _table(found: Yardsticks, columns: list[str]) -> pd.DataFrame:
    rows = {}
    best = {key: found.leaders(key) if found.n or key == "wins" else [] for key in YARDSTICKS}
    for name in columns:
        values = {
            "score": number(float(found.scores[name])),
            "gap": number(float(found.gaps[name])),
            "rank": f"{found.ranks[name]:.2f}",
            "wins": f"{int(found.wins[name])}",
        }
        rows[RELATIONS[name].label] = {
            YARDSTICKS[key]: f"**{value}**" if name in best[key] else value for key, value in values.items()
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def _cell(view: View, name: str, key: str) -> None:
    """The score of a cell, its rank and gap, and its folds beside the best relation of the row."""
    st.markdown(f"**{_called(key)} on {name}:** {_standing(view, name, key)}")
    if key in RELATIONS:
        _folds(view, name, key)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if st.button(f"About {name}", icon=":material/dataset:", type="tertiary"):
            data_card.show(name)
        if key in selection.FIXED:
            st.page_link(
                shell.page("explain"),
                label="Explain its hardest row",
                query_params={
                    "ed": name,
                    "er": key,
                    "row": "0",
                    "k": str(view.chosen.k),
                    "w": view.chosen.conditions.weights,
                    "en": view.chosen.conditions.normalise,
                },
                icon=":material/account_tree:",
            )
    st.caption("Every fold in numbers: tab *One cell* below.")


def _standing(view: View, name: str, key: str) -> str:
    """The score, the rank and the gap in a sentence; why there is none where it is blank."""
    score = float(view.beside.loc[name, key])
    if pd.isna(score):
        return str(view.all_reasons.loc[name, key])
    row = level(view.scores.loc[name].dropna())
    told = f"{view.measure} **{number(score)}**"
    if row.empty:
        return f"{told}."
    best = _called(str(row.idxmax()))
    gap = float(row.max() - row.get(key, score))
    if key not in view.scores:
        return f"{told}; {best}, the best relation, has {number(float(row.max()))}. Not ranked."
    rank = f"rank {row.rank(ascending=False)[key]:g} of {len(row)}"
    return f"{told}, {rank}; " + (f"{number(gap)} below {best}." if gap > 0 else "the best of its row.")


def _folds(view: View, name: str, key: str) -> None:
    """Dots of the folds beside the best other relation of the row."""
    table, chosen = view.table, view.chosen
    other = _best_other(view.scores.loc[name], key)
    folds = pd.DataFrame({k: table.folds(name, chosen.setting(k))["score"] for k in (key, other)})
    if folds.shape[1] < 2 or folds[key].isna().all():
        return
    words = fold_dots_text(folds, selection.names())
    picture = cache.drawn(fold_dots, folds, measure=view.measure, look=layout.look())
    layout.figure(picture, "folds", words, f"{name}-{key}")
    st.markdown(words)


def _best_other(scores: pd.Series, key: str) -> str:
    """The best relation of a row besides `key`, or `key` where it is alone."""
    others = scores.drop(key).fillna(-1)
    return str(others.idxmax()) if len(others) else key
