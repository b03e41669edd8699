"""The load tool sees every page redraw, and would see an error."""

import pytest
from loops import awaited

from tools import load

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def test_visitors_without_a_browser_see_every_page_redraw_without_an_error(server):
    told = awaited(load.crowd([server.port], len(load.PAGES), pause=0.2, seconds=3.0))
    assert told.errors == {}
    assert all(told.seconds[page] for page in load.PAGES)
    assert told.received > 100_000


def test_visitors_drag_what_can_be_dragged(server):
    told = awaited(load.crowd([server.port], len(load.LEARN), pause=0.1, seconds=2.0, pages=load.LEARN))
    assert told.errors == {}
    assert all(told.seconds[page] for page in load.LEARN)


def test_an_error_is_counted(server):
    told = load.Told()
    awaited(load.Visitor(server.port, "no_such_page", told).visit(0.1, 0.0))
    assert set(told.errors) == {"no_such_page: no such page"}
