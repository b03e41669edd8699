"""What the page Home has on screen: generated points, one query, and what a relation makes of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import streamlit as st

from frnn_core import load_dataset
from frnn_core.data import Dataset
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.explanation import Explanation
from frnn_core.figures import Surface
from frnn_core.model import Model
from pages.ui import link_notes, state
from pages.ui.home import cache
from pages.ui.home.controls import BASE
from pages.ui.home.controls import QUERY as ASKED
from pages.ui.points import within

DATA, K = "blobs", 3
QUERY = (0.6, -0.2)


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen: `changed` answers differ from the first relation's, `right` are the true class."""

    relation: str
    data: Dataset
    query: FloatArray
    told: Explanation
    model: Model
    surface: Surface
    changed: int
    right: int


def _query(grid: Surface) -> FloatArray:
    """Where the star is: at its first place, or where it was dragged to within the picture."""
    text = state.value(ASKED)
    if not text:
        return np.array(QUERY)
    point = within(text, (grid.x[0], grid.y[0]), (grid.x[-1], grid.y[-1]))
    if point is not None:
        return point
    link_notes.note(f"star = {text}", "that is outside the picture", "its first place")
    st.session_state[ASKED.name] = ""
    return np.array(QUERY)


def of(relation: str) -> View:
    """The view of a relation."""
    data, model = load_dataset(DATA), cache.fitted(DATA, relation, K)
    grid = cache.decision_grid(DATA, relation, K)
    query = _query(grid)
    decided, base = (cache.left_out(DATA, key, K) for key in (relation, BASE))
    return View(
        relation,
        data,
        query,
        model.explain(model.normaliser(query[None])),
        model,
        grid,
        int((decided != base).sum()),
        int((decided == data.codes).sum()),
    )
