"""Learned weights in use: the classifier, its explanations, another k, relations that use weights, folds."""

import pickle

import numpy as np
import pytest

from frnn_core import FRNNClassifier, Plan, Setting, fit_weights, load_dataset
from frnn_core.engine.scalings import fit_scaling
from frnn_core.engine.weight_learning import REASONS
from frnn_core.errors import ParameterError
from frnn_core.experiments.evaluate import Fold, mean_score
from frnn_core.experiments.plan import Conditions, keys_of, loaded


def test_fit_weights_knows_its_classes():
    data = load_dataset("wine")
    X = fit_scaling(data.X, "centred")(data.X)
    fit = fit_weights(X, data.y, k=8, by_class=True)
    assert fit.classes.tolist() == [1, 2, 3] or fit.classes.tolist() == ["1", "2", "3"]
    model = FRNNClassifier(k=8, weights="learned-by-class", normalise=None).fit(X, data.y)
    np.testing.assert_allclose(model.weights_.trace.upper, fit.upper, atol=1e-12)
    given = FRNNClassifier(k=8, weights=fit.weighting(), normalise=None).fit(X, data.y)
    np.testing.assert_allclose(given.predict_proba(X), model.predict_proba(X), atol=1e-12)
    two = np.asarray(data.y) != data.y[0]
    with pytest.raises(ParameterError, match="for 3 classes, the training rows have 2"):
        FRNNClassifier(k=8, weights=fit.weighting()).fit(X[two], data.y[two])


@pytest.mark.parametrize("weights", ["learned", "learned-by-class", "samworth"])
@pytest.mark.parametrize("relation", ["man", "class-mah", "nca"])
def test_explanations_show_the_weights_that_counted(weights, relation):
    data = load_dataset("wine")
    model = FRNNClassifier(relation, k=7, weights=weights).fit(data.X[::2], data.y[::2])
    told = model.explain(data.X[1::2])
    lower, upper = model.approximations(data.X[1::2])
    np.testing.assert_allclose([told.lower, told.upper], [lower, upper], atol=1e-9)
    assert (told.predictions == model.predict(data.X[1::2])).all()
    for code in range(3):
        np.testing.assert_allclose(told.inside.weights[0, code], model.weights_.inside(code)(7))
        np.testing.assert_allclose(told.outside.weights[0, code], model.weights_.outside(code)(7))
    assert len(np.unique(told.inside.weights[0].round(6), axis=0)) == (3 if "by" in weights else 1)


def test_another_k_after_the_fit_learns_anew():
    data = load_dataset("heart")
    model = FRNNClassifier(k=20, weights="learned-by-class").fit(data.X[::2], data.y[::2])
    later = model.set_params(k=6).predict_proba(data.X[1::2])
    fresh = FRNNClassifier(k=6, weights="learned-by-class").fit(data.X[::2], data.y[::2])
    np.testing.assert_allclose(later, fresh.predict_proba(data.X[1::2]), atol=1e-9)
    again = pickle.loads(pickle.dumps(fresh))
    np.testing.assert_array_equal(again.predict_proba(data.X[1::2]), fresh.predict_proba(data.X[1::2]))


@pytest.mark.parametrize("relation", ["cir-grad", "combo"])
def test_relations_that_use_weights_learn_with_linear_ones(relation):
    data = load_dataset("wine")
    params = {"relations": ("man", "cos")} if relation == "combo" else {}
    models = [
        FRNNClassifier(relation, weights=weights, relation_params=params).fit(data.X, data.y)
        for weights in ("linear", "learned")
    ]
    found = [model.relation_.trace.found() for model in models]
    assert found[0] == found[1]
    assert models[1].weights_.trace.reason in REASONS


def test_a_fold_learns_its_weights_for_each_k():
    at = Conditions(weights="learned-by-class")
    data, folds = loaded("wine", at)
    setting = Setting.of("man")
    keys = [keys_of(Plan(("wine",), (setting,), (3, 9), at), "wine", setting, k)[0] for k in (3, 9)]
    fold = Fold.of(data, folds, 0, at)
    train, test = folds.membership != 0, folds.test_rows[0]
    for key, result in zip(keys, fold.score(setting, keys, 9), strict=True):
        model = FRNNClassifier(k=key.k, weights="learned-by-class").fit(data.X[train], data.y[train])
        right = model.predict(data.X[test]) == data.y[test]
        assert result.scores["accuracy"] == pytest.approx(right.mean())
        assert f'"upper": {model.weights_.trace.found()["upper"]}'[:40] in result.fitted


@pytest.mark.slow
def test_weights_for_each_class_are_worth_it_where_classes_differ():
    setting = Setting.of("man")
    for name in ("spectf", "saheart"):
        linear_3 = mean_score(name, setting, 3)
        assert mean_score(name, setting, 20, Conditions(weights="learned-by-class")) > linear_3 + 0.04
