"""The maps for people name what is there, and the examples of the README run."""

import re
import shlex

import pytest
from project import ROOT

from frnn_core.__main__ import main

MAPS = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/architecture.md",
    "docs/guide.md",
    "docs/data.md",
    "docs/search.md",
    "docs/strength.md",
    "docs/tables.md",
)
PATH = re.compile(
    r"`((?:frnn_core|pages|tests|tools|docs)(?:/[\w.]+)*/?"
    r"|[\w.-]+\.(?:py|toml|md|txt|cff|csv|npz)|Dockerfile|Makefile)`"
)
MADE_BY_THE_READER = ("mine.csv",)


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
    assert len(named) == 10
    for decorator, path in named:
        assert re.search(rf"^@{decorator}\(", read(path), re.MULTILINE), (decorator, path)


def test_the_examples_of_the_readme_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    examples = re.findall(r"```python\n(.*?)```", read("README.md"), re.DOTALL)
    assert len(examples) >= 2
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
    assert "Friedman" in capsys.readouterr().out
    assert (tmp_path / "diagram.html").stat().st_size > 10_000
    lines = re.findall(r"^python -m frnn_core ((?:fit|predict|explain) .*)$", read("README.md"), re.MULTILINE)
    assert [line.split()[0] for line in lines] == ["fit", "predict", "explain"]
    assert [main(shlex.split(line)) for line in lines] == [0, 0, 0]
    assert "Row 3 of new: " in capsys.readouterr().out


def test_the_readme_imports_public_names_only():
    for example in re.findall(r"```python\n(.*?)```", read("README.md"), re.DOTALL):
        assert set(re.findall(r"from (frnn_core[\w.]*) import", example)) <= {
            "frnn_core",
            "frnn_core.figures",
        }
