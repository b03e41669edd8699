"""What a comparison refuses, how it treats blanks, and what it warns of."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.errors import FRNNError, UnknownName
from frnn_core.stats import StatisticsError, compare, compare_folds, compare_pair

NAMES = ["iris", "wine", "pima", "glass", "yeast", "sonar"]
BLANK = float("nan")


def frame(rows=6, columns="abc", seed=0, **kwargs):
    values = np.random.default_rng(seed).random((rows, len(columns)))
    return pd.DataFrame(values, **{"index": NAMES[:rows], "columns": list(columns), **kwargs})


FOLDS = [
    frame().rename_axis("fold"),
    frame(index=[f"fold {i}" for i in range(6)]),
    frame(index=[f"Fold_{i}" for i in range(6)]),
    frame(index=pd.MultiIndex.from_product([["iris", "wine"], [1, 2, 3]], names=["dataset", "fold"])),
]


@pytest.mark.parametrize("scores", FOLDS)
def test_folds_as_rows_are_refused(scores):
    with pytest.raises(StatisticsError, match="use compare_folds, or average"):
        compare(scores)


@pytest.mark.parametrize(
    ("scores", "cure"),
    [
        (frame(index=range(6)), "Give the names of the data sets as the index"),
        (frame().reset_index(names="dataset"), r"scores.set_index\('dataset'\)"),
        (frame(index=pd.MultiIndex.from_product([["iris", "wine"], ["x", "y", "z"]])), "one label"),
        (frame(columns="a"), "at least two columns"),
        (frame(columns="aab"), "column 'a' occurs more than once"),
        (frame(index=["iris"] * 6), "row 'iris' occurs more than once"),
        (frame().assign(b=np.inf), "blank"),
        (frame().assign(b=BLANK), "No data set has a score for b. Leave that out"),
        (frame(rows=1), "at least two data sets"),
        (frame(rows=0), "No data set has scores"),
        (frame().assign(b="good"), "not numeric"),
        (frame().to_numpy(), "give a pandas DataFrame"),
    ],
)
def test_other_frames_that_cannot_be_compared_are_refused_with_a_cure(scores, cure):
    with pytest.raises(StatisticsError, match=cure):
        compare(scores)


def test_an_error_of_statistics_is_one_of_the_package():
    assert issubclass(StatisticsError, FRNNError)


@pytest.mark.parametrize(
    "wrong", [{"alpha": 0}, {"alpha": 5}, {"rope": -0.1}, {"decimals": -1}, {"blanks": "pairwise"}]
)
def test_wrong_settings_are_refused(wrong):
    with pytest.raises(StatisticsError):
        compare(frame(), **wrong)


@pytest.mark.parametrize(
    "wrong", [{"test": "conovr"}, {"correction": "hol"}, {"blanks": "pair"}, {"control": "d"}]
)
def test_unknown_names_are_refused_with_the_nearest(wrong):
    with pytest.raises(UnknownName, match=r"Did you mean|Known"):
        compare(frame(), **wrong)


@pytest.mark.parametrize("blanks", ["pairwise", "skillings-mack"])
def test_nemenyi_needs_complete_rows(blanks):
    with pytest.raises(
        StatisticsError, match=r'Use Wilcoxon signed-rank \(test="wilcoxon"\), or complete data sets'
    ):
        compare(frame(), test="nemenyi", blanks=blanks)


def test_no_complete_row_names_the_relation_with_the_most_blanks():
    scores = frame()
    scores.iloc[:4, 1] = BLANK
    scores.iloc[4:, 2] = BLANK
    with pytest.raises(StatisticsError, match=r"Leave out b, .* \(by Skillings-Mack"):
        compare(scores)
    assert compare(scores, blanks="skillings-mack").n == 6


def test_a_relation_that_meets_no_other_is_refused():
    scores = frame()
    scores.loc["iris"] = [BLANK, BLANK, 0.5]
    scores.loc["wine":, "c"] = BLANK
    with pytest.raises(StatisticsError, match="c shares no data set"):
        compare(scores, blanks="skillings-mack")


def test_left_out_rows_say_which_cells_are_blank_and_why():
    scores = frame()
    scores.loc["wine", ["a", "c"]] = BLANK
    reasons = pd.DataFrame(None, index=scores.index, columns=scores.columns, dtype=object)
    reasons.loc["wine", "c"] = "singular covariance"
    result = compare(scores, reasons=reasons)
    assert result.left_out == {"wine": "no score for a, c (singular covariance)"}
    assert result.used == ("iris", "pima", "glass", "yeast", "sonar")
    assert result.reasons.loc["wine", "c"] == "singular covariance"
    assert "reasons=reasons" in result.call


def test_reasons_of_another_frame_are_refused():
    with pytest.raises(StatisticsError, match="same rows and columns"):
        compare(frame(), reasons=frame().astype(object).drop(columns="a"))


def test_treatments_count_their_data_sets():
    scores = frame()
    scores.iloc[0, 0] = scores.iloc[1, 1] = BLANK
    scores.iloc[2, :2] = BLANK
    result = compare(scores)
    assert result.treatments["n"].to_dict() == {"complete": 3, "pairwise": 5, "skillings-mack": 5}
    assert result.treatments.loc["pairwise", ["fewest", "most"]].to_list() == [3, 4]
    assert result.treatments.index[result.treatments["chosen"]].to_list() == ["complete"]
    assert result.left_out["pima"] == "no score for a, b"


def warned(scores, **kwargs):
    return " ".join(compare(scores, **kwargs).warnings)


def test_a_transposed_frame_is_noticed_by_names_axes_or_shape():
    wide = frame(rows=3, columns="abcdefgh")
    assert "looks transposed: 8 columns and 3 rows" in warned(wide)
    named = frame(index=["man", "euc", "cos", "Mah", "can", "x"])
    assert "rows are relations (man, euc, cos" in warned(
        named, relation_names=["man", "euc", "cos", "mah", "can"]
    )
    assert "transposed" not in warned(named)
    assert "looks transposed" in warned(frame().rename_axis("relation"))
    assert "looks transposed" in warned(frame().rename_axis("dataset", axis=1))
    assert "more relations (4) than data sets (3)" in warned(frame(rows=3, columns="abcd"))
    assert "transposed" not in warned(frame())


def test_few_rows_many_blanks_and_ties_are_warned_of():
    assert "Only 4 data sets can be used" in warned(frame(rows=4))
    assert "can be used" not in warned(frame(rows=5))
    scores = frame()
    scores.iloc[:3, 2] = BLANK
    assert "Blanks cost 3 of 6 data sets" in warned(scores)
    assert "most blanks (c)" in warned(scores)
    assert "Blanks cost" not in warned(scores, blanks="skillings-mack")
    assert "Ties are everywhere: 100 %" in warned(frame() * 0)
    assert "Ties" not in warned(frame())


def test_pairs_without_a_significant_omnibus_test_are_warned_of():
    flat = frame(seed=1)
    assert compare(flat).omnibus.p > 0.05
    assert "Not significant overall (Friedman p = " in warned(flat)
    clear = frame() * 0.01 + [0.1, 0.5, 0.9]
    assert compare(clear).significant
    assert "Not significant" not in warned(clear)


def test_rounding_noise_breaks_no_tie():
    noisy = pd.DataFrame({"a": [0.1 + 0.2, 0.5, 0.7], "b": [0.3, 0.6, 0.8]}, index=NAMES[:3])
    assert compare(noisy).win_tie_loss.loc["a", "b"] == (0, 1, 2)
    shifted = noisy.assign(a=noisy["a"] + 0.0001)
    assert compare(shifted, decimals=3).win_tie_loss.loc["a", "b"] == (0, 1, 2)
    assert compare(shifted).win_tie_loss.loc["a", "b"] == (1, 0, 2)


def test_pairs_and_folds_refuse_the_wrong_rows_too():
    with pytest.raises(StatisticsError, match="Use compare for several data sets"):
        compare_folds(frame().rename_axis("dataset"))
    a = frame()["a"]
    with pytest.raises(StatisticsError, match="use compare_folds"):
        compare_pair(a.rename_axis("fold"), a.rename("b").rename_axis("fold"))
    with pytest.raises(StatisticsError, match="different names"):
        compare_pair(a, a)
    with pytest.raises(StatisticsError, match="in common"):
        compare_pair(a[:3], a[3:].rename("b"))
    with pytest.raises(StatisticsError, match="pandas Series"):
        compare_pair(a.to_list(), a)


@pytest.mark.parametrize("scale", [1e300, 1e101, 1e-7, 1e-300])
@pytest.mark.parametrize("test", [compare, compare_folds])
def test_scores_that_twelve_decimals_cannot_hold_are_refused(test, scale):
    scores = pd.DataFrame(scale * np.linspace(0.1, 1, 24).reshape(8, 3), list("stuvwxyz"), list("abc"))
    with pytest.raises(StatisticsError, match=r"The largest score is .* rescale them"):
        test(scores)
