"""The command fit: a model of a table, kept in a file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from frnn_core.cli.encoding import add_encoding, encoding
from frnn_core.cli.reading import add_reading, reading
from frnn_core.data.dataset import Dataset
from frnn_core.data.reading import read_dataset
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS
from frnn_core.errors import ParameterError
from frnn_core.relations import RELATIONS
from frnn_core.text import counted
from frnn_core.use.card import model_card
from frnn_core.use.files import save_model
from frnn_core.use.trained import TrainedModel, fit_model, fit_tuned_model

HELP = "fit a model to a table of your own, and keep it in a file"
EXAMPLES = """examples:
  python -m frnn_core fit table.csv --target species --out model.frnn
  python -m frnn_core fit table.csv --target species --relation gauss --gamma 0.2 --k 5 --out model.frnn
  python -m frnn_core fit table.csv --tuned --out model.frnn --card model.md
"""
SETTINGS = {"relation": "man", "k": 3, "gamma": 1.0, "weights": "linear", "normalise": "centred"}
"""What holds where an option is not given; None tells that, so that --tuned can refuse what is."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """How the table is read, what is fitted to it, and where it goes."""
    add = parser.add_argument
    add("file", metavar="FILE", help="CSV and its kin, ARFF, KEEL .dat, or a zip with one table")
    add("--out", required=True, metavar="MODEL", help="the file to write, such as model.frnn")
    add("--card", metavar="FILE", help="write a model card too, as Markdown")
    add("--estimate", default="", metavar="TEXT", help="how good the model is expected to be, for its card")
    add_reading(parser)
    add_encoding(parser)
    add("--relation", metavar="KEY", help="as in 'list relations' (default man)")
    add("--k", type=int, help="number of neighbours (default 3)")
    add("--gamma", type=float, metavar="G", help="width of a kernel (default 1)")
    add("--weights", choices=WEIGHTS, help="OWA weights (default linear)")
    add("--normalise", choices=SCALINGS, help="scaling (default centred)")
    add("--tuned", action="store_true", help="choose all of these by cross-validation on the table")
    add("--blended", action="store_true", help="with --tuned: let several settings decide together")
    add("--seed", type=int, default=0, help="deals the rows to the folds of --tuned (default 0)")
    parser.set_defaults(command=run)


def run(options: argparse.Namespace) -> None:
    """Read the table, fit, and write the model."""
    _check(options)
    data = read_dataset(options.file, **reading(options))
    for note in data.notes:
        print(note, file=sys.stderr)
    model = _fitted(options, data)
    save_model(model, options.out)
    if options.card:
        _write_card(model, options)
    told = RELATIONS[model.settings.relation].label
    print(
        f"{options.out}: {told}, k = {model.settings.k}, fitted to {counted(model.n_rows, 'row')} of "
        f"{data.name} with {counted(len(model.columns), 'column')} and {len(model.classes)} classes.",
        file=sys.stderr,
    )


def _check(options: argparse.Namespace) -> None:
    given = [f"--{name}" for name in SETTINGS if getattr(options, name) is not None]
    if options.tuned and given:
        raise ParameterError(f"--tuned chooses by itself. Leave out {', '.join(given)}, or --tuned.")
    if options.blended and not options.tuned:
        raise ParameterError("--blended needs --tuned, which finds the settings that are blended.")
    for path in filter(None, (options.out, options.card)):
        if not Path(path).parent.is_dir():
            raise ParameterError(f"There is no folder {Path(path).parent} to write {Path(path).name} to.")


def _fitted(options: argparse.Namespace, data: Dataset) -> TrainedModel:
    told: dict[str, Any] = {"encoding": encoding(options), "estimate": options.estimate}
    if options.tuned:
        return fit_tuned_model(data, blended=options.blended, seed=options.seed, **told)
    chosen: dict[str, Any] = {
        name: usual if getattr(options, name) is None else getattr(options, name)
        for name, usual in SETTINGS.items()
    }
    return fit_model(data, **chosen, **told)


def _write_card(model: TrainedModel, options: argparse.Namespace) -> None:
    try:
        Path(options.card).write_text(model_card(model, file=Path(options.out).name), encoding="utf-8")
    except OSError as error:
        raise ParameterError(f"{options.card} cannot be written: {error.strerror or error}.") from None
