"""The bars end at upper and lower, and the figures say in words what they show."""

import numpy as np
import pytest

from frnn_core import load_dataset, partition
from frnn_core.figures import Look
from frnn_core.figures.marks import label
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.studies.explain import Case, How, drivers, trained, training_rows
from frnn_core.studies.explain.figures.explanation_bars import (
    class_paints,
    explanation_bars,
    explanation_bars_text,
)
from frnn_core.studies.explain.figures.feature_shares import NAME, feature_shares, feature_shares_text
from frnn_core.text import number


def case_of(name="wine", row=60, relation="man", k=3):
    data = load_dataset(name)
    folds = partition(data)
    part = trained(data, training_rows(data, folds, "fold", int(folds.membership[row])), How(relation))
    return Case(part, k, data.X[row], str(data.y[row]))


def trace(figure, meta):
    (found,) = [trace for trace in figure.data if trace.meta == meta]
    return found


@pytest.mark.parametrize(("relation", "k"), [("man", 3), ("class-mah", 20), ("gauss", 1)])
def test_stacked_bars_end_at_upper_and_lower(relation, k):
    case = case_of("glass", 165, relation, k)
    figure = explanation_bars(case, case.order, title="row 166")
    for place in case.order:
        name = case.names[place]
        inside, outside = trace(figure, f"inside {name}"), trace(figure, f"outside {name}")
        starts, left = (np.array(bars.base, dtype=float) for bars in (inside, outside))
        ends, taken = starts + np.array(inside.x), left + np.array(outside.x)
        assert starts[0] == pytest.approx(0, abs=1e-12)
        np.testing.assert_allclose(ends[:-1], starts[1:], atol=1e-12)
        assert ends[-1] == pytest.approx(case.told.upper[0, place], abs=1e-12)
        assert left[0] == case.told.lower[0, place]
        np.testing.assert_allclose(taken[:-1], left[1:], atol=1e-12)
        assert taken[-1] == pytest.approx(1)
        assert trace(figure, f"lower {name}").x[0] == case.told.lower[0, place]
        assert trace(figure, f"score {name}").x[0] == case.told.scores[0, place]
        low, high = figure.layout.xaxis.range
        assert low <= min(0, ends.min(), left.min())
        assert high >= max(1, ends.max(), taken.max())


def test_labels_name_rows_classes_and_numbers():
    case = case_of()
    figure = explanation_bars(case, case.first)
    told = [note.text for note in figure.layout.annotations]
    assert "<b>class 1</b> · predicted" in told
    assert "<b>class 2</b> · the row's own class, runner-up" in told
    assert f"<b>{number(case.score('1'))}</b>" in told
    assert "row 38" in trace(figure, "inside 1").hovertext[0]
    assert trace(figure, "inside 1").text == ("row 38", "row 33", "161")
    assert trace(figure, "inside 1").customdata == ("row 38", "row 33", "row 161")
    words = explanation_bars_text(case, case.first)
    assert words.startswith(
        "Class 1: upper .899 from 3 rows inside, lower .114 after 3 rows outside, score .506"
    )


def test_height_is_fixed_up_to_three_classes_and_colours_follow_the_theme():
    two, three = case_of("heart", 5), case_of()
    heights = {explanation_bars(case, case.first).layout.height for case in (two, three)}
    assert heights == {380}
    many = case_of("glass", 165)
    assert explanation_bars(many, many.order).layout.height > 380
    assert explanation_bars(three, three.first, look=Look(dark=True)).layout.paper_bgcolor == DARK.background
    assert explanation_bars(three, three.first, look=Look(large=True)).layout.font.size == 18
    paints = class_paints(many, LIGHT)
    assert paints[many.predicted] == LIGHT.classes[0]
    assert sum(colour == LIGHT.muted for colour in paints.values()) == 3


def test_feature_shares_are_drawn_largest_first():
    case = case_of()
    found = drivers(case)
    names = case.trained.data.feature_names
    figure = feature_shares(found, case.trained.data.described_columns, case.values)
    order = found.order()[:10]
    np.testing.assert_allclose(trace(figure, "inside").x, 100 * found.inside[order])
    np.testing.assert_allclose(trace(figure, "outside").x, 100 * found.outside[order])
    assert list(figure.layout.yaxis.ticktext) == [label(names[i], limit=NAME) for i in order]
    larger = np.fmax(found.inside, found.outside)
    assert (np.diff(larger[order]) <= 0).all()
    best = names[int(found.inside.argmax())]
    assert feature_shares_text(found, names).startswith(f"{best} has the largest part of the distance")


def test_a_negative_share_has_room():
    case = case_of(relation="mah")
    found = drivers(case)
    assert found.inside.min() < 0
    figure = feature_shares(found, case.trained.data.described_columns, case.values, look=Look(dark=True))
    shown = found.order()[:10]
    low = min(found.inside[shown].min(), found.outside[shown].min(), 0)
    assert figure.layout.xaxis.range[0] <= 100 * low


def test_nothing_to_share_out():
    data = load_dataset("wine")
    case = Case(trained(data, np.arange(178), How()), 1, data.X[5])
    words = feature_shares_text(drivers(case), data.feature_names)
    assert "nothing to share out" in words
    assert feature_shares(drivers(case), data.described_columns, case.values).data
