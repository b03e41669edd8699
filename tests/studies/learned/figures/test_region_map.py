"""The map of regions: every row in the colour of its region, and how many rows each has."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from sklearn.decomposition import PCA

from frnn_core import RELATIONS
from frnn_core.figures import Look
from frnn_core.figures.palette import DARK, LIGHT
from frnn_core.studies.learned import learn
from frnn_core.studies.learned import region_map as rows_by_region
from frnn_core.studies.learned.figures.region_map import region_colour, region_map, region_map_text
from frnn_core.studies.learned.fold_fit import fold_of


@pytest.fixture(scope="module")
def shown():
    return rows_by_region("auto", 1, learn("auto", "local-man", 1))


def test_every_row_is_in_the_cell_of_its_nearest_centre(shown):
    train = fold_of("auto", 1).train
    cells = learn("auto", "local-man", 1).relation.regions
    nearest = cdist(train.X / cells.width, cells.centres).argmin(axis=1)
    np.testing.assert_array_equal(shown.regions, nearest)
    np.testing.assert_array_equal(shown.codes, train.codes)
    np.testing.assert_allclose(np.abs(shown.points), np.abs(PCA(2).fit_transform(train.X)), atol=1e-9)
    for region in range(shown.count):
        for code in range(train.n_classes):
            assert shown.sizes[region, code] == ((nearest == region) & (train.codes == code)).sum()
    table = shown.table()
    assert table["rows"].sum() == 143
    assert table["share"].sum() == pytest.approx(1)


def test_small_regions_fall_back_and_are_counted(shown):
    cells = learn("auto", "local-man", 1).relation.regions
    asked = RELATIONS["local-man"].resolve()["regions"]
    assert (shown.asked, shown.count) == (asked, cells.count)
    assert shown.given_up == asked - cells.count
    rows = shown.sizes.sum(axis=1)
    whole = replace(shown, asked=shown.count)
    assert region_map_text(whole) == f"{shown.count} regions of {rows.min()} to {rows.max()} training rows."
    fallen = replace(shown, asked=shown.count + 2)
    assert region_map_text(fallen).endswith(
        f"; 2 of the {fallen.asked} asked for had too few rows, which fell to the nearest of the others."
    )
    alone = replace(shown, sizes=shown.sizes.sum(axis=0, keepdims=True))
    assert region_map_text(alone).startswith("One region holds all 143 training rows")


def test_colour_is_the_region_and_shape_the_class(shown):
    figure = region_map(shown, title="Regions", look=Look(dark=True))
    for region in range(shown.count):
        (drawn,) = [trace for trace in figure.data if trace.meta == f"region {region + 1}"]
        own = shown.regions == region
        np.testing.assert_allclose(drawn.x, shown.points[own, 0])
        assert drawn.marker.color == region_colour(region, DARK)
        assert len(set(drawn.marker.symbol)) == len(set(shown.codes[own]))
    (numbers,) = [trace for trace in figure.data if trace.meta == "numbers"]
    np.testing.assert_allclose(numbers.x[0], shown.points[shown.regions == 0, 0].mean())
    assert list(numbers.text) == [f"<b>{n}</b>" for n in range(1, shown.count + 1)]
    assert f"region 1: {shown.sizes[0].sum()}" in figure.layout.title.text
    assert "class -2" in figure.layout.title.text


def test_twelve_regions_have_twelve_colours():
    for palette in (LIGHT, DARK):
        assert len({region_colour(region, palette) for region in range(12)}) == 12


def test_a_relation_without_regions_is_refused():
    with pytest.raises(TypeError, match="no regions"):
        rows_by_region("wine", 1, learn("wine", "dmlmj", 1))
