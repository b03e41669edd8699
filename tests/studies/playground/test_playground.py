"""The playground decides as the classifier does, and edits do what they say."""

import math

import numpy as np
import oracle
import pytest
from sklearn.decomposition import PCA
from sklearn.metrics import balanced_accuracy_score

from frnn_core import FRNNClassifier, load_dataset
from frnn_core.data import plain_names
from frnn_core.data.teaching import teaching_set
from frnn_core.engine.approximations import similarity_matrix
from frnn_core.engine.owa import WEIGHTS
from frnn_core.errors import FRNNError, ParameterError
from frnn_core.relations import RELATIONS
from frnn_core.studies.playground import (
    FINE,
    MIDDLE,
    PLACES,
    SIDE,
    STEP,
    Edit,
    Rule,
    Source,
    Square,
    board,
    coloured,
    decision,
    disagreement,
    edit_of,
    edited,
    place_of,
    point_target,
    possible,
    read_edits,
    refused,
    source_names,
    words,
    write_edits,
)
from frnn_core.studies.playground.board import sample
from frnn_core.studies.playground.edits import MOST_EDITS

EDITS = (Edit("a", 400, 1), Edit("c", 3, 1), Edit("x", 7), Edit("a", 41, 0))
RULES = [
    Rule(),
    Rule("che", 1, weights="strict"),
    Rule("class-mah", 5, normalise="unit"),
    Rule("gauss", 4, 0.1, weights="mean", normalise="none"),
    Rule("can", 20, normalise="unit", weights="exponential"),
    Rule("nca", 3, weights="inverse-additive"),
]


def played(name="blobs", n=60, edits=EDITS):
    return edited(board(Source(name, n)), edits)


def classifier(now, rule):
    normalise = None if rule.normalise == "none" else rule.normalise
    model = FRNNClassifier(
        rule.relation, k=rule.k, gamma=rule.gamma, weights=rule.weights, normalise=normalise
    )
    return model.fit(now.data.X, now.data.y)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.relation)
def test_regions_leads_and_memberships_are_the_classifiers(rule):
    now = played()
    decided, model = decision(now, rule), classifier(now, rule)
    some = np.random.default_rng(0).choice(SIDE**2, 150, replace=False)
    cells = now.square.cells()[some]
    assert [now.data.class_names[c] for c in decided.winner.ravel()[some]] == model.predict(cells).tolist()
    lower, upper = model.approximations(cells)
    np.testing.assert_allclose(decided.lower.reshape(SIDE**2, -1)[some], lower, rtol=1e-6, atol=1e-6)
    np.testing.assert_allclose(decided.upper.reshape(SIDE**2, -1)[some], upper, rtol=1e-6, atol=1e-6)
    margins = model.explain(cells).margins
    np.testing.assert_allclose(decided.margin.ravel()[some], margins, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.relation)
def test_the_query_is_answered_as_the_classifier_predicts(rule):
    now = played()
    decided, model = decision(now, rule), classifier(now, rule)
    winner, margin = decided.at_places()
    for number in (0, MIDDLE, 777, PLACES**2 - 1):
        query = now.square.place(number)
        told = decided.explain(query)
        assert told.predictions.tolist() == model.predict(query[None]).tolist()
        assert now.data.class_names[winner[number]] == told.predictions[0]
        assert margin[number] == pytest.approx(told.margins[0], abs=1e-6)
        np.testing.assert_allclose(told.scores[0].sum(), (told.lower + told.upper)[0].sum() / 2, atol=1e-9)
        assert f"class {told.predictions[0]}, " in words.answer("It", told)


def test_leave_one_out_is_a_loop_over_the_points():
    now = played("moons", 40, (Edit("c", 3, 1),))
    for key in ("man", "euc", "class-mah", "cos"):
        decided = decision(now, Rule(key))
        X, _ = oracle.normalised(now.data.X, now.data.X)
        R = oracle.relation(key, X, now.data.y)
        told = []
        for i, query in enumerate(X):
            others = [(R(query, X[j], now.data.y[j]), now.data.y[j]) for j in range(len(X)) if j != i]
            scores = [
                oracle.owa([s for s, c in others if c == C], 3)
                - oracle.owa([s for s, c in others if c != C], 3)
                for C in now.data.class_names
            ]
            told.append(now.data.class_names[int(np.argmax(np.round(scores, 11)))])
        assert [now.data.class_names[c] for c in decided.left_out] == told
        assert decided.balanced == pytest.approx(balanced_accuracy_score(now.data.y, told))


def test_the_disagreement_is_counted_cell_by_cell():
    now = played("moons", 60)
    a, b = Rule("man"), Rule("che", 3)
    first, second = decision(now, a), decision(now, b)
    cells = now.square.cells()
    apart = classifier(now, a).predict(cells) != classifier(now, b).predict(cells)
    np.testing.assert_array_equal(disagreement(first, second).ravel(), apart)
    said = words.finding(now, ["Manhattan", "Chebyshev"], [first, second])
    assert f"disagree on {words.percent(apart.mean())} of the square" in said
    assert f"over {len(now.data.y)} points: A {first.balanced:.3f}".replace(" 0.", " .") in said
    assert "agree on the whole square" in words.finding(now, ["a", "b"], [first, first])
    assert f"{first.balanced:.3f}"[1:] in words.finding(now, ["a", "b"], [first, "no"])
    assert words.finding(now, ["a", "b"], ["no", "no"]) == "a and b: undefined on these points."


