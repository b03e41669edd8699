"""What a comparison on the visitor's table says: finding, figure, table, code to take away."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from frnn_core import RELATIONS
from frnn_core.data.reading import Options
from frnn_core.experiments.baselines import baseline_names
from frnn_core.latex import latex_text
from frnn_core.text import counted, number, p_number
from frnn_core.your_data import ROPE, Leaderboard
from frnn_core.your_data.advice import CLAIMS, RULE, evidence, finding, how_sure
from frnn_core.your_data.board import name_of
from frnn_core.your_data.figure import leaderboard_dots, leaderboard_text
from frnn_core.your_data.fold_scores import Design
from frnn_core.your_data.snippet import command_line, python_script
from pages.ui import layout, selection, state, take_away
from pages.ui.cache import fresh
from pages.ui.escaping import plain
from pages.ui.your_data.file import FILE
from pages.ui.your_data.run import settings_in_words

SCRIPT = "leaderboard.py"
ROW = 35


def show(board: Leaderboard) -> None:
    """The recommendation with its figure, and how sure it is."""
    if not len(board.scores):
        st.caption("The first results appear when one fold is done.")
        return
    advice = board.recommendation() if board.complete else None
    chosen = advice.chosen if advice else None
    table = board.frame()
    names = {**selection.names(), **baseline_names()}
    layout.finding(finding(board))
    told = plain(evidence(board) or "")
    if told and not layout.folds():
        st.caption(told)
    picture = fresh(
        leaderboard_dots,
        table,
        recommended=chosen,
        look=layout.look(f"mean of {_folds(board)}, {settings_in_words(board.design)}", baseline_names()),
    )
    layout.figure(
        picture, "leaderboard", f"{finding(board)} {leaderboard_text(table, chosen, names)}", "leaderboard"
    )
    if told and layout.folds():
        st.caption(told)
    for key, reason in board.reasons.items():
        defined = int(table.loc[key, "folds"])
        on = f"defined on {defined} of {len(board.scores)} folds" if defined else "undefined on these data"
        st.text(f"{name_of(key)} is {on}: {reason}")
    sure = how_sure(board)
    if sure:
        with st.expander("How sure is that?"):
            st.markdown("\n".join(f"- {plain(line)}" for line in sure))
            st.caption(f"How the recommendation is made. {RULE} {CLAIMS}")


def _folds(board: Leaderboard) -> str:
    if board.complete:
        return counted(board.n_folds, "fold")
    return f"{len(board.scores)} of {counted(board.n_folds, 'fold')} so far"


def numbers(board: Leaderboard) -> None:
    """The same as a table."""
    shown = display(board)
    st.dataframe(
        shown,
        column_config={"relation": st.column_config.Column(width=260)},
        height=min(ROW * (len(shown) + 1) + 3, 600),
        alt="The scores of the figure as a table",
    )
    st.caption(
        f"Balanced accuracy, mean of {_folds(board)}, with its corrected 95 % interval. Difference: to the "
        "best, with its interval; adjusted p (Holm) and the probability that the two are practically equal "
        f"(within {number(ROPE, 2)}) belong to it. Seconds: to choose, fit and predict in one fold, mean. "
        "Settings: chosen on all rows in the same way as in each fold."
    )


def display(board: Leaderboard) -> pd.DataFrame:
    """The table as it is shown: three decimals, intervals in one column."""
    table = board.frame()

    def interval(row: pd.Series, low: str, high: str) -> str:
        return "" if pd.isna(row[low]) else f"{number(row[low])} to {number(row[high])}"

    return pd.DataFrame(
        {
            "mean": [number(value) for value in table["mean"]],
            "95 % interval": [interval(row, "low", "high") for _, row in table.iterrows()],
            "difference": ["" if pd.isna(value) else number(value) for value in table["difference"]],
            "its interval": [
                interval(row, "difference_low", "difference_high") for _, row in table.iterrows()
            ],
            "adjusted p": ["" if pd.isna(value) else p_number(value) for value in table["p_adjusted"]],
            "P(equal)": ["" if pd.isna(value) else number(value) for value in table["equivalent"]],
            "seconds": [f"{value:.3f}" for value in table["seconds"]],
            "settings": table["settings"].tolist(),
        },
        index=pd.Index(
            [f"{name} ({key})" if key in RELATIONS else name for key, name in table["name"].items()],
            name="relation",
        ),
    )


def printed(board: Leaderboard) -> pd.DataFrame:
    """The table for print: as it is shown, but narrower, and without seconds, settings and empty columns."""
    shown = display(board).drop(columns=["seconds", "settings"])
    shown.index = pd.Index(board.frame()["name"], name="relation")
    return shown.loc[:, shown.ne("").any()].map(lambda cell: cell.replace("-", "−").replace(" to ", ", "))


def code(file_name: str, options: Options, design: Design) -> str:
    """The script and the command that compute the same; give the script."""
    script = python_script(file_name, options, design)
    st.markdown("**The same in code.** Put the script beside your file, with this package installed.")
    st.code(script, language="python")
    st.caption("Or from the command line; the numbers are the same.")
    st.code(command_line(file_name, options, design), language="bash", wrap_lines=True)
    return script


def files(board: Leaderboard, script: str, context: str) -> None:
    """Link, CSV, LaTeX, the script, and how to cite."""
    caption = f"Relations on a table of one's own: mean of {_folds(board)}, {context}."
    take_away.bar(
        "leaderboard",
        board.frame(),
        caption,
        latex=partial(_latex, board, caption, take_away.comment(caption)),
        more={"Python": (script, SCRIPT)},
    )
    if state.value(FILE):
        st.caption("The link restores the settings; the file has to be uploaded again.")


def _latex(board: Leaderboard, caption: str, comment: tuple[str, ...]) -> str:
    """The table on screen for print; the best is bold."""
    shown, means = printed(board), board.frame()["mean"]
    best = shown.isna() & False
    best["mean"] = (means == means.max()).to_numpy()
    told = f"{caption} The best is bold."
    if "difference" in shown:
        told += " Difference: to the best relation."
    if "adjusted p" in shown:
        told += f" Adjusted p: Holm. P(equal): of a difference of at most {number(ROPE, 2)}."
    return latex_text(shown, told, comment, name="leaderboard", best=best)
