"""Your data: which relation for a table of the visitor's own."""

import streamlit as st

from pages.ui import layout, selection, shell, state
from pages.ui.your_data import check as checking
from pages.ui.your_data import file as files
from pages.ui.your_data import result
from pages.ui.your_data import run as comparing

SETTINGS = (*checking.PARAMS, *comparing.PARAMS)
PARAMS = (files.FILE, *SETTINGS)

shell.start("your_data", PARAMS)
layout.header("Which relation for my data?", "Bring a table; leave with a recommendation and code.")
left, right = st.columns([2, 3], gap="large")
with left, st.container(gap="small"):
    table = files.choose()
    if files.missing():
        files.wanted()
        st.stop()
    if table.sample:
        files.sample_note()
with right, st.container(gap="small"):
    data = checking.check(table)
if data is None:
    st.stop()

comparing.controls(SETTINGS, data)
task = comparing.task(data)
if task is None:
    st.stop()
options = checking.named(table.raw, checking.options(table.raw))
context = f"k = {state.value(selection.K)}, {task.folds.label}"
board = comparing.compared(task, table.sample, options)
if board is not None:
    result.show(board)
    if len(board.scores):
        result.numbers(board)
script = result.code(table.name, options, task.design)
if board is not None and len(board.scores):
    result.take_away(board, script, context)
