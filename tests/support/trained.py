"""Tables of every kind of column for models that are kept, and rows to ask about."""

import numpy as np
import pandas as pd

from frnn_core import read_dataset

ROWS = 60


def mixed_frame(seed=0, rows=ROWS):
    """Numbers, categories, dates, an order, yes and no; gaps in two columns; classes of three kinds."""
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "length": rng.normal(size=rows),
            "width": rng.normal(size=rows) * 3,
            "colour": rng.choice(["red", "green", "blue"], rows),
            "found": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 900, rows), "D"),
            "size": pd.Categorical(rng.choice(["low", "high"], rows), ["low", "high"], ordered=True),
            "wild": rng.random(rows) < 0.5,
        }
    )
    frame.loc[3, "length"] = np.nan
    frame.loc[5, "colour"] = None
    frame["kind"] = np.where(frame["width"] > 1, "oak", np.where(frame["wild"], "elm", "ash"))
    return frame


def mixed_data(seed=0):
    return read_dataset(mixed_frame(seed), target="kind", name="trees")


def asked_frame(seed=1, rows=20):
    """Other rows of the same kind, their columns in another order, with a gap and a value never seen."""
    frame = mixed_frame(seed, rows).drop(columns="kind")
    frame.loc[0, "colour"] = "violet"
    frame.loc[1, "width"] = np.nan
    return frame[frame.columns[::-1]]


PLAIN_CSV = "\n".join(
    ["height,weight,sort", *(f"{150 + i},{50 + i / 2},{'a' if i < 20 else 'b'}" for i in range(40))]
).encode()
