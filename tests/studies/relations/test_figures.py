"""The figures of Relations draw the numbers of the core, and their words say them."""

import numpy as np
import pytest

from frnn_core.figures import Look
from frnn_core.studies.relations import class_pair, field, fit, link_curve, two_features
from frnn_core.studies.relations.class_pair import EXAMPLE
from frnn_core.studies.relations.figures.class_ellipses import class_ellipses, class_ellipses_text
from frnn_core.studies.relations.figures.link_curves import link_curves, link_curves_text
from frnn_core.studies.relations.figures.similarity_field import (
    comparison_text,
    similarity_field,
    similarity_field_text,
)
from frnn_core.studies.relations.figures.similarity_scale import similarity_scale

CENTRE = (0.24, 0.12)


def traces(figure, meta):
    return [trace for trace in figure.data if trace.meta == meta]


@pytest.mark.parametrize("dark", [False, True])
def test_a_field_is_drawn_as_computed_on_a_fixed_scale(dark):
    fitted = fit(two_features("blobs"), "class-mah")
    shown, targets = field(fitted, CENTRE, 0), field(fitted, CENTRE, 0, 41)
    corners = fitted.rows[[3, 5, 8]]
    figure = similarity_field(
        shown,
        CENTRE,
        title="Class",
        targets=targets,
        rows=fitted.rows,
        codes=fitted.data.codes,
        features=fitted.data.feature_names,
        corners=corners,
        look=Look(dark=dark),
    )
    (surface,) = traces(figure, "field")
    np.testing.assert_array_equal(surface.z, shown.values)
    assert (surface.zmin, surface.zmax) == (0, 1)
    levels = [t.contours for t in traces(figure, "balls")]
    drawn = np.concatenate([np.arange(c.start, c.end + 1e-9, c.size) for c in levels])
    np.testing.assert_allclose(sorted(drawn), [0.3, 0.5, 0.7, 0.9])
    (grey,) = traces(figure, "beyond")
    np.testing.assert_array_equal(~np.isnan(grey.z), shown.values < 0)
    (points,) = traces(figure, "targets")
    assert len(points.x) == 41 * 41
    told = np.array([text.split(",") for text in points.customdata], dtype=float)
    np.testing.assert_array_equal(told, np.stack([points.x, points.y], axis=1))
    lowest = int(targets.values.ravel().argmin())
    assert "beyond the training range" in points.text[lowest]
    (triangle,) = traces(figure, "counterexample")
    np.testing.assert_array_equal(triangle.x[:3], corners[:, 0])
    assert figure.layout.yaxis.scaleanchor == "x"
    assert list(figure.layout.xaxis.range) == list(figure.layout.yaxis.range)
    assert figure.layout.height == 300
    assert [len(trace.x) for trace in traces(figure, "rows")] == np.bincount(fitted.data.codes).tolist()


def test_words_of_fields():
    fitted = fit(two_features("blobs"), "man")
    shown = field(fitted, CENTRE)
    share = (shown.values >= 0.7).mean()
    assert f"{share:.0%} at least .7" in similarity_field_text("Manhattan", shown, CENTRE)
    other = field(fit(two_features("blobs"), "class-mah"), CENTRE)
    assert "beyond the training range" in similarity_field_text("Class", other, CENTRE)
    words = comparison_text({"Class": other, "Manhattan": shown})
    assert words.startswith(f"At least .7 similar to the star: {100 * share:.0f} % of the square under Man")
    assert words.index("Manhattan") < words.index("Class")


def test_the_scale_names_the_levels_and_what_is_below_them():
    assert list(similarity_scale(beyond=False).layout.xaxis.ticktext) == ["0", ".3", ".5", ".7", ".9", "1"]
    assert similarity_scale(beyond=True, look=Look(dark=True)).layout.xaxis.ticktext[0] == "below 0"


def test_link_curves_and_slopes():
    data = two_features("blobs")
    curves = {key: link_curve(fit(data, key, 0.5)) for key in ("man", "gauss")}
    names, families = {"man": "Manhattan", "gauss": "Gaussian"}, {"man": "distance", "gauss": "kernel"}
    figure = link_curves(curves, slopes=True, look=Look(names=names, families=families))
    lines = traces(figure, "link")
    for line, curve in zip(lines, curves.values(), strict=True):
        np.testing.assert_array_equal(line.y, curve.similarities)
        np.testing.assert_array_equal(line.customdata, curve.distances)
        assert line.x[-1] == 1
    (slope,) = traces(figure, "slope")
    np.testing.assert_array_equal(slope.y, curves["gauss"].slopes)
    assert (slope.line.dash, slope.line.color) == (lines[1].line.dash, lines[1].line.color)
    labels = [note.text for note in figure.layout.annotations]
    assert any("Manhattan" in text for text in labels)
    assert figure.layout.height == 400
    plain = link_curves(curves, look=Look(dark=True, names=names, families=families))
    assert plain.layout.height == 260
    assert not traces(plain, "slope")
    assert f"(d = {curves['man'].distances[-1]:.2f})" in link_curves_text(curves, names)


@pytest.mark.parametrize("code", [0, 1])
def test_ellipses_and_their_numbers(code):
    pair = class_pair(EXAMPLE)
    figure = class_ellipses(pair, code)
    for level in (0.9, 0.7, 0.5, 0.3):
        (ring,) = traces(figure, f"ellipse {level:g}")
        np.testing.assert_array_equal(np.stack([ring.x, ring.y], axis=1), pair.ellipse(code, level))
    value = (".644", ".566")[code]
    assert value in figure.layout.title.text
    assert value in class_ellipses_text(pair, code)
