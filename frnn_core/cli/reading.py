"""How a table of the user's own is read, as options of a command."""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable
from typing import Any

from frnn_core.engine.columns import ROLES
from frnn_core.errors import ParameterError


def add_reading(parser: argparse.ArgumentParser) -> None:
    """The class column, the roles of the others, and what else only the user knows."""
    add = parser.add_argument
    add("--target", metavar="COLUMN", help="the class column (default: what the file says, else a guess)")
    add(
        "--role",
        action="append",
        default=[],
        metavar="COLUMN=ROLE",
        help=f"what a column is, where the guess is wrong; may be repeated. Roles: {', '.join(ROLES)}",
    )
    add(
        "--order",
        action="append",
        default=[],
        metavar="COLUMN,LOWEST,…,HIGHEST",
        help="the values of an ordered column, with quotes round those that hold a comma; may be repeated",
    )
    add(
        "--answer",
        action="append",
        default=[],
        metavar="COLUMN=ANSWER",
        help="which reading is meant: thousands or decimals, 'day first' or 'month first'; may be repeated",
    )
    add("--bins", type=int, metavar="N", help="cut a class column of numbers into N groups")
    add("--edges", metavar="A,B,…", help="cut a class column of numbers above each of these")
    add("--folds-in-file", type=int, metavar="N", help="which partition is meant, of a zip with several")


def reading(options: argparse.Namespace) -> dict[str, Any]:
    """The options as arguments of `read_dataset`."""
    edges = options.edges
    return {
        "target": options.target,
        "roles": pairs("--role", options.role),
        "orders": {name: values for name, *values in csv.reader(options.order)},
        "answers": pairs("--answer", options.answer),
        "bins": options.bins,
        "edges": None if edges is None else [_number(text) for text in edges.split(",")],
        "folds": options.folds_in_file,
    }


def pairs(option: str, given: Iterable[str]) -> dict[str, str]:
    """Cut each text at its last =, as names of columns may hold one."""
    found = {}
    for text in given:
        name, sign, value = text.rpartition("=")
        if not sign or not name or not value:
            raise ParameterError(
                f"{option} needs a column, = and a value, such as zip=category, not {text!r}."
            )
        found[name] = value
    return found


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ParameterError(f"--edges needs numbers with commas between them, not {text!r}.") from None
