"""The way in: a file, bytes, a folder, a data frame or a scikit-learn bunch -> a data set."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PureWindowsPath
from typing import IO, Any, TypeAlias

import pandas as pd

from frnn_core.data.dataset import Dataset
from frnn_core.data.reading.archives import is_zip, read_folder, unpack_zip
from frnn_core.data.reading.arff import has_arff_header, read_arff
from frnn_core.data.reading.cells import listed, shown
from frnn_core.data.reading.decoding import decode
from frnn_core.data.reading.fold_files import fold_files, read_folds
from frnn_core.data.reading.frames import table_from_bunch, table_from_frame
from frnn_core.data.reading.limits import MAX_BYTES, megabytes
from frnn_core.data.reading.options import Options
from frnn_core.data.reading.prepare import prepare
from frnn_core.data.reading.raw_table import RawTable
from frnn_core.data.reading.summary import TableSummary, summarise
from frnn_core.data.reading.text_table import read_text_table
from frnn_core.engine.parameters import whole_number
from frnn_core.errors import DataError, ParameterError

Source: TypeAlias = "str | os.PathLike[str] | bytes | IO[bytes] | pd.DataFrame | Mapping[str, Any] | RawTable"


def read_dataset(
    source: Source,
    *,
    name: str | None = None,
    target: str | int | None = None,
    roles: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    answers: Mapping[str, str] | None = None,
    bins: int | None = None,
    edges: Sequence[float] | None = None,
    folds: int | None = None,
    max_bytes: int = MAX_BYTES,
) -> Dataset:
    r"""Read a table of the user's own as a data set.

    Parameters
    ----------
    source : path or bytes or binary file or data frame or bunch or RawTable
        A text table (comma, semicolon, tab, vertical bar or white space; decimal point or comma, column by
        column), ARFF, KEEL .dat, a zip with one of these, or a zip or folder with KEEL's fold files, which
        bring their partition. The kind is found out from the content.
    name : str, optional
        The name of the file, for bytes and files without one; the name of the data set otherwise.
    target : str or int, optional
        The class column by name or position. By default what the file itself names; else a note says what
        was guessed: a column called class (Klasse, classe), target, label or y, or outcome, diagnosis or
        species if it holds few values; else the last, or the only column of a few texts if the last holds
        many numbers.
    roles : mapping of str to str, optional
        What columns are, by name, where the guess is to be overruled: number, ordered, category, yes-no,
        date, text, identifier, class or left-out. `frnn_core.data.inspect_table` tells the guess, and why.
    orders : mapping of str to list of str, optional
        The values of ordered columns, from the lowest to the highest.
    answers : mapping of str to str, optional
        Which reading is meant where two are possible: "decimals" or "thousands" for numbers such as 1,234,
        "day first" or "month first" for dates such as 03/04/2024.
    bins : int, optional
        Cut a class column of numbers into this many groups of about the same size.
    edges : list of float, optional
        Cut a class column of numbers above each of these.
    folds : int, optional
        The number of folds of the partition that is meant, where a zip or folder holds several.
    max_bytes : int
        The largest file that is accepted, and the largest table in a zip or folder. All folds together may
        hold four times as much.

    Returns
    -------
    Dataset
        Its notes say what was left out or guessed. Unless all features are numbers without a gap, `columns`
        says what each is, and X holds positions of listed values, days since 1970, and NaN for gaps.

    Raises
    ------
    DataError
        If the source cannot be used; the message names the cause and the cure.
    ParameterError
        If a choice is none of those above.

    Examples
    --------
    >>> table = b"age;plan;class\n31;S;stays\n45;L;goes\n;M;stays\n28;S;goes\n"
    >>> data = read_dataset(table, name="mine.csv")
    >>> data.feature_names, data.target, data.class_names
    (('age', 'plan'), 'class', ('goes', 'stays'))
    >>> [column.role for column in data.columns], data.has_gaps
    (['number', 'ordered'], True)
    """
    options = _options(target, roles, orders, answers, bins, edges, folds)
    return prepare(read_raw_table(source, name=name, max_bytes=max_bytes), options)


def inspect_table(
    source: Source,
    *,
    name: str | None = None,
    target: str | int | None = None,
    roles: Mapping[str, str] | None = None,
    orders: Mapping[str, Sequence[str]] | None = None,
    answers: Mapping[str, str] | None = None,
    bins: int | None = None,
    edges: Sequence[float] | None = None,
    folds: int | None = None,
    max_bytes: int = MAX_BYTES,
) -> TableSummary:
    """Say what is in a table and what would become of each column, without making a data set.

    The choices are those of `read_dataset`.
    """
    options = _options(target, roles, orders, answers, bins, edges, folds)
    return summarise(read_raw_table(source, name=name, max_bytes=max_bytes), options)


def _options(
    target: Any, roles: Any, orders: Any, answers: Any, bins: Any, edges: Any, folds: Any
) -> Options:
    return Options(target, roles or (), orders or (), answers or (), bins, edges, folds)


def read_raw_table(source: Source, *, name: str | None = None, max_bytes: int = MAX_BYTES) -> RawTable:
    """Read a table as it stands, before anything is chosen, dropped or filled.

    The result can be handed to `inspect_table` and `read_dataset` in place of the source, to try other
    choices without reading the file again.
    """
    if not isinstance(name, str | None):
        raise ParameterError(f"name must be a text, not {name!r}.")
    max_bytes = whole_number("max_bytes", max_bytes, 1)
    if isinstance(source, RawTable):
        return source
    if isinstance(source, pd.DataFrame):
        return replace(table_from_frame(source), name=shown(name or "data"))
    if isinstance(source, Mapping):
        if not {"data", "target"} <= source.keys():
            raise DataError("A scikit-learn data set needs the entries data and target.")
        return replace(table_from_bunch(source), name=shown(name or "data"))
    if isinstance(source, str | os.PathLike):
        return _from_path(Path(source), name, max_bytes)
    if isinstance(source, bytes | bytearray | memoryview):
        return _from_bytes(bytes(source), name, max_bytes)
    if hasattr(source, "read"):
        given = name or getattr(source, "name", None)
        return _from_bytes(
            _read_stream(source, max_bytes), given if isinstance(given, str) else None, max_bytes
        )
    raise DataError(
        f"A table cannot be read from an object of type {type(source).__name__}. Hand over a path, bytes, "
        "an open file, a pandas DataFrame or a scikit-learn Bunch."
    )


def _from_path(path: Path, name: str | None, max_bytes: int) -> RawTable:
    try:
        if path.is_dir():
            table = _from_pack(read_folder(path, max_bytes), "folder")
            return _labelled(table, name or path.resolve().name, "your folder")
        if not path.is_file():
            raise DataError(f"There is no file {path}.")
        _check_bytes(path.stat().st_size, max_bytes)
        data = path.read_bytes()
    except DataError:
        raise
    except (OSError, ValueError) as error:
        raise DataError(f"The file {path} cannot be opened: {error}.") from None
    return _from_bytes(data, name or path.name, max_bytes)


def _read_stream(stream: IO[bytes], max_bytes: int) -> bytes:
    """Read an open file from where it stands, and leave it standing there."""
    try:
        start = stream.tell() if stream.seekable() else None
        if start is not None:
            size = stream.seek(0, os.SEEK_END) - start
            stream.seek(start)
            _check_bytes(size, max_bytes)
        data: bytes | str = stream.read(max_bytes + 1)
        if start is not None:
            stream.seek(start)
        return data.encode() if isinstance(data, str) else data
    except DataError:
        raise
    except (OSError, ValueError) as error:
        raise DataError(f"The file cannot be read: {error}.") from None


def _from_bytes(data: bytes, name: str | None, max_bytes: int) -> RawTable:
    _check_bytes(len(data), max_bytes)
    table = _from_pack(unpack_zip(data, max_bytes), "zip") if is_zip(data) else _from_text(data)
    return _labelled(table, name, "your file")


def _from_text(data: bytes) -> RawTable:
    text = decode(data)
    return read_arff(text) if has_arff_header(text) else read_text_table(text)


def _from_pack(contents: Mapping[str, bytes], container: str) -> RawTable:
    """Read the folds in a zip or folder or, if there are none, its only table."""
    if folds := fold_files(contents):
        return read_folds(folds, contents)
    tables = [path for path in contents if not path.lower().endswith(".txt")] or list(contents)
    if not tables:
        raise DataError(f"The {container} holds no table. Put a CSV, ARFF or KEEL .dat file into it.")
    if len(tables) > 1:
        raise DataError(
            f"The {container} holds several tables: {listed(tables)}. Hand over one of them, or KEEL's fold "
            "files, which are called like iris-10-1tra.dat and iris-10-1tst.dat."
        )
    return _from_text(contents[tables[0]])


def _check_bytes(size: int, max_bytes: int) -> None:
    if size > max_bytes:
        raise DataError(
            f"The file has {megabytes(size)}, which is above the limit of {megabytes(max_bytes)}. Use fewer "
            "rows or columns."
        )


def _labelled(table: RawTable, name: str | None, kind: str) -> RawTable:
    """Add the name and the origin."""
    if not name:
        return replace(table, source="your data")
    path = PureWindowsPath(name)  # knows both kinds of slashes
    own_folds = f", with its own {len(table.folds)} folds" if table.folds else ""
    return replace(
        table,
        name=table.name if table.folds else shown(path.stem) or "data",
        source=f"{kind} {shown(path.name)}{own_folds}",
        others=tuple(_labelled(other, name, kind) for other in table.others),
    )
