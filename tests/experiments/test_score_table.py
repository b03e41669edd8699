"""The table takes shipped results first, then the store, and says what is missing."""

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.engine.measures import MEASURES, measure
from frnn_core.errors import ParameterError, UnknownName
from frnn_core.experiments import shipped
from frnn_core.experiments.plan import Conditions, Plan, Setting, keys_of
from frnn_core.experiments.runner import compute, run
from frnn_core.experiments.score_table import NOT_COMPUTED, score_table
from frnn_core.experiments.store import Store

COMBO = Setting.of("combo", {"relations": ("man", "cos")})  # of all seven it would take far longer
PLAN = Plan(("wine", "segment"), (Setting.of("man"), Setting.of("mah"), COMBO), (1, 3))

pytestmark = pytest.mark.slow  # its store takes seconds; the pages read such tables in the quick part


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("table") / "r.sqlite")
    run(PLAN, store, anew=True)
    return store


@pytest.fixture(scope="module")
def part(store):
    """A source that knows wine under man, for k = 3, but for the last fold."""
    plan = Plan(("wine",), PLAN.settings[:1], (3,))
    keys = keys_of(plan, "wine", plan.settings[0], 3)
    return shipped.pack(store.lookup(keys[:9]).values(), {})


def test_means_are_those_of_the_store(store, part):
    table = score_table(PLAN, store=store, source=part)
    assert table.complete
    assert table.pending() == []
    kept = store.frame()
    cells = kept.groupby(["k", "dataset", "relation"])["balanced_accuracy"]
    means = cells.agg(lambda folds: folds.mean(skipna=False))
    for k in PLAN.ks:
        expected = means[k].unstack().loc[list(PLAN.datasets), ["man", "mah", "combo"]]
        np.testing.assert_allclose(table.frame(k), expected, atol=1e-12)


def test_the_other_measures(store, part):
    frame = store.frame()
    one = frame[(frame.dataset == "wine") & (frame.relation == "man") & (frame.k == 3)]
    for name in ("accuracy", "macro_f1"):
        table = score_table(PLAN, name, store, part)
        assert table.frame(3).loc["wine", "man"] == pytest.approx(one[name].mean(), abs=1e-12)


def test_what_is_missing_is_said_and_can_be_run(store, part, tmp_path):
    table = score_table(PLAN, source=part)
    assert not table.complete
    assert table.reasons(3).loc["wine", "man"] == "9 of 10 folds so far"
    assert table.reasons(1).loc["wine", "man"] == NOT_COMPUTED
    assert table.frame(3).isna().all(axis=None)
    fresh = Store(tmp_path / "r.sqlite")
    compute(table.pending(), fresh)
    assert len(fresh) == 120 - 9
    assert (
        score_table(PLAN, store=fresh, source=part)
        .frame(3)
        .equals(score_table(PLAN, store=store, source=part).frame(3))
    )


def test_blanks_have_their_reason(store, part):
    reasons = score_table(PLAN, store=store, source=part).reasons(3)
    assert "Region-pixel-count is constant" in reasons.loc["segment", "mah"]
    assert reasons.isna().sum(axis=None) == 5


def test_a_cell_defined_on_some_folds_is_blank_and_says_so(store, part):
    table = score_table(PLAN, store=store, source=part)
    table.values[1, 1, 1, :4] = 0.5
    assert np.isnan(table.frame(3).loc["segment", "mah"])
    assert table.reasons(3).loc["segment", "mah"].startswith("defined on 4 of 10 folds (mean there 0.500): ")


def test_one_cell_fold_by_fold(store, part):
    table = score_table(PLAN, store=store, source=part)
    folds = table.folds("wine", PLAN.settings[0], 3)
    assert folds.index.tolist() == list(range(1, 11))
    assert folds["score"].mean() == pytest.approx(table.frame(3).loc["wine", "man"])
    assert (folds["seconds"] >= 0).all()
    learned = table.learned("wine", PLAN.settings[2], 3)
    assert len(learned) == 10
    assert {one["choice"] for one in learned} <= {"man", "cos"}
    assert score_table(PLAN, source=part).folds("segment", PLAN.settings[1])["reason"].eq(NOT_COMPUTED).all()


def test_other_conditions_are_not_taken_from_the_shipped_results(part):
    plan = Plan(("wine",), (Setting.of("man"),), (3,), Conditions(weights="mean"))
    assert not score_table(plan, source=part).there.any()


def test_wrong_names_and_numbers_are_answered(part):
    with pytest.raises(UnknownName, match=r"no measure called 'f1'.*Did you mean macro_f1"):
        score_table(PLAN, "f1")
    with pytest.raises(ParameterError, match="This table has k = 1, 3, not 5"):
        score_table(PLAN, source=part).frame(5)


def test_a_measure_that_is_not_shipped_is_computed_and_kept_beside_the_others(store, tmp_path):
    keys = [key for name in PLAN.datasets for s in PLAN.settings[:2] for key in keys_of(PLAN, name, s, 3)]
    source = shipped.pack(store.lookup(keys).values(), {})
    plan = Plan(PLAN.datasets, PLAN.settings[:2], (3,))
    fresh = Store(tmp_path / "r.sqlite")
    with MEASURES.lent():

        @measure(key="worst", label="worst recall", formula="", help="", source="")
        def worst(counts):
            recall = np.diagonal(counts, axis1=-2, axis2=-1) / np.maximum(counts.sum(axis=-1), 1)
            return np.where(counts.sum(axis=-1) > 0, recall, 1.0).min(axis=-1)

        table = score_table(plan, "worst", fresh, source)
        assert table.reasons().loc["wine", "man"] == NOT_COMPUTED
        assert "is constant" in table.reasons().loc["segment", "mah"]
        assert {unit.wanted[0][0].relation for unit in table.pending()} == {"man", "mah"}
        assert not any(u.dataset == "segment" and u.wanted[0][0].relation == "mah" for u in table.pending())
        compute(table.pending(), fresh)
        table = score_table(plan, "worst", fresh, source)
        assert table.complete
        data, folds = load_dataset("wine"), partition(load_dataset("wine"))
        expected = []
        for train, test in folds:
            model = FRNNClassifier("man").fit(data.X[train], data.y[train])
            right = model.predict(data.X[test]) == data.y[test]
            expected.append(min(right[data.y[test] == name].mean() for name in set(data.y[test])))
        assert table.frame().loc["wine", "man"] == pytest.approx(np.mean(expected), abs=1e-12)
        assert table.folds("wine", PLAN.settings[0])["score"].tolist() == pytest.approx(expected)


def test_deals_stand_one_after_the_other_the_first_found_and_the_next_computed(tmp_path):
    plan = Plan(("wine",), (Setting.of("man"),), (3,), Conditions(repeats=2))
    assert score_table(plan).there[0, 0, 0].tolist() == [True] * 10 + [False] * 10
    table = run(plan, Store(tmp_path / "results.sqlite"))
    wine = load_dataset("wine")
    expected = [
        balanced_accuracy_score(wine.y[test], FRNNClassifier("man", k=3).fit(*train).predict(wine.X[test]))
        for folds in (partition(wine), partition(wine, "stratified", 10, 1))
        for train, test in (((wine.X[train], wine.y[train]), test) for train, test in folds)
    ]
    np.testing.assert_allclose(table.values[0, 0, 0], expected)
    assert table.frame().loc["wine", "man"] == pytest.approx(np.mean(expected))
    assert len(table.folds("wine", Setting.of("man"))) == 20
    assert not table.pending()
