"""The load tool sees every page redraw, and would see an error."""

import ssl

import pytest
from loops import awaited

from tools import load

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def place(server):
    return load.Place(server.url)


def test_visitors_without_a_browser_see_every_page_redraw_without_an_error(server):
    told = awaited(load.crowd([place(server)], len(load.PAGES), pause=0.2, seconds=3.0))
    assert told.errors == {}
    assert all(told.seconds[page] for page in load.PAGES)
    assert told.received > 100_000


def test_visitors_drag_what_can_be_dragged(server):
    told = awaited(load.crowd([place(server)], len(load.LEARN), pause=0.1, seconds=2.0, pages=load.LEARN))
    assert told.errors == {}
    assert all(told.seconds[page] for page in load.LEARN)


def test_an_error_is_counted(server):
    told = load.Told()
    awaited(load.Visitor(place(server), "no_such_page", told).visit(0.1, 0.0))
    assert set(told.errors) == {"no_such_page: no such page"}


def test_what_was_seen_is_told_also_where_no_move_came_to_an_end():
    assert [*load.report(load.Told(), ("home", "tour"))] == [
        "home             0 moves",
        "tour             0 moves",
        "all              0 moves",
        "Errors: none",
    ]
    told = load.Told({"home": [0.5, 1.5], "tour": []}, received=4000)
    told.errors["home: TimeoutError"] += 1
    assert [*load.report(told, ("home", "tour"))] == [
        "home             2 moves: median 1.00 s, 95 % below 1.45 s",
        "tour             0 moves",
        "all              2 moves: median 1.00 s, 95 % below 1.45 s",
        "2 kB came for a move",
        "Errors: {'home: TimeoutError': 1}",
    ]


def test_a_certificate_is_looked_at_but_on_this_machine():
    assert load.Place("http://127.0.0.1:1").context is None
    assert load.Place("https://127.0.0.1:1").context.verify_mode == ssl.CERT_NONE
    assert load.Place("https://localhost").context.verify_mode == ssl.CERT_NONE
    for elsewhere in ("https://desk.example", "https://127.0.0.1.desk.example"):
        assert load.Place(elsewhere).context.verify_mode == ssl.CERT_REQUIRED


def test_a_load_is_bounded(capsys):
    assert load.options_of(["--seconds", "1e9"]).seconds == load.LONGEST
    for wrong in (["--visitors", "41"], ["--address", "desk.example"], ["--address", "https://a/b"]):
        with pytest.raises(SystemExit):
            load.options_of(wrong)
    assert "it must be like https://127.0.0.1:8443" in capsys.readouterr().err
