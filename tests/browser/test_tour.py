"""The tour in a real browser: the keys of a remote turn the pages, and k changes the answer."""

import re

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def heading(page, words):
    page.get_by_role("heading", name=re.compile(words)).wait_for()
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.wait_for_selector(".js-plotly-plot")
    page.get_by_role("button", name=re.compile("Next")).wait_for()
    page.wait_for_timeout(1000)  # until the buttons listen to their keys


def test_a_remote_turns_the_pages_and_the_link_keeps_the_place(server, visitor):
    visitor.goto(f"{server.url}/tour")
    heading(visitor, "1 · What is a relation")
    for step, words in enumerate(("Nearest inside", "Nearer neighbours"), start=2):
        visitor.keyboard.press("PageDown")
        heading(visitor, f"{step} · {words}")
    visitor.wait_for_function("location.search == '?step=3'")
    visitor.get_by_text("The query goes to class A").wait_for()
    slider = visitor.get_by_role("slider", name=re.compile("k, neighbours"))
    for k in (4, 5):
        slider.focus()
        slider.press("ArrowRight")
        visitor.wait_for_function(f"location.search.includes('tk={k}')")
        visitor.wait_for_timeout(1000)
    visitor.get_by_text("The query goes to class B").wait_for()
    link = visitor.evaluate("location.href")
    visitor.goto("about:blank")
    visitor.goto(link)
    visitor.get_by_text("The query goes to class B").wait_for()
    heading(visitor, "3 · Nearer neighbours")
    visitor.keyboard.press("PageUp")
    heading(visitor, "2 · Nearest inside")
