"""Playground: how FRNN decides, on a square whose points can be dragged."""

from frnn_core.studies.playground import words
from pages.ui import layout, shell
from pages.ui.playground import challenges, controls, parts, stage, view
from pages.ui.scene.plain import alive

challenges.follow()
shell.start("playground", controls.PARAMS)
shown = view.current()
layout.header(
    "How does FRNN decide?",
    "Drag points; watch the border move.",
    "" if layout.present() else parts.context(shown),
)
controls.row(shown.board.features, challenges.menu)
told = stage.spec(shown) if alive() else None
if told is None:
    controls.click_row(shown.board.data.class_names, shown.class_label)
if (asked := controls.challenge()) is not None:
    challenges.panel(asked, shown, alive=told is not None)
else:
    layout.finding(words.finding(shown.board, shown.names, shown.decisions))
if told is None:
    parts.figures(shown)
else:
    stage.show(told)
    controls.layer_row(shown.board.data.class_names, shown.class_label)
    stage.for_print(shown)
    parts.reading(shown)
parts.files(shown)
