"""Measure the grid of the paper's fixed relations beside fuzzy-rough-learn, in one run."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from frnn_core import RELATIONS, dataset_names
from frnn_core.data import load_dataset, partition
from frnn_core.engine.scalings import fit_scaling
from frnn_core.experiments import cost
from frnn_core.experiments.plan import Plan, Setting, units
from frnn_core.experiments.presets import ALL_KS
from frnn_core.experiments.runner import compute
from frnn_core.experiments.store import Store

BESIDE = "heart"
Distance = Callable[[np.ndarray, np.ndarray], float]
CALLABLES: dict[str, Distance] = {
    "man": lambda x, y: float(np.abs(x - y).sum()),
    "euc": lambda x, y: float(np.sqrt(((x - y) ** 2).sum())),
    "che": lambda x, y: float(np.abs(x - y).max()),
}


def grid(jobs: int) -> None:
    """Time 40 data sets x 13 fixed relations x 10 folds x 20 k, and one data set beside the other library."""
    fixed = tuple(
        Setting.of(key) for key, spec in RELATIONS.items() if not spec.uses_k and spec.family != "learned"
    )
    plan = Plan(dataset_names(), fixed, ALL_KS)
    pending = cost.longest_first(units(plan))
    guess = cost.estimate(pending, jobs)
    seconds = timed(plan, jobs)
    print(
        f"{len(plan.datasets)} data sets x {len(fixed)} relations x 10 folds x {len(ALL_KS)} k, {jobs} jobs: "
        f"{seconds:.0f} s (estimated beforehand {guess:.0f} s)"
    )
    ours = timed(replace(plan, datasets=(BESIDE,)), 1) / (len(fixed) * 10 * len(ALL_KS))
    theirs = np.mean([fuzzy_rough_learn(distance) for distance in CALLABLES.values()])
    print(
        f"{BESIDE}, one relation, fold and k: {1e3 * ours:.2f} ms; fuzzy-rough-learn with a Python function "
        f"as distance {1e3 * theirs:.0f} ms: {theirs / ours:,.0f} times as long"
    )


def timed(plan: Plan, jobs: int) -> float:
    """Seconds from an empty store to the last result kept."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "results.sqlite")
        start = time.perf_counter()
        compute(cost.longest_first(units(plan)), store, jobs)
        return time.perf_counter() - start


def fuzzy_rough_learn(distance: Distance) -> float:
    """Seconds for fit and predict on one fold with k = 3."""
    from frlearn.classifiers import FRNN
    from frlearn.neighbours.neighbour_search_methods import BallTree

    data = load_dataset(BESIDE)
    rows, test = next(iter(partition(data)))
    normalise = fit_scaling(data.X[rows], "centred")
    model = FRNN(upper_k=3, lower_k=3, dissimilarity=distance, nn_search=BallTree())
    start = time.perf_counter()
    model(normalise(data.X[rows]), data.y[rows])(normalise(data.X[test]))
    return time.perf_counter() - start
