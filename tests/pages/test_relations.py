"""Relations draws what the core computes, and every control moves what is drawn."""

import base64

import numpy as np
import pytest
from driving import address as full_address
from driving import figures, moved, opened, scenes, text

from frnn_core import RELATIONS
from frnn_core.studies.relations import class_pair, field, fit, properties, standing, two_features
from frnn_core.text import number
from pages.ui.relations import stage
from pages.ui.scene import Done

CENTRE = (0.25, 0.1)
DEFAULT = ["man", "che", "cos", "gauss"]


def figured(**params):
    """The page with figures in place of the scene."""
    return opened("relations", plain=1, **params)


def address(app):
    return {name: value for name, value in full_address(app).items() if name != "plain"}


def array(packed):
    values = np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"])
    shape = packed.get("shape")
    return values.reshape([int(n) for n in shape.split(",")]) if shape else values


def surfaces(app):
    """The z of every field on the page."""
    return [
        array(trace["z"]) for chart in figures(app) for trace in chart["data"] if trace.get("meta") == "field"
    ]


def expected(key, centre=CENTRE, name="blobs", columns=(0, 1), gamma=1.0, code=0):
    return field(fit(two_features(name, *columns), key, gamma), centre, code).values


def drawn(app, meta):
    return [trace for chart in figures(app) for trace in chart["data"] if trace.get("meta") == meta]


def sliders(app):
    return [slider.key for slider in app.select_slider]


@pytest.mark.quick
def test_the_default_view():
    app = figured()
    assert app.title[0].value == "What does “similar” mean?"
    shown = surfaces(app)
    assert len(shown) == 4
    for values, key in zip(shown, DEFAULT, strict=True):
        np.testing.assert_array_equal(values, expected(key))
    share = {key: (expected(key) >= 0.7).mean() for key in DEFAULT}
    assert f"{100 * share['gauss']:.0f} % of the square under Gaussian" in app.subheader[0].value
    assert f"{100 * share['che']:.0f} % under Chebyshev" in app.subheader[0].value
    words = text(app)
    for key in DEFAULT:
        assert standing(key).in_words() in words
        for check in properties(fit(two_features("blobs"), key)).values():
            assert check.count_words() in words
            assert check.example_words() in words
    assert "R(u, v) = .644 and R(v, u) = .566" in words
    assert "The paper prints R(u,v) = .64, R(v,u) = .57" in words
    assert len(drawn(app, "slope")) == 1
    assert address(app) == {}


def test_the_fields_are_a_scene_and_the_star_that_was_dragged_moves_all():
    app = opened("relations", rel="man,class-mah", rclass="2", counter="class-mah")
    assert not surfaces(app)
    (told,) = scenes(app)
    assert told["layer"] == "field"
    assert told["query"] == list(CENTRE)
    man, own = told["panels"]
    assert (man["title"], own["title"]) == ("Manhattan", "Class-specific Mahalanobis")
    assert (man["code"], own["code"]) == (0, 1)
    fitted = fit(two_features("blobs"), "class-mah")
    rows = list(properties(fitted)["triangle"].rows)
    assert own["corners"] == fitted.rows[rows].tolist()
    assert told["points"]["x"] == fitted.rows[:, 0].tolist()
    assert man["model"]["scale"] == {"origin": [0, 0], "width": [1, 1], "shift": [0, 0]}


def test_where_the_star_was_dropped_is_kept_within_the_square(monkeypatch):
    kept = {}
    monkeypatch.setattr(stage.st, "session_state", kept)
    stage._take(Done("blobs", (-0.3, 0.7), ""))
    assert kept == {"at": (-0.3, 0.6)}


def test_a_relation_that_is_undefined_keeps_its_place_in_the_scene():
    (told,) = scenes(opened("relations", rel="man,mah", rd="heart", r1="4", r2="4"))
    assert told["panels"][0]["model"] is not None
    assert told["panels"][1]["model"] is None
    assert "Undefined here" in told["panels"][1]["reason"]


