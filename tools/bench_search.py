"""FRNN's exact search beside the exact searches of scikit-learn and faiss: ``python tools/bench_search.py``.

Every time is fit + predict, with conversions, on as many threads as there are cores: FRNN with its
classes, scikit-learn's kNN over all rows, by brute force and by trees, and faiss Flat with an index a
class, in single precision and without a decision. The best of a few interleaved repeats counts, and only
ratios of one run mean anything. Left out ("-") is a peer, but never the quickest, that would take more than
half a minute by its time on fewer rows, or took five times as long as another there. With a million rows,
k = 3 goes with two classes and k = 10 with ten.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from sklearn.neighbors import KNeighborsClassifier

from frnn_core import FRNNClassifier

METRICS = {"man": "manhattan", "euc": "euclidean", "che": "chebyshev", "can": "canberra"}
FAISS = {"man": "METRIC_L1", "euc": "METRIC_L2", "che": "METRIC_Linf", "can": "METRIC_Canberra"}
ROWS, FEATURES, CLASSES, KS = (5_000, 20_000, 100_000, 1_000_000), (4, 20, 100), (2, 10), (3, 10)
QUERIES = 1_000
ENOUGH_SECONDS, MOST_REPEATS, LONGEST, HOPELESS = 1.0, 7, 30.0, 5.0
MANY = 1_000_000
THREADS = os.cpu_count() or 1
PEERS = ("brute", "tree", "faiss")


@dataclass(frozen=True)
class Case:
    """What is searched."""

    rows: int
    features: int
    classes: int
    k: int
    relation: str

    def data(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Training rows in overlapping clusters, a cluster a class, and queries."""
        rng = np.random.default_rng(self.rows + self.features + self.classes)
        y = rng.integers(0, self.classes, self.rows + QUERIES)
        X = rng.normal(size=(len(y), self.features))
        X += rng.normal(size=(self.classes, self.features))[y]
        return X[: self.rows], y[: self.rows], X[self.rows :]

    def __str__(self) -> str:
        return (
            f"{self.rows:>9,} x {self.features:3}, {self.classes:2} classes, k = {self.k:2}, {self.relation}"
        )


def runs(case: Case) -> dict[str, Callable[[], object]]:
    """What is timed, by name; ours first."""
    X, y, queries = case.data()
    tree = "ball_tree" if case.relation == "can" else "kd_tree"

    def knn(algorithm: str) -> object:
        model = KNeighborsClassifier(
            case.k, algorithm=algorithm, metric=METRICS[case.relation], n_jobs=THREADS
        )
        return model.fit(X, y).predict(queries)

    def flat() -> object:
        import faiss

        faiss.omp_set_num_threads(THREADS)
        asked, found = queries.astype(np.float32), []
        for code in range(case.classes):
            index = faiss.IndexFlat(case.features, getattr(faiss, FAISS[case.relation]))
            index.add(X[y == code].astype(np.float32))
            found.append(index.search(asked, case.k))
        return found

    return {
        "FRNN": lambda: FRNNClassifier(case.relation, k=case.k).fit(X, y).predict(queries),
        "all k": lambda: FRNNClassifier(case.relation, k=20).fit(X, y).predict(queries),
        "brute": lambda: knn("brute"),
        "tree": lambda: knn(tree),
        "faiss": flat,
    }


def timed(function: Callable[[], object]) -> float:
    """Seconds of one call."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def best(functions: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The shortest time of each function, repeated in turn so that noise hits all alike."""
    times = {name: timed(function) for name, function in functions.items()}
    for _ in range(min(MOST_REPEATS, int(ENOUGH_SECONDS * len(functions) / sum(times.values())))):
        for name, function in functions.items():
            times[name] = min(times[name], timed(function))
    return times


