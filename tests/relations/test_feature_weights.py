"""Feature weights: their objective by definition, its slopes by differences, units, samples, limits."""

import math

import numpy as np
import pytest
from scipy.optimize import approx_fprime

from frnn_core.engine.relation import TrainingSet
from frnn_core.relations import feature_weights
from frnn_core.relations.feature_weights import (
    LARGEST_LOG,
    ONE,
    Groups,
    Penalised,
    RightChoices,
    Sample,
    learned_weights,
)

PENALTY, AGREEMENT = 0.02, 0.05
ALL = Sample(2_000, 0, 50)


@pytest.fixture
def precise(monkeypatch):
    """Double precision, and tiles and blocks that split every group and class."""
    monkeypatch.setattr(feature_weights, "PRECISION", np.float64)
    monkeypatch.setattr(feature_weights, "TILE", 7)
    monkeypatch.setattr(feature_weights, "SOFTMAX_ROWS", 3)


def made(groups, seed=0):
    """Rows of four classes, one of them with a single row, in some groups."""
    rng = np.random.default_rng(seed)
    X, codes = rng.random((31, 4)), np.r_[rng.integers(0, 3, 30), [3]]
    order = rng.permutation(31)
    return X[order], codes[order], rng.integers(0, groups, 31), rng.normal(size=(groups, 4))


def by_definition(X, codes, groups, logs):
    """Minus the balanced mean log probability of a right choice, and both penalties."""
    total, rows = 0.0, range(len(X))
    classes = [c for c in set(codes.tolist()) if (codes == c).sum() > 1]
    for c in classes:
        own = [i for i in rows if codes[i] == c]
        for i in own:
            chances = [
                0.0 if j == i else math.exp(-sum(np.exp(logs[groups[j]]) * abs(X[i] - X[j]))) for j in rows
            ]
            total -= math.log(sum(chances[j] for j in own) / sum(chances)) / len(own) / len(classes)
    n_groups, n_features = logs.shape
    for g in range(n_groups):
        for f in range(n_features):
            total += PENALTY * (logs[g, f] - sum(logs[g]) / n_features) ** 2
            total += AGREEMENT * (logs[g, f] - sum(logs[:, f]) / n_groups) ** 2
    return total


@pytest.mark.parametrize("groups", [1, 3])
def test_the_value_is_that_of_the_definition(groups, precise):
    X, codes, of, logs = made(groups)
    objective = Penalised(RightChoices(X, codes, of, groups), PENALTY, AGREEMENT)
    assert objective(logs.ravel())[0] == pytest.approx(by_definition(X, codes, of, logs), rel=1e-12)


@pytest.mark.parametrize("groups", [1, 3])
def test_the_gradient_is_the_derivative(groups, precise):
    X, codes, of, logs = made(groups, 1)
    objective = Penalised(RightChoices(X, codes, of, groups), PENALTY, AGREEMENT)
    found = approx_fprime(logs.ravel(), lambda at: objective(at)[0], 1e-7)
    np.testing.assert_allclose(objective(logs.ravel())[1], found, atol=1e-6)


@pytest.mark.parametrize("groups", [1, 3])
def test_single_precision_gives_the_same_but_for_rounding(groups, monkeypatch):
    X, codes, of, logs = made(groups, 2)
    quick = RightChoices(X, codes, of, groups)(np.exp(logs))
    monkeypatch.setattr(feature_weights, "PRECISION", np.float64)
    exact = RightChoices(X, codes, of, groups)(np.exp(logs))
    assert quick[0] == pytest.approx(exact[0], rel=1e-6)
    np.testing.assert_allclose(quick[1], exact[1], atol=1e-6)


def test_a_group_without_rows_has_no_say():
    X, codes, _, logs = made(2)
    none = np.zeros(31, dtype=int)
    value, gradient = RightChoices(X, codes, none, 2)(np.exp(logs))
    alone = RightChoices(X, codes, none, 1)(np.exp(logs[:1]))
    assert value == alone[0]
    np.testing.assert_array_equal(gradient, np.vstack([alone[1], np.zeros(4)]))


def test_far_rows_leave_value_and_slopes_finite():
    X = np.array([[0.0], [1.0], [0.5], [0.51]])
    choices = RightChoices(X, np.array([0, 0, 1, 1]), np.zeros(4, dtype=int), 1)
    value, gradient = choices(np.full((1, 1), 2e4))
    assert value == pytest.approx((1e4 + 10_200) / 2 / 2, rel=1e-6)
    assert np.isfinite(gradient).all()


def training_set(rows=200, seed=0):
    """The first feature decides, in stripes; the second does not, and the third is constant."""
    rng = np.random.default_rng(seed)
    X = np.c_[rng.random((rows, 2)), np.full(rows, 0.3)]
    return TrainingSet(X, (4 * X[:, 0]).astype(int) % 2, 2)


