"""What fits tell is short, complete at both ends, and readable again."""

import json

import numpy as np
import pytest

from frnn_core import RELATIONS
from frnn_core.engine.relation import TrainingSet
from frnn_core.experiments import traces

RANDOM = np.random.default_rng(5)
X = RANDOM.normal(size=(60, 3)) / 4
TRAIN = TrainingSet(X, (X[:, 0] + RANDOM.normal(size=60) / 9 > 0).astype(int), 2)


def trace_of(key, **params):
    spec = RELATIONS[key]
    return spec.fit(TRAIN, **spec.resolve(params)).trace


def test_a_descent_tells_its_width_and_its_steps():
    trace = trace_of("exp-grad", limit=250, rate=1e-3, tolerance=1e-8)
    found, steps = json.loads(traces.found(trace)), json.loads(traces.steps(trace))
    assert found == {"gamma": trace.gamma, "steps": trace.steps, "stopped": trace.reason}
    assert trace.steps > traces.MOST_STEPS
    assert steps["step"][0] == 0
    assert steps["step"][-1] == trace.steps - 1
    assert len(steps["step"]) == traces.MOST_STEPS
    for name, column in (("gamma", trace.gammas), ("loss", trace.losses), ("gradient", trace.gradients)):
        np.testing.assert_allclose(steps[name], column[steps["step"]], rtol=1e-5)


def test_a_learned_metric_tells_its_objective():
    trace = trace_of("nca")
    steps = json.loads(traces.steps(trace))
    np.testing.assert_allclose(steps["objective"], trace.objective[steps["step"]], rtol=1e-5)
    assert json.loads(traces.found(trace))["steps"] == trace.steps[-1]


def test_combo_tells_the_scores_of_every_candidate():
    trace = trace_of("combo")
    steps = json.loads(traces.steps(trace))
    assert steps["relation"] == list(trace.relations)
    np.testing.assert_allclose(np.array(steps["scores"], dtype=float), trace.scores, rtol=1e-5)


def test_what_is_not_finite_becomes_null():
    trace = trace_of("sph-grad", variant="published", start=0.01)
    assert json.loads(traces.steps(trace))["loss"] == pytest.approx([trace.losses[0]], nan_ok=True)
    assert traces._rounded(np.array([1.0, np.nan, np.inf])) == [1.0, None, None]


def test_a_relation_that_learns_nothing_tells_nothing():
    assert traces.found(trace_of("man")) is traces.steps(trace_of("man")) is None
