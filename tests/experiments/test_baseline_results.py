"""Results of baselines: what is shipped comes out again, what is missing is told, and computed once."""

import os
import random
import shlex

import numpy as np
import pandas as pd
import pytest

from frnn_core import Store, dataset_names
from frnn_core.cli.parser import main
from frnn_core.data.catalogue import entries
from frnn_core.engine.measures import MEASURES
from frnn_core.errors import Undefined, UnknownName
from frnn_core.experiments.baselines import BASELINES, Answer, baseline, results
from frnn_core.experiments.baselines.command import beside_command, blank, estimate
from frnn_core.experiments.baselines.results import (
    Piece,
    beside,
    chosen,
    compute,
    evaluate_baseline,
    fold_results,
    pending,
    seconds_of,
    shipped_baselines,
    stored,
)
from frnn_core.experiments.baselines.standings import HINDSIGHT, means_and_ranks, standings
from frnn_core.experiments.evaluate import mean_score
from frnn_core.experiments.plan import Conditions, Setting
from frnn_core.experiments.score_table import NOT_COMPUTED
from frnn_core.experiments.shipped import pack

SCORE = "balanced_accuracy"
OTHER_FOLDS = Conditions("stratified", seed=5)
SMALL = [name for name in dataset_names() if entries()[name].rows <= 350]
SAMPLE = random.Random(int(os.environ.get("FRNN_SAMPLE_SEED", "1"))).sample(
    [(name, fold, key) for name in SMALL for fold in range(10) for key in BASELINES], 8
)


@pytest.mark.parametrize(("name", "fold", "key"), SAMPLE)
def test_a_sample_of_the_shipped_ones_comes_out_again(name, fold, key):
    computed = evaluate_baseline(Piece(name, fold, key), Conditions())
    shipped = shipped_baselines().lookup([result.key for result in computed])
    allowed = 0.1 if BASELINES[key].slow else 1e-12  # of one fold; another processor may choose otherwise
    for result in computed:
        known = shipped[result.key]
        assert known.dataset == name
        assert list(known.scores) == list(MEASURES)
        for measure, score in result.scores.items():
            assert known.scores[measure] == pytest.approx(score, abs=allowed)
        assert (known.fitted is None) == (result.fitted is None)


def test_everything_is_shipped_for_all_of_the_papers_sets():
    source = shipped_baselines()
    for name in dataset_names():
        for key, spec in BASELINES.items():
            for k in (1, 20) if spec.uses_k else (0,):
                wanted = results.keys_of(name, key, k, Conditions())
                assert len(source.lookup(wanted)) == len(wanted) == 10, (name, key)


def test_what_was_chosen_is_in_the_grid():
    others = {key: spec for key, spec in BASELINES.items() if spec.kind == "other"}
    for key, spec in others.items():
        for found in chosen("wine", key):
            assert set(found) == ({*spec.grid, "inner_score"} if spec.grid else set())
            assert all(found[what] in values for what, values in spec.grid.items())


def test_frames_are_means_of_the_folds():
    found = beside(["wine", "glass"], ["svm", "knn"], k=5, measure="accuracy")
    assert found.complete
    assert list(found.scores) == ["svm", "knn"]
    for name in ("wine", "glass"):
        for key in ("svm", "knn"):
            told = [result.scores["accuracy"] for result in fold_results(name, key, 5)]
            assert found.scores.loc[name, key] == pytest.approx(np.mean(told))
    assert (found.reasons.to_numpy() == None).all()  # noqa: E711


def test_k_has_a_say_only_where_it_is_used():
    one, other = (beside(["glass"], ["svm", "knn"], k).scores.loc["glass"] for k in (1, 15))
    assert one["svm"] == other["svm"]
    assert one["knn"] != other["knn"]


def test_quick_ones_are_computed_for_other_folds_and_slow_ones_are_not():
    found = beside(["wine"], ["knn", "svm"], 3, OTHER_FOLDS)
    assert not found.complete
    assert found.reasons.loc["wine", "svm"] == NOT_COMPUTED
    assert np.isnan(found.scores.loc["wine", "svm"])
    assert 0.9 < found.scores.loc["wine", "knn"] < 1
    assert found.scores.loc["wine", "knn"] != beside(["wine"], ["knn"]).scores.loc["wine", "knn"]
    assert chosen("wine", "svm", conditions=OTHER_FOLDS) == [{}] * 10


