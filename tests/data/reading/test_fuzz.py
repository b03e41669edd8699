"""Whatever bytes come in, a data set or a DataError comes out, soon and in bounded memory."""

from __future__ import annotations

import io
import struct
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.utils import Bunch

from frnn_core.data.dataset import Dataset
from frnn_core.data.reading import inspect_table, read_dataset, read_raw_table
from frnn_core.data.reading.limits import MAX_LINE
from frnn_core.engine.columns import ROLES
from frnn_core.errors import DataError, ParameterError

SECONDS = 20.0  # of the processor, on a slow machine; most take milliseconds
FUZZ = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

CSV = "id;größe;colour;class\n" + "".join(
    f'{i};{i / 8};"a;b";{"xy"[i % 2]}\n'.replace(".", ",") for i in range(12)
)
ARFF = (
    "% c\n@relation r\n@attribute 'a b' numeric\n@attribute c {u,'v w'}\n@attribute d date\n"
    "@attribute class {x,y}\n@data\n"
    + "".join(f"{i / 8},'v w',?,{'xy'[i % 2]}\n" for i in range(6))
    + "{0 1, 3 y}\n{}\n"
)
KEEL_HEADER = (
    "@relation k\n@attribute a real [0, 1]\n@attribute class {x, y}\n@inputs a\n@outputs class\n@data\n"
)
KEEL_ROWS = [f"{i / 8}, {'xy'[i % 2]}\n" for i in range(8)]
KEEL = KEEL_HEADER + "".join(KEEL_ROWS)


def fold_zip(compression: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for fold in (0, 1):
            archive.writestr(f"k/k-2-{fold + 1}tst.dat", KEEL_HEADER + "".join(KEEL_ROWS[fold::2]))
            archive.writestr(f"k/k-2-{fold + 1}tra.dat", KEEL_HEADER + "".join(KEEL_ROWS[1 - fold :: 2]))
    return buffer.getvalue()


VALID = {
    "csv": CSV.encode(),
    "utf-16": CSV.encode("utf-16"),
    "cp1252": CSV.encode("cp1252"),
    "quoted": b'sep=,\n# c\n"a","b","class"\n' + b'"1,5","2","x"\n"2,5","3","none"\n' * 4,
    "spaces": b"a b class\n" + b"1 2.5 x\n3 1e3 y\n" * 4,
    "arff": ARFF.encode(),
    "keel": KEEL.encode(),
    "stored zip": fold_zip(zipfile.ZIP_STORED),
    "packed zip": fold_zip(zipfile.ZIP_DEFLATED),
}
TOKENS = [
    b",", b";", b"\t", b"|", b" ", b"\n", b"\r", b'"', b"'", b"\\", b"@", b"@data\n", b"@attribute", b"{",
    b"}", b"%", b"?", b"nan", b"1e999", b"-inf", b"1_0", b"\0", b"\xff", b"\xef\xbb\xbf", b"\xc3\xa9",
    b"none", b"sep=;\n", b"# c\n", b'"1,5"', b"9007199254740993", b"True",
    b"PK\x01\x02", b"PK\x05\x06", b"class", b"9" * 400, b"," * 50, b'"' * 9, b"\xe2\x80\xa8",
]  # fmt: skip
CHOICES = st.fixed_dictionaries(
    {
        "roles": st.sampled_from(
            [None, {}, *({"a": role} for role in ROLES), {"a": "date", "b": "category"}, {"zz": "number"}]
        ),
        "orders": st.sampled_from([None, {"a": ["1", "2"]}]),
        "answers": st.sampled_from([None, {"a": "day first"}, {"a": "thousands"}, {"b": "decimals"}]),
        "bins": st.sampled_from([None, 2, 20, np.int64(3)]),
        "folds": st.sampled_from([None, None, None, 2, 3]),
        "target": st.sampled_from([None, 0, -1, 5, "class", "a", "", np.int64(1)]),
        "name": st.sampled_from([None, "x.csv", "x.arff", "x.dat", "x.zip", "..", "a/b\\c"]),
    }
)
WRONG_CHOICES = st.fixed_dictionaries(
    {},
    optional={
        "bins": st.sampled_from([2.0, 2.5, np.float64(3), True, "2", np.arange(2)]),
        "target": st.sampled_from([1.0, np.nan, True, b"class", ("a",), np.arange(2)]),
        "name": st.sampled_from([5, 1.5, b"x.csv", ["x.csv"]]),
    },
)
ANY_CHOICES = CHOICES | WRONG_CHOICES


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """Take a valid file and cut, double, change or insert pieces of it."""
    data = bytearray(VALID[draw(st.sampled_from(sorted(VALID)))])
    for _ in range(draw(st.integers(1, 5))):
        place = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, 20))
        match draw(st.sampled_from(["cut", "double", "insert", "change", "end"])):
            case "cut":
                del data[place : place + length]
            case "double":
                data[place:place] = data[place : place + length] * draw(st.integers(1, 30))
            case "insert":
                data[place:place] = draw(st.sampled_from(TOKENS))
            case "change":
                data[place : place + 1] = draw(st.binary(min_size=1, max_size=2))
            case _:
                del data[max(place, 1) :]
    return bytes(data)


