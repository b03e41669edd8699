"""The registry: entries in order, wrong names answered, and loans given back."""

from contextlib import suppress

import pytest

from frnn_core.engine.registry import Registry
from frnn_core.errors import ParameterError, UnknownName


@pytest.fixture
def colours():
    registry = Registry("colour")
    registry.add("red", "#f00")
    registry.add("green", "#0f0")
    return registry


def test_entries_come_in_the_order_of_their_registration(colours):
    assert dict(colours) == {"red": "#f00", "green": "#0f0"}
    assert list(colours) == ["red", "green"]
    assert len(colours) == 2
    assert repr(colours) == "Registry(red, green)"


def test_a_wrong_name_is_answered_by_the_nearest_one(colours):
    with pytest.raises(UnknownName, match=r"no colour called 'gren'\. Did you mean green\?"):
        colours["gren"]
    with pytest.raises(UnknownName, match=r"Known: red, green\."):
        colours["xyz"]
    with pytest.raises(UnknownName, match="no colour called"):
        colours[["red"]]
    assert colours.get("xyz") is None
    assert "xyz" not in colours


def test_a_key_is_taken_once(colours):
    with pytest.raises(ParameterError, match="There is a colour 'red' already"):
        colours.add("red", "#e00")
    assert colours["red"] == "#f00"


def test_what_is_lent_is_given_back_even_after_an_error(colours):
    with colours.lent():
        colours.add("blue", "#00f")
        assert list(colours) == ["red", "green", "blue"]
    assert list(colours) == ["red", "green"]
    with suppress(ZeroDivisionError), colours.lent():
        colours.add("blue", "#00f")
        colours.add("pink", 1 / 0)
    assert list(colours) == ["red", "green"]
