"""A prediction taken apart adds up to the classifier's, and what would change it does change it."""

import numpy as np
import pytest

from frnn_core import RELATIONS, FRNNClassifier, load_dataset, partition
from frnn_core.engine.approximations import similarity_matrix
from frnn_core.engine.owa import weight_family
from frnn_core.errors import Undefined
from frnn_core.experiments.plan import Setting
from frnn_core.experiments.presets import ALL_KS, GAMMAS
from frnn_core.studies.explain import (
    FITTED,
    FIXED,
    Answer,
    Case,
    How,
    answers_by_gamma,
    answers_by_k,
    contributions,
    dissenters_first,
    drivers,
    feature_moves,
    nearest_change,
    rank_rows,
    removal,
    trained,
    training_rows,
    with_features,
)
from frnn_core.studies.explain.feature_shares import terms
from frnn_core.studies.explain.hardest_rows import judged_rows
from frnn_core.studies.explain.words import finding, lead_words, margin_text, row_label, runs
from frnn_core.text import apart


def case_of(name="wine", row=60, relation="man", k=3, gamma=1.0, weights="linear", normalise="centred"):
    data = load_dataset(name)
    folds = partition(data)
    rows = training_rows(data, folds, "fold", int(folds.membership[row]))
    part = trained(data, rows, How(relation, gamma, weights, normalise))
    return Case(part, k, data.X[row], str(data.y[row]))


def classifier_of(case):
    """The classifier on the fold's training rows."""
    how, data, rows = case.trained.how, case.trained.data, case.trained.rows
    normalise = None if how.normalise == "none" else how.normalise
    model = FRNNClassifier(how.relation, k=case.k, gamma=how.gamma, weights=how.weights, normalise=normalise)
    return model.fit(data.X[rows], data.y[rows])


def own_rows(name, row):
    folds = partition(load_dataset(name))
    return folds.test_rows[folds.membership[row]]


@pytest.mark.parametrize("relation", FIXED)
@pytest.mark.parametrize(("name", "row", "k"), [("wine", 60, 3), ("glass", 165, 7), ("balance", 5, 1)])
def test_contributions_add_up_to_the_classifiers_approximations(relation, name, row, k):
    try:
        case = case_of(name, row, relation, k, gamma=0.3)
    except Undefined as undefined:
        pytest.skip(undefined.reason)
    model = classifier_of(case)
    lower, upper = model.approximations(case.values[None])
    table = contributions(case)
    assert row not in case.trained.rows
    assert not np.isin(table["row"] - 1, own_rows(name, row)).any()
    for place, label in enumerate(model.classes_):
        of_class = table[table["class"] == label]
        inside, outside = (of_class[of_class["side"] == side] for side in ("inside", "outside"))
        assert inside["contribution"].sum() == pytest.approx(upper[0, place], abs=1e-12)
        assert 1 - outside["contribution"].sum() == pytest.approx(lower[0, place], abs=1e-12)
        assert (inside["class of row"] == label).all()
        assert (outside["class of row"] != label).all()
        assert case.score(str(label)) == pytest.approx((lower + upper)[0, place] / 2, abs=1e-12)
    np.testing.assert_allclose(table["weight"] * table["similarity"], table["contribution"])
    assert case.predicted == model.predict(case.values[None])[0]
    best = np.sort(case.told.scores[0])
    assert case.lead == best[-1] - best[-2]


@pytest.mark.parametrize(("weights", "normalise"), [("mean", "unit"), ("strict", "none")])
def test_weights_and_normalisation_are_those_of_the_classifier(weights, normalise):
    case = case_of("glass", 165, "euc", 5, weights=weights, normalise=normalise)
    model = classifier_of(case)
    lower, upper = model.approximations(case.values[None])
    np.testing.assert_allclose(case.told.scores, (lower + upper) / 2, atol=1e-12)


def test_rows_that_decide():
    data = load_dataset("wine")
    folds = partition(data)
    assert len(training_rows(data, folds, "none", 0)) == 178
    others = training_rows(data, folds, "row", 60)
    assert len(others) == 177
    assert 60 not in others
    of_fold = training_rows(data, folds, "fold", 3)
    assert sorted([*of_fold, *folds.test_rows[3]]) == list(range(178))


