"""Learned weights: losses, gradients, optima, traces, and what decides with them."""

from dataclasses import replace

import numpy as np
import pytest
from awkward import awkward_data
from oracle import approximations
from scipy.optimize import minimize

from frnn_core import fit_weights
from frnn_core.engine import weight_objective as objectives
from frnn_core.engine.approximations import leave_one_out
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import fit_scaling
from frnn_core.engine.score_losses import SCORE_LOSSES
from frnn_core.engine.weight_learning import REASONS, WeightSettings, learn_weights
from frnn_core.engine.weight_objective import (
    LearnedFamily,
    judged_rows,
    shares_of_linear,
    simple_weights,
    weight_objective,
)
from frnn_core.engine.weighting import Weighting, linear
from frnn_core.errors import ParameterError, UnknownName
from frnn_core.relations import RELATIONS

BOTH = pytest.mark.parametrize("by_class", [False, True])


def training_set(seed=4, k=6):
    X, y, _ = awkward_data(seed, False)
    return TrainingSet(fit_scaling(X, "centred")(X), y, 4, k=k)


def fitted(train, key="man", **params):
    return RELATIONS[key].fit(train, **RELATIONS[key].resolve(params))


def objective_of(train, loss="balanced softmax", key="man", **changed):
    how = {"by_class": False, "monotone": True, "penalty": 0.0, "seed": 0} | changed
    return weight_objective(fitted(train, key), train, SCORE_LOSSES[loss], **how)


def some_shares(objective):
    drawn = np.random.default_rng(0).dirichlet(np.ones(objective.k), size=(2, objective.groups))
    return (drawn + 1 / objective.k) / 2


# families


@pytest.mark.parametrize("monotone", [True, False])
@pytest.mark.parametrize("m", [1, 3, 7, 9])
def test_learned_families_are_what_their_formula_says(monotone, m):
    shares = np.random.default_rng(0).dirichlet(np.ones(7))
    expected = np.zeros(m)
    for j, share in enumerate(shares, 1):
        last = min(j, m)
        if monotone:
            expected[:last] += share / last
        else:
            expected[last - 1] += share
    found = LearnedFamily(shares, monotone)(m)
    np.testing.assert_allclose(found, expected, atol=1e-15)
    assert found.sum() == pytest.approx(1)
    assert (found >= 0).all()
    assert not monotone or (np.diff(found) <= 1e-16).all()


@pytest.mark.parametrize("monotone", [True, False])
def test_the_start_is_linear(monotone):
    for k in (1, 2, 20):
        np.testing.assert_allclose(
            LearnedFamily(shares_of_linear(k, monotone=monotone), monotone)(k), linear(k)
        )


def test_every_falling_family_is_a_mixture_of_means():
    for key in ("strict", "mean", "exponential", "inverse-additive", "quantifier"):
        w = WEIGHTS[key].family(1)(8)
        shares = np.arange(1, 9) * (w - np.append(w[1:], 0))
        np.testing.assert_allclose(shares @ simple_weights(8, 8, monotone=True), w, atol=1e-15)
        assert (shares >= -1e-16).all()


# what is minimised


@pytest.mark.parametrize("key", ["man", "class-mah", "gauss"])
@BOTH
def test_scores_are_those_of_the_classifier_without_the_row(key, by_class):
    """Row by row, the others fitted as a classifier with these weights; all rows fix the relation."""
    train = training_set()
    objective = objective_of(train, key=key, by_class=by_class)
    shares = some_shares(objective)
    upper, lower = (tuple(LearnedFamily(of_group, monotone=True) for of_group in side) for side in shares)
    rows = judged_rows(train)
    relation = fitted(train, key)
    near = leave_one_out(relation, train, train.k)
    expected = sum(near.approximations(relation.link, Weighting(upper, lower), [train.k]))[..., 0]
    np.testing.assert_allclose(objective.scores(shares), expected[rows], atol=1e-12)


def test_scores_without_the_engine():
    """By the definition in plain Python, one row left out at a time."""
    train = training_set(k=5)
    objective = objective_of(train, by_class=True, monotone=False)
    shares = some_shares(objective)
    inside, outside = ([LearnedFamily(p, monotone=False) for p in side] for side in shares)
    found = objective.scores(shares)
    for place, row in enumerate(judged_rows(train)[:12]):
        rest = np.arange(len(train.X)) != row
        lower, upper = approximations(
            "man",
            train.X[rest],
            train.codes[rest],
            train.X[[row]],
            5,
            weights=(inside, outside),
            normalise=None,
        )
        np.testing.assert_allclose(found[place], (lower + upper)[0], atol=1e-12)


