"""Scores of three relations on twelve data sets."""

import numpy as np
import pandas as pd
import pytest

ROWS = [f"d{i}" for i in range(12)]


@pytest.fixture
def separate():
    """Three relations that differ clearly on twelve data sets."""
    base = np.linspace(0.5, 0.9, 12)
    return pd.DataFrame({"a": base, "b": base - 0.05, "c": base - 0.09}, index=ROWS)


@pytest.fixture
def alike():
    """Three relations in every order equally often."""
    orders = [[3, 2, 1], [2, 1, 3], [1, 3, 2], [3, 1, 2], [1, 2, 3], [2, 3, 1]] * 2
    return pd.DataFrame(np.array(orders) / 10, index=ROWS, columns=["a", "b", "c"])
