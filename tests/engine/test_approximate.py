"""The approximate search: what it finds is true, what it misses is told, and where it is exact it says so."""

import faiss
import numpy as np
import pytest
from clustered import METRICS, table
from scipy.spatial.distance import cdist
from statsmodels.stats.proportion import proportion_confint

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.engine import approximate as module
from frnn_core.engine.approximate import approximate, found_shares
from frnn_core.engine.approximations import Neighbourhood, index_of, members
from frnn_core.engine.cells import Cells
from frnn_core.engine.metrics import distances
from frnn_core.engine.neighbours import Index
from frnn_core.engine.owa import linear
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.rows import Rows

pytestmark = pytest.mark.usefixtures("small_is_large")


def training_set(X, y, k=3):
    return TrainingSet(X, y, int(y.max()) + 1, k=k)


def built(key, X, y, k=3):
    train = training_set(X, y, k)
    relation = RELATIONS[key].fit(train, **RELATIONS[key].resolve())
    return relation, train, *approximate(relation, train)


def test_of_equal_distances_any_will_do_and_what_is_not_there_is_not_missed():
    truth = np.array([[1.0, 2.0, 2.0], [1.0, 2.0, 3.0], [1.0, np.inf, np.inf]])
    found = np.array([[1.0, 2.0, 2.0], [2.0, 3.0, 4.0], [1.0, np.inf, np.inf]])
    np.testing.assert_allclose(found_shares(found, truth), [1, 2 / 3, 1])


# what is found


@pytest.mark.parametrize("key", METRICS)
def test_what_is_found_is_near_enough_and_its_distance_true_to_the_bit(key):
    X, y, queries = table(6_000, 5_000, features=4)
    _, train, index, report = built(key, X, y, k=5)
    found = index.profile([queries] * 2, 5)
    for code in (0, 1):
        every = distances(queries, train.X[y == code], METRICS[key])
        np.testing.assert_allclose(
            every, cdist(queries, X[y == code], METRICS[key]), rtol=1e-13
        )  # an oracle of its own
        truth = np.sort(every, axis=1)[:, :5]
        assert found_shares(found[:, code], truth).mean() >= 0.98
        assert all(np.isin(row, of_query).all() for row, of_query in zip(found[:, code], every, strict=True))
        assert (np.diff(found[:, code], axis=1) >= 0).all()
    assert report.recall.value >= 0.98
    assert not report.exact


def test_a_class_with_its_own_embedding_has_its_own_cells():
    X, y, queries = table(4_000, 3_000, features=4)
    model = FRNNClassifier("class-mah", search="approximate").fit(X, y)
    exact = FRNNClassifier("class-mah").fit(X, y)
    assert [part.reason for part in model.search_report_.classes] == ["", ""]
    assert model.search_report_.recall.value >= 0.98
    same = np.isclose(model.approximations(queries)[1], exact.approximations(queries)[1], rtol=1e-12)
    assert same.mean() > 0.9
    assert (model.predict(queries) == exact.predict(queries)).mean() > 0.97


def test_one_huge_class_and_tiny_ones():
    X, y, queries = table(6_000, 2, 40)
    _, _, index, report = built("euc", X, y, k=4)
    assert [part.cells > 0 for part in report.classes] == [True, False, False]
    found = index.profile([queries] * 3, 4)
    for code, there in ((1, 2), (2, 4)):
        truth = np.sort(cdist(queries, X[y == code]), axis=1)[:, :there]
        np.testing.assert_allclose(found[:, code, :there], truth, rtol=1e-12)
        assert np.isinf(found[:, code, there:]).all()
    assert np.isfinite(found[:, 0]).all()
    assert "2 of 3 classes are searched exactly: with fewer than 2,000 rows" in str(report)


def test_lists_are_full_even_where_cells_hold_few_rows():
    X, y, queries = table(2_500, 2_100)
    _, _, index, _ = built("euc", X, y, k=1)
    longer = index.profile([queries] * 2, 900)
    assert np.isfinite(longer).all()
    truth = np.sort(cdist(queries, X[y == 0]), axis=1)
    assert (longer[:, 0] >= truth[:, :900] * (1 - 1e-12)).all()


