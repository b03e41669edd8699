"""What happens when the server starts."""

import logging
import webbrowser

import pytest
from loops import awaited
from starlette.formparsers import MultiPartParser
from streamlit import config
from waiting import until

from pages.ui.server import started


@pytest.mark.quick
@pytest.mark.parametrize(
    ("headless", "address", "opened"),
    [
        (True, "127.0.0.1", []),
        (False, "127.0.0.1", ["http://127.0.0.1:8777"]),
        (False, "0.0.0.0", ["http://localhost:8777"]),
    ],
)
def test_the_dashboard_opens_where_there_is_a_screen(monkeypatch, headless, address, opened):
    options = {"server.headless": headless, "server.address": address, "browser.serverPort": 8777}
    kept = {name: config.get_option(name) for name in options}
    shown = []
    monkeypatch.setattr(webbrowser, "open", shown.append)
    monkeypatch.setattr(MultiPartParser, "spool_max_size", MultiPartParser.spool_max_size)

    core = logging.getLogger("frnn_core")
    monkeypatch.setattr(core, "handlers", [])
    monkeypatch.setattr(core, "level", core.level)

    async def start():
        async with started(None):
            pass

    try:
        for name, value in options.items():
            config.set_option(name, value)
        awaited(start())
    finally:
        for name, value in kept.items():
            config.set_option(name, value)
    until(lambda: len(shown) == len(opened))
    assert shown == opened
    assert [type(handler) for handler in core.handlers] == [logging.StreamHandler]
