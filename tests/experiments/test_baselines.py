"""The baselines are what scikit-learn gives by hand, on the same rows."""

import itertools

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score
from sklearn.model_selection import StratifiedKFold
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from frnn_core import RELATIONS, load_dataset, partition
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import fit_scaling
from frnn_core.experiments.baselines import BASELINES, baseline_names
from frnn_core.experiments.baselines.registry import seed_of
from frnn_core.experiments.baselines.results import KS, fold_results
from frnn_core.experiments.baselines.tuning import inner_folds
from frnn_core.experiments.evaluate import Fold
from frnn_core.experiments.plan import Conditions, loaded

SCORE = "balanced_accuracy"


def fold_of(name, number=0):
    return Fold.of(*loaded(name, Conditions()), number, Conditions())


def made_fold(codes, seed="made", features=3):
    """A fold of made-up rows, the classes a little apart."""
    draw = np.random.default_rng(1)
    rows = draw.normal(size=(len(codes), features)) / 4 + np.array(codes)[:, None] / 5
    queries = rows[::2] + 0.01
    classes = max(codes) + 1
    train = TrainingSet(rows, np.array(codes), classes)
    return Fold("made", train, queries, np.array(codes)[::2], np.arange(classes), classes, seed)


def scores(name, key, k=3):
    return [result.scores[SCORE] for result in fold_results(name, key, k)]


@pytest.mark.parametrize("name", ["wine", "glass"])
@pytest.mark.parametrize("k", [1, 4, 20])
def test_nearest_neighbours_are_those_of_scikit_learn(name, k):
    data = load_dataset(name)
    expected = []
    for train, test in partition(data):
        normalise = fit_scaling(data.X[train], "centred")
        model = KNeighborsClassifier(k).fit(normalise(data.X[train]), data.codes[train])
        expected.append(balanced_accuracy_score(data.codes[test], model.predict(normalise(data.X[test]))))
    np.testing.assert_allclose(scores(name, "knn", k), expected, atol=1e-12)


def test_the_largest_class_is_that_of_the_dummy():
    data = load_dataset("glass")
    expected = [
        balanced_accuracy_score(
            data.y[test], DummyClassifier().fit(data.X[train], data.y[train]).predict(data.X[test])
        )
        for train, test in partition(data)
    ]
    np.testing.assert_allclose(scores("glass", "majority"), expected, atol=1e-12)


def by_definition(rows, codes, query, k, classes):
    """The memberships of one query after Keller, Gray and Givens, with plain loops."""
    belongs = np.zeros((len(rows), classes))
    for i, row in enumerate(rows):
        others = sorted((float(np.linalg.norm(row - other)), j) for j, other in enumerate(rows) if j != i)
        for _, j in others[:k]:
            belongs[i, codes[j]] += 0.49 / k
        belongs[i, codes[i]] += 0.51
    near = sorted((float(np.linalg.norm(query - row)), i) for i, row in enumerate(rows))[:k]
    same = [i for d, i in near if d == 0]
    if same:
        return belongs[same].mean(axis=0)
    weights = [1 / d**2 for d, _ in near]
    return sum(w * belongs[i] for w, (_, i) in zip(weights, near, strict=True)) / sum(weights)


@pytest.mark.parametrize("k", [1, 3, 7])
def test_fuzzy_nearest_neighbours_follow_their_definition(k):
    fold = made_fold([0, 1, 1, 2, 0, 2, 2, 1, 0, 1, 2, 2, 0, 0, 1, 1])
    fold = Fold(**{**vars(fold), "queries": np.vstack([fold.queries, fold.train.X[:2]])})
    found = BASELINES["fuzzy-nn"](fold, (k,)).decided[:, 0]
    votes = [by_definition(fold.train.X, fold.train.codes, query, k, 3) for query in fold.queries]
    np.testing.assert_array_equal(found, np.argmax(votes, axis=1))
    assert len(set(found)) == 3


def test_fuzzy_nearest_neighbours_of_few_rows_take_all():
    fold = made_fold([0, 1])
    assert BASELINES["fuzzy-nn"](fold, KS).decided.tolist() == [[0] * 20]
    alone = Fold(**{**vars(fold), "train": TrainingSet(fold.train.X[:1], np.array([0]), 1)})
    assert BASELINES["fuzzy-nn"](alone, KS).decided.tolist() == [[0] * 20]


def nearest(rows, seed, k, weights):
    return KNeighborsClassifier(k, weights=weights)


def svm(rows, seed, gamma, **given):
    return SVC(gamma=gamma / (rows.shape[1] * rows.var()), **given)


def forest(rows, seed, trees=50, **given):
    return RandomForestClassifier(trees, random_state=seed, **given)


def boosting(rows, seed, **given):
    return HistGradientBoostingClassifier(early_stopping=False, **given)


