"""Metrics against scikit-learn's."""

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, balanced_accuracy_score, f1_score

from frnn_core.engine.measures import accuracy, balanced_accuracy, confusion, macro_f1


@pytest.mark.parametrize("classes", [2, 3, 7])
@pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true")
def test_metrics_equal_those_of_scikit_learn(classes):
    rng = np.random.default_rng(classes)
    for _ in range(20):
        truth = rng.integers(0, rng.integers(1, classes + 1), 25)
        decided = rng.integers(0, classes, (25, 4))
        counts = confusion(truth, decided, classes)
        for i, predicted in enumerate(decided.T):
            assert balanced_accuracy(counts)[i] == pytest.approx(balanced_accuracy_score(truth, predicted))
            assert accuracy(counts)[i] == pytest.approx(accuracy_score(truth, predicted))
            expected = f1_score(truth, predicted, average="macro", zero_division=0)
            assert macro_f1(counts)[i] == pytest.approx(expected)
