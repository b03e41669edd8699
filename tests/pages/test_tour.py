"""Every step of the tour asks, and then says and shows what the classifier computes."""

import numpy as np
import pytest
from driving import address, decoded, figures, moved, opened, scenes, text

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.studies.tour import QUERY, Place, question, similarities, twelve
from frnn_core.text import number
from pages.ui.scene.mount import SORRY
from pages.ui.tour.steps import STEPS


def classifier(relation="man", k=3):
    data = twelve()
    return FRNNClassifier(relation, k=k).fit(data.X, data.y)


def button(app, label):
    return next(each for each in app.button if each.label == label)


def press(app, label):
    button(app, label).click()
    return moved(app)


def shown(app):
    """What the scene is told to show, and the layer under it."""
    (told,) = scenes(app)
    return told["show"], told["layer"], told["hideAnswer"]


@pytest.mark.quick
def test_asks_for_the_most_similar_point_then_shows_the_similarities():
    app = opened("tour")
    by_hand = 1 - (np.abs(twelve().X - QUERY) / np.ptp(twelve().X, axis=0)).mean(axis=1)
    np.testing.assert_allclose(similarities("man"), by_hand)
    show, layer, hides = shown(app)
    assert (show["labels"], show["sizes"], show["lines"], layer, hides) == ("", False, "", "none", True)
    assert number(by_hand.max(), 2) not in text(app)
    assert app.latex[0].value.strip("$ \n") == RELATIONS["man"].formula
    assert address(app) == {}
    press(app, "Class A")
    assert "**Not so.** You said Class A; it is Class B." in text(app)
    assert f"**{number(by_hand.max(), 2)}**" in text(app)
    assert "0 of 1 right" in text(app)
    assert (shown(app)[0]["labels"], shown(app)[0]["sizes"]) == ("similarity", True)
    assert address(app) == {}
    for relation in ("euc", "che", "cos"):
        app.get("pills")[0].set_value(relation)
        moved(app)
        assert f"**{number(similarities(relation).max(), 2)}**" in text(app)
        assert address(app) == {"tr": relation}
        assert "You said" not in text(app)
    press(app, "Ask me here")
    assert f"by the **{RELATIONS['cos'].label}** relation?" in text(app)
    assert shown(app)[0]["labels"] == ""
    press(app, "Class B")
    assert "**Right.**" in text(app)
    assert "1 of 2 right" in text(app)


def test_next_and_back_turn_the_pages_and_each_step_shows_what_it_asked():
    app = opened("tour")
    assert button(app, "Back").disabled
    for place in map(Place, range(1, 6)):
        step, asked = STEPS[place.step - 1], question(place)
        assert f"{place.step} · {step.title}" in text(app)
        assert asked.words in text(app)
        (told,) = scenes(app)
        assert told["hideAnswer"] == (not step.before.answer)
        assert told["panels"][0]["model"]["k"] == (1 if place.step == 3 else 3)
        press(app, asked.answer)
        assert "**Right.**" in text(app)
        assert asked.why in text(app)
        assert f"{place.step} of {place.step} right" in text(app)
        (told,) = scenes(app)
        assert told["layer"] == step.after.layer
        assert told["panels"][0]["model"]["k"] == 3
        if place.step < 5:
            press(app, "Next")
            assert address(app) == {"step": str(place.step + 1)}
    assert button(app, "Next").disabled
    press(app, "Back")
    assert "4 · Lower and upper" in text(app)
    assert shown(app)[0]["bars"] == ["upper", "lower", "score"]
    app.segmented_control(key="ts").set_value("lower")
    assert shown(moved(app))[0]["bars"] == ["lower"]


