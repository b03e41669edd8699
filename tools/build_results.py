"""Compute the shipped results: python -m tools.build_results [--store FILE] [--jobs N] [--preset NAME].

Runs the presets: the whole paper (hours on two cores, and resumable: the store keeps what is done), what the
paper left out, relations beyond it, metrics of low rank, every family of weights, every scaling. Packs the
results of each and writes them to a file of their own in frnn_core/experiments, and what is in which file to
results.json; the baselines beside them (an hour or two on one core) and baselines.npz; and the inner scores
of COMBO.

Where one relation has changed, or results are computed little by little, `--keep` takes what is shipped for
done: only the rest is run, and the store needs to hold no more than that.
"""

import argparse
import platform
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import scipy
import sklearn
from tqdm import tqdm

from frnn_core.cli.parser import main as command
from frnn_core.data import dataset_names
from frnn_core.experiments import shipped
from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.baselines import results as baselines
from frnn_core.experiments.plan import Plan, keys_of
from frnn_core.experiments.presets import PRESETS
from frnn_core.experiments.store import Known, Result, ResultKey, Store
from frnn_core.studies.learned import combo_inner
from frnn_core.version import __version__

BESIDE = "baselines"
OFFERED = (*PRESETS, BESIDE)
FOLDER = Path(shipped.__file__).parent


@dataclass(frozen=True)
class Kept:
    """The results of a store, and those of another source where it has none."""

    store: Known
    source: Known

    def lookup(self, keys: Iterable[ResultKey]) -> dict[ResultKey, Result]:
        """The results for those of the keys that are there."""
        wanted = list(keys)
        return {**self.source.lookup(wanted), **self.store.lookup(wanted)}


def results(store: Known, plans: Sequence[Plan]) -> Iterator[Result]:
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


def run(preset: str, store: str, jobs: int, *, keep: bool) -> int:
    """Compute what is missing from the store and, if that is to be kept, from what is shipped."""
    words = ["run", "--preset", preset, "--store", store, "--jobs", str(jobs), "--format", "none"]
    return command(words if keep else [*words, "--anew"])


def run_baselines(store: str, *, keep: bool) -> int:
    """The same for the baselines, the smallest data sets first, in this process."""
    kept = Store(store)
    pieces = baselines.pending(dataset_names(), list(BASELINES), kept, anew=not keep)
    with tqdm(total=len(pieces), unit="fold", file=sys.stderr, smoothing=0) as bar:
        baselines.compute(pieces, kept, progress=lambda _: bar.update())
    return 0


def known(preset: str, store: str, *, keep: bool) -> Known:
    """The results of a store, with what is shipped of the preset behind them if that is to be kept."""
    if not keep or not target_of(preset).exists():
        return Store(store)
    source = baselines.shipped_baselines() if preset == BESIDE else shipped.shipped(shipped.file_of(preset))
    return Kept(Store(store), source)


def target_of(preset: str) -> Path:
    """Where the results of a preset are packed."""
    return FOLDER / (baselines.FILE if preset == BESIDE else shipped.file_of(preset))


def pack(preset: str, kept: Known) -> None:
    """Pack the results of a preset and write them."""
    beside = preset == BESIDE
    found = baselines.stored(dataset_names(), kept) if beside else results(kept, PRESETS[preset]())
    about = {
        "version": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "scikit-learn": sklearn.__version__,
        "machine": platform.machine(),
    }
    packed = shipped.pack(found, about)
    target = target_of(preset)
    with target.open("wb") as file:
        shipped.write(packed, file)
    there, size = int((packed.numbers > 0).sum()), target.stat().st_size
    print(f"{there:,} results: {len(packed.rows)} settings, {len(packed.cells)} folds, {size:,} bytes")


def write_contents() -> None:
    """Write down what is in which of the files that are there."""
    files = {}
    for name in map(shipped.file_of, PRESETS):
        if (FOLDER / name).exists():
            with (FOLDER / name).open("rb") as file:
                files[name] = shipped.read(file, name)
    (FOLDER / shipped.CONTENTS).write_text(shipped.contents_text(files), encoding="utf-8")


def main() -> int:
    """Run what is missing, pack and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--store", default="paper.sqlite", help="where results are kept on the way")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--partial", action="store_true", help="pack what is there, without running")
    parser.add_argument(
        "--keep",
        action="store_true",
        help="take what is shipped for done: run and add what is missing",
    )
    parser.add_argument("--preset", choices=OFFERED, nargs="+", default=list(OFFERED), help="which of them")
    options = parser.parse_args()
    for preset in options.preset:
        if not options.partial:
            code = (
                run_baselines(options.store, keep=options.keep)
                if preset == BESIDE
                else run(preset, options.store, options.jobs, keep=options.keep)
            )
            if code:
                return code
        pack(preset, known(preset, options.store, keep=options.keep))
    write_contents()
    if "paper" in options.preset and not options.keep:
        with Path(combo_inner.__file__).with_name(combo_inner.FILE).open("wb") as file:
            combo_inner.write(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