def test_rows_alone_in_their_class_are_not_judged_and_their_weights_stay():
    train = training_set()
    assert np.bincount(train.codes)[3] == 1
    objective = objective_of(train, by_class=True)
    assert 3 not in objective.codes
    assert objective.n_rows == len(train.X) - 1
    fit = learn_weights(fitted(train), train, WeightSettings(by_class=True))
    np.testing.assert_allclose(fit.upper[3], linear(6), atol=1e-15)
    assert np.abs(fit.upper[0] - linear(6)).max() > 0.01


@pytest.mark.parametrize("loss", SCORE_LOSSES)
def test_losses_follow_their_definition(loss):
    codes = np.array([0, 0, 0, 0, 0, 1, 1, 2, 2])
    scores = np.random.default_rng(0).uniform(0.5, 1.5, (9, 3))
    judge = SCORE_LOSSES[loss]
    found, _ = judge(scores, codes, 0.2)
    own = scores[np.arange(9), codes]
    shares = np.exp(scores / 0.2) if judge.tempered else scores
    of_own = np.exp(own / 0.2) if judge.tempered else own
    expected = -np.log(of_own / (shares.sum(axis=1) if judge.every else 2))
    np.testing.assert_allclose(found, expected, atol=1e-12)
    mean = (judge.counts(codes) * found).mean()
    by_class = np.mean([expected[codes == code].mean() for code in range(3)])
    assert mean == pytest.approx(by_class if judge.balanced else expected.mean())


@pytest.mark.parametrize("loss", SCORE_LOSSES)
@pytest.mark.parametrize("monotone", [True, False])
@BOTH
def test_gradients_match_finite_differences(loss, monotone, by_class):
    objective = objective_of(training_set(), loss, by_class=by_class, monotone=monotone, penalty=0.3)
    shares, temperature, h = some_shares(objective), 0.07, 1e-6
    found = objective(shares, temperature)
    numeric = np.zeros_like(shares)
    for place in np.ndindex(shares.shape):
        moved = [shares.copy(), shares.copy()]
        moved[0][place] += h
        moved[1][place] -= h
        numeric[place] = (objective(moved[0], temperature).value - objective(moved[1], temperature).value) / (
            2 * h
        )
    np.testing.assert_allclose(found.gradient, numeric * objective.learning, rtol=1e-5, atol=1e-7)
    warmer, colder = (objective(shares, temperature * np.exp(step)).value for step in (h, -h))
    if SCORE_LOSSES[loss].tempered:
        assert found.heat == pytest.approx((warmer - colder) / (2 * h), rel=1e-5, abs=1e-7)


def test_the_penalty_is_the_relative_entropy_of_the_linear_weights():
    free, bound = (objective_of(training_set(), penalty=penalty) for penalty in (0.0, 0.5))
    shares = some_shares(free)
    apart = bound(shares, 0.1).value - free(shares, 0.1).value
    start = shares_of_linear(6, monotone=True)
    assert apart == pytest.approx(0.5 * (start * np.log(start / shares)).sum())
    assert bound(shares, 0.1).loss == free(shares, 0.1).value
    assert bound(bound.start, 0.1).value == pytest.approx(bound(bound.start, 0.1).loss)


# what is found


def constrained_optimum(objective):
    """The least value over the shares, by sequential quadratic programming with the simplex as it is."""
    size = objective.start.size
    groups = np.repeat(np.eye(2 * objective.groups), objective.k, axis=1)

    def value(x):
        found = objective(x.reshape(objective.start.shape))
        return found.value, found.gradient.ravel()

    found = minimize(
        value,
        objective.start.ravel(),
        jac=True,
        bounds=[(0, 1)] * size,
        constraints={"type": "eq", "fun": lambda x: groups @ x - 1, "jac": lambda x: groups},
        method="SLSQP",
        options={"ftol": 1e-13, "maxiter": 1000},
    )
    assert found.success
    return found


@pytest.mark.parametrize("monotone", [True, False])
@BOTH
def test_lbfgs_finds_the_constrained_optimum(monotone, by_class):
    """The own score is convex in the shares, so that there is one least value."""
    train = training_set(seed=2, k=5)
    best = constrained_optimum(objective_of(train, "own score", by_class=by_class, monotone=monotone))
    settings = {"loss": "own score", "by_class": by_class, "monotone": monotone}
    free = WeightSettings(**settings, penalty=0.0, tolerance=1e-9, limit=5000)
    assert learn_weights(fitted(train), train, free).values[-1] == pytest.approx(best.fun, abs=2e-6)
    usual = learn_weights(fitted(train), train, WeightSettings(**settings))
    assert best.fun - 1e-9 <= usual.loss < best.fun + 0.02


