"""FRNNClassifier as a scikit-learn citizen, and what it says of bad input."""

import os
import pickle
import subprocess
import sys
from functools import partial

import numpy as np
import pandas as pd
import pytest
from project import ROOT
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_array_api_input, estimator_checks_generator

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine import owa
from frnn_core.errors import DataError, FRNNError, ParameterError, UnknownName

FIXED = [k for k, s in RELATIONS.items() if s.family in ("distance", "angle", "mahalanobis", "kernel")]


@pytest.mark.parametrize(
    ("estimator", "check"),
    [
        (estimator, check)
        for key in FIXED
        for estimator, check in estimator_checks_generator(FRNNClassifier(key))
        if check.func is not check_array_api_input  # see the next test
    ],
    ids=lambda part: part.func.__name__ if isinstance(part, partial) else part.relation,
)
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


@pytest.mark.slow
def test_scikit_learns_own_check_of_array_dispatch():
    code = (
        "import sys\nfrom sklearn.utils.estimator_checks import check_array_api_input as check\n"
        "from frnn_core import FRNNClassifier\n"
        "for key in sys.argv[1:]:\n"
        "    for encode in (None, 'auto'):\n"
        "        model = FRNNClassifier(key, encode=encode)\n"
        "        check('FRNN', model, array_namespace='numpy', expect_only_array_outputs=False)\n"
        "    print(key)\n"
    )
    # its data are linearly dependent, so they have no Mahalanobis distance
    keys = [key for key in FIXED if RELATIONS[key].family != "mahalanobis"]
    done = subprocess.run(
        [sys.executable, "-c", code, *keys],
        cwd=ROOT,
        env={**os.environ, "SCIPY_ARRAY_API": "1"},  # SciPy reads it when it is loaded
        capture_output=True,
        text=True,
    )
    assert done.stdout.split() == keys, done.stderr


@pytest.fixture(scope="module")
def wine():
    return load_wine(return_X_y=True, as_frame=True)


def test_pipeline_grid_search_and_cross_validation(wine):
    X, y = wine
    pipeline = make_pipeline(StandardScaler(), FRNNClassifier(normalise=None))
    search = GridSearchCV(
        pipeline, {"frnnclassifier__relation": ["man", "gauss"], "frnnclassifier__k": [1, 5]}, cv=3
    ).fit(X, y)
    assert search.best_score_ > 0.95
    assert cross_val_score(FRNNClassifier("euc"), X, y, cv=3).mean() > 0.9


def test_clones_and_pickles_with_a_key_or_a_spec(wine):
    X, y = wine
    for relation in [*RELATIONS, RELATIONS["man"]]:
        model = clone(FRNNClassifier(relation, k=2, gamma=0.5)).fit(X, y)
        copy = pickle.loads(pickle.dumps(model))
        np.testing.assert_array_equal(copy.predict_proba(X[:20]), model.predict_proba(X[:20]))


def test_pickles_with_weights_of_the_users_own(wine):
    X, y = wine
    model = FRNNClassifier(weights=owa.mean).fit(X, y)
    copy = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(copy.predict(X), FRNNClassifier(weights="mean").fit(X, y).predict(X))


def test_frames_with_names_and_text_labels(wine):
    X, y = wine
    names = np.array(["red", "rosé", "white"])
    model = FRNNClassifier().fit(X, names[y])
    assert list(model.feature_names_in_) == list(X.columns)
    assert list(model.classes_) == ["red", "rosé", "white"]
    assert (model.predict(X) == names[y]).mean() > 0.99


def test_labels_that_parse_as_integers_sort_as_integers():
    X = np.arange(8.0).reshape(4, 2)
    model = FRNNClassifier(k=1).fit(X, ["10", "9", "-1", "9"])
    assert list(model.classes_) == ["-1", "9", "10"]
    assert list(model.predict(X)) == ["10", "9", "-1", "9"]


def test_an_exact_tie_goes_to_the_first_class():
    """Both classes have the same similarities, summed in another order: .1 + .2 against .3."""
    X = np.array([[0.3], [-(0.1 + 0.2)], [1.0], [-1.0]])
    assert X[0, 0] != -X[1, 0]
    for labels in ([1, 0, 1, 0], [0, 1, 0, 1]):
        model = FRNNClassifier("man", k=2, normalise=None).fit(X, labels)
        assert model.predict([[0.0]])[0] == 0
        assert np.ptp(model.predict_proba([[0.0]])) == 0


