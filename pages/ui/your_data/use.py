"""Step 4 of Your data: the model itself, for new rows and to take away."""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import PurePath

import pandas as pd
import streamlit as st

from frnn_core.data.reading import MAX_BYTES, Options
from frnn_core.data.reading.process import read_apart
from frnn_core.errors import FRNNError
from frnn_core.experiments.cost import in_words
from frnn_core.text import counted, listed, number
from frnn_core.use.card import model_card
from frnn_core.use.explained import neighbours, one_row, values
from frnn_core.use.files import model_bytes
from frnn_core.use.new_rows import NewRows, read_new_rows
from frnn_core.use.predictions import Predictions, predict_rows
from frnn_core.use.trained import TrainedModel, fit_model
from frnn_core.your_data import Leaderboard, cost
from frnn_core.your_data.advice import estimate_text
from frnn_core.your_data.board import name_of, settings_text
from frnn_core.your_data.use_snippet import model_commands, model_script
from pages.ui.escaping import plain
from pages.ui.your_data.run import Task

MOST_SECONDS = 60.0
MOST_SHOWN = 1_000
TALLEST, WHY = 460, 300
_MODEL, _ROWS = "model on hand", "new rows on hand"
_TABLE, _EXPLAINED = "answers for new rows", "explained row"
Key = tuple[Hashable, ...]


def show(task: Task, board: Leaderboard, file_name: str, options: Options) -> None:
    """Choose the relation, fit it to all rows, then classify new rows and take the model away."""
    advice = board.recommendation() if board.complete else None
    if advice is None:
        return
    st.markdown("**4 · Use it**")
    offered = [str(key) for key in board.means.index if board.settings(str(key))]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        relation = st.selectbox(
            "FRNN by",
            offered,
            index=offered.index(advice.chosen) if advice.chosen in offered else 0,
            format_func=name_of,
            key="model of",
            width=260,
        )
        wanted = st.button("Fit it to all rows", type="primary", key="fit the model")
    settings = board.settings(relation) or {}
    st.caption(f"{name_of(relation)} with {settings_text(settings)}.")
    key = (*task.key, relation)
    model = _on_hand(key)
    if model is None and wanted:
        model = _fitted(task, board, relation, key)
    if model is None:
        return
    _take(model, file_name, options)
    _classify(model, key)


def _on_hand(key: Key) -> TrainedModel | None:
    """The model of this very comparison; that of another is let go, with its rows."""
    kept: tuple[Key, TrainedModel] | None = st.session_state.get(_MODEL)
    if kept is None:
        return None
    if kept[0] == key:
        return kept[1]
    st.session_state.pop(_MODEL)
    st.session_state.pop(_ROWS, None)
    return None


def _fitted(task: Task, board: Leaderboard, relation: str, key: Key) -> TrainedModel | None:
    """Fit it, unless that takes too long for a page; refusals are told in words."""
    each = cost.piece_costs(task.data, task.design)[relation]
    seconds = each * task.deals.per_deal
    if seconds > MOST_SECONDS:
        st.warning(
            f"This would take about {in_words(seconds)} here; a page allows {in_words(MOST_SECONDS)}. "
            "`python -m frnn_core fit` has no limit.",
            icon=":material/hourglass_disabled:",
        )
        return None
    settings = dict(board.settings(relation) or {})
    told = estimate_text(board, relation)
    try:
        with st.spinner("Fitting …"):
            encoding = task.design.conditions.encoding
            model = fit_model(task.data, **settings, encoding=encoding, estimate=told)
    except FRNNError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return None
    st.session_state[_MODEL] = (key, model)
    return model


def _take(model: TrainedModel, file_name: str, options: Options) -> None:
    """The model as a file, its card, and code that makes the same one."""
    stem = PurePath(file_name).stem or "model"
    file = f"{stem}.frnn"
    script = model_script(model, file_name, options, model_file=file)
    with st.container(horizontal=True):
        st.download_button(
            "Model",
            lambda: model_bytes(model),
            file,
            "application/zip",
            on_click="ignore",
            icon=":material/download:",
        )
        st.download_button(
            "Model card",
            lambda: model_card(model, file=file),
            f"{stem}-card.md",
            "text/markdown",
            on_click="ignore",
        )
        st.download_button("Python", script, f"{stem}-model.py", "text/x-python", on_click="ignore")
        with st.popover("Commands"):
            st.code(model_commands(model, file_name, options, model_file=file), language="bash")
    st.caption(
        "The file holds the training rows and what was learned, and no code; `frnn_core.load_model` reads it."
    )


