"""How the engine is under test."""

import pytest

from frnn_core.engine import approximate


@pytest.fixture(autouse=True)
def threads_as_at_home(monkeypatch):
    """The search has threads of its own; `make test` gives each of its processes one."""
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)


@pytest.fixture
def small_is_large(monkeypatch):
    """For the approximate search classes of 2,000 rows are large, and samples small."""
    monkeypatch.setattr(approximate, "LEAST_ROWS", 2_000)
    monkeypatch.setattr(approximate, "ADJUSTED_ON", 64)
    monkeypatch.setattr(approximate, "MEASURED_ON", 120)
