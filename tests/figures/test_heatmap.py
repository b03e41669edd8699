"""The heatmap shows the table: values, the best of each row, blanks with reasons, means of complete rows."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.experiments.score_table import NOT_COMPUTED
from frnn_core.figures import Look, score_heatmap, score_heatmap_text
from frnn_core.figures.heatmap_table import default_limits, heatmap_table
from frnn_core.figures.palette import DARK, LIGHT, ink_on
from frnn_core.stats import gap_table, rank_rows

SINGULAR = "x is constant, so the covariance has no inverse."


@pytest.fixture
def scores():
    rng = np.random.default_rng(0)
    rows, columns = [f"set {i}" for i in range(12)], ["man", "euc", "cos", "mah"]
    table = pd.DataFrame(rng.uniform(0.5, 0.9, (12, 4)).round(3), index=rows, columns=columns)
    table.iloc[1, 3] = table.iloc[4, 3] = table.iloc[7, 2] = np.nan
    table.iloc[2] = [0.8, 0.8, 0.7, 0.6]
    return table


@pytest.fixture
def reasons(scores):
    why = pd.DataFrame(None, index=scores.index, columns=scores.columns, dtype=object)
    why.loc["set 1", "mah"] = why.loc["set 4", "mah"] = SINGULAR
    why.loc["set 7", "cos"] = NOT_COMPUTED
    return why


def traces(figure, meta):
    return [trace for trace in figure.data if trace.meta == meta]


def shown(figure, meta="cells"):
    return np.hstack([np.asarray(trace.z, dtype=float) for trace in traces(figure, meta)])


def notes(figure):
    """The lines below the table, as one."""
    (found,) = (note.text for note in figure.layout.annotations if note.name == "notes")
    return found.replace("<br>", " ")


def marked(figure, meta):
    named = (tuple(pair) for trace in traces(figure, meta) for pair in trace.customdata)
    return set(named)


@pytest.mark.parametrize(
    ("mode", "expected"), [("score", lambda s: s), ("rank", rank_rows), ("gap", gap_table)]
)
@pytest.mark.parametrize("dark", [False, True])
def test_cells_are_the_scores_ranks_or_gaps_in_the_order_of_the_axes(scores, mode, expected, dark):
    figure = score_heatmap(scores, mode, look=Look(dark=dark))
    table = heatmap_table(scores, mode)
    wanted = expected(scores).loc[table.values.index, table.values.columns]
    np.testing.assert_allclose(shown(figure), wanted)
    assert list(figure.layout.yaxis.ticktext[:-1]) == list(wanted.index)
    assert list(figure.layout.xaxis.ticktext) == list(wanted.columns)
    assert figure.layout.yaxis.range[0] > figure.layout.yaxis.range[1]  # the first row on top


def test_rows_go_by_spread_and_columns_by_mean_rank_over_complete_rows(scores):
    table = heatmap_table(scores)
    spread = scores.max(axis=1) - scores.min(axis=1)
    assert (np.diff(spread[table.values.index]) <= 1e-12).all()
    means = rank_rows(scores.dropna()).mean()
    assert (np.diff(means[table.values.columns]) >= 0).all()
    given = heatmap_table(scores, rows=["set 3", "set 0"], columns=["mah", "man"])
    assert list(given.values.index) == ["set 3", "set 0"]
    assert list(given.values.columns) == ["mah", "man"]


@pytest.mark.parametrize("repeat", [1, 8])  # with and without text in the cells
def test_rings_are_on_the_best_of_each_row_ties_included(scores, repeat):
    many = pd.concat([scores.set_axis([f"{i} {row}" for row in scores.index]) for i in range(repeat)])
    best = marked(score_heatmap(many), "best")
    cells = ((row, column) for row in many.index for column in many)
    wanted = {cell for cell in cells if many.loc[cell] == many.loc[cell[0]].max()}
    assert best == wanted
    assert {("0 set 2", "man"), ("0 set 2", "euc")} <= best
    texts = traces(score_heatmap(many), "texts")
    assert bool(texts) == (many.size <= 150)


def test_rings_stand_in_their_cells(scores):
    many = pd.concat([scores.set_axis([f"{i} {row}" for row in scores.index]) for i in range(8)])
    (rings,) = traces(score_heatmap(many), "best")
    table = heatmap_table(many)
    for x, y, (row, column) in zip(rings.x, rings.y, rings.customdata, strict=True):
        assert (table.values.index[int(y)], table.values.columns[int(x)]) == (row, column)


def test_blanks_are_marked_where_they_are_with_their_reasons(scores, reasons):
    figure = score_heatmap(scores, reasons=reasons)
    assert marked(figure, "undefined") == {("set 1", "mah"), ("set 4", "mah")}
    (stroke,) = traces(figure, "undefined")
    assert stroke.marker.symbol == "line-ne-open"
    (outline,) = traces(figure, "not computed, fill")
    table = heatmap_table(scores)
    row, column = table.values.index.get_loc("set 7"), table.values.columns.get_loc("cos")
    assert np.argwhere(~np.isnan(np.asarray(outline.z, dtype=float))).tolist() == [[row, column]]
    told = _hovers(figure)
    assert SINGULAR in told["set 1", "mah"]
    assert NOT_COMPUTED in told["set 7", "cos"]
    without = score_heatmap(scores)
    assert marked(without, "undefined") == set()


def _hovers(figure):
    (targets,) = traces(figure, "targets")
    return {tuple(pair): text for pair, text in zip(targets.customdata, targets.hovertemplate, strict=True)}


def test_every_cell_can_be_clicked_and_a_selection_dims_nothing(scores, reasons):
    figure = score_heatmap(scores, reasons=reasons)
    targets = figure.data[-1]
    assert {tuple(pair) for pair in targets.customdata} == {(r, c) for r in scores.index for c in scores}
    assert targets.hoverinfo != "skip"
    assert targets.marker.color == "rgba(0,0,0,0)"
    assert targets.selected.marker.opacity == targets.unselected.marker.opacity == 1
    table = heatmap_table(scores)
    for x, y, (row, column) in zip(targets.x, targets.y, targets.customdata, strict=True):
        assert (table.values.index[int(y)], table.values.columns[int(x)]) == (row, column)
    assert "rank 1.5 of 4" in _hovers(figure)["set 2", "man"]


def test_means_are_over_the_complete_rows_only_and_say_how_many(scores):
    for mode, values in (("score", scores), ("rank", rank_rows(scores)), ("gap", gap_table(scores))):
        figure = score_heatmap(scores, mode, look=Look(source="mean of 10 folds, k = 3"))
        table = heatmap_table(scores, mode)
        complete = scores.notna().all(axis=1)
        wanted = values[complete].mean()[table.values.columns]
        np.testing.assert_allclose(shown(figure, "means")[0], wanted)
        assert figure.layout.yaxis.ticktext[-1] == "<b>mean, n = 9</b>"
        assert "Means over 9 of 12 data sets, those without a blank." in notes(figure)
        assert "Mean of 10 folds, k = 3." in notes(figure)
    whole = score_heatmap(scores.dropna())
    assert "Means over 9 data sets." in notes(whole)


def test_without_a_complete_row_there_are_no_means():
    scores = pd.DataFrame({"a": [0.5, np.nan], "b": [np.nan, 0.6]}, index=["x", "y"])
    figure = score_heatmap(scores)
    assert not traces(figure, "means")
    assert list(figure.layout.yaxis.ticktext) == ["x", "y"]
    assert score_heatmap_text(scores) == "No data set has scores of two relations yet."


def test_baselines_stand_apart_and_are_neither_ranked_nor_best(scores):
    scores["1-NN"] = 0.99
    figure = score_heatmap(scores, baselines=["1-NN"])
    table = heatmap_table(scores, baselines=["1-NN"])
    assert table.values.columns[-1] == "1-NN"
    assert not any(column == "1-NN" for _, column in marked(figure, "best"))
    gaps = np.diff(figure.layout.xaxis.tickvals)
    assert (gaps[:-1] == 1).all()
    assert gaps[-1] > 1
    assert table.n == 9
    assert "1-NN" not in heatmap_table(scores, "rank", baselines=["1-NN"]).values
    gap = heatmap_table(scores, "gap", baselines=["1-NN"])
    assert (gap.values["1-NN"] < 0).all()
    ranked = heatmap_table(scores, "rank", baselines=["1-NN"]).values
    pd.testing.assert_frame_equal(ranked, rank_rows(scores[list(ranked)]).loc[ranked.index])


def test_the_colour_range_is_stable_or_given(scores):
    assert default_limits(heatmap_table(scores), "score") == (0.5, 0.9)
    assert default_limits(heatmap_table(scores, "rank"), "rank") == (1, 4)
    assert default_limits(heatmap_table(scores, "gap"), "gap") == (0, 0.2)
    axis = score_heatmap(scores, limits=(0.2, 1.0)).layout.coloraxis
    assert (axis.cmin, axis.cmax) == (0.2, 1.0)
    assert [stop[1] for stop in axis.colorscale] == list(LIGHT.sequential)
    dark = score_heatmap(scores, "rank", look=Look(dark=True)).layout.coloraxis
    assert [stop[1] for stop in dark.colorscale] == list(DARK.sequential[::-1])  # the best is strong


def test_forty_rows_stay_below_about_700_pixels():
    rng = np.random.default_rng(0)
    many = pd.DataFrame(
        rng.uniform(size=(40, 7)), index=[f"s{i}" for i in range(40)], columns=list("abcdefg")
    )
    figure = score_heatmap(many)
    assert 560 <= figure.layout.height <= 700
    low, high = sorted(figure.layout.yaxis.range)
    pixels = figure.layout.height - figure.layout.margin.t - figure.layout.margin.b
    assert pixels / (high - low) == pytest.approx(13, rel=0.01)
    assert figure.layout.yaxis.tickfont.size <= 12


def test_text_reads_on_its_cell(scores):
    (texts,) = traces(score_heatmap(scores), "texts")
    assert set(texts.textfont.color) <= {LIGHT.text, LIGHT.background}
    assert ink_on(LIGHT.sequential[0]) == LIGHT.text
    assert ink_on(LIGHT.sequential[-1]) == LIGHT.background


def test_the_sentence_says_who_is_best_and_where_it_matters(scores):
    text = score_heatmap_text(scores, names={"man": "Manhattan"})
    wins = scores.eq(scores.max(axis=1), axis=0).sum()
    assert f"best or tied on {wins.max()} of 12 data sets" in text
    spread = scores.max(axis=1) - scores.min(axis=1)
    assert spread.idxmax() in text


def test_the_sentence_follows_the_mode_and_names_its_yardsticks():
    scores = pd.DataFrame(
        {"a": [0.81, 0.91, 0.50, 0.7], "b": [0.80, 0.90, 0.90, 0.6]}, index=["one", "two", "three", "four"]
    )
    assert score_heatmap_text(scores, "gap").startswith(
        "b has the smallest mean gap to the best of the row (.030); a has the best mean rank (1.25) and "
        "most wins (best or tied on 3 of 4 data sets). The choice matters most on three (a spread of .400)."
    )
    assert score_heatmap_text(scores, "score", measure="accuracy").startswith(
        "b has the best mean accuracy (.800); a has the best mean rank (1.25) and most wins"
    )
    rank = score_heatmap_text(scores, "rank")
    assert rank.startswith(
        "a has the best mean rank (1.25) and most wins (best or tied on 3 of 4 data sets); b"
    )
    blank = scores.assign(c=[0.1, 0.1, 0.1, np.nan])
    assert score_heatmap_text(blank).startswith("Over the 3 data sets without a blank, b has the smallest")
    level = pd.DataFrame({"a": [0.8, 0.7], "b": [0.7, 0.8]}, index=["one", "two"])
    assert score_heatmap_text(level).startswith("a and b share the smallest mean gap")
    none = pd.DataFrame({"a": [0.8, np.nan], "b": [np.nan, 0.8], "c": [0.7, 0.9]}, index=["one", "two"])
    assert score_heatmap_text(none).startswith("a and c share most wins (best or tied on 1 of 2 data sets).")


def test_the_chosen_cell_is_framed_and_its_labels_are_bold(scores):
    for repeat in (1, 8):
        many = pd.concat([scores.set_axis([f"{i} {row}" for row in scores.index]) for i in range(repeat)])
        figure = score_heatmap(many, chosen=("0 set 3", "cos"))
        table = heatmap_table(many)
        x, y = table.values.columns.get_loc("cos"), table.values.index.get_loc("0 set 3")
        for frame in traces(figure, "chosen"):
            assert (min(frame.x), max(frame.x), min(frame.y), max(frame.y)) == (
                x - 0.5,
                x + 0.5,
                y - 0.5,
                y + 0.5,
            )
        assert [frame.line.color for frame in traces(figure, "chosen")] == [LIGHT.background, LIGHT.text]
        assert figure.layout.xaxis.ticktext[x] == "<b>cos</b>"
        assert figure.layout.yaxis.ticktext[y] == "<b>0 set 3</b>"
        assert figure.data[-1].meta == "targets"
    assert not traces(score_heatmap(scores, chosen=("elsewhere", "cos")), "chosen")


def test_a_click_dims_no_mark(scores, reasons):
    for repeat in (1, 8):
        many = pd.concat([scores.set_axis([f"{i} {row}" for row in scores.index]) for i in range(repeat)])
        for trace in score_heatmap(many, chosen=("0 set 3", "cos")).data:
            if trace.type == "scatter" and "markers" in trace.mode:
                assert trace.selected.marker.opacity == trace.unselected.marker.opacity == 1
            if trace.type == "scatter" and trace.mode == "text":
                assert trace.selected.textfont.color  # with it Plotly leaves the others as they are


def test_headings_are_all_names_or_all_keys_and_the_key_names_the_mark_that_is_drawn(scores):
    names = {
        "man": "Manhattan",
        "euc": "Euclidean",
        "cos": "Class-specific Mahalanobis",
        "mah": "Gaussian kernel",
    }
    few = score_heatmap(scores, look=Look(names=names))
    heads = dict(zip(heatmap_table(scores).values, few.layout.xaxis.ticktext, strict=True))
    assert heads == {
        "man": "Manhattan",
        "euc": "Euclidean",
        "cos": "Class-specific<br>Mahalanobis",
        "mah": "Gaussian kernel",
    }
    assert "□\N{NO-BREAK SPACE}best of its row. Columns: best mean rank first." in few.layout.title.text
    many = pd.concat([scores, scores.add_suffix("2"), scores.add_suffix("3")], axis=1)
    many = pd.concat([many] * 2).set_axis([f"row {i}" for i in range(24)])
    crowded = score_heatmap(many, look=Look(names=names))
    assert list(crowded.layout.xaxis.ticktext) == list(heatmap_table(many).values)
    assert "○\N{NO-BREAK SPACE}best of its row." in crowded.layout.title.text
    assert "Columns" not in score_heatmap(scores, columns=["man", "euc"]).layout.title.text


def test_a_row_that_waits_for_results_has_no_best_and_does_not_count():
    scores = pd.DataFrame(
        [[0.9, 0.8, 0.7], [0.5, np.nan, np.nan], [0.6, 0.8, np.nan], [0.7, 0.9, np.nan]],
        index=["done", "one", "two", "undefined"],
        columns=["man", "euc", "mah"],
    )
    reasons = scores.map(lambda score: "not computed yet" if np.isnan(score) else None)
    reasons.loc["two", "mah"] = "3 of 10 folds so far"
    reasons.loc["undefined", "mah"] = "a column is constant"
    best = heatmap_table(scores, reasons=reasons).best
    assert best.sum(axis=1).to_dict() == {"done": 1, "one": 0, "two": 0, "undefined": 1}
    words = score_heatmap_text(scores, reasons=reasons)
    assert "on 1 of 2 data sets" in words
    assert "on 2 of 3 data sets" in score_heatmap_text(scores)
    waiting = ["one", "two"]
    words = score_heatmap_text(scores.loc[waiting], reasons=reasons.loc[waiting])
    assert words == "No data set has scores of all 3 relations yet."
    words = score_heatmap_text(scores.loc[["one"]], reasons=reasons.loc[["one"]])
    assert words == "No data set has scores of two relations yet."


def test_a_baseline_with_a_blank_has_no_mean_and_is_named_for_what_it_is(scores):
    scores = scores.assign(svm=0.5)
    scores.iloc[0, -1] = np.nan
    table = heatmap_table(scores, baselines=["svm"])
    assert np.isnan(table.means["svm"])
    assert table.means[table.relations].notna().all()
    figure = score_heatmap(scores, baselines=["svm"])
    assert "other classifiers, not ranked" in notes(figure)
    assert len(figure.layout.annotations) == len(table.relations) + 1


def many_sets():
    rng = np.random.default_rng(1)
    table = pd.DataFrame(
        rng.uniform(0.5, 0.9, (40, 4)), [f"set {i}" for i in range(40)], ["man", "euc", "cos", "mah"]
    )
    table.iloc[3, 1] = np.nan
    return table


def test_on_a_projector_many_data_sets_stand_side_by_side_and_all_of_it_fits():
    many, look = many_sets(), Look(large=True)
    plain, turned = score_heatmap(many, "gap"), score_heatmap(many, "gap", look=look)
    assert turned.layout.height < 600
    np.testing.assert_array_equal(shown(turned), shown(plain).T)
    np.testing.assert_array_equal(traces(turned, "means")[0].z, np.transpose(traces(plain, "means")[0].z))
    for meta in ("targets", "undefined", "best"):
        (one,), (other,) = traces(plain, meta), traces(turned, meta)
        np.testing.assert_array_equal((one.x, one.y), (other.y, other.x))
        np.testing.assert_array_equal(one.customdata, other.customdata)
    assert list(turned.layout.xaxis.ticktext) == [*heatmap_table(many).values.index, "<b>mean (39)</b>"]
    assert list(turned.layout.yaxis.ticktext) == list(plain.layout.xaxis.ticktext)
    assert turned.layout.xaxis.tickfont.size == look.size - 2
    assert "best of its column. Rows: best mean rank first." in turned.layout.title.text
    assert "gap to the best of the column" in turned.layout.title.text
    assert all(not note.textangle for note in turned.layout.annotations)


def test_the_chosen_cell_of_a_turned_table_is_framed_where_it_stands():
    many = many_sets()
    turned = score_heatmap(many, look=Look(large=True), chosen=("set 7", "cos"))
    table = heatmap_table(many)
    x, y = table.values.index.get_loc("set 7"), table.values.columns.get_loc("cos")
    for frame in traces(turned, "chosen"):
        assert (min(frame.x), max(frame.x)) == (x - 0.5, x + 0.5)
        assert (min(frame.y), max(frame.y)) == (y - 0.5, y + 0.5)
    assert turned.layout.xaxis.ticktext[x] == "<b>set 7</b>"
    assert turned.layout.yaxis.ticktext[y] == "<b>cos</b>"


def test_a_dozen_data_sets_stand_below_each_other_on_a_projector_too(scores):
    figure = score_heatmap(scores, look=Look(large=True))
    np.testing.assert_array_equal(shown(figure), heatmap_table(scores).values)
