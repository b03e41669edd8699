"""One fitted classifier, searched by many threads at once and by forked children, answers as ever."""

import os
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from waiting import LIMIT

from frnn_core import FRNNClassifier
from frnn_core.engine.threads import ONE_BLAS_THREAD

pytestmark = pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
RELATIONS = ["man", "euc", "can"]


def fitted(relation, features=14):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(3_000, features)), rng.integers(0, 3, 3_000)
    return FRNNClassifier(relation, k=4).fit(X, y), rng.normal(size=(300, features))


@pytest.mark.parametrize("relation", RELATIONS)
def test_threads_that_come_to_rows_not_ready_yet_agree(relation):
    model, queries = fitted(relation)
    expected = fitted(relation)[0].predict_proba(queries)
    ready = threading.Barrier(6)

    def ask(_):
        ready.wait()
        return model.predict_proba(queries)

    with ThreadPoolExecutor(6) as pool:
        for found in pool.map(ask, range(6)):
            np.testing.assert_array_equal(found, expected)


def in_child(work):
    """What a forked child gives for bytes; it must end by itself."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writing, work())
        finally:
            os._exit(0)
    os.close(writing)
    timer = threading.Timer(LIMIT, os.kill, (child, 9))
    timer.start()
    try:
        told = os.read(reading, 2**20)
    finally:
        timer.cancel()
        os.close(reading)
        os.waitpid(child, 0)
    return told


@pytest.mark.parametrize("relation", RELATIONS)
def test_a_forked_child_searches_what_its_parent_searched(relation):
    model, queries = fitted(relation)
    expected = model.predict(queries)
    told = in_child(lambda: model.predict(queries).astype(np.int8).tobytes())
    np.testing.assert_array_equal(np.frombuffer(told, dtype=np.int8), expected)


def test_a_child_forked_while_others_search_is_not_held_up():
    """The limit of BLAS threads is taken by a thread that the child does not have."""
    model, queries = fitted("euc")
    expected = model.predict(queries)
    inside, done = threading.Event(), threading.Event()

    def hold():
        with ONE_BLAS_THREAD, ONE_BLAS_THREAD._lock:
            inside.set()
            done.wait()

    holder = threading.Thread(target=hold)
    holder.start()
    inside.wait()
    try:
        told = in_child(lambda: model.predict(queries).astype(np.int8).tobytes())
    finally:
        done.set()
        holder.join()
    np.testing.assert_array_equal(np.frombuffer(told, dtype=np.int8), expected)
