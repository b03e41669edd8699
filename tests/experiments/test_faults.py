"""What happens when things break under the core: killed workers, full disks, damaged files, no home."""

import errno
import os
import shutil
import signal
import sqlite3
import subprocess
import threading
from pathlib import Path

import numpy as np
import pytest
from boards import plain_design
from project import ROOT
from waiting import LIMIT, until

from frnn_core.data import Dataset
from frnn_core.errors import FRNNError
from frnn_core.experiments import job_process, jobs, served
from frnn_core.experiments import store as stores
from frnn_core.experiments.plan import Conditions, Plan, Setting, units
from frnn_core.experiments.runner import compute, run
from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.store import Store, StoreError
from frnn_core.your_data.worker import Run

FRESH = Conditions(weights="mean", normalise="unit")  # not among the shipped results
SHORT = Plan(("wine",), (Setting.of("man"), Setting.of("euc")), (1, 3), FRESH)
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "r.sqlite")


@pytest.fixture
def job(tmp_path, store, monkeypatch):
    """A job whose process is this one: `job_process.work(job)` runs it."""
    monkeypatch.setattr(jobs.subprocess, "Popen", lambda *a, **b: NoProcess())
    monkeypatch.setattr(job_process, "_stop_when_cancelled", lambda job: None)
    return jobs.start([SHORT], store, tmp_path / "jobs")


class NoProcess:
    def poll(self):
        return 0


def raising(error):
    def fail(*arguments, **options):
        raise error

    return fail


def same_as_alone(store):
    alone = run(SHORT, Store(store.path.with_name("alone.sqlite")))
    assert alone.complete
    return np.array_equal(score_table(SHORT, store=store).values, alone.values)


# killed workers


def loky_workers():
    listed = [path.read_text().split() for path in Path("/proc/self/task").glob("*/children")]
    pids = [int(pid) for line in listed for pid in line]
    return [pid for pid in pids if b"popen_loky" in Path(f"/proc/{pid}/cmdline").read_bytes()]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_killed_worker_of_a_run_ends_in_words_and_the_next_run_goes_on(store):
    plan = Plan(("heart",), (Setting.of("man"), Setting.of("nca", {"max_iter": 50})), (3,), FRESH)
    pending = units(plan, ())
    killed = []

    def kill(unit):
        if not killed:
            killed.extend(loky_workers())
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    with pytest.raises(FRNNError, match=r"worker process was killed.*What was finished is kept: start again"):
        compute(pending, store, 2, kill)
    assert killed
    kept = store.frame()
    assert 1 <= len(kept) < 20
    left = score_table(plan, store=store).pending()
    assert len(left) < len(pending)
    compute(left, store)
    assert len(store) == 20
    again = store.frame().merge(kept, how="inner")
    assert len(again) == len(kept)


def test_a_process_that_looks_at_a_job_does_not_keep_it_from_its_lock(tmp_path):
    held, leave = threading.Event(), threading.Event()

    def process():
        with job_process._mine(tmp_path / "alive.lock"):
            held.set()
            leave.wait(LIMIT)

    thread = threading.Thread(target=process)
    with jobs.locked(tmp_path / "alive.lock") as mine:
        assert mine
        thread.start()
        assert not held.wait(0.3)
    assert held.wait(LIMIT)
    with jobs.locked(tmp_path / "alive.lock") as mine:
        assert not mine
    leave.set()
    thread.join()


def test_a_comparison_whose_process_cannot_be_started_says_so(blobs, monkeypatch):
    monkeypatch.setattr(served.subprocess, "Popen", raising(FULL))
    X, y, *_ = blobs
    data = Dataset("mine", X, y.astype(str), tuple("abcd"))
    told = Run(data, plain_design(["man"])).wait(LIMIT)
    assert (told.state, "could not be started: No space left" in told.message) == ("failed", True)


# full disks


@pytest.mark.parametrize("what", [(Path, "mkdir"), (jobs.Job, "tell"), (jobs.subprocess, "Popen")])
def test_a_run_that_cannot_be_started_says_why_and_leaves_nothing(tmp_path, store, monkeypatch, what):
    with monkeypatch.context() as patch:
        patch.setattr(*what, raising(FULL))
        with pytest.raises(jobs.JobError, match=r"cannot be started .*No space left.*Make room"):
            jobs.start([SHORT], store, tmp_path / "jobs")
    assert list((tmp_path / "jobs").glob("*")) == []


def test_progress_that_cannot_be_written_does_not_stop_a_run(job, store, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(jobs.os, "replace", raising(FULL))
        job_process.work(job)
    assert len(store) == 40
    assert list(job.folder.glob("*.new")) == []
    assert job.progress().message == jobs.DIED
    monkeypatch.setattr(stores.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10, 10, 0))
    told = job.progress()
    assert told.state == "lost"
    assert "is full. Make room first." in told.message


def test_a_run_that_cannot_be_told_to_stop_says_so(job, monkeypatch):
    monkeypatch.setattr(Path, "touch", raising(FULL))
    with pytest.raises(jobs.JobError, match="cannot be stopped from here: No space left"):
        job.cancel()


class FullDisk:
    """A connection to a lock that nobody holds, on a full disk."""

    def execute(self, command):
        raise sqlite3.OperationalError("disk I/O error")

    def close(self):
        pass


def test_a_dead_job_is_not_taken_for_a_living_one_on_a_full_disk(job, monkeypatch):
    job.tell(jobs.Progress("running", 3, 20))
    monkeypatch.setattr(jobs.sqlite3, "connect", lambda path, **options: FullDisk())
    monkeypatch.setattr(stores.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10, 10, 0))
    told = job.progress()
    assert (told.state, told.done) == ("lost", 3)
    assert "is full. Make room first." in told.message