def assert_sound(data: Dataset) -> None:
    rows, features = data.X.shape
    assert features == len(data.feature_names) == len(set(data.feature_names)) > 0
    assert len(data.y) == rows >= 2 * len(data.class_names) >= 4
    assert not np.isinf(data.X).any()
    assert np.isfinite(data.X).all() or data.columns
    for place, column in enumerate(data.columns):
        codes = data.X[~np.isnan(data.X[:, place]), place]
        if ROLES[column.role].listed:
            assert len(set(column.values)) == len(column.values)
            assert ((codes == np.floor(codes)) & (codes >= 0) & (codes < len(column.values))).all()
    assert len(data.frame()) == rows
    assert len(data.sha256) == 64
    if data.folds:
        assert sorted(np.concatenate(data.folds).tolist()) == list(range(rows))


def try_everything(source: object, **choices: object) -> Dataset | None:
    """Read a source in every way; only a DataError, or a ParameterError for a choice, may come out."""
    start = time.process_time()
    name = choices.get("name")
    for read in (read_raw_table, inspect_table):
        with suppress(DataError, ParameterError):
            read(source, name=name, max_bytes=100_000)  # type: ignore[operator]
    result = None
    with suppress(DataError, ParameterError):
        result = read_dataset(source, max_bytes=100_000, **choices)  # type: ignore[arg-type]
        assert_sound(result)
    assert time.process_time() - start < SECONDS
    return result


@pytest.mark.parametrize("kind", sorted(VALID))
def test_the_seeds_are_valid(kind: str) -> None:
    assert try_everything(VALID[kind]) is not None


@FUZZ
@given(st.binary(max_size=300), CHOICES)
def test_any_bytes(data: bytes, choices: dict[str, object]) -> None:
    try_everything(data, **choices)


@FUZZ
@given(
    st.lists(st.sampled_from([*TOKENS, b"1", b"2.5", b"x", b"y", b"a,1,x\n", b"b;2\n"]), max_size=60),
    ANY_CHOICES,
)
def test_any_tokens(pieces: list[bytes], choices: dict[str, object]) -> None:
    try_everything(b"".join(pieces), **choices)


@FUZZ
@given(
    st.binary(max_size=100),
    st.sampled_from([b"PK\x03\x04", b"@relation r\n@attribute a real\n@data\n", b"\xff\xfe"]),
)
def test_any_bytes_after_a_promising_start(data: bytes, start: bytes) -> None:
    try_everything(start + data)


@pytest.mark.slow
@settings(FUZZ, max_examples=400)
@given(mutated(), CHOICES)
def test_mutated_files(data: bytes, choices: dict[str, object]) -> None:
    try_everything(data, **choices)


@FUZZ
@given(mutated())
def test_streams_are_left_where_they_stood(data: bytes) -> None:
    stream = io.BytesIO(b"skip" + data)
    stream.seek(4)
    try_everything(stream)
    assert stream.tell() == 4


CELL = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.complex_numbers(),
    st.binary(max_size=2), st.just(pd.NaT), st.just(pd.NA), st.dates(), st.lists(st.integers(), max_size=2),
)  # fmt: skip


