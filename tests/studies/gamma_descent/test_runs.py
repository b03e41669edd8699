"""Learning the width on folds gives what the classifier gives by hand on the same folds."""

import hashlib
from dataclasses import replace

import numpy as np
import pytest

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.engine.measures import balanced_accuracy, confusion
from frnn_core.experiments.evaluate import evaluate
from frnn_core.experiments.plan import Conditions, Plan, Setting, units
from frnn_core.relations.gamma import REASONS, SEARCH_GRID, GammaSettings
from frnn_core.studies.gamma_descent import (
    CURVE_GRID,
    RELATION_OF,
    descend,
    kernel_frame,
    outcomes,
    summaries,
    troubles,
    why_not_published,
    width_text,
)


def by_hand(name, fold, relation, **options):
    """Balanced accuracy of a classifier fitted to one fold, and the classifier."""
    data = load_dataset(name)
    train, test = list(partition(data))[fold - 1]
    model = FRNNClassifier(relation, **options).fit(data.X[train], data.y[train])
    guess = model.predict(data.X[test])
    places = {label: code for code, label in enumerate(data.class_names)}
    truth, decided = (np.array([places[label] for label in labels]) for labels in (data.y[test], guess))
    counts = confusion(truth, decided[:, None], len(data.class_names))
    return float(balanced_accuracy(counts)[0]), model, data.X[test]


@pytest.mark.parametrize(
    ("name", "kernel", "k", "settings"),
    [
        ("heart", "circle", 3, GammaSettings()),
        ("wine", "gauss", 5, GammaSettings(start=3.0, rate=0.003, batch=5, limit=300, seed=4)),
        ("glass", "sphere", 1, GammaSettings(start=0.5)),
    ],
)
def test_outcomes_are_those_of_the_classifier(name, kernel, k, settings):
    got = descend(name, 2, kernel, k, settings)
    assert got.fold == 2
    assert got.unfitted == by_hand(name, 2, kernel, k=k)[0]
    assert got.at_start == by_hand(name, 2, kernel, k=k, gamma=settings.start)[0]
    assert got.euclidean == by_hand(name, 2, "euc", k=k)[0]
    for run in got.runs:
        params = {
            **{key: getattr(settings, key) for key in ("start", "rate", "batch", "limit")},
            "variant": run.variant,
            "seed": runner_seed(name, 2, RELATION_OF[kernel], settings.seed),
        }
        score, model, queries = by_hand(name, 2, RELATION_OF[kernel], k=k, relation_params=params)
        trace = model.relation_.trace
        assert run.score == score
        assert (run.gamma, run.reason) == (trace.gamma, trace.ending)
        np.testing.assert_array_equal(run.gammas, trace.gammas)
        np.testing.assert_array_equal(run.losses, trace.losses)
        np.testing.assert_array_equal(got.curve, trace.loss_curve(CURVE_GRID))
        assert run.end_loss == trace.loss.mean(trace.gamma)[0]
        nearest = np.maximum(model.explain(queries).inside.similarities.max(axis=(1, 2)), 0)
        assert run.unlike == pytest.approx((nearest.round(12) == 0).mean())


def runner_seed(name, fold, relation, seed):
    """The seed that a run of the experiment gives to a fold."""
    text = f"{seed}|{load_dataset(name).sha256}|{fold - 1}|{relation}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big") // 2


@pytest.mark.parametrize("variant", ["published", "corrected"])
def test_the_papers_settings_give_what_the_runner_gives(variant):
    plan = Plan(("heart",), (Setting.of_variant("cir-grad", variant),), (3,), Conditions())
    for unit in units(plan)[:2]:
        (result,) = evaluate(unit)
        run = descend("heart", unit.fold + 1, "circle", 3, GammaSettings(), (variant,)).runs[0]
        assert run.score == result.scores["balanced_accuracy"]
        assert f'"gamma": {run.gamma}' in result.fitted


def test_accuracies_over_gamma_are_the_kernels():
    got = descend("wine", 1, "sphere", 3, GammaSettings(limit=10), ("corrected",))
    for place in (0, 15, 40):
        assert got.accuracies[place] == by_hand("wine", 1, "sphere", k=3, gamma=SEARCH_GRID[place])[0]


def test_below_the_smallest_distance_the_gradient_is_exactly_0():
    data = load_dataset("balance")
    train, _ = next(iter(partition(data)))
    model = FRNNClassifier("cir-grad", relation_params={"limit": 1}).fit(data.X[train], data.y[train])
    loss, got = model.relation_.trace.loss, descend("balance", 1, "circle", 3, GammaSettings(limit=1))
    assert got.flat_below > 0
    assert not loss(0.999 * got.flat_below)[1].any()
    assert loss(1.001 * got.flat_below)[1].any()
    assert descend("balance", 1, "gauss", 3, GammaSettings(limit=1)).flat_below == 0


