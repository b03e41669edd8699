"""ARFF and KEEL .dat files, which share the header of @ lines -> a raw table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.reading.cells import GAP_MARKS, GAP_WORDS, listed, shown, to_number
from frnn_core.data.reading.columns import Row, read_columns, same_width
from frnn_core.data.reading.decoding import Text
from frnn_core.data.reading.raw_table import Column, RawTable, column_names
from frnn_core.errors import DataError

_KEYWORD = re.compile(r"@(\w+)\s*(.*)", re.DOTALL)
_HEADER_WORDS = frozenset({"relation", "attribute", "inputs", "input", "outputs", "output", "data"})
_NAME = re.compile(r"""(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s{'"][^\s{]*))\s*""")
_CELL = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'\s*(?=,|$)|"((?:[^"\\]|\\.)*)"\s*(?=,|$)|([^,]*))(,|$)""")
_ESCAPED = re.compile(r"\\(.)")
_NUMERIC = re.compile(r"(?:real|numeric|integer)\b", re.IGNORECASE)
_TEXT = re.compile(r"(?:string|date)\b", re.IGNORECASE)
_SPARSE_ENTRY = re.compile(r"(\d{1,6})\s+(.*)", re.DOTALL | re.ASCII)


@dataclass(frozen=True)
class Attribute:
    """One @attribute line; `values` holds the categories of a nominal one."""

    name: str
    kind: str
    values: tuple[str, ...] = ()

    @property
    def words(self) -> frozenset[str]:
        """The categories that elsewhere stand for a gap; not nan among numbers, which is one here too."""
        words = frozenset(value.lower() for value in self.values) & (GAP_WORDS | GAP_MARKS)
        others = (value for value in self.values if value.lower() not in words)
        return words if any(to_number(value) is None for value in others) else words - {"nan"}


@dataclass(frozen=True)
class Header:
    """Everything above the rows; `data_line` is the line of @data."""

    attributes: tuple[Attribute, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    data_line: int
    notes: tuple[str, ...] = ()


def has_arff_header(text: Text) -> bool:
    """Tell whether the first line that is no comment is an @ line of ARFF or KEEL."""
    for line in text.lines():
        content = line.strip()
        if content and not content.startswith("%"):
            keyword = _KEYWORD.match(content)
            return keyword is not None and keyword[1].lower() in _HEADER_WORDS
    return False


def read_arff(text: Text) -> RawTable:
    """Read an ARFF or KEEL file."""
    header = read_header(text)
    columns, lines = read_arff_columns(header, [text])
    layout = "KEEL .dat" if header.outputs or header.inputs else "ARFF"
    return RawTable(
        columns,
        f"{layout}, {text.encoding}",
        lines,
        outputs=header.outputs,
        inputs=header.inputs,
        notes=(*text.notes, *header.notes),
    )


def read_arff_columns(header: Header, texts: Sequence[Text]) -> tuple[tuple[Column, ...], NDArray[np.intp]]:
    """Read the rows of files that have the same header, one file after the other."""
    attributes = header.attributes
    columns, lines = read_columns(
        lambda: (row for text in texts for row in data_rows(text)),
        column_names([attribute.name for attribute in attributes]),
        as_text=frozenset(place for place, each in enumerate(attributes) if each.kind == "text"),
        words={place: each.words for place, each in enumerate(attributes)},
    )
    marked = (
        replace(column, declared="nominal" if attribute.kind == "nominal" else "")
        for column, attribute in zip(columns, attributes, strict=True)
    )
    return tuple(marked), lines


def read_header(text: Text) -> Header:
    """Read the @ lines down to @data."""
    attributes: list[Attribute] = []
    inputs: list[str] = []
    outputs: list[str] = []
    for number, line in enumerate(text.lines(), 1):
        keyword = _KEYWORD.match(line.strip())
        if keyword is None:
            continue
        word, rest = keyword[1].lower(), keyword[2]
        if word == "attribute":
            attributes.append(_attribute(rest, number))
        elif word in ("input", "inputs"):
            inputs += [name for name in split_cells(rest) if name]
        elif word in ("output", "outputs"):
            outputs += [name for name in split_cells(rest) if name]
        elif word == "data":
            return _checked(attributes, inputs, outputs, number)
    raise DataError(
        "The file has @ lines but no @data line, so there are no rows. Check that the file is whole."
    )


def _attribute(rest: str, line: int) -> Attribute:
    name = _NAME.match(rest)
    if name is None:
        raise DataError(
            f"Line {line}: an @attribute line needs a name and a type, such as @attribute length real."
        )
    kind = rest[name.end() :]
    label = _unquoted(name)
    if kind.startswith("{"):
        inside, closed, _ = kind[1:].rpartition("}")
        return Attribute(label, "nominal", tuple(split_cells(inside if closed else kind[1:])))
    if _NUMERIC.match(kind):
        return Attribute(label, "number")
    if _TEXT.match(kind):
        return Attribute(label, "text")
    raise DataError(
        f"Line {line}: column {shown(label)} has the type {shown(kind)!r}, which we cannot read. "
        "Use numeric, real, integer, string, date or a list of values in braces."
    )


def _checked(
    attributes: Sequence[Attribute], inputs: Sequence[str], outputs: Sequence[str], data_line: int
) -> Header:
    """Check the header as a whole and spell inputs and outputs as the attributes are spelt."""
    if not attributes:
        raise DataError("The file has no @attribute lines, so its columns are not known.")
    names = [attribute.name.strip() for attribute in attributes]
    known_inputs = [_spelt(name, names, "@inputs") for name in inputs]
    known_outputs = [_spelt(name, names, "@outputs") for name in outputs]
    notes: tuple[str, ...] = ()
    if unknown := [name for name, known in zip(outputs, known_outputs, strict=True) if known is None]:
        known_outputs = _by_place(names, known_inputs, outputs)
        notes = (
            f"@outputs names {listed(unknown)}, which has no @attribute line; by its place that is "
            f"{listed([name for name in known_outputs if name])}.",
        )
    if strange := [name for name, known in zip(inputs, known_inputs, strict=True) if known is None]:
        known_inputs = []
        notes += (
            f"@inputs names columns that have no @attribute line ({listed(strange)}); it was ignored, so "
            "every column may be a feature.",
        )
    return Header(
        tuple(attributes),
        tuple(name for name in known_inputs if name is not None),
        tuple(name for name in known_outputs if name is not None),
        data_line,
        notes,
    )


def _by_place(names: Sequence[str], inputs: Sequence[str | None], outputs: Sequence[str]) -> list[str | None]:
    """Give the columns that are no inputs, if they are as many as the outputs; else refuse their names."""
    free: list[str | None] = [name for name in names if name not in inputs]
    if not inputs or None in inputs or len(free) != len(outputs):
        raise DataError(f"@outputs names columns that have no @attribute line: {listed(outputs)}.")
    return free


def _spelt(name: str, names: Sequence[str], keyword: str) -> str | None:
    """Spell a name as its @attribute line does; None if there is none.

    Upper and lower case count only where names differ by nothing else.
    """
    if name in names:
        return name
    same = [known for known in names if known.lower() == name.lower()]
    if len(same) > 1:
        raise DataError(
            f"{keyword} names {shown(name)}, which may be {' or '.join(map(shown, same))}. Spell it as its "
            "@attribute line does."
        )
    return same[0] if same else None


def data_rows(text: Text) -> Iterator[Row]:
    """Give the rows below @data, each checked for its number of cells."""
    header = read_header(text)
    return same_width(_rows(text, header), len(header.attributes), "comma")


def _rows(text: Text, header: Header) -> Iterator[Row]:
    wide = len(header.attributes) > 1
    unwritten = [each.values[0] if each.values else "0" for each in header.attributes]
    for number, line in enumerate(text.lines(), 1):
        content = line.strip()
        if number <= header.data_line or not content or content.startswith("%"):
            continue
        if content.startswith("{"):
            yield number, _sparse_cells(content, unwritten, number)
        elif wide and "," not in content:
            yield number, content.split()
        else:
            yield number, split_cells(content)


def _sparse_cells(content: str, unwritten: Sequence[str], line: int) -> list[str]:
    """Write out a row that gives only some cells: the others are 0, or the first category."""
    cells = list(unwritten)
    inside = content.removeprefix("{").removesuffix("}").strip()
    for entry in split_cells(inside) if inside else ():
        pair = _SPARSE_ENTRY.fullmatch(entry)
        if pair is None or int(pair[1]) >= len(cells):
            raise DataError(
                f"Line {line}: {shown(entry)!r} is no cell of a sparse row. Each must be a column "
                f"number from 0 to {len(cells) - 1} and a value."
            )
        cells[int(pair[1])] = split_cells(pair[2])[0]
    return cells


def split_cells(content: str) -> list[str]:
    """Cut a line at its commas, but not inside single or double quotes."""
    if "'" not in content and '"' not in content:
        return [cell.strip() for cell in content.split(",")]
    cells = []
    position = 0
    while cell := _CELL.match(content, position):
        cells.append(_unquoted(cell))
        position = cell.end()
        if not cell[4]:
            break
    return cells


def _unquoted(match: re.Match[str]) -> str:
    for quoted in (match[1], match[2]):
        if quoted is not None:
            return _ESCAPED.sub(r"\1", quoted)
    return (match[3] or "").strip()
