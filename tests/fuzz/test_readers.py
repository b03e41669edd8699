"""Tables that are drawn at random, as long as the time allows, are read as they are meant."""

from __future__ import annotations

import os
import time
from itertools import count

from tests.support.made_tables import draw_table
from tests.support.table_meaning import faults

SECONDS = float(os.environ.get("FRNN_FUZZ_SECONDS", "3"))
FIRST_SEED = 1_000_000  # beyond those of tools.read_corpus


def test_tables_of_a_known_meaning() -> None:
    end = time.monotonic() + SECONDS
    for seed in count(FIRST_SEED):
        table = draw_table(seed)
        assert faults(table.data, table.meaning) == [], f"seed {seed}: {table.data[:500]!r}"
        if time.monotonic() > end:
            break


def test_a_seed_draws_the_same_table_again() -> None:
    assert draw_table(7) == draw_table(7)
    assert draw_table(7) != draw_table(8)
