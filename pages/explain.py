"""Explain: why a row gets its class, neighbour by neighbour."""

from frnn_core.studies.explain import contributions
from pages.ui import layout, shell
from pages.ui.explain import controls, parts, tabs, typed
from pages.ui.explain import view as explain_view

DRAW = {
    "change": tabs.changes,
    "features": tabs.features,
    "neighbours": tabs.neighbours,
    "typed": typed.typed,
}

shell.start("explain", controls.PARAMS)
chosen = controls.current()
layout.header(
    "Why this class?",
    "One prediction, taken apart until it adds up.",
    "" if layout.present() else chosen.in_words(),
)
ranking, reason = explain_view.ranking_of(chosen)
controls.row(chosen, ranking)
view = explain_view.view_of(chosen, ranking, reason)

parts.answer(view)
parts.bars(view)
parts.relations(view)

layout.tabs(
    controls.TAB,
    {label: (lambda draw=DRAW[key]: draw(view)) for key, label in controls.TABS.items()},
)

parts.foot(view)
layout.take_away(
    "explain",
    contributions(view.case).set_index("class"),
    f"{view.source(f'Row {view.row + 1}')}: weight times similarity of each neighbour. {view.decided_by()}",
)
