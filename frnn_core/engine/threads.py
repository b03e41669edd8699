"""How many threads work at once: ours, and those of the libraries that multiply matrices."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock

from threadpoolctl import LibController, ThreadpoolController

Task = Callable[[], None]


def thread_count() -> int:
    """Threads to use: OMP_NUM_THREADS where it is set, as in worker processes, else the cores we may use."""
    limit = os.environ.get("OMP_NUM_THREADS", "")
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(int(limit), available)) if limit.isdigit() else available


class SharedLimit:
    """One BLAS thread for as long as anyone asks for it: ``with ONE_BLAS_THREAD: …``.

    The number belongs to the whole process. If each caller set it and set it back, one that came while
    another was at work would take the limit for the usual number and leave it behind. So the first to come
    sets it, and the last to go restores it. A forked child has none of the threads that came: it starts anew.
    """

    def __init__(self) -> None:
        self._lock, self._callers = Lock(), 0
        self._usual: list[int] = []

    def __enter__(self) -> None:
        with self._lock:
            if not self._callers:
                self._usual = [library.get_num_threads() for library in _libraries()]
                _set_threads([1] * len(self._usual))
            self._callers += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._callers = max(0, self._callers - 1)
            if not self._callers:
                _set_threads(self._usual)

    def start_anew(self) -> None:
        """Give back what callers of the parent process held, who are not here to do so."""
        self._lock = Lock()
        if self._callers:
            self._callers = 0
            _set_threads(self._usual)


ONE_BLAS_THREAD = SharedLimit()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=ONE_BLAS_THREAD.start_anew)


@cache
def _libraries() -> list[LibController]:
    """The BLAS libraries that are loaded; to look for them takes milliseconds.

    Those built on OpenMP are left alone: their number is each thread's own.
    """
    loaded = ThreadpoolController().select(user_api="blas").lib_controllers
    return [library for library in loaded if getattr(library, "threading_layer", "") != "openmp"]


def _set_threads(counts: Sequence[int]) -> None:
    """Set the number of threads of each library, from whichever thread.

    Newer threadpoolctl obeys only the thread that set a number first, unless that claim is cleared.
    """
    for library, count in zip(_libraries(), counts, strict=True):
        clear = getattr(library, "clear_controlling_thread", lambda force: None)
        clear(force=True)
        library.set_num_threads(count)
        clear(force=True)


def run_tasks(tasks: Sequence[Task]) -> None:
    """Run tasks that write to disjoint places; scipy and numpy release the interpreter while they work."""
    threads = min(thread_count(), len(tasks))
    if threads < 2:
        with ONE_BLAS_THREAD:
            for task in tasks:
                task()
        return
    with ThreadPoolExecutor(threads) as pool, ONE_BLAS_THREAD:
        for submitted in [pool.submit(task) for task in tasks]:
            submitted.result()
