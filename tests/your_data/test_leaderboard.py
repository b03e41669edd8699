"""The leaderboard: its numbers against the definition, its advice, its code to take away."""

import ast
import io
import shlex

import numpy as np
import pandas as pd
import pytest
import scipy
from boards import plain_board, plain_design
from made_up import own_table
from sklearn.metrics import balanced_accuracy_score
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import MinMaxScaler

from frnn_core import FRNNClassifier, __main__, load_dataset
from frnn_core import read_dataset as read
from frnn_core.cli.parser import parser
from frnn_core.cli.reading import reading
from frnn_core.data import partition
from frnn_core.data.reading import Options
from frnn_core.errors import DataError, FRNNError, ParameterError
from frnn_core.experiments.baselines.nearest import nearest_votes
from frnn_core.experiments.baselines.results import fold_results
from frnn_core.relations import RELATIONS
from frnn_core.stats import compare_folds
from frnn_core.text import csv_text, number, p_text, signed
from frnn_core.your_data import Leaderboard
from frnn_core.your_data.advice import RULE, evidence, finding, how_sure, simplicity
from frnn_core.your_data.fold_scores import Score, fold_scores
from frnn_core.your_data.snippet import command_line, python_script


def test_the_scores_are_those_of_the_classifier_on_the_same_folds():
    data = own_table()
    keys = ["man", "euc", "class-mah", "gauss", "gauss-grad"]
    board = plain_board(data, keys, k=2, gamma=0.5, folds=5, seed=3, beside=["knn", "majority"])
    folds = partition(data, n_splits=5, seed=3)
    for fold, (train, test) in enumerate(folds):
        for key in keys[:-1]:
            model = FRNNClassifier(key, k=2, gamma=0.5).fit(data.X[train], data.y[train])
            expected = balanced_accuracy_score(data.y[test], model.predict(data.X[test]))
            assert board.scores.loc[fold, key] == pytest.approx(expected, abs=1e-12)
        scale = MinMaxScaler().fit(data.X[train])
        near = KNeighborsClassifier(2).fit(scale.transform(data.X[train]), data.y[train])
        expected = balanced_accuracy_score(data.y[test], near.predict(scale.transform(data.X[test])))
        assert board.baselines.loc[fold, "knn"] == pytest.approx(expected, abs=1e-12)
        assert board.baselines.loc[fold, "majority"] == pytest.approx(1 / len(set(data.y[test])))
    assert board.complete
    assert board.folds_label == folds.label
    assert board.scores["gauss-grad"].between(0, 1).all()


def test_folds_of_the_files_are_used():
    rows = np.random.default_rng(1).permutation(90)
    data = own_table(folds=tuple(np.sort(part) for part in np.split(rows, 3)))
    board = plain_board(data, ["man"], folds=10)
    assert board.n_folds == 3
    assert "came with the data" in board.folds_label


def test_the_table_has_the_tests_and_intervals_of_compare_folds():
    board = plain_board(load_dataset("balance"), ["man", "cos", "class-mah"], beside=["knn", "majority"])
    table = board.frame()
    assert list(table.index) == [*board.scores.mean().sort_values(ascending=False).index, "knn", "majority"]
    best = table.index[0]
    pairs = compare_folds(board.scores, reference=best).pairs.set_index("second")
    for key in table.index[1:3]:
        assert table.loc[key, "difference"] == pytest.approx(-pairs.loc[key, "difference"])
        assert table.loc[key, "difference_low"] == pytest.approx(-pairs.loc[key, "high"])
        assert table.loc[key, "p_adjusted"] == pairs.loc[key, "p_adjusted"]
        assert table.loc[key, "equivalent"] == pairs.loc[key, "rope"]
    scores = board.scores["man"]
    error = np.sqrt((1 / 10 + 1 / 9) * scores.var())
    assert table.loc["man", "low"] == pytest.approx(scores.mean() - 2.2621571627 * error)
    others = pd.concat([board.scores[[best]], board.baselines], axis=1)
    pairs = compare_folds(others, reference=best).pairs.set_index(["first", "second"])
    for key in ("knn", "majority"):
        sign, place = (-1, (best, key)) if (best, key) in pairs.index else (1, (key, best))
        assert table.loc[key, "difference"] == pytest.approx(sign * pairs.loc[place, "difference"])
        assert table.loc[key, "difference"] == pytest.approx(others[key].mean() - others[best].mean())
        assert table.loc[key, "p_adjusted"] == pairs.loc[place, "p_adjusted"]


def test_an_undefined_relation_is_a_blank_with_its_reason():
    board = plain_board(own_table(constant=True), ["man", "mah"], folds=4)
    table = board.frame()
    assert np.isnan(table.loc["mah", "mean"])
    assert table.loc["mah", "folds"] == 0
    assert table.loc["mah", "undefined"] == "**x** is constant, so the covariance has no inverse."
    assert finding(board) == "Use Manhattan: no other relation has a score to compare it with."
    assert "Mahalanobis is undefined" in board.text()
    alone = plain_board(own_table(constant=True), ["mah"], folds=4)
    assert alone.recommendation() is None
    assert "None of the chosen relations" in finding(alone)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"relations": []}, "No relation is chosen"),
        ({"relations": ["mann"]}, "mann"),
        ({"k": 0}, "k must be a whole number"),
        ({"folds": 1}, "folds must be a whole number from 2"),
        ({"gamma": -1.0}, "gamma must be a finite number above 0"),
        ({"seed": -1}, "seed must be"),
    ],
)
def test_a_wrong_design_is_refused(options, words):
    with pytest.raises(FRNNError, match=words):
        plain_board(own_table(), **options)


