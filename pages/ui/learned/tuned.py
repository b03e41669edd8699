"""The page Learned relations on FRNN that chooses its relation, k, weights and scaling for itself."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from frnn_core.experiments.baselines import BASELINES
from frnn_core.studies.learned.figures import tuned_shares
from frnn_core.studies.learned.results import PLAIN
from frnn_core.studies.learned.tuned_choices import WAYS, TunedChoices
from frnn_core.text import counted, csv_text
from pages.ui import layout, shell, state
from pages.ui.cache import fresh
from pages.ui.learned import cache
from pages.ui.learned.controls import DATA_COLUMN, WAY
from pages.ui.learned.whole import Whole

WAY_NAMES = dict(zip(WAYS, ("One setting", "Several, blended"), strict=True))
SCORE = st.column_config.NumberColumn(format="%.3f")


def choices(whole: Whole) -> None:
    """What was chosen on every data set, how often, and what hindsight would have gained."""
    st.segmented_control("FRNN chooses", WAYS, key=WAY.name, required=True, format_func=WAY_NAMES.__getitem__)
    told = cache.tuned_choices(state.value(WAY))
    if told.rows.empty:
        st.caption("Not computed: no data set has what was chosen on all its folds.")
        return
    words = tuned_shares.tuned_shares_text(told, whole.names)
    st.markdown(words)
    layout.figure(
        fresh(tuned_shares.tuned_shares, told, look=layout.look("Hover for scores.", whole.names)),
        "tuned",
        words,
        f"{told.way}-choices",
    )
    st.caption(_rule(told))
    _table(told, words)
    st.page_link(
        shell.page("paper"),
        label="Tested beside tuned support vector machines, forests and others",
        query_params={"exhibit": "left-open", "asked": "worth"},
        icon=":material/balance:",
    )


def _rule(told: TunedChoices) -> str:
    gone = (
        f" Not computed on {counted(len(told.missing), 'data set')}: {', '.join(told.missing)}."
        if told.missing
        else ""
    )
    return f"{BASELINES[told.way].tuned} The test rows have no say.{gone}"


def _table(told: TunedChoices, words: str) -> None:
    rows = told.rows
    shown = pd.DataFrame(
        {
            "Chosen most": rows["chosen"],
            "Score": rows["score"],
            "Manhattan, k = 3": rows[PLAIN],
            "Regret": rows["regret"],
            "Manhattan's regret": rows[f"{PLAIN} regret"],
            "Best for all folds": rows["best"],
            "Its score": rows["best score"],
        }
    )
    numbers = [name for name in shown if name not in ("Chosen most", "Best for all folds")]
    columns = {"_index": DATA_COLUMN, **dict.fromkeys(numbers, SCORE)}
    st.dataframe(shown, column_config=columns, alt=words)
    st.caption(f"Balanced accuracy, mean of 10 folds. {tuned_shares.regret_rule_text(told)}")


def file() -> str:
    """The table and the shares, a row a data set."""
    told = cache.tuned_choices(state.value(WAY))
    return csv_text(pd.concat([told.rows, told.shares.add_prefix("share ")], axis=1))
