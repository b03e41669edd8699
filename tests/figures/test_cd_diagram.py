"""The diagram shows the comparison: ranks in their places, bars with their members, nothing overlapping."""

from functools import cache
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from frnn_core.figures import Look, critical_difference, critical_difference_text
from frnn_core.figures.cd_diagram import place
from frnn_core.figures.comparison_words import relation_hover
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.stats import compare, critical_distance, p_text

FAMILIES = ("distance", "angle", "mahalanobis", "kernel", "fitted kernel", "learned", "combo")


def frame(relations, rows=20, effect=0.02, seed=0, decimals=3):
    rng = np.random.default_rng(seed)
    centre = np.linspace(effect * relations, 0, relations)
    values = rng.uniform(0.5, 0.9, (rows, 1)) + centre + rng.normal(0, 0.03, (rows, relations))
    names = [f"r{i}" for i in range(relations)]
    return pd.DataFrame(values.round(decimals), index=[f"set {i}" for i in range(rows)], columns=names)


@cache
def compared(relations):
    return compare(frame(relations, 30))


def traces(figure, meta):
    return [trace for trace in figure.data if trace.meta == meta]


def test_ranks_and_elbows_stand_at_the_mean_ranks():
    result = compare(frame(7))
    figure = critical_difference(result)
    (ranks,) = traces(figure, "ranks")
    assert dict(zip(ranks.customdata, ranks.x, strict=True)) == result.mean_ranks.to_dict()
    assert set(ranks.y) == {0}
    elbows = traces(figure, "elbow")
    assert {elbow.name: elbow.x[0] for elbow in elbows} == result.mean_ranks.to_dict()
    for elbow in elbows:
        assert elbow.y[0] == 0
        assert all(x == elbow.x[0] or y == elbow.y[-1] for x, y in zip(elbow.x, elbow.y, strict=True))
    low, high = figure.layout.xaxis.range
    assert low < min(ranks.x)
    assert high > max(ranks.x)  # the best at the left
    assert sorted(_labels(figure)) == sorted(_label(e, result) for e in place(result, Look()).elbows)


def _label(elbow, result):
    rank = f"<b>{result.mean_ranks[elbow.relation]:.2f}</b>"
    return f"{elbow.relation}  {rank}" if elbow.side == "left" else f"{rank}  {elbow.relation}"


def _labels(figure):
    axes = (figure.layout.yaxis, figure.layout.yaxis2)
    return [text for axis in axes for text in axis.ticktext or ()]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25))
def test_every_bar_has_exactly_the_members_of_its_clique_as_dots(seed):
    rng = np.random.default_rng(seed)
    scores = frame(int(rng.integers(2, 13)), int(rng.integers(4, 25)), rng.uniform(0, 0.03), seed, 2)
    test = ["conover", "nemenyi", "wilcoxon"][seed % 3]
    result = compare(scores, test=test)
    bars = traces(critical_difference(result), "clique")
    assert sorted(tuple(bar.customdata) for bar in bars) == sorted(result.cliques)
    for bar in bars:
        assert "markers" in bar.mode
        np.testing.assert_allclose(bar.x, result.mean_ranks[list(bar.customdata)])
        assert len(set(bar.y)) == 1
        assert (np.diff(bar.x) >= 0).all()
    for one in bars:
        for other in bars:
            if one is not other and one.y[0] == other.y[0]:  # bars of one lane do not touch
                assert one.x[-1] < other.x[0] or other.x[-1] < one.x[0]


def test_a_bar_can_pass_over_a_relation_that_is_no_member():
    rng = np.random.default_rng(1)
    base = rng.uniform(0.5, 0.9, 12)
    scores = pd.DataFrame(
        {
            "a": base + np.where(np.arange(12) < 10, 0.02, -0.5),
            "b": base + np.where(np.arange(12) < 9, 0.01, 0.04),
            "c": base,
            "d": base - 0.1,
        },
        index=[f"s{i}" for i in range(12)],
    ).round(3)
    result = compare(scores, test="wilcoxon", correction="none")
    order = list(result.relations)
    skipping = [c for c in result.cliques if len(c) < 1 + order.index(c[-1]) - order.index(c[0])]
    assert skipping
    bars = {tuple(bar.customdata): bar for bar in traces(critical_difference(result), "clique")}
    for clique in skipping:
        assert len(bars[clique].x) == len(clique)