def test_too_many_folds_are_refused_with_the_cure():
    with pytest.raises(DataError, match="Ask for"):
        plain_board(own_table(12), ["man"], folds=11)
    with pytest.raises(ParameterError):
        plain_design(["man"], k=1.5)


# advice


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


# code to take away

NAMES = ['"); import os #', "**x**", "<script>", "it's", "-dash", "$(touch pwned)"]


def write_hostile(folder, name):
    rng = np.random.default_rng(2)
    label = rng.choice(["u", "v"], 60)
    frame = pd.DataFrame(rng.normal(size=(60, 3)) + (label == "u")[:, None], columns=NAMES[:3])
    frame[NAMES[5]] = label
    frame.to_csv(folder / name, index=False)
    return read(folder / name, target=NAMES[5])


@pytest.mark.parametrize("name", ['a"); import os #.csv', "-it's $(touch pwned).csv", "`x`.csv"])
def test_script_and_command_give_the_same_numbers_whatever_the_names(tmp_path, monkeypatch, capsys, name):
    monkeypatch.chdir(tmp_path)
    write_hostile(tmp_path, name)
    roles = {NAMES[1]: "left-out", NAMES[0]: "number"}
    data = read(tmp_path / name, target=NAMES[5], roles=roles)
    design = plain_design(["man", "gauss"], k=2, gamma=0.3, folds=4, seed=8)
    options = Options(NAMES[5], tuple(roles.items()))
    board = plain_board(data, ["man", "gauss"], k=2, gamma=0.3, folds=4, seed=8)
    expected = board.frame().drop(columns="seconds")

    script = python_script(name, options, design)
    calls = [node for node in ast.walk(ast.parse(script)) if isinstance(node, ast.Import)]
    assert calls == []
    exec(compile(script, "leaderboard.py", "exec"), {})
    printed = capsys.readouterr().out.split("The same in full:\n")[1]
    assert printed_table(printed).equals(printed_table(csv_text(expected.assign(seconds=0.0)), expected))

    words = shlex.split(command_line(name, options, design))
    assert words[:4] == ["python", "-m", "frnn_core", "leaderboard"]
    assert __main__.main([*words[3:], "--format", "csv"]) == 0
    assert printed_table(capsys.readouterr().out).equals(printed_table(printed))
    assert sorted(path.name for path in tmp_path.iterdir()) == [name]


def test_every_choice_of_reading_survives_the_command_and_the_script():
    options = Options(
        None,
        dict.fromkeys(NAMES, "category") | {"a=b": "class"},
        {"a,b": ["low, or", 'a "b"', "x=y"]},
        {"da=te": "day first"},
        edges=[-1.5, 2e300],
        folds=5,
    )
    design = plain_design(["man"])
    words = shlex.split(command_line("x.csv", options, design))
    assert Options(**reading(parser().parse_args(words[3:]))) == options
    script = ast.parse(python_script("x.csv", options, design))
    call = next(n for n in ast.walk(script) if isinstance(n, ast.Call) and n.func.id == "read_dataset")
    assert Options(**{word.arg: ast.literal_eval(word.value) for word in call.keywords}) == options
    with pytest.raises(ParameterError, match="--role needs a column, = and a value"):
        reading(parser().parse_args(["leaderboard", "x.csv", "--role", "zip"]))
    with pytest.raises(ParameterError, match="--edges needs numbers"):
        reading(parser().parse_args(["leaderboard", "x.csv", "--edges", "1,b"]))


def printed_table(text, like=None):
    table = pd.read_csv(io.StringIO(text), index_col="relation", keep_default_na=True).drop(columns="seconds")
    return table if like is None else table[list(like)]


def test_the_command_prints_text_and_latex_and_refuses_in_words(tmp_path, capsys):
    write_hostile(tmp_path, "x.csv")
    call = [
        "leaderboard",
        str(tmp_path / "x.csv"),
        "--relations",
        "man",
        "euc",
        "--folds",
        "3",
        "--k",
        "3",
        "--beside",
        "none",
    ]
    assert __main__.main([*call, f"--target={NAMES[5]}"]) == 0
    assert capsys.readouterr().out.startswith("Use ")
    assert __main__.main([*call, "--format", "latex"]) == 0
    assert r"\begin{tabular}" in capsys.readouterr().out
    assert __main__.main(["leaderboard", str(tmp_path / "none.csv")]) == 2
    assert "There is no file" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["wine", "heart", "bupa"])
@pytest.mark.parametrize("k", [1, 4])
def test_the_baselines_are_those_that_are_shipped(name, k):
    board = plain_board(load_dataset(name), ["man"], k=k, beside=["knn", "majority"])
    assert list(board.baselines) == ["knn", "majority"]
    for baseline in board.baselines:
        shipped = [result.scores["balanced_accuracy"] for result in fold_results(name, baseline, k)]
        np.testing.assert_allclose(board.baselines[baseline], shipped, atol=1e-12)


def test_a_baseline_of_more_neighbours_than_rows_takes_them_all():
    rows, codes = np.arange(5.0)[:, None], np.array([2, 0, 2, 0, 1])
    assert nearest_votes(rows, codes, np.array([[0.0], [4.0]]), (1, 2, 5, 9)).tolist() == [
        [2, 0, 0, 0],
        [1, 0, 0, 0],
    ]
