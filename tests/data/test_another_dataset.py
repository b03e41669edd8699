"""A data set is added by a row of the catalogue and its arrays: nothing else has to know it.

The package is copied with a made-up set in it, and asked in processes of its own.
"""

import csv
import io
import json
import os
import shutil
import subprocess
import sys
import zipfile

import numpy as np
import pytest
from project import ROOT
from sklearn.metrics import balanced_accuracy_score

from frnn_core import FRNNClassifier, describe
from frnn_core.data import Dataset, dataset_names, partition
from frnn_core.experiments.presets import paper

NAME = "two-clouds"


def made_up():
    """Sixty rows in tenths, 40 of class a and 20 of class b."""
    values = np.random.default_rng(3).integers(-30, 30, (3, 60)).astype(np.int16)
    codes = np.repeat([0, 1], [40, 20]).astype(np.uint8)
    values[:2] += 25 * codes
    return {
        "values": values,
        "decimals": np.ones(3, dtype=np.uint8),
        "codes": codes,
        "classes": np.array(["a", "b"]),
        "features": np.array(["x", "y", "z"]),
    }


def as_dataset(arrays):
    y = arrays["classes"][arrays["codes"]]
    return Dataset(NAME, arrays["values"].T / 10, y, tuple(arrays["features"].tolist()))


DATA = as_dataset(made_up())


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """A copy of the project with the set in it; all but the data are links."""
    root = tmp_path_factory.mktemp("project")
    (root / "frnn_core").mkdir()
    for path in (ROOT / "app.py", ROOT / "pages", ROOT / "tests", *(ROOT / "frnn_core").iterdir()):
        if path.name not in ("data", "__pycache__"):
            (root / path.relative_to(ROOT)).symlink_to(path)
    data = root / "frnn_core" / "data"
    shutil.copytree(ROOT / "frnn_core" / "data", data, ignore=shutil.ignore_patterns("__pycache__"))
    with (data / "catalogue.csv").open("r+", newline="", encoding="utf-8") as file:
        fields = csv.DictReader(file).fieldnames
        file.seek(0, os.SEEK_END)
        csv.DictWriter(file, fields, restval="").writerow(row())
    with zipfile.ZipFile(data / "snapshot.npz", "a") as archive:
        for part, array in made_up().items():
            content = io.BytesIO()
            np.save(content, array)
            archive.writestr(f"{NAME}/{part}.npy", content.getvalue())
    return root


def row():
    return {
        "name": NAME,
        "in_paper": "no",
        "rows": 60,
        "features": 3,
        "classes": 2,
        "largest_class": 40,
        "smallest_class": 20,
        "source": "made up",
        "licence": "none needed",
        "sha256": DATA.sha256,
    }


@pytest.fixture(scope="module")
def python(root, tmp_path_factory):
    """Run Python in the copy; give what it prints."""
    env = {
        **os.environ,
        "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests' / 'support'}",
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache")),
    }

    def run(*words):
        done = subprocess.run(
            [sys.executable, *words], cwd=root, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="module")
def told(python):
    """What the core of the copy says about it."""
    return json.loads(
        python(
            "-c",
            "import json, frnn_core\n"
            "from frnn_core.data.catalogue import entries\n"
            "from frnn_core.experiments.presets import paper\n"
            f"data = frnn_core.load_dataset('{NAME.replace('-', '_').upper()}')\n"
            "folds = frnn_core.partition(data)\n"
            "print(json.dumps({\n"
            "    'names': frnn_core.dataset_names(),\n"
            "    'all': frnn_core.dataset_names(extra=True),\n"
            "    'described': frnn_core.describe().to_json(),\n"
            f"    'row': frnn_core.describe(extra=True).loc[['{NAME}']].to_dict('records')[0],\n"
            f"    'hashes': [data.sha256, entries()['{NAME}'].sha256],\n"
            "    'folds': [folds.sha256, folds.label],\n"
            "    'preset': [plan.datasets for plan in paper()],\n"
            "}, default=lambda missing: None))",
        )
    )


def test_the_papers_sets_stay_as_they_are(told):
    assert tuple(told["names"]) == dataset_names()
    assert told["described"] == describe().to_json()
    assert [tuple(names) for names in told["preset"]] == [plan.datasets for plan in paper()]


def test_it_is_named_and_described_beside_them(told):
    assert tuple(told["all"]) == (*dataset_names(extra=True), NAME)
    assert told["row"] == {
        "keel_name": "",
        "full_of": "",
        "features": 3,
        "instances": 60,
        "gaps": 0,
        "classes": 2,
        "imbalance_ratio": 2.0,
        "printed_features": None,
        "printed_imbalance_ratio": pytest.approx(np.nan, nan_ok=True),
        "note": "",
        "source": "made up",
        "licence": "none needed",
        "in_paper": False,
    }


def test_it_is_loaded_and_shared_out(told):
    assert told["hashes"] == [DATA.sha256, DATA.sha256]
    folds = partition(DATA)
    assert told["folds"] == [folds.sha256, folds.label]


def test_the_command_line_lists_it(python):
    listed = python("-m", "frnn_core", "list", "datasets").splitlines()
    assert listed[-1].split() == [NAME, "3", "60", "0", "2", "2.00", "False"]
    assert len(listed) == len(dataset_names(extra=True)) + 3


def score(relation, k=3):
    """The mean over the folds, by the definition."""
    scores = []
    for train, test in partition(DATA):
        model = FRNNClassifier(relation=relation, k=k).fit(DATA.X[train], DATA.y[train])
        scores.append(balanced_accuracy_score(DATA.y[test], model.predict(DATA.X[test])))
    return float(np.mean(scores))


@pytest.mark.slow
def test_what_the_command_line_ran_is_what_benchmark_shows(python):
    words = ("--datasets", NAME, "--relations", "man", "euc", "--format", "csv")
    printed = python("-m", "frnn_core", "run", *words).splitlines()
    expected = [score("man"), score("euc")]
    name, k, *scores = printed[-1].split(",")
    assert (name, k) == (NAME, "3")
    assert [float(cell) for cell in scores] == pytest.approx(expected, abs=1e-12)
    page = python(
        "-c",
        "import json\n"
        "from driving import figures, opened\n"
        f"app = opened('benchmark', d='own', only='wine,{NAME}', r='man,euc')\n"
        "print(app.subheader[0].value)\n"
        f"print('{NAME}' in app.multiselect(key='only').options)\n"
        "print(json.dumps(figures(app)))",
    ).splitlines()
    assert "of 2 data sets" in page[0]
    assert "Preliminary" not in page[0]
    assert page[1] == "True"
    assert NAME in page[2]


@pytest.mark.slow
def test_explain_opens_with_it(python):
    page = python(
        "-c",
        "from driving import opened, text\n"
        f"app = opened('explain', ed='{NAME}', row='7')\n"
        f"print(app.selectbox(key='ed').value, len(app.warning))\n"
        "print(text(app))",
    )
    assert page.startswith(f"{NAME} 0\n")
    assert f"{NAME} (60 rows, 3 features, 2 classes)" in page
