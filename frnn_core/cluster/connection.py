"""A Dask cluster as it is reached, watched and waited for, with words when it is gone."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from frnn_core.errors import FRNNError, ParameterError

CONNECT_SECONDS = 10.0
ALONE_SECONDS = 15.0
LOOK_SECONDS = 2.0
GO_ON = "What was finished is kept: run the same command to go on"
FIT_AGAIN = "Fit the classifier again"
INSTALL = "A cluster needs Dask. Install it with: pip install -r requirements-cluster.txt"


class LostParts(FRNNError):
    """Parts of a table that went away with their worker and cannot be read again by Dask itself."""


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler; what it would log as a traceback is told in words."""
    try:
        from distributed import Client
    except ImportError as error:
        raise ParameterError(INSTALL) from error
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


class Watch:
    """Looks now and then whether there are a scheduler and workers, which Dask waits for without a word.

    Parameters
    ----------
    client, address : of the cluster
    go_on : what the user can do once the cluster is there again
    """

    def __init__(self, client: Any, address: str, go_on: str = GO_ON) -> None:
        self.client, self.address, self.go_on = client, address, go_on
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
            raise self.lost() from error
        if told["workers"]:
            self.seen = now
        elif now > self.seen + ALONE_SECONDS:
            raise self.alone()

    def alone(self) -> FRNNError:
        """The error of a scheduler that has no workers."""
        return FRNNError(
            f"The Dask scheduler at {self.address} has no workers. {self.go_on}, once there are some: "
            f"start them with 'dask worker {self.address}'."
        )

    def lost(self) -> FRNNError:
        """The error of a scheduler that is gone."""
        return FRNNError(
            f"The Dask scheduler at {self.address} no longer answers. "
            f"{self.go_on}, once it is there again with its workers."
        )

    def killed(self) -> FRNNError:
        """The error of work that its workers do not survive."""
        return FRNNError(
            "Several workers of the cluster died over the same piece of work; they may be short of memory. "
            f"{self.go_on}, with fewer threads a worker."
        )


class Cluster:
    """A client, and the one way to wait for what its workers compute."""

    def __init__(self, client: Any, go_on: str = FIT_AGAIN) -> None:
        self.client, self.go_on = client, go_on
        self.address = str(client.scheduler.address)

    @classmethod
    def of(cls, client: Any | None, go_on: str = FIT_AGAIN) -> Cluster:
        """The cluster of a client, or of the one that Dask has in use."""
        if client is not None:
            return cls(client, go_on)
        try:
            from distributed import get_client
        except ImportError as error:
            raise ParameterError(INSTALL) from error
        try:
            return cls(get_client(), go_on)
        except ValueError as error:
            raise ParameterError(
                "There is no Dask client. Make one first, as in "
                "client = distributed.Client('tcp://10.0.0.1:8786'), or hand one over as client=…"
            ) from error

    def sent(self, values: Sequence[Any]) -> list[Any]:
        """Futures of values that are sent to a worker each; lost with it, they must be sent again."""
        try:
            return list(self.client.scatter(list(values), hash=False))
        except OSError as error:
            raise Watch(self.client, self.address, self.go_on).alone() from error

    def results(self, futures: Sequence[Any]) -> list[Any]:
        """Wait for futures and give their results, in order.

        Work that is lost with a worker is done again by another, if Dask knows how; else `LostParts`.
        """
        from distributed import CancelledError, KilledWorker, wait

        def ended() -> Any:
            with self.client.as_current():  # wait() would ask another client, or none
                return wait(list(futures), timeout=LOOK_SECONDS)  # type: ignore[no-untyped-call]

        watch = Watch(self.client, self.address, self.go_on)
        try:
            self._patiently(watch, ended)
            return list(self._patiently(watch, lambda: self._gathered(futures)))
        except KilledWorker as error:
            raise watch.killed() from error
        except CancelledError as error:
            if self.client.status != "running":
                raise watch.lost() from error
            raise LostParts(f"Parts of the table were lost with a worker. {self.go_on}.") from error

    @staticmethod
    def _patiently(watch: Watch, step: Any) -> Any:
        while True:
            try:
                return step()
            except TimeoutError:
                watch.look()

    def _gathered(self, futures: Sequence[Any]) -> Any:
        return self.client.sync(
            self.client._gather, list(futures), errors="raise", callback_timeout=ALONE_SECONDS
        )
