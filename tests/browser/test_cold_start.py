"""The first visit after the start, to any page: the server has loaded nothing yet."""

import time

import pytest
from browsing import FIGURE
from playwright.sync_api import expect

from pages.ui.navigation import all_pages

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def opens(server, visitor, name):
    """Visit a page, and give the seconds from the start of the server to its first figure."""
    visitor.goto(f"{server.url}/{name}")
    visitor.wait_for_selector(FIGURE)
    seconds = time.perf_counter() - server.started
    expect(visitor.get_by_role("heading", level=1)).to_have_count(1)
    expect(visitor.get_by_test_id("stSidebarNavLink")).to_have_count(len(all_pages()))
    assert visitor.get_by_text("Traceback").count() == 0
    assert "Traceback" not in server.told()
    return seconds


@pytest.mark.parametrize("name", [name for name in all_pages() if name not in ("home", "benchmark")])
def test_every_page_opens_directly_right_after_the_start(cold_server, visitor, name):
    opens(cold_server, visitor, name)


@pytest.mark.parametrize("name", ["", "benchmark"])
def test_the_first_figure_comes_soon_after_the_start(cold_server, visitor, name, measured):
    seconds = opens(cold_server, visitor, name)
    measured(f"{name or 'home'}: first figure {seconds:.1f} s after a cold start")
