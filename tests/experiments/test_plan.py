"""The engine gives the classifier's own numbers, resumes, and survives being killed."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from kept import scores
from project import ROOT
from sklearn.metrics import balanced_accuracy_score
from waiting import LIMIT, until

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.errors import FRNNError, UnknownName
from frnn_core.experiments import runner
from frnn_core.experiments.evaluate import evaluate
from frnn_core.experiments.plan import (
    Conditions,
    Plan,
    Setting,
    keys_of,
    params_text,
    plan_text,
    plans_of_text,
    units,
)
from frnn_core.experiments.runner import run
from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.shipped import nothing
from frnn_core.experiments.store import Store


def direct(name, key, k, gamma=1.0, params=None):
    """Balanced accuracy of each fold, from the classifier."""
    data = load_dataset(name)
    return [
        balanced_accuracy_score(
            data.y[test],
            FRNNClassifier(key, k=k, gamma=gamma, relation_params=params)
            .fit(data.X[train], data.y[train])
            .predict(data.X[test]),
        )
        for train, test in partition(data)
    ]


def small_plan(**changes):
    settings = (Setting.of("man"), Setting.of("euc"), Setting.of("gauss", gamma=0.5), Setting.of("mah"))
    return Plan(**{"datasets": ("wine",), "settings": settings, "ks": (1, 3, 20), **changes})


def test_results_are_those_of_the_classifier(tmp_path):
    store = Store(tmp_path / "r.sqlite")
    run(small_plan(), store, anew=True)
    frame = store.frame()
    for key, gamma in (("man", 1.0), ("euc", 1.0), ("gauss", 0.5), ("mah", 1.0)):
        for k in (1, 3, 20):
            found = frame[(frame.relation == key) & (frame.k == k)].sort_values("fold")["balanced_accuracy"]
            np.testing.assert_allclose(found, direct("wine", key, k, gamma), atol=1e-12)


def test_relations_that_learn_from_k_are_fitted_for_each(tmp_path):
    store = Store(tmp_path / "r.sqlite")
    plan = Plan(("wine",), (Setting.of("cir-grad", {"method": "search"}), Setting.of("combo")), (1, 5))
    run(plan, store, anew=True)
    frame = store.frame()
    found = frame[(frame.relation == "cir-grad") & (frame.k == 5)].sort_values("fold")["balanced_accuracy"]
    np.testing.assert_allclose(found, direct("wine", "cir-grad", 5, params={"method": "search"}), atol=1e-12)
    assert frame["fitted"].str.contains("gamma|choice").all()


def test_an_undefined_relation_is_a_result_with_its_reason(tmp_path):
    store = Store(tmp_path / "r.sqlite")
    run(Plan(("segment",), (Setting.of("mah"),), (3,)), store, anew=True)
    frame = store.frame()
    assert frame["balanced_accuracy"].isna().all()
    assert frame["reason"].str.contains("Region-pixel-count is constant").all()
    assert score_table(Plan(("segment",), (Setting.of("mah"),), (3,)), store=store, source=nothing()).complete


def test_euclidean_relations_share_a_unit_and_known_cells_are_left_out():
    plan = small_plan()
    cut = units(plan)
    assert len(cut) == 30
    shared = [unit for unit in cut if len(unit.wanted) == 2]
    assert {setting.relation for setting, _ in shared[0].wanted} == {"euc", "gauss"}
    done = [result.key for unit in cut[:3] for result in evaluate(unit)]
    assert len(units(plan, done)) == 27
    one_more = units(small_plan(ks=(1, 3, 5, 20)), done)
    assert len(one_more) == 30
    assert one_more[0].wanted[0][1] == (5,)


@pytest.mark.slow
def test_parallel_and_serial_runs_agree_to_the_bit(tmp_path):
    plan = small_plan(datasets=("wine", "heart"))
    stores = [Store(tmp_path / f"{jobs}.sqlite") for jobs in (1, 2)]
    for jobs, store in zip((1, 2), stores, strict=True):
        run(plan, store, jobs=jobs, anew=True)
    assert scores(stores[0]).equals(scores(stores[1]))


def command(path, arguments):
    return [sys.executable, "-m", "frnn_core", "run", *arguments.split(), "--anew", "--store", str(path)]


@pytest.mark.slow
def test_two_runs_at_once_on_one_store_neither_lose_nor_double(tmp_path):
    path = tmp_path / "r.sqlite"
    call = command(path, "--datasets wine heart --relations man euc")
    both = [subprocess.Popen(call, cwd=ROOT, stdout=subprocess.DEVNULL) for _ in "ab"]
    assert [process.wait(LIMIT) for process in both] == [0, 0]
    assert len(Store(path)) == 2 * 2 * 10


KILLED = """import os, signal, sys
from frnn_core.__main__ import main
from frnn_core.experiments import runner

computed = runner._computed

def killed(*arguments):
    for kept, found in enumerate(computed(*arguments)):
        if kept == 11:
            os.killpg(0, signal.SIGKILL)
        yield found

