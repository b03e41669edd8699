"""The Playground shows what the core decides, and every control and every part of a link counts."""

import numpy as np
import pytest
from driving import address as full_address
from driving import decoded, figures, moved, opened, popovers, scenes, text

from frnn_core import FRNNClassifier
from frnn_core.studies.playground import MIDDLE, Rule, Source, board, decision, edited, read_edits, words
from frnn_core.studies.playground.challenges import CHALLENGES, judge, solved_by
from pages.ui.playground import parts
from pages.ui.playground.challenges import STILL
from pages.ui.playground.controls import LAYERS
from pages.ui.playground.view import Panel, View
from pages.ui.points import write_point

MOONS, DEFAULT = Source(), (Rule(), Rule("che"))


def figured(**params):
    """The page with figures in place of the scene."""
    return opened("playground", plain=1, **params)


def address(app):
    return {name: value for name, value in full_address(app).items() if name != "plain"}


def decided(source=MOONS, rules=DEFAULT, edits=""):
    now = edited(board(source), read_edits(edits))
    return now, [decision(now, rule) for rule in rules]


def said(source=MOONS, rules=DEFAULT, edits="", names=("Manhattan", "Chebyshev")):
    now, told = decided(source, rules, edits)
    return words.finding(now, list(names), told)


def headline(app):
    return app.subheader[0].value


def regions(app, number=0, levels=16):
    return decoded(figures(app)[number]["data"][0]["z"]) // levels


def places(app):
    return [t for t in figures(app)[0]["data"] if t.get("meta") == "places"]


@pytest.fixture(scope="module")
def default():
    return figured()


@pytest.mark.quick
def test_the_default_view_is_what_the_core_decides(default):
    now, (man, che) = decided()
    assert default.title[0].value == "How does FRNN decide?"
    assert headline(default) == said()
    assert "Manhattan and Chebyshev disagree on" in headline(default)
    assert address(default) == {}
    np.testing.assert_array_equal(regions(default), man.winner)
    np.testing.assert_array_equal(regions(default, 1), che.winner)
    assert len(figures(default)) == 4
    query = now.square.place(MIDDLE)
    for name, key in (("Manhattan", "man"), ("Chebyshev", "che")):
        model = FRNNClassifier(key, k=3).fit(now.data.X, now.data.y)
        told = model.explain(query[None])
        assert told.predictions[0] == model.predict(query[None])[0]
        answer = words.answer(f"**{name}**", told)
        assert answer in text(default)
        assert f"class {told.predictions[0]}, " in answer


def test_every_square_is_said_in_words(default):
    alts = [chart.proto.alt for chart in default.get("plotly_chart")]
    assert all("class A" in alt for alt in alts)
    assert "100 points on a square with Manhattan's regions" in alts[0]


def test_the_points_can_be_taken_away_with_their_left_out_classes(default):
    now, (man, che) = decided()
    assert [b.proto.label for b in default.get("download_button")][:2] == ["CSV", "LaTeX"]
    view = View(
        Source(),
        "",
        now,
        [Panel(Rule(), man, None), Panel(Rule("che"), che, None)],
        now.square.place(0),
        "margin",
        0,
    )
    table = parts.table(view)
    assert table["A: Manhattan (man), left out"].tolist() == [now.data.class_names[c] for c in man.left_out]
    assert table["B: Chebyshev (che), left out"].tolist() == [now.data.class_names[c] for c in che.left_out]
    assert table["class"].tolist() == now.data.y.tolist()


def test_data_and_relations_are_controls():
    app = figured(edits="x3", q="0,0")
    app.selectbox(key="pd").set_value("blobs")
    assert headline(moved(app)) == said(Source("blobs"))
    assert address(app) == {"pd": "blobs"}
    app.selectbox(key="ra").set_value("cos")
    app.selectbox(key="rb").set_value("class-mah")
    rules = (Rule("cos"), Rule("class-mah"))
    assert headline(moved(app)) == said(Source("blobs"), rules, "", ("Cosine", "Class-specific Mahalanobis"))
    app.selectbox(key="rb").set_value("none")
    moved(app)
    assert len(figures(app)) == 2
    assert headline(app) == said(Source("blobs"), rules[:1], "", ("Cosine",))
    assert address(app) == {"pd": "blobs", "ra": "cos", "rb": "none"}


