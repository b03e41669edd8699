"""Explain: why a row gets its class, neighbour by neighbour."""

from frnn_core.explaining import contributions
from pages.ui import (
    explain_controls,
    explain_parts,
    explain_tabs,
    explain_typed,
    explain_view,
    frame,
    shell,
)

DRAW = {
    "change": explain_tabs.changes,
    "features": explain_tabs.features,
    "neighbours": explain_tabs.neighbours,
    "typed": explain_typed.typed,
}

shell.start("explain", explain_controls.PARAMS)
chosen = explain_controls.current()
frame.header(
    "Why this class?",
    "One prediction, taken apart until it adds up.",
    "" if frame.present() else chosen.in_words(),
)
ranking, reason = explain_view.ranking_of(chosen)
explain_controls.row(chosen, ranking)
view = explain_view.view_of(chosen, ranking, reason)

explain_parts.answer(view)
explain_parts.bars(view)
explain_parts.relations(view)

frame.tabs(
    explain_controls.TAB,
    {label: (lambda draw=DRAW[key]: draw(view)) for key, label in explain_controls.TABS.items()},
)

explain_parts.foot(view)
frame.take_away(
    "explain",
    contributions(view.case).set_index("class"),
    f"{view.source(f'Row {view.row + 1}')}: weight times similarity of each neighbour. {view.decided_by()}",
)
