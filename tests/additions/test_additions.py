"""One decorated function in one file adds a relation, weights, a scaling, a measure, a baseline or a test.

The proof: a copy of the project gets one of each, and every page and every command is asked with them.
"""

import json
import os
import shutil
import subprocess
import sys

import pytest
from additions import ADDITIONS
from project import ROOT

from frnn_core.experiments.plan import plan_text
from frnn_core.experiments.presets import paper
from frnn_core.paper.claims import audit

pytestmark = pytest.mark.slow
OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "--import-mode=importlib", "-o", "addopts=")


def test_each_is_added_in_one_file_and_known_everywhere(tmp_path):
    root = tmp_path / "project"
    touched = {name.partition("/")[0] for name in ADDITIONS}
    (root / "frnn_core").mkdir(parents=True)
    for path in (ROOT / "app.py", ROOT / "pages", ROOT / "tests", *(ROOT / "frnn_core").iterdir()):
        if path.name in touched:
            shutil.copytree(
                path, root / "frnn_core" / path.name, ignore=shutil.ignore_patterns("__pycache__")
            )
        elif path.name != "__pycache__":
            (root / path.relative_to(ROOT)).symlink_to(path)
    for name, text in ADDITIONS.items():
        with (root / "frnn_core" / name).open("a", encoding="utf-8") as file:
            file.write(text)
    told = {"preset": json.loads(plan_text(paper())), "audit": audit().to_json()}
    (root / "before.json").write_text(json.dumps(told))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, str(root / "tests" / "additions" / "with_additions.py")],
        cwd=root,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join(map(str, (root, root / "tests" / "support"))),
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_CACHE_HOME": str(tmp_path / "cache"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-8000:]
    assert " passed" in done.stdout