def test_k_gamma_weights_and_normalisation_are_controls():
    app = figured()
    assert not app.select_slider or all(s.key != "g" for s in app.select_slider)
    app.slider(key="k").set_value(7)
    assert headline(moved(app)) == said(rules=(Rule(k=7), Rule("che", 7)))
    assert "k = 7" in str(figures(app)[0]["layout"]["title"]["text"])
    app.selectbox(key="rb").set_value("gauss")
    moved(app)
    app.select_slider(key="g").set_value(0.1)
    names = ("Manhattan", "Gaussian kernel")
    assert headline(moved(app)) == said(rules=(Rule(k=7), Rule("gauss", 7, 0.1)), names=names)
    app.selectbox(key="w").set_value("strict")
    app.selectbox(key="norm").set_value("none")
    rules = (Rule("man", 7, 1.0, "strict", "none"), Rule("gauss", 7, 0.1, "strict", "none"))
    assert headline(moved(app)) == said(rules=rules, names=names)
    np.testing.assert_array_equal(regions(app, 1), decided(rules=rules)[1][1].winner)
    assert "More · 2 changed" in popovers(app)
    app.button[[b.label for b in app.button].index("Reset")].click()
    assert headline(moved(app)) == said()


def test_points_features_and_projections_are_controls():
    app = figured(pd="wine")
    assert "A stratified sample of 100 of 178 rows" in text(app)
    app.select_slider(key="n").set_value(60)
    assert headline(moved(app)) == said(Source("wine", 60))
    app.selectbox(key="f1").set_value(7)
    app.selectbox(key="f2").set_value(10)
    assert headline(moved(app)) == said(Source("wine", 60, "features", 7, 10))
    for axes in ("pca", "nca"):
        app.selectbox(key="axes").set_value(axes)
        assert headline(moved(app)) == said(Source("wine", 60, axes, 7, 10))
    assert "first NCA component" in str(figures(app)[0]["layout"]["xaxis"]["title"])
    assert address(app) == {"pd": "wine", "n": "60", "axes": "nca", "f1": "7", "f2": "10"}


@pytest.mark.parametrize("layer", ["lower", "upper", "similarity"])
def test_layers_show_the_values_of_the_core(layer):
    app = figured(rb="class-mah")
    app.segmented_control(key="layer").set_value(layer)
    moved(app)
    app.selectbox(key="lclass").set_value(2)
    moved(app)
    now, told = decided(rules=(Rule(), Rule("class-mah")))
    query = now.square.place(MIDDLE)
    for number, one in enumerate(told):
        fields = {
            "lower": one.lower[..., 1],
            "upper": one.upper[..., 1],
            "similarity": one.similarities(query, now, 1),
        }
        shown = decoded(figures(app)[number]["data"][0]["z"])
        np.testing.assert_array_equal(shown, np.clip(np.floor(fields[layer] * 10), 0, 9))
    assert "class B" in figures(app)[1]["layout"]["title"]["text"]
    assert address(app) == {"rb": "class-mah", "layer": layer, "lclass": "2"}


def test_the_layer_of_neighbours_is_flat_and_leaves_the_class_out():
    app = figured(layer="neighbours")
    z = decoded(figures(app)[0]["data"][0]["z"])
    assert len(np.unique(z % 16)) == 1
    assert "no say" in text(app)
    assert all(box.key != "lclass" for box in app.selectbox)
    assert set(LAYERS) == {"margin", "lower", "upper", "similarity", "neighbours"}


def test_what_a_click_does_is_a_control():
    app = figured()
    assert len(places(app)) == 1
    app.segmented_control(key="click").set_value("add")
    moved(app)
    app.selectbox(key="newclass").set_value(2)
    moved(app)
    assert len(places(app)) == 1
    for mode in ("relabel", "remove"):
        app.segmented_control(key="click").set_value(mode)
        assert places(moved(app)) == []
        assert all(box.key != "newclass" for box in app.selectbox)
    assert address(app) == {"click": "remove", "newclass": "2"}


