"""Threads: the number of BLAS threads is as before when all are done, whoever came and went when."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from frnn_core import FRNNClassifier
from frnn_core.engine.threads import ONE_BLAS_THREAD, SharedLimit, run_tasks, thread_count
from frnn_core.experiments.plan import Plan, Setting
from frnn_core.experiments.runner import run
from frnn_core.experiments.store import Store


def blas_threads():
    """The numbers of threads, those of libraries on OpenMP aside: there each thread has its own."""
    pools = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]
    return {pool["num_threads"] for pool in pools if pool.get("threading_layer") != "openmp"}


@pytest.fixture
def three_threads():
    with threadpool_limits(3, user_api="blas"):
        yield
        assert blas_threads() == {3}


@pytest.fixture
def many_tasks(monkeypatch):
    """Two of our own threads at least, and many chunks for them."""
    monkeypatch.setattr("frnn_core.engine.threads.thread_count", lambda: 2)
    monkeypatch.setattr("frnn_core.engine.neighbours.CHUNK_BYTES", 20_000)


@pytest.mark.parametrize(("value", "expected"), [("1", 1), ("0", 1), ("99999", None), ("x", None)])
def test_thread_count_honours_the_usual_variable(monkeypatch, value, expected):
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    available = thread_count()
    monkeypatch.setenv("OMP_NUM_THREADS", value)
    assert thread_count() == (expected or available)


def test_the_first_sets_the_limit_and_the_last_restores_it(three_threads):
    limit = SharedLimit()
    limit.__enter__()
    limit.__enter__()
    limit.__exit__()
    assert blas_threads() == {1}
    limit.__exit__()
    assert blas_threads() == {3}


def test_an_error_restores_it_too(three_threads, many_tasks):
    with pytest.raises(ZeroDivisionError):
        run_tasks([lambda: 1 / 0, lambda: None])
    with pytest.raises(ZeroDivisionError), ONE_BLAS_THREAD:
        1 / 0  # noqa: B018
    assert blas_threads() == {3}


def test_eight_that_overlap_leave_the_number_as_it_was(three_threads, many_tasks):
    """All are at work at once, and go in the order in which they came."""
    everyone, gone = Barrier(8), [Event() for _ in range(9)]
    gone[0].set()

    def search(number):
        def task():
            everyone.wait()
            assert blas_threads() == {1}
            gone[number].wait()

        run_tasks([task, lambda: None])
        gone[number + 1].set()

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(search, range(8)))
    assert blas_threads() == {3}


@pytest.mark.parametrize("key", ["man", "euc", "mah", "lmnn", "nca"])
def test_eight_threads_at_once_predict_as_one_and_leave_the_number_as_it_was(key, three_threads, many_tasks):
    rng = np.random.default_rng(0)
    X, y, queries = rng.normal(size=(240, 6)), rng.integers(0, 3, 240), rng.normal(size=(400, 6))
    steps = {"max_iter": 3} if key in ("lmnn", "nca") else None
    expected = FRNNClassifier(key, relation_params=steps).fit(X, y).predict_proba(queries)
    together = Barrier(8)

    def predicted(_):
        together.wait()
        model = FRNNClassifier(key, relation_params=steps).fit(X, y)
        return [model.predict_proba(queries) for _ in range(3)]

    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(predicted, range(8)):
            np.testing.assert_array_equal(found, [expected] * 3)


def test_experiments_in_threads_of_a_server_leave_the_number_as_it_was(three_threads, tmp_path):
    together = Barrier(4)
    plan = Plan(("wine",), (Setting.of("euc"),), ks=(1,))

    def scored(number):
        together.wait()
        return run(plan, Store(tmp_path / f"{number}.sqlite"), anew=True).frame()

    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(scored, range(4))
    assert all(other.equals(first) for other in others)
