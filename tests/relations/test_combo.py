"""COMBO chooses what cross-validation by hand would choose, and says why others are out."""

import numpy as np
import oracle
import pytest
from sklearn.model_selection import KFold

from frnn_core import FRNNClassifier, load_dataset
from frnn_core.engine.folds import shuffled_folds, stratified_folds
from frnn_core.engine.labels import encode
from frnn_core.errors import ParameterError, Undefined
from frnn_core.experiments.evaluate import mean_score
from frnn_core.experiments.plan import Setting
from frnn_core.relations.combo import SEVEN


def balanced_accuracy(truth, predicted):
    return np.mean([np.mean(predicted[truth == label] == label) for label in np.unique(truth)])


def by_hand(X, y, folds, relations, k, params=None, normalise="centred"):
    """Inner scores from the classifier itself; on raw rows, normalisation is refitted each time."""
    scores = np.empty((len(relations), len(folds)))
    for i, key in enumerate(relations):
        for j, test in enumerate(folds):
            train = np.setdiff1d(np.arange(len(y)), test)
            own = (params or {}).get(key)
            model = FRNNClassifier(key, k=k, relation_params=own, normalise=normalise).fit(X[train], y[train])
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


def test_the_published_variant_has_the_signed_chebyshev_twenty_neighbours_and_plain_folds_of_one_seed():
    """Rows are normalised once, before the inner folds; another seed changes nothing."""
    data = load_dataset("heart")
    codes = encode(data.y, np.array(data.class_names))
    trace, other = (
        FRNNClassifier("combo", relation_params={"variant": "published", "seed": seed})
        .fit(data.X, data.y)
        .relation_.trace
        for seed in (3, 4)
    )
    X, _ = oracle.normalised(data.X, data.X)
    folds = [test for _, test in KFold(5, shuffle=True, random_state=0).split(X)]
    signed = {"che": {"variant": "published"}}
    expected = by_hand(X, codes, folds, SEVEN, 20, signed, None)
    assert trace.relations == SEVEN
    np.testing.assert_allclose(trace.scores, expected, atol=1e-12)
    np.testing.assert_array_equal(trace.scores, other.scores)


def test_the_published_variant_decides_with_the_candidate_as_published():
    data = load_dataset("heart")
    only = {"variant": "published", "relations": ("che",)}
    model = FRNNClassifier("combo", relation_params=only).fit(data.X, data.y)
    signed = FRNNClassifier("che", relation_params={"variant": "published"}).fit(data.X, data.y)
    np.testing.assert_array_equal(model.predict(data.X), signed.predict(data.X))
    assert (model.predict(data.X) != FRNNClassifier("che").fit(data.X, data.y).predict(data.X)).any()


@pytest.mark.parametrize(("name", "printed"), [("heart", 0.804), ("ecoli", 0.733), ("vowel", 0.981)])
def test_the_published_variant_gives_printed_cells_of_table_23(name, printed):
    assert round(mean_score(name, Setting.of_variant("combo", "published")), 3) == printed


@pytest.mark.parametrize("rows", [5, 7, 33])
def test_plain_folds_are_those_of_scikit_learn(rows):
    expected = [test for _, test in KFold(5, shuffle=True, random_state=2).split(np.zeros(rows))]
    for fold, test in zip(shuffled_folds(rows, 5, 2), expected, strict=True):
        np.testing.assert_array_equal(fold, test)


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