def test_a_run_keeps_every_fold_and_goes_on_where_it_was(tmp_path):
    store = Store(tmp_path / "store.sqlite")
    pieces = pending(["glass", "wine"], ["svm", "knn"], store, OTHER_FOLDS)
    assert [piece.dataset for piece in pieces] == ["wine"] * 20 + ["glass"] * 20
    assert pieces[:3] == [Piece("wine", 0, "svm"), Piece("wine", 0, "knn"), Piece("wine", 1, "svm")]
    done = []
    compute(pieces[:5], store, OTHER_FOLDS, done.append)
    assert done == pieces[:5]
    assert pending(["glass", "wine"], ["svm", "knn"], store, OTHER_FOLDS) == pieces[5:]
    compute(pieces[5:20], store, OTHER_FOLDS)
    found = beside(["wine", "glass"], ["svm"], 3, OTHER_FOLDS, store=store)
    assert found.reasons["svm"].tolist() == [None, NOT_COMPUTED]
    keys = results.keys_of("wine", "svm", 3, OTHER_FOLDS)
    packed = pack(stored(["wine"], store, OTHER_FOLDS), {}).lookup(keys)
    told = [packed[key].scores[SCORE] for key in keys]
    assert found.scores.loc["wine", "svm"] == pytest.approx(np.mean(told))
    assert 0.9 < np.mean(told) <= 1


def test_shipped_ones_are_not_computed_again_unless_asked(tmp_path):
    store = Store(tmp_path / "store.sqlite")
    assert pending(["wine"], ["svm", "forest"], store) == []
    assert len(pending(["wine"], ["svm", "forest"], store, anew=True)) == 20


def test_a_changed_grid_or_revision_is_another_result():
    def key():
        return results.keys_of("wine", "made-up", 3, Conditions())[0]

    def decide(fold, ks):
        return Answer(np.zeros((len(fold.queries), 1), dtype=int))

    about = {"key": "made-up", "label": "Made up", "help": "First.", "source": "here"}
    keys = []
    for grid, revision in (({}, 1), ({"C": (1,)}, 1), ({}, 2)):
        with BASELINES.lent():
            baseline(**about, grid=grid, revision=revision)(decide)
            keys.append(key())
    assert len(set(keys)) == 3


def test_undefined_is_a_result_with_a_reason():
    with BASELINES.lent():

        @baseline(key="undefined", label="Undefined", help="Never.", source="here")
        def undefined(fold, ks):
            raise Undefined("Tuned FRNN", "there is nothing to choose from")

        found = beside(["wine"], ["undefined"])
    assert found.complete
    assert found.reasons.loc["wine", "undefined"] == "there is nothing to choose from"


def test_an_unknown_baseline_is_named():
    with pytest.raises(UnknownName, match="Did you mean knn"):
        beside(["wine"], ["knm"])


def test_standings_are_the_numbers_of_the_packed_files():
    names, keys = ["wine", "glass", "heart"], ["svm", "forest-balanced", "knn"]
    table = standings(datasets=names, baselines=keys, best_of=["man", "euc"])
    assert list(table) == ["man", HINDSIGHT, *keys]
    source = shipped_baselines()
    for name in names:
        man, euc = (mean_score(name, Setting.of(key)) for key in ("man", "euc"))
        assert table.loc[name, "man"] == pytest.approx(man)
        assert table.loc[name, HINDSIGHT] == pytest.approx(max(man, euc))
        for key in keys:
            packed = source.lookup(results.keys_of(name, key, 3, Conditions()))
            assert table.loc[name, key] == pytest.approx(np.mean([r.scores[SCORE] for r in packed.values()]))


def test_means_and_ranks_leave_out_data_sets_with_blanks():
    rows = {"a": [0.9, 0.8, 0.7], HINDSIGHT: [1.0, 1.0, 1.0], "b": [0.9, 0.9, np.nan], "c": [0.5, 0.7, 0.9]}
    told = means_and_ranks(pd.DataFrame(rows))
    assert told["n"].tolist() == [2] * 4
    np.testing.assert_allclose(told["mean"], [0.85, 1.0, 0.9, 0.6])
    np.testing.assert_allclose(told["mean_rank"], [1.75, np.nan, 1.25, 3.0])


def test_the_seconds_of_a_choice_hold_the_inner_scores_that_it_took_over():
    def own(key):
        packed = shipped_baselines().lookup(results.keys_of("glass", key, 3, Conditions()))
        return np.mean([result.seconds for result in packed.values()])

    assert seconds_of("glass", "forest") == pytest.approx(own("forest"))
    assert seconds_of("glass", "frnn-blended") == pytest.approx(own("frnn-blended") + own("frnn-tuned"))
    together = own("svm") + own("svm-balanced") + own("svm-tuned")
    assert seconds_of("glass", "svm-tuned") == pytest.approx(together)
    assert np.isnan(seconds_of("glass", "forest", conditions=Conditions(seed=7)))
    for key, entry in BASELINES.items():  # of each, the grids that are shared come first
        places = list(BASELINES).index
        assert all(places(before) < places(key) for before in entry.after)


