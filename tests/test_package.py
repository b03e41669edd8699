"""The package as a whole: its public names and what it must not depend on."""

import subprocess
import sys
from pathlib import Path

import frnn_core

ROOT = Path(__file__).parents[1]


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
