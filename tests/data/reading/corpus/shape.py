"""One small table as a program or a person writes it, beside what is meant by it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.support.table_meaning import Meaning, Row


@dataclass(frozen=True)
class Shape:
    """The bytes of a file, and their meaning."""

    title: str
    data: bytes
    meaning: Meaning


def shape(
    title: str,
    text: str,
    features: str = "",
    *,
    first: Row = (),
    last: Row = (),
    rows: int = 4,
    target: str = "class",
    classes: str = "a b",
    notes: tuple[str, ...] = (),
    refused: str = "",
    encoding: str = "utf-8",
    newline: str = "\n",
) -> Shape:
    """Write a shape down: features and classes as words, or with | between them where they hold spaces."""
    meaning = Meaning(
        _words(features),
        {0: first, -1: last} if first else {},
        rows,
        target,
        _words(classes),
        notes,
        refused,
    )
    return Shape(title, text.lstrip("\n").replace("\n", newline).encode(encoding), meaning)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split("|")) if "|" in text else tuple(text.split())
