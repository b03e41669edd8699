"""A run on a cluster that is lost ends in words, and keeps what was finished."""

import os
import re
import signal

import pytest
from programs import with_all_it_started
from waiting import LIMIT, until

from frnn_core.cluster.connection import ALONE_SECONDS, LOOK_SECONDS
from frnn_core.errors import FRNNError
from frnn_core.experiments.cluster import done_on_cluster
from frnn_core.experiments.store import Store

pytestmark = pytest.mark.slow
LONG = "--datasets ring twonorm satimage texture --relations man can pcc cos che --k 1 3 --anew"
KEPT = "What was finished is kept: run the same command to go on"


@pytest.fixture
def cluster(programs):
    """A scheduler, a worker, and the address."""
    scheduler, address = programs.scheduler()
    return {"scheduler": scheduler, "worker": programs.worker(address)}, address


@pytest.mark.parametrize(
    ("victim", "number", "words"),
    [
        ("scheduler", signal.SIGKILL, "The Dask scheduler at tcp://.* no longer answers"),
        ("scheduler", signal.SIGSTOP, "The Dask scheduler at tcp://.* no longer answers"),
        ("worker", signal.SIGKILL, "The Dask scheduler at tcp://.* has no workers"),
    ],
)
def test_a_run_whose_cluster_is_lost_says_so_and_keeps_what_was_finished(
    programs, cluster, tmp_path, victim, number, words
):
    parts, address = cluster
    path = tmp_path / "r.sqlite"
    run = programs.begin("run", "frnn_core", "run", *LONG.split(), "--store", str(path), "--dask", address)
    until(lambda: (path.exists() and len(Store(path)) > 3) or run.poll() is not None)
    with_all_it_started(parts[victim], number)
    assert run.wait(LIMIT) == 2
    told = programs.told("run")
    assert re.search(words, told)
    assert KEPT in told
    assert "Traceback" not in told
    assert len(Store(path)) > 3


def test_a_loss_is_told_within_half_a_minute():
    """At the next look, once nothing has come for a while, after a short good-bye: no clock is read here."""
    assert LOOK_SECONDS + ALONE_SECONDS + LOOK_SECONDS < 30


def test_a_cluster_without_workers_is_named(cluster, monkeypatch):
    parts, address = cluster
    with_all_it_started(parts["worker"])
    monkeypatch.setattr("frnn_core.cluster.connection.ALONE_SECONDS", 5.0)
    with pytest.raises(FRNNError, match=r"has no workers.*once there are some: start them with 'dask worker"):
        list(done_on_cluster(abs, [-1], address))


@pytest.fixture
def impatient(monkeypatch):
    """A scheduler that gives work up when one worker died over it, not four."""
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")


def test_work_that_kills_its_workers_is_given_up_in_words(impatient, cluster):
    with pytest.raises(FRNNError, match=r"Several workers .* died over the same piece of work.*kept"):
        list(done_on_cluster(lambda task: os._exit(task), [1], cluster[1]))