@pytest.mark.slow
@FUZZ
@given(
    st.lists(st.lists(CELL, min_size=5, max_size=5), min_size=1, max_size=4),
    st.lists(CELL, max_size=4),
    ANY_CHOICES,
)
def test_any_frame(columns: list[list[object]], names: list[object], choices: dict[str, object]) -> None:
    frame = pd.DataFrame({place: pd.Series(cells, dtype=object) for place, cells in enumerate(columns)})
    frame.columns = pd.Index(
        [str(name) for name in names[: len(columns)]] + list(range(len(names), len(columns)))
    )
    try_everything(frame, **choices)
    try_everything(frame.infer_objects(), **choices)


CELLS = st.lists(CELL, max_size=5)
ENTRY = st.one_of(
    CELL, CELLS, CELLS.map(pd.Series), st.lists(CELLS, max_size=5), st.integers(0, 5).map(np.eye)
)
TARGETS = st.one_of(
    ENTRY, st.lists(st.integers(0, 2) | st.floats(), min_size=5, max_size=5), st.just([0, 1] * 2)
)


@pytest.mark.slow
@settings(FUZZ, max_examples=400)
@given(ENTRY, TARGETS, st.none() | ENTRY, st.none() | ENTRY, ANY_CHOICES)
def test_any_bunch(
    data: object, target: object, features: object, classes: object, choices: dict[str, object]
) -> None:
    bunch = Bunch(data=data, target=target, feature_names=features, target_names=classes)
    try_everything(bunch, **choices)


LONG = 1_000_000
EVIL: dict[str, Callable[[], bytes]] = {
    "spaces": lambda: b"a b\n1" + b" " * LONG + b"x,",
    "spaces after a comma": lambda: b"a;b\n1,5;" + b" " * LONG + b"x\n1;2",
    "digits": lambda: b"a,b\n" + b"1" * 100_000 + b"x,2\n",
    "quotes": lambda: b"a b\n" + b'" ' * (LONG // 2) + b"\n",
    "separators": lambda: b"a,b\n" + b"," * LONG,
    "short lines": lambda: b"a,b\n" * (LONG // 4),
    "arff quotes": lambda: b"@attribute a real\n@attribute b real\n@data\n" + b"'a\\'," * (LONG // 5),
    "arff open quote": lambda: b"@attribute a real\n@attribute b real\n@data\n" + b"\"',\"'" * (LONG // 5),
    "arff braces": lambda: b"@attribute a {" + b"'" * LONG + b"\n@data\n1",
    "sparse rows": lambda: (
        b"".join(b"@attribute a%d real\n" % i for i in range(9000)) + b"@data\n" + b"{}\n" * 400
    ),
    "comments": lambda: b"%\n" * (LONG // 2),
    "hashes": lambda: b"#\n" * (LONG // 2) + b"1,x\n",
    "stuck quotes": lambda: b"a b\n" + b'"a"b ' * (LONG // 5) + b"\n",
    "odd quotes": lambda: b"a b\n" + b'"""a ' + b'""b ' * (LONG // 5) + b"\n",
    "quoted spaces": lambda: b'"a","b"\n"1,5","' + b" " * LONG + b'x"\n',
    "long numbers": lambda: "\n".join(f"{2**53 + i},x" for i in range(40_000)).encode(),
    "names": lambda: ",".join(map(str, range(19_000))).encode() + b"\n" + b",".join([b"x"] * 19_000) + b"\n",
    "different texts": lambda: "\n".join(f"{i},t{i},x" for i in range(60_000)).encode(),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(EVIL))
def test_files_made_to_be_slow(kind: str) -> None:
    data = EVIL[kind]()
    assert len(data) < MAX_LINE
    start = time.process_time()
    with suppress(DataError):
        assert_sound(read_dataset(data))
    assert time.process_time() - start < SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["separators", "quotes", "names", "digits", "arff braces", "bomb"])
def test_files_made_to_be_large(kind: str) -> None:
    data = zip_bomb() if kind == "bomb" else EVIL[kind]()
    tracemalloc.start()
    with suppress(DataError):
        read_dataset(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100 * LONG


def zip_bomb() -> bytes:
    """Pack 300 MB into 300 kB and declare it as a hundred bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.csv", "w") as file:
        for _ in range(30):
            file.write(b"1,x\n" * 2_500_000)
    data = bytearray(buffer.getvalue())
    struct.pack_into("<L", data, data.index(b"PK\x01\x02") + 24, 100)
    return bytes(data)
