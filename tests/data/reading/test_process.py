"""A file in a process of its own: the same table, and words for every way to end."""

import io
import json
import os
import subprocess
import sys
import threading
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, is_dataclass
from pathlib import Path

import numpy as np
import pytest
from project import ROOT
from waiting import until

from frnn_core.data.reading import MAX_BYTES, process, read_raw_table
from frnn_core.data.reading.process import Busy, read_apart, received, send
from frnn_core.errors import DataError


def rows(count):
    """A table with everything that a column can hold."""
    lines = ["num,text,mixed,gaps,class"]
    for i in range(count):
        gap = "" if i % 3 else f"{i / 8}"
        lines.append(f"{i / 7!r},w{i % 11},{'x' if i % 5 == 0 else i},{gap},{('none', 'True', '007')[i % 3]}")
    return "\n".join(lines).encode()


def folds(*counts):
    head = "@relation t\n@attribute a real\n@attribute c {u, v}\n@inputs a\n@outputs c\n@data\n"
    lines = [f"{i / 4}, {'uv'[i % 2]}" for i in range(12)]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for count, fold in ((many, fold) for many in counts or (2,) for fold in range(many)):
            rest = [line for place, line in enumerate(lines) if place % count != fold]
            archive.writestr(f"t-{count}-{fold + 1}tst.dat", head + "\n".join(lines[fold::count]))
            archive.writestr(f"t-{count}-{fold + 1}tra.dat", head + "\n".join(rest))
    return buffer.getvalue()


ARFF = b"@relation x\n@attribute a numeric\n@attribute class {u,v}\n@data\n" + b"1,u\n2,v\n?,u\n" * 9
LARGE = rows(12_000)


def assert_same(a, b):
    """Part by part, to the bit and of the same types."""
    assert type(a) is type(b)
    if is_dataclass(a):
        for part in fields(a):
            assert_same(getattr(a, part.name), getattr(b, part.name))
    elif isinstance(a, tuple):
        assert len(a) == len(b)
        for one, other in zip(a, b, strict=True):
            assert_same(one, other)
    elif isinstance(a, np.ndarray):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)
    else:
        assert a == b


def watched(monkeypatch):
    """The processes that are started, as they are."""
    started, piped = [], process.piped
    monkeypatch.setattr(process, "piped", lambda module: started.append(piped(module)) or started[-1])
    return started


ASKED = b"day;sum;zip;class\n" + b"03/04/2024;1,234;01234;u\n05/06/2024;2,345;99999;v\n" * 9
WESTERN = "ä;kl\n1,5;x\n2;y".encode("cp1252")


@pytest.mark.parametrize(
    "data", [rows(40), rows(0) + b"\n1,a,2,,z", ARFF, folds(), folds(2, 3), ASKED, WESTERN]
)
def test_a_table_survives_the_way_through_a_pipe(data):
    table = read_raw_table(data, name="a.csv")
    stream = io.BytesIO()
    send(table, stream)
    assert_same(received(io.BytesIO(stream.getvalue())), table)
    for end in (0, 10, len(stream.getvalue()) - 1):
        with pytest.raises(EOFError):
            received(io.BytesIO(stream.getvalue()[:end]))


def test_only_plain_numbers_are_sent():
    with pytest.raises(TypeError, match="cannot be sent"):
        process._told(np.array([object()]), [])


@pytest.mark.slow
def test_what_is_large_or_packed_is_read_elsewhere_and_is_the_same(monkeypatch):
    started = watched(monkeypatch)
    assert len(LARGE) > process.AT_ONCE_BYTES
    for data in (LARGE, folds()):
        assert_same(read_apart(data, "my.csv"), read_raw_table(data, name="my.csv"))
    assert [one.returncode is not None for one in started] == [True, True]
    assert_same(read_apart(rows(40), "my.csv"), read_raw_table(rows(40), name="my.csv"))
    with pytest.raises(DataError, match=r"above the limit of 50\.0 MB"):
        read_apart(bytes(MAX_BYTES + 1), "my.csv")
    assert len(started) == 2
    with pytest.raises(DataError, match="zip holds no table"):
        read_apart(b"PK\x05\x06" + bytes(18), "my.zip")


@pytest.mark.slow
def test_memory_and_seconds_are_limited_with_words(monkeypatch):
    data = rows(400_000)
    monkeypatch.setattr(process, "MOST_BYTES", 400_000_000)
    with pytest.raises(DataError, match=r"more memory than a page allows. Use fewer rows"):
        read_apart(data, "x.csv")
    monkeypatch.undo()
    monkeypatch.setattr(process, "MOST_SECONDS", 1)
    with pytest.raises(DataError, match=r"longer than a page allows. Use fewer rows"):
        read_apart(data, "x.csv")
    monkeypatch.setattr(process, "PATIENCE_SECONDS", 0.0)
    with pytest.raises(DataError, match=r"longer than a page allows. Use fewer rows"):
        read_apart(data, "x.csv")


