"""Say how many tables are read exactly as they are meant: python -m tools.read_corpus.

First the corpus of small shapes, with what is wrong about those that are not; then tables that are drawn, of
which only the first few are shown.
"""

from __future__ import annotations

import argparse

from tests.data.reading.corpus import SHAPES
from tests.support.made_tables import draw_table
from tests.support.table_meaning import faults


def main() -> None:
    """Read all and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--drawn", type=int, default=6_000, help="how many tables are drawn")
    parser.add_argument("--show", type=int, default=5, help="how many of those that fail are shown")
    chosen = parser.parse_args()
    wrong = {shape.title: found for shape in SHAPES if (found := faults(shape.data, shape.meaning))}
    for title, found in wrong.items():
        print(f"{title}\n    " + "\n    ".join(found))
    print(f"Corpus: {len(SHAPES) - len(wrong)} of {len(SHAPES)} read exactly.\n")
    failed = 0
    for seed in range(chosen.drawn):
        table = draw_table(seed)
        found = faults(table.data, table.meaning)
        failed += bool(found)
        if found and failed <= chosen.show:
            print(f"seed {seed}: {'; '.join(found)}\n{table.data[:300]!r}\n")
    print(f"Drawn: {chosen.drawn - failed:,} of {chosen.drawn:,} read exactly.")


if __name__ == "__main__":
    main()
