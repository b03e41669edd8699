"""Compute the shipped results: python -m tools.build_results [--store FILE] [--jobs N] [--preset NAME].

Runs the preset of the whole paper (hours on two cores, and resumable: the store keeps what is done) and that
of what the paper left out (minutes), packs their results, and writes frnn_core/experiments/results.npz and
results-full.npz, beside them the baselines; and the inner scores of COMBO.
"""

import argparse
import platform
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import scipy

from frnn_core.cli.parser import main as command
from frnn_core.experiments import baselines, shipped
from frnn_core.experiments.plan import Plan, keys_of
from frnn_core.experiments.presets import PRESETS
from frnn_core.experiments.store import Result, Store
from frnn_core.studies.learned import combo_inner
from frnn_core.version import __version__

FILES = {"paper": shipped.FILE, "full": shipped.FULL_FILE}


def results(store: Store, plans: Sequence[Plan]) -> Iterator[Result]:
    """Every result of plans, data set by data set."""
    for plan in plans:
        for name in plan.datasets:
            keys = [
                key for setting in plan.settings for k in plan.ks for key in keys_of(plan, name, setting, k)
            ]
            found = store.lookup(keys)
            if len(found) < len(keys):
                print(f"{name}: {len(keys) - len(found)} of {len(keys)} results are missing", file=sys.stderr)
            yield from found.values()


def run(preset: str, store: str, jobs: int) -> int:
    """Compute what is missing."""
    words = ("run", "--preset", preset, "--store", store, "--jobs", str(jobs), "--anew", "--format", "none")
    return command(list(words))


def pack(preset: str, store: str) -> None:
    """Pack the results of a preset and write them."""
    about = {
        "version": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "machine": platform.machine(),
    }
    packed = shipped.pack(results(Store(store), PRESETS[preset]()), about)
    target = Path(shipped.__file__).with_name(FILES[preset])
    with target.open("wb") as file:
        shipped.write(packed, file)
    there, size = int((packed.numbers > 0).sum()), target.stat().st_size
    print(f"{there:,} results: {len(packed.rows)} settings, {len(packed.cells)} folds, {size:,} bytes")


def main() -> int:
    """Run what is missing, pack and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", default="paper.sqlite", help="where results are kept on the way")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--partial", action="store_true", help="pack what is there, without running")
    parser.add_argument("--preset", choices=PRESETS, nargs="+", default=list(PRESETS), help="which of them")
    options = parser.parse_args()
    for preset in options.preset:
        if not options.partial and (code := run(preset, options.store, options.jobs)):
            return code
        pack(preset, options.store)
    if "paper" in options.preset:
        with Path(baselines.__file__).with_name(baselines.FILE).open("wb") as file:
            baselines.write(file)
        with Path(combo_inner.__file__).with_name(combo_inner.FILE).open("wb") as file:
            combo_inner.write(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
