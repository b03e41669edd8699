"""A visitor brings a table, says what its columns are, compares, stops, goes on, and takes the code home."""

import io
import re
import subprocess
import sys
from contextlib import suppress

import numpy as np
import pandas as pd
import pytest
from browsing import PHONE, SOON, asks, fits, picked, settled, tab, visited_again
from playwright.sync_api import Error as PlaywrightError
from project import clean
from waiting import until

from frnn_core.engine.rounding import NOISE
from pages.ui.your_data.check import FOLDED

RELATIONS = "man,euc,mah,nca,lmnn"
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]


def kept(server):
    """The files in the server's folder, but for its log and Matplotlib's list of fonts."""
    return {
        file
        for file in server.home.rglob("*")
        if file.name != "server.log" and "matplotlib" not in file.parts
    }


def write_table(folder):
    rng = np.random.default_rng(4)
    y = rng.integers(0, 3, 600)
    X = rng.normal(size=(600, 8)) + 0.6 * y[:, None]
    frame = pd.DataFrame(X.round(4), columns=[f"f{i}" for i in range(7)] + ["**x** <b>"])
    frame.insert(0, "id", range(1, 601))
    frame.loc[::90, "f2"] = np.nan
    frame["colour"] = rng.choice(["red", "blue"], 600)
    frame["class"] = [f"c{label}" for label in y]
    frame.to_csv(folder / "mine.csv", index=False)
    return folder / "mine.csv"


def downloaded(page, name):
    with page.expect_download() as taken:
        page.get_by_role("button", name=name, exact=True).click()
    return taken.value.path().read_bytes().decode()


def table_of(text):
    return pd.read_csv(io.StringIO(text), index_col="relation").drop(columns="seconds")


def test_a_table_is_compared_stopped_continued_and_taken_home(server, visitor, tmp_path):
    path = write_table(tmp_path)
    before = kept(server)
    visitor.goto(f"{server.url}/your_data?among={RELATIONS}&yk=3&ybeside=&yrepeats=1")
    visitor.get_by_text("400 of 400 rows · 6 features").wait_for()
    visitor.set_input_files("input[type=file]", path)
    visitor.get_by_text(re.compile("600 of 600 rows · 9 features")).wait_for()
    visitor.get_by_text(re.compile("^left out:.* only numbers the rows")).wait_for()
    visitor.get_by_text("one feature, equal or not, 2 values").wait_for()
    visitor.get_by_text("1 % gaps").wait_for()
    asks(visitor, file="mine.csv")
    picked(visitor, "Treatment of colour", "By class shares", treat="colour:value-difference")

    visitor.get_by_role("button", name="Compare relations").click()
    visitor.get_by_role("heading", name=re.compile("So far .* of 10 folds")).wait_for()
    visitor.get_by_role("button", name="Cancel").click()
    visitor.get_by_text(re.compile(r"Stopped\. \d+ of 50 pieces are kept")).wait_for()
    visitor.get_by_role("button", name="Continue").click()
    visitor.get_by_role("heading", name=re.compile(r"\b(Use|Take) ")).wait_for()
    settled(visitor)

    shown = visitor.evaluate(
        "(() => { const t = document.querySelector('.js-plotly-plot').data.find(t => t.meta === 'means');"
        " return Object.fromEntries(t.customdata.map((key, i) => [key, t.x[i]])) })()"
    )
    csv = table_of(downloaded(visitor, "CSV"))
    assert set(csv.index) == {*RELATIONS.split(",")}
    visitor.get_by_text("Mahalanobis is undefined on these data: colour (class 1)").wait_for()
    assert shown == pytest.approx(csv["mean"][["man", "euc", "nca", "lmnn"]].to_dict(), abs=1e-12)

    (tmp_path / "leaderboard.py").write_text(downloaded(visitor, "Python"))
    done = subprocess.run(
        [sys.executable, "leaderboard.py"],
        cwd=tmp_path,
        env=clean(PATH="", HOME=str(tmp_path)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "leaderboard(" in (tmp_path / "leaderboard.py").read_text()  # so this is the library's own answer
    printed = table_of(done.stdout.split("The same in full:\n")[1])
    pd.testing.assert_frame_equal(printed.round(NOISE), csv, check_exact=True)
    finding = visitor.get_by_role("heading", name=re.compile(r"\b(Use|Take) "))
    assert finding.inner_text().strip() in done.stdout
    assert kept(server) == before

    visited_again(visitor)
    visitor.get_by_text("Upload mine.csv again to restore this view.").wait_for()


def test_a_role_is_changed_by_keyboard_and_by_touch(server, browser, visitor):
    visitor.goto(f"{server.url}/your_data?among=man&yk=3&ybeside=&yrepeats=1")
    visitor.get_by_text("400 of 400 rows · 6 features").wait_for()
    picked(visitor, "Role of customer_id", "Number", roles="customer_id:number")
    visitor.get_by_text("400 of 400 rows · 7 features").wait_for()
    visitor.get_by_text("The guess was identifier.").wait_for()
    asks(visitor, roles="customer_id:number")
    link = visitor.evaluate("location.href")
    with tab(browser, viewport=PHONE, has_touch=True) as phone:
        phone.goto(link)
        phone.get_by_text("400 of 400 rows · 7 features").wait_for()
        settled(phone)
        fits(phone)
        role = phone.get_by_role("combobox", name="Role of newsletter")
        until(role.is_visible, lambda: phone.get_by_text(FOLDED).tap())

        def tapped():
            settled(phone)
            with suppress(PlaywrightError):
                role.tap(timeout=SOON)
                phone.get_by_role("option", name="Left out").tap(timeout=SOON)

        asks(phone, tapped, roles="customer_id:number,newsletter:left-out")
        phone.get_by_text("400 of 400 rows · 6 features").wait_for()
        fits(phone)
