"""Scores made comparable over classes: gradient, optimum, and what an unknown class teaches."""

import numpy as np
import pytest
from scipy.optimize import approx_fprime, minimize
from sklearn.linear_model import LogisticRegression

from frnn_core.tuning.calibration import BalancedCrossEntropy, Units, blend

RANDOM = np.random.default_rng(5)


def made_up(settings=3, rows=40, classes=3):
    codes = np.arange(rows) % classes
    codes[: rows // 4] = 0
    scores = RANDOM.normal(0.7, 0.1, (settings, rows, classes))
    scores[:, np.arange(rows), codes] += np.linspace(0.0, 0.15, settings)[:, None]
    return scores, codes


def by_definition(scores, codes, weights, starts, penalty, start_penalty):
    """The same, row by row."""
    settings, _, classes = scores.shape
    units = []
    for setting in scores:
        centred = [row - np.nanmean(row) for row in setting]
        units.append(np.sqrt(np.nanmean(np.square(centred))))
    sizes = [
        sum(1 for i, c in enumerate(codes) if c == code and not np.isnan(scores[0, i, c]))
        for code in range(classes)
    ]
    total = 0.0
    for i, code in enumerate(codes):
        if np.isnan(scores[0, i, code]):
            continue
        logits = {}
        for c in range(classes):
            if not np.isnan(scores[0, i, c]):
                z = [(scores[m, i, c] - np.nanmean(scores[m, i])) / units[m] for m in range(settings)]
                logits[c] = float(np.dot(weights, z)) + starts[c]
        chance = np.exp(logits[code]) / sum(np.exp(value) for value in logits.values())
        total -= np.log(chance) / sizes[code]
    total /= sum(size > 0 for size in sizes)
    return total + penalty * np.square(weights).sum() + start_penalty * np.square(starts).sum()


@pytest.mark.parametrize("unknown", [False, True])
def test_loss_and_gradient_follow_their_definition(unknown):
    scores, codes = made_up()
    if unknown:
        scores[:, :7, 2] = np.nan
    objective = BalancedCrossEntropy(Units.of(scores)(scores), ~np.isnan(scores[0]), codes, 0.01, 0.02)
    point = np.array([0.5, 1.2, 0.1, 0.3, -0.2, 0.4])
    value, gradient = objective(point)
    assert value == pytest.approx(by_definition(scores, codes, point[:3], point[3:], 0.01, 0.02), abs=1e-12)
    assert gradient == pytest.approx(approx_fprime(point, lambda p: objective(p)[0], 1e-7), abs=1e-5)


def test_the_optimum_is_that_of_another_solver():
    scores, codes = made_up()
    found = blend(scores, codes)
    objective = BalancedCrossEntropy(Units.of(scores)(scores), ~np.isnan(scores[0]), codes, 0.01, 0.01)
    other = minimize(
        lambda p: objective(p)[0],
        np.zeros(6),
        method="SLSQP",
        bounds=[(0, None)] * 3 + [(None, None)] * 3,
        options={"ftol": 1e-12, "maxiter": 500},
    )
    assert found.loss == pytest.approx(other.fun, abs=1e-7)
    assert np.concatenate([found.weights, found.starts]) == pytest.approx(other.x, abs=1e-3)
    assert (found.weights >= 0).all()


def test_one_setting_of_two_classes_is_a_logistic_regression():
    scores, codes = made_up(settings=1, classes=2)
    scores[:, np.arange(40), codes] += 0.1
    found = blend(scores, codes, penalty=0.01, start_penalty=0.0)
    z = Units.of(scores)(scores)[0, :, 1]
    importance = 0.5 / np.bincount(codes)[codes]
    plain = LogisticRegression(C=2 / 0.01, tol=1e-10).fit(z[:, None], codes, sample_weight=importance)
    assert 2 * found.weights[0] == pytest.approx(plain.coef_[0, 0], rel=1e-3)
    assert found.starts[1] - found.starts[0] == pytest.approx(plain.intercept_[0], abs=1e-3)
    assert found.chances(scores) == pytest.approx(plain.predict_proba(z[:, None]), abs=1e-3)


def test_rows_of_an_unknown_class_teach_nothing():
    scores, codes = made_up()
    unseen = codes == 2
    scores[:, unseen, 2] = np.nan
    known, of_known = scores[:, ~unseen], codes[~unseen]
    same = BalancedCrossEntropy(Units.of(scores)(scores), ~np.isnan(scores[0]), codes, 0.0, 0.0)
    fewer = BalancedCrossEntropy(Units.of(scores)(known), ~np.isnan(known[0]), of_known, 0.0, 0.0)
    point = np.array([1.0, 0.5, 0.2, 0.1, 0.2, 0.3])
    assert same(point)[0] == pytest.approx(fewer(point)[0], abs=1e-12)


def test_settings_whose_scores_never_differ_are_no_trouble():
    scores = np.full((2, 6, 2), 0.5)
    found = blend(scores, np.array([0, 1, 0, 1, 0, 1]))
    assert found.chances(scores) == pytest.approx(np.full((6, 2), 0.5))
