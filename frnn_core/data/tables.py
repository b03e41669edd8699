"""Tables of any length in CSV or Parquet files: their columns, and their rows in blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any

from frnn_core.errors import DataError, ParameterError

if TYPE_CHECKING:
    import pandas as pd

PARQUET = (".parquet", ".pq")
NEEDS_PYARROW = "Parquet files need pyarrow. Install it with: pip install pyarrow"
COUNT_BYTES = 1 << 20
MOST_ROWS = 1 << 20
CSV: dict[str, Any] = {"encoding": "utf-8-sig"}


@dataclass(frozen=True)
class Table:
    """One or more files that hold a table; with a header if they are CSV."""

    name: str
    files: tuple[Path, ...]
    parquet: bool

    @classmethod
    def of(cls, name: str) -> Table:
        """A file, a folder of Parquet files, or a pattern with * of files of one kind, in order of names."""
        path = Path(name)
        if path.is_dir():
            found = sorted(file for file in path.iterdir() if file.suffix.lower() in PARQUET)
        else:
            found = [path] if path.exists() else sorted(Path(file) for file in glob(name))
        if not found:
            cause = "has no Parquet files (.parquet)" if path.is_dir() else "is not there"
            raise DataError(f"{name} {cause}. Name a CSV or Parquet file, or a folder of Parquet files.")
        kinds = {file.suffix.lower() in PARQUET for file in found}
        if len(kinds) > 1:
            raise DataError(f"{name} matches Parquet files and others. Name files of one kind.")
        return cls(name, tuple(found), kinds.pop())

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns; the files must agree on them, in any order."""
        every = [self._columns(file) for file in self.files]
        for file, columns in zip(self.files[1:], every[1:], strict=True):
            if other := sorted({*columns} ^ {*every[0]}):
                raise DataError(f"{file} and {self.files[0]} differ in columns: {', '.join(other)}.")
        repeated = sorted({name for name in every[0] if every[0].count(name) > 1})
        if repeated:
            raise DataError(f"{self.name} has several columns called {', '.join(repeated)}. Rename them.")
        return every[0]

    @cached_property
    def rows(self) -> int:
        """How many rows there are; of CSV by the ends of lines, so about."""
        return sum(self._rows(file) for file in self.files)

    def identity(self) -> list[list[Any]]:
        """What changes when the files change: names, sizes, times of the last change."""
        found = [(file.resolve(), file.stat()) for file in self.files]
        return [[str(file), stat.st_size, stat.st_mtime_ns] for file, stat in found]

    def blocks(self, size: int, columns: list[str], *, text: str = "") -> Iterator[pd.DataFrame]:
        """The rows in blocks of one size, the last one shorter, whatever the files are cut like.

        In CSV, the column `text` is read as it is written.
        """
        import pandas as pd

        held: list[pd.DataFrame] = []
        for piece in self._pieces(size, columns, text):
            held.append(piece)
            while sum(map(len, held)) >= size:
                joined = pd.concat(held, ignore_index=True) if len(held) > 1 else held[0]
                yield joined.iloc[:size].reset_index(drop=True)
                held = [joined.iloc[size:]]
        if sum(map(len, held)):
            yield pd.concat(held, ignore_index=True)

    def frame(self, columns: list[str], *, text: str = "") -> pd.DataFrame:
        """All rows."""
        import pandas as pd

        pieces = list(self._pieces(None, columns, text))
        return pd.concat(pieces, ignore_index=True) if pieces else pd.DataFrame(columns=columns)

    def _pieces(self, size: int | None, columns: list[str], text: str) -> Iterator[pd.DataFrame]:
        for file in self.files:
            with _Readable(file):
                if self.parquet:
                    for batch in _parquet(file).iter_batches(size or MOST_ROWS, columns=columns):
                        yield batch.to_pandas()[columns]
                else:
                    yield from _csv(file, size, columns, text)

    def _columns(self, file: Path) -> tuple[str, ...]:
        with _Readable(file):
            if self.parquet:
                return tuple(_parquet(file).schema_arrow.names)
            import csv

            with file.open(newline="", encoding="utf-8-sig") as opened:
                return tuple(next(csv.reader(opened), ()))

    def _rows(self, file: Path) -> int:
        with _Readable(file):
            if self.parquet:
                return int(_parquet(file).metadata.num_rows)
            with file.open("rb") as opened:
                return max(
                    0, sum(part.count(b"\n") for part in iter(lambda: opened.read(COUNT_BYTES), b"")) - 1
                )


class _Readable:
    """Blames a file for what goes wrong while it is read."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __enter__(self) -> None: ...

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, (OSError, ValueError)) and not isinstance(error, (DataError, ParameterError)):
            raise DataError(f"{self.file} cannot be read ({error}).") from error


def _parquet(file: Path) -> Any:
    try:
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise ParameterError(NEEDS_PYARROW) from error
    return ParquetFile(file)


def _csv(file: Path, size: int | None, columns: list[str], text: str) -> Iterator[pd.DataFrame]:
    import pandas as pd

    options = {**CSV, "usecols": columns, "dtype": {text: str} if text in columns else None}
    if size is None:
        yield pd.read_csv(file, low_memory=False, **options)[columns]
        return
    with pd.read_csv(file, chunksize=size, **options) as chunks:
        for chunk in chunks:
            yield chunk[columns]
