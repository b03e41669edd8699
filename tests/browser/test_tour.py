"""The tour in a real browser: the keys of a remote turn the pages, and k changes the answer."""

import re

import pytest
from browsing import asked, asks, drawn, press, slid, visited_again

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def heading(page, words):
    return page.get_by_role("heading", name=re.compile(words))


def opened(page, words):
    """Until the step with this heading is there, with its figure and its way on."""
    heading(page, words).wait_for()
    page.get_by_role("button", name=re.compile("Next")).wait_for()
    drawn(page)


def turned(page, key, words):
    """Press a key of a remote until the step with this heading is there."""
    press(page, key, lambda: heading(page, words).count())
    opened(page, words)


def test_a_remote_turns_the_pages_and_the_link_keeps_the_place(server, visitor):
    visitor.goto(f"{server.url}/tour")
    opened(visitor, "1 · What is a relation")
    turned(visitor, "PageDown", "2 · Nearest inside")
    turned(visitor, "PageDown", "3 · Nearer neighbours")
    asks(visitor, step="3")
    assert set(asked(visitor)) == {"step"}
    visitor.get_by_text("The query goes to class A").wait_for()
    for k in ("4", "5"):
        slid(visitor, "k, neighbours", lambda k=k: asked(visitor).get("tk") == k)
    visitor.get_by_text("The query goes to class B").wait_for()
    visited_again(visitor)
    visitor.get_by_text("The query goes to class B").wait_for()
    opened(visitor, "3 · Nearer neighbours")
    turned(visitor, "PageUp", "2 · Nearest inside")
