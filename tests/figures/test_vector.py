"""Figures for print: their size, their text, their fonts, the same bytes each time."""

import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import numpy as np
import pandas as pd
import pytest
from plotly.subplots import make_subplots

from frnn_core.figures import Look, score_heatmap
from frnn_core.figures.vector import decoded, vector
from frnn_core.figures.vector.axes import Axis
from frnn_core.figures.vector.canvas import colour, runs
from frnn_core.figures.vector.page import Page
from frnn_core.your_data.confusion_map import confusion_map

SCORES = pd.DataFrame(
    [[0.9, 0.8, np.nan], [0.7, 0.75, 0.6]], index=["wine", "iris"], columns=["man", "euc", "mah"]
)
NAMES = {"man": "Manhattan", "euc": "Euclidean", "mah": "Mahalanobis"}


def drawn(kind, columns, titled=True):
    return vector(score_heatmap(SCORES, look=Look(names=NAMES)), kind, columns, titled=titled)


@pytest.mark.parametrize(("columns", "points"), [("1", 252), ("2", 515.52)])
def test_a_pdf_is_as_wide_as_its_columns_and_holds_its_fonts(columns, points):
    pdf = drawn("pdf", columns)
    (box,) = re.findall(rb"/MediaBox \[ *0 0 ([\d.]+) ([\d.]+) *\]", pdf)
    assert float(box[0]) == pytest.approx(points, abs=0.1)
    assert b"/FontFile2" in pdf  # TrueType, embedded
    assert b"/Type3" not in pdf
    assert pdf == drawn("pdf", columns)


def test_an_svg_is_white_and_lower_without_its_title():
    with_title, without = (ElementTree.fromstring(drawn("svg", "2", titled)) for titled in (True, False))
    heights = [float(root.get("height").removesuffix("pt")) for root in (with_title, without)]
    assert with_title.get("width") == without.get("width") == "515.52pt"
    assert heights[0] - heights[1] > 15
    assert "#ffffff" in drawn("svg", "2").decode()


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="make tex installs Poppler")
def test_all_words_are_in_the_pdf(tmp_path):
    (tmp_path / "f.pdf").write_bytes(drawn("pdf", "2"))
    text = subprocess.run(
        ["pdftotext", "-layout", "f.pdf", "-"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    for words in ("Balanced accuracy", "Manhattan", "Mahalanobis", "wine", ".900", ".750", "mean, n = 1"):
        assert words in text.stdout


def test_a_map_without_places_counts_its_cells_from_zero():
    counts = pd.DataFrame([[193, 20], [37, 150]], index=["leaves", "stays"], columns=["leaves", "stays"])
    picture = confusion_map(counts, look=Look())
    page = Page.of(decoded(picture.to_dict()), 7.16, titled=True)
    assert [(page.axes[name].low, page.axes[name].high) for name in "xy"] == [(-0.5, 1.5), (1.5, -0.5)]
    left, top, right, bottom = page.area("x", "y")
    assert left > 45  # room for the names of the classes
    quarter = left + (right - left) / 4, top + (bottom - top) / 4
    assert page.place(0, 0, ("x", "y")) == pytest.approx(quarter)


def test_text_with_tags_becomes_runs_and_a_sign_is_no_tag():
    ((first, second), (third,)) = runs(
        '<b>p &lt; 1</b> < .001<br><span style="color:#123456">x</span>', "#000000"
    )
    assert (first.text, first.bold) == ("p < 1", True)
    assert (second.text, second.bold) == (" < .001", False)
    assert (third.text, third.colour) == ("x", "#123456")
    assert colour("rgba(255,0,51,0.5)") == pytest.approx((1, 0, 0.2, 0.5))


def test_panels_one_below_the_other_have_room_for_their_titles():
    panels = make_subplots(rows=2, cols=1)
    panels.add_scatter(x=[0, 1], y=[0.0001, 0.0002], row=2, col=1)
    panels.add_scatter(x=[0, 1], y=[0, 1], row=1, col=1)
    panels.update_yaxes(title="a title", tickformat=".4f", row=2, col=1)
    panels.update_layout(margin={"l": 8})
    page = Page.of(decoded(panels.to_dict()), 7.16, titled=True)
    assert page.left > page.axes["y2"].room(100) > page.axes["y"].room(100) + 20


def test_places_on_axes():
    plain = Axis.of("x", {"range": [0, 4], "dtick": 1}, [], 13)
    assert plain.share(1) == 0.25
    assert [text for _, text in plain.ticks(300)] == ["0", "1", "2", "3", "4"]
    log = Axis.of("x", {"type": "log", "range": [-1, 1]}, [], 13)
    assert log.share(1.0) == 0.5
    assert [text for _, text in log.ticks(300)] == [".1", ".2", ".5", "1", "2", "5", "10"]
