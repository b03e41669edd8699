"""The commands stats and report: tests and take-aways from a CSV of scores or from results."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from frnn_core import RELATIONS
from frnn_core.errors import DataError, ParameterError
from frnn_core.experiments.bundle import bundle
from frnn_core.experiments.plan import Plan
from frnn_core.experiments.score_table import NOT_COMPUTED, ScoreTable, score_table
from frnn_core.experiments.store import Store
from frnn_core.stats import CORRECTIONS, TESTS, TREATMENTS, Comparison, Correction, PosthocTest, compare
from frnn_core.stats.corrections import USUAL_CORRECTION
from frnn_core.stats.posthoc import USUAL_TEST
from frnn_core.text import csv_text

EXAMPLES = """examples:
  python -m frnn_core stats --datasets all --relations man euc che can pcc cos mah --k 3
  python -m frnn_core stats --scores table.csv --test nemenyi --format latex
  python -m frnn_core report --datasets all --relations man euc cos --control man --out view.zip
"""


def add_test_options(parser: argparse.ArgumentParser) -> None:
    """The choices of `compare`, and where scores come from."""
    add = parser.add_argument
    add("--scores", metavar="FILE", help="a CSV: first column data sets, one column a relation, blank = none")
    add("--test", choices=TESTS, default=USUAL_TEST, help=_offered("for the pairs", TESTS, USUAL_TEST))
    many = _offered("for many tests", CORRECTIONS, USUAL_CORRECTION)
    add("--correction", choices=CORRECTIONS, default=USUAL_CORRECTION, help=many)
    add("--alpha", type=float, default=0.05, help="level (default .05)")
    add("--blanks", choices=TREATMENTS, default="complete", help="how blanks are treated (default complete)")
    add("--control", metavar="KEY", help="compare all with this relation only")
    add("--rope", type=float, default=0.01, help="differences up to this are practically none (default .01)")
    add("--decimals", type=int, help="round the scores first: 3 for a printed table")


def _offered(purpose: str, entries: Mapping[str, PosthocTest] | Mapping[str, Correction], usual: str) -> str:
    """The help of an option: what it is for, and what each choice does."""
    told = " ".join(f"{key}: {entry.help}" for key, entry in entries.items())
    return f"{purpose} (default {usual}). {told}".replace("%", "%%")


def stats(options: argparse.Namespace, plans: tuple[Plan, ...]) -> None:
    """Print the comparison."""
    if options.scores:
        result = _compared(options, _read(options.scores), None)
    else:
        table = _results(options, plans)
        result = _compared(options, table.frame(), table.reasons())
    if options.format == "csv":
        print(csv_text(result.frame("pairs")), end="")
    elif options.format == "latex":
        print(result.latex("relations"), end="")
        print(result.latex("pairs"), end="")
    else:
        print(result.text())


def write_report(options: argparse.Namespace, plans: tuple[Plan, ...]) -> None:
    """Write a bundle: scores, folds, tests, the diagram, and what reproduces them."""
    from frnn_core.figures import Look, critical_difference

    if options.scores:
        raise ParameterError("A report is made of results: name --datasets and --relations, not --scores.")
    table = _results(options, plans)
    result = _compared(options, table.frame(), table.reasons())
    texts = {
        "comparison.txt": result.text() + "\n",
        "relations.tex": result.latex("relations"),
        "pairs.tex": result.latex("pairs"),
        "pairs.csv": csv_text(result.frame("pairs")),
    }
    families = {setting.label: setting.spec.family for setting in table.plan.settings}
    picture = critical_difference(result, look=Look(families=families))
    data = bundle(table, None, result.call, texts, {"critical-difference": picture})
    target = Path(options.out)
    try:
        target.write_bytes(data)
    except OSError as error:
        raise DataError(f"{target} cannot be written ({error}). Name another file with --out.") from error
    print(f"{target}: {len(table.plan.datasets)} data sets, {len(table.plan.settings)} relations")


def _read(path: str) -> pd.DataFrame:
    try:
        return pd.read_csv(path, index_col=0)
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read as a CSV of scores ({error}).") from error


def _results(options: argparse.Namespace, plans: tuple[Plan, ...]) -> ScoreTable:
    table = score_table(plans[0], store=Store(options.store))
    if not table.complete:
        missing = int((table.reasons() == NOT_COMPUTED).to_numpy().sum())
        print(f"{missing} cells are not computed yet: blanks. Compute them with 'run'.", file=sys.stderr)
    return table


def _compared(options: argparse.Namespace, scores: pd.DataFrame, reasons: pd.DataFrame | None) -> Comparison:
    return compare(
        scores,
        reasons=reasons,
        test=options.test,
        correction=options.correction,
        alpha=options.alpha,
        blanks=options.blanks,
        control=options.control,
        rope=options.rope,
        decimals=options.decimals,
        relation_names=RELATIONS,
    )
