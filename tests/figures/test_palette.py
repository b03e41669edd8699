"""The theme file and the figures use the same colours."""

import tomllib
from pathlib import Path

import pytest

from frnn_core.figures.palette import DARK, LIGHT, transparent

THEME = tomllib.loads((Path(__file__).parents[2] / ".streamlit" / "config.toml").read_text())["theme"]


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
