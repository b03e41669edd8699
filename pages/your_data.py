"""Your data: which relation for a table of the visitor's own."""

import streamlit as st

from pages.ui import layout, shell
from pages.ui.your_data import check, file, mistakes, offered, result, run, use

SETTINGS = (*check.PARAMS, *run.PARAMS)

shell.start("your_data", (file.FILE, *SETTINGS))
layout.header("Which relation for my data?", "Bring a table; leave with a recommendation, a model and code.")
with layout.folded("The table, and how it is read"):
    table = file.choose()
    if file.missing():
        file.wanted()
        st.stop()
    found = check.checked(table)
    if found is None:
        st.stop()
    data, chosen = found
    if not table.sample:
        offered.on_other_pages(table, data, chosen.encoding)

run.row(SETTINGS, data)
task = run.task(data, chosen.encoding)
if task is None:
    st.stop()
context = f"{run.settings_in_words(task.design)}, {task.deals.label}"
board = run.compared(task, table.sample, chosen.named)
if board is not None:
    result.show(board)
    if board.complete:
        run.propose(task)
    if len(board.scores):
        mistakes.show(board)
        result.numbers(board)
    use.show(task, board, table.name, chosen.named)
script = result.code(table.name, chosen.named, task.design)
if board is not None and len(board.scores):
    result.files(board, script, context)
