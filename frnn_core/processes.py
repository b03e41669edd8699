"""Processes of our own that speak through pipes: how they start, and that they end with who started them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

NICENESS = 10
"""How far processes step back: the pages go first."""

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


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
