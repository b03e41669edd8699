"""What the study of weights computes is what the classifier and the runner compute."""

import numpy as np
import pytest
from scipy.stats import t as student
from scipy.stats import wilcoxon
from sklearn.metrics import balanced_accuracy_score

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.engine.weight_learning import REASONS, WeightSettings
from frnn_core.engine.weighting import linear
from frnn_core.experiments.evaluate import evaluate
from frnn_core.experiments.plan import Unit
from frnn_core.stats.overview import overview_of
from frnn_core.studies import weights
from frnn_core.studies.weights import KINDS, PLAIN, SAME, Case, half_weight, learn, plan_of, prepare

CASE = Case("wine", k=10)


def judged(fold, **how):
    """Balanced accuracy of the classifier on a fold of wine, numbered from 1."""
    data = load_dataset("wine")
    train, test = list(partition(data))[fold - 1]
    model = FRNNClassifier("man", **how).fit(data.X[train], data.y[train])
    return balanced_accuracy_score(data.y[test], model.predict(data.X[test])), model


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_step_is_the_classifier_with_learned_weights(kind):
    prepared = prepare(CASE, 2)
    settings = WeightSettings(by_class=kind == "learned-by-class")
    learning = learn(prepared, settings)
    score, model = judged(2, k=10, weights=kind)
    assert learning.score == pytest.approx(score, abs=1e-12)
    np.testing.assert_allclose(learning.weights(0)[-1], model.weights_.trace.upper, atol=1e-9)
    np.testing.assert_allclose(learning.weights(1)[-1], model.weights_.trace.lower, atol=1e-9)
    assert learning.groups == (("1", "2", "3") if settings.by_class else ())
    assert weights.learned_score(prepared, settings) == learning.score


def test_the_first_step_is_linear_and_scores_as_linear_weights_do():
    prepared = prepare(CASE, 1)
    learning = learn(prepared, WeightSettings(by_class=True))
    for side in (0, 1):
        np.testing.assert_allclose(learning.weights(side)[0], np.tile(linear(10), (3, 1)), atol=1e-12)
    told = weights.linear_scores(prepared)
    assert learning.scores[0] == told[SAME] == pytest.approx(judged(1, k=10)[0], abs=1e-12)
    assert told[PLAIN] == pytest.approx(judged(1, k=3)[0], abs=1e-12)


def test_a_step_between_scores_as_a_classifier_with_its_weights():
    prepared = prepare(CASE, 3)
    learning = learn(prepared, WeightSettings())
    place = len(learning.steps) // 2
    weighting = learning.fit.weighting(int(learning.steps[place]))
    assert learning.scores[place] == pytest.approx(judged(3, k=10, weights=weighting)[0], abs=1e-12)


def test_at_most_a_hundred_steps_are_shown_the_first_and_the_last_among_them():
    learning = learn(prepare(CASE, 1), WeightSettings(method="descent", tolerance=1e-12, limit=300))
    assert learning.fit.steps == 300
    assert len(learning.steps) == len(learning.scores) <= 100
    assert (learning.steps[0], learning.steps[-1]) == (0, 300)
    assert learning.judged == learning.rows == 160
    assert learning.fit.objective is None


def test_a_row_of_scores_is_what_the_runner_finds():
    row = weights.fold_row(prepare(CASE, 4), WeightSettings(by_class=True))
    plans = {PLAIN: plan_of(CASE, SAME, k=3), SAME: plan_of(CASE, SAME)}
    plans |= {"learned-by-class": plan_of(CASE, "learned-by-class")}
    for key, plan in plans.items():
        (result,) = evaluate(Unit("wine", 3, ((plan.settings[0], plan.ks),), plan.conditions))
        assert row[key] == pytest.approx(result.scores["balanced_accuracy"], abs=1e-12)


def test_linear_weights_stand_there_once_where_k_is_three():
    columns = {PLAIN: np.array([0.5, 0.6]), SAME: np.array([0.5, 0.6]), "learned": np.array([0.7, 0.8])}
    assert list(weights.fold_frame(columns, 3)) == [PLAIN, "learned"]
    frame = weights.fold_frame(columns, 20)
    assert list(frame) == [PLAIN, SAME, "learned"]
    assert list(frame.index) == [1, 2]


