"""What the full tables are worth: a row a relation, a dot a data set."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from frnn_core.figures.look import Look
from frnn_core.figures.marks import label
from frnn_core.paper.figures.dot_rows import DotRow, dot_rows
from frnn_core.paper.left_out import LeftOut
from frnn_core.paper.verdicts import p_short
from frnn_core.relations import RELATIONS
from frnn_core.text import counted, number, signed


def gains(found: LeftOut, *, title: str, look: Look = Look()) -> go.Figure:
    """Draw the gain of every relation on every data set, the mean as a diamond, the largest mean on top."""
    order = found.tests["gain"].sort_values(ascending=False, kind="stable").index
    rows = [_row(found, str(key), look) for key in order]
    return dot_rows(rows, title=title, axis="gain in balanced accuracy", look=look)


def _row(found: LeftOut, key: str, look: Look) -> DotRow:
    values = found.gains[key].dropna()
    told = [
        f"<b>{label(str(name))}</b>, {look.full_name(key)}<br>"
        f"full table {number(found.full.loc[name, key])}<br>"
        f"numbers alone {number(found.kept.loc[name, key])}<br>{signed(value)}"
        for name, value in values.items()
    ]
    mean = float(found.tests.loc[key, "gain"])
    return DotRow(key, look.label(key, 26), values.tolist(), told, mean, tested_words(found, key, look))


def tested_words(found: LeftOut, key: str, look: Look) -> str:
    """The test of one relation in words."""
    row: pd.Series[float] = found.tests.loc[key]
    return (
        f"<b>{look.full_name(key)}</b><br>"
        f"mean {signed(row['gain'])} over {counted(int(row['n']), 'data set')}<br>"
        f"{int(row['wins'])} up, {int(row['ties'])} level, {int(row['losses'])} down<br>"
        f"Wilcoxon p = {p_short(row['p'])}, corrected for {len(found.tests)} relations "
        f"{p_short(row['corrected p'])}"
    )


def gains_text(found: LeftOut) -> str:
    """The figure in words."""
    best, worst = found.tests["gain"].idxmax(), found.tests["gain"].idxmin()
    up = int((found.tests["gain"] > 0).sum())
    return (
        f"With the full tables {up} of {len(found.tests)} relations gain in the mean over the data sets. "
        f"{RELATIONS[best].label} gains most ({signed(found.tests.loc[best, 'gain'])}), "
        f"{RELATIONS[worst].label} least ({signed(found.tests.loc[worst, 'gain'])})."
    )
