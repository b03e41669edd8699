"""The command explain: why a model that was kept gives a new row its class."""

from __future__ import annotations

import argparse
import sys

from frnn_core.cli.predict import add_rows, asked
from frnn_core.use.explained import explanation_text

HELP = "say which training rows make the class of a new row"
EXAMPLES = """examples:
  python -m frnn_core explain model.frnn new.csv --row 3
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which model, and which row."""
    add_rows(parser)
    parser.add_argument("--row", type=int, default=1, metavar="N", help="counted from 1 (default 1)")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace) -> None:
    """Print the explanation of one row."""
    model, rows = asked(options)
    for warning in rows.warnings:
        print(f"Warning: {warning}", file=sys.stderr)
    print(explanation_text(model, rows, options.row))
