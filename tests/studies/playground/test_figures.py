"""The playground's pictures draw what the core decides, and carry the targets of clicks."""

import numpy as np
import pytest

from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.studies.playground import (
    MIDDLE,
    PLACES,
    Edit,
    Rule,
    Source,
    board,
    coloured,
    decision,
    disagreement,
    edited,
    point_target,
)
from frnn_core.studies.playground.figures.class_marks import LEVELS, ClassMarks
from frnn_core.studies.playground.figures.query_bars import best_classes, query_bars, query_bars_text
from frnn_core.studies.playground.figures.region_lines import bands, borders, hatching
from frnn_core.studies.playground.figures.square import Scene, playground, playground_text

NOW = edited(board(Source("blobs", 60)), (Edit("a", 200, 2),))
MAN, CHE = decision(NOW, Rule()), decision(NOW, Rule("che"))
QUERY = NOW.square.place(MIDDLE)
TOLD = MAN.explain(QUERY)


def scene(**options):
    return Scene(QUERY, TOLD, coloured(3, [TOLD]), **options)


def drawn(**options):
    dark = options.pop("dark", False)
    return playground(NOW, MAN, scene(**options), title="Manhattan", look=Look(dark=dark, source="k = 3"))


def traces(figure, kind):
    return [trace for trace in figure.data if trace.meta == kind]


def test_regions_are_winner_and_lead():
    heatmap = drawn().data[0]
    z = np.asarray(heatmap.z)
    assert z.dtype == np.uint8
    np.testing.assert_array_equal(z // LEVELS, MAN.winner)
    np.testing.assert_array_equal(z % LEVELS, np.minimum(LEVELS - 1, MAN.margin / 0.2 * LEVELS).astype(int))
    assert (heatmap.zmin, heatmap.zmax) == (0, len(heatmap.colorscale) - 1)
    flat = np.asarray(drawn(flat=True).data[0].z)
    np.testing.assert_array_equal(flat // LEVELS, MAN.winner)
    assert len(np.unique(flat % LEVELS)) == 1


def test_a_layer_shows_its_values_in_tenths():
    for field in (MAN.lower[..., 1], MAN.upper[..., 0], MAN.similarities(QUERY, NOW, 0)):
        z = np.asarray(drawn(field=field, meaning="Something.").data[0].z)
        np.testing.assert_array_equal(z, np.clip(np.floor(field * 10), 0, 9))
    np.testing.assert_array_equal(bands(np.array([-3.0, 0.0, 0.05, 0.95, 1.0, 2.0])), [0, 0, 0, 9, 9, 9])
    assert "Something." in drawn(field=field, meaning="Something.").layout.title.text


def test_places_and_points_can_be_told_apart_when_clicked():
    figure = drawn()
    (places,) = traces(figure, "places")
    assert places.customdata.tolist() == list(range(PLACES**2))
    np.testing.assert_allclose(np.column_stack([places.x, places.y]), NOW.square.places(), rtol=1e-6)
    winner, margin = MAN.at_places()
    assert places.hovertext[70] == f"class {NOW.data.class_names[winner[70]]} by {margin[70]:.3f}".replace(
        "0.", "."
    )
    assert places.text == ""
    for code, name in enumerate("ABC"):
        (points,) = traces(figure, f"class {name}")
        mine = NOW.data.codes == code
        np.testing.assert_array_equal(np.column_stack([points.x, points.y]), NOW.data.X[mine])
        assert points.customdata.tolist() == [point_target(n) for n in NOW.numbers[mine]]
    assert traces(drawn(places=False), "places") == []


def test_a_selection_dims_nothing():
    for trace in drawn().data:
        if trace.type == "scatter" and trace.mode == "markers":
            assert trace.selected.marker.opacity == 1
            assert trace.unselected.marker.opacity == 1


def test_lines_lead_to_the_neighbours_as_thick_as_they_weigh():
    lines = [trace for trace in drawn().data if isinstance(trace.meta, tuple | list)]
    winner = int(TOLD.scores[0].argmax())
    inside, outside = TOLD.inside.rows[0, winner].tolist(), TOLD.outside.rows[0, winner].tolist()
    assert [line.meta[1] for line in lines] == inside + outside
    assert [line.line.dash for line in lines] == ["solid"] * 3 + ["dot"] * 3
    for line in lines:
        np.testing.assert_array_equal([line.x[1], line.y[1]], NOW.data.X[line.meta[1]])
        np.testing.assert_array_equal([line.x[0], line.y[0]], QUERY)
    widths = np.array([line.line.width for line in lines])
    np.testing.assert_allclose((widths - 1) / 5, np.tile(TOLD.inside.weights[0, winner], 2))


def test_the_neighbours_are_the_large_points():
    figure = drawn(flat=True)
    winner = int(TOLD.scores[0].argmax())
    near = {*TOLD.inside.rows[0, winner].tolist(), *TOLD.outside.rows[0, winner].tolist()}
    large = set()
    for name in "ABC":
        (points,) = traces(figure, f"class {name}")
        sizes = np.asarray(points.marker.size)
        large |= {-1 - points.customdata[i] for i in np.flatnonzero(sizes > 6)}
    assert large == {int(NOW.numbers[row]) for row in near}


def test_the_disagreement_is_hatched():
    apart = disagreement(MAN, CHE)
    assert apart.any()
    figure = drawn(apart=apart)
    (strokes,) = traces(figure, "disagreement")
    x, y = NOW.square.axes
    half = (x[1] - x[0]) / 2
    columns = np.round((strokes.x[::3] + half - x[0]) / (x[1] - x[0])).astype(int)
    rows = np.round((strokes.y[::3] - y[0]) / (y[1] - y[0]) + 0.5).astype(int)
    assert apart[rows, columns].all()
    assert len(rows) == (apart & (np.subtract.outer(range(100), range(100)) % 3 == 0)).sum()
    assert "disagree" in figure.layout.title.text
    nowhere = np.zeros_like(apart)
    assert traces(drawn(apart=nowhere), "disagreement") == []


def test_borders_lie_between_cells_of_different_codes():
    codes = np.array([[0, 0, 1], [0, 1, 1]], dtype=np.uint8)
    x, y = borders(codes, np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0]))
    segments = {tuple(np.concatenate([x[i : i + 2], y[i : i + 2]]).tolist()) for i in range(0, len(x), 3)}
    assert segments == {(1.5, 1.5, -0.5, 0.5), (0.5, 0.5, 0.5, 1.5), (0.5, 1.5, 0.5, 0.5)}
    assert len(borders(np.zeros((3, 3), dtype=np.uint8), np.arange(3.0), np.arange(3.0))[0]) == 0
    assert len(hatching(np.zeros((3, 3), dtype=bool), np.arange(3.0), np.arange(3.0))[0]) == 0


