"""The maps for people name what is there, and the examples in them run."""

import re
import shlex

import pytest
from project import ROOT

from frnn_core.__main__ import main
from pages.ui.navigation import all_pages

MAPS = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/architecture.md",
    "docs/command-line.md",
    "docs/data.md",
    "docs/exercises.md",
    "docs/guide.md",
    "docs/hosting.md",
    "docs/library.md",
    "docs/limits.md",
    "docs/results.md",
    "docs/search.md",
    "docs/statistics.md",
    "docs/strength.md",
    "docs/tables.md",
)
PATH = re.compile(
    r"`((?:frnn_core|pages|tests|tools|docs)(?:/[\w.]+)*/?"
    r"|[\w.-]+\.(?:py|toml|md|txt|cff|csv|npz)|Dockerfile|Makefile)`"
)
MADE_BY_THE_READER = ("mine.csv", "docs/_build/html")
EXAMPLES = {
    "README.md": 1,
    "docs/library.md": 4,
    "docs/site/start/practitioner.md": 1,
    "docs/site/start/researcher.md": 1,
    "docs/statistics.md": 2,
    "docs/tables.md": 1,
}
"""How many pieces of Python a page has."""


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MAPS)
def test_every_path_exists(name):
    for path in {*PATH.findall(read(name))}.difference(MADE_BY_THE_READER):
        assert (ROOT / path).exists() or any((ROOT / "frnn_core").rglob(path)), f"{name} names {path}"


def test_the_map_names_every_room():
    named = " ".join(PATH.findall(read("docs/architecture.md")))
    rooms = [path for path in (ROOT / "frnn_core").iterdir() if (path / "__init__.py").exists()]
    assert len(rooms) == 14
    assert all(f"frnn_core/{room.name}" in named for room in rooms)


@pytest.mark.parametrize("name", MAPS)
def test_every_link_leads_somewhere(name):
    folder = (ROOT / name).parent
    for link in re.findall(r"\]\(([^)#]+)\)", read(name)):
        assert link.startswith(("http", "mailto:")) or (folder / link).exists(), f"{name} links to {link}"


@pytest.mark.parametrize("name", MAPS)
def test_every_make_target_exists(name):
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.MULTILINE))
    code = " ".join(re.findall(r"```.*?```|`[^`]*`", read(name), re.DOTALL))
    assert set(re.findall(r"(?<!install )\bmake ([a-z]+)\b", code)) <= targets


def test_every_decorator_that_is_named_registers():
    text = read("docs/architecture.md")
    named = re.findall(r"one `@(\w+)` function.*?`(frnn_core/[\w/]+\.py)`", text)
    assert len(named) == 11
    for decorator, path in named:
        assert re.search(rf"^@{decorator}\(", read(path), re.MULTILINE), (decorator, path)


def examples(name):
    """What a page shows of Python."""
    return re.findall(r"^ *```python\n(.*?)```", read(name), re.DOTALL | re.MULTILINE)


def markdown():
    """Every Markdown file of the project, what `make docs` builds left out."""
    rooms = ("docs", "frnn_core", "pages", "tests", "tools")
    found = [*ROOT.glob("*.md"), *(path for room in rooms for path in (ROOT / room).rglob("*.md"))]
    return [path.relative_to(ROOT).as_posix() for path in found if "_build" not in path.parts]


def test_every_page_with_python_is_run():
    assert {*MAPS} < {*markdown()}
    assert sorted(name for name in markdown() if "```python" in read(name)) == sorted(EXAMPLES)


NUMBERS = {7: "seven", 9: "nine", 13: "thirteen"}


def test_what_is_counted_in_words_is_so_many():
    pages = NUMBERS[len(all_pages())]
    assert f"of {pages} pages" in read("README.md")
    assert f"{pages} pages that open filled" in read("CHANGELOG.md")
    lectures = re.findall(r"^### \d+\. ", read("docs/guide.md"), re.MULTILINE)
    assert f"guide with {NUMBERS[len(lectures)]} lectures" in read("CHANGELOG.md")
    (number, walks) = re.search(
        r"^## (\w+) walks\n(.*?)^## ", read("docs/architecture.md"), re.M | re.S
    ).groups()
    assert number.lower() == NUMBERS[len(re.findall(r"^\*\*.*?\.\*\* ", walks, re.MULTILINE))]


def test_the_chart_names_every_study():
    (line,) = re.findall(r'studies\[".*?<br/>(.*?)"\]', read("docs/architecture.md"))
    folders = [path.parent.name for path in (ROOT / "frnn_core/studies").glob("*/__init__.py")]
    assert line.split(" · ") == sorted(folders)


def test_every_page_of_docs_is_looked_at():
    assert {f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")} <= {*MAPS}


@pytest.mark.parametrize(("name", "count"), EXAMPLES.items())
def test_the_examples_run(name, count, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert len(examples(name)) == count
    for example in examples(name):
        exec(compile(example, name, "exec"), {})
    said = capsys.readouterr().out
    assert said
    if name == "docs/tables.md":
        assert said == "['goes' 'goes']\n"
    if name == "docs/statistics.md":
        assert "Friedman" in said
        assert (tmp_path / "diagram.html").stat().st_size > 10_000
    if name == "docs/library.md":
        check_the_commands_of_a_model(capsys)


def check_the_commands_of_a_model(capsys):
    text = read("docs/library.md")
    lines = re.findall(r"^python -m frnn_core ((?:fit|predict|explain) .*)$", text, re.MULTILINE)
    assert [line.split()[0] for line in lines] == ["fit", "predict", "explain"]
    assert [main(shlex.split(line)) for line in lines] == [0, 0, 0]
    assert "Row 3 of new: " in capsys.readouterr().out


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_import_public_names_only(name):
    for example in examples(name):
        assert set(re.findall(r"from (frnn_core[\w.]*) import", example)) <= {
            "frnn_core",
            "frnn_core.figures",
        }
