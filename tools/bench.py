"""Measure the engine beside its neighbours, all in one run: ``python tools/bench.py``.

Times are the best of several interleaved repeats on this machine; only ratios of one run mean anything.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sklearn.metrics import balanced_accuracy_score
from sklearn.neighbors import KNeighborsClassifier
from threadpoolctl import threadpool_limits

from frnn_core import FRNNClassifier, load_dataset, partition
from frnn_core.engine.approximations import neighbourhood
from frnn_core.engine.owa import weight_family
from frnn_core.paper import printed_table
from frnn_core.relations.kernels import KERNELS
from frnn_core.relations.links import KernelLink

METRICS = {"man": "manhattan", "euc": "euclidean", "che": "chebyshev", "can": "canberra"}
SIZES = [(5_000, 5), (5_000, 20), (20_000, 20)]
CLASSES = [2, 10]
LEARNED: dict[str, tuple[str, dict[str, str]]] = {
    "man": ("man", {}),
    "nca": ("nca", {}),
    "lmnn": ("lmnn", {}),
    "dmlmj": ("dmlmj", {}),
    "dmlmj rooted": ("dmlmj", {"link": "rooted"}),
}
REPEATS = 7
Case = tuple[np.ndarray, np.ndarray, np.ndarray]


def case(rows: int, features: int, classes: int) -> Case:
    """Training rows in overlapping clusters, their classes, and a fifth as many queries."""
    rng = np.random.default_rng(rows + features + classes)
    y = rng.integers(0, classes, rows + rows // 5)
    X = rng.normal(size=(len(y), features)) + rng.normal(size=(classes, features))[y]
    return X[:rows], y[:rows], X[rows:]


def best(*functions: Callable[[], object]) -> list[float]:
    """The shortest time of each function, repeated in turn so that noise hits all alike."""
    times = np.full((REPEATS, len(functions)), np.inf)
    for repeat in range(REPEATS):
        for i, function in enumerate(functions):
            start = time.perf_counter()
            function()
            times[repeat, i] = time.perf_counter() - start
    return [float(seconds) for seconds in times.min(axis=0)]


def every_k(relation: str, X: np.ndarray, y: np.ndarray, queries: np.ndarray) -> np.ndarray:
    """Predictions for k = 1 … 20 from one search."""
    model = FRNNClassifier(relation, k=20).fit(X, y)
    family, link = weight_family("linear"), model.relation_.link.decision
    parts = [near.decide(link, family, range(1, 21)) for near in model._model().neighbourhoods(queries)]
    return np.concatenate(parts)


def fuzzy_rough_learn(relation: str, data: Case) -> float:
    """Seconds for fit and predict, measured on few queries and scaled up to all of them."""
    from frlearn.classifiers import FRNN
    from frlearn.neighbours.neighbour_search_methods import BallTree, KDTree
    from frlearn.vector_size_measures import MinkowskiSize

    def canberra(x: np.ndarray, y: np.ndarray) -> float:
        size = np.abs(x) + np.abs(y)
        return float((np.abs(x - y) / np.where(size > 0, size, 1)).sum())

    X, y, queries = data
    order = {"man": 1, "euc": 2, "che": np.inf}
    measured = queries[:2] if relation == "can" else queries[:50]
    model = FRNN(
        upper_k=3,
        lower_k=3,
        dissimilarity=canberra if relation == "can" else MinkowskiSize(p=order[relation]),
        nn_search=BallTree() if relation == "can" else KDTree(),
    )
    start = time.perf_counter()
    if relation == "can":  # building its trees with a Python function takes minutes: a tenth of the rows
        X, y = X[::10], y[::10]
    fitted = model(X, y)
    built = time.perf_counter()
    fitted(measured)
    done = time.perf_counter()
    scale = 10 if relation == "can" else 1
    return scale * ((built - start) + (done - built) * len(queries) / len(measured))


def compare(relation: str, rows: int, features: int, classes: int, *, others: bool) -> list[float]:
    """Seconds of FRNN with k = 3, every k, kNN brute, kNN auto, and fuzzy-rough-learn (estimated)."""
    data = X, y, queries = case(rows, features, classes)

    def knn(algorithm: str) -> Callable[[], object]:
        model = KNeighborsClassifier(3, algorithm=algorithm, metric=METRICS[relation])
        return lambda: model.fit(X, y).predict(queries)

    ours = FRNNClassifier(relation, k=3)
    times = best(
        lambda: ours.fit(X, y).predict(queries),
        lambda: every_k(relation, X, y, queries),
        knn("brute"),
        knn("auto"),
    )
    return [*times, fuzzy_rough_learn(relation, data) if others else np.nan]


def table(*, others: bool) -> None:
    """Print one line a case and the geometric means."""
    print("fit + predict in ms; kNN with k = 3; frlearn scaled up from few queries")
    header = ["case", "FRNN", "all k", "brute", "auto", "frlearn", "FRNN/brute", "all k/FRNN", "frlearn/FRNN"]
    print(f"{header[0]:28}" + "".join(f"{name:>13}" for name in header[1:]))
    ratios = []
    for rows, features in SIZES:
        for classes in CLASSES:
            for relation in METRICS:
                times = compare(relation, rows, features, classes, others=others)
                frnn, all_k, brute, _, other = times
                ratios.append((frnn / brute, all_k / frnn, other / frnn))
                name = f"{rows:,} x {features}, {classes:2} classes, {relation}"
                shown = [f"{1e3 * t:13,.1f}" for t in times] + [f"{r:13,.2f}" for r in ratios[-1]]
                print(f"{name:28}" + "".join(shown), flush=True)
    means = np.exp(np.log(ratios).mean(axis=0))
    print(f"{'geometric mean':93}" + "".join(f"{mean:13,.2f}" for mean in means))
    print(f"{'largest':93}" + "".join(f"{worst:13,.2f}" for worst in np.max(ratios, axis=0)))


def heatmap() -> None:
    """Time 5 kernels x 50 widths x 20 k x 10 folds on data of the size of pima."""
    rng = np.random.default_rng(0)
    X, y = rng.random((768, 8)), rng.integers(0, 2, 768)
    folds = np.arange(768) % 10
    widths = np.geomspace(0.01, 100, 50).reshape(-1, 1, 1, 1)
    family = weight_family("linear")

    def grid() -> None:
        for fold in range(10):
            model = FRNNClassifier("euc").fit(X[folds != fold], y[folds != fold])
            queries = model._queries(X[folds == fold])
            near = neighbourhood(model.relation_, model._train, queries, 20)
            for kernel in KERNELS.values():
                near.decide(KernelLink(kernel.value, widths), family, range(1, 21))

    print(f"k x gamma heatmap, 5 kernels x 50 gammas x 20 k x 10 folds of 768 x 8: {best(grid)[0]:.2f} s")


def memory() -> None:
    """Print the peak memory above the data's own for 20,000 x 20, one process a relation."""
    for relation in METRICS:
        done = subprocess.run(
            [sys.executable, __file__, "--memory-of", relation], capture_output=True, text=True, check=True
        )
        print(f"peak extra memory, 20,000 x 20, 10 classes, all k, {relation}: {done.stdout.strip()} MB")