def test_what_decides_gets_the_weight_and_a_constant_feature_one_between():
    weights, trace = learned_weights(training_set(), ONE, 0.01, 0.0, ALL)
    decides, does_not, constant = weights[0]
    assert decides > 10 * does_not
    assert does_not < constant < decides
    assert constant == pytest.approx(math.sqrt(decides * does_not), rel=0.05)
    np.testing.assert_array_equal(trace.weights, weights)
    assert (np.diff(trace.objective) <= 1e-6).all()
    assert trace.stopped == "converged"


def test_the_trace_begins_at_equal_weights_and_ends_at_those_found(precise):
    train = training_set(60)
    weights, trace = learned_weights(train, ONE, 0.01, 0.0, ALL)
    low, high = train.extent()
    width = np.where(high > low, high - low, 1.0)
    choices = RightChoices((train.X - low) / width, train.codes, np.zeros(60, dtype=int), 1)
    objective = Penalised(choices, 0.01, 0.0)
    assert trace.objective[0] == pytest.approx(objective(np.zeros(3))[0], rel=1e-12)
    assert trace.objective[-1] == pytest.approx(objective(np.log(weights[0] * width))[0], rel=1e-9)
    assert trace.change[0] == 0
    assert len(trace.steps) == len(trace.objective) == len(trace.change)


def test_units_do_not_matter(precise):
    train = training_set(80)
    scale = np.array([1e-3, 1e6, 1.0])
    other = TrainingSet(train.X * scale + 5, train.codes, 2)
    first, _ = learned_weights(train, ONE, 0.01, 0.0, ALL)
    second, _ = learned_weights(other, ONE, 0.01, 0.0, ALL)
    np.testing.assert_allclose(second[0] * scale, first[0], rtol=1e-3)


def test_a_large_penalty_gives_equal_weights_and_large_agreement_the_same_for_all_groups():
    train = training_set()
    equal, _ = learned_weights(train, ONE, 1e3, 0.0, ALL)
    np.testing.assert_allclose(equal, equal[0, 0] * np.ones((1, 3)), rtol=1e-2)
    classes = Groups(2, lambda X, codes: codes)
    own, _ = learned_weights(train, classes, 0.01, 1e-3, ALL)
    agreed, _ = learned_weights(train, classes, 0.01, 1e3, ALL)
    assert np.abs(np.log(own[0] / own[1])).max() > 0.1
    assert np.abs(np.log(agreed[0] / agreed[1])).max() < 0.01


def test_perfect_separation_does_not_let_weights_run_away():
    X = np.r_[np.zeros((20, 1)), np.ones((20, 1))] + np.linspace(0, 0.1, 40)[:, None]
    train = TrainingSet(X, np.repeat([0, 1], 20), 2)
    weights, trace = learned_weights(train, ONE, 0.01, 0.0, Sample(2_000, 0, 500))
    assert (weights * np.ptp(X) <= math.exp(LARGEST_LOG) * (1 + 1e-9)).all()
    assert trace.objective[-1] < 1e-3


def test_above_the_most_rows_it_learns_from_a_sample_and_says_so(monkeypatch):
    train = training_set(1_500)
    few = Sample(150, 0, 10)
    weights, trace = learned_weights(train, ONE, 0.01, 0.0, few)
    assert trace.notes == ("Learned from a stratified sample of 150 of 1,500 rows.",)
    np.testing.assert_array_equal(weights, learned_weights(train, ONE, 0.01, 0.0, few)[0])
    other, _ = learned_weights(train, ONE, 0.01, 0.0, Sample(150, 1, 10))
    assert np.abs(weights - other).max() > 1e-3
    monkeypatch.setattr(feature_weights, "MOST_DIFFERENCES", 3 * 120**2)
    _, wide = learned_weights(train, ONE, 0.01, 0.0, few)
    assert wide.notes == ("Learned from a stratified sample of 120 of 1,500 rows.",)


def test_a_limit_on_the_steps_is_kept_and_told():
    _, trace = learned_weights(training_set(), ONE, 0.01, 0.0, Sample(2_000, 0, 2))
    assert len(trace.steps) == 3
    assert trace.stopped == "step limit reached"


def test_with_a_class_a_row_in_the_sample_weights_stay_equal():
    rng = np.random.default_rng(0)
    train = TrainingSet(rng.random((300, 2)), np.arange(300) % 150, 150)
    weights, trace = learned_weights(train, ONE, 0.01, 0.0, Sample(100, 0, 5))
    low, high = train.extent()
    np.testing.assert_allclose(weights[0], 1 / (high - low))
    assert trace.steps.tolist() == [0]
