"""Run units of work on many cores or on a cluster, and keep every result as it comes."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager

from joblib import Parallel, delayed, parallel_config

from frnn_core.engine.measures import DEFAULT
from frnn_core.engine.threads import ONE_BLAS_THREAD
from frnn_core.errors import FRNNError
from frnn_core.experiments.cluster import done_on_cluster
from frnn_core.experiments.evaluate import evaluate
from frnn_core.experiments.plan import Plan, Unit
from frnn_core.experiments.score_table import ScoreTable, score_table
from frnn_core.experiments.shipped import nothing
from frnn_core.experiments.store import Result, Store

Progress = Callable[[Unit], object]
Evaluated = tuple[Unit, list[Result]]
ORPHAN_SECONDS = 1.0
KILLED = (
    "A worker process was killed; the machine may be short of memory. What was finished is kept: "
    "start again to go on, with fewer processes if it happens again."
)


def run(plan: Plan, store: Store, jobs: int = 1, *, measure: str = DEFAULT, anew: bool = False) -> ScoreTable:
    """Compute what is neither shipped nor in the store, keep it there, and give the table of scores.

    Parameters
    ----------
    jobs : worker processes on this machine
    measure : what the table tells; all registered measures are computed and kept
    anew : compute also what comes with the package

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from frnn_core import Plan, Setting, Store
    >>> with TemporaryDirectory() as folder:
    ...     plan = Plan(("wine",), (Setting.of("man"), Setting.of("euc")))
    ...     table = run(plan, Store(f"{folder}/mine.sqlite"))
    >>> table.frame().round(3).loc["wine"].to_dict()
    {'man': 0.981, 'euc': 0.962}
    """
    source = nothing() if anew else None
    compute(score_table(plan, measure, store, source).pending(), store, jobs)
    return score_table(plan, measure, store, source)


def compute(
    pending: Sequence[Unit],
    store: Store,
    jobs: int = 1,
    progress: Progress | None = None,
    dask: str | None = None,
) -> None:
    """Compute units and keep each as it comes, so that stopping loses at most those under way.

    The store is read once beforehand: what seems to be missing may be there, on a damaged page.

    Parameters
    ----------
    jobs : worker processes on this machine
    progress : called after each unit
    dask : address of a Dask scheduler, such as "tcp://127.0.0.1:8786", to use its workers instead
    """
    store.check()
    with store.adding() as add:
        for unit, results in _computed(pending, jobs, dask):
            add(results)
            if progress is not None:
                progress(unit)


def _evaluated(unit: Unit) -> Evaluated:
    """One BLAS thread: workers do not crowd each other, and sums do not depend on how many there are."""
    with ONE_BLAS_THREAD:
        return unit, evaluate(unit)


def _computed(pending: Sequence[Unit], jobs: int, dask: str | None) -> Iterator[Evaluated]:
    if dask is not None:
        yield from done_on_cluster(_evaluated, pending, dask)
    elif jobs == 1 or len(pending) < 2:
        yield from map(_evaluated, pending)
    else:
        yield from _by_helpers(pending, jobs)


def _by_helpers(pending: Sequence[Unit], jobs: int) -> Iterator[Evaluated]:
    """Evaluate in processes that end with this one."""
    ends = {"initializer": _end_with, "initargs": (os.getpid(),)}
    with parallel_config(backend="loky", n_jobs=jobs, inner_max_num_threads=1, **ends):
        parallel = Parallel(return_as="generator_unordered")
        with _deaf_children():
            computed = parallel(delayed(_evaluated)(unit) for unit in pending)
        try:
            yield from computed
        except BrokenProcessPool as error:
            raise FRNNError(KILLED) from error


def _end_with(parent: int) -> None:
    """Let this process end soon after its parent, which may be killed without a chance to say so."""
    threading.Thread(target=_exit_as_orphan, args=(parent,), daemon=True).start()


def _exit_as_orphan(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(ORPHAN_SECONDS)
    os._exit(1)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started inside never hear Control-C: this one does, and ends them without a traceback each.

    A program inherits which signals are ignored. (Which are blocked, too, but joblib lifts the block.)
    """
    if threading.current_thread() is not threading.main_thread():  # others may not set signals
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
