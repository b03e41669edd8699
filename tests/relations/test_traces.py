"""What fits that learn tell in short, as it is kept with the results."""

import json

import numpy as np
import pytest

from frnn_core import RELATIONS
from frnn_core.engine.relation import TrainingSet

RANDOM = np.random.default_rng(5)
X = RANDOM.normal(size=(60, 3)) / 4
TRAIN = TrainingSet(X, (X[:, 0] + RANDOM.normal(size=60) / 9 > 0).astype(int), 2)


def trace_of(key, **params):
    spec = RELATIONS[key]
    return spec.fit(TRAIN, **spec.resolve(params)).trace


def test_a_descent_tells_its_width():
    trace = trace_of("exp-grad", limit=250, rate=1e-3, tolerance=1e-8)
    assert trace.found() == {"gamma": trace.gamma, "steps": len(trace.gammas), "stopped": trace.reason}


@pytest.mark.parametrize("key", ["nca", "lmnn"])
def test_a_learned_metric_tells_why_it_stopped(key):
    trace = trace_of(key)
    assert trace.found() == {"stopped": trace.stopped, "steps": len(trace.objective) - 1, "notes": []}


def test_combo_tells_its_choice():
    trace = trace_of("combo")
    means = trace.scores.mean(axis=1)
    assert trace.found()["choice"] == trace.relations[int(np.nanargmax(means))]
    assert trace.found()["margin"] == pytest.approx(np.subtract(*np.sort(means[np.isfinite(means)])[:-3:-1]))


@pytest.mark.parametrize("key", [key for key, spec in RELATIONS.items() if spec.learns])
def test_what_is_told_can_be_kept_as_text(key):
    found = trace_of(key).found()
    assert json.loads(json.dumps(found)) == found


def test_a_relation_that_learns_nothing_tells_nothing():
    assert trace_of("man") is None
