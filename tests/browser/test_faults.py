"""A real server loses its process, its connection, its worker, its home; the visitor goes on."""

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from browsing import SHOWN, asked, visited_again
from project import ROOT
from servers import Server
from waiting import LIMIT, until

from frnn_core.experiments import jobs
from frnn_core.experiments.store import Store

CONNECTED = '[data-testid="stApp"][data-test-connection-state="CONNECTED"]'
LONG = "benchmark?folds=stratified&r=man,nca,lmnn&d=own&only=vehicle,vowel,contra,red,yeast,titanic"
SHORT = "benchmark?folds=stratified&r=man,euc&d=own&only=heart"
COMPUTING = re.compile(r"Computing (\d+) of [\d,]+ pieces")
HOMELESS = """import os, pwd, runpy
del os.environ["HOME"]
pwd.getpwuid = {}.__getitem__
runpy.run_module("frnn_core", run_name="__main__")
"""
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def pieces(page, more_than=-1):
    """Wait until the page tells of more pieces than that, and give their number."""
    page.wait_for_function(
        "least => Number(document.body.innerText.match(/Computing (\\d+) of/)?.[1] ?? -1) > least",
        arg=more_than,
    )
    return int(COMPUTING.search(page.inner_text("body")).group(1))


def started(page, server):
    """Start the long run; give its job."""
    page.goto(f"{server.url}/{LONG}")
    page.get_by_role("button", name="Compute it").click()
    job_id = until(lambda: asked(page).get("job"))
    pieces(page, 0)
    return jobs.find(job_id, server.home / "frnn-explorer" / "jobs")


def process_of(job):
    """The number of the process of a job."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(job.folder).encode() in path.read_bytes():
                return int(path.parent.name)
        except OSError:
            continue
    raise AssertionError("the process of the job is not there")


def test_a_killed_server_and_a_killed_worker_lose_nothing(tmp_path, visitor):
    server = Server(tmp_path)
    try:
        job = started(visitor, server)
        server.process.kill()
        server.process.wait(LIMIT)
        server.log.close()
        visitor.wait_for_selector(CONNECTED, state="detached")
        assert job.progress().state == "running"
        server = Server(tmp_path, server.port)
        visitor.wait_for_selector(CONNECTED)
        told = pieces(visitor, job.progress().done - 1)
        assert asked(visitor)["job"] == job.id
        visited_again(visitor)
        pieces(visitor, told - 1)

        os.killpg(process_of(job), signal.SIGKILL)
        visitor.get_by_text(jobs.DIED).wait_for()
        kept = len(job.store)
        assert kept >= told
        visitor.get_by_role("button", name="Start again").click()
        until(lambda: asked(visitor).get("job", job.id) != job.id)
        pieces(visitor, 0)
        again = jobs.recent(tmp_path / "frnn-explorer" / "jobs")[0]
        assert again.progress().total == job.progress().total - kept
        visitor.get_by_role("button", name="Cancel").click()
        visitor.get_by_text(re.compile(r"Stopped\.")).wait_for()
        assert "Traceback" not in server.told()
    finally:
        server.stop()


def test_a_lost_connection_comes_back_with_the_view_and_the_run(cold_server, visitor):
    sockets = []
    visitor.route_web_socket(
        re.compile("_stcore/stream"), lambda socket: (sockets.append(socket), socket.connect_to_server())
    )
    job = started(visitor, cold_server)
    before = visitor.evaluate("location.href")
    visitor.context.set_offline(True)
    sockets[-1].close()
    visitor.wait_for_selector(CONNECTED, state="detached")
    done = job.progress().done
    visitor.context.set_offline(False)
    visitor.wait_for_selector(CONNECTED)
    assert len(sockets) >= 2
    pieces(visitor, done)
    assert visitor.evaluate("location.href") == before
    assert job.progress().state == "running"
    visitor.get_by_role("button", name="Cancel").click()
    visitor.get_by_text(re.compile(r"Stopped\.")).wait_for()


@pytest.fixture
def checkout(tmp_path):
    """The product in a folder that cannot be written, and how to run a program that cannot write there.

    The superuser may write anywhere unless it gives up that right first.
    """
    root = tmp_path / "checkout"
    for name in ("frnn_core", "pages", ".streamlit"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "app.py", root)
    for path in (root, *root.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    rights = "-dac_override,-fowner"
    prefix = ("setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}") if os.geteuid() == 0 else ()
    refused = subprocess.run([*prefix, "touch", root / "new"], capture_output=True, text=True, check=False)
    assert "Permission denied" in refused.stderr
    before = sorted(root.rglob("*"))
    yield root, prefix
    assert sorted(root.rglob("*")) == before
    for path in (root, *root.rglob("*")):
        path.chmod(0o755)


@pytest.fixture
def bare(tmp_path):
    """An environment without a cache, with a temporary folder of its own."""
    (tmp_path / "tmp").mkdir()
    names = ("HOME", "XDG_CACHE_HOME", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if name not in names}
    return kept | {"TMPDIR": str(tmp_path / "tmp")}


@pytest.mark.parametrize("home", ["none", "not to be written"])
def test_the_command_line_runs_from_a_read_only_checkout_without_a_home(checkout, bare, tmp_path, home):
    root, prefix = checkout
    bare["HOME"] = str(root)
    module = ["-c", HOMELESS] if home == "none" else ["-m", "frnn_core"]

    def told(*arguments):
        words = [*prefix, sys.executable, *module, *arguments]
        return subprocess.run(words, cwd=root, env=bare, capture_output=True, text=True, check=True)

    assert "ionosphere" in told("list", "datasets").stdout
    fresh = ["--weights", "mean", "--normalise", "unit"]  # not among the shipped results
    run = ["run", "--datasets", "wine", "--relations", "man", "euc", *fresh, "--jobs", "2"]
    first = told(*run)
    assert "Your cache folder cannot be written, so results are in a temporary folder." in first.stderr
    assert len(Store(tmp_path / "tmp" / "frnn-explorer" / "results.sqlite")) == 20
    again = told(*run)
    assert again.stderr.startswith(
        "Nothing to compute: every result comes with the package or is in the store."
    )
    assert again.stdout == first.stdout


def test_the_dashboard_runs_from_a_read_only_checkout_without_a_home(checkout, bare, tmp_path, visitor):
    root, prefix = checkout
    server = Server(tmp_path / "tmp", root=root, prefix=prefix, env=bare | {"HOME": str(root / "absent")})
    try:
        visitor.goto(server.url)
        visitor.get_by_role("heading", name=re.compile("FRNN Explorer")).wait_for()
        visitor.wait_for_selector(SHOWN)
        visitor.goto(f"{server.url}/{SHORT}")
        visitor.get_by_text(re.compile(r"tied on 1 of 1 data set\)")).first.wait_for()
        assert len(Store(tmp_path / "tmp" / "frnn-explorer" / "results.sqlite")) == 20
        assert "Traceback" not in server.told()
    finally:
        server.stop()
