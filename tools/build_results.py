"""Compute the shipped results: python -m tools.build_results [--store FILE] [--jobs N].

Runs the preset of the whole paper (hours on two cores, and resumable: the store keeps what is done),
packs its results, and writes frnn_core/experiments/results.npz, beside it the baselines; and the inner scores
of COMBO.
"""

import argparse
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import scipy

from frnn_core.cli.parser import main as command
from frnn_core.experiments import baselines, shipped
from frnn_core.experiments.plan import keys_of
from frnn_core.experiments.presets import paper
from frnn_core.experiments.store import Result, Store
from frnn_core.studies.learned import combo_inner
from frnn_core.version import __version__


def results(store: Store) -> Iterator[Result]:
    """Every result of the preset, data set by data set."""
    for name in paper()[0].datasets:
        keys = [
            key
            for plan in paper()
            for setting in plan.settings
            for k in plan.ks
            for key in keys_of(plan, name, setting, k)
        ]
        found = store.lookup(keys)
        if len(found) < len(keys):
            print(f"{name}: {len(keys) - len(found)} of {len(keys)} results are missing", file=sys.stderr)
        yield from found.values()


def main() -> int:
    """Run what is missing, pack and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", default="paper.sqlite", help="where results are kept on the way")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--partial", action="store_true", help="pack what is there, without running")
    options = parser.parse_args()
    if not options.partial:
        code = command(
            [
                "run",
                "--preset",
                "paper",
                "--store",
                options.store,
                "--jobs",
                str(options.jobs),
                "--anew",
                "--format",
                "none",
            ]
        )
        if code:
            return code
    about = {
        "version": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "machine": platform.machine(),
    }
    packed = shipped.pack(results(Store(options.store)), about)
    target = Path(shipped.__file__).with_name(shipped.FILE)
    with target.open("wb") as file:
        shipped.write(packed, file)
    with target.with_name(baselines.FILE).open("wb") as file:
        baselines.write(file)
    with Path(combo_inner.__file__).with_name(combo_inner.FILE).open("wb") as file:
        combo_inner.write(file)
    there, size = int((packed.numbers > 0).sum()), target.stat().st_size
    print(f"{there:,} results: {len(packed.rows)} settings, {len(packed.cells)} folds, {size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
