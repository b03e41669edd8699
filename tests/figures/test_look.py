"""A look names, colours and sizes what is drawn; equal looks are equal wherever they are kept."""

import importlib
import pkgutil
import subprocess
import sys
from dataclasses import replace
from types import ModuleType

import pytest

from frnn_core import figures
from frnn_core.figures import Look
from frnn_core.figures.frame import family_key
from frnn_core.figures.palette import DARK, LIGHT

LOOK = Look(names={"man": "Manhattan"}, families={"man": "distance", "gf": "fitted kernel"})


def test_it_has_the_colours_of_the_theme_and_the_size_of_the_room():
    assert (LOOK.colours, LOOK.size) == (LIGHT, 13)
    told = replace(LOOK, dark=True, large=True, source="k = 3")
    assert (told.colours, told.size, told.sources) == (DARK, 18, ["k = 3"])
    assert LOOK.sources == []


def test_what_has_no_name_is_called_by_its_key():
    assert (LOOK.name("man"), LOOK.label("man", 6), LOOK.full_name("man")) == (
        "Manhattan",
        "Man…an",
        "Manhattan (man)",
    )
    assert (LOOK.name("a<b"), LOOK.label("a<b"), LOOK.full_name("a<b")) == ("a<b", "a&lt;b", "a&lt;b")


def test_relations_are_drawn_as_their_families():
    assert (LOOK.colour("man"), LOOK.dash("man")) == (LIGHT.family("distance"), "solid")
    assert (LOOK.colour("gf"), LOOK.dash("gf")) == (LIGHT.family("kernel"), "dash")
    assert LOOK.colour("of no family") == LIGHT.muted
    assert LOOK.markers(["man", "gf"], 9)["symbol"] == ["circle", "diamond"]
    assert LOOK.marker("gf", 9)["color"] == LIGHT.background


def test_equal_looks_are_one_key_and_others_are_not():
    again = Look(names={"man": "Manhattan"}, families=dict(LOOK.families))
    assert {LOOK: "kept"}[again] == "kept"
    assert replace(LOOK, names={"man": "City block"}) != LOOK
    with pytest.raises(AttributeError):
        LOOK.dark = True


def test_every_exported_name_is_found_and_never_a_module():
    for found in pkgutil.iter_modules(figures.__path__):
        importlib.import_module(f"frnn_core.figures.{found.name}")
    for name in figures.__all__:
        assert not isinstance(getattr(figures, name), ModuleType)
        assert getattr(figures, name).__name__ == name
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        figures.nothing  # noqa: B018


def test_plotly_waits_until_a_figure_is_asked_for():
    code = (
        "import sys, frnn_core.figures as f; assert 'plotly' not in sys.modules; "
        "f.Look; assert 'plotly' not in sys.modules; f.p_matrix; assert 'plotly' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_families_of_ones_own_take_the_colours_there_are():
    families = {f"m{i}": f"family {i}" for i in range(7)}
    look = Look(names={"m0": "Manhattan"}).with_families(families)
    assert look.name("m0") == "m0"
    assert [look.colour(f"m{i}") for i in range(5)] == list(look.colours.classes)
    assert look.colour("m5") == look.colour("m6") == look.colours.muted
    assert look.colour("nobody") == look.colours.muted
    key = " ".join(family_key(look, families))
    assert "family 0" in key
    assert "2 others" in key
