"""KEEL's fold files, <name>-10-1tra.dat and <name>-10-1tst.dat, … -> one raw table with its folds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from frnn_core.data.reading.arff import Header, data_rows, read_arff_columns, read_header
from frnn_core.data.reading.cells import is_missing, listed, shown, to_number
from frnn_core.data.reading.decoding import Text, decode
from frnn_core.data.reading.raw_table import RawTable
from frnn_core.errors import DataError
from frnn_core.text import counted

_FOLD_FILE = re.compile(
    r"(?P<name>[^/\\]+)-(?P<count>\d{1,3})(?:dobscv)?-(?P<fold>\d{1,3})(?P<part>tra|tst)\.dat",
    re.IGNORECASE | re.ASCII,
)


@dataclass(frozen=True)
class FoldFile:
    """One file of a partition; `part` is tra for training rows and tst for test rows."""

    path: str
    set_name: str
    count: int
    fold: int
    part: str


@dataclass(frozen=True)
class FoldTexts:
    """The texts of a partition: the training and the test file of each fold."""

    set_name: str
    training: tuple[Text, ...]
    test: tuple[Text, ...]
    test_names: tuple[str, ...]


def fold_files(paths: Iterable[str]) -> list[FoldFile]:
    """Pick the files that are folds by their names."""
    found = []
    for path in paths:
        base = re.split(r"[/\\]", path)[-1]
        if match := _FOLD_FILE.fullmatch(base):
            fold, count = int(match["fold"]), int(match["count"])
            found.append(FoldFile(path, match["name"], count, fold, match["part"].lower()))
    return found


def read_folds(files: Sequence[FoldFile], contents: Mapping[str, bytes]) -> RawTable:
    """Read the union of the test files, in the order of the folds, after checking the partition.

    Where files of one data set are cut into 5 and into 10 folds, the larger partition comes first, and the
    others are kept beside it.
    """
    sets = sorted({f"{file.set_name} ({file.count} folds)" for file in files})
    if len({file.set_name for file in files}) > 1:
        raise DataError(
            f"There are fold files of several data sets: {listed(sets)}. Hand over one at a time."
        )
    counts = sorted({file.count for file in files}, reverse=True)
    first, *others = (
        _read_partition([file for file in files if file.count == count], contents) for count in counts
    )
    return replace(first, others=tuple(others))


def _read_partition(files: Sequence[FoldFile], contents: Mapping[str, bytes]) -> RawTable:
    _check_complete(files)
    texts = _decode_all(files, contents)
    header = _common_header(texts)
    _check_partition(texts)
    columns, lines = read_arff_columns(header, texts.test)
    sizes = [sum(1 for _ in data_rows(text)) for text in texts.test]
    ends = np.cumsum(sizes)
    return RawTable(
        columns=columns,
        layout=f"KEEL partition of {len(sizes)} folds",
        lines=lines,
        outputs=header.outputs,
        inputs=header.inputs,
        folds=tuple(np.arange(end - size, end, dtype=np.intp) for size, end in zip(sizes, ends, strict=True)),
        fold_files=texts.test_names,
        notes=(
            f"The {len(sizes)} folds of the files are used as they are.",
            *texts.test[0].notes,
            *header.notes,
        ),
        name=texts.set_name,
    )


def _check_complete(files: Sequence[FoldFile]) -> None:
    """Check that the files of a partition hold every fold once."""
    count = files[0].count
    have = Counter((file.fold, file.part) for file in files)
    wanted = {(fold, part) for fold in range(1, count + 1) for part in ("tra", "tst")}
    faults = {
        "are missing": sorted(wanted - set(have)),
        "do not belong to it": sorted(set(have) - wanted),
        "are there twice": sorted(key for key, times in have.items() if times > 1),
    }
    for fault, keys in faults.items():
        if keys:
            names = [f"{files[0].set_name}-{count}-{fold}{part}.dat" for fold, part in keys]
            raise DataError(
                f"The partition of {count} folds is not complete: these files {fault}: {listed(names)}."
            )
    if count < 2:
        raise DataError("A partition needs at least two folds.")


def _decode_all(files: Sequence[FoldFile], contents: Mapping[str, bytes]) -> FoldTexts:
    texts: dict[str, list[Text]] = {"tra": [], "tst": []}
    names = []
    for file in sorted(files, key=lambda file: file.fold):
        with _inside(file.path):
            texts[file.part].append(decode(contents[file.path]))
        if file.part == "tst":
            names.append(re.split(r"[/\\]", file.path)[-1])
    return FoldTexts(files[0].set_name, tuple(texts["tra"]), tuple(texts["tst"]), tuple(names))


def _common_header(texts: FoldTexts) -> Header:
    """Read all headers, which must have the same columns; the class may go by several names."""
    headers = []
    for part, group in (("test", texts.test), ("training", texts.training)):
        for fold, text in enumerate(group, 1):
            with _inside(f"the {part} file of fold {fold}"):
                headers.append(read_header(text))
            if _features(headers[-1]) != _features(headers[0]):
                raise DataError(
                    f"Fold {fold}: the columns of the {part} file are not those of the test file of fold 1."
                )
    return _with_one_name(headers)


def _features(header: Header) -> tuple[object, ...]:
    """What the headers must agree on: all columns in their order, but not what an output is called."""
    return tuple(
        (each.kind, frozenset(each.values))
        if each.name.strip() in header.outputs
        else (each.kind, each.name, each.values)
        for each in header.attributes
    )


def _with_one_name(headers: Sequence[Header]) -> Header:
    """Give the first header, with outputs as most files call them."""
    first = headers[0]
    attributes, notes = list(first.attributes), list(first.notes)
    for place, each in enumerate(first.attributes):
        if each.name.strip() not in first.outputs:
            continue
        names = Counter(header.attributes[place].name.strip() for header in headers)
        name = names.most_common(1)[0][0]
        attributes[place] = replace(each, name=name)
        if len(names) > 1:
            told = ", ".join(f"{shown(known)} in {counted(times, 'file')}" for known, times in names.items())
            notes.append(
                f"The column {name} has several names in the fold files ({told}); its place decides."
            )
    renamed = {old.name.strip(): new.name for old, new in zip(first.attributes, attributes, strict=True)}
    outputs = tuple(renamed[name] for name in first.outputs)
    return replace(first, attributes=tuple(attributes), outputs=outputs, notes=tuple(notes))


def _check_partition(texts: FoldTexts) -> None:
    """Check that each training file holds exactly the test rows of the other folds.

    Rows are compared as they are spelt; only where that fails as numbers, so that 5 and 5.0 are the same.
    """
    for spelling in (str.strip, _by_value):
        fault = _partition_fault(texts, spelling)
        if fault is None:
            return
    raise DataError(f"The fold files are not a partition. {fault}")


def _partition_fault(texts: FoldTexts, spelling: Callable[[str], str]) -> str | None:
    test = [
        _count_rows(text, spelling, f"the test file of fold {fold}")
        for fold, text in enumerate(texts.test, 1)
    ]
    union = sum(test, Counter[str]())
    for fold, (text, held_out) in enumerate(zip(texts.training, test, strict=True), 1):
        if not held_out:
            return f"Fold {fold} has no test rows."
        training = _count_rows(text, spelling, f"the training file of fold {fold}")
        others = union - held_out
        lacking, extra = others - training, training - others
        if lacking or extra:
            example = shown(next(iter(lacking or extra)).replace("\x1f", ", "))
            return (
                f"Fold {fold}: its training file lacks {counted(lacking.total(), 'row')} of the other folds' "
                f"test files and has {counted(extra.total(), 'row')} too many, for example: {example}."
            )
    return None


def _count_rows(text: Text, spelling: Callable[[str], str], where: str) -> Counter[str]:
    with _inside(where):
        return Counter("\x1f".join(map(spelling, cells)) for _, cells in data_rows(text))


def _by_value(cell: str) -> str:
    text = cell.strip()
    if is_missing(text):
        return "?"
    number = to_number(text)
    return text if number is None else repr(number)


@contextmanager
def _inside(file: str) -> Iterator[None]:
    """Say in which file something went wrong."""
    try:
        yield
    except DataError as error:
        raise DataError(f"In {file}: {error}") from None
