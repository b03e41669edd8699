"""What the figures of weights draw is what was learned."""

import numpy as np
import pytest

from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.weight_learning import WeightSettings
from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.figures.playing import MOST_FRAMES
from frnn_core.studies.weights import Case, learn, prepare
from frnn_core.studies.weights.figures import by_step, families, weight_bars
from frnn_core.text import number


@pytest.fixture(scope="module")
def one():
    return learn(prepare(Case("wine"), 1), WeightSettings())


@pytest.fixture(scope="module")
def by_class():
    return learn(prepare(Case("wine"), 1), WeightSettings(by_class=True))


@pytest.fixture(scope="module")
def many():
    return learn(prepare(Case("vowel", k=5), 1), WeightSettings(by_class=True, limit=20))


def trace(figure, meta):
    (found,) = [drawn for drawn in figure.data if drawn.meta == meta]
    return found


def test_bars_are_the_learned_weights_over_the_linear_ones(one):
    figure = weight_bars.weight_bars(one, title="t")
    for side, name in enumerate(weight_bars.SIDES):
        bars = trace(figure, f"weights {name}")
        np.testing.assert_allclose(bars.y, (one.fit.upper, one.fit.lower)[side][0], atol=5e-5)
        np.testing.assert_allclose(trace(figure, f"start {name}").y, one.weights(side)[0, 0], atol=5e-5)
        assert list(bars.x) == list(range(1, 21))
    assert trace(figure, "weights inside").marker.pattern.shape is None
    assert trace(figure, "weights outside").marker.pattern.shape == "/"
    assert trace(figure, "weights inside").marker.color == LIGHT.primary


def test_frames_move_the_bars_and_the_words(by_class):
    figure = weight_bars.weight_bars(by_class, title="t")
    assert [frame.name for frame in figure.frames] == [str(step) for step in by_class.steps]
    assert len(figure.frames) <= MOST_FRAMES
    for place in (0, len(figure.frames) // 2, -1):
        frame = figure.frames[place]
        moved = [figure.data[i] for i in frame.traces]
        for drawn, data in zip(moved[:-1], frame.data[:-1], strict=True):
            if drawn.meta.startswith("start"):
                assert data.y is None
                continue
            side, name = drawn.meta.removeprefix("weights ").split()
            weights = by_class.weights(weight_bars.SIDES.index(side))[place, by_class.groups.index(name)]
            np.testing.assert_allclose(data.y, weights, atol=5e-5)
        assert moved[-1].meta == "words"
        assert number(float(by_class.scores[place])) in frame.data[-1].text[-1]
        assert number(float(by_class.fit.values[by_class.steps[place]])) in frame.data[-1].text[-1]


def test_every_class_has_its_colour_and_a_panel_on_each_side(by_class):
    figure = weight_bars.weight_bars(by_class, title="t", look=Look(dark=True, large=True))
    for place, name in enumerate(by_class.groups):
        assert trace(figure, f"weights inside {name}").marker.color == DARK.classes[place]
        assert trace(figure, f"weights outside {name}").marker.pattern.fgcolor == DARK.classes[place]
    assert len({drawn.yaxis for drawn in figure.data if drawn.type == "bar"}) == 6
    assert "class 1" in trace(figure, "words").text[0]
    labels = [button.label for button in figure.layout.updatemenus[0].buttons]
    assert labels == ["|◀", "▶ Play", "❚❚ Pause", "▶|"]


def test_of_many_classes_the_six_that_moved_farthest_are_drawn(many):
    assert len(many.groups) == 11
    shown = weight_bars.shown_groups(many)
    moved = sum(np.abs(many.weights(side)[-1] - many.weights(side)[0]).sum(axis=1) for side in (0, 1))
    assert sorted(np.argsort(-moved)[:6].tolist()) == shown
    figure = weight_bars.weight_bars(many, title="t")
    drawn = [bar.meta for bar in figure.data if (bar.meta or "").startswith("weights inside")]
    assert drawn == [f"weights inside {many.groups[group]}" for group in shown]


def test_a_bar_that_is_cut_tells_its_weight(by_class):
    panels = weight_bars.Panels.of(by_class)
    assert panels.most <= weight_bars.CUT
    words = trace(weight_bars.weight_bars(by_class, title="t"), "words").text
    for panel, told in zip(panels.every, words, strict=False):
        weights = by_class.weights(panel.side)[-1, panel.group]
        assert (f"↑ {number(float(weights.max()), 2)}" in told) == (weights.max() > panels.most)
        assert ("half in" in told) == (weights.max() <= panels.most)


def test_the_bars_in_words(one):
    told = weight_bars.weight_bars_text(one)
    assert number(float(one.fit.upper[0, 0])) in told
    assert "half of the weight is on the first 6 and .095" in told


def test_the_steps_are_those_of_the_fit(one):
    figure = by_step.by_step(one, title="t")
    np.testing.assert_array_equal(trace(figure, "value").y, one.fit.values[one.steps])
    np.testing.assert_array_equal(trace(figure, "gradient").y, one.fit.gradients[one.steps])
    np.testing.assert_array_equal(trace(figure, "score").y, one.scores)
    assert {figure.layout[f"yaxis{panel}"].tickformat for panel in ("", 2, 3)} == {None}
    assert f"from {number(one.fit.values[0])} to {number(one.fit.values[-1])}" in by_step.by_step_text(one)


def test_every_family_is_drawn_with_its_weights(one):
    told = families.family_weights(20, 13, one)
    fixed = [key for key, family in WEIGHTS.items() if not family.learns]
    assert list(told) == [*fixed, *families.LEARNED]
    np.testing.assert_array_equal(told["samworth"], WEIGHTS["samworth"].family(13)(20))
    np.testing.assert_allclose(told["learned inside"], one.fit.upper[0])
    np.testing.assert_allclose(told.sum(), 1)
    figure = families.families(told, title="t")
    for key in told:
        drawn = trace(figure, key)
        np.testing.assert_array_equal(drawn.customdata, told[key])
        large = told[key] >= families.LOWEST
        np.testing.assert_allclose(np.asarray(drawn.y)[large], told[key][large])
    widths = {key: trace(figure, key).line.width for key in told}
    assert max(widths, key=widths.get) in families.LEARNED
    styles = [(trace(figure, key).line.color, trace(figure, key).line.dash) for key in told]
    assert len(set(styles)) == len(styles)
    assert all(WEIGHTS[key].label in families.families_text(told) for key in fixed)


def test_fewer_neighbours_than_rows_of_a_family_are_drawn_alone():
    told = families.family_weights(1, 4)
    np.testing.assert_array_equal(told.to_numpy(), np.ones((1, len(told.columns))))
    assert families.families(told, title="t").data
