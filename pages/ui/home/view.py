"""What the page Home has on screen: generated points, one query, and what a relation makes of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from frnn_core import load_dataset
from frnn_core.data import Dataset
from frnn_core.engine.arrays import FloatArray
from frnn_core.engine.explanation import Explanation
from frnn_core.figures import Surface
from pages.ui.home import cache
from pages.ui.home.controls import BASE

DATA, K = "blobs", 3
QUERY = (0.6, -0.2)


@dataclass(frozen=True, eq=False)
class View:
    """What is on screen: `changed` answers differ from the first relation's, `right` are the true class."""

    relation: str
    data: Dataset
    query: FloatArray
    told: Explanation
    surface: Surface
    changed: int
    right: int


def of(relation: str) -> View:
    """The view of a relation."""
    data, model, query = load_dataset(DATA), cache.fitted(DATA, relation, K), np.array(QUERY)
    decided, base = (cache.left_out(DATA, key, K) for key in (relation, BASE))
    return View(
        relation,
        data,
        query,
        model.explain(model.normaliser(query[None])),
        cache.decision_grid(DATA, relation, K),
        int((decided != base).sum()),
        int((decided == data.codes).sum()),
    )
