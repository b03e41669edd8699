"""Units of work on the workers of a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from frnn_core.cluster.connection import Watch, connected

POLL_SECONDS = 0.05

Task = TypeVar("Task")
Done = TypeVar("Done")


def done_on_cluster(work: Callable[[Task], Done], tasks: Sequence[Task], address: str) -> Iterator[Done]:
    """What comes of tasks, in the order in which they end.

    Work that is lost with a worker is done again by another.
    """
    with connected(address) as client:
        from distributed import KilledWorker, as_completed

        ended: Any = as_completed(  # type: ignore[no-untyped-call]
            client.map(work, tasks, pure=False), client.loop, with_results=True
        )
        watch = Watch(client, address)
        for _ in tasks:
            while not ended.has_ready():
                watch.look()
                time.sleep(POLL_SECONDS)
            try:
                future, done = next(ended)
            except KilledWorker as error:
                raise watch.killed() from error
            if future.cancelled():
                raise watch.lost()
            yield done