def test_what_is_asked_and_said_follows_the_controls():
    app = opened("tour", step="2", tc="B")
    assert shown(app)[0] | {"code": 1, "sides": ["inside"], "lines": "plain"} == shown(app)[0]
    assert question(Place(2, code=1)).words in text(app)
    press(app, "Show")
    assert question(Place(2, code=1)).why in text(app)
    assert " right" not in text(app)
    assert shown(app)[0]["sides"] == ["inside", "outside"]
    press(app, "Next")
    press(app, "Show")
    for k in (1, 4):
        app.slider(key="tk").set_value(k)
        moved(app)
        weights = [2 * (k + 1 - i) / (k * (k + 1)) for i in range(1, k + 1)]
        assert f"**{', '.join(number(weight, 2) for weight in weights)}**" in text(app)
        answer = classifier(k=k).predict([QUERY])[0]
        assert f"The star goes to class **{answer}**" in text(app)
        assert answer == {1: "B", 4: "A"}[k]


def test_a_link_keeps_the_place_of_the_star():
    place = Place(5, "euc", query=(0.2, 0.3))
    app = opened("tour", step="5", tr="euc", tq="0.2,0.3")
    assert scenes(app)[0]["query"] == [0.2, 0.3]
    assert question(place).words in text(app)
    assert address(app) == {"step": "5", "tr": "euc", "tq": "0.2,0.3"}
    press(app, question(place).answer)
    for name in "ABC":
        keys = [key for key in ("man", "euc", "che", "cos") if place.answer(key) == name]
        assert f"{name}: {', '.join(RELATIONS[key].label for key in keys) or 'none'}" in text(app)


def test_without_a_canvas_there_are_figures_that_show_the_same():
    app = opened("tour")
    app.session_state["no canvas"] = True
    assert SORRY in text(moved(app))
    assert not scenes(app)
    drawn = figures(app)[0]
    assert "annotations" not in drawn["layout"]
    press(app, "Show")
    labels = [note["text"] for note in figures(app)[0]["layout"]["annotations"]]
    assert labels == [number(value, 2) for value in similarities("man")]
    press(app, "Next")
    for sides in (["inside"], ["inside", "outside"]):
        drawn, told = figures(app)[0]["data"], classifier().explain([QUERY])
        for name in ("inside", "outside"):
            ends = [(decoded(t["x"])[1], decoded(t["y"])[1]) for t in drawn if t.get("meta") == name]
            expected = [tuple(twelve().X[row]) for row in getattr(told, name).rows[0, 0]]
            assert ends == (expected if name in sides else [])
        if sides == ["inside"]:
            press(app, "Show")
    press(press(app, "Next"), "Next")
    bars_add_up(app, {"inside"})
    press(app, "Show")
    bars_add_up(app, {"inside", "lower", "outside", "score"})
    press(press(app, "Next"), "Show")
    regions = [np.array(decoded(t["z"])) for t in figures(app)[0]["data"] if t["type"] == "heatmap"]
    xs, ys = (decoded(figures(app)[0]["data"][0][axis]) for axis in "xy")
    for i, j in ((5, 5), (40, 40), (70, 20), (20, 70)):
        winner = classifier().predict([[xs[j], ys[i]]])[0]
        assert [not np.isnan(region[i, j]) for region in regions] == [winner == name for name in "ABC"]


def bars_add_up(app, kinds):
    drawn = figures(app)[0]["data"]
    lower, upper = classifier().approximations([QUERY])
    for code, name in enumerate("ABC"):
        sums = {
            trace["meta"].removesuffix(f" {name}"): sum(decoded(trace["x"]))
            for trace in drawn
            if trace["meta"].endswith(f" {name}")
        }
        assert set(sums) == kinds
        values = {"inside": upper[0, code], "lower": lower[0, code], "outside": 1 - lower[0, code]}
        values["score"] = (lower + upper)[0, code] / 2
        for kind in kinds:
            assert sums[kind] == pytest.approx(values[kind])


def test_a_bad_link_is_noted_and_ignored():
    app = opened("tour", step="9", tr="nothing", tk="77", tc="Z", ts="x")
    assert len(app.warning) == 5
    assert "1 · What is a relation?" in text(app)
    assert address(app) == {}
    outside = opened("tour", tq="3,4")
    assert "that is outside the square" in text(outside)
    assert scenes(outside)[0]["query"] == list(QUERY)
