"""The process behind Your data: the same numbers, and an end for every way to end; and what it will cost."""

import gc
import io
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from boards import plain_design
from made_up import own_table, values
from project import ROOT
from waiting import LIMIT, until

from frnn_core import RELATIONS, load_dataset
from frnn_core.data import Dataset
from frnn_core.engine.columns import Column
from frnn_core.experiments import jobs, served
from frnn_core.experiments.served import unpacked
from frnn_core.relations import fixed_relations
from frnn_core.your_data import cost as leaderboard_cost
from frnn_core.your_data.fold_scores import Design, Score, fold_scores
from frnn_core.your_data.worker import LeaderboardError, Run, packed

SLOW = plain_design(["man", "lmnn", "nca"], folds=5)
LONG = plain_design(["man", "lmnn", "nca"], folds=40)
"""Goes on while another process starts, even on a busy machine."""


def test_a_design_and_data_survive_the_way_to_another_process():
    rows = np.random.default_rng(1).permutation(90)
    data = own_table(folds=tuple(np.split(rows, 3)))
    design = plain_design(["combo", "gauss", "man"], k=5, gamma=0.2, folds=7, seed=9)
    stream = io.BytesIO(packed(data, design, [Score(2, "man", 0.5, 0.1)]))
    got, asked = unpacked(stream)
    assert Design.of_text(asked["design"]) == design
    assert asked["known"] == [[2, "man"]]
    assert (got.sha256, got.feature_names) == (data.sha256, data.feature_names)
    assert all(np.array_equal(a, b) for a, b in zip(got.folds, data.folds, strict=True))
    mixed = replace(data, columns=(Column("a", "category", ("x,y", "z")), *data.described_columns[1:]))
    assert unpacked(io.BytesIO(packed(mixed, design)))[0].columns == mixed.columns


@pytest.mark.slow
def test_the_worker_gives_the_numbers_of_the_library_to_the_bit():
    data, design = load_dataset("wine"), plain_design([*fixed_relations(), "gauss-grad"], folds=3, seed=5)
    run = Run(data, design)
    assert run.wait(LIMIT).state == "finished"
    assert values(run.scores()) == values(fold_scores(data, design))
    assert run.progress().done == run.progress().total == 3 * 14


@pytest.mark.slow
def test_the_worker_chooses_and_tunes_as_the_library_does():
    data = load_dataset("wine")
    design = Design.of(["man", "gauss"], folds=3, repeats=1, beside=["logistic", "majority"])
    run = Run(data, design)
    assert run.wait(LIMIT).state == "finished"
    assert values(run.scores()) == values(fold_scores(data, design))
    assert run.progress().total == 3 * 4 + 2


def started(data, design, pieces=2, known=()):
    run = Run(data, design, known)
    until(lambda: len(run.scores()) >= pieces + len(list(known)))
    return run


