"""Fit the laws of frnn_core/experiments/cost.csv to a store of results: python -m tools.fit_cost FILE.

For every setting, log seconds of a fold are regressed on the logarithms of rows, features and classes
over the data sets, by least squares on the median of the folds. Run it on a store that was filled on this
machine: its seconds are divided by how fast the machine is beside that of `cost.REFERENCE_SECONDS`. Settings
that the store lacks keep their laws.
"""

import csv
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from frnn_core.data import load_dataset
from frnn_core.experiments import cost
from frnn_core.experiments.baselines.results import shipped_baselines
from frnn_core.experiments.plan import Setting, params_text
from frnn_core.experiments.presets import beyond, paper
from frnn_core.experiments.store import Store

LEAST_SETS = 10


def fitted(seconds: pd.Series) -> tuple[list[float], float]:
    """Constant and exponents from the seconds of a fold, by data set, and the median error as a factor."""
    data = [load_dataset(str(name)) for name in seconds.index]
    sizes = [(0.9 * len(d.X), d.X.shape[1], len(d.class_names)) for d in data]
    design = np.column_stack([np.ones(len(sizes)), np.log(sizes)])
    solution = np.linalg.lstsq(design, np.log(seconds.to_numpy()), rcond=None)[0]
    off = float(np.exp(np.median(np.abs(design @ solution - np.log(seconds.to_numpy())))))
    return [float(np.exp(solution[0])), *solution[1:].tolist()], off


def settings() -> list[Setting]:
    """Every setting of the presets that is not a kernel of a fixed width, which shares a search."""
    return [s for plan in (*paper(), *beyond()) for s in plan.settings if s.spec.family != "kernel"]


def baseline_laws() -> dict[str, list[float]]:
    """The laws of other classifiers, by the seconds that their shipped results took.

    The tuned SVM found the inner scores of the two others there; by itself it takes as long as one of them.
    """
    shipped = shipped_baselines()
    names = [cell[3] for cell in shipped.cells]
    found = {}
    for row, taken in zip(shipped.rows, shipped.seconds, strict=True):
        seconds = pd.Series(taken, index=names)
        found[row[0]], off = fitted(seconds[seconds > 0].groupby(level=0).median())
        print(f"{row[0]:50} off by a factor of {off:.2f} in the median")
    found["baseline:svm-tuned"] = found["baseline:svm"]
    return found


def main(path: str) -> None:
    """Fit, write the file, and say how far the laws are off."""
    frame = Store(path).frame()
    frame = frame[frame["reason"].isna()]
    laws = {label: [law.constant, law.rows, law.features, law.classes] for label, law in cost.laws().items()}
    for setting in settings():
        alike = (
            (frame["relation"] == setting.relation)
            & (frame["params"] == params_text(setting))
            & (frame["revision"] == setting.spec.revision)
        )
        seconds = frame[alike].groupby("dataset")["seconds"].median() / cost.calibrate()
        if len(seconds) >= LEAST_SETS:
            laws[setting.label], off = fitted(seconds)
            print(f"{setting.label:50} {len(seconds)} sets, off by a factor of {off:.2f} in the median")
    laws |= baseline_laws()
    laws[cost.ANY] = laws["class-mah"]
    target = Path(cost.__file__).with_name("cost.csv")
    with target.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["setting", "constant", "rows", "features", "classes"])
        writer.writerows([label, *(f"{value:.4g}" for value in law)] for label, law in laws.items())
    print(f"{len(laws)} laws; this machine takes {cost.calibrate():.2f} times as long as that of the laws")


if __name__ == "__main__":
    main(sys.argv[1])
