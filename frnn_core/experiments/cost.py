"""How long a run will take: power laws of the size of the data, scaled to this machine.

Each law is seconds = constant x rows^a x features^b x classes^c for one fold and one k, fitted by
`tools/fit_cost.py` to the seconds of a run of the whole preset. `calibrate` measures how fast this
machine is beside the one of that run.
"""

from __future__ import annotations

import csv
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from frnn_core.engine.approximations import leave_one_out
from frnn_core.engine.fitted import FittedRelation
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.relation import Relation, TrainingSet
from frnn_core.engine.weight_objective import MOST_ROWS
from frnn_core.experiments.plan import Setting, Unit, loaded
from frnn_core.relations.links import AffineLink

SECONDS_PER_SCORE = 3e-9
"""For one query, class, neighbour and k, with the link at hand."""
SECONDS_PER_UNIT = 0.015
"""For loading, normalising and keeping, whatever is computed."""
SECONDS_PER_LEARNING = 0.1
SECONDS_PER_LEARNED_VALUE = 2e-6
"""For weights that are learned: once, and for each row that is judged, class and neighbour."""
REFERENCE_SECONDS = 0.0218
"""What `_sample_work` took on the machine of the fitted run."""
ANY = "any"
LAW_OF_BASE = {"cityblock": "man", "euclidean": "euc", "chebyshev": "che", "canberra": "can"}
"""The fitted law for a search by a distance."""


@dataclass(frozen=True)
class Law:
    """Seconds of one fold as a function of the size of its data."""

    constant: float
    rows: float
    features: float
    classes: float

    def __call__(self, rows: float, features: float, classes: float) -> float:
        """Seconds on the machine of the fitted run."""
        return float(self.constant * rows**self.rows * features**self.features * classes**self.classes)


@cache
def laws() -> dict[str, Law]:
    """The laws, by the label of a setting; the one of `ANY` is for relations without their own."""
    with files("frnn_core.experiments").joinpath("cost.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    return {row.pop("setting"): Law(**{name: float(value) for name, value in row.items()}) for row in rows}


def law_of(setting: Setting) -> Law:
    """The law of the setting, else of its relation, else of a search by its distance, else of any."""
    known, spec = laws(), setting.spec
    return known.get(setting.label) or known.get(setting.relation) or search_law(spec)


def search_law(spec: Relation) -> Law:
    """The law of one search by the distance of a relation."""
    base = LAW_OF_BASE.get(str(spec.base), ANY) if not spec.learns else ANY
    return laws()[base]


def relative(unit: Unit) -> float:
    """Estimated seconds of a unit on one core of the machine of the fitted run.

    Kernels of a fixed width share the search of their distance and add only their scores.
    """
    data, folds = loaded(unit.dataset, unit.conditions)
    queries, features, classes = len(data.X) / len(folds), data.X.shape[1], len(data.class_names)
    rows = len(data.X) - queries
    seconds = SECONDS_PER_UNIT
    kernels = [setting.spec for setting, _ in unit.wanted if setting.spec.family == "kernel"]
    if kernels:
        seconds += search_law(kernels[0])(rows, features, classes)
    for setting, ks in unit.wanted:
        if WEIGHTS[unit.conditions.weights].learns:
            judged = SECONDS_PER_LEARNED_VALUE * min(rows, MOST_ROWS) * classes
            seconds += sum(SECONDS_PER_LEARNING + judged * k for k in ks)
        if setting.spec.family == "kernel":
            seconds += SECONDS_PER_SCORE * queries * classes * 20 * max(ks)
        else:
            seconds += law_of(setting)(rows, features, classes) * (len(ks) if setting.spec.uses_k else 1)
    return seconds


def longest_first(units: Iterable[Unit]) -> list[Unit]:
    """Sort units so that no long one is left for the end, when the other workers have nothing to do."""
    return sorted(units, key=relative, reverse=True)


@cache
def calibrate() -> float:
    """How many times as long as on the machine of the fitted run work takes here, in half a second."""
    best = min(_sample_work() for _ in range(10))
    return best / REFERENCE_SECONDS


def _sample_work() -> float:
    """Seconds for a piece of what runs are made of: one search, scores for every k, and products."""
    random = np.random.default_rng(0)
    train = TrainingSet(random.random((1_000, 10)), np.arange(1_000) % 3, 3)
    link = AffineLink(1.0)
    start = time.perf_counter()
    near = leave_one_out(FittedRelation("cityblock", link), train, 20)
    near.decide(link, train.family, range(1, 21))
    return time.perf_counter() - start


def estimate(pending: Sequence[Unit], workers: int = 1) -> float:
    """Estimated seconds until all units are done by so many workers on this machine."""
    costs = [relative(unit) for unit in pending]
    return calibrate() * max(sum(costs) / workers, max(costs, default=0.0))


def in_words(seconds: float) -> str:
    """A length of time as one would say it: rough, since it is an estimate.

    Examples
    --------
    >>> in_words(0.2), in_words(75), in_words(5000), in_words(20000)
    ('a second', 'a minute', 'an hour', '6 hours')
    """
    for unit, name, one in (
        (3600, "hours", "an hour"),
        (60, "minutes", "a minute"),
        (1, "seconds", "a second"),
    ):
        if seconds >= 0.75 * unit or unit == 1:
            count = max(1, round(seconds / unit))
            return one if count == 1 else f"{count} {name}"
    raise AssertionError
