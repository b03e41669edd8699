"""The command stats: tests of results, or of any CSV of scores."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence

import pandas as pd

from frnn_core.cli.beside import add_beside, scores_beside
from frnn_core.cli.experiment import add_experiment, plan_of_one_k, scores
from frnn_core.errors import DataError, FRNNError, ParameterError
from frnn_core.experiments.baselines import BASELINES
from frnn_core.relations import RELATIONS
from frnn_core.stats import (
    CORRECTIONS,
    TESTS,
    TREATMENTS,
    Comparison,
    Correction,
    PosthocTest,
    Scores,
    compare,
    read_scores,
)
from frnn_core.stats.corrections import USUAL_CORRECTION
from frnn_core.stats.posthoc import USUAL_TEST
from frnn_core.stats.view_tables import Told, matrix_latex, power_latex, ranking_latex
from frnn_core.text import csv_text

VIEWS = {
    "tests": "ranks, omnibus test and pairs",
    "matrix": "every pair by itself, stable when methods are added",
    "ranking": "who wins on a further data set, by the Bayesian Bradley-Terry model",
    "power": "how many data sets it takes to tell the two of --pair apart",
}
HELP = "test results, or any CSV of scores"
EXAMPLES = """examples:
  python -m frnn_core stats --datasets all --relations man euc che can pcc cos mah --k 3
  python -m frnn_core stats --datasets all --relations man nca --beside svm forest --control man
  python -m frnn_core stats --scores table.csv --test nemenyi --format latex
  python -m frnn_core stats --scores errors.csv --lower-is-better --show matrix
  python -m frnn_core stats --scores table.csv --show power --pair SVM forest
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What is tested, how, and how the answer is printed."""
    add = parser.add_argument
    add_tests(parser)
    add_experiment(parser)
    add("--format", choices=("text", "csv", "latex"), default="text", help="how to print")
    add("--show", choices=VIEWS, default="tests", help=_views())
    add("--pair", nargs=2, metavar=("KEY", "KEY"), help="the two that --show power is about")
    parser.set_defaults(command=stats)


def add_tests(parser: argparse.ArgumentParser) -> None:
    """The choices of `compare`, other classifiers, and a file of scores."""
    add = parser.add_argument
    add_beside(parser)
    told = "a table: a row a data set and a column a method, or columns data set, method, score; blank = none"
    add("--scores", metavar="FILE", help=told)
    add("--lower-is-better", action="store_true", help="of the scores in the file, as errors are")
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


def _views() -> str:
    return " ".join(f"{key}: {told}." for key, told in VIEWS.items()) + " (default tests)"


def stats(options: argparse.Namespace) -> None:
    """Print the comparison."""
    if options.scores and options.beside:
        raise ParameterError("A file of scores has its own columns: name --beside or --scores, not both.")
    if options.lower_is_better and not options.scores:
        raise ParameterError("Of our own scores the higher is better: --lower-is-better goes with --scores.")
    if options.scores:
        result = compared(options, _read(options.scores).frame, None)
    else:
        (table,), _ = scores(options, [plan_of_one_k(options)])
        others = scores_beside(options, table)
        result = compared(options, *others.joined(table.frame(), table.reasons()), others.labels)
    if options.show == "tests":
        latex = [result.latex("relations"), result.latex("pairs")]
        _print(options.format, result.frame("pairs"), latex, result.text())
    else:
        _show(options, result)


def _show(options: argparse.Namespace, result: Comparison) -> None:
    """Print one of the other views."""
    told = Told(result, {})
    if options.show == "matrix":
        matrix = result.matrix()
        _print(options.format, matrix.frame(), [matrix_latex(matrix, told)], matrix.text())
    elif options.show == "ranking":
        ranking = result.ranking()
        _print(options.format, ranking.pairs, [ranking_latex(ranking, told)], ranking.text())
    elif options.pair is None:
        raise ParameterError("Name the two that are to be told apart: --pair SVM forest.")
    else:
        power = result.power(*options.pair)
        _print(options.format, power.curve, [power_latex(power, told)], power.text())


def _print(how: str, frame: pd.DataFrame, latex: Sequence[str], text: str) -> None:
    """Print a view as CSV, LaTeX or text."""
    print(csv_text(frame) if how == "csv" else "".join(latex) if how == "latex" else f"{text}\n", end="")


def _read(path: str) -> Scores:
    """The scores in a file, or why there are none."""
    try:
        return read_scores(path)
    except FRNNError as error:
        raise DataError(f"{path} cannot be read as a table of scores. {error}") from error


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
        lower_is_better=options.lower_is_better,
        noun="relation" if not options.scores or set(frame) <= set(RELATIONS) else "method",
    )
