"""How the tests compile LaTeX: all that is to be tried goes into one document for each engine."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from waiting import LIMIT

ENGINES = ("pdflatex", "lualatex")
NEEDS = re.compile(r"% The document needs \\usepackage\{([^}]*)\}")
FAULTS = ("Overfull", "too large for page", "Missing character", "multiply defined", "There were undefined")


def compiled(fragments, engine):
    """What the log says of each fragment, a mapping of names to faults; a fault of syntax fails at once.

    Parameters
    ----------
    fragments : what stands in the document, by name
    """
    if shutil.which(engine) is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"{engine} is missing; make tex installs it.")
        pytest.skip(f"{engine} is not installed; make tex installs it.")
    packages = sorted({name for text in fragments.values() for name in _needed(text)})
    parts = [
        rf"\typeout{{FRAGMENT {name}}}" "\n" + text + "\n\\clearpage" for name, text in fragments.items()
    ]
    document = "\n".join(
        [
            r"\documentclass{article}",
            r"\setcounter{totalnumber}{50}",
            *(rf"\usepackage{{{name}}}" for name in packages),
            r"\begin{document}",
            *parts,
            r"\end{document}",
        ]
    )
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "all.tex").write_text(document)
        call = [engine, "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
        run = subprocess.run(
            call,
            cwd=folder,
            env={**os.environ, "max_print_line": "10000", "TEXMFVAR": str(_kept())},
            capture_output=True,
            timeout=LIMIT,
            check=False,
        )
        log = (Path(folder) / "all.log").read_text(errors="replace")
    assert run.returncode == 0, _error(log)
    return _faults(log)


def _kept():
    """Where the engines keep what they find out about their fonts, which takes a while the first time."""
    return Path(tempfile.gettempdir()) / f"frnn-tex-{os.getuid()}"


def _needed(text):
    return [name for found in NEEDS.findall(text) for name in found.split(",")]


def _error(log):
    at = log.find("\n! ")
    before = re.findall(r"^FRAGMENT (.*)$", log[:at], re.MULTILINE)
    return f"{before[-1] if before else 'the preamble'}: {log[at : at + 600]}"


def _faults(log):
    """The lines of the log that tell of a fault, by fragment."""
    found = {}
    for name, told in re.findall(r"^FRAGMENT (.*)$((?:\n(?!FRAGMENT ).*)*)", log, re.MULTILINE):
        lines = [line for line in told.splitlines() if any(fault in line for fault in FAULTS)]
        if lines:
            found[name] = lines
    return found
