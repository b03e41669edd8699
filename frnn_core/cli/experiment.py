"""What the commands on results share: the options of an experiment, and the one way to its scores."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from frnn_core.cli.encoding import add_encoding, encoding
from frnn_core.data import dataset_names
from frnn_core.data.loading import short_name
from frnn_core.data.partitions import SCHEMES
from frnn_core.engine.measures import DEFAULT, MEASURES
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.parameters import whole_number
from frnn_core.engine.scalings import SCALINGS
from frnn_core.errors import ParameterError
from frnn_core.experiments import cost
from frnn_core.experiments.plan import Conditions, Plan, Setting, Unit
from frnn_core.experiments.presets import PRESETS
from frnn_core.experiments.salvage import set_aside
from frnn_core.experiments.score_table import ScoreTable, score_table
from frnn_core.experiments.shipped import nothing
from frnn_core.experiments.store import DamagedStore, Store, default_path, is_temporary
from frnn_core.relations import RELATIONS


def add_experiment(parser: argparse.ArgumentParser) -> None:
    """Data sets, relations, and under which conditions they are compared."""
    add, usual = parser.add_argument, Conditions()
    add(
        "--datasets",
        nargs="+",
        metavar="NAME",
        help=f"names, or 'all' for the paper's {len(dataset_names())}",
    )
    add("--relations", nargs="+", metavar="KEY", help="keys, as in 'list relations'")
    add("--k", nargs="+", type=int, default=[3], metavar="K", help="numbers of neighbours (default 3)")
    add("--gamma", nargs="+", type=float, default=[1.0], metavar="G", help="widths of kernels (default 1)")
    add(
        "--partition", choices=SCHEMES, default=usual.scheme, help="folds: KEEL's where known (default), or …"
    )
    add("--folds", type=int, default=usual.n_splits, help=f"number of folds (default {usual.n_splits})")
    add(
        "--repeats",
        type=int,
        default=usual.repeats,
        help="how often the rows are dealt to folds (default once): first as --partition says, then "
        "stratified with the next seeds",
    )
    add("--weights", choices=WEIGHTS, default=usual.weights, help=f"OWA weights (default {usual.weights})")
    add("--normalise", choices=SCALINGS, default=usual.normalise, help=f"scaling (default {usual.normalise})")
    add_encoding(parser)
    add("--seed", type=int, default=usual.seed, help="decides stratified folds and everything that learns")
    add("--measure", choices=MEASURES, default=DEFAULT, help=f"what is told (default {DEFAULT})")
    add(
        "--store", metavar="FILE", help="where results are kept (default: FRNN_STORE, else your cache folder)"
    )
    add("--salvage", action="store_true", help="set a damaged store aside, and save what can be read of it")
    add("--anew", action="store_true", help="compute also what comes with the package")
    add("--jobs", type=int, default=1, help="worker processes (default 1, with all cores as threads)")
    parser.set_defaults(preset=None, dask=None)


def plans_of(options: argparse.Namespace) -> tuple[Plan, ...]:
    """Check every name before any work is done."""
    conditions = Conditions(
        options.partition,
        whole_number("--folds", options.folds, 2),
        options.weights,
        options.normalise,
        options.seed,
        encoding(options),
        whole_number("--repeats", options.repeats, 1),
    )
    if options.preset:
        plans = PRESETS[options.preset](conditions)
        return tuple(replace(plan, datasets=_names(options, plan.datasets)) for plan in plans)
    if not (options.datasets and options.relations):
        raise ParameterError("Name --datasets and --relations, or a --preset.")
    settings = [
        Setting.of(key, gamma=gamma)
        for key in options.relations
        for gamma in (options.gamma if RELATIONS[key].uses_gamma else [None])
    ]
    return (Plan(_names(options, ()), tuple(settings), tuple(options.k), conditions),)


def plan_of_one_k(options: argparse.Namespace) -> Plan:
    """An experiment whose results can be tested."""
    if len(options.k) != 1:
        raise ParameterError("Tests compare relations at one k: name one with --k.")
    (plan,) = plans_of(options)
    return plan


def _names(options: argparse.Namespace, default: tuple[str, ...]) -> tuple[str, ...]:
    if options.datasets in (None, ["all"]):
        return default or dataset_names()
    return tuple(short_name(name) for name in options.datasets)


def scores(options: argparse.Namespace, plans: Sequence[Plan]) -> tuple[list[ScoreTable], int]:
    """The scores of plans: shipped, then from the store that is named, then computed and kept there.

    Beside them stands how many units were computed.
    """
    try:
        return _scores(options, plans)
    except DamagedStore as error:
        cure = "Or add --salvage to the same command, which saves every result that can still be read."
        raise DamagedStore(f"{error} {cure}") from error


def _scores(options: argparse.Namespace, plans: Sequence[Plan]) -> tuple[list[ScoreTable], int]:
    if options.salvage and (salvage := set_aside(Path(options.store or default_path()))):
        print(salvage, file=sys.stderr)
    store, jobs = Store(options.store), whole_number("--jobs", options.jobs, 1)
    source = nothing() if options.anew else None
    tables = [score_table(plan, options.measure, store, source) for plan in plans]
    pending = cost.longest_first(unit for table in tables for unit in table.pending())
    if not pending:
        return tables, 0
    _announce(pending, store, jobs, options)
    _computed(pending, store, jobs, options.dask)
    return [score_table(plan, options.measure, store, source) for plan in plans], len(pending)


def _computed(pending: Sequence[Unit], store: Store, jobs: int, dask: str | None) -> None:
    from tqdm import tqdm

    from frnn_core.experiments.runner import compute

    with tqdm(total=len(pending), unit="unit", file=sys.stderr, smoothing=0) as bar:
        compute(pending, store, jobs, lambda _: bar.update(), dask)


def _announce(pending: Sequence[Unit], store: Store, jobs: int, options: argparse.Namespace) -> None:
    """Say what is about to be done, how long it will take, and where the results go."""
    told = f"{len(pending)} units to run"
    if options.dask is None:
        told += f", about {cost.in_words(cost.estimate(pending, jobs))} with --jobs {jobs}"
    print(f"{told}; results in {store.path}", file=sys.stderr)
    if options.store is None and is_temporary(store.path):
        print("Your cache folder cannot be written, so results are in a temporary folder.", file=sys.stderr)
