"""What the commands on results share about other classifiers: an option, and the way to their scores."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from frnn_core.errors import ParameterError
from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.baselines.results import KS, Beside, Piece, beside, compute, pending
from frnn_core.experiments.plan import Conditions
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.experiments.store import Store


def add_beside(parser: argparse.ArgumentParser) -> None:
    """Which other classifiers are compared with the relations."""
    parser.add_argument(
        "--beside",
        nargs="+",
        default=[],
        metavar="KEY",
        help="other classifiers on the same folds, as in 'list baselines', named in full; what is neither "
        "shipped nor in the store is computed and kept there, by one process",
    )


def scores_beside(options: argparse.Namespace, table: ScoreTable) -> Beside:
    """The scores of the classifiers that are named, on the data sets and folds of a table of scores."""
    keys = tuple(BASELINES[key].key for key in dict.fromkeys(options.beside))
    plan = table.plan
    k = plan.ks[0]
    if k not in KS and any(BASELINES[key].uses_k for key in keys):
        raise ParameterError(f"Baselines that use k are computed for k up to {KS[-1]}, not {k}.")
    store = Store(options.store)
    for deal in plan.conditions.deals() if keys else ():
        pieces = pending(plan.datasets, keys, store, deal, table.measure)
        if pieces:
            _compute(pieces, store, deal)
    return beside(plan.datasets, keys, k, plan.conditions, table.measure, store)


def _compute(pieces: Sequence[Piece], store: Store, deal: Conditions) -> None:
    """Compute what is missing of one deal of the rows, with a bar that says how far it is."""
    from tqdm import tqdm

    print(f"{len(pieces)} folds of other classifiers to run; results in {store.path}", file=sys.stderr)
    with tqdm(total=len(pieces), unit="fold", file=sys.stderr, smoothing=0) as bar:
        compute(pieces, store, deal, lambda _: bar.update())
