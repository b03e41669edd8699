"""Explain: why a row gets its class, neighbour by neighbour."""

from functools import partial

from frnn_core.studies.explain import contributions
from pages.ui import layout, shell, take_away
from pages.ui.explain import controls, parts, rows, tabs, typed, view

DRAW = {
    "change": tabs.changes,
    "features": tabs.features,
    "rows": rows.rows,
    "neighbours": tabs.neighbours,
    "typed": typed.typed,
}

shell.start("explain", controls.PARAMS)
rows.follow()
chosen = controls.current()
layout.header(
    "Why this class?",
    "One prediction, taken apart until it adds up.",
    chosen.in_words(),
)
ranking, reason = view.ranking_of(chosen)
controls.row(chosen, ranking)
shown = view.of(chosen, ranking, reason)

parts.answer(shown)
parts.bars(shown)
parts.relations(shown)

layout.tabs(controls.TAB, {label: partial(DRAW[key], shown) for key, label in controls.TABS.items()})

parts.foot(shown)
take_away.bar(
    take_away.named(shown.file_name, f"row-{shown.row + 1}", chosen.relation, f"k{chosen.k}"),
    contributions(shown.case).set_index("class"),
    f"{shown.title(f'Row {shown.row + 1}')}: weight times similarity of each neighbour. {shown.decided_by()} "
    f"{chosen.in_words()}.",
)
