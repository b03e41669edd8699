"""The model under the classifier gives the classifier's answers, and leaves rows out one by one."""

import subprocess
import sys

import numpy as np
import pytest

from frnn_core import RELATIONS, FRNNClassifier, load_dataset
from frnn_core.data import Dataset
from frnn_core.errors import DataError
from frnn_core.model import Model


@pytest.mark.parametrize("relation", [key for key, spec in RELATIONS.items() if spec.family != "learned"])
def test_the_classifier_says_the_same(relation):
    data = load_dataset("wine")
    model = Model.of(data, relation, k=2, gamma=0.7)
    classifier = FRNNClassifier(relation, k=2, gamma=0.7).fit(data.X, data.y)
    rows = data.X[::7] * 1.01
    queries = model.normaliser(rows)
    np.testing.assert_array_equal(model.classes[model.decide(queries)], classifier.predict(rows))
    for ours, theirs in zip(model.approximations(queries), classifier.approximations(rows), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    np.testing.assert_array_equal(model.explain(queries).scores, classifier.explain(rows).scores)


@pytest.mark.parametrize("relation", ["man", "cos", "class-mah"])
def test_each_row_is_decided_by_the_others(relation):
    data = load_dataset("glass")
    model = Model.of(data, relation, k=3)
    told = Model.of(data, relation, k=4).explain(model.train.X)
    weights = np.array([3, 2, 1]) / 6
    for row in (0, 57, 120, 213):
        scores = []
        for code in range(len(data.class_names)):
            lists = []
            for side in (told.inside, told.outside):
                near = [
                    alike
                    for other, alike in zip(side.rows[row, code], side.similarities[row, code], strict=True)
                    if other != row
                ]
                lists.append(weights @ near[:3])
            scores.append(lists[0] - lists[1])
        assert model.left_out()[row] == np.argmax(np.round(scores, 10))


def test_a_dashboard_page_needs_no_scikit_learn():
    code = (
        "import sys; from frnn_core.model import Model; from frnn_core import load_dataset;"
        "import frnn_core.stats, frnn_core.experiments.score_table, frnn_core.figures.heatmap;"
        "Model.of(load_dataset('blobs'), 'man').left_out();"
        "print([name for name in ('sklearn', 'scipy.stats') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_range_beyond_float64_is_refused():
    rows, labels = np.array([[-1.7e308], [1.7e308]] * 6), np.array(["a", "b"] * 6)
    with pytest.raises(DataError, match="values too large to measure"):
        Model.of(Dataset("mine", rows, labels, ("x",)), "man")
