"""Your data: which relation for a table of the visitor's own."""

import streamlit as st

from pages.ui import layout, shell, state
from pages.ui.controls import K
from pages.ui.your_data import check, file, result, run

SETTINGS = (*check.PARAMS, *run.PARAMS)

shell.start("your_data", (file.FILE, *SETTINGS))
layout.header("Which relation for my data?", "Bring a table; leave with a recommendation and code.")
left, right = st.columns([2, 3], gap="large")
with left, st.container(gap="small"):
    table = file.choose()
    if file.missing():
        file.wanted()
        st.stop()
    if table.sample:
        file.sample_note()
with right, st.container(gap="small"):
    data = check.checked(table)
if data is None or table.raw is None:
    st.stop()

run.row(SETTINGS, data)
task = run.task(data)
if task is None:
    st.stop()
options = check.named(table.raw, check.options(table.raw))
context = f"k = {state.value(K)}, {task.folds.label}"
board = run.compared(task, table.sample, options)
if board is not None:
    result.show(board)
    if len(board.scores):
        result.numbers(board)
script = result.code(table.name, options, task.design)
if board is not None and len(board.scores):
    result.files(board, script, context)
