"""Shared test data and settings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings
from programs import Programs

settings.register_profile("default", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("default")


@pytest.fixture(scope="session")
def blobs():
    """Three overlapping classes in four dimensions, split in two."""
    rng = np.random.default_rng(7)
    y = np.repeat([0, 1, 2], 60)
    X = rng.normal(size=(180, 4)) + y[:, None]
    order = rng.permutation(180)
    return X[order[:120]], y[order[:120]], X[order[120:]], y[order[120:]]


@pytest.fixture
def programs(tmp_path):
    """Programs that a test starts; they end with it."""
    started = Programs(tmp_path)
    yield started
    started.end()