def test_a_killed_process_ends_in_words(monkeypatch):
    started = watched(monkeypatch)
    with pytest.raises(DataError, match="has died"):
        read_apart(rows(200_000), "x.csv", lambda: started[0].kill())
    assert process._turns._value == process.MOST_AT_ONCE


def test_who_looks_can_stop_it(monkeypatch):
    started = watched(monkeypatch)

    class Left(BaseException):
        pass

    def leave():
        raise Left

    with pytest.raises(Left):
        read_apart(rows(200_000), "x.csv", leave)
    assert started[0].returncode is not None
    assert started[0].stdout.closed
    assert process._turns._value == process.MOST_AT_ONCE


def test_few_are_read_at_a_time_and_too_many_are_refused(monkeypatch):
    most, lock, at_once, go = [0], threading.Lock(), [0], threading.Event()

    def read(data, name, look):
        with lock:
            at_once[0] += 1
            most[0] = max(most[0], at_once[0])
        go.wait()
        with lock:
            at_once[0] -= 1
        return name

    monkeypatch.setattr(process, "_read", read)
    allowed = process.MOST_AT_ONCE + process.MOST_WAITING
    with ThreadPoolExecutor(allowed) as pool:
        told = [pool.submit(read_apart, LARGE, str(i)) for i in range(allowed)]
        until(lambda: process._places._value == 0)
        with pytest.raises(Busy, match="Upload yours again in a minute"):
            read_apart(LARGE, "x")
        go.set()
        assert [one.result() for one in told] == [str(i) for i in range(allowed)]
    assert most == [process.MOST_AT_ONCE]
    go.clear()
    monkeypatch.setattr(process, "PATIENCE_SECONDS", 0.0)
    with ThreadPoolExecutor(process.MOST_AT_ONCE) as pool:
        told = [pool.submit(read_apart, LARGE, "a") for _ in range(process.MOST_AT_ONCE)]
        until(lambda: at_once[0] == process.MOST_AT_ONCE)
        with pytest.raises(Busy):
            read_apart(LARGE, "x")
        go.set()


def test_a_machine_that_can_start_nothing_says_so(monkeypatch):
    def none(module):
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(process, "piped", none)
    with pytest.raises(Busy):
        read_apart(LARGE, "x.csv")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
def test_the_process_is_bounded_steps_back_and_opens_no_file_to_write(monkeypatch):
    started, seen = watched(monkeypatch), {}

    def look():
        pid = started[0].pid
        try:
            limits = Path(f"/proc/{pid}/limits").read_text()
            if "1500000000" not in limits:
                return
            for entry in Path(f"/proc/{pid}/fd").iterdir():
                flags = Path(f"/proc/{pid}/fdinfo/{entry.name}").read_text().split("flags:")[1].split()[0]
                if int(flags, 8) & 3 and int(entry.name) > 2:
                    seen.setdefault("written", []).append(os.readlink(entry))
        except OSError:  # it is done
            return
        seen["limits"] = {line[:26].strip(): line[26:].split()[0] for line in limits.splitlines()}
        seen["nice"] = os.getpriority(os.PRIO_PROCESS, pid)

    read_apart(rows(300_000), "x.csv", look)
    assert seen["limits"]["Max address space"] == str(process.MOST_BYTES)
    assert seen["limits"]["Max cpu time"] == str(process.MOST_SECONDS)
    assert seen["limits"]["Max core file size"] == "0"
    assert seen["nice"] == os.nice(0) + 10
    assert "written" not in seen


@pytest.mark.slow
def test_the_process_ends_with_the_one_that_started_it():
    code = (
        "import os, subprocess\nfrom frnn_core.data.reading import process\n"
        "one = process.piped('frnn_core.data.reading.process')\n"
        f"data = {rows(3)!r} * 100_000\n"
        "head = {'name': 'x', 'bytes': len(data), 'most_bytes': 10**10, 'most_seconds': 600}\n"
        "one.stdin.write(process.json.dumps(head).encode() + b'\\n' + data)\none.stdin.flush()\n"
        "print(one.pid, flush=True)\nos._exit(0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    pid = int(done.stdout)

    def gone():
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except OSError:
            return True

    until(gone)


def test_the_process_speaks_json_and_bytes():
    asked = {"name": "a", "bytes": 3, "most_bytes": 0, "most_seconds": 0}
    source = io.BytesIO(json.dumps(asked).encode() + b"\n\n\n\n")
    target = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(process, "_limit", lambda most_bytes, most_seconds: None)
        patch.setattr(process, "end_with", lambda source: None)
        process.main(source, target)
    assert json.loads(target.getvalue()) == {"error": "The file is empty. Choose a file with a table in it."}
