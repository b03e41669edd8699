"""Compute what Your data shows of its sample before anything is changed: python -m tools.build_sample.

Run it when the sample, the usual settings of a comparison, or the numbers of a relation or classifier change.
"""

from frnn_core import read_dataset
from frnn_core.your_data.fold_scores import Design, fold_scores
from pages.ui.your_data.file import SAMPLE, sample_text
from pages.ui.your_data.sample_scores import FILE, written


def main() -> None:
    """Compute and write."""
    data = read_dataset(sample_text().encode(), name=SAMPLE)
    design = Design.of()
    scores = list(fold_scores(data, design))
    FILE.write_text(written(design.deals(data), design, scores), encoding="utf-8")
    print(f"{len(scores)} pieces, {FILE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
