"""Jobs run by themselves, are found again, cancelled, waited for, and missed when they die."""

import os
import re
import signal
import time
from dataclasses import replace

import numpy as np
import pytest
from waiting import LIMIT, until

from frnn_core.experiments import jobs
from frnn_core.experiments.plan import Conditions, Plan, Setting, plan_text, plans_of_text
from frnn_core.experiments.runner import run
from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.store import Store

FRESH = Conditions(weights="mean", normalise="unit")  # not among the shipped results
SHORT = Plan(("wine",), (Setting.of("man"), Setting.of("gauss", gamma=0.5)), (1, 3), FRESH)
LONG = Plan(("ring",), (Setting.of("nca", {"max_iter": 900, "max_rows": 5000}),))


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "r.sqlite")


@pytest.fixture
def home(tmp_path):
    yield tmp_path / "jobs"
    for job in jobs.recent(tmp_path / "jobs"):
        job.cancel()
        job.wait(LIMIT)


@pytest.mark.slow
def test_a_job_runs_and_stays_readable(home, store, caplog):
    caplog.set_level("INFO", "frnn_core")
    job = jobs.start([SHORT], store, home)
    assert re.fullmatch("[0-9a-f]{16}", job.id)
    assert caplog.messages == [f"run {job.id} started: relations 2 x 1 data set"]
    assert job.wait(LIMIT) == jobs.Progress("finished", 20, 20)
    again = jobs.find(job.id, home)
    assert again == job
    assert again.plans == (SHORT,)
    other = run(SHORT, Store(store.path.with_name("other.sqlite")))
    assert np.array_equal(score_table(again.plans[0], store=again.store).values, other.values)
    assert jobs.start([SHORT], store, home).wait(LIMIT) == jobs.Progress("finished")


@pytest.mark.slow
def test_a_cancelled_job_stops_at_once_and_keeps_what_it_has(home, store):
    plan = Plan(("wine", "ring"), (Setting.of("man"), *LONG.settings), (3,), FRESH)
    job = jobs.start([plan], store, home)
    until(lambda: job.progress().state == "running" and job.progress().total)
    job.cancel()
    assert job.wait(LIMIT).state == "cancelled"
    assert job.progress().total == 40
    assert jobs.find(job.id, home).progress().state == "cancelled"


@pytest.mark.slow
def test_partial_results_can_be_read_while_it_runs(home, store):
    plan = Plan(("heart", "wine"), (Setting.of("man"), Setting.of("nca", {"max_iter": 900})), (3,), FRESH)
    job = jobs.start([plan], store, home)
    until(lambda: len(job.store) > 0)
    told = job.progress()
    assert told.state == "running"
    assert os.nice(0) + jobs.NICENESS == os.getpriority(os.PRIO_PROCESS, jobs._PROCESSES[job.id].pid)
    assert 0 < len(job.store) < told.total == 40
    until(lambda: job.progress().seconds_left is not None)


@pytest.mark.slow
def test_a_killed_job_is_missed_and_a_new_one_goes_on(home, store):
    job = jobs.start([LONG], store, home)
    until(lambda: job.progress().state == "running")
    os.killpg(jobs._PROCESSES[job.id].pid, signal.SIGKILL)
    until(lambda: job.progress().ended)
    assert job.progress().state == "lost"
    assert "start it again" in job.progress().message
    assert jobs.start([SHORT], store, home).wait(LIMIT).state == "finished"


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.0, 0.5, 1.0, 1.5])
def test_a_job_that_is_cancelled_while_it_starts_is_cancelled_and_stays_so(home, store, seconds):
    job = jobs.start([LONG], store, home)
    time.sleep(seconds)
    job.cancel()
    assert job.wait(LIMIT).state == "cancelled"
    jobs._PROCESSES[job.id].wait(LIMIT)
    assert job.progress().state == "cancelled"
    assert len(store) == 0


@pytest.mark.parametrize("said", [jobs.Progress(), jobs.Progress("running"), jobs.Progress("running", 3, 20)])
def test_a_dead_job_that_was_asked_to_stop_is_cancelled_whatever_it_said_last(home, said):
    job = record(home, 1, said)
    job.cancel()
    assert job.progress() == replace(said, state="cancelled")


def record(home, number, said):
    """A job of which only the records are left, dated in the future: the clock was set back since."""
    job = jobs.Job(f"{number:016x}", home / f"{number:016x}")
    job.folder.mkdir(parents=True)
    (job.folder / "plan.json").write_text(plan_text([SHORT]))
    (job.folder / "number.txt").write_text(str(number))
    job.tell(said)
    future = time.time() + 1e6 - number
    for file in (*job.folder.iterdir(), job.folder):
        os.utime(file, (future, future))
    return job


