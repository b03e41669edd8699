"""What the figures of gamma descent draw is what the core computes."""

import hashlib

import numpy as np
import pytest

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.figures import Look
from frnn_core.figures.axis_numbers import without_zeros
from frnn_core.figures.palette import DARK
from frnn_core.figures.playing import MOST_FRAMES
from frnn_core.relations.gamma import SEARCH_GRID, GammaSettings, fit_gamma
from frnn_core.studies.gamma_descent import CURVE_GRID, descend, kernel_frame, summaries
from frnn_core.studies.gamma_descent.figures.accuracy import accuracy_over_gamma, kernels
from frnn_core.studies.gamma_descent.figures.animation import frame_steps
from frnn_core.studies.gamma_descent.figures.by_step import by_step, thinned
from frnn_core.studies.gamma_descent.figures.loss_walk import FLAT, descent, descent_text


@pytest.fixture(scope="module")
def folds():
    return [descend("heart", fold, "circle", 3, GammaSettings()) for fold in (1, 2, 3)]


@pytest.fixture(scope="module")
def searched():
    return [descend("wine", 1, "gauss", 3, GammaSettings(method="search"), ("corrected",))]


def trace(figure, meta):
    (found,) = [drawn for drawn in figure.data if drawn.meta == meta]
    return found


def fit(fold, run):
    """The fit of a run, learned again from the same rows."""
    data = load_dataset("heart")
    train, _ = list(partition(data))[fold - 1]
    rows = FRNNClassifier("euc").fit(data.X[train], data.y[train])._train.X
    digest = hashlib.sha256(f"0|{data.sha256}|{fold - 1}|cir-grad".encode()).digest()
    seed = int.from_bytes(digest[:4], "big") // 2
    return fit_gamma(rows, data.y[train], "circle", 3, method="descent", variant=run.variant, seed=seed)


def test_curves_are_the_loss_curves(folds):
    figure = descent(folds, title="t", start=1.0)
    for outcome in folds:
        drawn = trace(figure, f"curve of fold {outcome.fold}")
        np.testing.assert_array_equal(drawn.x, CURVE_GRID)
        np.testing.assert_allclose(
            drawn.y, fit(outcome.fold, outcome.runs[1]).loss_curve(CURVE_GRID), rtol=1e-12
        )
    mean = np.mean([outcome.curve for outcome in folds], axis=0)
    np.testing.assert_allclose(trace(figure, "curve").y, mean)


def test_walks_are_the_widths_of_the_fit_and_lie_on_the_curve(folds):
    figure = descent(folds, title="t", start=1.0)
    for outcome in folds:
        for run in outcome.runs:
            learned = fit(outcome.fold, run)
            drawn = trace(figure, f"{run.variant}, fold {outcome.fold}")
            widths = np.append(learned.gammas, learned.gamma)
            np.testing.assert_array_equal(drawn.x, widths[np.asarray(drawn.customdata)])
            assert drawn.x[0] == 1.0
            on_curve = np.interp(np.log(np.asarray(drawn.x)), np.log(CURVE_GRID), outcome.curve)
            np.testing.assert_allclose(drawn.y[:-1], on_curve[:-1])
            if drawn.customdata[-1] == run.steps:
                assert (drawn.x[-1], drawn.y[-1]) == (learned.gamma, learned.loss.mean(learned.gamma)[0])


def test_marks_and_balls_end_at_the_learned_width(folds):
    figure = descent(folds, title="t", start=1.0, look=Look(dark=True, large=True))
    assert figure.layout.paper_bgcolor == DARK.background
    for variant in ("published", "corrected"):
        learned = [outcome.run(variant).gamma for outcome in folds]
        assert list(trace(figure, f"{variant} ends").x) == learned
        assert list(trace(figure, f"{variant} balls").x) == learned
    assert trace(figure, "published balls").marker.symbol != trace(figure, "corrected balls").marker.symbol


def test_frames_move_the_balls_from_start_to_end(folds):
    figure = descent(folds, title="t", start=1.0)
    assert 2 < len(figure.frames) <= MOST_FRAMES
    balls = [place for place, drawn in enumerate(figure.data) if str(drawn.meta).endswith("balls")]
    first, middle, last = figure.frames[0], figure.frames[20], figure.frames[-1]
    assert all(list(frame.traces) == balls for frame in figure.frames)
    assert list(first.data[0].x) == [1.0, 1.0, 1.0]
    step = int(middle.name)
    assert list(middle.data[1].x) == [outcome.run("corrected").path[step] for outcome in folds]
    for place, variant in enumerate(("published", "corrected")):
        assert list(last.data[place].x) == [outcome.run(variant).gamma for outcome in folds]
    (slider,) = figure.layout.sliders
    assert [step.args[0][0] for step in slider.steps] == [frame.name for frame in figure.frames]
    assert slider.active == len(figure.frames) - 1


