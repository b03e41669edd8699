"""Measure the approximate search on a large table: ``python tools/bench_approximate.py --rows 1000000``.

Rows are made up: two classes, each of twenty clusters that overlap, 20 features. Memory is the peak of this
process above the table itself, normalised rows included (Linux).
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from frnn_core import FRNNClassifier
from frnn_core.engine.approximate import found_shares
from frnn_core.engine.arrays import FloatArray, IntArray
from tools.bench_search import memory_line

FEATURES, CLASSES, CLUSTERS = 20, 2, 20
BLOCK = 500_000
QUERIES = 1000
COMPARED = 200
REPEATS = 5


def table(rows: int, seed: int) -> tuple[FloatArray, IntArray]:
    """Rows in clusters and their classes, made block by block so that nothing is there twice."""
    centres = np.random.default_rng(0).normal(size=(CLASSES, CLUSTERS, FEATURES))
    rng = np.random.default_rng(seed)
    X, y = np.empty((rows, FEATURES)), rng.integers(0, CLASSES, rows)
    for start in range(0, rows, BLOCK):
        part = slice(start, min(start + BLOCK, rows))
        which = rng.integers(0, CLUSTERS, part.stop - start)
        X[part] = rng.normal(scale=0.5, size=(part.stop - start, FEATURES))
        X[part] += centres[y[part], which]
    return X, y


def gigabytes(name: str) -> float:
    """One of the kernel's figures about this process."""
    return memory_line(name) / 1e6


def measure(relation: str, rows: int, k: int, *, exact: bool) -> None:
    """Print what fit and search take, and what is found."""
    X, y = table(rows, 1)
    queries = table(QUERIES, 2)[0]
    warm, labels = table(60_000, 3)
    FRNNClassifier(relation, k=k, search="approximate").fit(warm, labels).predict(warm[:10])
    before = gigabytes("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew from here
    start = time.perf_counter()
    model = FRNNClassifier(relation, k=k, search="approximate").fit(X, y)
    fitted = time.perf_counter() - start
    peak, after = gigabytes("VmHWM") - before, gigabytes("VmRSS") - before
    print(f"{relation}, {rows:,} x {FEATURES}, k = {k}: fit {fitted:.1f} s, of it the index", end=" ")
    print(f"{model.search_report_.build_seconds:.1f} s; {peak:.2f} GB at the peak, {after:.2f} GB after")
    times, used = [], time.process_time()
    for _ in range(REPEATS):
        start = time.perf_counter()
        found = model.predict(queries)
        times.append(time.perf_counter() - start)
    used = (time.process_time() - used) / REPEATS
    print(f"{QUERIES:,} queries: {min(times):.2f} to {max(times):.2f} s, {used:.2f} s of processor time")
    print(model.search_report_)
    if exact:
        compare(model, queries, found)


def compare(model: FRNNClassifier, queries: FloatArray, found: IntArray) -> None:
    """Print how far some of the queries fare as in an exact search, which is timed too."""
    asked = model._queries(queries[:COMPARED])
    (near,) = model._model().neighbourhoods(asked)
    model.set_params(search="exact")
    (truth,) = model._model().neighbourhoods(asked)
    share = found_shares(near.inside, truth.inside).mean()
    start = time.perf_counter()
    same = (model.predict(queries) == found).sum()
    print(f"Recall on {COMPARED} queries that are no training rows: {share:.4f}. ", end="")
    print(
        f"Exact search: {time.perf_counter() - start:.1f} s, and the same class for {same:,} of {QUERIES:,}."
    )


def main() -> None:
    """Measure each relation that was named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--relations", nargs="+", default=["man", "euc"])
    parser.add_argument("--k", type=int, default=3)
    parser.add_argument("--exact", action="store_true", help="search exactly too")
    options = parser.parse_args()
    for relation in options.relations:
        measure(relation, options.rows, options.k, exact=options.exact)


if __name__ == "__main__":
    main()
