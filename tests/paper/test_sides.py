"""Other classifiers, and the findings of another study, against direct computations on shipped results."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

from frnn_core.data import dataset_names
from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.baselines.results import fold_results
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.score_table import score_table
from frnn_core.paper.left_open import answer
from frnn_core.paper.open_questions import questions
from frnn_core.paper.sides import Other


def test_another_classifier_is_measured_as_its_baseline_says():
    names = ("wine", "heart")
    measured = Other("knn").measured(names, None)
    for name in names:
        results = fold_results(name, "knn", 3)
        assert measured.scores[name] == pytest.approx(
            np.mean([r.scores["balanced_accuracy"] for r in results])
        )
        assert measured.accuracy()[name] == pytest.approx(np.mean([r.scores["accuracy"] for r in results]))
        assert measured.seconds()[name] == pytest.approx(np.mean([r.seconds for r in results]))
    assert measured.computed.all()
    assert measured.label == BASELINES["knn"].label


def test_of_several_k_another_classifier_takes_the_best_in_hindsight():
    names, ks = ("wine", "heart", "glass"), (1, 5, 20)
    means = {
        k: [np.mean([r.scores["balanced_accuracy"] for r in fold_results(name, "knn", k)]) for name in names]
        for k in ks
    }
    best = max(ks, key=lambda k: np.mean(means[k]))
    measured = Other("knn", ks).measured(names, None)
    assert measured.label == f"{BASELINES['knn'].label}, k = {best}"
    assert measured.scores.tolist() == pytest.approx(means[best])
    plain = [np.mean([r.scores["accuracy"] for r in fold_results(name, "knn", best)]) for name in names]
    assert measured.accuracy().tolist() == pytest.approx(plain)


def test_what_another_study_found_is_held_against_the_shipped_results():
    study = answer(next(question for question in questions() if question.key == "study"))
    assert study.complete
    assert study.deciding == study.compared
    scaled = study.compared[4]

    def means(k, **how):
        plan = Plan(dataset_names(), (Setting.of("man"),), (k,), Conditions(**how))
        return score_table(plan).frame(k).iloc[:, 0]

    ks = (1, 3, 5, 10, 15, 20)
    new, old = (
        max((means(k, **how) for k in ks), key=lambda scores: scores.mean())
        for how in ({"normalise": "standard-deviation"}, {})
    )
    np.testing.assert_allclose(scaled.scores["new"], new)
    np.testing.assert_allclose(scaled.scores["old"], old)
    gains = (new - old).round(12)
    test = scipy.stats.wilcoxon(gains[gains != 0], method="exact")
    assert scaled.p == pytest.approx(test.pvalue, rel=0.1)
