"""Regions as lines: their borders, the hatching of a part, and bands of equal values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from frnn_core.engine.arrays import FloatArray

BANDS = 10
HATCH = 3  # cells between two strokes
Lines = tuple[NDArray[np.float32], NDArray[np.float32]]


def bands(field: NDArray[np.floating]) -> NDArray[np.uint8]:
    """The tenth between 0 and 1 in which each value lies; what is beyond counts with the nearest."""
    return np.asarray(np.clip(np.floor(field * BANDS), 0, BANDS - 1), dtype=np.uint8)


def borders(codes: NDArray[np.uint8], x: FloatArray, y: FloatArray) -> Lines:
    """The lines between neighbouring cells of different codes, as one broken line."""
    edges_x, edges_y = _edges(x), _edges(y)
    rows, columns = np.nonzero(codes[:, 1:] != codes[:, :-1])
    upright = (edges_x[columns + 1], edges_y[rows], edges_x[columns + 1], edges_y[rows + 1])
    rows, columns = np.nonzero(codes[1:] != codes[:-1])
    level = (edges_x[columns], edges_y[rows + 1], edges_x[columns + 1], edges_y[rows + 1])
    return _broken(*(np.concatenate(ends) for ends in zip(upright, level, strict=True)))


def hatching(mask: NDArray[np.bool_], x: FloatArray, y: FloatArray) -> Lines:
    """Diagonal strokes over the cells of a mask, as one broken line."""
    edges_x, edges_y = _edges(x), _edges(y)
    rows, columns = np.nonzero(mask & ((np.subtract.outer(range(len(y)), range(len(x)))) % HATCH == 0))
    return _broken(edges_x[columns], edges_y[rows], edges_x[columns + 1], edges_y[rows + 1])


def _edges(middles: FloatArray) -> FloatArray:
    half = (middles[1] - middles[0]) / 2
    return np.append(middles - half, middles[-1] + half)


def _broken(x0: FloatArray, y0: FloatArray, x1: FloatArray, y1: FloatArray) -> Lines:
    gap = np.full(len(x0), np.nan)
    return (
        np.column_stack([x0, x1, gap]).ravel().astype(np.float32),
        np.column_stack([y0, y1, gap]).ravel().astype(np.float32),
    )
