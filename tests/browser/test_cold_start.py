"""The first visit after the start, to any page: the server has loaded nothing yet."""

import time

import pytest
from browsing import SHOWN, complete
from tabs import tab

from pages.ui.navigation import all_pages

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


PAGES = list(all_pages())


@pytest.mark.parametrize("name", ["learned", "playground", "your_data"])
def test_a_page_opens_directly_right_after_the_start(cold_server, name):
    """Without a browser, which does the same on any server: it asks again while the first run loads.

    That the script of every page does so without app.py, tests/pages/test_navigation.py looks at.
    """
    with tab(cold_server.port, name, asked=2) as here:
        assert here.figures > 0
        assert len(here.titles) == 1
        assert len(set(here.pages)) == len(PAGES)
        assert not [words for words in here.words if "Error" in words or "Traceback" in words]
    assert "Traceback" not in cold_server.told()


@pytest.mark.parametrize("name", ["", "benchmark"])
def test_the_first_figure_comes_soon_after_the_start(cold_server, visitor, name, measured):
    visitor.goto(f"{cold_server.url}/{name}")
    visitor.wait_for_selector(SHOWN)
    measured(
        f"{name or 'home'}: first figure {time.perf_counter() - cold_server.started:.1f} s after a cold start"
    )
    complete(visitor)
    assert "Traceback" not in cold_server.told()
