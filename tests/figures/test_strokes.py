"""No two lines of a family look alike, and each keeps the colour of its family."""

from frnn_core import RELATIONS
from frnn_core.figures import Look
from frnn_core.figures.palette import blend
from frnn_core.figures.strokes import DASHES, SHADE, strokes

FAMILIES = {key: spec.family for key, spec in RELATIONS.items()}


def test_the_first_of_a_family_is_drawn_as_everywhere():
    look = Look(families=FAMILIES)
    for key, stroke in strokes(["man", "cos", "mah", "gauss", "gauss-grad", "nca", "combo"], look).items():
        assert (stroke.colour, stroke.dash) == (look.colour(key), look.dash(key))
        assert stroke.marker(9) == look.marker(key, 9)


def test_four_distances_are_four_lines_in_shades_of_one_colour():
    for dark in (False, True):
        look = Look(dark=dark, families=FAMILIES)
        drawn = strokes(["man", "euc", "che", "can"], look)
        blue = look.colours.family("distance")
        assert [stroke.dash for stroke in drawn.values()] == ["solid", "dash", "dot", "dashdot"]
        assert [stroke.hollow for stroke in drawn.values()] == [False, True, False, True]
        assert {stroke.colour for stroke in drawn.values()} == {blue, blend(blue, look.colours.text, SHADE)}
        assert "○" in drawn["euc"].glyph("distance")
        assert "●" in drawn["che"].glyph("distance")


def test_all_relations_differ_within_their_family():
    drawn = strokes(RELATIONS, Look(families=FAMILIES))
    for family in set(FAMILIES.values()):
        members = [(drawn[key].dash, drawn[key].colour) for key in RELATIONS if FAMILIES[key] == family]
        assert len(set(members)) == len(members) or len(members) > len(DASHES)