def test_shares_are_never_rounded_to_all_or_nothing():
    assert [words.percent(s).replace("\xa0", " ") for s in (0, 0.0791, 0.004, 0.0001, 0.9999, 1)] == [
        "0 %",
        "8 %",
        "0.4 %",
        "less than 0.1 %",
        "more than 99.9 %",
        "100 %",
    ]


def test_similarities_around_the_query_follow_the_definition():
    now = played()
    query = now.square.place(500)
    X, cells = oracle.normalised(now.data.X, np.vstack([query, now.square.cells()]))
    for key in ("man", "che", "class-mah"):
        decided = decision(now, Rule(key))
        R = oracle.relation(key, X, now.data.y)
        for code, label in enumerate(now.data.class_names):
            field = decided.similarities(query, now, code)
            for cell in (0, 4711, 9999):
                assert field.ravel()[cell] == pytest.approx(R(cells[0], cells[1 + cell], label), abs=1e-9)
    assert decided.per_class
    assert not decision(now, Rule("man")).per_class


@pytest.mark.slow
def test_similarities_are_those_of_the_similarity_matrix():
    now = played()
    for key in RELATIONS:
        decided = decision(now, Rule(key))
        query = now.square.place(30)
        normalise = decided.model.normaliser
        cells = normalise(now.square.cells()[::997])
        told = similarity_matrix(
            decided.model.relation, normalise(query[None]), cells, np.ones(len(cells), dtype=int)
        )
        np.testing.assert_array_equal(decided.similarities(query, now, 1).ravel()[::997], told[0])


def test_an_undefined_relation_gives_its_reason():
    start = board(Source("balance", 40, "features", 1, 1))
    assert "Left-weight" in decision(start, Rule("mah"))
    assert not isinstance(decision(start, Rule("man")), str)


def test_a_place_is_a_cell_of_the_surface():
    square = board(Source()).square
    assert (PLACES - 1) * STEP + 1 == SIDE
    places = square.places()
    for number in (0, 5, PLACES, MIDDLE, PLACES**2 - 1):
        row, column = divmod(number, PLACES)
        np.testing.assert_array_equal(square.place(number), places[number])
        np.testing.assert_array_equal(places[number], square.cells()[SIDE * STEP * row + STEP * column])
        assert square.nearest(places[number]) == number
        assert (square.low <= places[number]).all()
        assert (places[number] <= square.high).all()
    assert square.nearest(np.array([-99.0, -99.0])) == 0
    flat = Square.around(np.array([[1.0, 2.0], [1.0, 4.0]]))
    assert flat.low[0] == 0.5
    assert flat.high[0] == 1.5


def test_every_data_set_can_be_played_with():
    generated = {"moons", "circles", "spirals", "blobs", "rotated"}
    assert set(source_names()) == {*plain_names(extra=True)} | generated
    assert len(source_names()) == len(set(source_names())) == 46
    np.testing.assert_array_equal(board(Source("moons", 60)).data.X, teaching_set("moons", 60, 0).X)
    with pytest.raises(FRNNError, match="moon"):
        board(Source("moonz"))
    with pytest.raises(ParameterError, match="1 to 13"):
        board(Source("wine", 100, "features", 1, 14))
    with pytest.raises(FRNNError, match="axes"):
        board(Source("wine", 100, "umap"))


def test_samples_are_stratified_seeded_and_small():
    for name in ("page", "yeast", "ecoli", "wine", "titanic"):
        whole = load_dataset(name)
        rows = sample(whole, 300)
        assert len(rows) == min(300, len(whole.y)) == len(set(rows.tolist()))
        np.testing.assert_array_equal(rows, sample(whole, 300))
        counts = np.bincount(whole.codes[rows], minlength=len(whole.class_names))
        assert counts.min() >= 2
        share = whole.class_counts / len(whole.y) * len(rows)
        assert (np.abs(counts - share) <= 1 + 2 * len(counts)).all()
    assert len(sample(load_dataset("movement"), 20)) == 30


def test_projections_are_those_of_the_sample():
    whole = load_dataset("wine")
    X, _ = oracle.normalised(whole.X, whole.X)
    found = board(Source("wine", 300, "pca")).data.X
    known = PCA(2).fit_transform(X)
    for j in range(2):
        assert abs(np.corrcoef(found[:, j], known[:, j])[0, 1]) == pytest.approx(1)
        assert found[:, j].std() == pytest.approx(known[:, j].std())
    now = board(Source("satimage", 60, "nca"))
    big = load_dataset("satimage")
    rows = sample(big, 60)
    model = FRNNClassifier("nca", relation_params={"n_components": 2}).fit(big.X[rows], big.y[rows])
    np.testing.assert_allclose(now.data.X, model.relation_.embed(model._train.X, 0), atol=1e-9)
    assert now.of == len(big.y)
    assert "60 of 6,435 rows" in words.sampled(now, 60)


