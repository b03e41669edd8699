"""A file read in a process of its own, so that a huge or hostile one neither fills a server nor holds it up.

The file goes to the process through its standard input. The table comes back as a line of JSON and the bytes
of its arrays, never as a pickle: nothing is written anywhere. Each process has a limit of memory and of
seconds, and few run at a time.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import fields
from typing import IO, Any, cast

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.archives import is_zip
from frnn_core.data.reading.limits import MAX_BYTES
from frnn_core.data.reading.number_style import NumberStyle
from frnn_core.data.reading.raw_table import Column, RawTable, Spelling
from frnn_core.data.reading.reader import read_raw_table
from frnn_core.errors import DataError, FRNNError
from frnn_core.processes import end_with, piped, step_back

AT_ONCE_BYTES = 200_000
"""A plain file up to this size is read at once: that takes less time and memory than a process does."""

MOST_AT_ONCE = 2
MOST_WAITING = 8
MOST_BYTES = 1_500_000_000
"""Memory of a process, all in all; the largest files that are accepted take half of it."""

MOST_SECONDS = 60
"""Seconds that a process may compute; the largest files that are accepted take less than ten."""

PATIENCE_SECONDS = 300.0
POLL_SECONDS = 0.1

_MODULE = "frnn_core.data.reading.process"
_PARTS = (RawTable, Column, Spelling, NumberStyle)
_CLASSES: dict[str, Callable[..., object]] = {kind.__name__: kind for kind in _PARTS}
_CURE = "Use fewer rows or columns; the command line has no such limit."
_TOO_LARGE = f"Reading this file takes more memory than a page allows. {_CURE}"
_TOO_LONG = f"Reading this file takes longer than a page allows. {_CURE}"
_DIED = "The process that read this file has died. The machine may be short of memory: try a smaller file."
_turns = threading.BoundedSemaphore(MOST_AT_ONCE)
_places = threading.BoundedSemaphore(MOST_AT_ONCE + MOST_WAITING)


class Busy(FRNNError):
    """Too many files are being read at once; the message says what to do."""

    def __init__(self) -> None:
        super().__init__("Many files are being read on this server just now. Upload yours again in a minute.")


def read_apart(data: bytes, name: str, look: Callable[[], object] = lambda: None) -> RawTable:
    """Read a file as `read_raw_table` does, in a process of its own unless its size decides at once.

    Parameters
    ----------
    look : called again and again while the file is read; if it raises, reading stops
    """
    if len(data) > MAX_BYTES or (len(data) <= AT_ONCE_BYTES and not is_zip(data)):
        return read_raw_table(data, name=name)
    with _turn(look):
        return _read(data, name, look)


@contextmanager
def _turn(look: Callable[[], object]) -> Iterator[None]:
    """Wait until few enough files are being read."""
    if not _places.acquire(blocking=False):
        raise Busy
    try:
        until = time.monotonic() + PATIENCE_SECONDS
        while not _turns.acquire(timeout=POLL_SECONDS):
            look()
            if time.monotonic() > until:
                raise Busy
        try:
            yield
        finally:
            _turns.release()
    finally:
        _places.release()


def _read(data: bytes, name: str, look: Callable[[], object]) -> RawTable:
    try:
        process = piped(_MODULE)
    except OSError:
        raise Busy from None
    with ThreadPoolExecutor(1) as pool:
        told = pool.submit(_exchange, process, data, name)
        until = time.monotonic() + PATIENCE_SECONDS
        try:
            while not told.done():
                wait([told], POLL_SECONDS)
                look()
                if time.monotonic() > until:
                    raise DataError(_TOO_LONG)
            return told.result()
        finally:
            process.kill()


def _exchange(process: subprocess.Popen[bytes], data: bytes, name: str) -> RawTable:
    """Hand a process its file and take in the table, or why there is none."""
    feed, answer = cast(IO[bytes], process.stdin), cast(IO[bytes], process.stdout)
    asked = {"name": name, "bytes": len(data), "most_bytes": MOST_BYTES, "most_seconds": MOST_SECONDS}
    with suppress(OSError):  # it may die early; what it said, if anything, is read below
        feed.write(json.dumps(asked).encode() + b"\n")
        feed.write(data)
        feed.flush()  # it stays open: its end would tell the process to end
    try:
        return received(answer)
    except EOFError:
        too_long = process.wait() == -getattr(signal, "SIGXCPU", 0)
        raise DataError(_TOO_LONG if too_long else _DIED) from None
    finally:
        answer.close()
        with suppress(OSError):
            feed.close()
        process.wait()


# the table as a message


def send(table: RawTable, stream: IO[bytes]) -> None:
    """Write a table: a line of JSON, then the bytes of its arrays one after another."""
    arrays: list[NDArray[Any]] = []
    tree = _told(table, arrays)
    head = {"table": tree, "arrays": [(array.dtype.str, len(array)) for array in arrays]}
    stream.write(json.dumps(head).encode() + b"\n")
    for array in arrays:
        stream.write(np.ascontiguousarray(array).view(np.uint8).data)


def _told(value: object, arrays: list[NDArray[Any]]) -> object:
    """A part of a table as JSON has it; arrays are set aside."""
    if isinstance(value, np.ndarray):
        if value.ndim != 1 or value.dtype.kind not in "fiub":
            raise TypeError(f"An array of {value.ndim} dimensions and type {value.dtype} cannot be sent.")
        arrays.append(value)
        return {"array": len(arrays) - 1}
    if isinstance(value, _PARTS):
        parts = {part.name: _told(getattr(value, part.name), arrays) for part in fields(value)}
        return {"kind": type(value).__name__, "parts": parts}
    if isinstance(value, tuple):
        return [_told(part, arrays) for part in value]
    return value.item() if isinstance(value, np.generic) else value


def received(stream: IO[bytes]) -> RawTable:
    """Read a table that was sent, or raise why there is none: EOFError if the message breaks off."""
    line = stream.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    head = json.loads(line)
    if "error" in head:
        raise DataError(head["error"])
    arrays = [_array(stream, np.dtype(kind), length) for kind, length in head["arrays"]]
    return cast(RawTable, _built(head["table"], arrays))


def _array(stream: IO[bytes], kind: np.dtype[Any], length: int) -> NDArray[Any]:
    array = np.empty(length, kind)
    if cast(Any, stream).readinto(array.view(np.uint8).data) < array.nbytes:
        raise EOFError
    return array


def _built(tree: Any, arrays: list[NDArray[Any]]) -> object:
    """A part of a table from what `_told` made of it."""
    if isinstance(tree, list):
        return tuple(_built(part, arrays) for part in tree)
    if isinstance(tree, dict):
        if "array" in tree:
            return arrays[tree["array"]]
        return _CLASSES[tree["kind"]](**{name: _built(part, arrays) for name, part in tree["parts"].items()})
    return tree


# the process


def main(source: IO[bytes], target: IO[bytes]) -> None:
    """What the process does: take a file in, read it, and answer."""
    asked = json.loads(source.readline())
    _limit(asked["most_bytes"], asked["most_seconds"])
    try:
        data = source.read(asked["bytes"])
        end_with(source)
        send(read_raw_table(data, name=asked["name"]), target)
    except FRNNError as error:
        target.write(json.dumps({"error": str(error)}).encode() + b"\n")
    except MemoryError:
        target.write(json.dumps({"error": _TOO_LARGE}).encode() + b"\n")
    target.flush()


def _limit(most_bytes: int, most_seconds: int) -> None:
    """Bound this process, where the system can; where it is ended, no copy of its memory is to be kept."""
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    limits = {
        resource.RLIMIT_CORE: (0, 0),
        resource.RLIMIT_AS: (most_bytes, most_bytes),
        resource.RLIMIT_CPU: (
            most_seconds,
            most_seconds + 5,
        ),  # the first ends it with a signal that says so
    }
    for what, most in limits.items():
        with suppress(ValueError, OSError):  # a stricter one is in force
            resource.setrlimit(what, most)


if __name__ == "__main__":
    step_back()
    with suppress(BrokenPipeError):
        main(sys.stdin.buffer, sys.stdout.buffer)
    os._exit(0)
