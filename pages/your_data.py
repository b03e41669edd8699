"""Your data: which relation for a table of the visitor's own."""

import streamlit as st

from pages.ui import layout, shell
from pages.ui.your_data import check, file, mistakes, offered, result, run, use

SETTINGS = (*check.PARAMS, *run.PARAMS)

shell.start("your_data", (file.FILE, *SETTINGS))
layout.header("Which relation for my data?", "Bring a table; leave with a recommendation, a model and code.")
with layout.folded(check.FOLDED, unfolded=bool(file.missing())):
    table = file.choose()
    if file.missing():
        file.wanted()
        st.stop()
    found = check.checked(table)
    if found and not table.sample:
        offered.on_other_pages(table, found[0], found[1].encoding)
if found is None:
    check.say_where_why()
    st.stop()
data, chosen = found
check.in_short(table, data)
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
