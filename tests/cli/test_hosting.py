"""The commands for those who host the dashboard, and the command itself."""

import json
import os
import subprocess
import sys

import pytest
from project import ROOT

from frnn_core import Store, __version__, dataset_names
from frnn_core.__main__ import main
from frnn_core.cli import app, status
from frnn_core.cli.memory import GIB, memory
from frnn_core.errors import FRNNError
from frnn_core.experiments import jobs


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("FRNN_STORE", raising=False)
    return tmp_path / "frnn-explorer"


def test_status_counts_what_is_there(own_cache, capsys):
    assert main(["status", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["version"] == __version__
    assert told["data_sets"] == len(dataset_names(extra=True))
    assert told["shipped_results"] > 4_000_000
    assert told["store"] == str(own_cache / "results.sqlite")
    assert (told["stored_results"], told["runs"]) == (0, {})
    assert main(["run", "--datasets", "wine", "--relations", "man", "--k", "3", "--seed", "5"]) == 0
    capsys.readouterr()
    assert main(["status"]) == 0
    words = capsys.readouterr().out
    assert f"{own_cache / 'results.sqlite'}: {len(Store())} results" in words
    assert len(Store()) == 10


def test_status_looks_into_the_store_that_is_named(own_cache, tmp_path, capsys):
    mine = tmp_path / "mine.sqlite"
    call = ["--datasets", "wine", "--relations", "man", "--k", "3", "--seed", "5", "--store", str(mine)]
    assert main(["run", *call]) == 0
    capsys.readouterr()
    assert main(["status", "--store", str(mine)]) == 0
    assert f"{mine}: 10 results" in capsys.readouterr().out
    mine.write_text("no store at all")
    assert main(["status", "--store", str(mine)]) == 2
    assert str(mine) in capsys.readouterr().err


MACHINE = "MemTotal: 16777216 kB\nMemFree: 1048576 kB\nMemAvailable: 8388608 kB\n"


def v2(limit):
    return {"memory.max": limit, "memory.current": 3 * GIB, "memory.stat": f"anon 1\ninactive_file {GIB}\n"}


def v1(limit):
    return {
        "memory.limit_in_bytes": limit,
        "memory.usage_in_bytes": 3 * GIB,
        "memory.stat": f"inactive_file 7\ntotal_inactive_file {GIB}\n",
    }


@pytest.mark.parametrize(
    ("member", "groups", "expected"),
    [
        ("", {}, (16.0, 8.0)),
        ("0::/\n", {"": v2("max")}, (16.0, 8.0)),
        ("0::/\n", {"": v2(4 * GIB)}, (4.0, 2.0)),
        ("0::/a/b\n", {"a": v2(6 * GIB), "a/b": v2("max")}, (6.0, 4.0)),
        ("0::/a\n", {"a": v2(64 * GIB)}, (16.0, 8.0)),
        ("0::/a\n", {"a": v2(2 * GIB)}, (2.0, 0.0)),
        ("5:cpu:/a\n4:memory:/a\n", {"memory/a": v1(4 * GIB)}, (4.0, 2.0)),
        ("4:memory:/elsewhere\n", {"memory": v1(4 * GIB)}, (4.0, 2.0)),
        ("4:memory:/\n", {"memory": v1(2**63 - 4096)}, (16.0, 8.0)),
    ],
)
def test_memory_is_that_of_the_machine_or_of_the_container(tmp_path, member, groups, expected):
    def write(name, text):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(str(text))

    write("proc/meminfo", MACHINE)
    write("proc/self/cgroup", member)
    for group, files in groups.items():
        for name, text in files.items():
            write(f"sys/fs/cgroup/{group}/{name}", text)
    assert memory(tmp_path) == expected


def test_where_the_system_does_not_say_memory_is_unknown(tmp_path, own_cache, monkeypatch, capsys):
    assert memory(tmp_path) is None
    monkeypatch.setattr(status, "memory", lambda: None)
    assert main(["status"]) == 0
    assert capsys.readouterr().out.endswith("memory    unknown\n")


def test_what_is_broken_ends_in_words(own_cache, capsys, monkeypatch):
    own_cache.mkdir()
    (own_cache / "results.sqlite").write_text("no store at all")
    assert main(["status"]) == 2
    assert str(own_cache / "results.sqlite") in capsys.readouterr().err
    (own_cache / "results.sqlite").unlink()
    monkeypatch.setattr("frnn_core.cli.status.contents", lambda: ["nonsense.npz"])
    assert main(["status"]) == 2
    assert "nonsense.npz, which comes with FRNN Explorer, is missing" in capsys.readouterr().err


def test_who_hosts_sets_limits_by_the_environment(monkeypatch):
    monkeypatch.setenv("FRNN_WORKERS", "3")
    assert jobs.workers() == 3
    for wrong in ("many", "0", "-1", "nan", "inf"):
        monkeypatch.setenv("FRNN_WORKERS", wrong)
        with pytest.raises(FRNNError, match=f"FRNN_WORKERS is '{wrong}'; it must be a number from 1"):
            jobs.workers()
    told = "from frnn_core.experiments import served; print(served.MOST_SECONDS)"
    for seconds, expected in (("", "3600.0"), ("90", "90.0")):
        own = {**os.environ, "FRNN_RUN_SECONDS": seconds}
        done = subprocess.run([sys.executable, "-c", told], env=own, cwd=ROOT, capture_output=True, text=True)
        assert done.stdout.strip() == expected


def test_app_runs_streamlit_with_its_options_and_a_store(monkeypatch, capsys):
    calls = []
    monkeypatch.setattr(
        app.subprocess,
        "run",
        lambda call, check: calls.append(call) or subprocess.CompletedProcess(call, len(calls) - 1),
    )
    assert main(["app", "--server.port", "8600", "--store", "mine.sqlite"]) == 0
    words = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py"), "--server.port", "8600"]
    assert calls == [[*words, "--", "--store", "mine.sqlite"]]
    assert main(["app"]) == 2
    assert calls[1] == words[:5]
    assert "The dashboard ended with code 1" in capsys.readouterr().err


def test_app_says_what_is_missing(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(app, "find_spec", lambda name: None)
    assert main(["app"]) == 2
    assert f"pip install -r {ROOT / 'requirements.txt'}" in capsys.readouterr().err
    monkeypatch.setattr(app, "SCRIPT", tmp_path / "app.py")
    monkeypatch.chdir(tmp_path)
    assert main(["app"]) == 2
    assert "does not come with pip install" in capsys.readouterr().err
    (tmp_path / "app.py").write_text("something else")
    assert main(["app"]) == 2
    assert "does not come with pip install" in capsys.readouterr().err


def test_app_finds_the_dashboard_in_the_folder_where_it_is_called(monkeypatch, tmp_path):
    monkeypatch.setattr(app, "SCRIPT", tmp_path / "app.py")
    monkeypatch.chdir(ROOT)
    assert app.script() == ROOT / "app.py"


def test_other_commands_refuse_options_that_they_do_not_know(capsys):
    with pytest.raises(SystemExit):
        main(["list", "relations", "--server.port", "8600"])
    assert "unrecognized arguments: --server.port 8600" in capsys.readouterr().err


def test_a_reader_who_has_seen_enough_is_no_error():
    listing = subprocess.Popen(
        [sys.executable, "-m", "frnn_core", "list", "datasets"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    listing.stdout.close()
    assert listing.stderr.read() == b""
    assert listing.wait() == 1
    listing.stderr.close()
