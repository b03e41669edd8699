"""The command classify: a table of any length is classified by another, on one machine or many."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from frnn_core.cli.part_files import PartFiles
from frnn_core.data.tables import Table
from frnn_core.engine.approximations import SCORE_DECIMALS, scores
from frnn_core.engine.input_checks import refuse_text
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS, columns_in_words
from frnn_core.engine.search_report import SEARCHES
from frnn_core.errors import DataError, ParameterError, unknown_name
from frnn_core.relations import RELATIONS
from frnn_core.text import csv_text

if TYPE_CHECKING:
    import pandas as pd

HELP = "classify the rows of a table by those of another, on one machine or many"
EXAMPLES = """examples:
  python -m frnn_core classify --train a.parquet --test b.parquet --target y --relation man --k 3 --out c.csv
  python -m frnn_core classify --train rows/ --test new.csv --target y --dask tcp://10.0.0.1:8786 --out c.csv
"""
PAIRS = 2_000_000_000
FEWEST, MOST = 1_000, 100_000
"""A part has so many rows that it takes about PAIRS distances, within these bounds."""
HEAD = 1_000


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which tables, how they are classified, and where."""
    add = parser.add_argument
    table = "a CSV or Parquet file, a folder of Parquet files, or a pattern such as 'rows/*.csv'"
    add("--train", required=True, metavar="TABLE", help=f"rows with their classes: {table}")
    add("--test", required=True, metavar="TABLE", help="rows to classify: columns of the same names")
    add("--target", required=True, metavar="COLUMN", help="the class column of the training table")
    add("--relation", default="man", metavar="KEY", help="as in 'list relations' (default man)")
    add("--k", type=int, default=3, help="number of neighbours (default 3)")
    add("--gamma", type=float, default=1.0, metavar="G", help="width of a kernel (default 1)")
    add("--weights", choices=WEIGHTS, default="linear", help="OWA weights (default linear)")
    add("--normalise", choices=SCALINGS, default="centred", help="scaling (default centred)")
    add(
        "--search",
        choices=SEARCHES,
        default="exact",
        help="approximate, for millions of rows, may miss a neighbour and tells how often (default exact)",
    )
    add(
        "--dask",
        metavar="ADDRESS",
        help="keep the training rows on the workers of a Dask cluster, such as tcp://10.0.0.1:8786; they "
        "read the training table under the name given",
    )
    add("--out", required=True, metavar="FILE", help="a CSV: class, score of each class, lead of the first")
    parser.set_defaults(command=classify)


