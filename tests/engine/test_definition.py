"""The classifier against the definition, relation by relation, on awkward data."""

import numpy as np
import pytest
from awkward import awkward_data
from oracle import approximations

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.errors import Undefined

FIXED = [
    "man",
    "euc",
    "che",
    "can",
    "pcc",
    "cos",
    "mah",
    "class-mah",
    "gauss",
    "exp",
    "rat",
    "circle",
    "sphere",
]


def test_the_thirteen_fixed_relations_are_registered_in_the_order_of_the_paper():
    assert list(RELATIONS)[:13] == FIXED


@pytest.mark.parametrize("key", FIXED)
@pytest.mark.parametrize("k", [1, 3, 25])
@pytest.mark.parametrize("constant", [False, True])
def test_scores_equal_the_definition(key, k, constant):
    for seed in range(3):
        X, y, queries = awkward_data(seed, constant)
        model = FRNNClassifier(key, k=k)
        if constant and key in ("mah", "class-mah"):
            with pytest.raises(Undefined, match="feature 2 is constant"):
                model.fit(X, y)
            continue
        lower, upper = model.fit(X, y).approximations(queries)
        expected_lower, expected_upper = approximations(key, X, y, queries, k)
        np.testing.assert_allclose(lower, expected_lower, atol=1e-9)
        np.testing.assert_allclose(upper, expected_upper, atol=1e-9)
        expected = np.round((expected_lower + expected_upper) / 2, 9).argmax(axis=1)
        clear = np.ptp(np.sort((expected_lower + expected_upper) / 2, axis=1)[:, -2:], axis=1) > 1e-6
        assert (model.predict(queries)[clear] == expected[clear]).all()


@pytest.mark.parametrize("gamma", [0.05, 0.7, 30.0])
@pytest.mark.parametrize("key", ["gauss", "exp", "rat", "circle", "sphere"])
def test_kernels_equal_the_definition_at_other_widths(key, gamma):
    X, y, queries = awkward_data(5, False)
    found = FRNNClassifier(key, k=4, gamma=gamma).fit(X, y).approximations(queries)
    np.testing.assert_allclose(found, approximations(key, X, y, queries, 4, gamma=gamma), atol=1e-9)


@pytest.mark.parametrize(
    ("key", "params"),
    [
        ("che", {"variant": "published"}),
        ("class-mah", {"scale": "overall"}),
        ("class-mah", {"scale": "volume"}),
    ],
)
def test_the_other_variants_equal_their_definition(key, params):
    X, y, queries = awkward_data(6, False)
    found = FRNNClassifier(key, k=3, relation_params=params).fit(X, y).approximations(queries)
    np.testing.assert_allclose(found, approximations(key, X, y, queries, 3, **params), atol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key in FIXED if "mah" not in key])
@pytest.mark.parametrize("features", [2, 5, 12])
def test_large_classes_take_other_ways_of_search_to_the_same_result(key, features):
    """Enough rows for trees and matrix products, against the definition."""
    rng = np.random.default_rng(features)
    X, y = rng.normal(size=(1_600, features)), rng.integers(0, 2, 1_600)
    queries = np.vstack([X[:4], rng.normal(size=(8, features))])
    found = FRNNClassifier(key, k=5).fit(X, y).approximations(queries)
    np.testing.assert_allclose(found, approximations(key, X, y, queries, 5), atol=1e-9)


@pytest.mark.parametrize("key", ["mah", "class-mah"])
def test_large_classes_under_mahalanobis_agree_with_the_explanation(key):
    """The largest distance between 3,000 rows is too slow by definition; explain sorts all distances."""
    rng = np.random.default_rng(0)
    for features in (2, 12):
        X, y = rng.normal(size=(3_000, features)), rng.integers(0, 3, 3_000)
        model = FRNNClassifier(key, k=5).fit(X[200:], y[200:])
        told = model.explain(X[:200])
        lower, upper = model.approximations(X[:200])
        np.testing.assert_allclose(told.lower, lower, atol=1e-12)
        np.testing.assert_allclose(told.upper, upper, atol=1e-12)
        assert (told.predictions == model.predict(X[:200])).all()


@pytest.mark.parametrize(("key", "p"), [("man", 1), ("euc", 2)])
def test_fuzzy_rough_learn_agrees(key, p, blobs):
    from frlearn.base import select_class
    from frlearn.classifiers import FRNN
    from frlearn.feature_preprocessors import RangeNormaliser
    from frlearn.vector_size_measures import MinkowskiSize
    from frlearn.weights import LinearWeights

    X, y, queries, _ = blobs
    model = FRNN(
        preprocessors=(RangeNormaliser(),),
        dissimilarity=MinkowskiSize(p=p, unrooted=False, scale_by_dimensionality=True),
        upper_k=3,
        lower_k=3,
        upper_weights=LinearWeights(),
        lower_weights=LinearWeights(),
    )(X, y)
    theirs = select_class(model(queries), labels=model.classes)
    ours = FRNNClassifier(key, k=3).fit(X, y)
    np.testing.assert_array_equal(ours.predict(queries), theirs)
    lower, upper = ours.approximations(queries)
    np.testing.assert_allclose(model(queries), (lower + upper) / 2, atol=1e-9)
