"""COMBO chooses what cross-validation by hand would choose, and says why others are out."""

import numpy as np
import pytest

from frnn_core import FRNNClassifier, load_dataset
from frnn_core.engine.folds import shuffled_folds, stratified_folds
from frnn_core.engine.labels import encode
from frnn_core.errors import ParameterError, Undefined
from frnn_core.relations.combo import SEVEN


def balanced_accuracy(truth, predicted):
    return np.mean([np.mean(predicted[truth == label] == label) for label in np.unique(truth)])


def by_hand(X, y, folds, relations, k):
    """Inner scores from the classifier itself, on raw rows: normalisation is refitted each time."""
    scores = np.empty((len(relations), len(folds)))
    for i, key in enumerate(relations):
        for j, test in enumerate(folds):
            train = np.setdiff1d(np.arange(len(y)), test)
            model = FRNNClassifier(key, k=k).fit(X[train], y[train])
            scores[i, j] = balanced_accuracy(y[test], model.predict(X[test]))
    return scores


@pytest.mark.parametrize("name", ["heart", "glass"])
def test_inner_scores_are_those_of_the_classifier(name):
    data = load_dataset(name)
    model = FRNNClassifier("combo", k=5, relation_params={"seed": 7}).fit(data.X, data.y)
    trace = model.relation_.trace
    folds = stratified_folds(encode(data.y, np.array(data.class_names)), 5, 7)
    expected = by_hand(data.X, data.y, folds, SEVEN, 5)
    np.testing.assert_allclose(trace.scores, expected, atol=1e-12)
    means = expected.mean(axis=1)
    assert trace.choice == SEVEN[means.argmax()]
    assert trace.margin == pytest.approx(np.sort(means)[-1] - np.sort(means)[-2])
    chosen = FRNNClassifier(trace.choice, k=5).fit(data.X, data.y)
    np.testing.assert_array_equal(model.predict(data.X), chosen.predict(data.X))


def test_the_published_variant_has_six_relations_twenty_neighbours_and_plain_folds():
    data = load_dataset("heart")
    params = {"variant": "published", "seed": 3}
    trace = FRNNClassifier("combo", relation_params=params).fit(data.X, data.y).relation_.trace
    six = tuple(key for key in SEVEN if key != "pcc")
    assert trace.relations == six
    np.testing.assert_allclose(
        trace.scores, by_hand(data.X, data.y, shuffled_folds(len(data.y), 5, 3), six, 20), atol=1e-12
    )


def test_a_relation_undefined_on_an_inner_fold_is_out_with_its_reason():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), np.arange(40) % 2
    X[:, 2] = X[:, 0] + X[:, 1]
    trace = FRNNClassifier("combo").fit(X, y).relation_.trace
    assert set(trace.reasons) == {"mah"}
    assert "determine each other linearly" in trace.reasons["mah"]
    assert np.isnan(trace.scores[SEVEN.index("mah")]).all()
    assert trace.choice != "mah"


def test_ties_go_to_the_order_of_the_list():
    X, y = np.repeat([[0.0, 0.0], [1.0, 1.0]], 10, axis=0), np.repeat([0, 1], 10)
    for relations in (("euc", "man"), ("man", "euc")):
        model = FRNNClassifier("combo", relation_params={"relations": relations}).fit(X, y)
        assert model.relation_.trace.choice == relations[0]
        assert model.relation_.trace.margin == 0


def test_a_class_missing_from_an_inner_training_part_counts_as_missed():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(21, 2)), np.r_[np.zeros(10), np.ones(10), [2]].astype(int)
    params = {"relations": ["man"]}
    trace = FRNNClassifier("combo", relation_params=params).fit(X, y).relation_.trace
    folds = stratified_folds(y, 5, 0)
    np.testing.assert_allclose(trace.scores, by_hand(X, y, folds, ["man"], 3), atol=1e-12)


@pytest.mark.parametrize(
    ("relations", "error", "words"),
    [
        (("man", "combo"), ParameterError, "not from itself"),
        ((), ParameterError, "one or more other relations"),
        (("man", "nothing"), ValueError, "no relation called 'nothing'"),
    ],
)
def test_bad_lists_are_refused(relations, error, words):
    with pytest.raises(error, match=words):
        FRNNClassifier("combo", relation_params={"relations": relations}).fit(np.eye(4), [0, 1, 0, 1])


def test_undefined_where_nothing_can_be_chosen():
    with pytest.raises(Undefined, match="no class has two rows"):
        FRNNClassifier("combo").fit([[0.0], [1.0]], [0, 1])
    X = np.c_[np.arange(12.0), np.ones(12)]
    with pytest.raises(Undefined, match="every candidate is undefined on an inner fold; mah: feature 2"):
        FRNNClassifier("combo", relation_params={"relations": ["mah"]}).fit(X, np.arange(12) % 2)
