"""The board that somebody finds: points of a data set, set up where a challenge asks for it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from frnn_core.studies.playground.board import Board, Source, drawn
from frnn_core.studies.playground.edits import edited, read_edits


def board(source: Source) -> Board:
    """The points before anybody has changed one; what was set up looks like all the others."""
    found = drawn(source)
    if not source.setup:
        return found
    found = edited(found, read_edits(source.setup))
    count = len(found.numbers)
    return replace(found, numbers=np.arange(count), edited=np.zeros(count, dtype=np.intp))
