"""The main story, as a visitor lives it: home, heatmap, a cell, tests, downloads, a job, a link."""

import io
import re
import time

import numpy as np
import pandas as pd
import pytest
from browsing import (
    FIGURE,
    asked,
    asks,
    clicked,
    drawn,
    figure_says,
    settled,
    tab,
    visited_again,
)
from waiting import until

from frnn_core import dataset_names
from frnn_core.figures.palette import DARK, LIGHT
from pages.ui.navigation import all_pages

PAGES = ("", *(name for name in all_pages() if name != "home"))
STEPS = 5

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def redraws(page, slider, words):
    """Seconds from a key on a slider to the figure that says so, for several steps."""
    seconds = []
    handle = page.get_by_role("slider", name=re.compile(slider))
    for step in range(STEPS):
        handle.focus()
        start = time.perf_counter()
        handle.press("ArrowRight")
        figure_says(page, words(step))
        seconds.append(time.perf_counter() - start)
        settled(page)
    return float(np.median(seconds))


def test_from_home_to_a_cell_and_its_numbers(server, visitor, measured):
    visitor.goto(server.url)
    drawn(visitor)
    start = time.perf_counter()
    visitor.get_by_role("link", name="Benchmark", exact=True).click()
    visitor.get_by_role("heading", name="Which relation works where?").wait_for()
    measured(f"page change {time.perf_counter() - start:.2f} s")
    figure_says(visitor, "k = 3")
    settled(visitor)
    seconds = redraws(visitor, "k, neighbours", lambda step: f"k = {step + 4}")
    measured(f"k slider to redraw on Benchmark, median of {STEPS}: {seconds:.2f} s")
    asks(visitor, k=str(3 + STEPS))

    clicked(visitor, (0, 5), lambda: "cell" in asked(visitor))
    name, key = asked(visitor)["cell"].split("/")
    visitor.get_by_text(re.compile("is ahead on")).wait_for()
    settled(visitor)

    with visitor.expect_download() as taken:
        visitor.get_by_role("button", name="CSV", exact=True).click()
    table = pd.read_csv(io.BytesIO(taken.value.path().read_bytes()), index_col="dataset")
    shown = visitor.evaluate(
        "(() => { const t = document.querySelector('.js-plotly-plot').data.at(-1);"
        " return t.customdata.map(c => [...c]) })()"
    )
    assert {tuple(pair[:2]) for pair in shown} == {(row, column) for row in table.index for column in table}
    assert name in table.index
    visitor.get_by_text(re.compile(rf"on {name}, fold by fold")).first.wait_for()
    means = visitor.evaluate("[...document.querySelectorAll('.js-plotly-plot')[1].data.at(-1).text]")
    own, best_other = map(float, means)
    assert max(best_other - own, 0) == pytest.approx(table.loc[name, key], abs=1.1e-3)


def test_significance_changes_with_the_test_and_comes_back_from_its_link(server, visitor):
    visitor.goto(f"{server.url}/significance")
    figure_says(visitor, "Conover-Friedman")
    settled(visitor)
    visitor.get_by_role("combobox", name=re.compile("Test of pairs")).click()
    visitor.get_by_role("option", name="Nemenyi").click()
    figure_says(visitor, "Nemenyi")
    asks(visitor, test="nemenyi")
    visited_again(visitor)
    figure_says(visitor, "Nemenyi")
    settled(visitor)
    with visitor.expect_download() as taken:
        visitor.get_by_role("button", name="CSV", exact=True).click()
    pairs = pd.read_csv(io.BytesIO(taken.value.path().read_bytes()))
    assert len(pairs) == 21
    significant = int((pairs["p_adjusted"] < 0.05).sum())
    visitor.get_by_text(f"{significant} of 21 pairs differ").first.wait_for()


