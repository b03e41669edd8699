"""A visit that uploads one table after another: the server does not grow with their number."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from browsing import settled

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]

UPLOADS, SETTLED_AFTER = 10, 4
MOST_GROWTH = 120.0
"""Megabytes from the fourth upload to the tenth; the visit keeps the last three tables, which take less."""


def write_table(path, seed):
    """A mixed table of about 5 MB: numbers with gaps, a category, dates."""
    rng = np.random.default_rng(seed)
    rows = 19_000 + seed
    y = rng.integers(0, 3, rows)
    frame = pd.DataFrame({f"x{j}": (rng.normal(size=rows) + y).round(4) for j in range(34)})
    frame.loc[::17, "x0"] = np.nan
    frame["city"] = rng.choice(["Ghent", "Paris", "Oslo", "Rome"], rows)
    days = pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 900, rows), unit="D")
    frame["day"] = days.strftime("%Y-%m-%d")
    frame["class"] = np.array(["a", "b", "c"])[y]
    frame.to_csv(path, index=False)
    assert 4.5e6 < path.stat().st_size < 6e6
    return rows


def resident(process):
    """The megabytes that a process holds."""
    (line,) = [
        line for line in Path(f"/proc/{process.pid}/status").read_text().splitlines() if "VmRSS" in line
    ]
    return int(line.split()[1]) / 1024


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_ten_uploads_one_after_another_do_not_add_up(cold_server, visitor, tmp_path, measured):
    visitor.goto(f"{cold_server.url}/your_data")
    visitor.get_by_text("400 of 400 rows").wait_for()
    settled(visitor)
    held = [resident(cold_server.process)]
    for seed in range(UPLOADS):
        rows = write_table(tmp_path / f"table{seed}.csv", seed)
        visitor.set_input_files("input[type=file]", tmp_path / f"table{seed}.csv")
        visitor.get_by_text(re.compile(f"{rows:,} of {rows:,} rows")).first.wait_for()
        settled(visitor)
        held.append(resident(cold_server.process))
    told = ", ".join(f"{megabytes:.0f}" for megabytes in held)
    measured(f"Resident MB of the server before and after each of {UPLOADS} uploads of 5 MB: {told}")
    assert held[-1] - held[SETTLED_AFTER] < MOST_GROWTH, told