class Peers:
    """Which peers are worth a run, by how they did on fewer rows."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, int], dict[str, tuple[int, float]]] = {}

    def worth(self, case: Case) -> list[str]:
        """The quickest so far, and those that are neither too slow nor hopeless."""
        known = self.known.get((case.relation, case.features), {})
        pace = {peer: seconds / rows for peer, (rows, seconds) in known.items()}
        quickest = min(pace.values(), default=0.0)
        slow = {
            peer
            for peer, (rows, _) in known.items()
            if pace[peer] > quickest
            and (pace[peer] * case.rows > LONGEST or (case.rows > rows and pace[peer] > HOPELESS * quickest))
        }
        return [peer for peer in PEERS if peer not in slow]

    def note(self, case: Case, times: dict[str, float]) -> None:
        """Remember the times of peers."""
        known = self.known.setdefault((case.relation, case.features), {})
        known.update({peer: (case.rows, times[peer]) for peer in PEERS if peer in times})


def table(cases: Iterable[Case]) -> None:
    """Print one line a case, with the ratio to the best peer, then the means."""
    columns = ("FRNN", "all k", *PEERS)
    print(f"{'fit + predict in ms':44}" + "".join(f"{name:>11}" for name in columns), end="")
    print(f"{'FRNN/best':>11}{'all k/FRNN':>11}")
    peers, ratios = Peers(), []
    for case in cases:
        functions = runs(case)
        wanted = {"FRNN", "all k", *peers.worth(case)}
        times = best({name: function for name, function in functions.items() if name in wanted})
        peers.note(case, times)
        ratio = times["FRNN"] / min(times[peer] for peer in PEERS if peer in times)
        ratios.append((ratio, times["all k"] / times["FRNN"]))
        shown = [f"{1e3 * times[name]:11,.1f}" if name in times else f"{'-':>11}" for name in columns]
        print(f"{case!s:44}" + "".join(shown) + "".join(f"{r:11.2f}" for r in ratios[-1]), flush=True)
    means = np.exp(np.log(ratios).mean(axis=0))
    for name, value in (("geometric mean", means), ("largest", np.max(ratios, axis=0))):
        print(f"{name:99}" + "".join(f"{v:11.2f}" for v in value))


def memory_line(name: str) -> int:
    """One of the kernel's figures about this process, in KB (Linux)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def memory_of(relation: str, rows: int, features: int, classes: int) -> None:
    """Print how far this process's memory rises at its peak while it fits and predicts (Linux)."""
    small = Case(500, features, classes, 20, relation)
    runs(small)["FRNN"]()  # loads what is loaded once
    X, y, queries = Case(rows, features, classes, 20, relation).data()
    X = np.ascontiguousarray(X)
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew from here
    before = memory_line("VmRSS")
    FRNNClassifier(relation, k=20).fit(X, y).predict(queries)
    print(f"{(memory_line('VmHWM') - before) / 1024:.0f}")


def memory(rows: int, features: int) -> None:
    """Print the peak memory above the data's own, one process a relation."""
    for relation in METRICS:
        asked = [relation, str(rows), str(features), "10"]
        done = subprocess.run(
            [sys.executable, __file__, "--memory-of", *asked], capture_output=True, text=True, check=True
        )
        case = f"{rows:,} x {features}, 10 classes, k = 20, {relation}"
        print(f"peak extra memory, {case}: {done.stdout.strip()} MB")


def search(
    features: Sequence[int] = FEATURES,
    relations: Sequence[str] = tuple(METRICS),
    rows: Sequence[int] = ROWS,
    classes: Sequence[int] = CLASSES,
    ks: Sequence[int] = KS,
) -> None:
    """Print times and memory of cases of all these sizes."""
    every = [Case(n, d, c, k, key) for d, key, n, c, k in product(features, relations, rows, classes, ks)]
    table(case for case in every if case.rows < MANY or (case.classes, case.k) in ((2, 3), (10, 10)))
    memory(20_000, 20)
    memory(MANY, 20)


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--rows", type=int, nargs="+", default=ROWS)
    add("--features", type=int, nargs="+", default=FEATURES)
    add("--classes", type=int, nargs="+", default=CLASSES)
    add("--k", type=int, nargs="+", default=KS)
    add("--relations", nargs="+", default=tuple(METRICS), choices=METRICS)
    add("--memory-of", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if options.memory_of:
        relation, *sizes = options.memory_of
        memory_of(relation, *map(int, sizes))
        return
    search(options.features, options.relations, options.rows, options.classes, options.k)


if __name__ == "__main__":
    main()
