"""The command run: an experiment, or what is left of it, and its table."""

from __future__ import annotations

import argparse
import sys

import pandas as pd

from frnn_core.cli.beside import add_beside, scores_beside
from frnn_core.cli.experiment import add_experiment, plans_of, scores
from frnn_core.engine.measures import MEASURES
from frnn_core.experiments.presets import PRESETS
from frnn_core.experiments.score_table import ScoreTable

HELP = "run an experiment, or go on with it, and print its table"
EXAMPLES = ""


def add_options(parser: argparse.ArgumentParser) -> None:
    """What is run, where, and how its table is printed."""
    add = parser.add_argument
    add_experiment(parser)
    add_beside(parser)
    add("--preset", choices=PRESETS, help="a whole experiment, in place of data sets, relations, k and gamma")
    add("--dask", metavar="ADDRESS", help="run on the workers of a Dask cluster, such as tcp://10.0.0.1:8786")
    form = ("table", "csv", "json", "none")
    add("--format", choices=form, default="table", help="how the table is printed")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace) -> None:
    """Compute what is not known yet, and print the table."""
    tables, computed = scores(options, plans_of(options))
    for table in tables:
        scores_beside(options, table)
    if not computed:
        print("Nothing to compute: every result comes with the package or is in the store.", file=sys.stderr)
    if options.format != "none":
        _show(pd.concat([_by_k(table) for table in tables], axis=1), options)


def _by_k(table: ScoreTable) -> pd.DataFrame:
    """Mean of the folds: a row a data set and k, a column a setting."""
    frames = {k: table.frame(k) for k in table.plan.ks}
    rows = [(name, k) for name in table.plan.datasets for k in table.plan.ks]
    return pd.concat(frames, names=["k", "dataset"]).swaplevel().loc[rows].rename_axis(columns=None)


def _show(table: pd.DataFrame, options: argparse.Namespace) -> None:
    if options.format == "csv":
        print(table.to_csv(), end="")
    elif options.format == "json":
        print(table.reset_index().to_json(orient="records"))
    else:
        measure = MEASURES[options.measure].label.capitalize()
        print(f"{measure}, mean of the folds; blank where a relation is undefined on a fold.")
        print(table.to_string(float_format=lambda value: f"{value:.3f}", na_rep=""))
