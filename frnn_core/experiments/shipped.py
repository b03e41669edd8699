"""The results that come with the package: whole presets on every fold, read-only.

A file holds, for each fold, the distinct rows of scores (one for each measure), and for each setting and k
the number of its row. Values are exact. A result is given out only if data, folds and the revisions of
relation and weights are still those that it was computed with. On tables with categories and gaps, what of
the encoding has a say is part of what the data are known by.

There is a file for each preset. `results.json` says what each holds, so that none is read without need.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray, IntArray
from frnn_core.experiments.store import Result, ResultKey
from frnn_core.resources import ShippedError, blamed, packaged

FILE = "results.npz"
CONTENTS = "results.json"
UNDEFINED = -np.inf
"""Stands for NaN while equal rows of scores are sought: NaN equals nothing."""
LAYOUT = 3
DIGITS = 2
"""Digits that are kept of measured seconds: the next time they differ in the second."""
Row = tuple[str, str, int, str, str]
"""Relation, parameters as canonical JSON, revision, weights, scaling."""
Kind = tuple[str, str, str]
"""Relation, weights and scaling: results of a kind are looked for in the same files."""


def file_of(preset: str) -> str:
    """The file with the results of a preset."""
    return FILE if preset == "paper" else f"results-{preset}.npz"


@dataclass(frozen=True, eq=False)
class Shipped:
    """Results of many settings on many folds.

    Attributes
    ----------
    rows : the settings
    cells : data hash, fold hash, fold number and data set of each column
    ks : the k of the last axis
    measures : what was measured
    numbers : (settings, cells, ks) number of the row of scores of the cell, 0 where there is no result
    scores : (any, measures), cell after cell; NaN where a relation is undefined
    starts : where the scores of each cell start
    texts : (settings, cells, ks) place in `words` of what was learned or why there is nothing, 0 for none
    seconds : (settings, cells)
    common : the seed of all results, and with what they were computed
    """

    rows: tuple[Row, ...]
    cells: tuple[tuple[str, str, int, str], ...]
    ks: tuple[int, ...]
    measures: tuple[str, ...]
    numbers: IntArray
    scores: FloatArray
    starts: IntArray
    texts: IntArray
    words: tuple[str, ...]
    seconds: FloatArray
    common: dict[str, Any]

    @cached_property
    def _row_places(self) -> dict[Row, int]:
        return {row: place for place, row in enumerate(self.rows)}

    @cached_property
    def _cell_places(self) -> dict[tuple[str, str, int], int]:
        return {cell[:3]: place for place, cell in enumerate(self.cells)}

    @cached_property
    def _k_places(self) -> dict[int, int]:
        return {k: place for place, k in enumerate(self.ks)}

    def place(self, key: ResultKey) -> tuple[int, int, int] | None:
        """Where the result of a key is, or None if it is not there."""
        if key.seed != self.common["seed"]:
            return None
        row = self._row_places.get(_row(key))
        cell = self._cell_places.get(_cell(key))
        k = self._k_places.get(key.k)
        if row is None or cell is None or k is None or self.numbers[row, cell, k] == 0:
            return None
        return row, cell, k

    def holding(self, kind: Kind, data: Iterable[str]) -> tuple[Shipped, ...]:
        """Where results of a kind on some data may be: here."""
        return (self,)

    def held(self) -> Held:
        """Of which kinds, and on which data, there are results."""
        kinds = frozenset((row[0], row[3], row[4]) for row in self.rows)
        return Held(kinds, frozenset(cell[0].partition(" ")[0] for cell in self.cells))

    def lookup(self, keys: Iterable[ResultKey]) -> dict[ResultKey, Result]:
        """The results for those of the keys that are there."""
        found = {}
        for key in keys:
            place = self.place(key)
            if place is not None:
                found[key] = self._result(key, place)
        return found

    def _result(self, key: ResultKey, place: tuple[int, int, int]) -> Result:
        scores = self.scores[self.starts[place[1]] + self.numbers[place] - 1]
        words = self.words[self.texts[place]] or None
        seconds, dataset = float(self.seconds[place[:2]]), self.cells[place[1]][3]
        if np.isnan(scores[0]):
            return Result(key, dataset, {}, seconds, reason=words)
        return Result(
            key, dataset, dict(zip(self.measures, scores.tolist(), strict=True)), seconds, fitted=words
        )

    def values(
        self, row: Row, cells: Sequence[tuple[str, str, int]], ks: Sequence[int], measure: str
    ) -> tuple[FloatArray, NDArray[np.bool_]]:
        """(cells, ks) values of one setting, NaN where it is undefined, and which of them are there.

        Of a measure that was not measured it is still known where the setting is undefined.
        """
        wanted = np.full((len(cells), len(ks)), np.nan)
        there = np.zeros(wanted.shape, dtype=bool)
        place = self._row_places.get(row)
        known = [(i, self._cell_places[cell]) for i, cell in enumerate(cells) if cell in self._cell_places]
        at_k = [(i, self._k_places[k]) for i, k in enumerate(ks) if k in self._k_places]
        if place is None or not known or not at_k:
            return wanted, there
        (to_cells, columns), (to_ks, k_places) = (np.array(pairs).T for pairs in (known, at_k))
        numbers = self.numbers[place][np.ix_(columns, k_places)]
        measured = measure in self.measures
        column = self.scores[:, self.measures.index(measure) if measured else 0]
        found = column[self.starts[columns, None] + np.maximum(numbers, 1) - 1]
        wanted[np.ix_(to_cells, to_ks)] = np.where((numbers > 0) & measured, found, np.nan)
        there[np.ix_(to_cells, to_ks)] = (numbers > 0) & (measured | np.isnan(found))
        return wanted, there


def known_as(data: str, encoding: str) -> str:
    """What data are known by: their hash, and what of the encoding has a say on them."""
    return f"{data} {encoding}".strip()


def _row(key: ResultKey) -> Row:
    return key.relation, key.params, key.revision, key.weights, key.normalise.partition(" ")[0]


def kind_of(key: ResultKey) -> Kind:
    """Of which kind a result is."""
    return key.relation, key.weights, key.normalise.partition(" ")[0]


def _cell(key: ResultKey) -> tuple[str, str, int]:
    return known_as(key.data, key.normalise.partition(" ")[2]), key.folds, key.fold


@cache
def shipped(name: str = FILE) -> Shipped:
    """The results in a file that comes with the package."""
    with packaged("frnn_core.experiments", name) as file:
        return read(file, name)


@dataclass(frozen=True)
class Held:
    """What a file holds: of which kinds, and the hashes of the data."""

    kinds: frozenset[Kind]
    data: frozenset[str]


@cache
def contents() -> dict[str, Held]:
    """What each of the files holds."""
    with packaged("frnn_core.experiments", CONTENTS) as file:
        listed = json.loads(file.read())
        return {
            name: Held(frozenset((r, w, s) for r, w, s in told["kinds"]), frozenset(told["data"]))
            for name, told in listed.items()
        }


def contents_text(files: Mapping[str, Shipped]) -> str:
    """What `contents` reads, for results by the names of their files."""
    held = {name: results.held() for name, results in sorted(files.items())}
    listed = {name: {"data": sorted(of.data), "kinds": sorted(of.kinds)} for name, of in held.items()}
    return json.dumps(listed, indent=0) + "\n"


class Package:
    """All results that come with the package; files are read when something in them is asked for."""

    common: Mapping[str, Any] = {"seed": 0}

    def holding(self, kind: Kind, data: Iterable[str]) -> tuple[Shipped, ...]:
        """The files in which there may be results of a kind on some data, by the hashes of the data."""
        asked = frozenset(data)
        return tuple(
            shipped(name) for name, held in contents().items() if kind in held.kinds and asked & held.data
        )

    def lookup(self, keys: Iterable[ResultKey]) -> dict[ResultKey, Result]:
        """The results for those of the keys that are there."""
        alike: dict[tuple[Kind, str], list[ResultKey]] = {}
        for key in keys:
            alike.setdefault((kind_of(key), key.data), []).append(key)
        return {
            key: result
            for (kind, data), of_it in alike.items()
            for part in self.holding(kind, (data,))
            for key, result in part.lookup(of_it).items()
        }


Source = Shipped | Package
PACKAGE = Package()


def nothing() -> Shipped:
    """No results at all: for those who compute everything anew."""
    empty, no_numbers = np.zeros((0, 0)), np.zeros((0, 0, 0), dtype=np.int64)
    return Shipped(
        (), (), (), (), no_numbers, empty, no_numbers.ravel(), no_numbers, (), empty, {"seed": None}
    )


def pack(results: Iterable[Result], about: dict[str, Any]) -> Shipped:
    """Put results with a common seed together; each is there once."""
    ordered = sorted(results, key=lambda result: result.key)
    keys = [result.key for result in ordered]
    seeds = {key.seed for key in keys}
    if len(seeds) != 1:
        raise ShippedError("The results to be shipped must share their seed.")
    rows = tuple(dict.fromkeys(map(_row, keys)))
    cells = tuple(dict.fromkeys((*_cell(result.key), result.dataset) for result in ordered))
    ks = tuple(sorted({key.k for key in keys}))
    row_places = {row: place for place, row in enumerate(rows)}
    cell_places = {cell[:3]: place for place, cell in enumerate(cells)}
    shape = len(rows), len(cells), len(ks)
    numbers, texts, seconds = np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape[:2])
    measures = tuple(dict.fromkeys(name for result in ordered for name in result.scores))
    scores: list[dict[tuple[float, ...], int]] = [{} for _ in cells]
    words = {"": 0}
    for result in ordered:
        key = result.key
        row, cell = row_places[_row(key)], cell_places[_cell(key)]
        place = row, cell, ks.index(key.k)
        values = tuple(result.scores.get(measure, UNDEFINED) for measure in measures)
        numbers[place] = scores[cell].setdefault(values, len(scores[cell]) + 1)
        texts[place] = words.setdefault(result.reason or result.fitted or "", len(words))
        seconds[row, cell] = float(f"{result.seconds:.{DIGITS}g}")
    packed = np.array([values for of_cell in scores for values in of_cell]).reshape(-1, len(measures))
    return Shipped(
        rows,
        cells,
        ks,
        measures,
        numbers,
        scores=np.where(packed == UNDEFINED, np.nan, packed),
        starts=np.cumsum([0, *map(len, scores)])[:-1],
        texts=texts,
        words=tuple(words),
        seconds=seconds,
        common={"seed": seeds.pop(), **about},
    )


def write(results: Shipped, file: IO[bytes]) -> None:
    """Write to a file, the same bytes for the same results."""
    header = {
        "layout": LAYOUT,
        "rows": results.rows,
        "cells": results.cells,
        "ks": results.ks,
        "measures": results.measures,
    }
    arrays: dict[str, NDArray[Any]] = {
        "numbers": results.numbers.astype(np.uint16),
        "scores": results.scores.T.copy(),
        "starts": results.starts.astype(np.uint32),
        "texts": results.texts.astype(np.uint32),
        "seconds": results.seconds.astype(np.float32),
    }
    texts = json.dumps({**header, "words": results.words, "common": results.common}, sort_keys=True)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr(_member("header.json"), texts)
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.save(buffer, array, allow_pickle=False)
            archive.writestr(_member(f"{name}.npy"), buffer.getvalue())


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_LZMA
    return info


def read(file: IO[bytes], name: str = FILE) -> Shipped:
    """Read what `write` wrote; a damaged file is named as such."""
    with blamed(f"frnn_core/experiments/{name}"), zipfile.ZipFile(file) as archive:
        header = json.loads(archive.read("header.json"))
        if header["layout"] != LAYOUT:
            raise ShippedError(
                f"frnn_core/experiments/{name} has another layout than this version's. "
                "Install FRNN Explorer again."
            )
        arrays = {
            name: np.load(io.BytesIO(archive.read(f"{name}.npy")), allow_pickle=False)
            for name in ("numbers", "scores", "starts", "texts", "seconds")
        }
        found = Shipped(
            rows=tuple(
                (relation, params, rev, w, scaling) for relation, params, rev, w, scaling in header["rows"]
            ),
            cells=tuple((data, folds, fold, name) for data, folds, fold, name in header["cells"]),
            ks=tuple(header["ks"]),
            measures=tuple(header["measures"]),
            numbers=arrays["numbers"].astype(np.int64),
            scores=arrays["scores"].T.copy(),
            starts=arrays["starts"].astype(np.int64),
            texts=arrays["texts"].astype(np.int64),
            words=tuple(header["words"]),
            seconds=arrays["seconds"].astype(np.float64),
            common=header["common"],
        )
        if found.numbers.shape != (len(found.rows), len(found.cells), len(found.ks)):
            raise ValueError("its table has another size than its header says")
        return found
