"""Playground: how FRNN decides, on a square to click."""

from frnn_core.studies.playground import words
from pages.ui import layout, shell
from pages.ui.playground import controls, parts, view

shell.start("playground", controls.PARAMS)
shown = view.current()
layout.header(
    "How does FRNN decide?",
    "Click points; watch the border move.",
    "" if layout.present() else parts.context(shown),
)
controls.row(shown.board.features)
controls.click_row(shown.board.data.class_names, shown.class_label)
layout.finding(words.finding(shown.board, shown.names, shown.decisions))
parts.squares(shown)
parts.reading(shown)
if len(shown.panels) == 2:
    parts.bars(shown)
parts.files(shown)
