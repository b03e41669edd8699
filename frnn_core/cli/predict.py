"""The command predict: what a model that was kept tells of new rows."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from frnn_core.errors import ParameterError
from frnn_core.text import counted
from frnn_core.use.files import load_model
from frnn_core.use.new_rows import NewRows, read_new_rows
from frnn_core.use.predictions import Predictions, predict_rows
from frnn_core.use.trained import TrainedModel

HELP = "classify new rows by a model that was kept"
EXAMPLES = """examples:
  python -m frnn_core predict model.frnn new.csv
  python -m frnn_core predict model.frnn new.csv --out classes.csv
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which model, which rows, and where the table goes."""
    add_rows(parser)
    parser.add_argument("--out", metavar="FILE", help="a CSV; without it, the table is printed as one")
    parser.set_defaults(command=run)


def add_rows(parser: argparse.ArgumentParser) -> None:
    """Which model, and which rows."""
    parser.add_argument("model", metavar="MODEL", help="a file that 'fit' or a page has written")
    parser.add_argument("file", metavar="FILE", help="rows with the columns of the model, in any order")


def asked(options: argparse.Namespace) -> tuple[TrainedModel, NewRows]:
    """The model, and the rows read for it; what there is to say about them goes to the terminal."""
    model = load_model(options.model)
    rows = read_new_rows(options.file, model)
    for note in rows.notes:
        print(note, file=sys.stderr)
    return model, rows


def run(options: argparse.Namespace) -> None:
    """Classify the rows."""
    model, rows = asked(options)
    told = predict_rows(model, rows)
    for warning in told.warnings:
        print(f"Warning: {warning}", file=sys.stderr)
    if not options.out:
        print(told.csv(), end="")
        return
    _write(told, Path(options.out))
    print(f"{options.out}: {counted(len(rows), 'row')} classified.", file=sys.stderr)


def _write(told: Predictions, path: Path) -> None:
    try:
        path.write_text(told.csv(), encoding="utf-8", newline="")
    except OSError as error:
        raise ParameterError(f"{path} cannot be written: {error.strerror or error}.") from None
