"""The package as a whole: its public names and what it must not depend on."""

import ast
import doctest
import importlib
import pkgutil
import subprocess
import sys

import pytest
from project import ROOT

import frnn_core

HEAVY = ("numpy", "pandas", "plotly", "scipy", "scipy.stats", "sklearn")


def loaded_by(code):
    """Which of the heavy packages a piece of code has loaded at its end."""
    code = f"import sys\n{code}\nprint([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    return ast.literal_eval(done.stdout)


def test_every_public_name_has_a_home_and_comes_from_it():
    assert {*frnn_core._HOME_OF, "figures", "__version__"} == set(frnn_core.__all__) <= set(dir(frnn_core))
    for name, home in frnn_core._HOME_OF.items():
        assert getattr(frnn_core, name) is getattr(importlib.import_module(f"frnn_core.{home}"), name)
    assert frnn_core.figures.critical_difference.__name__ == "critical_difference"
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        frnn_core.nonsense  # noqa: B018


def test_names_are_imported_when_they_are_asked_for():
    assert loaded_by("import frnn_core") == []
    assert loaded_by("from frnn_core import RELATIONS, Plan, Setting, load_dataset, partition") == [
        "numpy",
        "scipy",
    ]
    assert "plotly" not in loaded_by("import frnn_core.figures")


@pytest.mark.slow
def test_the_core_imports_no_dashboard():
    code = (
        "import sys, pkgutil, importlib, frnn_core\n"
        "for m in pkgutil.walk_packages(frnn_core.__path__, 'frnn_core.'):\n"
        "    if not m.name.endswith('__main__'): importlib.import_module(m.name)\n"
        "assert len(sys.modules) > 100\n"
        "print('streamlit' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.slow
def test_the_examples_in_docstrings_are_true():
    modules = [m.name for m in pkgutil.walk_packages(frnn_core.__path__, "frnn_core.")]
    ran = [doctest.testmod(importlib.import_module(n)) for n in modules if not n.endswith("__main__")]
    assert sum(result.failed for result in ran) == 0
    assert sum(result.attempted for result in ran) >= 5
