"""The names of columns: against scikit-learn's, and against what columns so called must hold."""

import csv

import numpy as np
import pytest
from project import ROOT
from sklearn.datasets import load_breast_cancer, load_wine

from frnn_core.data import load_dataset
from frnn_core.data.catalogue import dataset_names, entries
from frnn_core.data.feature_names import FILE, known_names
from frnn_core.data.snapshot import read_snapshot


def column(data, name):
    return data.X[:, data.feature_names.index(name)]


@pytest.mark.parametrize("name", known_names())
def test_every_name_has_a_column_and_a_source(name):
    with (ROOT / "frnn_core" / "data" / FILE).open(newline="", encoding="utf-8") as file:
        sources = {row["name"]: row["source"] for row in csv.DictReader(file)}
    data = load_dataset(name)
    assert data.feature_names == known_names()[name]
    assert len(set(data.feature_names)) == data.X.shape[1]
    assert tuple(each.name for each in data.described_columns) == data.feature_names
    assert sources[name]


@pytest.mark.parametrize("name", dataset_names(extra=True))
def test_names_change_no_hash(name):
    assert load_dataset(name).sha256 == read_snapshot(name).dataset(name).sha256 == entries()[name].sha256


@pytest.mark.parametrize(("name", "load"), [("wine", load_wine), ("wdbc", load_breast_cancer)])
def test_names_are_those_of_the_same_values_in_scikit_learn(name, load):
    data, theirs = load_dataset(name), load()
    assert data.feature_names == tuple(str(each).replace("_", " ") for each in theirs.feature_names)
    ours, others = (np.array(sorted(map(tuple, X))) for X in (data.X, theirs.data))
    assert np.allclose(ours, others, rtol=0, atol=6e-4)  # KEEL's file of wdbc has a digit less


def test_the_rows_of_heart_are_rows_of_cleve():
    heart, cleve = load_dataset("heart"), load_dataset("cleve")
    assert heart.feature_names == cleve.feature_names
    whole = [place for place in range(13) if place != 9]  # heart lost the decimal point there
    assert set(map(tuple, heart.X[:, whole])) <= set(map(tuple, cleve.X[:, whole]))


def test_columns_obey_what_their_names_imply():
    page, bands, thyroid = load_dataset("page"), load_dataset("bands"), load_dataset("thyroid")
    assert (column(page, "height") * column(page, "length") == column(page, "area")).all()
    share = column(page, "black pixels") / column(page, "area")
    assert (np.abs(share - column(page, "% black pixels")) < 2e-3).mean() > 0.999
    parts = sum(column(bands, f"{part} %") for part in ("varnish", "ink", "solvent"))
    assert np.median(parts) == pytest.approx(100, abs=0.1)
    index = column(thyroid, "TT4") / column(thyroid, "T4U") / 10
    assert np.median(np.abs(index / column(thyroid, "FTI") - 1)) < 0.01
    assert set(column(thyroid, "sex")[column(thyroid, "pregnant") == 1]) == {0}


def test_titanic_has_the_people_that_were_on_board():
    data = load_dataset("titanic")
    counts = [sorted(np.unique(values, return_counts=True)[1].tolist()) for values in data.X.T]
    assert data.feature_names == ("class", "age", "sex")
    assert counts == [[285, 325, 706, 885], [109, 2092], [470, 1731]]


def test_a_band_of_a_pixel_is_most_like_the_same_band_of_a_neighbour():
    data = load_dataset("satimage")
    alike = np.corrcoef(data.X.T) - np.eye(36)
    nearest = [data.feature_names[place] for place in alike.argmax(axis=1)]
    assert [n.split()[-1] for n in nearest] == [n.split()[-1] for n in data.feature_names]


def test_a_curve_of_movement_runs_on_from_moment_to_moment():
    data = load_dataset("movement")
    points = data.X.reshape(-1, 45, 2)
    assert data.feature_names[:3] == ("x at moment 1", "y at moment 1", "x at moment 2")
    assert np.abs(np.diff(points, axis=1)).mean() < np.abs(points[:, :, 0] - points[:, :, 1]).mean() / 5
