"""What the leaderboard advises, and how sure it says it is."""

import numpy as np
import pandas as pd
import pytest
import scipy
from boards import plain_design
from made_up import own_table

from frnn_core.relations import RELATIONS
from frnn_core.text import number, p_text, signed
from frnn_core.your_data import Leaderboard
from frnn_core.your_data.advice import RULE, evidence, finding, how_sure, simplicity
from frnn_core.your_data.fold_scores import Score, fold_scores


def made(scores, seconds=None, beside=None):
    """A board from folds x relations, and folds x other classifiers."""
    frame = pd.DataFrame(scores)
    others = pd.DataFrame(beside if beside is not None else {})
    design = plain_design(list(frame), folds=len(frame), beside=list(others))
    data = own_table(200)
    told = [
        Score(fold, key, None if np.isnan(value) else value, (seconds or {}).get(key, 0.001))
        for key in frame
        for fold, value in enumerate(frame[key])
    ]
    told += [Score(fold, key, value, 0.001) for key in others for fold, value in enumerate(others[key])]
    return Leaderboard.of(told, design, design.deals(data))


NOISE = np.tile([0.02, -0.02], 5)


BASE = 0.8 + np.linspace(-0.02, 0.02, 10)


def test_the_best_is_taken_if_it_beats_all():
    board = made({"man": BASE, "gauss": BASE + 0.1 + NOISE / 10, "euc": BASE - 0.1 + NOISE / 10})
    advice = board.recommendation()
    assert (advice.chosen, advice.best, advice.tied, set(advice.beaten)) == (
        "gauss",
        "gauss",
        (),
        {"man", "euc"},
    )
    assert finding(board) == "Use Gaussian kernel: it is better than each of the 2 others."
    assert "Worse than Gaussian kernel by the test: Manhattan and Euclidean." in how_sure(board)


def test_the_simplest_of_those_tied_is_taken():
    board = made({"nca": BASE + 0.006 + NOISE, "gauss": BASE + 0.004, "euc": BASE - NOISE, "che": BASE - 0.3})
    advice = board.recommendation()
    assert (advice.best, advice.chosen, advice.tied, advice.beaten) == ("nca", "euc", (), ("che",))
    assert advice.near == ("nca", "gauss", "euc")
    row = board.frame().loc["euc"]
    assert advice.gap.difference == row["difference"] == pytest.approx(-0.006)
    assert (advice.gap.low, advice.gap.high) == (row["difference_low"], row["difference_high"])
    assert finding(board) == (
        "Take Euclidean: 3 relations are within .01 of the best, and these rows do not tell them apart."
    )
    assert "this table only" in how_sure(board)[-1]


def test_what_is_tied_but_far_from_the_best_is_not_taken():
    board = made({"man": BASE - 0.05 + 8 * NOISE, "gauss": BASE})
    advice = board.recommendation()
    assert (advice.chosen, advice.near, advice.tied) == ("gauss", ("gauss",), ("man",))
    assert finding(board) == "Use Gaussian kernel; 1 other cannot be told apart from it."


def test_a_kernel_is_simpler_than_a_learned_metric():
    board = made({"nca": BASE + 0.006 + NOISE, "gauss": BASE + 0.004})
    assert board.recommendation().chosen == "gauss"
    told = "It does not matter here: both relations are level, within .01. Take Gaussian kernel."
    assert finding(board) == told
    three = made({"nca": BASE + 0.006 + NOISE, "gauss": BASE + 0.004, "che": BASE - 0.3})
    words = f"Use Gaussian kernel. {RELATIONS['nca'].label} scores higher (.806 against .804), but within .01"
    assert finding(three) == f"{words}, and Gaussian kernel is simpler."
    unsure = made({"can": BASE + 0.004 + 4 * NOISE, "man": BASE, "che": BASE - 0.3})
    words = "Use Manhattan. Canberra scores higher (.804 against .800), but within .01, and Manhattan"
    assert finding(unsure) == f"{words} comes first in the order of the paper."
    assert [
        simplicity(key) for key in ("man", "che", "class-mah", "gauss", "gauss-grad", "nca", "combo")
    ] == [
        *(0, 0, 0),
        1,
        *(2, 2, 2),
    ]


@pytest.mark.parametrize("seconds", [{"can": 3.0, "man": 0.001}, {"can": 0.001, "man": 3.0}])
def test_of_equally_good_and_simple_ones_the_order_decides_whatever_the_clock_says(seconds):
    scores = {"man": BASE - 0.001 + NOISE, "can": BASE}
    advice = made(scores, seconds).recommendation()
    assert (advice.best, advice.chosen, advice.near) == ("can", "man", ("can", "man"))
    told = "It does not matter here: both relations are level, within .01. Take Manhattan."
    assert finding(made(scores, seconds)) == told
    assert RULE.endswith("the first in the order of the paper, which begins with Manhattan.")