def with_pages(patch, most):
    """Let the store grow to so many pages and no further."""
    connect = sqlite3.connect

    def limited(path, **options):
        connection = connect(path, **options)
        if Path(path).name == "r.sqlite":
            connection.execute(f"PRAGMA max_page_count={most}")
        return connection

    patch.setattr(sqlite3, "connect", limited)


def test_a_disk_that_fills_during_a_run_ends_it_in_words_and_the_next_goes_on(job, store, monkeypatch):
    with monkeypatch.context() as patch:
        with_pages(patch, 4)
        job_process.work(job)
    told = job.progress()
    assert told.state == "failed"
    assert "is full. Make room and run again: what was finished is kept." in told.message
    assert 0 < len(store) < 40
    assert told.done == len(store) / 2
    job_process.work(job)
    assert job.progress().state == "finished"
    assert len(store) == 40
    assert same_as_alone(store)


def test_a_known_store_opens_without_writing(store, monkeypatch):
    run(SHORT, store)
    connect = sqlite3.connect

    def reading(path, **options):
        connection = connect(path, **options)
        connection.execute("PRAGMA query_only=ON")
        return connection

    monkeypatch.setattr(sqlite3, "connect", reading)
    assert len(Store(store.path)) == 40


def test_an_odd_error_on_a_full_disk_is_called_a_full_disk(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite3, "connect", raising(sqlite3.OperationalError("disk I/O error")))
    with pytest.raises(StoreError, match=r"cannot be used: disk I/O error\. Check"):
        Store(tmp_path / "r.sqlite")
    monkeypatch.setattr(stores.shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10, 10, 0))
    with pytest.raises(StoreError, match=r"The disk of .* is full\. Make room"):
        Store(tmp_path / "r.sqlite")


def test_a_store_that_is_removed_while_it_is_open_is_told(store):
    store.path.unlink()
    with pytest.raises(StoreError, match="removed or replaced while it was in use"):
        len(store)


# the folder of a job, and the cache


@pytest.mark.parametrize("content", [None, "", "[1]", '{"a": 1}', "no json"])
def test_damaged_progress_of_a_job_is_told(job, content):
    damage(job.folder / "progress.json", content)
    assert job.progress() == jobs.Progress("lost", message=jobs.GONE)


@pytest.mark.parametrize("content", [None, "", "[1]", '{"a": 1}', "no json"])
def test_a_damaged_plan_of_a_job_is_told(job, content):
    damage(job.folder / "plan.json", content)
    with pytest.raises(jobs.JobError, match="start it again"):
        job.plans  # noqa: B018
    assert jobs.recent(job.folder.parent) == [job]
    job_process.work(job)
    assert job.progress() == jobs.Progress("failed", message=jobs.GONE)


@pytest.mark.parametrize(("content", "words"), [(None, jobs.GONE), ("/absent/r.sqlite", "Check the folder")])
def test_a_job_without_its_store_is_told(job, content, words):
    damage(job.folder / "store.txt", content)
    job_process.work(job)
    assert job.progress().state == "failed"
    assert words in job.progress().message


def damage(file, content):
    file.unlink()
    if content is not None:
        file.write_text(content)


@pytest.mark.slow
def test_a_job_whose_folder_is_removed_ends_and_its_results_stay(tmp_path, store):
    home = tmp_path / "jobs"
    long = Plan(("heart", "wine"), (Setting.of("man"), Setting.of("nca", {"max_iter": 900})), (3,), FRESH)
    job = jobs.start([long], store, home)
    process = jobs._PROCESSES[job.id]
    until(lambda: len(store) or process.poll() is not None)
    assert process.poll() is None
    shutil.rmtree(home)
    assert process.wait(LIMIT) != 0
    assert job.progress() == jobs.Progress("lost", message=jobs.GONE)
    job.cancel()
    assert jobs.recent(home) == []
    with pytest.raises(jobs.JobError, match=r"no run .* here"):
        jobs.find(job.id, home)
    assert len(store) >= 1


# no home


def test_without_a_home_results_go_to_a_temporary_folder(tmp_path, monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", raising(RuntimeError("Could not determine home directory.")))
    monkeypatch.setattr(stores.tempfile, "gettempdir", lambda: str(tmp_path))
    assert stores.home_folder() == tmp_path / "frnn-explorer"
    assert stores.is_temporary(stores.default_path())
    shutil.rmtree(tmp_path / "frnn-explorer")
    (tmp_path / "frnn-explorer").touch()  # taken by another user
    assert stores.home_folder() == tmp_path / f"frnn-explorer-{os.getuid()}"
    assert stores.is_temporary(stores.default_path())


def test_without_a_temporary_folder_the_cache_is_used_and_without_both_the_cure_is_named(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(
        stores.tempfile, "gettempdir", raising(FileNotFoundError("No usable temporary directory"))
    )
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert stores.home_folder() == tmp_path / "frnn-explorer"
    assert not stores.is_temporary(stores.default_path())
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreError, match="Name one with --store, or with XDG_CACHE_HOME"):
        Store()


def test_a_cache_that_was_put_into_the_temporary_folder_on_purpose_is_not_called_a_makeshift(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(stores.tempfile, "gettempdir", lambda: str(tmp_path.parent))
    assert not stores.is_temporary(stores.default_path())


def test_make_names_a_home_where_there_is_none():
    code = ["make", "--no-print-directory", "--eval", 'home:; @echo "$$HOME"', "home"]
    bare = {"PATH": os.environ["PATH"]}
    assert subprocess.check_output(code, cwd=ROOT, env=bare, text=True).strip() == "/nonexistent"
    own = {**bare, "HOME": "/home/own"}
    assert subprocess.check_output(code, cwd=ROOT, env=own, text=True).strip() == "/home/own"