def classify(options: argparse.Namespace) -> None:
    """Write the class of every row of the test table."""
    RELATIONS[options.relation].resolve(gamma=options.gamma)
    if options.dask and options.search != "exact":
        raise ParameterError("A cluster searches exactly. Leave out --search, or --dask.")
    train, test, out = Table.of(options.train), Table.of(options.test), Path(options.out)
    features = _features(train, test, options.target)
    size = max(FEWEST, min(MOST, PAIRS // max(1, train.rows)))
    parts = PartFiles(out, _task(options, train, test, size))
    if told := parts.open():
        print(told, file=sys.stderr)
    if done := sum(part.rows for part in parts.found.values()):
        print(f"{done:,} rows are done already: going on with the others.", file=sys.stderr)
    where = f"the workers of {options.dask}" if options.dask else "this machine"
    print(f"Fitting to about {train.rows:,} rows on {where}.", file=sys.stderr)
    try:
        with _fitted(options, train, features) as model:
            for note in _notes(model):
                print(note, file=sys.stderr)
            _write(model, test, features, options.target, size, parts)
            parts.join(_header(model.classes_))
    finally:
        parts.leave()
    _tell(parts, out, options.target in test.columns)


def _notes(model: Any) -> Sequence[str]:
    """What the user should know of the fit."""
    told = getattr(model, "search_report_", None)
    return [*getattr(model, "notes_", ()), *([str(told)] if told and told.asked != "exact" else [])]


def _features(train: Table, test: Table, target: str) -> list[str]:
    """The columns by which rows are compared; refuse tables that do not fit each other."""
    if target not in train.columns:
        raise unknown_name(f"column of {train.name}", target, train.columns)
    features = [name for name in train.columns if name != target]
    if not features:
        raise DataError(f"{train.name} has no column beside {target}, so there is nothing to compare.")
    missing = [name for name in features if name not in test.columns]
    other = [name for name in test.columns if name not in train.columns]
    if missing or other:
        told = [f"{columns_in_words(missing)} of {train.name} not there"] if missing else []
        told += [f"{columns_in_words(other)} not in {train.name}"] if other else []
        raise DataError(f"{test.name} has other columns: {'; '.join(told)}. Rename, add or drop them.")
    for table in (train, test):
        with _named(table.name):
            refuse_text(next(table.blocks(HEAD, features), None))
    return features


def _task(options: argparse.Namespace, train: Table, test: Table, size: int) -> dict[str, Any]:
    """All that decides the numbers; where they are computed does not."""
    names = ("target", "relation", "k", "gamma", "weights", "normalise", "search")
    return {
        **{name: getattr(options, name) for name in names},
        "revision": RELATIONS[options.relation].revision,
        "train": train.identity(),
        "test": test.identity(),
        "rows of a part": size,
    }


@contextmanager
def _fitted(options: argparse.Namespace, train: Table, features: list[str]) -> Iterator[Any]:
    """The classifier, fitted to the training table here or on a cluster."""
    settings = {name: getattr(options, name) for name in ("k", "gamma", "weights", "normalise")}
    if options.dask is None:
        from frnn_core.classifier import FRNNClassifier

        frame = train.frame([*features, options.target], text=options.target)
        with _named(train.name):
            model: Any = FRNNClassifier(options.relation, **settings, search=options.search)
            model.fit(frame[features], frame[options.target])
        yield model
        return
    from frnn_core.cluster import FRNNClassifier as Sharded
    from frnn_core.cluster import connected
    from frnn_core.cluster.connection import GO_ON
    from frnn_core.cluster.sources import frame_of

    with connected(options.dask) as client:
        model = Sharded(options.relation, **settings, client=client)
        model.go_on = GO_ON
        frame = frame_of(train, [*features, options.target], options.target)
        with _named(train.name):
            model.fit(frame[features], frame[options.target])
        yield model


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Say in which table something is wrong."""
    try:
        yield
    except DataError as error:
        raise DataError(f"{name}: {error}") from error


def _write(model: Any, test: Table, features: list[str], target: str, size: int, parts: PartFiles) -> None:
    """Classify block by block, and keep each."""
    from tqdm import tqdm

    told = [*features, target] if target in test.columns else features
    done = sum(part.rows for part in parts.found.values())
    with tqdm(
        total=max(test.rows, done), initial=done, unit="row", unit_scale=True, file=sys.stderr, smoothing=0
    ) as bar:
        for number, block in enumerate(test.blocks(size, told, text=target)):
            if number in parts.found:
                continue
            first = number * size
            with _named(f"{test.name}, rows {first + 1} to {first + len(block)}"):
                found = _classified(model, block[features])
            right = _agreeing(block[target], found.index) if target in block else 0
            parts.write(number, csv_text(found).split("\n", 1)[1], len(block), right)
            bar.update(len(block))


def _classified(model: Any, queries: pd.DataFrame) -> pd.DataFrame:
    """Scores of the classes and the lead of the first, by the class that is found."""
    import pandas as pd

    each = scores(*model.approximations(queries))
    two = np.sort(each, axis=1)[:, -2:]
    classes = model.classes_[each.argmax(axis=1)]
    found = pd.DataFrame(each, columns=_score_names(model.classes_), index=classes)
    found["lead"] = np.round(two[:, 1] - two[:, 0], SCORE_DECIMALS)
    return found.rename_axis("class")


def _agreeing(told: pd.Series[Any], found: pd.Index[Any]) -> int:
    """How many classes are the same, as they are written."""
    return int((told.astype(str).to_numpy() == found.astype(str).to_numpy()).sum())


def _score_names(classes: Sequence[Any]) -> list[str]:
    return [f"score of {label}" for label in classes]


def _header(classes: Sequence[Any]) -> str:
    import pandas as pd

    return csv_text(pd.DataFrame(columns=[*_score_names(classes), "lead"]).rename_axis("class"))


def _tell(parts: PartFiles, out: Path, judged: bool) -> None:
    rows, right = (sum(getattr(part, name) for part in parts.found.values()) for name in ("rows", "right"))
    told = f"; {right:,} of them as the table says (accuracy {right / rows:.3f})" if judged and rows else ""
    print(f"{out}: {rows:,} rows classified{told}.", file=sys.stderr)