def test_edits_come_from_the_link_and_are_undone_and_cleared():
    edits = "a400.1_c3.0_x7_x100"
    app = figured(edits=edits)
    assert headline(app) == said(edits=edits)
    assert "over 99 points" in headline(app)
    assert "The 100 points are generated, with seed 0. 4 edits made since." in text(app)
    for left in ("a400.1_c3.0_x7", "a400.1_c3.0"):
        app.button[[b.label for b in app.button].index("Undo")].click()
        assert headline(moved(app)) == said(edits=left)
        assert address(app) == {"edits": left}
    app.button[[b.label for b in app.button].index("Clear")].click()
    assert headline(moved(app)) == said()
    assert address(app) == {}
    undo = app.button[[b.label for b in app.button].index("Undo")]
    assert undo.disabled


def test_other_points_forget_the_edits():
    app = figured(edits="x7", q="1,0.5")
    app.select_slider(key="n").set_value(60)
    assert address(moved(app)) == {"n": "60"}


def test_a_link_restores_the_view():
    link = {"pd": "vehicle", "ra": "euc", "rb": "sphere", "k": "5", "g": "10", "w": "mean", "norm": "unit"}
    link |= {"axes": "pca", "n": "40", "layer": "upper", "lclass": "3", "click": "add", "newclass": "2"}
    source = Source("vehicle", 40, "pca")
    rules = (Rule("euc", 5, 1.0, "mean", "unit"), Rule("sphere", 5, 10.0, "mean", "unit"))
    edits = "a10.0_x4"
    point = board(source).square.place(500)
    app = figured(edits=edits, q=f"{point[0]:.4g},{point[1]:.4g}", **link)
    assert not app.warning
    assert headline(app) == said(source, rules, edits, ("Euclidean", "Spherical kernel"))
    _, told = decided(source, rules, edits)
    assert words.answer("**Euclidean**", told[0].explain(point)) in text(app)
    assert {name: address(app)[name] for name in link} == link
    assert address(app)["edits"] == edits


def test_a_bad_link_is_noted_and_ignored():
    bad = {
        "pd": "iris",
        "ra": "x",
        "rb": "y",
        "w": "heavy",
        "norm": "z",
        "axes": "tsne",
        "f1": "0",
        "f2": "91",
    }
    bad |= {"n": "9999", "click": "eat", "newclass": "99", "layer": "cake", "lclass": "0", "q": "1,inf"}
    bad |= {"edits": "x1;drop", "k": "99", "g": "0"}
    app = figured(**bad)
    assert len(app.warning) == len(bad)
    assert address(app) == {}
    assert headline(app) == said()
    assert "'x1;drop' is no edit" in text(app)


def test_what_does_not_fit_the_data_is_noted_and_ignored():
    app = figured(f1="3", newclass="5", lclass="4", q="50,50", edits="x999_x3_a5.7")
    notes = " ".join(warning.value for warning in app.warning)
    assert "moons has 2 features" in notes
    assert notes.count("moons has 2 classes") == 2
    assert "outside the square" in notes
    assert "there is no point 999" in notes
    assert len(app.warning) == 5
    assert headline(app) == said(edits="x3")
    assert address(moved(app)) == {"edits": "x3"}
    assert not app.warning


def test_an_undefined_relation_says_why_in_the_place_of_its_picture():
    app = figured(pd="crx", f1="1", f2="2", rb="mah", n="20")
    assert len(figures(app)) == 4
    constant = figured(pd="thyroid", f1="2", f2="9", rb="mah", n="20")
    whole = board(Source("thyroid", 20, "features", 2, 9))
    reason = decision(whole, Rule("mah"))
    assert isinstance(reason, str)
    assert f"Mahalanobis is undefined on these points: {reason}" in text(constant)
    assert len(figures(constant)) == 2
    assert headline(constant).startswith("Manhattan: leave-one-out")


def test_many_classes_are_explained():
    app = figured(pd="vowel", axes="pca")
    assert "those that come first and second for the query have a colour" in text(app)
    assert "A stratified sample of 100 of 990 rows" in text(app)


def test_projected_text_is_large():
    app = figured(present="1")
    assert figures(app)[0]["layout"]["font"]["size"] == 18


CHALLENGED = list(CHALLENGES.values())


def button(app, label):
    return next(b for b in app.button if b.label == label)