@pytest.mark.slow
def test_dead_jobs_from_the_future_do_not_wait_for_ever_nor_block_others(home, store, monkeypatch):
    dead = [record(home, number, jobs.Progress()) for number in range(1, jobs.MOST_UNFINISHED + 1)]
    monkeypatch.setattr(jobs, "START_SECONDS", 0.5)
    assert {job.progress().state for job in dead} == {"waiting"}
    with pytest.raises(jobs.JobError, match="8 runs are under way"):
        jobs.start([SHORT], store, home)
    until(lambda: {job.progress().state for job in dead} == {"lost"})
    assert jobs.start([SHORT], store, home).wait(LIMIT).state == "finished"


def test_a_job_whose_process_died_on_its_way_is_missed_at_once(home, store, monkeypatch):
    monkeypatch.setattr(jobs.sys, "executable", "/bin/false")
    job = jobs.start([SHORT], store, home)
    jobs._PROCESSES[job.id].wait(LIMIT)
    assert job.progress().state == "lost"
    jobs._tidy(home)
    assert job.progress().state == "lost"


@pytest.mark.slow
def test_jobs_are_in_the_order_in_which_they_were_started_whatever_the_clock_says(home, store, monkeypatch):
    old = [record(home, number, jobs.Progress("finished")) for number in (1, 2)]
    monkeypatch.setattr(jobs, "MOST_KEPT", 2)
    fresh = jobs.start([SHORT], store, home)
    assert jobs.recent(home) == [fresh, *reversed(old)]
    fresh.wait(LIMIT)
    jobs._tidy(home)
    assert jobs.recent(home) == [fresh, old[1]]


@pytest.mark.slow
def test_jobs_take_turns(home, store):
    first, second = jobs.start([LONG], store, home), jobs.start([SHORT], store, home)
    until(lambda: first.progress().state == "running" or second.progress().state == "finished")
    if first.progress().state == "running" and second.progress().state != "finished":
        assert second.progress().state == "waiting"
    first.cancel()
    assert second.wait(LIMIT).state == "finished"


@pytest.mark.slow
def test_too_many_jobs_are_refused_politely(home, store, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_UNFINISHED", 1)
    jobs.start([LONG], store, home)
    with pytest.raises(jobs.JobError, match="Wait for one to end, or cancel one"):
        jobs.start([SHORT], store, home)


@pytest.mark.slow
def test_what_is_shipped_is_not_run_again(home, store):
    assert jobs.start([Plan(("wine",), (Setting.of("man"),), (1, 20))], store, home).wait(LIMIT).total == 0


@pytest.mark.slow
def test_an_error_is_told(home, store):
    broken = jobs.start([SHORT], store, home)
    (broken.folder / "store.txt").write_text(str(store.path.parent / "absent" / "r.sqlite"))
    told = broken.wait(LIMIT)
    assert told.state == "failed"
    assert "Check the folder" in told.message


@pytest.mark.parametrize(
    "job_id", ["", "..", "../../etc/passwd", "0123456789abcdef", "0123456789abcdeg", "a" * 999]
)
def test_ids_that_are_none_are_refused(home, job_id):
    with pytest.raises(jobs.JobError, match="There is no run"):
        jobs.find(job_id, home)


@pytest.mark.slow
def test_old_jobs_are_forgotten_and_their_results_are_not(home, store, monkeypatch):
    monkeypatch.setattr(jobs, "MOST_KEPT", 1)
    first = jobs.start([SHORT], store, home)
    first.wait(LIMIT)
    second = record(home, 2, jobs.Progress("finished"))
    third = jobs.start([SHORT], store, home)
    third.wait(LIMIT)
    assert {job.id for job in jobs.recent(home)} == {second.id, third.id}
    assert len(store) == 40


def test_plans_survive_the_way_through_text():
    settings = (
        Setting.of("gauss", gamma=0.3),
        Setting.of("combo", {"relations": ("man", "cos")}),
        Setting.of("nca", {"n_components": 2}),
        Setting.of("sph-grad", {"start": 3.0, "batch": 50}),
    )
    plan = Plan(("wine", "pima"), settings, (1, 20), Conditions("stratified", 5, "mean", "none", 7))
    assert plans_of_text(plan_text([plan, SHORT])) == (plan, SHORT)


def test_a_lock_is_held_by_one(tmp_path):
    with jobs.locked(tmp_path / "lock") as first, jobs.locked(tmp_path / "lock") as second:
        assert (first, second) == (True, False)
    with jobs.locked(tmp_path / "lock") as third:
        assert third