def test_probabilities_order_the_classes_as_the_scores_do(blobs):
    X, y, queries, _ = blobs
    for key in RELATIONS:
        model = FRNNClassifier(key).fit(X, y)
        p = model.predict_proba(queries)
        np.testing.assert_allclose(p.sum(axis=1), 1)
        assert (p >= 0).all()
        np.testing.assert_array_equal(model.classes_[p.argmax(axis=1)], model.predict(queries))


def test_k_and_weights_may_change_after_the_fit(blobs):
    X, y, queries, _ = blobs
    model = FRNNClassifier(k=1).fit(X, y).set_params(k=7, weights="mean")
    fresh = FRNNClassifier(k=7, weights="mean").fit(X, y)
    np.testing.assert_array_equal(model.predict_proba(queries), fresh.predict_proba(queries))
    with pytest.raises(ParameterError, match="k must be"):
        model.set_params(k=0).predict(queries)


def test_k_above_every_class_size_uses_all_rows(blobs):
    X, y, queries, _ = blobs
    lower, upper = FRNNClassifier("man", k=10_000, weights="mean").fit(X, y).approximations(queries)
    low, high = X.min(axis=0), X.max(axis=0)
    similar = 1 - np.abs(queries[:, None] - X).__truediv__(high - low).mean(axis=2)
    np.testing.assert_allclose(upper[:, 1], similar[:, y == 1].mean(axis=1), atol=1e-12)
    np.testing.assert_allclose(lower[:, 1], 1 - similar[:, y != 1].mean(axis=1), atol=1e-12)


def test_blocks_of_queries_change_nothing(blobs, monkeypatch):
    X, y, queries, _ = blobs
    model = FRNNClassifier("euc").fit(X, y)
    whole = model.predict_proba(queries)
    monkeypatch.setattr("frnn_core.model.BLOCK_VALUES", 60)
    np.testing.assert_array_equal(model.predict_proba(queries), whole)


@pytest.mark.parametrize(("normalise", "low", "high"), [("centred", -0.5, 0.5), ("unit", 0, 1)])
def test_normalisation_maps_the_training_range(normalise, low, high, blobs):
    X, y, queries, _ = blobs
    X = np.c_[X, np.full(len(X), 3.0)]
    model = FRNNClassifier(normalise=normalise).fit(X, y)
    inner = model._train.X
    np.testing.assert_allclose(inner[:, :4].min(axis=0), low, atol=1e-12)
    np.testing.assert_allclose(inner[:, :4].max(axis=0), high, atol=1e-12)
    assert (inner[:, 4] == 0).all()
    assert (model._normaliser(np.c_[queries, np.full(len(queries), 9.0)])[:, 4] == 0).all()


X4 = [[0.0, 1.0], [1.0, 2.0], [2.0, 0.0], [3.0, 5.0]]
Y4 = ["a", "b", "a", "b"]


@pytest.mark.parametrize(
    ("params", "error", "words"),
    [
        ({"k": 0}, ParameterError, "k must be a whole number from 1 on, not 0"),
        ({"k": 2.5}, ParameterError, "k must be a whole number"),
        ({"k": True}, ParameterError, "k must be a whole number"),
        ({"gamma": 0}, ParameterError, "gamma must be a finite number above 0"),
        ({"gamma": "1"}, ParameterError, "gamma must be a number above 0"),
        ({"relation": "manhatan"}, UnknownName, "no relation called 'manhatan'"),
        ({"relation": "gaus"}, UnknownName, "Did you mean gauss"),
        ({"relation": None}, UnknownName, "no relation called None"),
        ({"weights": "quadratic"}, UnknownName, "no weight family"),
        ({"normalise": "zscore"}, UnknownName, "no normalisation called 'zscore'"),
        ({"relation_params": {"scale": "class"}}, ParameterError, "takes no parameter 'scale'"),
    ],
)
def test_bad_parameters_name_the_cause_and_the_cure(params, error, words):
    with pytest.raises(error, match=words) as caught:
        FRNNClassifier(**params).fit(X4, Y4)
    assert isinstance(caught.value, FRNNError)


