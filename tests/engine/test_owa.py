"""OWA weights against their formulas."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize

from frnn_core.engine.owa import WEIGHTS, weight_family, weight_rows
from frnn_core.errors import FRNNError

FORMULAS = {
    "linear": lambda i, m: Fraction(2 * (m + 1 - i), m * (m + 1)),
    "strict": lambda i, m: Fraction(int(i == 1)),
    "mean": lambda i, m: Fraction(1, m),
    "exponential": lambda i, m: Fraction(2 ** (m - i), 2**m - 1),
    "inverse-additive": lambda i, m: Fraction(1, i) / sum(Fraction(1, j) for j in range(1, m + 1)),
    "quantifier": lambda i, m: 1 / ((i**0.5 + (i - 1) ** 0.5) * m**0.5),
}
UNLEARNED = [key for key, entry in WEIGHTS.items() if not entry.learns]


def test_every_family_is_tested():
    assert {*FORMULAS, "samworth"} == set(UNLEARNED)
    assert [key for key, entry in WEIGHTS.items() if entry.by_features] == ["samworth"]
    assert [key for key, entry in WEIGHTS.items() if entry.paper] == ["linear"]


@pytest.mark.parametrize("name", FORMULAS)
@pytest.mark.parametrize("m", [1, 2, 3, 20, 500])
def test_weights_follow_their_formula(name, m):
    expected = [float(FORMULAS[name](i, m)) for i in range(1, m + 1)]
    np.testing.assert_allclose(weight_family(name)(m), expected, rtol=2e-13, atol=0)


@pytest.mark.parametrize("name", UNLEARNED)
@pytest.mark.parametrize("d", [1, 4, 60])
def test_weights_sum_to_one_and_never_rise(name, d):
    for m in range(1, 60):
        w = weight_family(name, d)(m)
        assert w.sum() == pytest.approx(1, abs=1e-13)
        assert (np.diff(w) <= 0).all()
        assert (w >= 0).all()


@pytest.mark.parametrize(("m", "d"), [(1, 3), (4, 1), (7, 2), (9, 4), (12, 30)])
def test_samworths_weights_are_optimal(m, d):
    """They minimise Σ w² + c (Σ a w)², with a_i = i^(1+2/d) - (i-1)^(1+2/d), over all non-negative weights.

    That is the regret of weighted nearest neighbours for very many rows (Samworth's expansion); the constant
    c is the one for which m neighbours count. Five more are offered, and get nothing.
    """
    w = weight_family("samworth", d)(m)
    a = np.diff(np.arange(m + 6.0) ** (1 + 2 / d))
    c = d / (2 * m ** (1 + 2 / d)) / (a[:m] @ w)
    found = minimize(
        lambda v: v @ v + c * (a @ v) ** 2,
        np.full(m + 5, 1 / (m + 5)),
        jac=lambda v: 2 * v + 2 * c * (a @ v) * a,
        bounds=[(0, 1)] * (m + 5),
        constraints={"type": "eq", "fun": lambda v: v.sum() - 1, "jac": np.ones_like},
        options={"ftol": 1e-14, "maxiter": 500},
    )
    np.testing.assert_allclose(found.x, np.pad(w, (0, 5)), atol=2e-6)


def test_learned_weights_have_no_family_of_their_own():
    with pytest.raises(FRNNError, match="learned from training rows"):
        weight_family("learned")


def test_results_are_known_by_a_revision_once_there_is_one():
    entry = WEIGHTS["linear"]
    assert entry.known_as == "linear"
    assert replace(entry, revision=2).known_as == "linear:2"


def test_rows_are_weights_for_each_count_padded_with_zeros():
    rows = weight_rows(weight_family("linear"), np.array([1, 3]), 4)
    np.testing.assert_allclose(rows, [[1, 0, 0, 0], [1 / 2, 1 / 3, 1 / 6, 0]])


def test_a_callable_is_called_with_the_number_of_neighbours():
    family = weight_family(lambda m: np.full(m, 1 / m))
    np.testing.assert_array_equal(family(4), [0.25] * 4)


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ("liner", "Did you mean linear"),
        (3, "family name or a callable"),
        (lambda m: np.ones(m + 1), "must give 3 weights"),
        (lambda m: np.ones(m), "sum to 1"),
        (lambda m: np.array([2.0, -1.0, 0.0]), "non-negative"),
        (lambda m: np.full(m, np.nan), "non-negative"),
    ],
)
def test_bad_weights_are_refused_with_a_reason(weights, words):
    with pytest.raises(FRNNError, match=words):
        weight_family(weights)(3)