def state(pid):
    """The letter by which the kernel says what a process does: T is stopped, Z is dead, so is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


def alive(pid):
    return state(pid) != "Z"


@pytest.mark.slow
def test_cancelling_keeps_what_is_finished_and_continuing_goes_on_from_there():
    data = load_dataset("wine")
    run = started(data, SLOW)
    run.cancel()
    told, kept = run.progress(), run.scores()
    assert told.state == "cancelled"
    until(lambda: run._served.process.stdout.closed)  # whatever it may still have said is read
    assert not alive(run.pid)
    assert 2 <= len(kept) < told.total
    assert run.scores() == kept
    again = Run(data, SLOW, kept)
    assert again.wait(LIMIT).state == "finished"
    assert again.scores()[: len(kept)] == kept
    assert values(again.scores()) == values(fold_scores(data, SLOW))


@pytest.mark.slow
def test_a_killed_worker_ends_in_words_and_keeps_its_results():
    run = started(load_dataset("wine"), SLOW)
    assert os.getpriority(os.PRIO_PROCESS, run.pid) == os.nice(0) + jobs.NICENESS
    os.kill(run.pid, 9)
    told = run.wait(LIMIT)
    assert told.state == "lost"
    assert "has died" in told.message
    assert len(run.scores()) >= 2


def test_a_run_ends_with_its_last_reference():
    run = started(load_dataset("wine"), SLOW)
    pid = run.pid
    del run
    gc.collect()
    until(lambda: not alive(pid))


@pytest.mark.slow
def test_a_run_ends_when_nobody_looks_or_time_is_up(monkeypatch):
    monkeypatch.setattr(served, "MOST_SECONDS", 0.5)
    told = Run(load_dataset("wine"), SLOW).wait(LIMIT)
    assert (told.state, "the limit of a page" in told.message) == ("cancelled", True)
    monkeypatch.setattr(served, "MOST_SECONDS", 3600.0)
    monkeypatch.setattr(served, "ALONE_SECONDS", 0.2)
    run = Run(load_dataset("wine"), SLOW)
    until(lambda: run._served.told.ended)  # a look that does not count as one
    told = run.progress()
    assert (told.state, "nobody was looking" in told.message) == ("cancelled", True)


@pytest.mark.slow
def test_a_run_ends_with_the_process_that_started_it():
    code = (
        "import os, time\nfrom frnn_core import load_dataset\n"
        "from frnn_core.your_data.fold_scores import Design\n"
        "from frnn_core.your_data.worker import Run\n"
        "run = Run(load_dataset('wine'), Design.of(['man', 'lmnn', 'nca']))\n"
        "while len(run.scores()) < 2: time.sleep(.02)\n"
        "print(run.pid, flush=True)\nos._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    until(lambda: not alive(int(done.stdout)))


@pytest.mark.slow
def test_more_runs_than_turns_wait_and_too_many_are_refused(monkeypatch):
    monkeypatch.setattr(served, "MOST_WAITING", 1)
    data = load_dataset("wine")
    runs = [started(data, LONG, 1) for _ in range(served.MOST_AT_ONCE)]
    waiting = Run(data, plain_design(["man"]))
    until(lambda: all(len(run.scores()) > 2 for run in runs))
    assert (waiting.progress().state, waiting.pid) == ("waiting", None)
    with pytest.raises(LeaderboardError, match="Try again"):
        Run(data, LONG)
    runs[0].cancel()
    assert waiting.wait(LIMIT).state == "finished"
    runs[1].cancel()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_nothing_is_written_anywhere(tmp_path, monkeypatch):
    for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    before = {path: path.stat().st_mtime_ns for path in (ROOT / "frnn_core").rglob("*.npz")}
    run = started(load_dataset("wine"), SLOW)
    os.kill(run.pid, signal.SIGSTOP)  # so that it closes nothing while we look
    until(lambda: state(run.pid) == "T")
    opened = []
    for entry in Path(f"/proc/{run.pid}/fd").iterdir():
        flags = (Path(f"/proc/{run.pid}/fdinfo") / entry.name).read_text().split("flags:")[1].split()[0]
        if int(flags, 8) & 3 and os.readlink(entry).startswith("/") and int(entry.name) > 2:
            opened.append(os.readlink(entry))
    run.cancel()
    assert [name for name in opened if not name.startswith("/dev/")] == []
    assert list(tmp_path.rglob("*")) == []
    assert before == {path: path.stat().st_mtime_ns for path in (ROOT / "frnn_core").rglob("*.npz")}


def test_an_error_of_the_worker_is_told():
    run = Run(own_table(), plain_design(["man"]))
    run._served.hear({"error": "There is not enough memory."})
    assert (run.progress().state, run.progress().message) == ("failed", "There is not enough memory.")


# time and size


def test_estimates_grow_with_the_work_and_know_what_is_done():
    small, design = own_table(), plain_design(["man", "mah"], folds=5)
    whole = leaderboard_cost.estimate(small, design)
    assert leaderboard_cost.START_SECONDS < whole < 10
    places = {(fold, column) for fold in range(5) for column in design.columns}
    assert leaderboard_cost.estimate(small, design, places) == 0
    rng = np.random.default_rng(0)
    large = Dataset("x", rng.random((100_000, 10)), rng.choice(["a", "b"], 100_000), tuple("abcdefghij"))
    assert leaderboard_cost.estimate(large, plain_design()) > 60
    wide = Dataset("x", rng.random((50, 3_000)), rng.choice(["a", "b"], 50), tuple(map(str, range(3_000))))
    keys, seconds = leaderboard_cost.proposed(small, design)
    assert {"nca", "man-fit"} <= set(keys)
    assert 0 < seconds < leaderboard_cost.PROPOSED_SECONDS
    assert all(RELATIONS[key].learns for key in keys)
    few, shorter = leaderboard_cost.proposed(small, design, seconds / 2)
    assert set(few) < set(keys)
    assert shorter <= seconds / 2
    assert "nca" not in leaderboard_cost.proposed(wide, design)[0]
    assert leaderboard_cost.proposed(large, plain_design())[1] < leaderboard_cost.PROPOSED_SECONDS
    assert leaderboard_cost.proposed(large, plain_design(), 0.001) == ((), 0.0)
    allowed = {data.name: leaderboard_cost.widths(data, design.conditions.encoding) for data in (small, wide)}
    assert "3,000 × 3,000" in leaderboard_cost.refused(allowed["x"], "mah")
    assert leaderboard_cost.refused(allowed["x"], "man") is None
    assert leaderboard_cost.refused(allowed["mine"], "class-mah") is None
