"""The command leaderboard: which relation for a table of the user's own."""

from __future__ import annotations

import argparse
import sys

from frnn_core.cli.encoding import add_encoding, encoding
from frnn_core.cli.reading import add_reading, reading
from frnn_core.data.reading import read_dataset
from frnn_core.experiments.baselines import BASELINES
from frnn_core.latex import latex_text
from frnn_core.text import csv_text
from frnn_core.your_data import leaderboard
from frnn_core.your_data.fold_scores import BESIDE

NONE = "none"
HELP = "which relation for a table of your own"
EXAMPLES = """examples:
  python -m frnn_core leaderboard mine.csv
  python -m frnn_core leaderboard mine.csv --target=species --role zip=category --relations man euc gauss
  python -m frnn_core leaderboard mine.csv --gaps fill --treat city=value-difference
  python -m frnn_core leaderboard iris-folds.zip --format csv > leaderboard.csv
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """How the table is read, and what is compared on it."""
    add = parser.add_argument
    add(
        "file",
        metavar="FILE",
        help="CSV and its kin, ARFF, KEEL .dat, or a zip with one table or KEEL's folds",
    )
    add_reading(parser)
    add_encoding(parser)
    add(
        "--relations",
        nargs="+",
        metavar="KEY",
        help="keys (default: all that learn nothing)",
    )
    add(
        "--k",
        type=int,
        help="number of neighbours (default: k, width, weights and scaling are chosen within each fold)",
    )
    add("--gamma", type=float, default=1.0, metavar="G", help="width of the kernels, with --k (default 1)")
    add(
        "--beside",
        nargs="+",
        choices=(*BASELINES, NONE),
        default=list(BESIDE),
        metavar="KEY",
        help=f"other classifiers, as in 'list baselines', or '{NONE}' (default: {' '.join(BESIDE)})",
    )
    add(
        "--repeats",
        type=int,
        help="how often the rows are dealt to folds (default: 3 times below 300 rows, else once)",
    )
    add("--folds", type=int, default=10, help="number of folds (default 10)")
    add("--seed", type=int, default=0, help="deals the rows to the folds (default 0)")
    add("--format", choices=("text", "csv", "latex"), default="text", help="how to print")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace) -> None:
    """Read the table, say what was done to it, compare and print."""
    data = read_dataset(options.file, **reading(options))
    for note in data.notes:
        print(note, file=sys.stderr)
    board = leaderboard(
        data,
        options.relations,
        k=options.k,
        gamma=options.gamma,
        folds=options.folds,
        seed=options.seed,
        encoding=encoding(options),
        beside=[key for key in options.beside if key != NONE],
        repeats=options.repeats,
    )
    if options.format == "csv":
        print(csv_text(board.frame()), end="")
    elif options.format == "latex":
        k = f"k = {options.k}" if options.k else "settings chosen within each fold"
        caption = f"Balanced accuracy on {data.name}: {board.folds_label}, {k}."
        print(latex_text(board.frame(), caption), end="")
    else:
        print(board.text())
