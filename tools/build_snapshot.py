"""Build `frnn_core/data/snapshot.npz` and `catalogue.csv` from public packages.

Run from the root of the project: `python -m tools.build_snapshot [--packages DIR] [--check]`.
Without `--packages` the packages are downloaded with pip and apt-get. The output is deterministic:
the same packages and the same zlib give the same bytes, which `--check` tests against the shipped files.

Every column is stored as integers and a power of ten. An integer below 2^53 over a power of ten up to
10^22 is one exact division, so it restores the correctly rounded value of the decimal text; the builder
checks that for every number. A full version, whose columns are not all numbers, has a few arrays more: where
its gaps are, what its columns are, and which row of the paper's set each of its rows is.
"""

from __future__ import annotations

import argparse
import csv
import io
import sys
import tempfile
import zipfile
from decimal import Decimal
from functools import cache
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.dataset import Dataset
from frnn_core.data.snapshot import restore
from frnn_core.paper import printed_table
from tools.snapshot_full import read_columns, read_full
from tools.snapshot_packages import LICENCE, download, full_name, unpack
from tools.snapshot_readers import GAP, Source, Table, read_sources, read_table

TOOLS = Path(__file__).resolve().parent
TARGET = TOOLS.parent / "frnn_core" / "data"
ORIGIN_LICENCE = {
    "UCI": "CC BY 4.0 at the UCI Machine Learning Repository",
    "": "not stated by the source",
}
INTEGERS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64)
FIELDS = (
    "name",
    "keel_name",
    "in_paper",
    "full_of",
    "rows",
    "features",
    "gaps",
    "rows_with_gaps",
    "classes",
    "largest_class",
    "smallest_class",
    "printed_features",
    "printed_imbalance_ratio",
    "source",
    "licence",
    "sha256",
    "notes",
    "paper_note",
)


