"""The data of the guided exhibits."""

import numpy as np
import pytest

from frnn_core.paper import printed_table
from frnn_core.paper.exhibits import chebyshev_story, sideways_story
from frnn_core.paper.fitted_kernels import chance, descent_story


def test_chebyshev_has_a_row_a_data_set_and_keeps_the_print():
    story = chebyshev_story()
    assert list(story) == ["folds", "printed", "published", "corrected", "euc"]
    printed = printed_table("table_distances").set_index("dataset")["che"]
    np.testing.assert_array_equal(story["printed"], printed)
    assert list(story.index) == list(printed.index)
    assert (story["folds"] == "KEEL").sum() == 21


@pytest.mark.parametrize(
    ("dataset", "printed", "published", "corrected"),
    [
        ("wdbc", 0.505, 0.500, 0.945),
        ("wisconsin", 0.500, 0.500, 0.953),
        ("texture", 0.185, 0.185, 0.991),
        ("twonorm", 0.500, 0.500, 0.959),
        ("phoneme", 0.389, 0.395, 0.868),
    ],
)
def test_five_data_sets_before_and_after(dataset, printed, published, corrected):
    row = chebyshev_story().loc[dataset]
    assert row[["printed", "published", "corrected"]].tolist() == pytest.approx(
        [printed, published, corrected], abs=0.0006
    )


def test_the_absolute_value_lifts_the_mean():
    means = chebyshev_story()[["printed", "published", "corrected", "euc"]].mean()
    assert means["published"] == pytest.approx(means["printed"], abs=0.01)
    assert means["corrected"] > means["published"] + 0.15
    assert means["euc"] - means["corrected"] < 0.03


def test_sideways_turns_the_significance_of_the_learned_metrics():
    story = sideways_story()
    assert list(story["data sets"]) == [28, 36, 21, 36]
    assert story.loc["table_dml", "p"] == pytest.approx(0.2355, abs=0.0001)
    assert story.loc["table_dml", "p transposed"] == pytest.approx(2.29e-8, rel=0.005)
    within = np.log10(story["p transposed"] / story["printed bound"])
    assert (within.abs() < 1).all()


def test_descent_has_a_row_a_data_set_and_kernel():
    story = descent_story()
    assert len(story) == 36 * 6
    assert not story.duplicated(["dataset", "relation"]).any()
    assert list(story) == [
        *("dataset", "relation", "folds", "printed", "published", "corrected"),
        *("gamma_published", "gamma_corrected", "unfitted", "euc", "chance"),
    ]
    assert story["chance"].between(0, 0.5).all()


def test_chance_is_naming_one_class():
    assert chance("heart") == 0.5
    assert chance("wine") == pytest.approx(1 / 3)
    printed = printed_table("table_gradient_kernels").set_index("dataset")["cir-grad"]
    for dataset in ("ecoli", "glass", "yeast"):
        assert chance(dataset) == pytest.approx(printed[dataset], abs=0.012)


@pytest.mark.parametrize(
    ("dataset", "relation"), [("heart", "cir-grad"), ("pima", "sph-grad"), ("vowel", "cir-grad")]
)
def test_the_corrected_descent_ends_wider_and_more_accurate(dataset, relation):
    row = descent_story().set_index(["dataset", "relation"]).loc[dataset, relation]
    assert row["gamma_corrected"] > 1.5 * row["gamma_published"]
    assert row["corrected"] > row["published"] + 0.02


def test_a_caller_gets_a_copy():
    story = descent_story()
    story["printed"] = 0
    assert descent_story()["printed"].max() > 0.9
