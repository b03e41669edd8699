"""A row in a table of Your data leads to its explanation: hard rows to Explain, new rows beneath."""

import numpy as np
from driving import address, moved, opened, text, waited
from driving_your_data import PAGE, SETTLED, compared, few_rows, fitted, upload, with_rows
from streamlit.util import AttributeDictionary

from frnn_core import read_dataset
from frnn_core.use.new_rows import read_new_rows
from frnn_core.use.predictions import predict_rows
from frnn_core.your_data import leaderboard
from frnn_core.your_data.mistakes import always_wrong


def selected(row):
    """What a table keeps of a row that was selected, counted from 0."""
    return AttributeDictionary({"selection": {"rows": [row], "columns": [], "cells": []}})


def own_table(rows=80):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(rows, 2))
    labels = np.where(X[:, 0] + rng.normal(0, 0.8, rows) > 0, "yes", "no")
    cells = [f"{a:.3f},{b:.3f},{y}" for (a, b), y in zip(X, labels, strict=True)]
    return "\n".join(["a,b,kind", *cells]).encode()


def test_a_row_that_all_relations_get_wrong_is_explained_on_explain():
    app = upload(opened(PAGE, among="man,euc", yfolds="4", **SETTLED), "own.csv", own_table())
    compared(app)
    wrong = always_wrong(
        leaderboard(read_dataset(own_table()), ["man", "euc"], k=3, folds=4, beside=[], repeats=1)
    )
    listed = next(each.value for each in app.dataframe if "taken for" in each.value)
    assert listed["row"].tolist() == wrong["row"].tolist()
    app.session_state["hard rows"] = selected(1)
    moved(app)
    row = int(wrong["row"].iloc[1])
    button = app.button(key="explain a hard row")
    assert button.label == f"Explain row {row}"
    button.click()
    moved(app)
    waited(app, lambda: app.title[0].value == "Why this class?")
    assert f"Row {row} is a test row" in text(app)
    assert address(app) == {"ed": "yours"}


def test_hard_rows_of_the_sample_lead_nowhere():
    app = opened(PAGE, among="man,euc,mah", **SETTLED)
    assert any("taken for" in each.value for each in app.dataframe)
    assert "Select one to see it on Explain" not in text(app)


def test_a_new_row_that_is_selected_is_explained():
    app = with_rows(fitted(), few_rows())
    _, model = app.session_state["model on hand"]
    told = predict_rows(model, read_new_rows(few_rows(), model, name="new.csv"))
    assert "Why row 1 goes where it goes" in text(app)
    app.session_state["explained row"] = 4
    moved(app)
    assert "Why row 4 goes where it goes" in text(app)
    beside = next(frame.value for frame in app.dataframe if "this row" in frame.value)
    assert list(beside) == ["this row", *(f"row {row}" for row in told.nearest[3])]
    with_rows(app, few_rows(2))
    assert not app.exception
    assert "Why row 1 goes where it goes" in text(app)