def test_relations_can_be_changed_and_the_first_makes_room_for_a_fifth():
    app = figured()
    app.pills(key="rel").set_value(["man", "che", "cos", "gauss", "euc"])
    moved(app)
    assert address(app) == {"rel": "che,cos,gauss,euc"}
    np.testing.assert_array_equal(surfaces(app)[3], expected("euc"))
    app.pills(key="rel").set_value(["can"])
    moved(app)
    assert len(surfaces(app)) == 1
    assert "g" not in sliders(app)
    assert not drawn(app, "slope")
    app.pills(key="rel").set_value([])
    moved(app)
    assert "No relation is chosen" in text(app)
    next(button for button in app.button if button.label == "Use the four of the start").click()
    assert len(surfaces(moved(app))) == 4
    assert address(app) == {}


def test_the_data_set_and_its_features():
    app = figured()
    assert not [box for box in app.selectbox if box.key in ("r1", "r2")]
    app.selectbox(key="rd").set_value("wine")
    moved(app)
    app.selectbox(key="r1").set_value(3)
    app.selectbox(key="r2").set_value(7)
    moved(app)
    assert address(app) == {"rd": "wine", "r1": "3", "r2": "7"}
    np.testing.assert_array_equal(surfaces(app)[0], expected("man", name="wine", columns=(2, 6)))
    assert "178 rows" in text(app)
    app.selectbox(key="rd").set_value("banana")
    moved(app)
    assert address(app) == {"rd": "banana"}
    assert "300 of 5,300 rows, drawn with seed 0" in text(app)


def test_gamma_and_the_slopes():
    app = figured()
    app.select_slider(key="g").set_value(0.1)
    moved(app)
    np.testing.assert_array_equal(surfaces(app)[3], expected("gauss", gamma=0.1))
    assert address(app) == {"g": "0.1"}
    app.toggle(key="curve").set_value(False)
    assert not drawn(moved(app), "slope")
    assert address(app) == {"g": "0.1", "curve": "0"}


def test_the_class_of_the_centre_is_asked_for_only_where_it_matters():
    app = figured()
    assert not [box for box in app.selectbox if box.key == "rclass"]
    app = figured(rel="class-mah")
    app.selectbox(key="rclass").set_value(3)
    moved(app)
    np.testing.assert_array_equal(surfaces(app)[0], expected("class-mah", code=2))
    assert address(app) == {"rel": "class-mah", "rclass": "3"}
    assert "beyond the training range" in text(app)
    assert len(drawn(app, "beyond")) == 1


def test_a_counterexample_is_drawn_on_its_field_and_taken_away():
    app = figured()
    app.button(key="counter cos").click()
    moved(app)
    assert address(app) == {"counter": "cos"}
    (triangle,) = drawn(app, "counterexample")
    fitted = fit(two_features("blobs"), "cos")
    rows = list(properties(fitted)["triangle"].rows)
    np.testing.assert_array_equal(array(triangle["x"])[:3], fitted.rows[rows, 0])
    app.button(key="counter cos").click()
    assert not drawn(moved(app), "counterexample")
    assert address(app) == {}


@pytest.mark.parametrize(
    ("key", "value", "shapes"),
    [
        ("s1", 4.0, ((4.0, -0.25, 0.0), (1.0, 0.0, 0.3))),
        ("s2", 0.5, ((1.0, 0.5, 0.0), (1.0, 0.0, 0.3))),
        ("s3", -0.8, ((1.0, -0.25, -0.8), (1.0, 0.0, 0.3))),
        ("t1", 0.25, ((1.0, -0.25, 0.0), (0.25, 0.0, 0.3))),
        ("t2", 0.7, ((1.0, -0.25, 0.0), (1.0, 0.7, 0.3))),
        ("t3", -0.6, ((1.0, -0.25, 0.0), (1.0, 0.0, -0.6))),
    ],
)
def test_the_sliders_of_the_exhibit(key, value, shapes):
    app = figured(rel="man")
    app.select_slider(key=key).set_value(value)
    moved(app)
    pair = class_pair(shapes)
    assert f"R(u, v) = {number(pair.first)} and R(v, u) = {number(pair.second)}" in text(app)
    assert "For its own example the paper prints" in text(app)
    assert address(app)["rel"] == "man"
    next(button for button in app.button if button.label == "Back to the paper's example").click()
    assert "R(u, v) = .644 and R(v, u) = .566" in text(moved(app))