def test_edits_are_written_and_read_back():
    text = write_edits(EDITS)
    assert text == "a400.1_c3.1_x7_a41.0"
    assert read_edits(text) == EDITS
    assert read_edits("") == ()
    for bad in ("b1", "a1", "x", "x1.2", "a1.2.3", "a-1.0", "c99999.1", "_", "x1_", "<b>", "x٣"):
        with pytest.raises(ValueError, match="is no edit"):
            read_edits(bad)
    with pytest.raises(ValueError, match=f"{MOST_EDITS} edits at most"):
        read_edits("_".join(["x1"] * (MOST_EDITS + 1)))


def test_points_are_put_and_moved_along_a_fine_lattice():
    start = board(Source("blobs", 30))
    low, high = np.array(start.square.low), np.array(start.square.high)
    now = edited(start, read_edits("p0.9999.2_m4.2500.5000"))
    np.testing.assert_allclose(now.data.X[-1], [low[0], high[1]])
    np.testing.assert_allclose(now.data.X[4], low + (high - low) * [2500 / FINE, 5000 / FINE])
    assert now.data.y[-1] == "C"
    assert now.data.codes[4] == start.data.codes[4]
    assert np.flatnonzero(now.edited).tolist() == [4, 30]
    assert write_edits(read_edits("p0.9999.2_m4.2500.5000")) == "p0.9999.2_m4.2500.5000"
    for step in range(PLACES):
        target = step * FINE // (PLACES - 1)
        np.testing.assert_allclose(
            start.square.fine((target, target)), start.square.place(step * (PLACES + 1))
        )
    assert refused(start, Edit("m", 99)) == "there is no point 99"


def test_clicks_add_relabel_and_remove():
    start = board(Source("blobs", 30))
    code = int(start.data.codes[4])
    added = edit_of(start, "add", 100, 2)
    now = edited(start, (added,))
    np.testing.assert_array_equal(now.data.X[-1], start.square.place(100))
    assert now.data.y[-1] == "C"
    assert now.numbers[-1] == 30
    assert now.edited.tolist() == [0] * 30 + [1]
    for step in range(1, 4):
        relabelled = edit_of(now, "relabel", point_target(4), 0)
        assert relabelled == Edit("c", 4, (code + step) % 3)
        now = edited(start, (added, *(Edit("c", 4, (code + s) % 3) for s in range(1, step + 1))))
        assert now.data.codes[4] == (code + step) % 3
    removed = edit_of(now, "remove", point_target(30), 0)
    assert removed == Edit("x", 30)
    assert len(edited(start, (added, removed)).data.y) == 30
    assert edit_of(now, "remove", 55, 0) is None
    assert edit_of(now, "relabel", point_target(999), 0) is None
    assert edit_of(now, "ask", point_target(4), 0) is None
    assert place_of(now, point_target(30)) == 100
    assert place_of(now, 12) == 12
    assert edit_of(now, "add", point_target(30), 1) == Edit("a", 100, 1)


def test_impossible_edits_are_left_out_with_a_reason():
    start = board(Source("blobs", 20))
    first = start.numbers[start.data.codes == 0]
    few = tuple(Edit("x", int(number)) for number in first)
    kept, reasons = possible(start, (*few, Edit("x", 999), Edit("a", PLACES**2, 0), Edit("a", 0, 3)))
    assert kept == few[:-2]
    assert reasons == [
        "class A keeps 2 points at least",
        "class A keeps 2 points at least",
        "there is no point 999",
        f"there is no place {PLACES**2} on the square",
        "there is no class number 4",
    ]
    assert refused(start, Edit("c", 0, 1)) == ""
    with pytest.raises(ParameterError, match="no point 999"):
        edited(start, (Edit("x", 999),))


@pytest.mark.parametrize("weights", WEIGHTS)
def test_classes_of_two_points_are_decided_too(weights):
    start = board(Source("yeast", 20))
    assert start.data.class_counts.min() == 2
    decided = decision(start, Rule("man", 20, weights=weights))
    assert len(decided.left_out) == len(start.data.y)
    assert np.isfinite(decided.margin).all()


def test_gamma_counts_only_for_kernels():
    assert Rule("man", gamma=5.0).effective == Rule("man")
    assert Rule("gauss", gamma=5.0).effective.gamma == 5.0


def test_many_classes_leave_colour_to_winner_and_rival():
    now = board(Source("vowel", 200, "pca"))
    told = decision(now, Rule()).explain(now.square.place(MIDDLE))
    assert coloured(11, [told]) == tuple(sorted(np.argsort(-told.scores[0], kind="stable")[:2].tolist()))
    assert coloured(6, [told]) == (0, 1, 2, 3, 4, 5)
    assert math.isclose(told.margins[0], np.diff(np.sort(told.scores[0])[-2:])[0])
