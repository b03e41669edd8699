"""The wheel in clean environments: with the oldest packages that it allows, and with the newest."""

import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from project import ROOT

pytestmark = pytest.mark.slow

UV = Path(sys.executable).with_name("uv")
EXTRAS = tuple(f"--extra={name}" for name in ("cluster", "figures", "large", "parquet"))
OUT_OF_REACH = ("error sending request", "dns error", "Failed to fetch", "Connect")
LARGEST = 6_000_000
"""Bytes of the wheel."""
ON_A_CLUSTER = """
import numpy as np
from dask.distributed import Client
from frnn_core import FRNNClassifier, cluster

X = np.random.default_rng(0).normal(size=(20_000, 8))
y = (X[:, 0] > 0).astype(int)
few = FRNNClassifier("man", k=3).fit(X[:2000], y[:2000]).predict(X[2000:2100])
with Client(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None):
    told = cluster.FRNNClassifier("man", k=3).fit(X[:2000], y[:2000]).predict(X[2000:2100])
many = FRNNClassifier("man", k=3, search="approximate").fit(X, y)
print((np.asarray(told) == few).all(), (many.predict(X[:200]) == y[:200]).mean() > 0.9)
"""


def called(*words, cwd, **settings):
    return subprocess.run(
        [*map(str, words)], cwd=cwd, capture_output=True, text=True, check=False, **settings
    )


def by_uv(*words, cwd):
    done = called(UV, *words, cwd=cwd)
    out_of_reach = done.returncode and any(sign in done.stderr for sign in OUT_OF_REACH)
    if out_of_reach and os.environ.get("CI") != "true":
        pytest.skip(f"Packages cannot be fetched: {done.stderr[-300:]}")
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from a copy of what is tracked, so that no earlier build has a say."""
    source, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "frnn_core", source / "frnn_core", ignore=ignored)
    by_uv("build", "--wheel", "--quiet", "--out-dir", target, cwd=source)
    return next(target.glob("*.whl"))


@pytest.fixture(scope="module", params=["lowest-direct", "highest"])
def installed(request, wheel, tmp_path_factory):
    """The folder of the programs of an environment that holds the wheel and what it asks for."""
    home = tmp_path_factory.mktemp(request.param)
    by_uv("venv", "--quiet", "--python", sys.executable, "new", cwd=home)
    into = ("pip", "install", "--quiet", "--python", home / "new", "--only-binary", ":all:")
    by_uv(*into, "--resolution", request.param, "-r", ROOT / "pyproject.toml", *EXTRAS, cwd=home)
    by_uv(*into, "--no-deps", wheel, cwd=home)
    return home / "new" / ("Scripts" if os.name == "nt" else "bin")


def test_it_holds_the_library_and_its_data_and_nothing_else(wheel):
    assert wheel.stat().st_size < LARGEST
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"frnn_core", "frnn_explorer"}
    tracked = [
        path.relative_to(ROOT).as_posix() for path in (ROOT / "frnn_core").rglob("*") if path.is_file()
    ]
    assert set(tracked) - set(names) == {name for name in tracked if name.endswith(".pyc")}


@pytest.fixture
def frnn(installed, tmp_path):
    """The command, called in a folder of its own that holds a table."""
    own = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    made = "from frnn_core import load_dataset; load_dataset('wine').frame().to_csv('mine.csv', index=False)"
    assert called(installed / "python", "-c", made, cwd=tmp_path).returncode == 0
    return lambda words: called(installed / "frnn", *shlex.split(words), cwd=tmp_path, env=own)


def test_the_command_fits_predicts_and_computes_what_is_not_shipped(frnn, tmp_path):
    told = frnn("status")
    assert told.returncode == 0, told.stderr
    assert "sets, all readable" in told.stdout
    fitted = frnn("fit mine.csv --target class --k 5 --out model.frnn")
    assert fitted.returncode == 0, fitted.stderr
    assert frnn("predict model.frnn mine.csv --out found.csv").returncode == 0
    assert len((tmp_path / "found.csv").read_text().splitlines()) == 179
    assert "Row 3 of mine: " in frnn("explain model.frnn mine.csv --row 3").stdout
    run = frnn("run --datasets wine --relations man nca --seed 5 --format csv")
    assert run.stdout.splitlines()[0] == "dataset,k,man,nca", run.stderr


@pytest.mark.parametrize("installed", ["lowest-direct"], indirect=True)
def test_every_other_command_works_with_the_oldest_packages(frnn, tmp_path):
    """With the newest, near enough, the tests of tests/cli call them."""
    assert frnn("list relations").stdout.splitlines()[0].split()[0] == "man"
    whole = "classify --train mine.csv --test mine.csv --target class --relation man --k 1 --out classes.csv"
    assert frnn(whole).returncode == 0
    assert len((tmp_path / "classes.csv").read_text().splitlines()) == 179
    tested = frnn("stats --datasets all --relations man euc cos")
    assert "Friedman: chi-square = 6.48 (2 df)" in tested.stdout, tested.stderr
    board = frnn("leaderboard mine.csv --target class --relations man euc --beside majority --repeats 1")
    assert "Take Manhattan." in board.stdout, board.stderr
    report = frnn("report --datasets all --relations man euc cos --out view.zip")
    assert report.returncode == 0, report.stderr
    assert {"paragraph.txt", "critical-difference.html"} <= {
        *zipfile.ZipFile(tmp_path / "view.zip").namelist()
    }


def test_the_cluster_and_the_index_for_many_rows_work(installed, tmp_path):
    told = called(installed / "python", "-c", ON_A_CLUSTER, cwd=tmp_path)
    assert told.stdout == "True True\n", told.stderr


def test_without_the_dashboard_app_says_how_to_get_it(installed, tmp_path):
    told = called(installed / "frnn", "app", cwd=tmp_path)
    assert told.returncode == 2
    assert "The dashboard does not come with pip install." in told.stderr
    told = called(installed / "frnn", "app", cwd=ROOT)
    assert told.returncode == 2
    assert "needs Streamlit, which is not installed here." in told.stderr
    assert f"`pip install -r {ROOT / 'requirements.txt'}`" in told.stderr