def memory_of(relation: str) -> None:
    """Print how far this process's memory rises at its peak while it fits and predicts (Linux)."""
    X, y, queries = case(20_000, 20, 10)
    every_k(relation, X[:500], y[:500], queries[:500])  # loads what is loaded once
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew from here
    before = memory_line("VmRSS")
    every_k(relation, X, y, queries)
    print(f"{(memory_line('VmHWM') - before) / 1024:.0f}")


def memory_line(name: str) -> int:
    """One of the kernel's figures about this process, in KB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def learned_on(name: str) -> dict[str, tuple[float, float]]:
    """Balanced accuracy, mean of the folds, and seconds a fold of each metric of the paper's table."""
    os.environ["OMP_NUM_THREADS"] = "1"
    data = load_dataset(name)
    found = {}
    with threadpool_limits(1):
        for label, (key, params) in LEARNED.items():
            scores, start = [], time.perf_counter()
            for train, test in partition(data):
                model = FRNNClassifier(key, k=3, relation_params=params).fit(data.X[train], data.y[train])
                scores.append(balanced_accuracy_score(data.y[test], model.predict(data.X[test])))
            found[label] = float(np.mean(scores)), (time.perf_counter() - start) / len(scores)
    return found


def learned() -> None:
    """Print the learned metrics beside the paper's table, the largest gaps last.

    Gaps have known causes besides other folds: the code behind the table compares LMNN's margin with
    rooted distances and steers NCA's step size by exp(-d), so both stop elsewhere, and it feeds rooted
    distances to FRNN (monk under DMLMJ: the rooted column is the printed one).
    """
    printed = printed_table("table_dml").set_index("dataset")
    printed.columns = [name.lower() for name in printed.columns]
    printed["dmlmj rooted"] = printed["dmlmj"]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(learned_on, printed.index))
    print("balanced accuracy, mean of 10 folds, k = 3: ours (printed) and seconds a fold")
    print(f"{'':12}" + "".join(f"{key:>23}" for key in LEARNED) + "   folds")
    for name, row in zip(printed.index, rows, strict=True):
        cells = "".join(
            f"  {row[key][0]:.3f} ({printed.loc[name, key]:.3f}) {row[key][1]:5.2f}" for key in LEARNED
        )
        print(f"{name:12}{cells}   {partition(load_dataset(name)).scheme}")
    means = "".join(
        f"  {np.mean([row[key][0] for row in rows]):.3f} ({printed[key].mean():.3f})      " for key in LEARNED
    )
    print(f"{'mean':12}{means}")
    gaps = [
        (row[key][0] - printed.loc[name, key], name, key)
        for name, row in zip(printed.index, rows, strict=True)
        for key in LEARNED
    ]
    print(
        "largest gaps:",
        ", ".join(f"{n} {k} {gap:+.3f}" for gap, n, k in sorted(gaps, key=lambda g: -abs(g[0]))[:8]),
    )


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-others", action="store_true", help="leave out fuzzy-rough-learn")
    parser.add_argument("--dml", action="store_true", help="learned metrics beside the paper's table")
    parser.add_argument("--grid", action="store_true", help="the grid of all data sets and fixed relations")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes of the grid")
    parser.add_argument("--memory-of", choices=METRICS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if options.memory_of:
        memory_of(options.memory_of)
        return
    if options.grid:
        from tools.bench_grid import grid

        grid(options.jobs)
        return
    if options.dml:
        learned()
        return
    table(others=not options.no_others)
    heatmap()
    memory()


if __name__ == "__main__":
    main()
