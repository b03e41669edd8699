"""What can be taken away from the page Paper: the claims, the cells, and the printed table on screen."""

from __future__ import annotations

from functools import partial

import pandas as pd

from frnn_core.latex import latex_text
from frnn_core.text import csv_text
from pages.ui import state, take_away
from pages.ui.paper import counts, tables
from pages.ui.paper.controls import AS, TABLE

SHOWN = ["title", "where", "printed", "recomputed", "verdict"]


def offer(cells: pd.DataFrame, audit: pd.DataFrame) -> None:
    """The bar at the foot of the page."""
    claims, table = audit.set_index("id"), state.value(TABLE)
    caption = f"Claims of the paper, recomputed. {counts.sentence(cells, audit)}"
    take_away.bar(
        "paper-claims",
        claims,
        caption,
        latex=partial(
            latex_text,
            claims[SHOWN].set_index("title"),
            caption,
            take_away.comment(caption),
            name="paper-claims",
        ),
        more={
            "Cells": (lambda: csv_text(tables.all_cells()), "paper-cells.csv"),
            "Table, LaTeX": (partial(tables.latex, table, state.value(AS)), f"paper-table-{table}.tex"),
        },
    )