def test_a_link_to_a_challenge_puts_up_its_board_and_counts_what_is_solved():
    app = opened("playground", challenge=2)
    asked = CHALLENGES["another-k"]
    assert headline(app) == f"2. {asked.task}"
    assert address(app) == {"challenge": "2", "n": "40", "rb": "none", "q": "-0.2,0.49"}
    start = scenes(app)[0]
    assert start["points"]["x"] == board(asked.start.source).data.X[:, 0].tolist()
    assert start["query"] == [-0.2, 0.49]
    assert judge(asked, asked.start).words in text(app)
    assert asked.lesson not in text(app)
    app.slider(key="k").set_value(15)
    assert asked.lesson in text(moved(app))
    assert judge(asked, solved_by(asked, asked.solution)).words in text(app)
    assert "Challenges · 1 of 10 solved" in popovers(app)
    again = address(app)
    app.slider(key="k").set_value(3)
    assert asked.lesson not in text(moved(app))
    assert "Challenges · 1 of 10 solved" in popovers(app)
    button(app, "Next").click()
    assert headline(moved(app)) == f"3. {CHALLENGED[2].task}"
    assert address(app) == {"challenge": "3", "pd": "blobs", "n": "40", "rb": "none", "q": "2.5,-2.5"}
    assert asked.lesson in text(opened("playground", **again))


def test_a_challenge_begins_anew_whatever_was_on_the_board():
    app = opened("playground", k=9, edits="x3", layer="upper")
    app.query_params.clear()
    app.query_params["challenge"] = "9"
    moved(app)
    asked = CHALLENGED[8]
    assert address(app) == {
        "challenge": "9",
        "pd": "rotated",
        "ra": "class-mah",
        "rb": "man",
        "n": "20",
        "q": "0,0",
    }
    assert judge(asked, asked.start).words in text(app)
    app.session_state["edits"] = "c7.1"
    assert asked.lesson in text(moved(app))
    app.selectbox(key="pd").set_value("moons")
    assert "other points than those of the challenge" in text(moved(app))
    button(app, "Start again").click()
    moved(app)
    button(app, "Leave the challenges").click()
    assert headline(moved(app)) == said()
    assert address(app) == {}


def test_a_challenge_that_is_not_there_is_explained():
    app = opened("playground", challenge=11)
    assert "challenge = 11; it goes from 0 to 10" in text(app)
    assert headline(app) == said()


def test_a_star_on_an_edge_is_read_from_its_link_without_a_word():
    square = board(Source("moons", 40)).square
    (left, low), (right, high) = square.low, square.high
    for corner in ((left, low), (left, high), (right, low), (right, high)):
        app = opened("playground", n=40, rb="none", q=write_point(corner))
        assert not app.warning
        x, y = scenes(app)[0]["query"]
        assert (x, y) == pytest.approx(corner, rel=1e-5)
        assert left <= x <= right
        assert low <= y <= high


def test_what_is_put_up_anew_is_another_board():
    """Else a drop that was on its way would be made on it."""
    app = opened("playground", challenge=1)
    boards = [scenes(app)[0]["board"]]
    for label in ("Start again", "Next"):
        button(app, label).click()
        boards.append(scenes(moved(app))[0]["board"])
    assert len(set(boards)) == 3
    app.slider(key="k").set_value(5)
    assert scenes(moved(app))[0]["board"] == boards[-1]


def test_the_scene_says_leave_one_out_once():
    (panel,) = scenes(opened("playground", n=40, rb="none"))[0]["panels"]
    assert panel["detail"] == "k = 3, linear weights"


def test_points_have_one_number():
    app = opened("playground", n=40, rb="none", edits="x0")
    numbers = scenes(app)[0]["points"]["numbers"]
    now = edited(board(Source("moons", 40)), read_edits("x0"))
    view = View(Source("moons", 40), "x0", now, [], now.square.place(0), "margin", 0)
    assert parts.table(view).index.tolist() == [number + 1 for number in numbers]
    assert parts.table(view).index[0] == 2


@pytest.mark.parametrize(("number", "said"), [(6, True), (9, False), (1, False)])
def test_a_challenge_that_figures_cannot_solve_says_so(number, said):
    assert STILL not in text(opened("playground", challenge=number))
    app = opened("playground", challenge=number)
    app.session_state["plain"] = True
    assert (STILL in text(moved(app))) == said