def test_the_hardest_rows_are_those_of_brute_force():
    data = load_dataset("wine")
    folds = partition(data)
    margins, predicted, leads = np.empty(178), np.empty(178, dtype=int), np.empty(178)
    for fold, (train, test) in enumerate(folds):
        model = FRNNClassifier("cos", k=5).fit(data.X[train], data.y[train])
        for row in test:
            assert folds.membership[row] == fold
            lower, upper = model.approximations(data.X[row][None])
            score = ((lower + upper) / 2)[0]
            own = list(model.classes_).index(data.y[row])
            margins[row] = score[own] - np.delete(score, own).max()
            leads[row] = np.sort(score)[-1] - np.sort(score)[-2]
            predicted[row] = score.argmax()
    found = rank_rows(data, folds, How("cos"), 5)
    np.testing.assert_allclose(found.margins, np.sort(margins), atol=1e-11)
    np.testing.assert_allclose(found.margins, margins[found.rows], atol=1e-11)
    np.testing.assert_allclose(found.leads, leads[found.rows], atol=1e-11)
    np.testing.assert_array_equal(found.predicted, predicted[found.rows])
    assert sorted(found.rows) == list(range(178))
    assert found.share_above(0.0) == pytest.approx((leads > 0).mean())
    assert found.place(int(found.rows[7])) == 7
    hardest = int(margins.argmin())
    own, wrong = data.y[hardest], data.class_names[predicted[hardest]]
    margin = f"{-margins.min():.3f}".lstrip("0")
    assert row_label(found, 0, data.class_names, data.codes) == (
        f"row {hardest + 1} · class {own}, predicted {wrong} · margin −{margin}"
    )


def test_a_large_data_set_is_judged_by_a_seeded_sample():
    rows = judged_rows(5000, 300)
    assert len(set(rows)) == 300
    np.testing.assert_array_equal(rows, judged_rows(5000, 300))
    data = load_dataset("wine")
    full, part = (rank_rows(data, partition(data), How(), 3, most) for most in (178, 40))
    assert part.of == 178
    assert list(part.rows) == [row for row in full.rows if row in set(judged_rows(178, 40))]


def test_a_relation_that_is_undefined_on_every_fold_says_why():
    data = load_dataset("segment")
    with pytest.raises(Undefined, match="constant"):
        rank_rows(data, partition(data), How("mah"), 3)


def test_answers_by_k_are_those_of_the_classifier():
    case = case_of()
    told = answers_by_k(case)
    for k, answer in zip(ALL_KS, told, strict=True):
        other = case_of(k=k)
        assert answer == classifier_of(other).predict(case.values[None])[0]
    assert nearest_change(ALL_KS, told, 3) == (19, "2")
    assert runs(ALL_KS, told) == "class 1 for 1 to 18, class 2 for 19 to 20"


def test_answers_by_gamma_are_those_of_the_classifier():
    case = case_of(relation="gauss", row=106, k=7)
    told = answers_by_gamma(case)
    for gamma, answer in zip(GAMMAS, told, strict=True):
        other = case_of(relation="gauss", row=106, k=7, gamma=gamma)
        assert answer == classifier_of(other).predict(case.values[None])[0]
    assert answers_by_gamma(case_of()) == ()


def test_the_nearest_change():
    assert nearest_change([1, 2, 3, 4, 5], "aabba", 2) == (3, "b")
    assert nearest_change([1, 2, 3, 4], "baab", 2) == (1, "b")
    assert nearest_change([1, 2], "aa", 1) is None
    assert nearest_change([0.01, 1, 10], "bab", 1, np.log10) == (10, "b")


@pytest.mark.parametrize("relation", ["man", "gauss", "mah", "class-mah", "cos"])
@pytest.mark.parametrize("row", [60, 3, 100])
def test_without_the_removed_rows_another_class_wins(relation, row):
    case = case_of(relation=relation, row=row)
    found = removal(case)
    assert found is not None
    assert (case.trained.data.y[found.rows] == case.predicted).all()
    assert answer_without(case, found.rows) == found.becomes != case.predicted
    assert answer_without(case, found.rows[:-1]) == case.predicted


def answer_without(case, rows):
    """By the definition: all similarities but those of some rows, sorted, weighted."""
    train, model = case.model.train, case.model
    R = similarity_matrix(model.relation, case.query, train.X, train.codes)[0]
    left = ~np.isin(case.trained.rows, rows)
    scores = []
    for code in range(train.n_classes):
        sides = []
        for member in (True, False):
            alike = -np.sort(-R[left & ((train.codes == code) == member)])[: case.k]
            sides.append(weight_family(case.trained.how.weights)(len(alike)) @ alike)
        scores.append((1 + sides[0] - sides[1]) / 2)
    return case.names[int(np.argmax(np.round(scores, 12)))]


def test_no_removal_where_none_is_enough():
    assert removal(case_of(row=3), most=1) is None


@pytest.mark.parametrize(
    ("name", "row", "relation"), [("wine", 60, "man"), ("glass", 165, "pcc"), ("heart", 8, "mah")]
)
def test_moving_a_feature_changes_the_answer_and_nothing_smaller_does(name, row, relation):
    case = case_of(name, row, relation)
    moves = feature_moves(case)
    model = classifier_of(case)
    X = case.trained.data.X[case.trained.rows]
    assert [move.share for move in moves] == sorted(move.share for move in moves)
    assert moves
    for move in moves:
        moved = case.values.copy()
        moved[move.feature] = move.value
        assert model.predict(moved[None])[0] == move.becomes != case.predicted
        column = X[:, move.feature]
        step = abs(move.value - case.values[move.feature])
        assert move.share == pytest.approx(step / np.ptp(column))
        assert column.min() <= move.value <= column.max()
        known = np.unique(column)
        tried = known if len(known) <= 51 else np.linspace(column.min(), column.max(), 51)
        nearer = tried[np.abs(tried - case.values[move.feature]) < step]
        rows = np.repeat(case.values[None], len(nearer), axis=0)
        rows[:, move.feature] = nearer
        assert len(rows) == 0 or (model.predict(rows) == case.predicted).all()


