"""Part files: a long table written piece by piece, so that whoever stops loses only the piece under way."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfileobj
from typing import Any

from frnn_core.errors import DataError

MANIFEST = "manifest.json"
PART = re.compile(r"(\d{8})-(\d+)-rows-(\d+)-right\.csv")
UNFINISHED = ".unfinished"


@dataclass(frozen=True)
class Done:
    """A part that is written: where, how many rows, and how many of them were classified right."""

    path: Path
    rows: int
    right: int


class PartFiles:
    """The parts of a table that is to become the file `out`, in the folder `<out>.parts` beside it.

    Parameters
    ----------
    out : the file
    task : everything that decides what is written; parts of another task are not used
    """

    def __init__(self, out: Path, task: Mapping[str, Any]) -> None:
        self.out, self.task = out, json.dumps(task, indent=1, sort_keys=True, default=str)
        self.folder = out.with_name(f"{out.name}.parts")
        self.found: dict[int, Done] = {}

    def open(self) -> str | None:
        """Look what is there already; say so if it is of another task, which is then begun anew."""
        manifest = self.folder / MANIFEST
        if self.folder.exists() and not manifest.exists() and any(self.folder.iterdir()):
            raise DataError(f"{self.folder} is there already, and not ours. Name another file with --out.")
        told = None
        try:
            self.folder.mkdir(exist_ok=True)
            if manifest.exists() and manifest.read_text(encoding="utf-8") != self.task:
                told = f"{self.folder} is of other tables or other settings: it is begun anew."
                self._clear()
            _replace(manifest, self.task)
        except OSError as error:
            raise self._unwritable(error) from error
        self.found = dict(sorted(self._parts()))
        return told

    def write(self, number: int, text: str, rows: int, right: int) -> None:
        """Keep a part; it is there as a whole, or not at all."""
        path = self.folder / f"{number:08}-{rows}-rows-{right}-right.csv"
        try:
            _replace(path, text)
        except OSError as error:
            raise self._unwritable(error) from error
        self.found[number] = Done(path, rows, right)

    def join(self, header: str) -> None:
        """Put the parts together, in order, and take them away."""
        unfinished = self.folder / f"{MANIFEST}{UNFINISHED}"
        try:
            with unfinished.open("wb") as whole:
                whole.write(header.encode())
                for number in sorted(self.found):
                    with self.found[number].path.open("rb") as part:
                        copyfileobj(part, whole)
                _flush(whole.fileno())
            unfinished.replace(self.out)
            self._clear()
            self.folder.rmdir()
        except OSError as error:
            raise self._unwritable(error) from error

    def leave(self) -> None:
        """Leave no empty folder behind when nothing was written."""
        if self.folder.exists() and not self.found:
            self._clear()
            with suppress(OSError):
                self.folder.rmdir()

    def _parts(self) -> list[tuple[int, Done]]:
        matches = [(path, PART.fullmatch(path.name)) for path in self.folder.iterdir()]
        return [(int(m[1]), Done(path, int(m[2]), int(m[3]))) for path, m in matches if m]

    def _clear(self) -> None:
        """Remove what is ours: the manifest last, since without it the folder is not."""
        ours = [
            path for path in self.folder.iterdir() if PART.fullmatch(path.name) or path.suffix == UNFINISHED
        ]
        for path in [*ours, self.folder / MANIFEST]:
            path.unlink(missing_ok=True)

    def _unwritable(self, error: OSError) -> DataError:
        return DataError(
            f"{self.out} or {self.folder} cannot be written ({error}). Parts that were written are kept: "
            "make room and run the same command to go on, or name another file with --out."
        )


def _replace(path: Path, text: str) -> None:
    unfinished = path.with_name(path.name + UNFINISHED)
    with unfinished.open("w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        _flush(file.fileno())
    unfinished.replace(path)


def _flush(number: int) -> None:
    """Have the disk keep what was written, also when the power fails."""
    os.fsync(number)