@pytest.mark.slow
@pytest.mark.parametrize("relations", [2, 3, 7, 13, 22, 25])
@pytest.mark.parametrize("sides", ["auto", "both", "left"])
@pytest.mark.parametrize("large", [False, True])
def test_labels_never_overlap(relations, sides, large):
    result = compared(relations)
    names = {name: f"A name that is rather long {name}" for name in result.relations}
    figure = critical_difference(result, sides=sides, look=Look(large=large, names=names))
    layout = figure.layout
    pixels = layout.height - layout.margin.t - layout.margin.b
    low, high = layout.yaxis.range
    text = 1.3 * Look(large=large).size
    shown = 0
    for axis in (layout.yaxis, layout.yaxis2):
        if axis.tickvals is None:
            continue
        places = (np.sort(np.array(axis.tickvals)) - low) * pixels / (high - low)
        assert (np.diff(places) >= text).all()
        assert places[0] >= text / 2 - 4
        shown += len(places)
        bars = [bar.y[0] for bar in traces(figure, "clique")]
        assert max(axis.tickvals) < min(bars, default=0) - 0.5 * Look(large=large).size
    assert shown == relations
    assert pixels / (high - low) == pytest.approx(1, abs=0.02)  # the layout is in pixels


def test_elbows_of_one_side_do_not_cross():
    for sides in ("both", "left"):
        layout = place(compared(25), Look(), sides)
        for side, sign in (("left", 1), ("right", -1)):
            chosen = sorted((e for e in layout.elbows if e.side == side), key=lambda e: sign * e.rank)
            assert all(a.y >= b.y for a, b in pairwise(chosen))


def test_short_labels_stand_on_both_sides_and_long_ones_on_the_left():
    result = compare(frame(8))
    short = place(result, Look())
    assert [e.side for e in short.elbows].count("left") == 4
    assert {e.relation for e in short.elbows if e.side == "left"} == set(result.relations[:4])
    names = {name: f"A name that is rather long {name}" for name in result.relations}
    long = place(result, Look(names=names))
    assert {e.side for e in long.elbows} == {"left"}
    assert [e.relation for e in long.elbows] == list(result.relations)


@pytest.mark.parametrize(("dark", "colours"), [(False, LIGHT), (True, DARK)])
def test_families_have_the_colours_and_markers_of_the_palette(dark, colours):
    result = compare(frame(7))
    families = dict(zip([f"r{i}" for i in range(7)], FAMILIES, strict=True))
    figure = critical_difference(result, look=Look(dark=dark, families=families))
    for elbow in traces(figure, "elbow"):
        family = families[elbow.name]
        assert elbow.line.color == colours.family(family)
        assert elbow.line.dash == ("dash" if family == "fitted kernel" else "solid")
    (labels,) = traces(figure, "labels")
    shape = dict(zip(labels.customdata, labels.marker.symbol, strict=True))
    fill = dict(zip(labels.customdata, labels.marker.color, strict=True))
    assert shape["r0"] == "circle"
    assert shape["r3"] == shape["r4"] == "diamond"
    assert fill["r4"] == colours.background
    assert fill["r3"] == colours.family("kernel")
    assert "◇" in figure.layout.title.text
    assert figure.layout.paper_bgcolor == colours.background


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_without_a_significant_omnibus_test_bars_are_grey_and_it_says_so(colours):
    dark = colours is DARK
    apart = compare(frame(6))
    assert apart.significant
    figure = critical_difference(apart, look=Look(dark=dark))
    assert {bar.line.color for bar in traces(figure, "clique")} == {colours.text}
    same = compare(frame(6, 10, 0.0, seed=2))
    assert not same.significant
    figure = critical_difference(same, look=Look(dark=dark))
    (grey,) = {bar.line.color for bar in traces(figure, "clique")}
    assert grey not in (colours.text, *colours.classes)
    told = f"No significant difference overall (Friedman {p_text(same.omnibus.p)})"
    assert told in figure.layout.title.text.replace("\N{NO-BREAK SPACE}", " ")
    assert critical_difference_text(same).startswith(told.removesuffix(")"))


def test_the_header_says_over_what_and_by_which_test():
    scores = frame(5, 12)
    scores.iloc[0, 0] = np.nan
    result = compare(scores)
    text = (
        critical_difference(result).layout.title.text.replace("\N{NO-BREAK SPACE}", " ").replace("<br>", " ")
    )
    assert "Mean rank over 11 of 12 data sets, 1 = best of 5." in text
    assert "Conover-Friedman (Holm, α = .05)" in text
    assert f"Friedman {p_text(result.omnibus.p)}".replace("<", "&lt;") in text
    blanks = compare(scores, blanks="skillings-mack")
    assert "Skillings-Mack" in critical_difference(blanks).layout.title.text


