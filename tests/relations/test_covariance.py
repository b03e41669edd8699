"""Covariances: which have no inverse, and the columns that are to blame."""

import numpy as np
import pytest

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine.relation import TrainingSet
from frnn_core.errors import Undefined
from frnn_core.relations.covariance import covariance, singular, singular_reason, whitening


def unlabelled(X):
    return TrainingSet(X, np.zeros(len(X), dtype=np.intp), 1, tuple(f"x{i}" for i in range(X.shape[1])))


def test_singular_covariances_are_told_by_numpys_rule():
    rng = np.random.default_rng(2)
    for width in (1e-4, 1e-6, 1e-7, 3e-8, 1e-9, 0):
        X = rng.normal(size=(50, 4))
        X[:, 3] = X[:, 0] + X[:, 1] + width * X[:, 3]
        full = np.linalg.matrix_rank(np.cov(X.T), hermitian=True) == 4
        assert (singular_reason(unlabelled(X)) is None) == full


@pytest.mark.parametrize(
    ("X", "words"),
    [
        ([[1.0, 2.0], [3.0, 2.0], [5.0, 2.0]], "b is constant"),
        ([[1.0, 1.0], [1.0, 1.0]], "a and b are constant"),
        ([[1.0, 2.0], [3.0, 1.0]], "2 training rows are too few for 2 features"),
        ([[1.0, 2.0], [3.0, 6.0], [5.0, 10.0]], "a and b determine each other linearly"),
    ],
)
def test_the_reason_names_the_columns(X, words):
    train = TrainingSet(np.array(X), np.arange(len(X)) % 2, 2, ("a", "b"))
    with pytest.raises(Undefined, match=words) as caught:
        RELATIONS["mah"].fit(train)
    assert words in caught.value.reason
    assert RELATIONS["mah"].undefined(train) == caught.value.reason


def test_only_columns_that_take_part_in_the_dependence_are_named():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 5))
    X[:, 4] = 2 * X[:, 1] - X[:, 3]
    reason = singular_reason(unlabelled(X))
    assert reason.startswith("x1, x3 and x4 determine each other")


def two_units(seed):
    """A temperature in degrees Celsius and Fahrenheit, each rounded, and whether it freezes."""
    celsius = np.round(10 * np.random.default_rng(seed).normal(size=300), 6)
    return np.c_[celsius, np.round(celsius * 1.8 + 32, 6)], (celsius > 0).astype(int)


@pytest.mark.parametrize("key", ["mah", "class-mah"])
@pytest.mark.parametrize("seed", [14, 36, 59, 74, 133])
def test_an_eigenvalue_below_0_is_no_variance(key, seed):
    """Rounding leaves the smallest eigenvalue below 0, and by its size it would count."""
    with pytest.raises(Undefined, match="feature 1 and feature 2 determine each other linearly"):
        FRNNClassifier(key).fit(*two_units(seed))


@pytest.mark.parametrize("key", ["mah", "class-mah"])
def test_near_copies_are_told_apart_or_refused(key):
    for seed in range(60):
        X, y = two_units(seed)
        try:
            model = FRNNClassifier(key).fit(X, y)
        except Undefined:
            continue
        assert np.isfinite(model.approximations(X)).all()
        assert model.score(X, y) > 0.9


def test_a_class_whose_own_covariance_has_no_inverse_takes_the_overall_one():
    copies, _ = two_units(14)
    others = np.random.default_rng(0).normal(size=(300, 2)) * [10, 18] + [0, 32]
    X, y = np.vstack([copies, others]), np.repeat([0, 1], 300)
    model = FRNNClassifier("class-mah").fit(X, y)
    overall = whitening(covariance(model._normaliser(X)))
    np.testing.assert_array_equal(model.relation_.embed.maps[0], overall)
    assert not np.array_equal(model.relation_.embed.maps[1], overall)


@pytest.mark.parametrize("values", [[-1e-3, 1.0], [-1e-15, 1.0], [0.0, 0.0], [1e-17, 1.0]])
def test_singular_goes_by_the_eigenvalues_themselves(values):
    assert singular(np.diag(values))
    assert not singular(np.diag([1e-12, 1.0]))


def test_units_do_not_hide_a_column_that_takes_part():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3)) * [1e6, 1, 1]
    X[:, 2] = 2e-6 * X[:, 0]
    assert singular_reason(unlabelled(X)).startswith("x0 and x2 determine each other")


@pytest.mark.parametrize("narrow", [1e-10, 1e-200])
def test_ranges_too_far_apart_are_no_dependence(narrow):
    X = np.random.default_rng(0).normal(size=(60, 3)) * [1, narrow, 10]
    y = np.arange(60) % 2
    with pytest.raises(Undefined, match=r"feature 2 varies too little beside feature 3.* Normalise"):
        FRNNClassifier("mah", normalise=None).fit(X, y)
    assert np.isfinite(FRNNClassifier("mah").fit(X, y).approximations(X)).all()
