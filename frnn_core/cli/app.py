"""The command app: the dashboard, where it is there."""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from frnn_core.errors import FRNNError

HELP = "open the dashboard"
EXAMPLES = """examples:
  frnn app
  frnn app --store results.sqlite
  frnn app --server.port 8600 --server.headless true
"""
SCRIPT = Path(__file__).parents[2] / "app.py"
"""Beside the package in a checkout; `pip install` brings the library alone."""
BESIDE = ("pages/ui/server.py", ".streamlit/config.toml")
"""By these a checkout is known, in which `frnn` of another environment may be called."""
ABSENT = (
    "The dashboard does not come with pip install. Get the project's repository, and in its folder run "
    "`make run`, or `pip install -r requirements.txt` and then `frnn app`."
)
BARE = (
    "The dashboard needs Streamlit, which is not installed here. Install what it was tested with: "
    "`pip install -r {}`."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """A store of one's own; every other option is Streamlit's."""
    parser.add_argument("--store", default="", help="show and keep results in this file")
    parser.set_defaults(command=serve)


def serve(options: argparse.Namespace) -> None:
    """Run Streamlit on the dashboard until it is stopped."""
    own = ["--", "--store", options.store] if options.store else []
    call = [sys.executable, "-m", "streamlit", "run", str(script()), *options.others, *own]
    ended = subprocess.run(call, check=False)  # noqa: S603 - what the caller typed, without a shell
    if ended.returncode:
        raise FRNNError(f"The dashboard ended with code {ended.returncode}; what is printed above says why.")


def script() -> Path:
    """The script of the dashboard, beside the package or in the current folder, if it can be run."""
    found = next(filter(_is_dashboard, (SCRIPT, Path.cwd() / "app.py")), None)
    if found is None:
        raise FRNNError(ABSENT)
    if find_spec("streamlit") is None:
        raise FRNNError(BARE.format(found.with_name("requirements.txt")))
    return found


def _is_dashboard(path: Path) -> bool:
    return path.is_file() and all((path.parent / name).is_file() for name in BESIDE)
