"""Files of anyone's scores: what is understood, and what is refused with which words."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.errors import FRNNError
from frnn_core.stats import compare, read_scores
from frnn_core.stats.sample_scores import SAMPLE

WIDE = pd.DataFrame({"a": [0.9, 0.7], "b": [0.8, np.nan]}, index=["iris", "wine"])


@pytest.mark.parametrize(
    "text",
    [
        "data set,a,b\niris,.9,.8\nwine,.7,\n",
        "Datensatz;a;b\niris;0,9;0,8\nwine;0,7;n.a.\n",
        "\ta\tb\niris\t.9\t.8\nwine\t.7\t-\n",
        "dataset,method,score\niris,a,.9\niris,b,.8\nwine,a,.7\n",
        "problem;classifier;accuracy\niris;a;0,9\niris;b;0,8\nwine;a;0,7\n",
        "iris,a,.9\niris,b,.8\nwine,a,.7\n",
        "fold,dataset,method,score\n1,iris,a,.9\n1,iris,b,.8\n2,wine,a,.7\n",
    ],
)
def test_both_layouts_give_the_same_frame(text):
    found = read_scores(text.encode())
    pd.testing.assert_frame_equal(found.frame.rename_axis(None), WIDE, check_column_type=False)


def test_families_come_from_a_column_or_a_prefix():
    long = read_scores(b"dataset,method,score,family\nx,a,.9,trees\nx,b,.8,\nx,c,.7,lazy\n")
    assert long.families == {"a": "trees", "c": "lazy"}
    wide = read_scores(b"dataset,trees: CART,trees: RF,kNN\nx,.9,.8,.7\ny,.7,.6,.5\n")
    assert list(wide.frame) == ["CART", "RF", "kNN"]
    assert wide.families == {"CART": "trees", "RF": "trees"}
    alike = read_scores(b"dataset,p: CART,q: CART\nx,.9,.8\ny,.7,.6\n")
    assert list(alike.frame) == ["p: CART", "q: CART"]
    assert alike.families == {}


def test_a_comma_before_three_digits_is_a_decimal_comma_and_names_may_be_numbers():
    found = read_scores(b"dataset;a;b\n3;12,345;13,456\n31;22,345;23,456\n")
    assert found.frame.to_dict("index") == {"3": {"a": 12.345, "b": 13.456}, "31": {"a": 22.345, "b": 23.456}}


def test_a_table_without_names_says_how_its_rows_are_called():
    found = read_scores(b"a,b\n.9,.8\n.7,.6\n.5,.4\n")
    assert list(found.frame.index) == ["row 1", "row 2", "row 3"]
    assert "names no data sets" in found.notes[0]


def test_a_table_that_lies_on_its_side_is_noticed_and_can_be_turned():
    found = read_scores(b"method,iris,wine,pima\nsvm,.9,.8,.7\nknn,.8,.7,.6\n")
    assert any("looks transposed" in words for words in compare(found.frame).warnings)
    assert found.turned.frame.loc["pima"].to_dict() == {"svm": 0.7, "knn": 0.6}
    assert not any("looks transposed" in words for words in compare(found.turned.frame).warnings)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("dataset,a\niris,.9\nwine,.3\n", r"one method only \(a\)"),
        ("dataset,a,b\niris,x,y\nwine,z,w\n", "No column holds numbers"),
        (
            "dataset,method,score\niris,a,.9\niris,a,.8\n",
            "a has two scores on iris, in line 2 and line 3. Average",
        ),
        ("dataset,a,b\niris,.9,.9\niris,.8,.8\n", "data set iris stands in line 2 and line 3"),
        ("dataset,a,b\nu,.9,.9\nv,.8,good\nw,.8,.7\nx,.8,.7\n", "text among its scores: 'good' in line 3"),
        ("dataset,from,a,b\nu,uci,.9,.9\nv,uci,.8,.4\n", "column from holds words, such as uci"),
        ("dataset,a,a\nu,.9,.8\n", "Several columns have the same name: a"),
        ("dataset,method,x,y\nu,a,.1,.2\nu,b,.2,.3\n", "Several columns could be the scores: x and y"),
        ("dataset,a,b\nu,.9,.8\n,.7,.6\n", "data set is missing in line 3"),
        ("", "The file is empty"),
    ],
)
def test_what_cannot_be_compared_is_told_with_its_cure(text, words):
    with pytest.raises(FRNNError, match=words):
        read_scores(text.encode())


def test_the_sample_is_demsars_table():
    found = read_scores(SAMPLE.encode())
    assert found.frame.shape == (14, 4)
    assert found.families["C4.5+m+cf"] == "cf tuned"
    result = compare(found.frame, noun="method")
    assert result.friedman.p == pytest.approx(0.012, abs=5e-4)
    assert result.mean_ranks["C4.5"] == pytest.approx(3.143, abs=5e-4)
    assert result.mean_ranks["C4.5+m"] == 2.0


def test_lower_is_better_turns_every_number_round():
    scores = read_scores(SAMPLE.encode()).frame
    high = compare(scores)
    low = compare(1 - scores, lower_is_better=True)
    assert low.mean_ranks.to_dict() == high.mean_ranks.to_dict()
    assert low.p_adjusted.to_numpy() == pytest.approx(high.p_adjusted.to_numpy(), nan_ok=True)
    assert low.gaps["mean_gap"].to_dict() == pytest.approx(high.gaps["mean_gap"].to_dict())
    assert low.pair("C4.5", "C4.5+m").mean == pytest.approx(high.pair("C4.5", "C4.5+m").mean)
    assert low.matrix().names == high.matrix().names
    assert low.matrix().means["C4.5"] == pytest.approx(1 - high.matrix().means["C4.5"])
    assert low.scores.loc["iris", "C4.5"] == pytest.approx(1 - 0.936)
    assert "lower_is_better=True" in low.call
    assert "lower_is_better" not in high.call
