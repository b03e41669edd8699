"""The page Learned relations for COMBO: what it saw, what it chose, and what the choice cost."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.studies.learned import PLAIN
from frnn_core.studies.learned.figures import inner_scores
from frnn_core.text import listed, number
from pages.ui import layout, selection
from pages.ui.cache import fresh
from pages.ui.learned.view import View, short

SCORE = st.column_config.NumberColumn(format="%.3f")


def sentence(view: View) -> str:
    """The finding: what was chosen, the scores, the regret."""
    told, (plain, combo) = view.choices, view.scores
    return (
        f"COMBO chose {inner_scores.chosen_words(told.counts, view.names)}; {number(combo)} against "
        f"Manhattan's {number(plain)} on {view.chosen.called}, for {short(view.seconds[1])} a fold: "
        f"{view.verdict_words()}."
    )


def figure(view: View) -> None:
    """Folds x candidates, with what the words mean; then what each candidate is worth."""
    _inner(view)
    _table(view)


def _inner(view: View) -> None:
    told, chosen = view.choices, view.chosen
    layout.figure(
        fresh(
            inner_scores.inner_scores,
            told,
            title=f"What COMBO saw on {chosen.called}: inner scores",
            look=layout.look(f"Balanced accuracy, mean of 5 inner folds, k = {chosen.k}"),
        ),
        "inner",
        inner_scores.inner_scores_text(told, view.names),
        f"{chosen.file}-combo",
    )
    keys = listed(f"{key} = {RELATIONS[key].label}" for key in told.inner.columns)
    out = sorted({key for reasons in told.reasons for key in reasons})
    gone = (
        f" Struck out: {listed(RELATIONS[key].label for key in out)}, undefined on an inner fold; hover for "
        "the reason."
        if out
        else ""
    )
    st.caption(
        "On each fold COMBO cuts the training rows into five inner folds, scores every candidate on them, "
        f"and takes the best; of equals, the first. The fold's test rows have no say. {keys}.{gone}"
    )


def _table(view: View) -> None:
    """What was chosen how often, and what each candidate is worth."""
    told = view.choices
    rows = told.candidates.rename(index=selection.full_name)
    combo = pd.DataFrame(
        {"chosen": [None], "inner": [None], "tested": [told.scores.mean()], "regret": [told.regret]},
        index=["COMBO"],
    )
    shown = pd.concat([combo.astype(object), rows.astype(object)])
    folds = len(told.folds)
    view_rows = pd.DataFrame(
        {
            "Chosen on": ["" if count is None else f"{count} of {folds} folds" for count in shown["chosen"]],
            "Inner score": ["" if value is None else number(value) for value in shown["inner"]],
            "Test score": [number(value) for value in shown["tested"]],
            "Regret": [number(value) for value in shown["regret"]],
        },
        index=shown.index.rename("Relation"),
    )
    st.table(view_rows, border="horizontal", alt=_regret_words(view))
    st.caption(
        f"Balanced accuracies, mean of {folds} folds. **Regret** is what hindsight would have gained: on "
        "each fold, the test score of the best candidate there less the own one; the mean over the folds. A "
        "candidate's regret is that of taking it on every fold."
    )


def _regret_words(view: View) -> str:
    told = view.choices
    single = RELATIONS[told.single].label
    plain = float(told.folds[f"{PLAIN} regret"].mean())
    best = float(told.candidates["tested"].max())
    beside = (
        f"{single}, the best for all folds in hindsight, has {number(best)}; COMBO "
        f"{number(float(told.scores.mean()))}."
    )
    return (
        f"COMBO's mean regret is {number(told.regret)}, Manhattan's {number(plain)}. {beside} COMBO's regret "
        f"is 0 on {int((told.folds['regret'].round(12) == 0).sum())} of {len(told.folds)} folds."
    )


def regret(view: View) -> None:
    """Fold by fold."""
    st.markdown(_regret_words(view))
    names = selection.names()
    told = view.choices.folds
    shown = pd.DataFrame(
        {
            "Chosen": told["chosen"].map(names),
            "Lead": told["margin"],
            "COMBO": told["combo"],
            "Manhattan": told[PLAIN],
            "Best in hindsight": told["best"].map(names),
            "Its score": told["best score"],
            "COMBO's regret": told["regret"],
            "Manhattan's regret": told[f"{PLAIN} regret"],
        }
    )
    numbers = [name for name in shown if name not in ("Chosen", "Best in hindsight")]
    st.dataframe(shown, column_config=dict.fromkeys(numbers, SCORE), alt=_regret_words(view))
    st.caption(
        "Regret on a fold = test score of the best candidate there − COMBO's (or Manhattan's). Lead: inner "
        "score of the chosen candidate less that of the second. Of candidates that tie in hindsight "
        "the chosen one is named, else the first."
    )


def file(view: View) -> pd.DataFrame:
    """Inner scores and regret for the files, a row a fold."""
    told = view.choices
    inner = told.inner.add_prefix("inner ")
    seconds = view.folds[[f"{PLAIN} seconds", "combo seconds"]]
    return pd.concat([told.folds, seconds, inner], axis=1)
