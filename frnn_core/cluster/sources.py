"""Tables of Dask, and others that are cut for it, as parts on the workers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from frnn_core.cluster.connection import INSTALL, Cluster
from frnn_core.cluster.parts import Part, part_of
from frnn_core.data.tables import CSV, Table
from frnn_core.engine.arrays import FloatArray, LabelArray
from frnn_core.errors import DataError, ParameterError

SHARD_ROWS = 250_000
"""Rows of an array in memory that go to a worker in one piece."""
Make = Callable[[], list[Any]]
"""Gives futures of parts; called again when parts are lost that Dask cannot read again by itself."""


def is_lazy(table: object) -> bool:
    """Whether it is a table of Dask, of which the rows are elsewhere or not there yet."""
    return hasattr(table, "__dask_graph__")


def pieces(table: Any) -> list[Any]:
    """The parts of a table of Dask, none of which is cut between columns.

    Not optimised: Dask would join parts of few columns, and X and y would no longer be cut alike. As it is,
    what both come from is read once.
    """
    if hasattr(table, "numblocks") and table.ndim == 2 and table.numblocks[1] > 1:
        table = table.rechunk({1: -1})
    return list(np.ravel(np.asarray(table.to_delayed(optimize_graph=False), dtype=object)))


def names_of(table: Any) -> tuple[Any, ...] | None:
    """The names of the columns of a data frame."""
    return tuple(table.columns) if hasattr(table, "columns") else None


def frame_of(table: Table, columns: list[str], text: str) -> Any:
    """A table in files as a data frame of Dask, whose workers see the files under the same names.

    In CSV, the column `text` is read as it is written, and others are numbers.
    """
    try:
        import dask.dataframe as dd
    except ImportError as error:
        raise ParameterError(INSTALL) from error
    files = [str(file.resolve()) for file in table.files]
    if table.parquet:
        return dd.read_parquet(files, columns=columns)
    kinds: dict[str, Any] = {name: str if name == text else float for name in columns}
    return dd.read_csv(files, usecols=columns, dtype=kinds, **CSV)


def arrays(cluster: Cluster, X: FloatArray, labels: LabelArray) -> Make:
    """Parts of arrays in memory, which are sent to the workers, and sent again if they are lost."""
    workers = max(1, len(cluster.client.scheduler_info(n_workers=-1)["workers"]))
    count = max(1, min(len(X), max(workers, -(-len(X) // SHARD_ROWS))))
    cuts = np.linspace(0, len(X), count + 1).astype(int)

    def make() -> list[Any]:
        parts = []
        for start, stop in pairwise(cuts):
            sent = cluster.sent([(X[start:stop], labels[start:stop])])
            parts.append(cluster.client.submit(_part_of_both, *sent, pure=False))
        return parts

    return make


def _part_of_both(both: tuple[FloatArray, LabelArray]) -> Part:
    return part_of(*both, None)


def lazily(cluster: Cluster, X: Any, y: Any) -> Make:
    """Parts of tables of Dask, read by the workers; Dask reads lost ones again."""
    rows, names = pieces(X), names_of(X)
    classes = _pieces_of_classes(cluster, X, y, rows)
    if len(rows) != len(classes):
        raise DataError(f"X has {len(rows)} parts and y has {len(classes)}. Cut them alike.")

    def make() -> list[Any]:
        from dask.delayed import delayed

        read = delayed(part_of, pure=False)
        return list(cluster.client.compute([read(*part, names) for part in zip(rows, classes, strict=True)]))

    return make


def _pieces_of_classes(cluster: Cluster, X: Any, y: Any, rows: list[Any]) -> list[Any]:
    if is_lazy(y):
        if hasattr(X, "chunks") and hasattr(y, "chunks") and X.chunks[0] != y.chunks[0]:
            _refuse_lengths(X.shape[0], y.shape[0])
            y = y.rechunk({0: X.chunks[0]})
        return pieces(y)
    from dask.delayed import delayed

    count = delayed(len, pure=False)
    lengths = cluster.results(cluster.client.compute([count(part) for part in rows]))
    labels = y if hasattr(y, "iloc") else np.asarray(y)
    _refuse_lengths(sum(lengths), len(labels))
    cut = labels.iloc if hasattr(labels, "iloc") else labels
    ends = np.cumsum([0, *lengths])
    return [cut[start:stop] for start, stop in pairwise(ends)]


def _refuse_lengths(rows: float, classes: float) -> None:
    if rows != classes and not np.isnan(rows) and not np.isnan(classes):
        raise DataError(f"X has {int(rows)} rows and y has {int(classes)} classes. Give each row its class.")


def computed(cluster: Cluster, table: Any) -> Iterator[Any]:
    """The parts of a table of Dask, one after the other, as they are in memory; empty ones are left out."""
    for piece in pieces(table):
        (part,) = cluster.results([cluster.client.compute(piece)])
        if len(part):
            yield part


def whole(cluster: Cluster, table: Any) -> Any:
    """A table or list of classes of Dask in memory; any other as it is."""
    if not is_lazy(table):
        return table
    parts = list(computed(cluster, table))
    if parts and hasattr(parts[0], "iloc"):
        import pandas as pd

        return pd.concat(parts)
    return np.concatenate(parts) if parts else np.empty(0)
