"""The paper's printed tables as data; `cells`, `claims` and `exhibits` in here check and show them."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import pandas as pd

from frnn_core.errors import unknown_name

__all__ = ["printed_table", "table_names"]

TABLES = files("frnn_core.paper").joinpath("tables")


@cache
def table_names() -> tuple[str, ...]:
    """List the tables that `printed_table` knows."""
    return tuple(sorted(file.name.removesuffix(".csv") for file in TABLES.iterdir()))


def printed_table(name: str) -> pd.DataFrame:
    """Give a table as the paper prints it; an empty cell is a blank of the paper (see `missing`).

    Examples
    --------
    >>> printed_table("datasets").loc[0, "dataset"]
    'aus'
    """
    if name not in table_names():
        raise unknown_name("printed table", name, table_names())
    return _read(name).copy()


@cache
def _read(name: str) -> pd.DataFrame:
    with TABLES.joinpath(f"{name}.csv").open(encoding="utf-8") as file:
        return pd.read_csv(file)
