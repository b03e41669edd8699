"""The same units on a Dask cluster give the same numbers, also when a worker is killed."""

import os
import signal
import threading

import pytest
from kept import scores
from waiting import until

from frnn_core.errors import FRNNError
from frnn_core.experiments.plan import Plan, Setting, units
from frnn_core.experiments.runner import compute, run
from frnn_core.experiments.store import Store

PLAN = Plan(
    ("heart", "wine"),
    (Setting.of("man"), Setting.of("gauss", gamma=0.3), Setting.of("dmlmj"), Setting.of("combo")),
    (1, 3),
)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_a_worker_gives_every_result_bit_for_bit(tmp_path):
    from distributed import LocalCluster

    local, remote = Store(tmp_path / "local.sqlite"), Store(tmp_path / "remote.sqlite")
    run(PLAN, local, anew=True)
    pending = units(PLAN)
    seen = []
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        victim = next(iter(cluster.workers.values())).pid
        threads = []

        def progress(unit):
            seen.append(unit)
            if len(seen) == 5:
                threads.append(threading.Thread(target=os.kill, args=(victim, signal.SIGKILL)))
                threads[0].start()

        compute(pending, remote, progress=progress, dask=cluster.scheduler_address)
        until(lambda: _gone(victim))
    assert len(seen) == len(pending)
    assert scores(remote).equals(scores(local))


def _gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr("frnn_core.cluster.connection.CONNECT_SECONDS", 1)
    with pytest.raises(FRNNError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        compute(units(PLAN)[:2], Store(tmp_path / "r.sqlite"), dask="tcp://127.0.0.1:9")
