"""Files as they come to a server: under any name, too large, or while others wait."""

import io
import os
import signal
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from servers import Server
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from tabs import tab
from waiting import until

from pages.ui.your_data import file

TABLE = b"a,b,class\n" + b"1,2,u\n2,1,v\n" * 20
ROWS = "40 of 40 rows · 2 features · 2 classes: u 20, v 20"
LARGE = b"a,b,class\n" + b"1.25,2.5,u\n2.5,1.25,v\n" * 20_000
LARGE_ROWS = "40,000 of 40,000 rows"
ONLY_LINUX = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="Linux tells about processes")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    told = server.told()
    server.stop()
    assert "Traceback" not in told, told


@pytest.mark.parametrize(
    "name", ["x.csv", "x.exe", "x.csv\0.exe", "x", "", "..", "x.csv.", "x" * 3000 + ".csv"]
)
def test_a_table_is_read_under_any_name(server, name):
    with tab(server.port, query="among=man") as here:
        assert ROWS in here.upload(name, TABLE)


def test_what_is_no_table_is_refused_in_words_under_any_name(server):
    with tab(server.port, query="among=man") as here:
        program = b"\x7fELF\x02\x01\x01" + bytes(50)
        assert "it looks like a program" in here.upload("x.exe", program).replace("\\", "")
        assert "NUL bytes" in here.upload("x.csv", b"MZ\x90\0\x03" + bytes(90), "2" * 32)


def test_a_file_that_never_came_or_is_gone_is_asked_for(server):
    with tab(server.port, query="among=man") as here:
        assert "Until you upload a table, a sample is shown" in here.chosen("gone.csv", 10)
        assert ROWS in here.upload("there.csv", TABLE, "2" * 32)
        assert "Upload there.csv again to restore this view." in here.chosen("gone.csv", 10, "3" * 32)


def peak(pid):
    """The most memory that a process has had, in MB."""
    return int(Path(f"/proc/{pid}/status").read_text().split("VmHWM:")[1].split()[0]) / 1000


@ONLY_LINUX
def test_a_zip_that_unpacks_to_too_much_is_refused_before_it_does(server):
    buffer = io.BytesIO()
    row = b",".join(b"%.8f" % (i / 7) for i in range(19))
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("x.csv", "w") as file:
        for i in range(900):
            file.write(b"".join(b"%d,%s,%c\n" % (j * i, row, b"ab"[j % 2]) for j in range(1000)))
    assert len(buffer.getvalue()) < 5_000_000
    with tab(server.port, query="among=man") as here:
        here.upload("warm.csv", TABLE)
        before = peak(server.process.pid)
        words = here.upload("x.zip", buffer.getvalue(), "2" * 32).replace("\\", "")
    assert "which is above the limit of 50.0 MB for one table. Use fewer rows or columns." in words
    assert peak(server.process.pid) < before + 60


def readers(server):
    """The processes that read files for a server."""
    pid = server.process.pid
    children = [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return [child for child in children if b"reading.process" in Path(f"/proc/{child}/cmdline").read_bytes()]


@ONLY_LINUX
def test_other_visitors_are_served_while_a_file_is_read(server):
    with (
        tab(server.port, query="among=man") as here,
        tab(server.port, "tour") as there,
        ThreadPoolExecutor(1) as pool,
    ):
        told = pool.submit(here.upload, "large.csv", LARGE)
        (reader,) = until(lambda: readers(server))
        os.kill(reader, signal.SIGSTOP)
        assert "Twelve points, one query" in there.run()
        assert not told.done()
        os.kill(reader, signal.SIGCONT)
        assert LARGE_ROWS in told.result()
    until(lambda: not readers(server))


@ONLY_LINUX
def test_a_visitor_who_leaves_or_takes_another_file_stops_the_reading(server):
    with tab(server.port, query="among=man") as here, ThreadPoolExecutor(1) as pool:
        told = pool.submit(here.upload, "large.csv", LARGE)
        (reader,) = until(lambda: readers(server))
        os.kill(reader, signal.SIGSTOP)
        here.send("small.csv", TABLE, "2" * 32)
        here.say("small.csv", len(TABLE), "2" * 32)
        assert ROWS in told.result()
        until(lambda: not readers(server))
        here.send("large.csv", LARGE, "3" * 32)
        here.say("large.csv", len(LARGE), "3" * 32)
        (reader,) = until(lambda: readers(server))
        os.kill(reader, signal.SIGSTOP)
    until(lambda: not readers(server))


def test_the_bytes_of_a_file_go_when_another_replaces_it_after_a_look_at_another_page(monkeypatch):
    manager = MemoryUploadedFileManager("/upload")
    for name in ("id 1", "id 2"):
        manager.add_file("visit", UploadedFileRec(name, f"{name}.csv", "text/csv", b"a,b"))
    context = SimpleNamespace(session_id="visit", uploaded_file_mgr=manager)
    monkeypatch.setattr(file, "get_script_run_ctx", lambda: context)
    file.let_go(None)
    file.let_go(file.Table("sample", None))
    assert len(manager.get_files("visit", ["id 1", "id 2"])) == 2
    file.let_go(file.Table("mine.csv", None, upload="id 1"))
    assert [kept.file_id for kept in manager.get_files("visit", ["id 1", "id 2"])] == ["id 2"]