@pytest.mark.parametrize("conditions", [Conditions(), Conditions("stratified", 3, seed=7, repeats=2)])
def test_the_command_that_the_page_names_computes_what_is_missing(conditions, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("FRNN_STORE", str(tmp_path / "s.sqlite"))
    sets, keys = ["wine", "sonar"], ["logistic", "knn-tuned"]
    command = beside_command(sets, keys, conditions)
    program, module, package, *words = shlex.split(command)
    assert (program, module, package) == ("python", "-m", "frnn_core")
    assert main(words) == 0
    assert capsys.readouterr().out == ""
    for name in sets:
        results = [r for key in keys for r in fold_results(name, key, 3, conditions, store=Store())]
        assert len(results) == len(keys) * conditions.n_splits * conditions.repeats
        assert None not in results


def test_what_is_missing_is_estimated_by_what_is_shipped():
    at = Conditions(seed=7)
    reasons = beside(["wine", "glass"], ["svm", "knn"], conditions=at).reasons
    assert blank(reasons) == (["wine", "glass"], ["svm"])
    expected = 10 * (seconds_of("wine", "svm") + seconds_of("glass", "svm"))
    assert estimate(reasons, at) == pytest.approx(expected)
    assert beside_command(dataset_names(), ["svm"], at).count("--datasets all --relations man --seed 7") == 1


def test_noise_in_the_last_bits_of_a_mean_breaks_no_tie():
    told = means_and_ranks(pd.DataFrame({"a": [0.1 + 0.2, 0.5], "b": [0.3, 0.5], "c": [0.4, 0.4]}))
    np.testing.assert_allclose(told["mean_rank"], [2.0, 2.0, 2.0])


def test_the_command_names_them_in_full(capsys, tmp_path):
    sets = ["--datasets", "wine", "heart", "glass", "sonar", "bupa", "--store", str(tmp_path / "s.sqlite")]
    words = ["stats", *sets, "--relations", "man", "euc", "--beside", "svm", "forest", "--control", "svm"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "2 relations and 2 other classifiers on 5 of 5 data sets" in said
    assert "Other classifiers, not relations: RBF-SVM and Random forest." in said
    assert "all against RBF-SVM" in said
    assert main(["report", *words[1:], "--out", str(tmp_path / "view.zip")]) == 0
    assert "2 relations, 2 other classifiers" in capsys.readouterr().out
    files = pd.io.common.zipfile.ZipFile(tmp_path / "view.zip")
    table = pd.read_csv(files.open("beside.csv"), index_col=0)
    assert table.loc["wine", "RBF-SVM"] == pytest.approx(beside(["wine"], ["svm"]).scores.loc["wine", "svm"])
    assert "C in 1, 10, 100, 1,000" in files.read("beside.txt").decode()
    assert "other classifier" in files.read("critical-difference.html").decode()


def test_the_command_refuses_what_cannot_be(capsys, tmp_path):
    words = ["stats", "--datasets", "wine", "--relations", "man", "--store", str(tmp_path / "s.sqlite")]
    assert main([*words, "--beside", "knn", "--k", "25"]) == 2
    assert "up to 20, not 25" in capsys.readouterr().err
    assert main([*words, "--beside", "swm"]) == 2
    assert "Did you mean svm" in capsys.readouterr().err
    assert main(["stats", "--scores", "x.csv", "--beside", "svm"]) == 2
    assert "not both" in capsys.readouterr().err


def test_the_command_computes_what_is_missing(capsys, tmp_path):
    store = tmp_path / "s.sqlite"
    folds = ["--partition", "stratified", "--seed", "5", "--store", str(store)]
    words = ["stats", "--datasets", "wine", "sonar", "--relations", "man", *folds]
    assert main([*words, "--beside", "knn-tuned"]) == 0
    told = capsys.readouterr()
    assert "20 folds of other classifiers to run" in told.err
    assert "k-nearest neighbours (tuned)" in told.out
    kept = beside(["wine"], ["knn-tuned"], 3, OTHER_FOLDS, store=Store(store))
    assert 0.9 < kept.scores.loc["wine", "knn-tuned"] <= 1


def test_each_deal_has_the_results_of_its_own_folds():
    at = Conditions(n_splits=3, repeats=2)
    found = fold_results("wine", "knn", 3, at)
    apart = [fold_results("wine", "knn", 3, deal) for deal in at.deals()]
    assert [r.scores for r in found] == [r.scores for of_one in apart for r in of_one]
    assert beside(("wine",), ("knn",), 3, at).scores.loc["wine", "knn"] == pytest.approx(
        np.mean([r.scores["balanced_accuracy"] for r in found])
    )
