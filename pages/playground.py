"""Playground: how FRNN decides, on a square to click."""

from frnn_core.playground import words
from pages.ui import frame, playground_controls, playground_parts, playground_view, shell

shell.start("playground", playground_controls.PARAMS)
view = playground_view.current()
frame.header(
    "How does FRNN decide?",
    "Click points; watch the border move.",
    "" if frame.present() else playground_parts.context(view),
)
playground_controls.row(view.board.features)
playground_controls.click_row(view.board.data.class_names, view.class_label)
frame.finding(words.finding(view.board, view.names, view.decisions))
playground_parts.squares(view)
playground_parts.reading(view)
if len(view.panels) == 2:
    playground_parts.bars(view)
playground_parts.take_away(view)