def logistic(rows, seed, **given):
    return LogisticRegression(max_iter=1000, **given)


PLAIN, BALANCED, EITHER = ({"class_weight": of} for of in ((None,), ("balanced",), (None, "balanced")))
WIDTHS = {"C": (1, 10, 100, 1000), "gamma": (0.1, 0.3, 1, 3, 10)}
SPLITS = {"max_features": ("sqrt", 0.5)}
BY_HAND = {
    "knn-tuned": (
        "glass",
        nearest,
        {"k": (1, 3, 5, 7, 9, 11, 15, 21, 31), "weights": ("uniform", "distance")},
    ),
    "svm": ("haberman", svm, WIDTHS | PLAIN),
    "svm-balanced": ("glass", svm, WIDTHS | BALANCED),
    "svm-tuned": ("haberman", svm, WIDTHS | EITHER),
    "forest": ("haberman", forest, SPLITS | PLAIN),
    "forest-balanced": ("haberman", forest, SPLITS | BALANCED),
    "boosting": ("haberman", boosting, {"max_leaf_nodes": (7, 31)} | EITHER),
    "logistic": ("glass", logistic, {"C": (0.1, 1, 10, 100, 1000)} | EITHER),
}
FINAL = {"forest": {"trees": 200}, "forest-balanced": {"trees": 200}}


def searched(fold, make, grid, final):
    """A plain search over a grid: answers to the queries, what was chosen, and its inner score."""
    (rows, queries), codes, seed = fold.coordinates(), fold.train.codes, seed_of(fold)
    tried = []
    for values in itertools.product(*grid.values()):
        given, answers = dict(zip(grid, values, strict=True)), np.empty_like(codes)
        for train, test in StratifiedKFold(4, shuffle=True, random_state=seed).split(rows, codes):
            model = make(rows[train], seed, **given).fit(rows[train], codes[train])
            answers[test] = model.predict(rows[test])
        tried.append((balanced_accuracy_score(codes, answers), given))
    best = max(score for score, _ in tried)
    chosen = next(given for score, given in tried if score > best - 1e-12)
    return make(rows, seed, **chosen, **final).fit(rows, codes).predict(queries), chosen, best


def test_every_tuned_one_has_an_oracle():
    assert {key for key, entry in BASELINES.items() if entry.slow and entry.kind == "other"} == set(BY_HAND)


@pytest.mark.parametrize("key", BY_HAND)
def test_tuned_ones_are_a_plain_search_over_a_grid(key):
    name, make, grid = BY_HAND[key]
    fold = fold_of(name)
    assert {what: tuple(values) for what, values in BASELINES[key].grid.items()} == grid
    expected, chosen, best = searched(fold, make, grid, FINAL.get(key, {}))
    answer = BASELINES[key](fold)
    np.testing.assert_array_equal(answer.decided[:, 0], expected)
    assert answer.found == {**chosen, "inner_score": pytest.approx(best, abs=1e-6)}
    again = BASELINES[key](fold_of(name))
    np.testing.assert_array_equal(again.decided, answer.decided)
    assert again.found == answer.found


@pytest.mark.parametrize("key", BASELINES)
@pytest.mark.parametrize("codes", [[0] * 12 + [1] * 12 + [2], [0, 1, 2], [0] * 9 + [1], [0] * 6])
def test_classes_of_one_row_break_nothing(key, codes):
    fold = made_fold(codes)
    decided = BASELINES[key](fold, KS).decided
    assert decided.shape == (len(fold.queries), len(KS) if BASELINES[key].uses_k else 1)
    assert set(decided.ravel()) <= set(codes)


def test_rows_that_are_all_alike_break_nothing():
    fold = made_fold([0, 1] * 8)
    train = TrainingSet(np.zeros((16, 2)), fold.train.codes, 2)
    flat = Fold(**{**vars(fold), "train": train, "queries": np.zeros((3, 2))})
    for entry in BASELINES.values():
        assert set(entry(flat, (3,)).decided.ravel()) <= {0, 1}


def test_a_class_of_two_rows_is_missing_from_two_inner_folds():
    codes = np.array([0] * 10 + [1] * 10 + [2] * 2)
    folds = inner_folds(codes, 3)
    assert sorted((codes[test] == 2).sum() for _, test in folds) == [0, 0, 1, 1]
    assert sorted(row for _, test in folds for row in test) == list(range(22))
    assert len(inner_folds(np.array([0, 0, 0, 1]), 3)) == 3


def test_names_are_distinct_and_no_keys_of_relations():
    names = baseline_names()
    assert len(set(names.values())) == len(names)
    assert not {*names, *names.values()} & set(RELATIONS)
    for entry in BASELINES.values():
        assert entry.help.endswith(".")
        assert entry.tuned.endswith(".")
        assert entry.source