runner._computed = killed
main(sys.argv[1:])
"""


@pytest.mark.slow
def test_a_killed_run_goes_on_and_ends_as_if_never_stopped(tmp_path):
    arguments = "--datasets vowel heart wine --relations man cos --k 1 3 --jobs 2"
    killed, whole = tmp_path / "killed.sqlite", tmp_path / "whole.sqlite"
    python, _, _, *words = command(killed, arguments)
    done = subprocess.run([python, "-c", KILLED, *words], cwd=ROOT, start_new_session=True, timeout=LIMIT)
    assert done.returncode == -signal.SIGKILL
    everything = 3 * 2 * 2 * 10
    assert 11 <= len(Store(killed)) < everything
    for path in (killed, whole):
        subprocess.run(
            command(path, arguments), cwd=ROOT, check=True, stdout=subprocess.DEVNULL, timeout=LIMIT
        )
    assert len(Store(killed)) == everything
    assert scores(Store(killed)).equals(scores(Store(whole)))


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("kept", [0, 5])
def test_the_helpers_of_a_killed_run_end_soon_after_it(tmp_path, kept):
    path = tmp_path / "r.sqlite"
    arguments = "--datasets ring twonorm phoneme --relations man can pcc cos --k 1 3 --jobs 2"
    process = subprocess.Popen(command(path, arguments), cwd=ROOT, stdout=subprocess.DEVNULL)
    until(lambda: len(helpers(process.pid)) == 2 and len(Store(path)) >= kept)
    orphans = helpers(process.pid)
    process.kill()
    process.wait()
    assert LIMIT < 300  # an idle helper that waits for work does so for five minutes
    until(lambda: not any(is_alive(pid) for pid in orphans))


def helpers(parent):
    listed = [path.read_text().split() for path in Path(f"/proc/{parent}/task").glob("*/children")]
    return [pid for line in listed for pid in line if is_helper(pid)]


def is_helper(pid):
    return "popen_loky" in Path(f"/proc/{pid}/cmdline").read_text()


def is_alive(pid):
    """A process that ended may stay in the list until somebody asks for it; its command line is gone."""
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_text())
    except OSError:
        return False


@pytest.mark.slow
def test_control_c_stops_cleanly_and_keeps_what_is_finished(tmp_path):
    path = tmp_path / "r.sqlite"
    sets = "ring twonorm satimage texture thyroid page phoneme"
    call = command(path, f"--datasets {sets} --relations man can pcc cos che class-mah --k 1 3 --jobs 2")
    process = subprocess.Popen(
        call,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background shell ignores it
    )
    until(lambda: path.exists() and len(Store(path)) > 5)
    os.killpg(process.pid, signal.SIGINT)
    _, told = process.communicate(timeout=LIMIT)
    assert process.returncode == 130
    assert "Stopped. What was finished is kept" in told
    assert "Traceback" not in told
    assert len(Store(path)) > 5


def test_processes_started_for_a_run_do_not_hear_control_c_and_their_parent_does():
    ask = [sys.executable, "-c", "import signal; print(signal.getsignal(signal.SIGINT))"]
    before = signal.getsignal(signal.SIGINT)
    with runner._deaf_children():
        answer = subprocess.run(ask, capture_output=True, text=True, check=True).stdout
    assert answer.strip() in ("Handlers.SIG_IGN", "1")
    assert signal.getsignal(signal.SIGINT) is before


def test_the_conditions_are_part_of_the_key(tmp_path):
    store = Store(tmp_path / "r.sqlite")
    for conditions in (
        Conditions(),
        Conditions(normalise="unit"),
        Conditions(weights="mean"),
        Conditions(seed=1),
    ):
        run(Plan(("wine",), (Setting.of("man"),), (3,), conditions), store, anew=True)
    assert len(store) == 40
    assert store.frame().groupby(["normalise", "weights", "seed"]).size().tolist() == [10, 10, 10, 10]


def test_a_parameter_that_came_later_has_a_say_in_the_key_only_where_it_is_set():
    assert params_text(Setting.of("lmnn")) == '{"link":"squared","max_iter":500,"mu":0.5,"n_components":null}'
    limited = Setting.of("lmnn", {"max_rows": 1_000})
    assert '"max_rows":1000' in params_text(limited)
    assert (Setting.of("lmnn").label, limited.label) == ("lmnn", "lmnn max_rows=1000")
    plan = Plan(("wine", "satimage"), (Setting.of("lmnn"), limited))
    assert plans_of_text(plan_text([plan])) == (plan,)
    table = score_table(plan)
    assert table.there[:, 0].all()
    assert not table.there[:, 1].any()


def test_settings_are_checked_when_they_are_made():
    with pytest.raises(UnknownName, match="Did you mean man"):
        Setting.of("mann")
    with pytest.raises(FRNNError, match="variant must be one of"):
        Setting.of("che", {"variant": "old"})


def test_deals_are_dealt_one_after_the_other_with_the_next_seeds():
    at = Conditions(n_splits=4, seed=7, repeats=3)
    assert [(deal.scheme, deal.seed, deal.repeats) for deal in at.deals()] == [
        ("auto", 7, 1),
        ("stratified", 8, 1),
        ("stratified", 9, 1),
    ]
    plan = Plan(("wine",), (Setting.of("man"),), (3,), at)
    keys = keys_of(plan, "wine", Setting.of("man"), 3)
    assert [(key.fold, key.seed) for key in keys] == [(fold, seed) for seed in (7, 8, 9) for fold in range(4)]
    by_hand = [partition(load_dataset("wine"), "stratified", 4, seed).sha256 for seed in (7, 8, 9)]
    assert list(dict.fromkeys(key.folds for key in keys)) == by_hand
    assert [(unit.fold, unit.conditions) for unit in units(plan)] == [
        (fold, deal) for deal in at.deals() for fold in range(4)
    ]
    assert plans_of_text(plan_text([plan])) == (plan,)
    assert {key for unit in units(plan) for key in [r.key for r in evaluate(unit)]} == set(keys)


def test_conditions_in_words_say_every_one_that_differs():
    told = Conditions("stratified", 5, "mean", "unit", 3, repeats=4).in_words()
    assert told == ["5 stratified folds, dealt 4 times", "seed 3", "weights: All alike", "ranges: 0 to 1"]
    assert Conditions("stratified").in_words() == ["stratified folds"]
    assert Conditions(repeats=2).in_words() == ["KEEL's folds where known, dealt twice"]