def test_more_neighbours_than_any_index_serves_are_searched_exactly():
    X, y, queries = table(2_500, 2_100)
    relation, train, index, _ = built("euc", X, y)
    exact = index_of(relation, train).profile([queries] * 2, 2_200)
    np.testing.assert_array_equal(index.profile([queries] * 2, 2_200), exact)
    _, _, none, report = built("euc", X, y, k=1_000)
    assert none is None
    assert "no index serves 1,000 neighbours or more" in str(report)


def test_duplicates_fill_lists_and_leave_no_empty_cell():
    rng = np.random.default_rng(1)
    distinct = rng.normal(size=(5, 3))
    X = np.concatenate([np.repeat(distinct, 600, axis=0), rng.normal(size=(3_000, 3))])
    y = np.repeat([0, 1], 3_000)
    _, _, index, report = built("man", X, y, k=3)
    assert report.classes[0].cells == 5
    found = index.profile([distinct + 0.001] * 2, 3)[:, 0]
    np.testing.assert_allclose(found, np.full((5, 3), 0.003), rtol=1e-9)
    assert report.recall.value >= 0.98


def test_all_rows_the_same():
    X, y = np.zeros((5_000, 2)), np.repeat([0, 1], 2_500)
    X[y == 1] = 1
    _, _, index, report = built("euc", X, y)
    np.testing.assert_allclose(index.profile([X[[0]]] * 2, 3)[0], [[0] * 3, [2**0.5] * 3])
    assert report.recall.value == 1


def test_a_far_outlier_or_offset_does_not_blind_single_precision():
    X, y, queries = table(4_000, 3_000)
    X[0] = 1e30
    for offset in (0.0, 1e9):
        _, _, index, report = built("euc", X + offset, y)
        truth = np.sort(cdist(queries + offset, X[y == 1] + offset), axis=1)[:, :3]
        assert found_shares(index.profile([queries + offset] * 2, 3)[:, 1], truth).mean() >= 0.97
        assert report.recall.value >= 0.98