@pytest.mark.parametrize("relation", [*FIXED, "man-fit", "class-man", "local-man", "local-mah"])
def test_the_parts_of_the_features_add_up_to_the_distance(relation):
    case = case_of(relation=relation, k=4)
    squared = case.model.relation.metric == "euclidean"
    for side in (case.told.inside, case.told.outside):
        for place in range(3):
            for row, distance in zip(side.rows[0, place], side.distances[0, place], strict=True):
                code = int(case.model.train.codes[row])
                parts = terms(case.model.relation, case.query[0], case.model.train.X[row], code)
                assert parts.sum() == pytest.approx(distance**2 if squared else distance)
    found = drivers(case)
    assert found.inside.sum() == pytest.approx(1)
    assert found.outside.sum() == pytest.approx(1)


def test_shares_are_those_of_the_definition():
    case = case_of(k=2)
    X, query = case.model.train.X, case.query[0]
    first, second = case.told.inside.rows[0, case.order[0]]
    parts = 2 / 3 * np.abs(query - X[first]) + 1 / 3 * np.abs(query - X[second])
    found = drivers(case)
    np.testing.assert_allclose(found.inside, parts / parts.sum())
    raw = case.trained.data.X[case.trained.rows]
    np.testing.assert_allclose(found.inside_values, 2 / 3 * raw[first] + 1 / 3 * raw[second])
    largest = drivers(case_of(relation="che", k=1))
    assert np.count_nonzero(largest.inside) == 1


def test_shares_where_all_neighbours_are_at_the_query():
    data = load_dataset("wine")
    part = trained(data, np.arange(178), How())
    found = drivers(Case(part, 1, data.X[5]))
    assert np.isnan(found.inside).all()
    assert found.outside.sum() == pytest.approx(1)


def test_those_that_disagree_come_first():
    told = [
        Answer("a", "A", "1", "2", 0.1),
        Answer("b", "B", "2", "1", 0.1),
        Answer("c", "C", reason="why"),
        Answer("d", "D", "2", "1", 0.3),
        Answer("e", "E", "1", "2", 0.2),
    ]
    assert [answer.relation for answer in dissenters_first(told, "1")] == ["d", "b", "e", "a", "c"]


def test_neighbours_with_their_values():
    case = case_of()
    table = with_features(case, contributions(case))
    assert table.loc[0, "side"] == "the query"
    assert table.loc[0, "alcohol"] == case.values[0]
    assert len(table) == 1 + 3 * 2 * 3
    for _, row in table.iloc[1:].iterrows():
        assert row["proline"] == case.trained.data.X[row["row"] - 1, 12]


def test_the_finding_says_winner_second_and_own_class():
    data = load_dataset("wine")
    ranking = rank_rows(data, partition(data), How(), 3)
    assert finding(case_of(), ranking) == (
        "Class 1 by a narrow margin: .506 against .494 for class 2. The row's own class is 2."
    )
    easiest = case_of(row=int(ranking.rows[-1]))
    assert lead_words(easiest, ranking) == "by a wide margin"
    assert finding(easiest).endswith("It is the row's own class.")
    assert apart(0.50004, 0.49996) == (".50004", ".49996")


def test_fitted_kernels_are_named_after_their_kernel():
    assert set(FITTED) == {key for key, spec in RELATIONS.items() if spec.family == "fitted kernel"}
    for fitted, kernel in FITTED.items():
        assert RELATIONS[fitted].formula == RELATIONS[kernel].formula
        assert Setting.of(kernel, gamma=0.5).group == "euclidean"


def test_first_come_winner_runner_up_and_truth():
    case = case_of("glass", 165)
    names = [case.names[place] for place in case.first]
    assert names[:2] == [case.predicted, case.runner_up]
    assert case.truth in names
    assert len(names) == 3
    scores = [case.score(name) for name in names]
    assert scores == sorted(scores, reverse=True)


def test_a_class_without_training_rows_cannot_win_and_the_words_say_so():
    data = load_dataset("wine")
    part = trained(data, np.flatnonzero(data.y != "3"), How())
    case = Case(part, 3, data.X[177], "3")
    assert case.names == ("1", "2")
    assert finding(case).endswith("The row's own class is 3, of which no training row is left.")
    assert part.scores(data.X[177:], 3)[0, 2] == -np.inf
    assert margin_text(-np.inf) == "none: its class has no training row"
