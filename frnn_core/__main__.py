"""The command line: python -m frnn_core list | run | stats | report | leaderboard."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from frnn_core import RELATIONS, dataset_names, describe, load_dataset
from frnn_core.cli import leaderboard, stats
from frnn_core.data.partitions import SCHEMES
from frnn_core.engine.normalise import NORMALISATIONS
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.relation import whole_number
from frnn_core.errors import FRNNError, ParameterError
from frnn_core.experiments.plan import Conditions, Plan, Setting, Unit, units
from frnn_core.experiments.presets import PRESETS
from frnn_core.experiments.store import Store, is_temporary

EXAMPLES = """examples:
  python -m frnn_core list relations
  python -m frnn_core run --datasets wine pima --relations man euc gauss --k 1 3 5 --gamma 0.5 1
  python -m frnn_core run --datasets all --relations man euc --jobs 2 --store results.sqlite --format csv
  python -m frnn_core run --preset paper --datasets wine --jobs 2
  python -m frnn_core run --preset paper --dask tcp://127.0.0.1:8786
"""


RAW = argparse.RawDescriptionHelpFormatter


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; errors on purpose end in one line and exit code 2."""
    options = _parser().parse_args(arguments)
    try:
        options.command(options)
    except FRNNError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped. What was finished is kept; run the same command to go on.", file=sys.stderr)
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m frnn_core",
        description="Fuzzy-rough nearest neighbours on the paper's data sets.",
        epilog=EXAMPLES,
        formatter_class=RAW,
    )
    commands = parser.add_subparsers(required=True, metavar="list | run | stats | report | leaderboard")
    _add_list(commands.add_parser("list", help="show the data sets or the relations"))
    _add_run(commands.add_parser("run", help="run an experiment, or go on with it, and print its table"))
    for name, words in (
        ("stats", "test results, or any CSV of scores"),
        ("report", "write a bundle of a view"),
    ):
        _add_tests(name, commands.add_parser(name, help=words, epilog=stats.EXAMPLES, formatter_class=RAW))
    leaderboard.add_options(
        commands.add_parser(
            "leaderboard",
            help="which relation for a table of your own",
            epilog=leaderboard.EXAMPLES,
            formatter_class=RAW,
        )
    )
    return parser


def _add_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("datasets", "relations"))
    parser.set_defaults(command=_list)


def _add_run(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--preset", choices=PRESETS, help="a whole experiment, in place of data sets, relations, k and gamma")
    _add_experiment(parser)
    add("--jobs", type=int, default=1, help="worker processes (default 1, with all cores as threads)")
    add("--dask", metavar="ADDRESS", help="run on the workers of a Dask cluster, such as tcp://10.0.0.1:8786")
    form = ("table", "csv", "json", "none")
    add("--format", choices=form, default="table", help="how the table is printed")
    parser.set_defaults(command=_run)


def _add_experiment(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--datasets",
        nargs="+",
        metavar="NAME",
        help=f"names, or 'all' for the paper's {len(dataset_names())}",
    )
    add("--relations", nargs="+", metavar="KEY", help="keys, as in 'list relations'")
    add("--k", nargs="+", type=int, default=[3], metavar="K", help="numbers of neighbours (default 3)")
    add("--gamma", nargs="+", type=float, default=[1.0], metavar="G", help="widths of kernels (default 1)")
    add("--partition", choices=SCHEMES, default="auto", help="folds: KEEL's where known (default), or …")
    add("--weights", choices=WEIGHTS, default="linear", help="OWA weights (default linear)")
    add("--normalise", choices=(*NORMALISATIONS, "none"), default="centred", help="range normalisation")
    add("--seed", type=int, default=0, help="decides stratified folds and everything that learns")
    add("--store", metavar="FILE", help="where results are kept (default: your cache folder)")


def _add_tests(name: str, parser: argparse.ArgumentParser) -> None:
    stats.add_test_options(parser)
    _add_experiment(parser)
    if name == "stats":
        parser.add_argument("--format", choices=("text", "csv", "latex"), default="text", help="how to print")
        act = stats.stats
    else:
        parser.add_argument("--out", default="report.zip", metavar="FILE", help="the bundle (report.zip)")
        act = stats.write_report
    parser.set_defaults(preset=None, command=lambda options: act(options, _plan_of_one_k(options)))


def _plan_of_one_k(options: argparse.Namespace) -> tuple[Plan, ...]:
    """The experiment whose results are tested; none if there is a file of scores."""
    if options.scores:
        return ()
    if len(options.k) != 1:
        raise ParameterError("Tests compare relations at one k: name one with --k.")
    return plans_of(options)


def _list(options: argparse.Namespace) -> None:
    if options.what == "datasets":
        columns = ["keel_name", "features", "instances", "classes", "imbalance_ratio", "in_paper"]
        print(describe(extra=True)[columns].round(2).to_string())
        return
    for key, spec in RELATIONS.items():
        params = ", ".join(f"{p.name}={p.default}" for p in spec.parameters)
        print(f"{key:11} {spec.label:30} {spec.family:14} {params}")


def plans_of(options: argparse.Namespace) -> tuple[Plan, ...]:
    """Check every name before any work is done."""
    normalise = None if options.normalise == "none" else options.normalise
    conditions = Conditions(options.partition, 10, options.weights, normalise, options.seed)
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
    ks = tuple(whole_number("k", k, 1) for k in options.k)
    return (Plan(_names(options, ()), tuple(settings), ks, conditions),)


def _names(options: argparse.Namespace, default: tuple[str, ...]) -> tuple[str, ...]:
    if options.datasets in (None, ["all"]):
        return default or dataset_names()
    return tuple(load_dataset(name).name for name in options.datasets)


def _run(options: argparse.Namespace) -> None:
    from tqdm import tqdm

    from frnn_core.experiments import cost
    from frnn_core.experiments.runner import compute, summary

    plans = plans_of(options)
    jobs = whole_number("--jobs", options.jobs, 1)
    store = Store(options.store)
    known = store.known()
    pending = cost.longest_first(unit for plan in plans for unit in units(plan, known))
    _announce(pending, store, jobs, options)
    with tqdm(total=len(pending), unit="unit", file=sys.stderr, disable=not pending, smoothing=0) as bar:
        compute(pending, store, jobs, lambda _: bar.update(), options.dask)
    if options.format != "none":
        _show(pd.concat([summary(store, plan) for plan in plans], axis=1), options.format)


def _announce(pending: Sequence[Unit], store: Store, jobs: int, options: argparse.Namespace) -> None:
    """Say what is about to be done, how long it will take, and where the results go."""
    from frnn_core.experiments import cost

    told = f"{len(pending)} units to run"
    if pending and options.dask is None:
        told += f", about {cost.in_words(cost.estimate(pending, jobs))} with --jobs {jobs}"
    print(f"{told}; results in {store.path}", file=sys.stderr)
    if options.store is None and is_temporary(store.path):
        print("Your cache folder cannot be written, so results are in a temporary folder.", file=sys.stderr)


def _show(table: pd.DataFrame, form: str) -> None:
    if form == "csv":
        print(table.to_csv(), end="")
    elif form == "json":
        print(table.reset_index().to_json(orient="records"))
    else:
        print("Balanced accuracy, mean of the folds; blank where a relation is undefined on a fold.")
        print(table.to_string(float_format=lambda value: f"{value:.3f}", na_rep=""))


if __name__ == "__main__":
    sys.exit(main())
