"""A real server and a real browser."""

import os
import shutil

import pytest
from browsing import PHONE, tab
from servers import Server
from waiting import LIMIT

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is Chromium without the parts that nobody sees: the same pages for a fifth less work."""
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--process-per-site",  # tabs of a window share what is compiled
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
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(1000 * LIMIT)
    with sync_playwright() as play:
        chromium = play.chromium.launch(executable_path=found, args=list(QUIET))
        yield chromium
        chromium.close()


@pytest.fixture
def visitor(browser):
    """A fresh visitor's tab, as wide as a laptop."""
    with tab(browser) as page:
        yield page


@pytest.fixture
def phone(browser):
    """A fresh visitor's phone."""
    with tab(browser, viewport=PHONE) as page:
        yield page


@pytest.fixture
def dark_phone(browser):
    """The phone of a visitor who likes it dark."""
    with tab(browser, viewport=PHONE, color_scheme="dark") as page:
        yield page
