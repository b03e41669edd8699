"""Tuned FRNN as a classifier: scikit-learn's checks, tables with categories, explanations."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_wine
from sklearn.utils.estimator_checks import check_estimator

from frnn_core import FRNNClassifier, TunedFRNNClassifier
from frnn_core.errors import ParameterError
from frnn_core.tuning import Candidate

FEW = (Candidate("man", ks=(1, 5)), Candidate("cos", ks=(3,)))
X, Y = load_wine(return_X_y=True)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Skipping check")
def test_scikit_learn_accepts_it():
    check_estimator(TunedFRNNClassifier(candidates=[Candidate("man", normalise=("centred",), ks=(1,))]))


def test_one_setting_can_be_taken_apart_and_fitted_again():
    model = TunedFRNNClassifier(candidates=FEW).fit(X[::2], Y[::2])
    again = FRNNClassifier(**model.best_params_).fit(X[::2], Y[::2])
    for mine, others in zip(model.approximations(X[1::2]), again.approximations(X[1::2]), strict=True):
        assert mine == pytest.approx(others, abs=1e-9)
    told = model.explain(X[1:2])
    lower, upper = model.approximations(X[1:2])
    assert told.scores[0] == pytest.approx((lower + upper)[0] / 2, abs=1e-9)
    assert model.score(X[1::2], Y[1::2]) > 0.9
    assert model.predict_proba(X[1::2]).sum(axis=1) == pytest.approx(np.ones(len(X[1::2])))


def test_a_blend_decides_but_has_no_single_explanation():
    model = TunedFRNNClassifier(candidates=FEW, blended=True).fit(X[::2], Y[::2])
    assert model.score(X[1::2], Y[1::2]) > 0.9
    with pytest.raises(ParameterError, match="blended=False"):
        model.explain(X[:1])


def test_tables_with_categories_and_gaps_are_tuned_on_too():
    random = np.random.default_rng(0)
    kind = random.choice(["a", "b", "c"], 120)
    size = random.normal(size=120)
    size[::9] = np.nan
    table = pd.DataFrame({"kind": kind, "size": size, "noise": random.normal(size=120)})
    y = np.where(kind == "a", "yes", "no")
    model = TunedFRNNClassifier(candidates=FEW[:1], encode="auto").fit(table[:90], y[:90])
    assert model.score(table[90:], y[90:]) > 0.9


@pytest.mark.parametrize("blended", [False, True])
def test_what_is_fitted_can_be_pickled(blended):
    learned = Candidate("man", weights=("learned-by-class",), ks=(5,))
    model = TunedFRNNClassifier(candidates=[learned, *FEW], blended=blended).fit(X[::2], Y[::2])
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))


def test_the_fitted_relation_and_weights_are_those_of_the_best_setting():
    model = TunedFRNNClassifier(candidates=[Candidate("cos", weights=("learned",), ks=(8,))], seed=2)
    model.fit(X[::2], Y[::2])
    plain = FRNNClassifier(**model.best_params_).fit(X[::2], Y[::2])
    assert model.relation_.metric == plain.relation_.metric
    np.testing.assert_allclose(model.weights_.inside(0)(8), plain.weights_.inside(0)(8), atol=1e-9)


@pytest.mark.parametrize("wrong", [{"folds": 1}, {"max_rows": 3}, {"seed": -1}, {"candidates": []}])
def test_wrong_parameters_are_refused_before_the_rows_are_looked_at(wrong):
    with pytest.raises(ParameterError):
        TunedFRNNClassifier(**wrong).fit([["text"]], ["a"])
