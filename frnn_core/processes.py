"""Processes of our own that speak through pipes: how they start, and that they end with who started them."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

from frnn_core.errors import ParameterError

NICENESS = 10
"""How far processes step back: the pages go first."""

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def limit(name: str, usual: float) -> float:
    """A limit that whoever hosts the dashboard has set by a variable of the environment, or the usual one.

    Examples
    --------
    >>> limit("FRNN_NO_SUCH_LIMIT", 3600.0)
    3600.0
    """
    text = os.environ.get(name, "")
    if not text:
        return usual
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 1 <= number < math.inf:
        raise ParameterError(
            f"{name} is {text[:20]!r}; it must be a number from 1. Leave it out for {usual:g}."
        )
    return number


def piped(module: str) -> subprocess.Popen[bytes]:
    """Start a module of this package, on one thread, with its input and output as pipes."""
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-B", "-m", module],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[1],
        env={**os.environ, **dict.fromkeys(THREADS, "1")},
    )


def step_back() -> None:
    """Let the pages go first, where the system can say so."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)


def end_with(source: IO[bytes]) -> None:
    """End this process when its input closes: the one that started it is gone."""

    def watch() -> None:
        source.read(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
