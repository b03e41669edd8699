"""Axes in a real browser: whichever ticks Plotly chooses, their numbers are written as in the texts."""

import re

import pytest
from browsing import FIGURE, settled

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

TEXTS = f"() => [...document.querySelectorAll('{FIGURE} text')].map(text => text.textContent)"


@pytest.mark.parametrize("page", ["significance?part=One%20pair", "learned?la=cost"])
def test_no_number_below_one_begins_with_a_zero(server, visitor, page):
    visitor.goto(f"{server.url}/{page}")
    visitor.wait_for_function(f"document.querySelectorAll('{FIGURE} text').length > 20")
    settled(visitor)
    texts = visitor.evaluate(TEXTS)
    assert len([text for text in texts if re.fullmatch(r"[+−]?\.\d+", text)]) >= 5
    assert not [text for text in texts if re.fullmatch(r"[+−-]?0\.\d+", text)]