def test_the_verdict_is_the_corrected_test_and_none_where_a_score_is_missing():
    rng = np.random.default_rng(3)
    plain, learned = rng.random(10), rng.random(10)
    frame = weights.fold_frame({PLAIN: plain, SAME: plain, "learned": learned}, 20)
    told = weights.verdict(frame, "learned")
    gains = learned - plain
    error = np.sqrt((1 / 10 + 1 / 9) * gains.var(ddof=1))
    p = 2 * student.sf(abs(gains.mean() / error), 9)
    assert (told.difference, told.p) == (pytest.approx(gains.mean()), pytest.approx(p))
    frame.loc[4, "learned"] = np.nan
    assert weights.verdict(frame, "learned") is None
    assert "undefined on 1 of 10 folds" in weights.finding(CASE, "learned", frame, None)


def test_the_finding_gives_both_means_and_the_verdict():
    gains = np.linspace(0.05, 0.06, 10)
    plain = np.linspace(0.6, 0.7, 10)
    frame = weights.fold_frame({PLAIN: plain, SAME: plain - 0.1, "learned": plain + gains}, 20)
    told = weights.verdict(frame, "learned")
    assert weights.finding(CASE, "learned", frame, told) == (
        "On wine, learned weights score .705 against .650 with linear weights and k = 3: better by more than "
        "fold noise."
    )
    assert "Linear weights with k = 10: .550." in weights.numbers_words(CASE, frame, told)
    worse = weights.fold_frame({PLAIN: plain + gains, "learned-by-class": plain}, 3)
    told = weights.verdict(worse, "learned-by-class")
    assert weights.finding(CASE, "learned-by-class", worse, told).endswith("worse by more than fold noise.")
    assert "weights learned for each class score .650" in weights.finding(
        CASE, "learned-by-class", worse, told
    )


def test_settings_that_no_registered_family_has_are_told_apart():
    assert weights.is_usual(WeightSettings())
    assert weights.is_usual(WeightSettings(by_class=True))
    other = WeightSettings(method="descent", loss="own score", monotone=False)
    assert not weights.is_usual(other)
    assert weights.settings_words(other) == ["gradient descent", "loss “own score”", "weights that may rise"]
    assert weights.settings_words(WeightSettings(by_class=True)) == []
    assert [weights.kind_of(WeightSettings(by_class=by)) for by in (False, True)] == list(KINDS)


def test_families_are_summed_up_with_wilcoxons_test():
    rng = np.random.default_rng(0)
    plain = rng.random((12, 10))
    better = plain + rng.random((12, 1)) * 0.1 - 0.03
    better[3, 5] = np.nan
    names = [f"set {i}" for i in range(12)]
    one = overview_of("learned", PLAIN, names, better, plain)
    nothing = overview_of("strict", PLAIN, names, np.full((12, 10), np.nan), plain)
    told = weights.family_summary({"learned": one, "strict": nothing})
    assert list(told.index) == ["learned"]
    row, known = told.loc["learned"], np.arange(12) != 3
    gains = (better - plain).mean(axis=1)[known]
    assert (row["n"], one.blank) == (11, ("set 3",))
    assert row["difference"] == pytest.approx(gains.mean())
    assert (row["ahead"], row["behind"]) == ((gains > 0.01).sum(), (gains < -0.01).sum())
    assert row["p"] == pytest.approx(wilcoxon(gains, method="exact").pvalue)
    assert one.rows["difference"].is_monotonic_decreasing


def test_half_of_the_weight_counts_neighbours():
    assert half_weight(np.array([0.5, 0.5])) == 1
    assert half_weight(linear(20)) == next(i for i in range(1, 21) if linear(20)[:i].sum() >= 0.5)


@pytest.mark.parametrize("method", ["lbfgs", "descent"])
def test_why_it_stopped_is_told(method):
    learning = learn(prepare(CASE, 1), WeightSettings(method=method, limit=5))
    assert REASONS["limit"] in weights.stopped_words(learning)
    assert "took 5 steps" in weights.stopped_words(learning)


def test_step_0_is_linear_where_no_class_is_smaller_than_k():
    settings = WeightSettings(limit=1)
    large, small = prepare(CASE, 1), prepare(Case("glass", k=20), 1)
    assert learn(large, settings).scores[0] == weights.linear_scores(large)[SAME]
    assert weights.start_words(10, large.smallest) == "Step 0 are linear weights."
    assert small.smallest == 8
    assert learn(small, settings).scores[0] != weights.linear_scores(small)[SAME]
    assert "only 8 training rows" in weights.start_words(20, small.smallest)
