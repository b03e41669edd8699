"""A real server and a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from frnn_core import jobs

ROOT = Path(__file__).parents[2]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


MEASURED = []


@pytest.fixture
def measured():
    """Take down a time; all are printed at the end, and none is judged: machines differ."""
    return MEASURED.append


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """What measures runs when nothing else does."""
    for item in items:
        if "measured" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.alone)


def pytest_terminal_summary(terminalreporter):
    for line in MEASURED:
        terminalreporter.write_line(line)


class Server:
    """The dashboard on a free port, or one that was free, with a cache folder of its own."""

    def __init__(self, home, port=None, root=ROOT, prefix=(), env=None):
        self.home = home
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = port or free.getsockname()[1]
        self.log = (home / "server.log").open("w+")
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [*prefix, sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(self.port)],
            cwd=root,
            env={
                **(os.environ if env is None else env),
                **({"XDG_CACHE_HOME": str(home)} if env is None else {}),
                "STREAMLIT_SERVER_HEADLESS": "true",
            },
            stdout=self.log,
            stderr=self.log,
        )
        self._wait()

    def _wait(self):
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1).close()
                return
            except (urllib.error.URLError, OSError):
                assert self.process.poll() is None, self.told()
                time.sleep(0.05)
        raise AssertionError(self.told())

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def told(self):
        """What the server wrote."""
        self.log.flush()
        self.log.seek(0)
        return self.log.read()

    def stop(self):
        for job in jobs.recent(self.home / "frnn-explorer" / "jobs"):
            job.cancel()
            job.wait(20)
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


@pytest.fixture
def cold_server(tmp_path):
    """A server that nobody has visited."""
    server = Server(tmp_path)
    yield server
    server.stop()


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """A server for several tests."""
    server = Server(tmp_path_factory.mktemp("server"))
    yield server
    told = server.told()
    server.stop()
    assert "Traceback" not in told, told


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium; without one the tests are skipped, but not where CI is set."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        words = "There is no Chromium. Install it with: sudo apt install chromium"
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=found, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture
def visitor(browser):
    """A fresh visitor's tab, as wide as a laptop."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    context.set_default_timeout(60_000)
    page = context.new_page()
    yield page
    context.close()
