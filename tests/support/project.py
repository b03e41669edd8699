"""Where the project lies."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]


def clean(**more):
    """The environment of a clean process: nothing of this one but what OpenBLAS is told.

    By that it chooses how products are summed up, and numbers are compared to the last bit.
    """
    told = {name: value for name, value in os.environ.items() if name.startswith("OPENBLAS_")}
    return {"PYTHONPATH": str(ROOT), **told, **more}
