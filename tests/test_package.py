"""The package as a whole: its public names and what it must not depend on."""

import doctest
import importlib
import pkgutil
import subprocess
import sys

from project import ROOT

import frnn_core


def test_every_public_name_exists():
    for name in frnn_core.__all__:
        assert hasattr(frnn_core, name)


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


def test_the_examples_in_docstrings_are_true():
    modules = [m.name for m in pkgutil.walk_packages(frnn_core.__path__, "frnn_core.")]
    ran = [doctest.testmod(importlib.import_module(n)) for n in modules if not n.endswith("__main__")]
    assert sum(result.failed for result in ran) == 0
    assert sum(result.attempted for result in ran) >= 5
