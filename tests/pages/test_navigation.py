"""Pages declare themselves: two files make one."""

import os
import shutil
import subprocess
import sys

import pytest
from driving import ROOT, figures, moved, scenes
from streamlit.testing.v1 import AppTest
from waiting import LIMIT

from pages.ui import navigation
from pages.ui.navigation import Page, all_pages, grouped

SCRIPT = """
import streamlit as st
from pages.ui import shell
shell.start("made_up", ())
st.title("Made up")
"""
ENTRY = """
from pages.ui.navigation import Page
PAGE = Page("Made up", icon="star", place=16, group="Compare")
"""
VISIT = """
from streamlit.testing.v1 import AppTest
from pages.ui.navigation import grouped
app = AppTest.from_file("app.py", default_timeout=280).switch_page("pages/made_up.py").run()
assert not app.exception, app.exception
print(app.title[0].value, *grouped()["Compare"], sep="|")
"""
LIGHT = """
import sys
from pages.ui.navigation import all_pages
print(len(all_pages()), *{"pandas", "plotly", "numpy", "streamlit", "frnn_core"} & set(sys.modules))
"""


def run(code, folder):
    """What Python prints in a folder, where the pages of that folder come first."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.quick
def test_the_pages_stand_in_their_groups_in_this_order():
    assert grouped() == {
        "": ["home"],
        "Compare": ["benchmark", "significance", "sensitivity", "gamma_descent", "weights", "learned"],
        "Learn": ["tour", "playground", "relations", "explain"],
        "Check": ["paper", "your_data"],
    }
    assert all_pages()["learned"] == Page("Learned relations", "school", 15, "Compare")


@pytest.mark.quick
def test_every_place_is_taken_once():
    places = [page.place for page in all_pages().values()]
    assert sorted(set(places)) == places


def test_two_files_make_a_page(tmp_path):
    shutil.copytree(ROOT / "pages", tmp_path / "pages", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app.py", tmp_path)
    (tmp_path / "pages" / "made_up.py").write_text(SCRIPT)
    (tmp_path / "pages" / "ui" / "made_up").mkdir()
    (tmp_path / "pages" / "ui" / "made_up" / "__init__.py").write_text(ENTRY)
    assert run(VISIT, tmp_path) == (
        "Made up|benchmark|significance|sensitivity|gamma_descent|weights|learned|made_up"
    )


@pytest.mark.quick
def test_the_navigation_is_known_before_anything_large_is_loaded():
    assert run(LIGHT, ROOT) == str(len(all_pages()))


@pytest.mark.quick
def test_a_script_without_an_entry_is_told_where_to_declare_it(tmp_path, monkeypatch):
    (tmp_path / "lonely.py").write_text("")
    monkeypatch.setattr(navigation, "FOLDER", tmp_path)
    with pytest.raises(RuntimeError, match=r"declare PAGE = Page\(…\) in pages/ui/lonely/__init__.py"):
        all_pages.__wrapped__()


@pytest.mark.parametrize("name", all_pages())
def test_a_page_whose_script_runs_without_app_py_gets_its_frame(name):
    """Streamlit does so where a page is the first that is visited after the start."""
    app = moved(AppTest.from_file(str(ROOT / "pages" / f"{name}.py"), default_timeout=LIMIT))
    assert len(app.title) == 1
    assert figures(app) or scenes(app)
