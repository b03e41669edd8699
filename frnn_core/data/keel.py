"""KEEL's own ten folds of a data set, computed from the order of its rows where the recipe is known.

KEEL shuffles the rows of each class, concatenates the classes and deals the positions round-robin to the
folds. Two generators were used, both with seed 12345678; two data sets are cut into blocks instead.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.catalogue import entries, load_entry
from frnn_core.data.dataset import Dataset
from frnn_core.resources import packaged

Folds = tuple[NDArray[np.intp], ...]

FOLDS = 10
SEED = 12345678
JAVA_MULTIPLIER = 0x5DEECE66D
JAVA_INCREMENT = 11
JAVA_MASK = 2**48 - 1


@dataclass(frozen=True)
class Recipe:
    """How KEEL dealt one data set.

    Attributes
    ----------
    method : java or numpy, the generator that shuffled the rows; or blocks, where nothing was shuffled
    classes : KEEL's order of the classes, where that is not ascending
    sizes, first_fold : of blocks, their rows in the order of the file, and the fold of the first one
    """

    method: str
    classes: tuple[str, ...]
    sizes: tuple[int, ...]
    first_fold: int


@cache
def recipes() -> dict[str, Recipe]:
    """Read how each known partition was dealt."""
    with packaged("frnn_core.data", "keel_partitions.csv") as file:
        rows = csv.DictReader(io.TextIOWrapper(file, "utf-8", newline=""))
        return {row["name"]: _recipe(row) for row in rows}


def _recipe(row: dict[str, str]) -> Recipe:
    return Recipe(
        method=row["method"],
        classes=tuple(row["classes"].split()),
        sizes=tuple(int(size) for size in row["sizes"].split()),
        first_fold=int(row["first_fold"] or 1),
    )


@cache
def _known_contents() -> dict[str, str]:
    """Map the content hash of each data set with a known partition to its name."""
    return {entries()[name].sha256: name for name in recipes()}


def name_with_keel_folds(data: Dataset) -> str | None:
    """Name the data set of the catalogue with this very content, if KEEL's folds of it are known."""
    return _known_contents().get(data.sha256)


@cache
def keel_folds(name: str) -> Folds:
    """Give the test rows of KEEL's ten folds for a data set of the catalogue."""
    data, recipe = load_entry(name), recipes()[name]
    folds = _blocks(recipe) if recipe.method == "blocks" else _dealt(data, recipe)
    for rows in folds:
        rows.setflags(write=False)
    return folds


def _blocks(recipe: Recipe) -> Folds:
    ends = np.cumsum(recipe.sizes)
    blocks = [np.arange(end - size, end) for size, end in zip(recipe.sizes, ends, strict=True)]
    shift = recipe.first_fold - 1
    return tuple(blocks[(fold - shift) % FOLDS] for fold in range(FOLDS))


def _dealt(data: Dataset, recipe: Recipe) -> Folds:
    draws = _draws(recipe.method, data.X.shape[0])
    reach = 0 if recipe.method == "java" else 1
    order: list[int] = []
    for label in recipe.classes or data.class_names:
        rows = np.flatnonzero(data.y == label).tolist()
        order += _shuffled(rows, draws[len(order) : len(order) + len(rows)], reach)
    return tuple(np.sort(np.array(order[fold::FOLDS], dtype=np.intp)) for fold in range(FOLDS))


def _draws(method: str, count: int) -> NDArray[np.float64]:
    if method == "java":
        return java_doubles(SEED, count)
    return np.random.RandomState(SEED).random_sample(count)


def _shuffled(rows: list[int], draws: NDArray[np.float64], reach: int) -> list[int]:
    """Swap each position j with j + (m - reach - j) u, cut to an integer."""
    span = len(rows) - reach - np.arange(len(rows))
    partners = (np.arange(len(rows)) + span * draws).astype(np.intp).tolist()
    for here, there in enumerate(partners):
        rows[here], rows[there] = rows[there], rows[here]
    return rows


def java_doubles(seed: int, count: int) -> NDArray[np.float64]:
    """Give the first numbers that Java's `new Random(seed).nextDouble()` returns.

    The generator is s <- a s + 11 modulo 2^48 (Java SE documentation of java.util.Random). Its i-th state
    is a^i s + 11 (1 + a + ... + a^(i-1)); products and sums that wrap at 2^64 stay right modulo 2^48.
    """
    powers = np.cumprod(np.full(2 * count, JAVA_MULTIPLIER, dtype=np.uint64), dtype=np.uint64)
    sums = np.cumsum(np.concatenate([np.ones(1, dtype=np.uint64), powers[:-1]]), dtype=np.uint64)
    start = np.uint64((seed ^ JAVA_MULTIPLIER) & JAVA_MASK)
    states = (powers * start + np.uint64(JAVA_INCREMENT) * sums) & np.uint64(JAVA_MASK)
    high = states[0::2] >> np.uint64(22)
    low = states[1::2] >> np.uint64(21)
    joined: NDArray[np.uint64] = (high << np.uint64(27)) + low
    return joined.astype(np.float64) * 2.0**-53
