"""The command status: whether an installation is sound, and what it is doing; for those who host it."""

from __future__ import annotations

import argparse
import json
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypedDict

from frnn_core.cli.memory import memory
from frnn_core.data import dataset_names, load_dataset
from frnn_core.experiments import jobs
from frnn_core.experiments.baselines.results import shipped_baselines
from frnn_core.experiments.shipped import contents, shipped
from frnn_core.experiments.store import Store, default_path, is_temporary
from frnn_core.version import __version__

HELP = "say version, data, store, runs, workers and memory"
EXAMPLES = """examples:
  python -m frnn_core status
  python -m frnn_core status --format json
  python -m frnn_core status --store results.sqlite
It ends with 0 if all is well, else with 2 and a line that says what is wrong. Whether a server answers is
said by its page /_stcore/health.
"""
NEEDED = ("numpy", "scipy", "scikit-learn", "pandas", "scikit-posthocs", "streamlit", "plotly")


class Status(TypedDict):
    """What is told; sizes in GiB, None where the system does not say.

    Memory is that of the machine, or of the group of processes (container, service) if that may take less.
    """

    version: str
    python: str
    packages: dict[str, str | None]
    data_sets: int
    shipped_results: int
    store: str
    store_is_temporary: bool
    stored_results: int
    runs: dict[str, int]
    workers: int
    memory: float | None
    memory_free: float | None


def add_options(parser: argparse.ArgumentParser) -> None:
    """How it is told, and of which store."""
    parser.add_argument(
        "--store", metavar="FILE", help="look into this file (default: FRNN_STORE, else your cache folder)"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.set_defaults(command=tell)


def tell(options: argparse.Namespace) -> None:
    """Print the status; what is broken ends in words."""
    found = status(Path(options.store) if options.store else default_path())
    print(json.dumps(found, indent=2) if options.format == "json" else in_words(found))


def status(path: Path) -> Status:
    """Look at everything once: data sets and files of results are read, then a store and the runs."""
    read = [load_dataset(name).name for name in dataset_names(extra=True)]
    results = [*map(shipped, contents()), shipped_baselines()]
    states = [job.progress().state for job in jobs.recent()]
    whole, free = memory() or (None, None)
    return {
        "version": __version__,
        "python": platform.python_version(),
        "packages": {name: _version(name) for name in NEEDED},
        "data_sets": len(read),
        "shipped_results": sum(int((each.numbers > 0).sum()) * len(each.measures) for each in results),
        "store": str(path),
        "store_is_temporary": is_temporary(path),
        "stored_results": len(Store(path)) if path.exists() else 0,
        "runs": {state: states.count(state) for state in dict.fromkeys(states)},
        "workers": jobs.workers(),
        "memory": whole,
        "memory_free": free,
    }


def in_words(found: Status) -> str:
    """A line for each."""
    runs = ", ".join(f"{count} {state}" for state, count in found["runs"].items())
    free, whole = found["memory_free"], found["memory"]
    lines = {
        "version": f"FRNN Explorer {found['version']}, Python {found['python']}",
        "packages": ", ".join(f"{name} {there or 'absent'}" for name, there in found["packages"].items()),
        "data": f"{found['data_sets']} sets, all readable",
        "results": f"{found['shipped_results']:,} scores come with the package",
        "store": f"{found['store']}: {found['stored_results']:,} results"
        + (" (a temporary folder: a restart may empty it)" if found["store_is_temporary"] else ""),
        "runs": runs or "none",
        "workers": str(found["workers"]),
        "memory": "unknown" if free is None or whole is None else f"{free:.1f} of {whole:.1f} GiB free",
    }
    return "\n".join(f"{name:9} {told}" for name, told in lines.items())


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