def test_a_start_in_the_dead_zone_is_told():
    settings = GammaSettings(start=0.05)
    folds = [descend("balance", fold, "circle", 3, settings, ("corrected",)) for fold in (1, 2)]
    (summary,) = summaries(folds)
    assert summary.reasons == (("dead zone", 2),)
    assert summary.below == 2
    assert summary.gamma == 0.05
    words = " ".join(troubles(summary, settings, "Corrected"))
    assert "Corrected: dead zone.** On 2 of 2 folds" in words
    assert summary.collapsed == (summary.unlike > 0.5 or summary.unfitted - summary.fitted > 0.05)


@pytest.mark.slow
def test_the_collapse_is_told_and_a_good_run_has_no_trouble():
    folds = [descend("heart", fold, "circle", 3, GammaSettings()) for fold in range(1, 11)]
    published, corrected = summaries(folds)
    frame = outcomes(folds)
    assert frame.shape[0] == 20
    assert published.gamma == frame.loc["published", "gamma"].median()
    assert corrected.fitted == pytest.approx(frame.loc["corrected", "fitted"].mean())
    assert published.collapsed
    assert not corrected.collapsed
    assert published.gamma < 0.6 < 1.1 < corrected.gamma < 1.4
    assert corrected.fitted - published.fitted > 0.1
    assert (
        "**Published collapses.** Its steps lead uphill"
        in troubles(published, GammaSettings(), "Published")[0]
    )
    assert troubles(corrected, GammaSettings(), "Corrected") == []
    assert set(dict(published.reasons)) <= set(REASONS)
    table = kernel_frame({"circle": [published, corrected]})
    assert table.loc[("circle", "published"), "stopped"] == "dead zone 10"


@pytest.mark.parametrize(
    ("name", "settings", "words"),
    [
        ("heart", GammaSettings(method="adam"), "not Adam"),
        ("heart", GammaSettings(method="search"), "not a search"),
        ("heart", GammaSettings(loss="cross-entropy"), "own score"),
        ("segment", GammaSettings(), "2,079 training rows of segment"),
    ],
)
def test_why_published_cannot_be_run(name, settings, words):
    assert words in why_not_published(name, settings)


def test_published_runs_up_to_two_thousand_rows():
    assert why_not_published("heart", GammaSettings()) is None
    assert why_not_published("titanic", GammaSettings()) is None


def test_search_and_cross_entropy_have_a_corrected_run():
    for settings in (GammaSettings(method="search"), GammaSettings(loss="cross-entropy", limit=20)):
        got = descend("wine", 1, "gauss", 3, settings, ("corrected",))
        assert got.run("corrected").path[-1] == got.runs[0].gamma
        assert got.curve.min() <= got.start_loss
    assert got.runs[0].steps <= 20


def test_the_seed_decides_the_rows_and_nothing_else():
    first, same, other = (
        descend("wine", 1, "gauss", 3, replace(GammaSettings(limit=20), seed=seed), ("corrected",))
        for seed in (0, 0, 1)
    )
    np.testing.assert_array_equal(first.runs[0].gammas, same.runs[0].gammas)
    assert first.runs[0].gamma != other.runs[0].gamma
    np.testing.assert_array_equal(first.curve, other.curve)
    assert first.euclidean == other.euclidean


def test_widths_are_written_short():
    assert [width_text(g) for g in (0.41999, 1.0, 1.2713, 100.0, 0.01)] == [".42", "1", "1.27", "100", ".01"]


def test_no_variant_is_an_error():
    with pytest.raises(ValueError, match="at least one variant"):
        descend("wine", 1, "gauss", 3, GammaSettings(), ())


@pytest.mark.parametrize("kernel", ["circle", "gauss"])
def test_small_steps_far_from_the_minimum_are_a_plateau_and_told_as_one(kernel):
    folds = [descend("ring", 1, kernel, 3, GammaSettings(start=100.0), ("corrected",))]
    (run,), (summary,) = folds[0].runs, summaries(folds)
    assert (run.reason, run.steps, round(run.gamma)) == ("plateau", 1, 100)
    assert run.end_loss - folds[0].curve.min() > 0.09
    assert summary.flat
    assert summary.lowest_at == CURVE_GRID[int(folds[0].curve.argmin())]
    (words,) = troubles(summary, GammaSettings(start=100.0), "Corrected")
    assert words.startswith("**Corrected stops on a plateau.** On 1 of 1 fold the loss is the same")
    assert f"near γ = {width_text(summary.lowest_at)}" in words
    near = descend("ring", 1, "circle", 3, GammaSettings(), ("corrected",))
    assert near.runs[0].reason == "converged"


def test_a_step_that_is_small_by_chance_is_no_minimum_either():
    folds = [descend("glass", 1, "gauss", 3, GammaSettings(), ("corrected",))]
    (summary,) = summaries(folds)
    assert summary.stopped == "stopped short 1"
    assert not summary.flat
    (words,) = troubles(summary, GammaSettings(), "Corrected")
    assert words.startswith("**Corrected stops short.**")
