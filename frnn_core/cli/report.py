"""The command report: a bundle of scores, folds, tests and the diagram, and what reproduces them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from frnn_core.cli.beside import scores_beside
from frnn_core.cli.experiment import add_experiment, plan_of_one_k, scores
from frnn_core.cli.stats import add_tests, compared
from frnn_core.engine.measures import MEASURES
from frnn_core.errors import DataError, ParameterError
from frnn_core.experiments.baselines import baseline_kinds
from frnn_core.experiments.bundle import bundle
from frnn_core.experiments.plan import Setting
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.text import counted

HELP = "write a bundle of a view"
EXAMPLES = """examples:
  python -m frnn_core report --datasets all --relations man euc cos --control man --out view.zip
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What is reported, and into which file."""
    add_tests(parser)
    add_experiment(parser)
    parser.add_argument("--out", default="report.zip", metavar="FILE", help="the bundle (report.zip)")
    parser.set_defaults(command=report)


def report(options: argparse.Namespace) -> None:
    """Write the bundle."""
    from frnn_core.figures import Look, critical_difference
    from frnn_core.figures.comparison_files import DIAGRAM, comparison_files

    if options.scores:
        raise ParameterError("A report is made of results: name --datasets and --relations, not --scores.")
    (table,), _ = scores(options, [plan_of_one_k(options)])
    others = scores_beside(options, table)
    result = compared(options, *others.joined(table.frame(), table.reasons()), others.labels)
    settings = table.plan.settings
    families = {setting.label: setting.spec.family for setting in settings} | baseline_kinds()
    look = Look(names=_names(settings), families=families)
    files = comparison_files(result, look, over=f"k = {table.plan.ks[0]}", measure=_measure(table))
    picture = critical_difference(result, look=look)
    data = bundle(table, None, result.call, {**files, **others.files()}, {DIAGRAM: picture})
    target = Path(options.out)
    try:
        target.write_bytes(data)
    except OSError as error:
        raise DataError(f"{target} cannot be written ({error}). Name another file with --out.") from error
    told = f"{len(table.plan.settings)} relations"
    if others.labels:
        told += f", {counted(len(others.labels), 'other classifier')}"
    print(f"{target}: {len(table.plan.datasets)} data sets, {told}")


def _names(settings: Sequence[Setting]) -> dict[str, str]:
    """Full names in place of keys; what a label says beyond its key stays."""
    return {
        setting.label: setting.label.replace(setting.relation, setting.spec.label, 1) for setting in settings
    }


def _measure(table: ScoreTable) -> str:
    return MEASURES[table.measure].label