@pytest.mark.parametrize(
    ("X", "words"),
    [
        (pd.DataFrame({"a": [1, np.nan, 3, np.nan], "b": [1, 2, 3, 4]}), "2 × NaN in Column a. Drop"),
        ([[1, 2], [np.inf, np.nan], [1, 2], [1, 2]], "1 × NaN and 1 × infinity in Columns 1, 2"),
        (pd.DataFrame({"a": [1, 2, 3, 4], "b": list("wxyz")}), "Column b is not numeric. Drop or encode"),
        (np.array([["1", "x"], ["2", "y"], ["3", "z"], ["4", "w"]]), "Column 2 is not numeric"),
        (np.array([[1, "x"], [2, "y"], [3, "z"], [4, "w"]], dtype=object), "Column 2 is not numeric"),
        ([[1, "x"], [2, "y"], [3, "z"], [4, "w"]], "Column 2 is not numeric"),
        (pd.DataFrame({"a": [1, 2, 3, 4], "b": pd.Categorical(list("wxyz"))}), "Column b is not numeric"),
    ],
)
def test_bad_rows_name_the_columns(X, words):
    with pytest.raises(DataError, match=words):
        FRNNClassifier().fit(X, Y4)


def test_numbers_written_as_text_are_numbers():
    model = FRNNClassifier(k=1).fit(np.array(X4).astype(str), Y4)
    assert list(model.predict(X4)) == Y4


def test_frames_of_objects_that_are_numbers_are_taken():
    frame = pd.DataFrame(X4, dtype=object)
    assert list(FRNNClassifier(k=1).fit(frame, Y4).predict(frame)) == Y4


def test_missing_classes_are_counted():
    with pytest.raises(DataError, match="y has 2 missing of 4 classes"):
        FRNNClassifier().fit(X4, ["a", None, "b", np.nan])


@pytest.mark.parametrize("relation", ["euc", "man", "mah"])
@pytest.mark.parametrize(
    ("normalise", "factor", "words"),
    [
        (None, 1e160, "Columns 1, 2: values too large to measure"),
        (None, 1e-170, "All values are too close to 0"),
        ("centred", 3e307, "values too large to measure"),
    ],
)
def test_magnitudes_that_float64_cannot_square_are_refused(relation, normalise, factor, words):
    X = factor * np.array([[0.0, 1.0], [1.0, 2.0], [2.0, -4.0], [3.0, 5.0]])
    with pytest.raises(DataError, match=words):
        FRNNClassifier(relation, normalise=normalise).fit(X, Y4)


def test_a_query_out_of_range_is_refused():
    model = FRNNClassifier().fit(X4, Y4)
    with pytest.raises(DataError, match="Column 1: values too large to measure"):
        model.predict([[1e200, 1.0]])


@pytest.mark.parametrize("k", [10**6, 10**19])
def test_a_huge_k_costs_no_more_than_all_rows(k):
    model = FRNNClassifier(k=k).fit(X4, Y4)
    everything = FRNNClassifier(k=4).fit(X4, Y4)
    np.testing.assert_array_equal(model.predict_proba(X4), everything.predict_proba(X4))
    assert model.explain(X4).inside.rows.shape == (4, 2, 4)


def test_weights_are_asked_only_for_the_numbers_of_neighbours_there_are():
    asked = []

    def recorded(m):
        asked.append(m)
        return np.full(m, 1 / m)

    X, y = np.random.default_rng(0).normal(size=(60, 2)), np.repeat([0, 1], [50, 10])
    FRNNClassifier(k=20, weights=recorded).fit(X, y).predict(X)
    assert set(asked) == {10, 20}


@pytest.mark.parametrize("key", ["mah", "class-mah"])
def test_a_query_gets_the_same_scores_alone_and_in_company_and_from_a_frame(key, wine):
    X, y = wine
    model = FRNNClassifier(key).fit(X, y)
    together = model.predict_proba(X[:30])
    alone = np.vstack([model.predict_proba(X.iloc[[row]]) for row in range(30)])
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(model.explain(X).inside.distances[np.arange(len(y)), y, 0], 0)


def test_one_class_is_refused():
    with pytest.raises(DataError, match="All 4 rows belong to one class, a"):
        FRNNClassifier().fit(X4, ["a"] * 4)


def test_queries_are_checked_like_training_rows():
    model = FRNNClassifier().fit(X4, Y4)
    with pytest.raises(ValueError, match="X has 3 features, but FRNNClassifier is expecting 2"):
        model.predict([[1, 2, 3]])
    with pytest.raises(DataError, match="1 × NaN in Column 2"):
        model.predict([[1, np.nan]])


def test_an_undefined_relation_gives_its_reason():
    with pytest.raises(FRNNError, match="Mahalanobis is undefined on these data: y is constant"):
        FRNNClassifier("mah").fit(pd.DataFrame({"x": [1, 2, 3, 4], "y": [7, 7, 7, 7]}), Y4)
