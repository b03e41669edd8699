"""Names and markers are the same in every figure."""

from typing import get_args

from frnn_core.engine.relation import Family
from frnn_core.experiments.baselines.registry import Kind
from frnn_core.figures.marks import FAMILY_MARKERS, full_name, label, marker, markers
from frnn_core.figures.palette import LIGHT


def test_labels_are_cut_in_the_middle_and_escaped():
    assert label("a<b", {}) == "a&lt;b"
    assert label("man", {"man": "Manhattan"}) == "Manhattan"
    long = label("k", {"k": "A relation with quite a long name, second"}, limit=20)
    assert len(long) <= 20
    assert long.startswith("A relation")
    assert long.endswith("second")
    assert full_name("man", {"man": "Manhattan"}) == "Manhattan (man)"
    assert full_name("a<b") == "a&lt;b"


def test_open_markers_hide_what_is_behind_them():
    fitted, plain = marker("fitted kernel", LIGHT, 9), marker("kernel", LIGHT, 9)
    assert fitted["symbol"] == plain["symbol"] == "diamond"
    assert fitted["color"] == LIGHT.background
    assert fitted["line"]["color"] == plain["color"] == "#34A374"


def test_several_markers_are_those_of_each():
    both = markers(["fitted kernel", "distance"], LIGHT, 9)
    assert both["symbol"] == ["diamond", "circle"]
    assert both["size"] == [8, 9]
    assert both["color"] == [LIGHT.background, LIGHT.family("distance")]
    assert both["line"] == {"width": [1.75, 1], "color": [LIGHT.family("kernel"), LIGHT.background]}


def test_families_of_one_colour_differ_by_marker():
    assert list(FAMILY_MARKERS) == [*get_args(Family), *reversed(get_args(Kind))]
    assert len(set(FAMILY_MARKERS.values())) == len(FAMILY_MARKERS)
    assert FAMILY_MARKERS["fitted kernel"] == f"{FAMILY_MARKERS['kernel']}-open"