def test_descent_and_lbfgs_agree():
    train = training_set()
    relation = fitted(train)
    by = {
        method: learn_weights(relation, train, WeightSettings(method=method, loss="own score", limit=5000))
        for method in ("lbfgs", "descent")
    }
    assert by["descent"].values[-1] == pytest.approx(by["lbfgs"].values[-1], abs=1e-4)
    assert (np.diff(by["lbfgs"].values) <= 1e-12).all()


@pytest.mark.parametrize("method", ["lbfgs", "descent"])
@BOTH
def test_weights_are_weights_at_every_step(method, by_class):
    train = training_set()
    fit = learn_weights(fitted(train), train, WeightSettings(method=method, by_class=by_class, limit=60))
    for side in (0, 1):
        steps = fit.weights_by_step(side)
        assert steps.shape == (fit.steps + 1, 4 if by_class else 1, 6)
        np.testing.assert_allclose(steps.sum(axis=-1), 1, atol=1e-12)
        assert (steps >= 0).all()
        assert (np.diff(steps, axis=-1) <= 1e-15).all()
        np.testing.assert_allclose(steps[0], np.broadcast_to(linear(6), steps[0].shape), atol=1e-15)
    assert len(fit.values) == len(fit.gradients) == len(fit.temperatures) == fit.steps + 1
    assert fit.values[-1] < fit.values[0]
    np.testing.assert_array_equal(fit.upper, fit.weights_by_step(0)[-1])
    assert fit.loss == fit.objective(fit.shares, fit.temperature).loss
    assert fit.values[-1] == pytest.approx(fit.objective(fit.shares, fit.temperature).value)
    assert set(fit.found()) == {"upper", "lower", "loss", "stopped", "steps"}
    assert fit.reason in REASONS


def test_reasons_for_stopping():
    train = training_set()
    relation = fitted(train)

    def reason(**settings):
        return learn_weights(relation, train, WeightSettings(**settings)).reason

    assert reason() == "converged"
    assert reason(limit=2) == reason(limit=2, method="descent") == "limit"
    assert reason(method="descent", rate=1e-8) == "converged"
    alone = TrainingSet(np.eye(3), np.arange(3), 3, k=2)
    fit = learn_weights(fitted(alone), alone)
    assert fit.reason == "nothing to learn"
    np.testing.assert_allclose(fit.upper, [linear(2)])


def test_drawn_rows_depend_on_the_seed_alone():
    train = training_set()
    relation = fitted(train)
    one, same, other = (
        learn_weights(relation, train, WeightSettings(method="descent", batch=8, limit=30, seed=seed))
        for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(one.shares_by_step, same.shares_by_step)
    assert np.abs(one.shares - other.shares).max() > 1e-6


def test_one_search_serves_every_smaller_k(monkeypatch):
    train, searches = training_set(k=9), []
    relation = fitted(train)
    search = objectives.leave_one_out
    monkeypatch.setattr(objectives, "leave_one_out", lambda *args: searches.append(1) or search(*args))
    found = [learn_weights(relation, train.with_k(k)).shares for k in (9, 5, 3)]
    assert len(searches) == 1
    for k, shares in zip((9, 5, 3), found, strict=True):
        np.testing.assert_allclose(shares, learn_weights(relation, replace(train, k=k)).shares, atol=1e-9)


def test_of_many_rows_a_sample_with_every_class_alike_is_judged(monkeypatch):
    monkeypatch.setattr(objectives, "MOST_ROWS", 20)
    train = training_set()
    rows = judged_rows(train)
    sizes = np.bincount(train.codes[rows], minlength=4)
    assert len(rows) == 20
    assert sizes[3] == 0
    assert sizes[2] == np.bincount(train.codes)[2]
    assert abs(sizes[0] - sizes[1]) <= 1
    plain = objective_of(train, "softmax")
    for code in (0, 1, 2):
        of_class = plain.counts[plain.codes == code].sum() / plain.counts.sum()
        assert of_class == pytest.approx((train.codes == code).sum() / (len(train.X) - 1))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"method": "newton"}, "method must be one of"),
        ({"loss": "hinge"}, "loss must be one of"),
        ({"penalty": -1.0}, "penalty must be a number from 0 on"),
        ({"by_class": "yes"}, "by_class must be True or False"),
        ({"limit": 0}, "limit must be a whole number from 1 on"),
    ],
)
def test_wrong_settings_are_refused(settings, words):
    with pytest.raises(ParameterError, match=words):
        WeightSettings(**settings)
    with pytest.raises(UnknownName, match="no setting called 'los'"):
        fit_weights(np.eye(4), [0, 0, 1, 1], los="softmax")