def test_long_runs_have_at_most_a_hundred_frames():
    slow = [
        descend("heart", 1, "gauss", 3, GammaSettings(rate=0.0001, tolerance=1e-8, limit=700), ("corrected",))
    ]
    assert slow[0].runs[0].steps == 700
    for even in (True, False):
        steps = frame_steps(slow, even=even)
        assert (steps[0], steps[-1]) == (0, 700)
        assert len(steps) <= MOST_FRAMES
        kept = thinned(10_000, even=even)
        assert (kept[0], kept[-1]) == (0, 9_999)
        assert len(kept) <= MOST_FRAMES


def test_the_dead_zone_is_a_band_up_to_the_smallest_distance(folds, searched):
    figure = descent(folds, title="t", start=1.0)
    (band,) = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    assert band.x1 == min(outcome.flat_below for outcome in folds)
    assert FLAT in [note.text for note in figure.layout.annotations]
    smooth = descent(searched, title="t")
    assert not [shape for shape in smooth.layout.shapes if shape.type == "rect"]


def test_a_search_has_no_start(searched):
    figure = descent(searched, title="t", look=Look(names={"corrected": "Search"}))
    drawn = trace(figure, "corrected, fold 1")
    assert drawn.mode == "markers"
    np.testing.assert_allclose(drawn.x[:41], SEARCH_GRID)
    assert trace(figure, "corrected balls").x[0] == searched[0].runs[0].gamma
    assert not any("start" in (note.text or "") for note in figure.layout.annotations)


@pytest.mark.parametrize("quantity", ["gamma", "loss"])
def test_steps_are_those_of_the_fit(folds, quantity):
    figure = by_step(folds, quantity, title="t")
    for outcome in folds:
        for run in outcome.runs:
            learned = fit(outcome.fold, run)
            values = learned.gammas if quantity == "gamma" else learned.losses
            drawn = trace(figure, f"{run.variant}, fold {outcome.fold}")
            np.testing.assert_array_equal(drawn.y, values[np.asarray(drawn.x) - 1])
            assert len(drawn.x) <= MOST_FRAMES
            assert drawn.x[-1] == learned.steps


def test_numbers_beside_a_low_curve_keep_the_decimals_that_tell_them_apart(folds):
    for figure in (descent(folds, title="t", start=1.0), by_step(folds, "loss", title="t")):
        assert figure.layout.yaxis.tickformat is None
        figure.update_yaxes(range=(0.688, 0.702))
        told = without_zeros(figure).layout.yaxis.labelalias
        assert {"0.69": ".69", "0.695": ".695"}.items() <= told.items()


def test_accuracy_over_gamma_is_the_mean_of_the_folds(folds):
    figure = accuracy_over_gamma(folds, title="t")
    np.testing.assert_array_equal(trace(figure, "accuracy").x, SEARCH_GRID)
    np.testing.assert_allclose(trace(figure, "accuracy").y, np.mean([o.accuracies for o in folds], axis=0))
    assert trace(figure, "euclidean").y[0] == pytest.approx(np.mean([o.euclidean for o in folds]))
    for summary in summaries(folds):
        drawn = trace(figure, f"{summary.variant} learned")
        assert (drawn.x[0], drawn.y[0]) == (summary.gamma, summary.fitted)


def test_kernels_beside_each_other(folds):
    told = summaries(folds)
    frame = kernel_frame({"circle": told, "sphere": told[1:]})
    figure = kernels(frame, title="t", look=Look(names={"circle": "Circular", "sphere": "Spherical"}))
    plain, published, corrected = figure.data
    assert list(plain.x) == [told[0].unfitted] * 2
    assert published.x[0] == told[0].fitted
    assert np.isnan(published.x[1])
    assert list(corrected.x) == [told[1].fitted] * 2
    assert list(corrected.y) == ["Circular", "Spherical"]


def test_the_text_tells_the_ends(folds):
    words = descent_text(folds, 1.0)
    assert "mean of 3 folds" in words
    assert "Published starts at 1 and ends at a median γ of .49" in words