def _classify(model: TrainedModel, key: Key) -> None:
    """New rows in, a table of answers out."""
    uploaded = st.file_uploader(
        f"New rows: a table with the columns {plain(listed(_few(model.names)))}, in any order",
        key="new rows",
        max_upload_size=MAX_BYTES // 1_000_000,
    )
    if uploaded is None:
        return
    kept = st.session_state.get(_ROWS)
    if kept is None or kept[0] != (key, uploaded.file_id):
        try:
            with st.spinner("Reading the rows …"):
                raw = read_apart(uploaded.getvalue(), uploaded.name, lambda: st.session_state.get("new rows"))
                rows = read_new_rows(raw, model, name=uploaded.name)
                kept = ((key, uploaded.file_id), rows, predict_rows(model, rows))
        except FRNNError as error:
            st.error(plain(str(error)), icon=":material/error:")
            return
        st.session_state[_ROWS] = kept
    _answers(model, kept[1], kept[2])


def _few(names: tuple[str, ...], most: int = 8) -> list[str]:
    return [*names] if len(names) <= most else [*names[: most - 1], f"{len(names) - most + 1} more"]


def _answers(model: TrainedModel, rows: NewRows, told: Predictions) -> None:
    for words in told.warnings:
        st.warning(plain(words), icon=":material/warning:")
    for words in told.notes:
        st.caption(plain(words))
    frame = told.frame()
    counts = pd.Series(told.classes).value_counts(sort=False)
    shares = listed(f"{plain(str(name))} {count:,}" for name, count in counts.items())
    unlike = int(told.unlike.sum())
    flagged = f" {counted(unlike, 'row')} unlike anything seen." if unlike else ""
    st.markdown(f"**{counted(len(rows), 'row')}: {shares}.**{flagged}")
    shown = frame[:MOST_SHOWN].map(lambda cell: number(cell) if isinstance(cell, float) else cell)
    st.dataframe(
        shown,
        height=min(TALLEST, 38 + 35 * len(shown)),
        key=_TABLE,
        on_select=_explain,
        selection_mode="single-row",
        alt="What is told of each row",
    )
    more = f"The first {MOST_SHOWN:,} rows are shown; the CSV has all. " if len(frame) > MOST_SHOWN else ""
    st.caption(f"{more}Select a row to have it explained below.")
    if st.session_state.get(_EXPLAINED, 1) > len(rows):  # it was a row of a longer table
        st.session_state[_EXPLAINED] = 1
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.download_button(
            "CSV", told.csv, "classes.csv", "text/csv", on_click="ignore", icon=":material/download:"
        )
        row = st.number_input("Explain row", 1, len(rows), key=_EXPLAINED, width=160)
    with st.container(border=True):
        st.markdown(f"**Why row {row} goes where it goes**")
        _why(model, one_row(rows, int(row)))


def _explain() -> None:
    """A callback: the row that was selected is explained."""
    for place in st.session_state[_TABLE].selection.rows:
        st.session_state[_EXPLAINED] = place + 1


def _why(model: TrainedModel, row: NewRows) -> None:
    """The row beside those most like it, and the neighbours whose similarities add up to its score."""
    told = predict_rows(model, row)
    winner = str(told.classes[0])
    st.dataframe(values(model, row, told), alt="The row beside the nearest training rows")
    explained = model.explain(row.X)
    code = told.class_names.index(winner)
    score, lead = number(float(told.scores[0, code])), number(float(told.lead[0]))
    st.markdown(f"**{plain(winner)}: score {score}, {lead} ahead of the next class.**")
    left, right = st.columns(2)
    for place, inside, words in (
        (left, True, "Like it within the class: what they add is the upper approximation."),
        (right, False, "Like it outside: what they add is taken from 1 for the lower approximation."),
    ):
        place.caption(words)
        near = neighbours(model, explained, code, inside=inside).round(3)
        place.dataframe(near, alt=words, height=min(WHY, 38 + 35 * len(near)))
