"""OWA weights against their formulas."""

from fractions import Fraction

import numpy as np
import pytest

from frnn_core.engine.owa import WEIGHTS, weight_family, weight_rows
from frnn_core.errors import FRNNError

FORMULAS = {
    "linear": lambda i, m: Fraction(2 * (m + 1 - i), m * (m + 1)),
    "strict": lambda i, m: Fraction(int(i == 1)),
    "mean": lambda i, m: Fraction(1, m),
    "exponential": lambda i, m: Fraction(2 ** (m - i), 2**m - 1),
    "inverse-additive": lambda i, m: Fraction(1, i) / sum(Fraction(1, j) for j in range(1, m + 1)),
}


@pytest.mark.parametrize("name", WEIGHTS)
@pytest.mark.parametrize("m", [1, 2, 3, 20, 500])
def test_weights_follow_their_formula(name, m):
    expected = [float(FORMULAS[name](i, m)) for i in range(1, m + 1)]
    np.testing.assert_allclose(weight_family(name)(m), expected, rtol=1e-13, atol=0)


@pytest.mark.parametrize("name", WEIGHTS)
def test_weights_sum_to_one_and_never_rise(name):
    for m in range(1, 60):
        w = weight_family(name)(m)
        assert w.sum() == pytest.approx(1, abs=1e-14)
        assert (np.diff(w) <= 0).all()


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