def main() -> int:
    """Build both files, or compare them with the shipped ones."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--packages", type=Path, help="directory with the downloaded wheels and .deb file")
    parser.add_argument("--check", action="store_true", help="compare with the shipped files, write nothing")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        packages = options.packages or download(Path(scratch) / "packages")
        built = build(unpack(packages.resolve(), Path(scratch) / "files"))
    if options.check:
        differing = [name for name, content in built.items() if (TARGET / name).read_bytes() != content]
        print(f"not as shipped: {', '.join(differing)}" if differing else "as shipped, byte for byte")
        return 1 if differing else 0
    for name, content in built.items():
        (TARGET / name).write_bytes(content)
        print(f"{name}: {len(content):,} bytes")
    return 0


def build(root: Path) -> dict[str, bytes]:
    """Give the content of both files."""
    arrays: dict[str, NDArray[np.generic]] = {}
    rows = []
    sources = {source.name: source for source in read_sources(TOOLS / "snapshot_sources.csv")}
    columns = read_columns(TOOLS / "snapshot_columns.csv")
    for source in sources.values():
        if source.full_of:
            full = read_full(source, sources[source.full_of], columns[source.name], root)
            table, places = full.table, {"plain_rows": smallest([list(full.plain_rows)])[0]}
        else:
            table, places = read_table(source, root), {}
        stored = encode(table) | places
        rows.append(describe(source, check(source.name, table, stored)))
        arrays |= {f"{source.name}/{part}": array for part, array in stored.items()}
    return {"snapshot.npz": npz_bytes(arrays), "catalogue.csv": csv_bytes(rows)}


def encode(table: Table) -> dict[str, NDArray[np.generic]]:
    """Turn decimal text into integers and powers of ten, and labels into codes.

    One power per column makes the smallest archive; a column that then has too many digits (numbers as
    far apart as 1e-8 and 1e3) gets one power per number.
    """
    numbers = [[Decimal(0 if text == GAP else text) for text in row] for row in table.rows]
    decimals = np.array([[places(value) for value in row] for row in numbers], dtype=np.uint8)
    common = decimals.max(axis=0)
    if not fits(numbers, np.broadcast_to(common, decimals.shape)):
        common = decimals
    classes = sorted(set(table.labels))
    return {
        "values": smallest(scale(numbers, np.broadcast_to(common, decimals.shape))),
        "decimals": common,
        "codes": np.array([classes.index(label) for label in table.labels], dtype=np.uint8),
        "classes": np.array(classes),
        "features": np.array(table.names),
    } | (encode_columns(table) if table.columns else {})


def encode_columns(table: Table) -> dict[str, NDArray[np.generic]]:
    """Store the roles of the columns, their listed values end to end and counted, and where gaps are."""
    gaps = [place for place, text in enumerate(chain.from_iterable(table.rows)) if text == GAP]
    return {
        "roles": np.array([column.role for column in table.columns]),
        "listed": np.array([value for column in table.columns for value in column.values], dtype=np.str_),
        "listed_counts": np.array([len(column.values) for column in table.columns], dtype=np.uint8),
        "gaps": np.array(gaps, dtype="<u4"),
    }


def places(value: Decimal) -> int:
    """Count the decimal places that a number needs."""
    exponent = value.normalize().as_tuple().exponent
    return max(0, -int(exponent))


def scale(numbers: list[list[Decimal]], decimals: NDArray[np.uint8]) -> list[list[int]]:
    """Give the integers number * 10^decimals, one list a column."""
    rows = zip(numbers, decimals.tolist(), strict=True)
    scaled = [[int(x.scaleb(p)) for x, p in zip(row, powers, strict=True)] for row, powers in rows]
    return [list(column) for column in zip(*scaled, strict=True)]


def fits(numbers: list[list[Decimal]], decimals: NDArray[np.uint8]) -> bool:
    """Say whether all scaled integers are exact in float64."""
    return max(abs(value) for column in scale(numbers, decimals) for value in column) < 2**53


def smallest(columns: list[list[int]]) -> NDArray[np.integer]:
    """Store integers in the smallest type that holds them all."""
    values = np.array(columns, dtype=np.int64)
    low, high = int(values.min()), int(values.max())
    kind = next(kind for kind in INTEGERS if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)
    return values.astype(np.dtype(kind).newbyteorder("<"))


def check(name: str, table: Table, stored: dict[str, NDArray[np.generic]]) -> Dataset:
    """Restore the data set and compare it, bit for bit, with the parsed text (minus zero counts as zero)."""
    restored = restore(stored)
    numbers = [[float("nan" if text == GAP else text) for text in row] for row in table.rows]
    parsed = np.array(numbers) + 0.0
    same = restored.X.tobytes() == parsed.tobytes() and restored.columns == table.columns
    gaps_known = table.columns or np.isfinite(restored.X).all()
    if not same or not gaps_known or restored.y.tolist() != table.labels:
        raise ValueError(f"{name} is not restored exactly.")
    return restored.dataset(name)


def describe(source: Source, data: Dataset) -> dict[str, object]:
    """Give the row of the catalogue for a data set."""
    printed = paper_rows().get(source.name, {})
    files = ", ".join(item.split("=")[-1] for item in source.files.split())
    gaps = np.isnan(data.X)
    values = (
        source.name,
        source.keel_name,
        "yes" if printed else "no",
        source.full_of,
        data.X.shape[0],
        data.X.shape[1],
        int(gaps.sum()),
        int(gaps.any(axis=1).sum()),
        len(data.class_names),
        int(data.class_counts.max()),
        int(data.class_counts.min()),
        misprint(printed.get("n_num_features"), data.X.shape[1]),
        misprint(printed.get("ir"), round(data.imbalance_ratio, 2)),
        f"{full_name(source.package)}, {files}",
        f"{ORIGIN_LICENCE[source.origin]}; {LICENCE[source.package]}",
        data.sha256,
        source.notes,
        source.paper_note,
    )
    return dict(zip(FIELDS, values, strict=True))


@cache
def paper_rows() -> dict[str, dict[str, float]]:
    """Give what the paper's table of data sets prints, by name."""
    rows: dict[str, dict[str, float]] = printed_table("datasets").set_index("dataset").to_dict(orient="index")
    return rows


def misprint(printed: float | None, measured: float) -> float | None:
    """Give the printed figure where it is not the measured one."""
    return None if printed == measured else printed


def npz_bytes(arrays: dict[str, NDArray[np.generic]]) -> bytes:
    """Write an npz archive with fixed timestamps and a fixed order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_LZMA) as archive:
        for name in sorted(arrays):
            entry = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_LZMA
            entry.create_system = 3
            content = io.BytesIO()
            np.lib.format.write_array(content, arrays[name], allow_pickle=False)
            archive.writestr(entry, content.getvalue())
    return buffer.getvalue()


def csv_bytes(rows: list[dict[str, object]]) -> bytes:
    """Write the catalogue with the same line ends everywhere."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


if __name__ == "__main__":
    sys.exit(main())
