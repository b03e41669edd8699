"""Memory and time on large tables: python -m tools.edges [ROWS ...].

Fits and predicts one fold of ten features for several relations, each in a process of its own, at two
sizes: memory is flat where it grows with the rows and not with their square. Then the leaderboard's worker
does the same fold.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time

import numpy as np

RELATIONS = ("man", "euc", "gauss", "cos", "can", "gauss-grad")
FEATURES, CLASSES, FOLDS = 10, 3, 10


def table(rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of overlapping classes."""
    rng = np.random.default_rng(0)
    y = np.arange(rows) % CLASSES
    return rng.normal(size=(rows, FEATURES)) + 0.5 * y[:, None], y


def peak() -> float:
    """Megabytes that this process has held at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def one_fold(relation: str, rows: int) -> dict[str, float]:
    """Fit on nine tenths and predict the rest; "worker" scores a fold as the leaderboard does."""
    from frnn_core import FRNNClassifier
    from frnn_core.data import Dataset
    from frnn_core.your_data.fold_scores import Design, fold_scores

    X, y = table(rows)
    test = np.arange(rows) % FOLDS == 0
    before, start = peak(), time.perf_counter()
    if relation == "worker":
        data = Dataset("large", X, y.astype(str), tuple(f"f{i}" for i in range(FEATURES)))
        design = Design.of(["man", "euc", "gauss", "cos", "can"], k=3, folds=FOLDS, beside=[], repeats=1)
        known = {(fold, column) for fold in range(1, FOLDS) for column in design.columns}
        scores = [score.score for score in fold_scores(data, design, known)]
        right = float(np.mean([score for score in scores if score is not None]))
    else:
        model = FRNNClassifier(relation).fit(X[~test], y[~test])
        right = float((model.predict(X[test]) == y[test]).mean())
    return {"seconds": time.perf_counter() - start, "before": before, "peak": peak(), "right": right}


def main() -> None:
    """Measure every relation at every size and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="*", type=int, default=[25_000, 100_000])
    parser.add_argument("--relation", help="measure this one here, and print JSON")
    options = parser.parse_args()
    if options.relation:
        print(json.dumps(one_fold(options.relation, options.rows[0])))
        return
    print(f"{'relation':12} {'rows':>9} {'seconds':>9} {'MB added':>9} {'n² would be':>12}")
    for relation in (*RELATIONS, "worker"):
        for rows in options.rows:
            call = [sys.executable, "-m", "tools.edges", str(rows), "--relation", relation]
            told = json.loads(subprocess.run(call, check=True, capture_output=True, env=os.environ).stdout)
            added, square = told["peak"] - told["before"], 8 * (0.1 * rows) * (0.9 * rows) / 1e6
            print(f"{relation:12} {rows:9,} {told['seconds']:9.1f} {added:9.0f} {square:12,.0f}", flush=True)


if __name__ == "__main__":
    main()