def test_nemenyi_has_a_ruler_of_the_critical_distance():
    result = compare(frame(5, 14), test="nemenyi")
    figure = critical_difference(result)
    ruler = figure.layout.shapes[0]
    assert ruler.x1 - ruler.x0 == pytest.approx(critical_distance(5, 14, 0.05))
    low, high = figure.layout.xaxis.range
    assert low <= ruler.x0
    assert ruler.x1 <= high
    assert f"critical distance {result.critical_distance:.2f}" in figure.layout.annotations[0].text
    assert not critical_difference(compare(frame(5, 14))).layout.shapes


def test_a_control_is_marked_and_joined_with_what_does_not_differ_from_it():
    result = compare(frame(8, 25), control="r2")
    figure = critical_difference(result)
    assert not traces(figure, "clique")
    (bar,) = traces(figure, "same as control")
    p = result.p_adjusted["r2"]
    assert set(bar.customdata) == {"r2", *(name for name in p.index if p[name] >= result.alpha)}
    hollow = {
        name for name, fill in zip(bar.customdata, bar.marker.color, strict=True) if fill == LIGHT.background
    }
    assert hollow == {"r2"}
    shown = " | ".join(_labels(figure))
    assert "r2, control" in shown
    different = [name for name in p.index if p[name] < result.alpha]
    assert different
    assert all(f"{name}, <b>{p_text(p[name])}</b>" in shown for name in different)


def test_all_ties_and_two_relations():
    ties = pd.DataFrame(0.5, index=list("abcdef"), columns=["man", "euc", "cos"])
    figure = critical_difference(compare(ties))
    assert traces(figure, "ranks")[0].x == (2.0, 2.0, 2.0)
    assert "p = 1.000" in figure.layout.title.text.replace("\N{NO-BREAK SPACE}", " ")
    two = critical_difference(compare(frame(2)))
    assert len(traces(two, "elbow")) == 2


def test_height_grows_with_the_relations():
    heights = [critical_difference(compared(k)).layout.height for k in (2, 7, 13, 25)]
    assert heights == sorted(heights)
    assert heights[0] < heights[-1]


def test_a_hover_tells_ranks_pairs_and_p_values():
    result = compare(frame(4, 15))
    first, second = result.relations[:2]
    text = relation_hover(result, first, Look(names={first: "The best"}))
    wins, ties, losses = result.win_tie_loss.loc[first, second]
    assert f"The best ({first})" in text
    assert f"mean rank {result.mean_ranks.iloc[0]:.2f} over 15 data sets" in text
    assert f"{wins} won, {ties} tied, {losses} lost" in text
    assert p_text(result.p_raw.loc[first, second]) in text
    assert f"n = {result.pair_n.loc[first, second]}" in text


def test_the_sentence_names_who_cannot_be_told_apart():
    result = compare(frame(5, 30))
    best = result.relations[0]
    same = [r for r in result.relations[1:] if result.p_adjusted.loc[best, r] >= result.alpha]
    text = critical_difference_text(result, {best: "Manhattan"})
    assert text.startswith(
        f"Manhattan has the best mean rank ({result.mean_ranks.iloc[0]:.2f} over 30 data sets)"
    )
    assert all(name in text for name in same)


def test_what_is_no_relation_stands_in_italics_and_a_neutral_ink():
    result = compare(frame(4), others=["r1"])
    look = Look(families={"r0": "distance", "r1": "other", "r2": "distance", "r3": "distance"})
    texts = {elbow.relation: elbow.text for elbow in place(result, look).elbows}
    assert texts["r1"] == "<i>r1</i>"
    assert texts["r0"] == "r0"
    (line,) = (
        trace for trace in traces(critical_difference(result, look=look), "elbow") if trace.name == "r1"
    )
    assert (line.line.color, line.line.dash) == (LIGHT.muted, "dot")
    assert result.compared == "3 relations and 1 other classifier"
    plain = compare(frame(4))
    assert plain.compared == "4 relations"
    pd.testing.assert_series_equal(result.mean_ranks, plain.mean_ranks)
    pd.testing.assert_frame_equal(result.p_adjusted, plain.p_adjusted)
