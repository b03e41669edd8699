"""A visitor takes a prediction apart: another row, its bars, and a file that adds up to what is on screen."""

import io
import re

import pandas as pd
import pytest
from browsing import FIGURE, asked, asks, figure_says, fits, settled
from playwright.sync_api import expect
from waiting import until

NUMBERS = (
    "(() => { const gd = document.querySelector('.js-plotly-plot');"
    " return gd._fullLayout.annotations.map(a => a.text.replaceAll(/<[^>]*>/g, '')) })()"
)

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def on_screen(page):
    """Upper, lower and score of each class, as written beside the bars."""
    told, found = page.evaluate(NUMBERS), {}
    for place in range(0, len(told), 4):
        label = re.match(r"class (\S+)", told[place]).group(1)
        found[label] = [float(text.replace("−", "-")) for text in told[place + 1 : place + 4]]
    return found


def test_another_row_its_bars_and_a_file_that_adds_up(server, visitor):
    visitor.goto(f"{server.url}/explain")
    figure_says(visitor, "Row 61 of wine")
    settled(visitor)
    expect(visitor.get_by_role("heading", name=re.compile("Class 1 by a narrow margin"))).to_have_count(1)

    visitor.get_by_role("combobox", name=re.compile("Row, hardest first")).click()
    visitor.get_by_role("option", name=re.compile("row ")).nth(3).click()
    row = until(lambda: asked(visitor).get("row"))
    figure_says(visitor, f"Row {row} of wine")
    settled(visitor)

    with visitor.expect_download() as taken:
        visitor.get_by_role("button", name="CSV", exact=True).click()
    table = pd.read_csv(io.BytesIO(taken.value.path().read_bytes()), dtype={"class": str})
    assert list(table)[:4] == ["class", "side", "order", "row"]
    sums = table.groupby(["class", "side"])["contribution"].sum()
    shown = on_screen(visitor)
    assert set(shown) == {"1", "2", "3"}
    for label, (upper, lower, score) in shown.items():
        assert upper == pytest.approx(sums[label, "inside"], abs=6e-4)
        assert lower == pytest.approx(1 - sums[label, "outside"], abs=6e-4)
        assert score == pytest.approx((upper + lower) / 2, abs=1.1e-3)
    assert int(row) not in set(table["row"])


def test_a_typed_row_and_a_phone(server, dark_phone):
    page = dark_phone
    page.goto(f"{server.url}/explain?et=typed")
    page.wait_for_function(f"document.querySelectorAll('{FIGURE}').length === 2")
    settled(page)
    box = page.get_by_role("spinbutton", name="alcohol", exact=True)
    box.fill("14")
    box.press("Enter")
    asks(page, typed="1_14")
    page.get_by_text(re.compile("1 of 13 values differ from row 61")).wait_for()
    fits(page)
