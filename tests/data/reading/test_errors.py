"""Bad input ends in a DataError whose message names the cause and the cure."""

from __future__ import annotations

import io
import pickle
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.utils import Bunch

from frnn_core.data.reading import limits, read_dataset
from frnn_core.errors import DataError


def refuses(source: object, message: str, **options: object) -> None:
    with pytest.raises(DataError, match=re.compile(message, re.DOTALL)):
        read_dataset(source, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [b"", b" \n\t\r\n ", b"\xef\xbb\xbf", b"\xff\xfe", b"\x1a"])
def test_empty(data: bytes) -> None:
    refuses(data, "file is empty")


def test_only_a_header() -> None:
    refuses(b"a,b,class\n", "column names but no rows")
    refuses(b"@attribute a real\n@attribute class {x,y}\n@data\n", "column names but no rows")


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xff\xd8\xff\xe0", "a JPEG image"),
        (b"GIF89a..", "a GIF image"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\x1f\x8b\x08\x00", "a gzip archive; unpack it first"),
        (b"PAR1....PAR1", "a Parquet file"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old Excel"),
        (b"\x93NUMPY\x01\x00", "a NumPy array"),
        (b"\x89HDF\r\n", "an HDF5 file"),
        (pickle.dumps([1, 2, 3]), "a pickle, which we never open"),
        (b"<!DOCTYPE html>\n<html>", "a web page"),
        (b'<?xml version="1.0"?>', "a web page or XML"),
        (b'{"a": 1, "b": 2}', "JSON"),
        (b"[[1, 2], [3, 4]]", "JSON"),
    ],
)
def test_other_files_are_named(data: bytes, kind: str) -> None:
    refuses(data, rf"not a table we can read \(it looks like {kind}.*Try CSV, ARFF or KEEL \.dat\.")


def test_words_that_only_look_like_a_signature_are_columns() -> None:
    data = read_dataset(b"PAR1,FEA1,BZh,class\n1,2,3,x\n2,3,4,y\n1,2,3,x\n2,3,4,y\n")
    assert data.feature_names == ("PAR1", "FEA1", "BZh")


def test_no_text() -> None:
    refuses(b"a,b\0,c\n1,2,x\n", "NUL bytes.*UTF-16.*save it as UTF-8")
    refuses("a,class\n1,x\n".encode("utf-16-le"), "NUL bytes")
    refuses(b"a,class\n1,\x07x\n", "control characters, the first in line 2")


def test_wrong_encoding() -> None:
    refuses(b"\xff\xfe" + "a,class\n1,x\n".encode("utf-16-le") + b"\x00", "begins as UTF-16-LE text.*UTF-8")
    refuses(b"\xef\xbb\xbfa,class\n1,\xff\n", "begins as UTF-8 text but byte 14 does not fit")


def test_no_column_to_compare() -> None:
    rows = b"colour,class\nred,x\nblue,y\nred,x\nblue,y\n"
    assert read_dataset(rows).X.tolist() == [[1], [0], [1], [0]]
    nearly = "a,class\n" + "".join(f"{i},{'xy'[i % 2]}\n" for i in range(9)) + "oops,x\n"
    refuses(
        nearly.encode(),
        "no column besides the class.*Give one of them another role.*"
        "only 1 of its 10 values is no number: 'oops' in line 11",
    )
    refuses(b"class,empty\n1,\n2,\n1,\n2,\n", "no column besides the class")


def test_classes_that_teach_nothing() -> None:
    refuses(
        b"a,class\n1,x\n2,x\n3,x\n", "Every row has the same class.*x.*At least two.*another class column"
    )
    refuses(
        b"a,class\n1,x\n2,y\n3,z\n4,x\n5,\n", "class holds 3 different values in 4 rows.*another class column"
    )
    refuses(b"a,class\n1,\n2,\n3,?\n", "class column class has no values", target="class")
    refuses(b"a,class\n,\n,\n", "No column has a value")
    refuses(b"a,class\n1," + b"x" * 101 + b"\n2,y\n" * 3, "more than 100 characters")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a,b,class\n1,2,x\n1,2\n3,4,y\n", "Line 3 has 2 fields where 3 are expected.*comma"),
        (b"a;b;class\n1;2;x\n\n1;2;3;x\n3;4;y\n", "Line 4 has 4 fields where 3 are expected.*semicolon"),
        (b"a b class\n1 2 x\n3 4 y\n1 2\n", "Line 4 has 2 fields where 3 are expected.*space"),
        (b'a,b\n1,"x\ny"\n2,"z"\n3\n4,x\n', "Line 5 has 1 field where 2"),
        (b"a\n1,2,x\n3,4,y\n5,6,x\n", "Line 1 has 1 field where 3"),
        (b"@attribute a real\n@attribute class {x,y}\n@data\n1,x\n1,2,x\n", "Line 5 has 3 fields where 2"),
    ],
)
def test_ragged_rows(data: bytes, message: str) -> None:
    refuses(data, message)


def test_ragged_row_far_down() -> None:
    rows = ["1,2,x", "3,4,y"] * 20_000
    rows[31_000] = "1,2,3,4"
    refuses("\n".join(rows).encode(), "Line 31001 has 4 fields where 3")


