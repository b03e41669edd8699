"""The figures of the page Paper draw the values they are given."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.paper.exhibits import chebyshev_story, friedman_ranks
from frnn_core.paper.figures.printed_column import printed_column, printed_column_text, row_places
from frnn_core.paper.figures.printed_difference import EQUAL, printed_difference, printed_difference_text
from frnn_core.paper.figures.table_sideways import sideways, sideways_text
from frnn_core.paper.fitted_kernels import descent_story
from frnn_core.paper.table_views import agreement_words, table_view
from frnn_core.studies.gamma_descent.figures.gain import descent_gain, descent_gain_text
from frnn_core.text import number


def trace(figure, meta):
    (found,) = [data for data in figure.data if data.meta == meta]
    return found


@pytest.fixture(scope="module")
def view():
    return table_view("table_distances", "published")


@pytest.mark.parametrize("show", ["difference", "printed", "ours"])
def test_the_heatmap_has_the_values_of_both_kinds_of_folds(view, show):
    figure = printed_difference(view, show)
    for kind in ("KEEL", "stand-in"):
        expected = getattr(view, show)[view.folds == kind].to_numpy(float)
        np.testing.assert_array_equal(trace(figure, kind).z, expected)
    assert len(trace(figure, "texts").text) == getattr(view, show).notna().to_numpy().sum()


def test_differences_are_centred_on_zero_and_equal_cells_say_so(view):
    figure = printed_difference(view)
    axis = figure.layout.coloraxis
    assert axis.cmin == -axis.cmax
    assert list(trace(figure, "texts").text).count(EQUAL) == (view.agreement == "3 decimals").to_numpy().sum()


def test_the_scale_stays_from_print_to_ours(view):
    ends = [printed_difference(view, show).layout.coloraxis for show in ("printed", "ours")]
    assert (ends[0].cmin, ends[0].cmax) == (ends[1].cmin, ends[1].cmax)


def test_keel_rows_come_first_and_are_headed(view):
    figure = printed_difference(view)
    assert list(figure.layout.yaxis.ticktext) == list(view.folds.index)
    assert view.folds.tolist() == sorted(view.folds.tolist())
    heads = [note.text for note in figure.layout.annotations]
    assert "KEEL's own folds</b> (21 data sets)" in heads[0]
    assert "Stand-in folds</b> (19 data sets)" in heads[1]
    assert "differences are expected" in trace(figure, "stand-in").hovertext[0][0]


def test_a_hover_tells_the_cell_or_why_it_is_blank(view):
    hovers = trace(printed_difference(view), "KEEL").hovertext
    columns, rows = list(view.printed), list(view.printed.index)
    texture = hovers[rows.index("texture")][columns.index("che")]
    assert f"printed .185, recomputed {number(view.ours.loc['texture', 'che'], 4)}" in texture
    assert "3 decimals" in texture
    ecoli = hovers[rows.index("ecoli")][columns.index("mah")]
    assert "the paper: not defined" in ecoli
    blanks = trace(printed_difference(view), "blanks")
    assert len(blanks.x) == view.difference.isna().to_numpy().sum()
    assert agreement_words(view.cells) in printed_difference_text(view)


def test_the_column_is_drawn_three_times():
    story = chebyshev_story()
    figure = printed_column(story, title="Chebyshev", look=Look(source="Table 6"))
    places = row_places(story)
    for name in ("printed", "published", "corrected"):
        drawn = trace(figure, name)
        np.testing.assert_allclose(drawn.x, story.loc[list(places), name])
        assert list(drawn.y) == list(places.values())
    kinds = story.loc[list(places), "folds"].tolist()
    assert kinds == sorted(kinds)
    gains = (story["corrected"] - story["published"]).loc[list(places)]
    assert gains[[kind == "KEEL" for kind in kinds]].is_monotonic_decreasing
    assert "texture: .185 to .991" in printed_column_text(story)


@pytest.mark.parametrize("turned", [False, True])
def test_ranks_and_their_means(turned):
    ranks = friedman_ranks("table_dml", turned)
    figure = sideways(ranks, turned, p=".235", look=Look(source="Table 15"))
    np.testing.assert_array_equal(trace(figure, "ranks").z, ranks)
    means = ranks.mean(axis=1 if turned else 0).to_numpy()
    np.testing.assert_allclose(np.ravel(trace(figure, "means").z), means)
    assert figure.layout.coloraxis.cmax == (21 if turned else 4)
    words = sideways_text(ranks, turned, ".235")
    assert words.startswith("21 data sets ranked by" if turned else "4 relations ranked on")
    assert f"{means.min():.2f}" in words


def test_the_height_stays_when_the_table_is_turned():
    heights = {
        sideways(friedman_ranks("table_dml", turned), turned, p="1", look=Look(source="")).layout.height
        for turned in (False, True)
    }
    assert len(heights) == 1


def test_gains_are_over_the_kernel_without_learning():
    story = descent_story().query("relation == 'cir-grad'")
    ran = story.dropna(subset=["published"])
    figure = descent_gain(story, title="Circular", look=Look(source="k = 3"))
    for name in ("published", "corrected"):
        drawn = trace(figure, name)
        np.testing.assert_allclose(drawn.x, ran[f"gamma_{name}"])
        np.testing.assert_allclose(drawn.y, ran[name] - ran["unfitted"])
    assert f"On {len(ran)} data sets" in descent_gain_text(story)


def test_both_themes_and_large_text(view):
    story = chebyshev_story()
    circle = descent_story().query("relation == 'cir-grad'")
    ranks = friedman_ranks("table_dml")
    for dark, colours in ((False, LIGHT), (True, DARK)):
        for figure in (
            printed_difference(view, look=Look(dark=dark, large=True)),
            printed_column(story, title="t", look=Look(dark=dark, large=True, source="s")),
            sideways(ranks, False, p="1", look=Look(dark=dark, large=True, source="s")),
            descent_gain(circle, title="t", look=Look(dark=dark, large=True, source="s")),
        ):
            assert figure.layout.paper_bgcolor == colours.background
            assert figure.layout.font.size == 18


def test_on_a_projector_the_printed_column_has_its_data_sets_side_by_side():
    story = chebyshev_story()
    down = printed_column(story, title="t")
    across = printed_column(story, title="t", look=Look(large=True))
    for name in ("printed", "published", "corrected"):
        one, other = trace(down, name), trace(across, name)
        np.testing.assert_array_equal((one.x, one.y), (other.y, other.x))
    assert list(across.layout.xaxis.ticktext) == list(down.layout.yaxis.ticktext)
    assert across.layout.height < 650
    heads = {note.text: note.x for note in across.layout.annotations}
    assert heads == {note.text: note.y for note in down.layout.annotations}


def test_names_from_data_are_escaped():
    story = pd.DataFrame(
        {"folds": ["KEEL"], "printed": [0.5], "published": [0.5], "corrected": [0.6]}, index=["<b>x"]
    )
    figure = printed_column(story, title="t", look=Look(source="s"))
    assert figure.layout.yaxis.ticktext == ("&lt;b&gt;x",)
