"""The command stats: tests of results, or of any CSV of scores."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

import pandas as pd

from frnn_core.cli.beside import add_beside, scores_beside
from frnn_core.cli.experiment import add_experiment, plan_of_one_k, scores
from frnn_core.errors import DataError, ParameterError
from frnn_core.experiments.baselines import BASELINES
from frnn_core.relations import RELATIONS
from frnn_core.stats import CORRECTIONS, TESTS, TREATMENTS, Comparison, Correction, PosthocTest, compare
from frnn_core.stats.corrections import USUAL_CORRECTION
from frnn_core.stats.posthoc import USUAL_TEST
from frnn_core.text import csv_text

HELP = "test results, or any CSV of scores"
EXAMPLES = """examples:
  python -m frnn_core stats --datasets all --relations man euc che can pcc cos mah --k 3
  python -m frnn_core stats --datasets all --relations man nca --beside svm forest --control man
  python -m frnn_core stats --scores table.csv --test nemenyi --format latex
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What is tested, how, and how the answer is printed."""
    add = parser.add_argument
    add_tests(parser)
    add_experiment(parser)
    add("--format", choices=("text", "csv", "latex"), default="text", help="how to print")
    parser.set_defaults(command=stats)


def add_tests(parser: argparse.ArgumentParser) -> None:
    """The choices of `compare`, other classifiers, and a file of scores."""
    add = parser.add_argument
    add_beside(parser)
    add("--scores", metavar="FILE", help="a CSV: first column data sets, one column a relation, blank = none")
    add("--test", choices=TESTS, default=USUAL_TEST, help=_offered("for the pairs", TESTS, USUAL_TEST))
    many = _offered("for many tests", CORRECTIONS, USUAL_CORRECTION)
    add("--correction", choices=CORRECTIONS, default=USUAL_CORRECTION, help=many)
    add("--alpha", type=float, default=0.05, help="level (default .05)")
    add("--blanks", choices=TREATMENTS, default="complete", help="how blanks are treated (default complete)")
    add("--control", metavar="KEY", help="compare all with this relation or classifier only")
    add("--rope", type=float, default=0.01, help="differences up to this are practically none (default .01)")
    add("--decimals", type=int, help="round the scores first: 3 for a printed table")


def _offered(purpose: str, entries: Mapping[str, PosthocTest] | Mapping[str, Correction], usual: str) -> str:
    """The help of an option: what it is for, and what each choice does."""
    told = " ".join(f"{key}: {entry.help}" for key, entry in entries.items())
    return f"{purpose} (default {usual}). {told}".replace("%", "%%")


def stats(options: argparse.Namespace) -> None:
    """Print the comparison."""
    if options.scores and options.beside:
        raise ParameterError("A file of scores has its own columns: name --beside or --scores, not both.")
    if options.scores:
        result = compared(options, _read(options.scores), None)
    else:
        (table,), _ = scores(options, [plan_of_one_k(options)])
        others = scores_beside(options, table)
        result = compared(options, *others.joined(table.frame(), table.reasons()), others.labels)
    if options.format == "csv":
        print(csv_text(result.frame("pairs")), end="")
    elif options.format == "latex":
        print(result.latex("relations"), end="")
        print(result.latex("pairs"), end="")
    else:
        print(result.text())


def _read(path: str) -> pd.DataFrame:
    try:
        return pd.read_csv(path, index_col=0)
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read as a CSV of scores ({error}).") from error


def compared(
    options: argparse.Namespace,
    frame: pd.DataFrame,
    reasons: pd.DataFrame | None,
    others: Sequence[str] = (),
) -> Comparison:
    """The comparison that the options ask for; `others` are the columns that are no relations."""
    control = BASELINES[options.control].label if options.control in options.beside else options.control
    return compare(
        frame,
        reasons=reasons,
        test=options.test,
        correction=options.correction,
        alpha=options.alpha,
        blanks=options.blanks,
        control=control,
        rope=options.rope,
        decimals=options.decimals,
        relation_names=RELATIONS,
        others=others,
    )