def test_quotes_that_do_not_close() -> None:
    refuses(b'1,2,x\n1,"2,y\n', "Line 2 cannot be cut into fields.*quote")
    refuses(b'a,class\n1,x\n2,"y\n' + b"3,x\n" * 50_000, "Line 3 cannot be cut into fields.*quote")


def test_column_names() -> None:
    refuses(b"a,b,a ,class\n1,2,3,x\n", "Several columns have the same name: a. Give each its own name.")
    refuses(pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]), "same name: a")
    refuses(b"only\none\ncolumn\n", "Only one column was found")


def test_size(tmp_path: Path) -> None:
    data = b"a,class\n" + b"1,x\n2,y\n" * 500
    path = tmp_path / "big.csv"
    path.write_bytes(data)
    for source in (data, path, io.BytesIO(data)):
        refuses(
            source,
            "The file has 4,008 bytes, which is above the limit of 2,000 bytes. Use fewer rows",
            max_bytes=2000,
        )
    stream = io.BytesIO(data)
    refuses(stream, "above the limit", max_bytes=2000)
    assert stream.tell() == 0
    refuses(b"x" * 50_000_001, "The file has 50.0 MB, which is above the limit of 50.0 MB")


def test_too_many_columns_rows_or_values(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = ",".join(f"c{i}" for i in range(20_001)) + "\n" + ",".join("1" * 20_001) + "\n"
    refuses(wide.encode(), "more than 20,000 columns, which is the limit")
    monkeypatch.setattr(limits, "MAX_ROWS", 100)
    refuses(b"1,x\n2,y\n" * 51, "more than 100 rows")
    monkeypatch.setattr(limits, "MAX_CELLS", 150)
    refuses(b"1,x\n2,y\n" * 40, "more than 150 values")


def test_a_line_without_end() -> None:
    refuses(b"1," * 600_000, "first line is longer than 1 MB")
    refuses(
        b"a,class\n" + b"1,x\n" * 30_000 + b"1" * 4_000_001,
        "Line 30002 is longer than 4,000,000 characters",
    )


def test_every_row_has_a_gap() -> None:
    rows = b"a,b,class\n1,,x\n,2,y\n,3,x\n,4,y\n"
    data = read_dataset(rows)
    assert np.array_equal(data.X, [[1, np.nan], [np.nan, 2], [np.nan, 3], [np.nan, 4]], equal_nan=True)
    assert data.notes[1:] == ("4 gaps left open, in: a (3), b (1).",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@relation x\n@attribute a real\n", "no @data line"),
        ("@relation x\n@data\n1,2\n", "no @attribute lines"),
        ("@attribute\n@data\n1\n", "Line 1: an @attribute line needs a name and a type"),
        ("@attribute a\n@data\n1\n", "Line 1: column a has the type ''.*Use numeric"),
        ("@attribute a relational\n@data\n1\n", "column a has the type 'relational', which we cannot read"),
        ("@attribute a real\n@attribute a real\n@data\n1,2\n", "same name: a"),
        (
            "@attribute a real\n@outputs b\n@data\n1\n",
            "@outputs names columns that have no @attribute line: b",
        ),
        (
            "@attribute a real\n@attribute b {x,y}\n@data\n{0 1, 7 x}\n",
            "Line 4: '7 x' is no cell of a sparse row",
        ),
        (
            "@attribute a real\n@attribute b {x,y}\n@data\n{nonsense}\n",
            "'nonsense' is no cell of a sparse row",
        ),
    ],
)
def test_arff_headers(text: str, message: str) -> None:
    refuses(text.encode(), message)


def test_sources_that_are_none(tmp_path: Path) -> None:
    refuses(tmp_path / "none.csv", "There is no file .*none.csv")
    refuses("a\0b", "There is no file|cannot be opened")
    refuses(3.5, "object of type float.*Hand over a path, bytes")
    refuses(np.eye(3), "object of type ndarray")
    refuses({"data": [[1]]}, "needs the entries data and target")
    refuses(pd.DataFrame(), "data frame is empty")
    refuses(Bunch(data=[[1.0], [2.0]], target=[1]), "2 rows of data but 1 classes")
    refuses(Bunch(data=["some text"], target=[1]), "1 dimensions")
    refuses(Bunch(data=[[1.0], [2.0]], target=[[1], [2]]), r"target has the shape \(2, 1\)")


def test_bunches_that_are_none() -> None:
    rows = [[1.0, 2.0], [3.0, 4.0]]
    refuses(
        Bunch(data=[[1, 2], [3]], target=[1, 2]), "The data of this .* no array.*all rows the same number"
    )
    refuses(
        Bunch(data=rows, target=[[1], [2, 3]]), "The target of this .* no array.*all rows the same number"
    )
    refuses(Bunch(data=rows, target=[0, 1], feature_names=5), "feature_names must be a list of names, not 5")
    refuses(Bunch(data=rows, target=[0, 1], target_names=3), "target_names must be a list of names, not 3")


class Broken(io.RawIOBase):
    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        raise OSError("the disk is gone")


def test_a_file_that_cannot_be_read() -> None:
    refuses(Broken(), "cannot be read: the disk is gone")
