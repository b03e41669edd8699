"""What the paper left out, against plain recomputations."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from sklearn.compose import ColumnTransformer
from sklearn.impute import SimpleImputer
from sklearn.metrics import balanced_accuracy_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.data import full_names
from frnn_core.engine.encoding import Encoding
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.presets import encodings, full
from frnn_core.experiments.score_table import score_table
from frnn_core.figures.look import Look
from frnn_core.paper.figures.gains import gains, gains_text
from frnn_core.paper.left_out import encoding_means, left_out, left_out_words
from frnn_core.relations import fixed_relations


def test_every_encoding_of_every_full_set_is_shipped():
    settings = tuple(Setting.of(key) for key in fixed_relations())
    for encoding in encodings():
        assert score_table(Plan(full_names(), settings, (1, 3, 20), Conditions(encoding=encoding))).complete
    assert sum(len(plan.datasets) for plan in full()) < len(encodings()) * len(full_names())


@pytest.mark.parametrize(
    ("name", "relation", "encoding"),
    [
        ("crx-full", "man", Encoding()),
        ("auto-full", "gauss", Encoding("value-difference", "differs")),
        ("cleve-full", "can", Encoding("one-hot", "fill")),
        ("mammo-full", "cos", Encoding("overlap", "drop")),
    ],
)
def test_shipped_results_are_what_the_classifier_gives_on_data_frames(name, relation, encoding):
    data = load_dataset(name)
    frame = data.frame().iloc[:, :-1]
    roles = tuple((column.name, column.role) for column in data.columns)
    encode = Encoding(encoding.categories, encoding.gaps, roles=roles)
    table = score_table(Plan((name,), (Setting.of(relation),), (3,), Conditions(encoding=encoding)))
    for fold in (0, 7):
        train, test = list(partition(data))[fold]
        model = FRNNClassifier(relation, encode=encode).fit(frame.iloc[train], data.y[train])
        found = balanced_accuracy_score(data.y[test], model.predict(frame.iloc[test]))
        assert table.values[0, 0, 0, fold] == pytest.approx(found, abs=1e-12)


def test_one_hot_and_filled_is_scikit_learns_pipeline():
    data = load_dataset("crx-full")
    number = [i for i, column in enumerate(data.columns) if column.role in ("number", "yes-no")]
    category = [i for i, column in enumerate(data.columns) if column.role == "category"]
    table = score_table(
        Plan(("crx-full",), (Setting.of("man"),), (3,), Conditions(encoding=Encoding("one-hot", "fill")))
    )
    two = [i for i in number if data.columns[i].role == "yes-no"]
    plain = [i for i in number if i not in two]
    pipeline = make_pipeline(
        ColumnTransformer(
            [
                ("numbers", make_pipeline(SimpleImputer(strategy="median"), MinMaxScaler()), plain),
                ("two", make_pipeline(SimpleImputer(strategy="most_frequent"), MinMaxScaler()), two),
                (
                    "categories",
                    make_pipeline(
                        SimpleImputer(strategy="most_frequent"), OneHotEncoder(handle_unknown="ignore")
                    ),
                    category,
                ),
            ],
            sparse_threshold=0,
        ),
        FRNNClassifier("man", k=3, normalise=None),
    )
    for fold, (train, test) in enumerate(partition(data)):
        if fold in (0, 4):
            pipeline.fit(data.X[train], data.y[train])
            found = balanced_accuracy_score(data.y[test], pipeline.predict(data.X[test]))
            assert table.values[0, 0, 0, fold] == pytest.approx(found, abs=1e-12)


def test_the_tests_are_scipys_and_the_words_say_what_they_give():
    found = left_out()
    for key in ("man", "pcc"):
        differences = found.gains[key].dropna()
        differences = differences[differences != 0]
        assert found.tests.loc[key, "p"] == pytest.approx(scipy.stats.wilcoxon(differences).pvalue, abs=0.02)
        assert found.tests.loc[key, "gain"] == pytest.approx(found.gains[key].mean())
    assert found.tests["corrected p"].max() <= 1
    complete = found.kept.notna().all(axis=1) & found.full.notna().all(axis=1)
    ranks = found.full[complete].rank(axis=1, ascending=False).mean()
    pd.testing.assert_series_equal(
        found.ranks()["full"].sort_index(), ranks.sort_index(), check_names=False, check_index_type=False
    )
    what, worth, ranking, best = left_out_words(found)
    assert "4 of its data sets columns of categories and 6 of them 244 rows" in what
    assert f"{int((found.tests['gain'] > 0).sum())} of 13 relations gain" in worth
    assert f"over {int(complete.sum())} data sets" in ranking
    means = encoding_means()
    assert means["full"].is_monotonic_decreasing
    assert len(means) == 12
    assert "beside" in best


def test_the_figure_has_a_dot_for_each_data_set_and_the_largest_mean_on_top():
    found = left_out()
    figure = gains(found, title="Gains", look=Look())
    order = list(found.tests["gain"].sort_values(ascending=False, kind="stable").index)
    for place, key in enumerate(order):
        dots = next(trace for trace in figure.data if trace.meta == key)
        np.testing.assert_allclose(np.sort(dots.x), np.sort(found.gains[key].dropna()))
        assert set(dots.y) == {place}
    means = next(trace for trace in figure.data if trace.meta == "means")
    np.testing.assert_allclose(means.x, found.tests["gain"][order])
    assert gains_text(found).startswith("With the full tables")
