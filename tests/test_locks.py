"""What is installed: every package by version and hash, and nothing that is used without being asked for."""

import ast
import re
import sys
import tomllib
from functools import cache
from importlib import metadata

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from project import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = sorted(path.name for path in ROOT.glob("requirements*.txt"))
APART = ("requirements-docs.txt", "requirements-upkeep.txt")
"""Installed by themselves, so that here their packages cannot be asked what they need."""
PINNED = re.compile(r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; [^\\]+?)?( --hash=sha256:[0-9a-f]{64})+")


def lines(lock):
    """The lines of a lock without comments, those that go on in one piece."""
    text = re.sub(r"^ *#.*\n", "", (ROOT / lock).read_text(), flags=re.MULTILINE)
    return [re.sub(r" +", " ", line) for line in text.replace("\\\n", "").splitlines() if line]


def locked(lock):
    """The requirements of a lock by name, without the hashes."""
    found = [Requirement(line.split(" --hash")[0]) for line in lines(lock) if not line.startswith("--")]
    return {requirement.name: requirement for requirement in found}


def version(requirement):
    (pin,) = requirement.specifier
    return pin.version


def asked(*lists):
    """What the named lists of pyproject.toml ask for: `library`, extras, and groups."""
    known = {
        "library": PROJECT["project"]["dependencies"],
        **PROJECT["project"]["optional-dependencies"],
        **PROJECT["dependency-groups"],
    }
    wanted = [Requirement(text) for name in lists for text in known[name]]
    return {canonicalize_name(requirement.name): requirement for requirement in wanted}


def applies(requirement):
    return requirement.marker is None or requirement.marker.evaluate({"extra": ""})


# the locks


def test_there_is_a_lock_for_every_set():
    assert LOCKS == [
        "requirements-cluster.txt",
        "requirements-dev.txt",
        "requirements-docs.txt",
        "requirements-large.txt",
        "requirements-upkeep.txt",
        "requirements.txt",
    ]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_with_its_hashes_and_comes_ready_built(lock):
    option, *packages = lines(lock)
    assert option == "--only-binary :all:"
    assert [line[:80] for line in packages if not PINNED.fullmatch(line)] == []
    assert len(packages) == len(locked(lock)) >= 29


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_says_where_packages_come_from(lock):
    text = (ROOT / lock).read_text()
    assert not re.search(r"://|--(extra-)?index|--find-links|--trusted| @ ", text)


@pytest.mark.parametrize(
    ("lock", "lists"),
    [
        ("requirements.txt", ("library", "figures", "dashboard")),
        ("requirements-cluster.txt", ("library", "figures", "parquet", "dashboard", "cluster")),
        ("requirements-large.txt", ("library", "figures", "dashboard", "large")),
        ("requirements-dev.txt", ("library", "figures", "parquet", "dashboard", "cluster", "large", "tests")),
        ("requirements-docs.txt", ("library", "figures", "docs")),
        ("requirements-upkeep.txt", ("upkeep",)),
    ],
)
def test_each_lock_has_what_was_asked_for_in_a_version_that_will_do(lock, lists):
    found = locked(lock)
    for name, wanted in asked(*lists).items():
        assert version(found[name]) in wanted.specifier, name


def test_a_larger_set_has_the_packages_of_the_smaller_to_the_hash():
    run, cluster, large, tests = (
        {*lines(f"requirements{name}.txt")} for name in ("", "-cluster", "-large", "-dev")
    )
    assert run < cluster < tests
    assert run < large < tests


def test_what_is_installed_is_what_is_locked():
    wanted = {name: version(pin) for name, pin in locked("requirements-dev.txt").items() if applies(pin)}
    assert len(wanted) > 80
    assert {name: metadata.version(name) for name in wanted} == wanted


@pytest.mark.parametrize("lock", [lock for lock in LOCKS if lock not in APART])
def test_whatever_a_locked_package_needs_is_locked(lock):
    found = locked(lock)
    for name in (name for name, pin in found.items() if applies(pin)):
        for needed in filter(applies, map(Requirement, metadata.requires(name) or [])):
            pin = found.get(canonicalize_name(needed.name))
            assert pin, f"{name} needs {needed}"
            assert version(pin) in needed.specifier, f"{name} needs {needed}"


def test_every_set_up_checks_the_hashes():
    makefile, image = (ROOT / "Makefile").read_text(), (ROOT / "Dockerfile").read_text()
    installs = re.findall(r"pip .*\binstall\b.*", makefile + image)
    assert len(installs) == 2
    assert all("--no-deps" in line and "--require-hashes" in line for line in installs)


# imports


homes = cache(metadata.packages_distributions)


@cache
def named(place):
    """The modules that the files of a place import, at the top or later."""
    names = set()
    for path in [ROOT / place] if place.endswith(".py") else (ROOT / place).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names.add(node.module.split(".")[0])
    return names


def imported(*places):
    """The packages that the files of some places import; ours and Python's aside."""
    ours = {"frnn_core", "pages", "tools", "tests", "app"} | {
        path.stem for path in (ROOT / "tests").rglob("*.py")
    }
    foreign = set().union(*map(named, places)) - ours - sys.stdlib_module_names
    return {canonicalize_name(home) for name in foreign for home in homes()[name]}


@pytest.mark.parametrize(
    ("places", "lists"),
    [
        (("frnn_core",), ("library", "figures", "parquet", "cluster", "large")),
        (("app.py", "pages"), ("library", "dashboard")),
        (("tools",), ("library", "dashboard", "cluster", "large", "tests")),
        (("tests",), ("library", "dashboard", "cluster", "large", "tests")),
    ],
)
def test_what_is_imported_is_asked_for(places, lists):
    assert imported(*places) - set(asked(*lists)) == set()


def test_the_library_asks_for_nothing_that_it_does_not_import():
    assert set(asked("library", "figures", "parquet", "cluster", "large", "dashboard")) == imported(
        "frnn_core", "app.py", "pages"
    )