def test_a_query_looks_into_the_cells_within_its_reach():
    X, _, queries = table(20_000)
    cells = Cells(Rows(X), "cityblock", np.random.default_rng(0))
    far = cells._to_centres(faiss, cells._single(queries))
    middle, unit = np.median(X, axis=0), cells._unit
    np.testing.assert_allclose(cells._middle, middle, atol=0.05)
    centres = cells._centres * unit + cells._middle
    np.testing.assert_allclose(far * unit, cdist(queries, centres, "cityblock"), rtol=1e-4)
    (reach,) = cells.reaches(queries, [0.05])
    nearest = np.sort(far, axis=1)[:, :16].mean(axis=1)
    for asked, mean in ((reach, 0.05 * cells.count), (-1e9, 1), (1e9, cells.count // 4)):
        found = cells._within(far, asked)
        assert found.shape[1] == cells.count // 4
        assert (found >= 0).sum(axis=1).mean() == pytest.approx(mean, rel=0.01)
        assert (found >= 0).any(axis=1).all()
    for query, row in enumerate(cells._within(far, reach)):
        expected = np.flatnonzero(far[query] <= nearest[query] + np.float32(reach))
        assert set(row[row >= 0]) == set(expected)


@pytest.mark.slow
def test_at_its_own_sizes_the_aim_is_met(monkeypatch):
    for name, value in (("LEAST_ROWS", 50_000), ("ADJUSTED_ON", 256), ("MEASURED_ON", 512)):
        monkeypatch.setattr(module, name, value)
    X, y, queries = table(150_000, 60_000, 3_000, features=8)
    relation, train, index, report = built("man", X, y, k=5)
    assert [part.cells > 0 for part in report.classes] == [True, True, False]
    truth = Index(members(relation, train), relation.metric).profile([queries] * 3, 5)
    assert found_shares(index.profile([queries] * 3, 5), truth).mean() >= 0.98
    assert report.recall.value >= 0.98
    assert report.recall.differing <= 3


# the report


def left_out(X, y, numbers, k):
    """The nearest distances of some rows in each class, by brute force, each row itself left out."""
    every = cdist(X[numbers], X)
    every[np.arange(len(numbers)), numbers] = np.inf
    return np.stack([np.sort(every[:, y == code], axis=1)[:, :k] for code in np.unique(y)], axis=1)


def test_the_report_says_what_brute_force_says(monkeypatch):
    monkeypatch.setattr(module, "ADJUSTED_TO", 0.4)  # so that something is missed
    monkeypatch.setattr(module, "MEASURED_ON", 400)
    X, y, _ = table(5_000, 4_000, 50, features=8)
    relation, _, index, report = built("euc", X, y)
    numbers = np.random.default_rng(module.SEED).choice(len(X), 464, replace=False)[64:]
    truth = left_out(X, y, numbers, 3)
    longer = index.profile([X[numbers]] * 3, 4)
    found = longer[:, :, :3].copy()
    own = np.arange(400), y[numbers]
    found[own] = [row[1:] if row[0] == 0 else row[:3] for row in longer[own]]
    hits = (found[:, :2] <= truth[:, :2, -1:] * (1 + 1e-12)).mean()
    assert report.recall.rows == 400
    assert 0.3 < report.recall.value < 0.95
    assert report.recall.value == pytest.approx(hits)
    interval = proportion_confint(hits * 400, 400, method="wilson")
    assert (report.recall.low, report.recall.high) == pytest.approx(interval)
    decided = [Neighbourhood(lists).decide(relation.link, linear, [3]) for lists in (found, truth)]
    assert report.recall.differing == (decided[0] != decided[1]).sum() > 0


def test_the_report_in_words():
    X, y, _ = table(3_000, 2_500, 30)
    model = FRNNClassifier("euc", k=4, search="approximate").fit(X, np.array(["ant", "bee", "cow"])[y])
    report, text = model.search_report_, str(model.search_report_)
    first = report.classes[0]
    assert (
        f"Class ant: 3,000 rows in {first.cells:,} cells, of which a query looks into {first.probes}" in text
    )
    assert "Class cow is searched exactly: with fewer than 2,000 rows that takes no longer." in text
    assert "Of the 4 nearest rows" in text
    assert f"finds a share of {report.recall.value:.4f} (95 % interval" in text
    assert "measured on 120 training rows" in text
    assert f"give {report.recall.differing} of these rows another class" in text
    assert report.build_seconds > 0
    rows, features = 5_500, 6
    assert report.nbytes == rows * (4 * features + 8) + sum(p.cells for p in report.classes) * 4 * features


def test_an_exact_search_says_so():
    X, y, _ = table(30, 30)
    report = FRNNClassifier().fit(X, y).search_report_
    assert report.exact
    assert str(report) == "Exact search: every neighbour is found."


@pytest.mark.parametrize(
    ("key", "params", "words"),
    [
        ("can", {}, "no index serves the Canberra distance"),
        ("che", {"variant": "published"}, "no index serves the largest signed difference"),
    ],
)
def test_what_no_index_serves_is_searched_exactly_and_told(key, params, words):
    X, y, queries = table(2_500, 2_500)
    model = FRNNClassifier(key, relation_params=params, search="approximate").fit(X, y)
    exact = FRNNClassifier(key, relation_params=params).fit(X, y)
    assert model.search_report_.exact
    assert str(model.search_report_).endswith(f"Every class is searched exactly: {words}.")
    np.testing.assert_array_equal(model.predict_proba(queries), exact.predict_proba(queries))


def test_rows_without_any_nearness_are_searched_exactly_and_told():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(5_000, 60)), np.repeat([0, 1], 2_500)
    model = FRNNClassifier("euc", search="approximate").fit(X, y)
    assert model.search_report_.exact
    assert "more than an eighth of" in str(model.search_report_)
    exact = FRNNClassifier("euc").fit(X, y)
    np.testing.assert_array_equal(model.predict_proba(X[:20]), exact.predict_proba(X[:20]))
