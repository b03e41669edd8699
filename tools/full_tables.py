"""The tables of docs/tables.md, from shipped results: python -m tools.full_tables [--k 3] [--times].

Balanced accuracy of FRNN on the full data sets: numbers alone, one-hot and filled (which is what a pipeline
of scikit-learn gives, see tests/paper/test_left_out.py), and the encodings that know categories and gaps.
With --times, a table of 20,000 rows with ten categories beside one of numbers alone.
"""

import argparse
import time
from collections.abc import Sequence

import numpy as np
import pandas as pd

from frnn_core import FRNNClassifier
from frnn_core.data import full_names
from frnn_core.paper.left_out import encoding_means, left_out
from frnn_core.text import number

SHOWN = (("one-hot", "fill"), ("overlap", "polar"), ("overlap", "differs"), ("value-difference", "polar"))
TIMED = ("man", "euc", "che", "can", "gauss")
ROWS, VALUES, ROUNDS = 20_000, 20, 3


def scores(relation: str, k: int) -> pd.DataFrame:
    """Full data sets x encodings for one relation, the mean below."""
    table = pd.DataFrame({"numbers alone": left_out(k).kept[relation]})
    for categories, gaps in SHOWN:
        table[f"{categories}, {gaps}"] = left_out(k, categories, gaps).full[relation]
    table.loc["mean"] = table.mean()
    return table


def markdown(table: pd.DataFrame, head: str) -> str:
    """A table for a document."""
    lines = [f"| {head} | {' | '.join(table.columns)} |", "|---" * (len(table.columns) + 1) + "|"]
    for name, row in table.iterrows():
        lines.append(f"| {name} | {' | '.join(number(value) for value in row)} |")
    return "\n".join(lines)


def times(relations: Sequence[str] = TIMED) -> pd.DataFrame:
    """Fit and predict of 10 numbers and 10 categories over that of 20 numbers, the best of some rounds."""
    rng = np.random.default_rng(0)
    numbers = pd.DataFrame(rng.normal(size=(ROWS, 20))).add_prefix("n")
    values = [f"v{i}" for i in range(VALUES)]
    categories = {
        f"c{i}": pd.Categorical.from_codes(rng.integers(0, VALUES, ROWS), values) for i in range(10)
    }
    mixed = pd.concat([numbers.iloc[:, :10], pd.DataFrame(categories)], axis=1)
    y = rng.integers(0, 2, ROWS)
    rows = {}
    for relation in relations:
        plain = _best(FRNNClassifier(relation), numbers, y)
        rows[relation] = {
            treatment: _best(FRNNClassifier(relation, encode={"categories": treatment}), mixed, y) / plain
            for treatment in ("overlap", "value-difference")
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def _best(model: FRNNClassifier, X: pd.DataFrame, y: np.ndarray) -> float:
    taken = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        model.fit(X, y).predict(X)
        taken.append(time.perf_counter() - start)
    return min(taken)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--k", type=int, default=3)
    parser.add_argument("--relation", default="man")
    parser.add_argument("--times", action="store_true", help="measure times instead")
    options = parser.parse_args()
    if options.times:
        print(markdown(times(), "relation"))
        return
    print(markdown(scores(options.relation, options.k), f"{options.relation}, k = {options.k}"), "\n")
    means = encoding_means(options.k)
    means.index = pd.Index([f"{categories}, {gaps}" for categories, gaps in means.index])
    cells, kept = means.attrs["cells"], number(means.attrs["kept"])
    print(markdown(means[["full", "gain"]], f"mean of {cells} cells; numbers alone {kept}"))
    print(f"\n{len(full_names())} data sets.")


if __name__ == "__main__":
    main()