@pytest.mark.parametrize(("noise", "sure"), [(0.4, True), (4, False), (0.01, True)])
def test_that_it_does_not_matter_is_said_where_it_is_likely(noise, sure):
    scores = {"man": BASE, "gauss": BASE + 0.004 + noise * NOISE, "euc": BASE - 0.001 - noise * NOISE}
    board = made({**scores, "che": BASE - 0.3})
    advice = board.recommendation()
    for key in ("man", "euc"):
        differences = board.scores[key] - board.scores["gauss"]
        error = np.sqrt((1 / 10 + 1 / 9) * differences.var())
        within = scipy.stats.t(9, differences.mean(), error)
        told = board.frame().loc[key, "equivalent"]
        assert told == pytest.approx(within.cdf(0.01) - within.cdf(-0.01), abs=1e-6)
        assert (told >= 0.5) == sure
    assert advice.sure == sure
    words = "3 relations are within .01 of the best"
    assert finding(board) == (
        f"It hardly matters here: {words}. Take Manhattan."
        if sure
        else f"Take Manhattan: {words}, and these rows do not tell them apart."
    )
    level = made(scores)
    all_level = "It does not matter here: all 3 relations are level, within .01. Take Manhattan."
    assert (finding(level) == all_level) == sure


RELATION = {"man": BASE}


LEVEL = {"knn-tuned": BASE + NOISE / 4, "forest-balanced": BASE - 0.02 + 2 * NOISE, "majority": BASE - 0.3}


def after(beside):
    board = made(RELATION, beside=beside)
    return finding(board).removeprefix("Use Manhattan: no other relation has a score to compare it with. ")


def test_whether_frnn_is_worth_it_is_told():
    assert after(LEVEL) == "FRNN brings nothing over k-nearest neighbours (tuned) here."
    forest = {**LEVEL, "forest-balanced": BASE + 0.04 + NOISE / 10}
    assert after(forest) == "Random forest (balanced) is better here by .04."
    both = {**forest, "svm-tuned": BASE + 0.03 + NOISE / 10}
    assert after(both).endswith("by .04, and so is RBF-SVM (class weights tuned).")
    beaten = {"knn-tuned": BASE - 0.1 + NOISE / 10, "logistic": BASE - 0.2 - NOISE / 10}
    assert after(beaten) == "It is better than k-nearest neighbours (tuned) and logistic regression."
    unsure = {"svm-tuned": BASE + 0.05 + 8 * NOISE}
    assert "scores higher (.850 against .800), though the test does not tell" in after(unsure)
    assert after({"svm-tuned": BASE + NOISE}).endswith("is not told apart from it (.800 against .800).")
    assert after({**beaten, "majority": BASE + NOISE}).startswith("It is not better than always guessing")


def test_that_frnn_brings_nothing_is_said_where_it_is_likely():
    wide = {"knn-tuned": BASE + 0.002 + 4 * NOISE}
    gap = made(RELATION, beside=wide).recommendation().beside["knn-tuned"]
    assert gap.equivalent < 0.5
    assert not gap.level
    assert after(wide) == "No gain over k-nearest neighbours (tuned) shows here."
    narrow = {"knn-tuned": BASE + 0.002 + NOISE / 4}
    assert made(RELATION, beside=narrow).recommendation().beside["knn-tuned"].equivalent >= 0.5
    assert after(narrow) == "FRNN brings nothing over k-nearest neighbours (tuned) here."
    exact = {"knn-tuned": BASE + 0.004 + NOISE / 100}  # the test tells them apart, but not by what matters
    gap = made(RELATION, beside=exact).recommendation().beside["knn-tuned"]
    assert gap.significant
    assert gap.level
    assert after(exact) == "FRNN brings nothing over k-nearest neighbours (tuned) here."
    better = {"knn-tuned": BASE + 0.02 + NOISE / 100}
    assert after(better) == "k-nearest neighbours (tuned) is better here by .02."


def test_the_headline_comes_with_the_tests_that_it_rests_on():
    forest = {**LEVEL, "forest-balanced": BASE + 0.04 + NOISE / 10}
    scores = {"man": BASE - 0.001 + NOISE / 10, "can": BASE}
    board = made(scores, beside=forest)
    told, advice = evidence(board), board.recommendation()
    for words, gap in (
        ("Manhattan minus Canberra: ", advice.gap),
        ("Random forest (balanced) minus Manhattan: ", advice.beside["forest-balanced"]),
    ):
        assert (
            f"{words}{signed(gap.difference)} (95 % interval {signed(gap.low)} to {signed(gap.high)}, "
            f"adjusted {p_text(gap.p)}); practically equal, within .01, with probability "
            f"{number(gap.equivalent, 2)}."
        ) in told
    assert told.count("minus") == 2
    part = Leaderboard.of([], board.design, board.deals)
    assert evidence(part) == ""


def test_the_gaps_to_other_classifiers_are_told_with_their_tests():
    board = made(RELATION, beside=LEVEL)
    gap = board.recommendation().beside["majority"]
    row = board.frame().loc["majority"]
    assert (gap.difference, gap.low, gap.high) == tuple(
        row[["difference", "difference_low", "difference_high"]]
    )
    assert gap.difference == pytest.approx(-0.3)
    assert gap.p < 0.001 <= 1 - gap.equivalent
    assert any(line.startswith("Largest class minus Manhattan: −.300 (95 %") for line in how_sure(board))


def test_while_folds_are_missing_it_says_so_far():
    data, design = own_table(), plain_design(["man", "euc"], folds=4, beside=["knn", "majority"])
    scores = list(fold_scores(data, design))
    part = Leaderboard.of(scores[: 2 * 4 + 1], design, design.deals(data))
    assert (part.complete, len(part.scores)) == (False, 2)
    assert finding(part).startswith("So far ")
    assert finding(part).endswith("on 2 of 4 folds.")
    one = Leaderboard.of(scores[:4], design, design.deals(data))
    assert one.comparison() is None
    assert np.isnan(one.frame()["low"]).all()
    none = Leaderboard.of(scores[:3], design, design.deals(data))
    assert none.recommendation() is None
