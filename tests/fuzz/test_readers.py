"""Tables that are drawn at random, as long as the time allows, are read as they are meant."""

from __future__ import annotations

import pytest
from fuzzing import fuzzed

from tests.support.made_tables import draw_table
from tests.support.table_meaning import faults


@pytest.mark.slow
@fuzzed(often=300)
def test_tables_of_a_known_meaning(rng) -> None:
    table = draw_table(int(rng.integers(2**63)))
    assert faults(table.data, table.meaning) == [], table.data[:500]


def test_a_seed_draws_the_same_table_again() -> None:
    assert draw_table(7) == draw_table(7)
    assert draw_table(7) != draw_table(8)