def test_a_shape_that_cannot_be_is_explained():
    app = figured(s2="0.9", s3="0.9")
    assert "Class 0: the squares of its two correlations add up to 1.62" in text(app)
    assert not drawn(app, "ellipse 0.9")


def test_claims_are_judged_when_they_are_opened():
    app = figured(rel="che")
    assert "4 claims of the paper on it" in [block.label for block in app.expander]
    links = [link.proto.label for link in app.get("page_link")]
    assert not any("Chebyshev by far the worst" in label for label in links)
    app.session_state["claims che"] = True
    moved(app)
    links = {link.proto.label: link.proto for link in app.get("page_link")}
    label = next(label for label in links if "Chebyshev by far the worst" in label)
    assert "does not follow" in label
    assert "claim=chebyshev-worst" in links[label].query_string


def test_a_relation_leads_to_the_playground():
    app = figured(rel="exp,cos")
    asked = [link.proto.query_string for link in app.get("page_link") if "Playground" in link.proto.label]
    assert asked == ["ra=exp&rb=cos", "ra=cos&rb=exp"]


def test_a_deep_link_restores_the_view_and_reset_leaves_it():
    asked = {"rel": "mah,combo", "rd": "heart", "r1": "4", "r2": "5", "at": "-0.3,0.05"}
    app = figured(**asked)
    assert address(app) == asked
    shown = surfaces(app)
    for values, key in zip(shown, ("mah", "combo"), strict=True):
        np.testing.assert_array_equal(values, expected(key, (-0.3, 0.05), "heart", (3, 4)))
    choice = fit(two_features("heart", 3, 4), "combo").choice
    assert f"chose {RELATIONS[choice].label}" in text(app)
    next(button for button in app.button if button.label == "Reset").click()
    assert address(moved(app)) == {}


def test_undefined_is_said_in_place_of_the_field():
    app = figured(rel="man,mah", rd="heart", r1="4", r2="4")
    assert len(surfaces(app)) == 1
    assert "determine each other linearly" in text(app)
    app = figured(rel="mah", rd="heart", r1="4", r2="4")
    assert "Mahalanobis: undefined on these two features." in text(app)


@pytest.mark.parametrize("first", range(0, len(RELATIONS), 4))
def test_every_relation_has_a_field(first):
    keys = list(RELATIONS)[first : first + 4]
    app = figured(rel=",".join(keys), at="-0.1,0.05", rclass="2")
    for values, key in zip(surfaces(app), keys, strict=True):
        np.testing.assert_array_equal(values, expected(key, (-0.1, 0.05), code=int(RELATIONS[key].by_class)))


def test_a_bad_link_is_noted_and_ignored():
    bad = {
        "rel": "man,box",
        "rd": "iris",
        "r1": "0",
        "at": "5,5",
        "rclass": "x",
        "curve": "2",
        "counter": "box",
        "s1": "wide",
        "t2": "3",
    }
    app = figured(**bad)
    assert len(app.warning) == len(bad)
    assert address(app) == {}
    app = figured(rel="man,euc,che,can,cos", at="1")
    assert "4 fit side by side" in text(app)
    assert "the place of the star is two numbers" in text(app)
    assert len(surfaces(app)) == 4


def test_a_link_to_a_feature_that_the_data_have_not():
    app = figured(rd="wine", r1="60", r2="2", rclass="9", rel="class-mah")
    assert "asked for first feature = 60; wine has 13" in text(app)
    assert "asked for class of the star = 9; wine has 3" in text(app)
    np.testing.assert_array_equal(surfaces(app)[0], expected("class-mah", name="wine"))
