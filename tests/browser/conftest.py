"""A real server and a real browser."""

import os
import shutil

import pytest
from servers import Server

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
