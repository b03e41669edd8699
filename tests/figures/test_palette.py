"""The theme file and the figures use the same colours."""

import tomllib
from typing import get_args

import pytest
from project import ROOT

from frnn_core.engine.relation import Family
from frnn_core.figures.palette import DARK, LIGHT, blend, colour_at, ink_on, transparent

THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["theme"]


@pytest.mark.parametrize(("name", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_the_theme_repeats_the_palette(name, colours):
    theme = THEME[name]
    assert theme["backgroundColor"] == colours.background
    assert theme["secondaryBackgroundColor"] == colours.secondary
    assert theme["textColor"] == colours.text
    assert theme["primaryColor"] == colours.primary
    assert theme["borderColor"] == colours.border
    assert tuple(theme["chartCategoricalColors"]) == colours.classes
    assert tuple(theme["chartSequentialColors"]) == colours.sequential
    assert tuple(theme["chartDivergingColors"]) == colours.diverging
    assert len(colours.sequential) == len(colours.diverging) == 10  # any other number is ignored in silence


def luminance(colour):
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return sum(weight * c for weight, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_text_and_class_colours_stand_out_from_the_background(colours):
    assert contrast(colours.text, colours.background) >= 7
    assert contrast(colours.muted, colours.background) >= 4.5
    for colour in colours.classes:
        assert contrast(colour, colours.background) >= 3


def test_transparent():
    assert transparent("#0B6E8F", 0.25) == "rgba(11,110,143,0.25)"


@pytest.mark.parametrize(
    ("colours", "expected"),
    [
        (LIGHT, ["#4144BF", "#CB7F19", "#713704", "#34A374", "#34A374", "#9175AF", "#14202B"]),
        (DARK, ["#5A6CE4", "#F9C540", "#BB5C21", "#5ED887", "#5ED887", "#8A6C9B", "#E6EDF3"]),
    ],
)
def test_families_have_their_own_colours_and_stand_out(colours, expected):
    assert [colours.family(name) for name in get_args(Family)] == expected
    assert all(contrast(colour, colours.background) >= 3 for colour in expected)
    assert colours.family("none of these") == colours.muted


def test_colours_between_and_text_on_them():
    assert blend("#000000", "#FFFFFF", 0.5) == "#808080"
    assert colour_at(["#000000", "#FFFFFF", "#FF0000"], 0.5) == "#FFFFFF"
    assert colour_at(["#000000", "#FFFFFF"], 7) == "#FFFFFF"
    assert ink_on("#FFFFFF") == LIGHT.text
    assert ink_on(LIGHT.text) == LIGHT.background
