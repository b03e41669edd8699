"""Small two-dimensional data sets to look at, generated from a seed."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from frnn_core.data.catalogue import load_entry
from frnn_core.data.dataset import Dataset
from frnn_core.errors import ParameterError, unknown_name

Points = tuple[NDArray[np.float64], NDArray[np.intp]]
Generator = Callable[[int, int], Points]

FEWEST_ROWS = 12
MOST_ROWS = 20_000
DECIMALS = 6  # rounding hides the last bits, in which platforms differ, from the content hash


def moons(n: int, seed: int) -> Points:
    """Two half circles that reach into each other, noise 0.25 (scikit-learn's make_moons)."""
    from sklearn.datasets import make_moons

    X, y = make_moons(n, noise=0.25, random_state=seed)
    return X, y


def circles(n: int, seed: int) -> Points:
    """A circle inside another of twice its radius, noise 0.12 (scikit-learn's make_circles)."""
    from sklearn.datasets import make_circles

    X, y = make_circles(n, noise=0.12, factor=0.5, random_state=seed)
    return X, y


def spirals(n: int, seed: int) -> Points:
    """Two spiral arms, half a turn apart, radius growing with the angle over one and a half turns."""
    random = np.random.default_rng(seed)
    y = np.arange(n) % 2
    angle = 3 * np.pi * np.sqrt(random.uniform(0.02, 1, n))
    turned = angle + np.pi * y
    arms = (angle / np.pi)[:, None] * np.column_stack([np.cos(turned), np.sin(turned)])
    return arms + random.normal(scale=0.15, size=(n, 2)), y


def blobs(n: int, seed: int) -> Points:
    """Three round clusters of unequal spread: 0.4, 0.9 and 1.6 (as scikit-learn's make_blobs draws them).

    Drawn here, for the first page shows it and the import of scikit-learn takes seconds.
    """
    random = np.random.RandomState(seed)
    centres, spreads = np.array([[-2.0, 0.0], [0.5, 1.5], [2.0, -1.5]]), (0.4, 0.9, 1.6)
    sizes = [n // 3 + (code < n % 3) for code in range(3)]
    parts = [
        random.normal(centre, spread, (size, 2))
        for centre, spread, size in zip(centres, spreads, sizes, strict=True)
    ]
    order = np.arange(n)
    random.shuffle(order)
    return np.concatenate(parts)[order], np.repeat(np.arange(3), sizes)[order]


def rotated(n: int, seed: int) -> Points:
    """Two thin normal classes that cross at a right angle, each stretched 50 to 1 along its own direction.

    Where they cross and where rows are sparse, the nearest row in a common metric is often of the other
    class; a Mahalanobis distance of its own lets each class reach along its line. The fewer the rows, the
    larger the difference.
    """
    random = np.random.default_rng(seed)
    y = np.arange(n) % 2
    along, across = random.normal(size=(2, n)) * np.array([[3.0], [0.06]])
    rising = np.column_stack([along + across, along - across]) / np.sqrt(2)
    return np.where(y[:, None] == 0, rising, rising * [1, -1]), y


GENERATORS: dict[str, Generator] = {
    "moons": moons,
    "circles": circles,
    "spirals": spirals,
    "blobs": blobs,
    "rotated": rotated,
}


def teaching_names() -> tuple[str, ...]:
    """List the teaching sets; `banana` is drawn from the catalogue, the others are generated."""
    return (*GENERATORS, "banana")


@lru_cache(maxsize=64)
def teaching_set(name: str, n: int = 200, seed: int = 0) -> Dataset:
    """Make a two-dimensional data set of n rows from a seed.

    `banana` gives n rows of the catalogue's data set of that name, drawn without replacement, and the whole
    data set where n is at least its number of rows.
    """
    key = name.strip().lower()
    if key not in teaching_names():
        raise unknown_name("teaching set", name, teaching_names())
    if not FEWEST_ROWS <= n <= MOST_ROWS:
        raise ParameterError(f"n is {n}, but a teaching set has {FEWEST_ROWS} to {MOST_ROWS:,} rows.")
    return _banana(n, seed) if key == "banana" else _generated(key, n, seed)


def _generated(name: str, n: int, seed: int) -> Dataset:
    generator = GENERATORS[name]
    X, y = generator(n, seed)
    what = (generator.__doc__ or "").splitlines()[0]
    return Dataset(
        name=name,
        X=np.round(X, DECIMALS) + 0.0,
        y=np.array(["A", "B", "C"])[y],
        feature_names=("x1", "x2"),
        source=f"Generated, {n} rows, seed {seed}.",
        notes=(what,),
    )


def _banana(n: int, seed: int) -> Dataset:
    whole = load_entry("banana")
    rows = whole.X.shape[0]
    if n >= rows:
        return whole
    drawn = np.sort(np.random.default_rng(seed).choice(rows, n, replace=False))
    return Dataset(
        name="banana",
        X=whole.X[drawn],
        y=whole.y[drawn],
        feature_names=whole.feature_names,
        source=whole.source,
        notes=(*whole.notes, f"{n} of {rows:,} rows, drawn with seed {seed}."),
    )
