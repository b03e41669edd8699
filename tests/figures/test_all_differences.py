"""All data sets in one figure: marks, intervals, columns to click, and what the words say."""

from dataclasses import replace

import numpy as np
import pytest

from frnn_core.experiments.score_table import score_table
from frnn_core.figures import Look
from frnn_core.figures.all_differences import (
    all_differences,
    all_differences_text,
    largest_text,
    rule_text,
    state_colour,
)
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.studies.learned import overview, plan_of

NAMES = {"nca": "NCA", "man": "Manhattan"}


@pytest.fixture(scope="module")
def told():
    return overview(score_table(plan_of("nca", 3)), "nca")


def trace(figure, meta):
    (found,) = [drawn for drawn in figure.data if drawn.meta == meta]
    return found


def test_marks_are_the_differences_by_state(told):
    figure = all_differences(told, look=Look(names=NAMES))
    for state, count in (("ahead", 12), ("level", 13), ("behind", 15)):
        marks = trace(figure, state)
        assert len(marks.x) == count
        np.testing.assert_allclose(marks.y, told.rows.loc[list(marks.x), "difference"])
        beyond = told.beyond[list(marks.x)]
        assert [colour != LIGHT.background for colour in marks.marker.color] == list(beyond)
    assert {trace(figure, s).marker.symbol for s in ("ahead", "level", "behind")} == {
        "triangle-up",
        "circle",
        "triangle-down",
    }
    title = figure.layout.title.text
    assert "<b>NCA less Manhattan</b>" in title
    for words in ("ahead 12", "level 13", "behind 15", "mean of 40 data sets +.013"):
        assert words in title


def test_intervals_reach_from_low_to_high(told):
    lines = trace(all_differences(told), "behind, intervals")
    ends = np.array(lines.y, dtype=float).reshape(-1, 3)
    rows = told.rows[told.rows["state"] == "behind"]
    np.testing.assert_allclose(ends[:, 0], rows["low"])
    np.testing.assert_allclose(ends[:, 1], rows["high"])
    assert np.isnan(ends[:, 2]).all()


def test_a_column_takes_the_click_of_its_data_set_and_marks_the_one_on_screen(told):
    figure = all_differences(told, chosen="glass", look=Look(dark=True, names=NAMES))
    columns = trace(figure, "columns")
    assert list(columns.customdata) == list(columns.x) == list(told.rows.index)
    low, high = figure.layout.yaxis.range
    assert columns.base == low
    np.testing.assert_allclose(columns.y, high - low)
    tinted = [name for name, c in zip(columns.x, columns.marker.color, strict=True) if c != "rgba(0,0,0,0)"]
    assert tinted == ["glass"]
    assert figure.layout.xaxis.labelalias["glass"] == "<b>glass</b>"
    hover = columns.hovertemplate[0]
    for words in ("balance", "NCA (nca) .943", "difference +.330 (+.260 to +.400)"):
        assert words in hover
    assert columns.unselected.marker.opacity == 1
    assert figure.layout.paper_bgcolor == DARK.background


def test_the_finding_counts_and_tests(told):
    assert all_differences_text(told, NAMES) == (
        "NCA is ahead of Manhattan on 12, level on 13 and behind on 15 of 40 data sets; the mean difference "
        "is +.013, and the test over data sets finds none (Wilcoxon, "
        "p\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}.994)."
    )
    words = rule_text(told)
    assert "by more than .01" in words
    assert "6 above 0 and 2 below, where about 2 of 40 would be by chance" in words
    assert "Without balance (+.330) the mean difference is +.005" in words
    assert "From the top: balance +.330" in largest_text(told)


def test_a_difference_that_holds_is_told_as_such():
    told = overview(
        score_table(plan_of("nca", 3, names=("balance", "thyroid", "ring", "monk", "vehicle", "saheart"))),
        "nca",
    )
    assert told.pair.p < 0.05
    assert "the test over data sets finds it better" in all_differences_text(told, NAMES)


def test_what_is_left_out_is_named_or_counted(told):
    few, many = replace(told, blank=("a", "b")), replace(told, blank=tuple("abcdefgh"))
    assert rule_text(few).endswith("Left out, for want of a score on every fold: a and b.")
    assert rule_text(many).endswith("every fold: 8 data sets.")


def test_each_state_has_its_colour():
    for palette in (LIGHT, DARK):
        assert len({state_colour(state, palette) for state in ("ahead", "level", "behind")}) == 3
