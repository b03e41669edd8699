"""Zips and folders: KEEL's fold files as a partition, and zips that are refused."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from frnn_core.data.reading import archives, inspect_table, read_dataset, read_raw_table
from frnn_core.errors import DataError

HEADER = (
    "@relation iris\n@attribute a real [0, 1]\n@attribute t {u, v}\n@attribute Class {x, y}\n"
    "@inputs a, t\n@outputs Class\n@data\n"
)
ROWS = [f"{i / 4}, {'uv'[i % 2]}, {'xy'[i // 2 % 2]}" for i in range(11)] + [
    "0.25, v, x"
]  # the last is a double


def fold_texts(count: int = 3, name: str = "iris") -> dict[str, str]:
    texts = {}
    for fold in range(count):
        test = ROWS[fold::count]
        training = [row for other in reversed(range(count)) if other != fold for row in ROWS[other::count]]
        texts[f"{name}-{count}-{fold + 1}tst.dat"] = HEADER + "\n".join(test)
        texts[f"{name}-{count}-{fold + 1}tra.dat"] = HEADER + "\n".join(training) + "\n"
    return texts


def zipped(texts: dict[str, str | bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", compression) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
    return buffer.getvalue()


def refuses(data: bytes, message: str) -> None:
    with pytest.raises(DataError, match=re.compile(message, re.DOTALL)):
        read_dataset(data, name="folds.zip")


@pytest.mark.parametrize("count", [2, 3, 5, 10])
def test_zip_of_folds(count: int) -> None:
    data = read_dataset(zipped(fold_texts(count)), name="iris.zip")
    order = [row for fold in range(count) for row in ROWS[fold::count]]
    assert data.X[:, 0].tolist() == [float(row.split(",")[0]) for row in order]
    assert data.y.tolist() == [row[-1] for row in order]
    assert np.concatenate(data.folds).tolist() == list(range(12))
    assert [len(fold) for fold in data.folds] == [len(ROWS[fold::count]) for fold in range(count)]
    assert (data.name, data.source) == ("iris", f"your file iris.zip, with its own {count} folds")
    assert data.notes[0] == f"The {count} folds of the files are used as they are."


def test_folder_of_folds_and_sub_folders(tmp_path: Path) -> None:
    expected = read_dataset(zipped(fold_texts()))
    inner = tmp_path / "my folds" / "iris-3-fold"
    inner.mkdir(parents=True)
    for name, text in fold_texts().items():
        (inner / name).write_text(text)
    (inner / "iris.dat").write_text("the full file is not needed")
    for folder in (inner, inner.parent):
        data = read_dataset(folder)
        assert data.sha256 == expected.sha256
        assert [fold.tolist() for fold in data.folds] == [fold.tolist() for fold in expected.folds]
    assert data.source == "your folder my folds, with its own 3 folds"


def test_other_files_and_folders_in_the_zip_are_ignored() -> None:
    texts = {f"data/iris-3-fold/{name}": text for name, text in fold_texts().items()}
    extra = {
        "iris.dat": "junk",
        "readme.txt": "hello",
        "__MACOSX/._iris-3-1tra.dat": "\0\0",
        "a/.hidden.csv": "x",
    }
    assert read_dataset(zipped(texts | extra)).sha256 == read_dataset(zipped(fold_texts())).sha256


def test_numbers_may_be_spelt_in_two_ways() -> None:
    texts = {
        name: text.replace("0.5,", ".50,") if "tra" in name else text for name, text in fold_texts().items()
    }
    assert read_dataset(zipped(texts)).sha256 == read_dataset(zipped(fold_texts())).sha256


def test_folds_follow_the_rows_that_are_kept() -> None:
    texts = {name: text.replace("0.75, v, y", "0.75, v, ?") for name, text in fold_texts().items()}
    data = read_dataset(zipped(texts))
    assert [fold.tolist() for fold in data.folds] == [[0, 1, 2], [3, 4, 5, 6], [7, 8, 9, 10]]
    assert data.X[:, 0].tolist() == [0, 1.5, 2.25, 0.25, 1, 1.75, 2.5, 0.5, 1.25, 2, 0.25]
    assert "Dropped 1 of 12 rows without a class." in data.notes


def test_inspect_shows_folds_and_the_file_of_odd_values() -> None:
    texts = {name: text.replace("1.25,", "oops,") for name, text in fold_texts().items()}
    summary = inspect_table(zipped(texts), name="iris.zip")
    assert (summary.folds, summary.rows, summary.layout) == (3, 12, "KEEL partition of 3 folds")
    assert "'oops' in line 9 of iris-3-3tst.dat" in " ".join(summary.notes)


def changed(name: str, old: str, new: str) -> bytes:
    texts = fold_texts()
    assert old in texts[name]
    return zipped(texts | {name: texts[name].replace(old, new)})


def without(*names: str) -> bytes:
    return zipped({name: text for name, text in fold_texts().items() if name not in names})


def test_fold_files_that_are_no_partition() -> None:
    refuses(without("iris-3-2tst.dat"), "not complete: these files are missing: iris-3-2tst.dat")
    refuses(without("iris-3-3tst.dat", "iris-3-3tra.dat"), "are missing: iris-3-3tra.dat, iris-3-3tst.dat")
    texts = fold_texts()
    refuses(zipped(texts | {"iris-3-4tra.dat": "x"}), "do not belong to it: iris-3-4tra.dat")
    refuses(zipped(texts | {"again/iris-3-1tra.dat": "x"}), "are there twice: iris-3-1tra.dat")
    refuses(zipped(texts | fold_texts(name="wine")), r"several data sets: iris \(3 folds\), wine \(3 folds\)")
    refuses(
        changed("iris-3-2tra.dat", "1.5,", "1.6,"), "Fold 2: .*lacks 1 row .*has 1 row too many.*: 1.5, u, y"
    )
    refuses(
        changed("iris-3-1tst.dat", "0.0, u, x\n", ""), "not a partition. Fold 2: .* lacks 0 rows .* 1 row too"
    )
    refuses(
        changed("iris-3-3tra.dat", "@attribute a", "@attribute b"), "Fold 3: the columns of the training file"
    )
    refuses(changed("iris-3-3tst.dat", "{x, y}", "{x, z}"), "Fold 3: the columns of the test file")
    refuses(
        changed("iris-3-2tra.dat", "1.5,", "1.5, 1,"), "In the training file of fold 2: Line .* has 4 fields"
    )
    refuses(changed("iris-3-2tra.dat", "@data", ""), "In the training file of fold 2: .*no @data")
    refuses(zipped(texts | {"iris-3-1tst.dat": b"\x89PNG"}), "In iris-3-1tst.dat: .*PNG")
    refuses(zipped(texts | {"iris-3-1tst.dat": HEADER}), "not a partition. Fold 1 has no test rows")
    refuses(zipped({"a-1-1tra.dat": HEADER, "a-1-1tst.dat": HEADER}), "at least two folds")


def test_the_class_may_go_by_two_names_in_the_files_of_one_partition() -> None:
    texts = fold_texts()
    name = "iris-3-1tst.dat"
    texts[name] = texts[name].replace("Class", "Survival").replace("{x, y}", "{y, x}")
    data = read_dataset(zipped(texts), name="iris.zip")
    assert data.sha256 == read_dataset(zipped(fold_texts())).sha256
    assert data.notes[1] == (
        "The column Class has several names in the fold files (Survival in 1 file, Class in 5 files); its "
        "place decides."
    )
    assert inspect_table(zipped(texts)).target == "Class"
    only_outputs = fold_texts()
    only_outputs[name] = only_outputs[name].replace("@outputs Class", "@outputs Survival")
    assert read_dataset(zipped(only_outputs)).sha256 == data.sha256


def test_several_partitions_are_a_choice(tmp_path: Path) -> None:
    both = fold_texts(3) | fold_texts(4)
    refuses(zipped(both), "several partitions of iris: 3 folds and 4 folds.*folds=4")
    summary = inspect_table(zipped(both), name="iris.zip")
    assert (summary.fold_choices, summary.folds) == ((3, 4), 4)
    assert inspect_table(zipped(both), folds=3).folds == 3
    for name, text in both.items():
        (tmp_path / name).write_text(text)
    raw = read_raw_table(zipped(both), name="iris.zip")
    for count in (3, 4):
        alone = read_dataset(zipped(fold_texts(count)), name="iris.zip")
        for source in (zipped(both), tmp_path, raw):
            data = read_dataset(source, name="iris.zip", folds=count)
            assert data.sha256 == alone.sha256
            assert [fold.tolist() for fold in data.folds] == [fold.tolist() for fold in alone.folds]
        assert data.source == alone.source
    refuses_folds = "hold no partition of 5 folds, but one of 3 folds and 4 folds"
    with pytest.raises(DataError, match=refuses_folds):
        read_dataset(zipped(both), folds=5)
    with pytest.raises(DataError, match="brings no folds"):
        read_dataset(b"a,class\n1,x\n2,y\n3,x\n4,y\n", folds=5)


def test_a_fold_that_loses_all_its_rows() -> None:
    texts = fold_texts(12)
    texts = {name: text.replace("0.75, v, y", "0.75, v, ?") for name, text in texts.items()}
    refuses(zipped(texts), "No row of iris-12-4tst.dat has a class. Check the file")


def test_zip_with_one_table() -> None:
    text = "a,class\n1,x\n2,y\n3,x\n4,y\n"
    for name in ("t.csv", "deep/er/t.tsv", "t.dat", "T.TXT"):
        data = read_dataset(zipped({name: text, "notes.md": "hello"}), name="own.zip")
        assert data.X[:, 0].tolist() == [1, 2, 3, 4]
        assert (data.name, data.source) == ("own", "your file own.zip")
    assert len(read_dataset(zipped({"t.csv": text, "readme.txt": "hello"})).y) == 4


def test_zips_without_a_table_or_with_several() -> None:
    refuses(zipped({"a.png": "x"}), "zip holds no table")
    refuses(zipped({}), "zip holds no table")
    refuses(zipped({"a.csv": "x", "b.csv": "y"}), "several tables: a.csv, b.csv.*iris-10-1tra.dat")
    refuses(zipped({"a.csv": zipped({"b.csv": "x"})}), "looks like a zip archive")
    refuses(
        zipped({"[Content_Types].xml": "x", "xl/workbook.xml": "x"}),
        "an Excel workbook; save the sheet as CSV",
    )


@pytest.mark.parametrize(
    "name", ["../a.csv", "/etc/a.csv", "x/../../a.csv", "C:\\a.csv", "..\\a.csv", "\\a.csv"]
)
def test_zip_that_would_leave_its_folder(name: str) -> None:
    refuses(zipped({name: "a,class\n1,x\n"}), "refused: .*a.csv would unpack outside its folder")


def test_zip_in_a_zip() -> None:
    refuses(zipped({"inner.zip": zipped({"a.csv": "x"})}), "inner.zip is a zip in a zip; unpack it first")


def test_zip_with_a_password() -> None:
    data = bytearray(zipped({"a.csv": "a,class\n1,x\n"}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + offset] |= 1
    refuses(bytes(data), "a.csv is protected by a password")


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_zip_packed_in_an_unusual_way(method: int) -> None:
    refuses(zipped({"a.csv": "a,class\n1,x\n"}, method), "a.csv is packed in an unusual way")


def test_zip_bombs() -> None:
    refuses(zipped({"a.csv": b"0" * 5_000_000}), "a.csv would unpack to more than 200 times its size")
    refuses(zipped({f"{i}.csv": "" for i in range(1001)}), "more than 1,000 files")
    with pytest.raises(DataError, match=r"unpack to more than 4,000 bytes"):
        read_dataset(zipped({"a.csv": "1,x\n" * 5000}), max_bytes=1000)


def test_what_all_folds_may_hold_together_is_no_allowance_for_one_table(tmp_path: Path) -> None:
    table, words = "1,x\n2,y\n" * 300, r"t.csv has 2,400 bytes, .* limit of 1,000 bytes for one table"
    with pytest.raises(DataError, match=words):
        read_dataset(zipped({"t.csv": table}), max_bytes=1000)
    (tmp_path / "t.csv").write_text(table)
    with pytest.raises(DataError, match=words):
        read_dataset(tmp_path, max_bytes=1000)
    texts = fold_texts()
    largest = max(map(len, texts.values()))
    assert sum(map(len, texts.values())) > 2 * largest
    assert len(read_dataset(zipped(texts), max_bytes=max(largest, len(zipped(texts)))).folds) == 3
    assert len(read_dataset(zipped({"t.csv": table, "notes.pdf": b"x" * 1200}), max_bytes=2400).y) == 600


def test_zip_that_lies_about_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    for check in ("_check_members", "_check_tables"):
        monkeypatch.setattr(archives, check, lambda members, limit: None)
    with pytest.raises(DataError, match=r"unpack to more than 4,000 bytes"):
        read_dataset(zipped({"a.csv": "1,x\n" * 5000}), max_bytes=1000)
    monkeypatch.undo()
    data = bytearray(zipped({"a.csv": "1,x\n2,y\n" * 5000}))
    struct.pack_into("<L", data, data.index(b"PK\x01\x02") + 24, 100)
    refuses(bytes(data), "damaged")


def test_damaged_zip() -> None:
    data = zipped(fold_texts())
    refuses(data[: len(data) // 2], "zip is damaged and cannot be unpacked")
    refuses(b"PK\x03\x04 and nothing else", "zip is damaged")
