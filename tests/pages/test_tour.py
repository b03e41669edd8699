"""Every step of the tour says what the classifier computes."""

import numpy as np
import pytest
from driving import address, decoded, figures, moved, opened, text

from frnn_core import RELATIONS, FRNNClassifier
from frnn_core.studies.tour import QUERY, similarities, twelve
from frnn_core.text import number


def classifier(relation="man", k=3):
    data = twelve()
    return FRNNClassifier(relation, k=k).fit(data.X, data.y)


def press(app, label):
    next(button for button in app.button if button.label == label).click()
    return moved(app)


@pytest.mark.quick
def test_opens_with_the_similarities_of_the_twelve_points():
    app = opened("tour")
    data = twelve()
    span = np.ptp(data.X, axis=0)
    by_hand = 1 - (np.abs(data.X - QUERY) / span).mean(axis=1)
    np.testing.assert_allclose(similarities("man"), by_hand)
    labels = [note["text"] for note in figures(app)[0]["layout"]["annotations"]]
    assert labels == [number(value, 2) for value in by_hand]
    assert f"**{number(by_hand.max(), 2)}**" in text(app)
    assert app.latex[0].value.strip("$ \n") == RELATIONS["man"].formula
    assert address(app) == {}


@pytest.mark.parametrize("relation", ["euc", "che", "cos"])
def test_another_relation_has_other_similarities(relation):
    app = opened("tour")
    app.get("pills")[0].set_value(relation)
    moved(app)
    assert f"**{RELATIONS[relation].label}**" in text(app)
    assert f"**{number(similarities(relation).max(), 2)}**" in text(app)
    assert address(app) == {"tr": relation}


def test_next_and_back_turn_the_pages():
    app = opened("tour")
    for step in range(2, 6):
        press(app, "Next")
        assert address(app) == {"step": str(step)}
    assert next(button for button in app.button if button.label == "Next").disabled
    press(app, "Back")
    assert "4 · Lower and upper" in text(app)


@pytest.mark.parametrize("name", ["A", "B"])
def test_lines_go_to_the_nearest_inside_and_outside(name):
    app = opened("tour", step="2")
    app.segmented_control(key="tc").set_value(name)
    drawn = figures(moved(app))[0]["data"]
    told = classifier().explain([QUERY])
    code = list(told.classes).index(name)
    for meta, side in (("inside", told.inside), ("outside", told.outside)):
        ends = [(decoded(t["x"])[1], decoded(t["y"])[1]) for t in drawn if t.get("meta") == meta]
        assert ends == [tuple(twelve().X[row]) for row in side.rows[0, code]]


@pytest.mark.parametrize("k", [1, 5])
def test_k_changes_the_weights_and_the_answer(k):
    app = opened("tour", step="3")
    app.slider(key="tk").set_value(k)
    moved(app)
    weights = [2 * (k + 1 - i) / (k * (k + 1)) for i in range(1, k + 1)]
    assert f"**{', '.join(number(weight, 2) for weight in weights)}**" in text(app)
    answer = classifier(k=k).predict([QUERY])[0]
    assert f"The query goes to class **{answer}**" in text(app)
    assert (answer == "A") == (k == 1)


@pytest.mark.parametrize("shown", ["upper", "lower", "both"])
def test_bars_add_up(shown):
    app = opened("tour", step="4")
    app.segmented_control(key="ts").set_value(shown)
    drawn = figures(moved(app))[0]["data"]
    lower, upper = classifier().approximations([QUERY])
    for code, name in enumerate("AB"):
        sums = {trace["meta"].removesuffix(f" {name}"): sum(decoded(trace["x"])) for trace in drawn}
        assert ("inside" in sums) == (shown != "lower")
        assert ("outside" in sums) == (shown != "upper")
        if shown != "lower":
            assert sums["inside"] == pytest.approx(upper[0, code])
        if shown != "upper":
            assert sums["lower"] == pytest.approx(lower[0, code])
            assert sums["outside"] == pytest.approx(1 - lower[0, code])
        if shown == "both":
            assert sums["score"] == pytest.approx((lower + upper)[0, code] / 2)
    if shown == "both":
        assert f"A {number((lower + upper)[0, 0] / 2)}" in text(app)


@pytest.mark.parametrize("relation", ["man", "euc", "che", "cos"])
def test_the_relation_decides_the_answer(relation):
    app = opened("tour", step="5", tr=relation)
    answers = {key: classifier(key).predict([QUERY])[0] for key in ("man", "euc", "che", "cos")}
    assert set(answers.values()) == {"A", "B"}
    assert f"the query goes to class **{answers[relation]}**" in text(app)
    for name in "AB":
        assert (
            f"{name}: {', '.join(RELATIONS[key].label for key in answers if answers[key] == name)}"
            in text(app)
        )
    regions = [np.array(decoded(t["z"])) for t in figures(app)[0]["data"] if t["type"] == "heatmap"]
    xs, ys = (decoded(figures(app)[0]["data"][0][axis]) for axis in "xy")
    for i, j in ((5, 5), (40, 40), (70, 20), (20, 70)):
        winner = classifier(relation).predict([[xs[j], ys[i]]])[0]
        assert [not np.isnan(region[i, j]) for region in regions] == [winner == "A", winner == "B"]


def test_a_bad_link_is_noted_and_ignored():
    app = opened("tour", step="9", tr="nothing", tk="77", tc="Z", ts="x")
    assert len(app.warning) == 5
    assert "1 · What is a relation?" in text(app)
    assert address(app) == {}