def test_a_box_takes_a_data_set_out_and_a_button_puts_it_back(server, visitor):
    visitor.goto(f"{server.url}/significance?part=Data%20sets")
    visitor.get_by_role("heading", name=re.compile("of 40 data sets")).wait_for()
    settled(visitor)
    grid = visitor.get_by_test_id("stDataFrame").first

    def turn(row, *left):
        """Tick the box of a row, or take its tick away, until these data sets are left out."""
        cell = grid.get_by_test_id(f"glide-cell-0-{row}")  # of the table for readers inside the canvas

        def step():
            settled(visitor)
            grid.locator("canvas").first.focus()
            cell.focus()
            visitor.keyboard.press("Space")

        until(lambda: asked(visitor).get("without") == ",".join(left), step, told=lambda: asked(visitor))
        left_out(*left)

    def left_out(*names):
        asks(visitor, without=",".join(names) or None)
        visitor.get_by_role("heading", name=re.compile(f"of {40 - len(names)} data sets")).wait_for()

    first, second, third = dataset_names()[:3]
    turn(1, second)
    visitor.get_by_text("Exploratory: 1 data set removed by hand").wait_for()
    turn(2, second, third)
    turn(1, third)
    visitor.get_by_role("button", name="Restore all").click()
    left_out()
    turn(0, first)


def test_dark_figures_can_be_saved_on_white(server, browser):
    with tab(browser, color_scheme="dark") as page:
        page.goto(f"{server.url}/sensitivity")
        drawn(page)
        paper = f"document.querySelector('{FIGURE}')?.layout?.paper_bgcolor"
        page.wait_for_function(f"{paper} == '{DARK.background}'")
        page.get_by_text("Figures on white").click()
        page.wait_for_function(f"{paper} == '{LIGHT.background}'")
        asks(page, white="1")


def test_sliders_on_sensitivity_and_gamma(server, visitor, measured):
    visitor.goto(f"{server.url}/sensitivity")
    figure_says(visitor, "Mean rank")
    settled(visitor)
    handle = visitor.get_by_role("slider", name=re.compile("k, neighbours"))
    seconds = []
    for step in range(STEPS):
        handle.focus()
        start = time.perf_counter()
        handle.press("ArrowRight")
        visitor.wait_for_function(
            f"words => document.querySelector('{FIGURE}')?.layout?.annotations?.some(a => a.text == words)",
            arg=f"k = {step + 4}",
        )
        seconds.append(time.perf_counter() - start)
        settled(visitor)
    measured(f"k slider to redraw on Sensitivity, median of {STEPS}: {np.median(seconds):.2f} s")

    visitor.goto(f"{server.url}/benchmark?r=kernels&g=0.1")
    figure_says(visitor, "γ = 0.1")
    settled(visitor)
    seconds = redraws(visitor, "γ, width", lambda step: f"γ = {10 ** ((step - 5) / 6):.6g}")
    measured(f"γ slider to redraw on Benchmark, median of {STEPS}: {seconds:.2f} s")


def test_a_job_is_started_cancelled_and_found_again(server, visitor):
    visitor.goto(f"{server.url}/benchmark?folds=stratified&r=man,nca&d=own&only=vowel,german,contra,phoneme")
    visitor.get_by_role("button", name="Compute it").click()
    visitor.get_by_text(re.compile(r"Computing \d+ of [\d,]+ pieces|Waiting for another")).wait_for()
    until(lambda: "job" in asked(visitor))
    visited_again(visitor)
    visitor.get_by_text(re.compile(r"Computing \d+ of [\d,]+ pieces")).wait_for()
    visitor.get_by_role("button", name="Cancel").click()
    visitor.get_by_text(re.compile(r"Stopped\.")).wait_for()
    visitor.get_by_role("button", name="Continue").wait_for()


def test_a_bad_link_is_explained(server, visitor):
    visitor.goto(f"{server.url}/benchmark?k=99&r=man,<script>alert(1)</script>")
    visitor.get_by_text("This link asked for k = 99; it goes from 1 to 20.").wait_for()
    figure_says(visitor, "k = 3")
    asks(visitor, k=None)
