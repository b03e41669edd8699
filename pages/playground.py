"""Playground: how FRNN decides, on a square to click."""

from frnn_core.studies.playground import words
from pages.ui import layout, shell
from pages.ui.playground import controls, parts
from pages.ui.playground import view as playground_view

shell.start("playground", controls.PARAMS)
view = playground_view.current()
layout.header(
    "How does FRNN decide?",
    "Click points; watch the border move.",
    "" if layout.present() else parts.context(view),
)
controls.row(view.board.features)
controls.click_row(view.board.data.class_names, view.class_label)
layout.finding(words.finding(view.board, view.names, view.decisions))
parts.squares(view)
parts.reading(view)
if len(view.panels) == 2:
    parts.bars(view)
parts.take_away(view)
