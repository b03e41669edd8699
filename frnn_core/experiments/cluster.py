"""Work on the workers of a Dask cluster, with words when the cluster is gone."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from frnn_core.errors import FRNNError, ParameterError

CONNECT_SECONDS = 10.0
ALONE_SECONDS = 15.0
LOOK_SECONDS = 2.0
POLL_SECONDS = 0.05
GO_ON = "What was finished is kept: run the same command to go on"
KILLED = (
    "Several workers of the cluster died over the same piece of work; they may be short of memory. "
    f"{GO_ON}, with fewer threads a worker."
)

Task = TypeVar("Task")
Done = TypeVar("Done")


def done_on_cluster(work: Callable[[Task], Done], tasks: Sequence[Task], address: str) -> Iterator[Done]:
    """What comes of tasks, in the order in which they end.

    Work that is lost with a worker is done again by another.
    """
    with _connected(address) as client:
        from distributed import KilledWorker, as_completed

        ended: Any = as_completed(  # type: ignore[no-untyped-call]
            client.map(work, tasks, pure=False), client.loop, with_results=True
        )
        watch = _Watch(client, address)
        for _ in tasks:
            while not ended.has_ready():
                watch.look()
                time.sleep(POLL_SECONDS)
            try:
                future, done = next(ended)
            except KilledWorker as error:
                raise FRNNError(KILLED) from error
            if future.cancelled():
                raise _lost(address)
            yield done


class _Watch:
    """Looks now and then whether there are a scheduler and workers, which Dask waits for without a word."""

    def __init__(self, client: Any, address: str) -> None:
        self.client, self.address = client, address
        self.looked = self.seen = time.monotonic()

    def look(self) -> None:
        """Raise an error if the scheduler does not answer, or there were no workers for a while."""
        now = time.monotonic()
        if now < self.looked + LOOK_SECONDS:
            return
        self.looked = now
        try:
            told = self.client.sync(
                self.client.scheduler.identity, n_workers=-1, callback_timeout=ALONE_SECONDS
            )
        except OSError as error:
            raise _lost(self.address) from error
        if told["workers"]:
            self.seen = now
        elif now > self.seen + ALONE_SECONDS:
            raise FRNNError(
                f"The Dask scheduler at {self.address} has no workers. {GO_ON}, once there are some: start "
                f"them with 'dask worker {self.address}'."
            )


def _lost(address: str) -> FRNNError:
    return FRNNError(
        f"The Dask scheduler at {address} no longer answers. "
        f"{GO_ON}, once it is there again with its workers."
    )


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """A client of the scheduler; what it would log as a traceback is told in words."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ParameterError(
            "A cluster needs Dask. Install it with: pip install -r requirements-cluster.txt"
        ) from error
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise FRNNError(
            f"No Dask scheduler answers at {address} ({error}). Start one with 'dask scheduler', "
            "and workers with 'dask worker'."
        ) from error
    log = logging.getLogger("distributed.client")
    before, log.disabled = log.disabled, True
    try:
        yield client
    finally:
        client.close(timeout=LOOK_SECONDS)  # type: ignore[no-untyped-call]
        log.disabled = before