def test_the_square_is_square_and_both_themes_differ():
    figure = drawn()
    width = figure.layout.xaxis.range[1] - figure.layout.xaxis.range[0]
    height = figure.layout.yaxis.range[1] - figure.layout.yaxis.range[0]
    assert figure.layout.yaxis.scaleanchor == "x"
    assert figure.layout.yaxis.scaleratio == pytest.approx(width / height)
    assert figure.layout.paper_bgcolor == LIGHT.background
    assert drawn(dark=True).layout.paper_bgcolor == DARK.background
    assert drawn(dark=True).layout.height == figure.layout.height


def test_a_figure_is_small_enough_to_send():
    now = board(Source("moons", 300))
    first, second = decision(now, Rule("man", 1)), decision(now, Rule("can", 1, normalise="unit"))
    told = second.explain(QUERY)
    shown = Scene(QUERY, told, (0, 1), apart=disagreement(first, second))
    assert len(playground(now, second, shown, title="Canberra").to_json()) < 300_000


def test_many_classes_are_grey_but_two():
    marks = ClassMarks((3, 7), LIGHT)
    assert marks.colour(3) == LIGHT.classes[0]
    assert marks.colour(7) == LIGHT.classes[1]
    assert marks.colour(0) == marks.colour(10) not in LIGHT.classes
    assert marks.shape(5) == "circle"
    assert marks.key([str(i) for i in range(11)])[-1][2] == "9 other classes"
    assert len(marks.scale()) == 3 * LEVELS


def test_bars_add_up_to_the_memberships():
    figure = query_bars(NOW, TOLD, (0, 1, 2), title="Manhattan", look=Look(dark=True))
    bars = {trace.meta: trace for trace in figure.data}
    for code in best_classes(TOLD):
        name = TOLD.classes[code]
        assert len(bars[f"inside {name}"].x) == len(bars[f"outside {name}"].x) == 3
        assert sum(bars[f"inside {name}"].x) == pytest.approx(TOLD.upper[0, code])
        assert bars[f"lower {name}"].x == (TOLD.lower[0, code],)
        assert sum(bars[f"outside {name}"].x) == pytest.approx(1 - TOLD.lower[0, code])
        assert bars[f"lower {name}"].marker.color == DARK.classes[code]
    assert figure.layout.annotations[0].text == f"<b>class {TOLD.predictions[0]}</b>"


def test_the_pictures_are_said_in_words():
    words = playground_text(NOW, MAN, scene(apart=disagreement(MAN, CHE)), "Manhattan")
    assert "61 points" in words
    assert f"class {TOLD.predictions[0]}, by {TOLD.margins[0]:.3f}".replace("0.", ".") in words
    share = (MAN.winner == 0).mean()
    assert f"class A {share:.0%}" in words
    assert f"{disagreement(MAN, CHE).mean():.0%} where the two disagree" in words
    bars = query_bars_text(TOLD, "Manhattan")
    winner = int(TOLD.scores[0].argmax())
    assert f"score {TOLD.scores[0, winner]:.3f}".replace("0.", ".") in bars
