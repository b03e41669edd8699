"""One rounding: who asks the same question gets the same ranks, wins, gaps and p, wherever it is asked."""

import numpy as np
import pandas as pd
import pytest

from frnn_core.engine.rounding import level
from frnn_core.experiments.baselines.standings import means_and_ranks
from frnn_core.figures.heatmap_table import heatmap_table
from frnn_core.paper.checks.ranks import holm
from frnn_core.paper.columns import ours
from frnn_core.stats import compare, gap_table, rank_rows
from frnn_core.stats.ranks import win_tie_loss

NOISY = pd.DataFrame(
    {"a": [0.1 + 0.2, 0.7, 0.5], "b": [0.3, 0.6 + 0.1, 0.5], "c": [0.2, 0.9 - 0.2, 0.4]},
    index=["u", "v", "w"],
)


def test_noise_breaks_no_tie_anywhere():
    assert NOISY.loc["u", "a"] != NOISY.loc["u", "b"]
    assert rank_rows(NOISY).loc["u"].tolist() == [1.5, 1.5, 3.0]
    assert win_tie_loss(NOISY).loc["a", "b"] == (0, 3, 0)
    assert gap_table(NOISY).loc["u"].tolist() == [0.0, 0.0, 0.1]
    assert means_and_ranks(NOISY)["mean_rank"].to_dict() == rank_rows(NOISY).mean().to_dict()
    assert heatmap_table(NOISY, "rank").values.mean().to_dict() == rank_rows(NOISY).mean().to_dict()
    assert compare(NOISY).mean_ranks.to_dict() == rank_rows(NOISY).mean().to_dict()
    assert not np.signbit(level(np.array([-0.0]))).any()


@pytest.mark.parametrize("variant", ["published", "corrected"])
def test_paper_and_significance_say_the_same_of_our_scores(variant):
    scores = ours("table_distances", variant)
    result = compare(scores)
    ranks = rank_rows(scores.dropna()).mean()
    assert ranks.to_dict() == result.mean_ranks.loc[ranks.index].to_dict()
    assert holm(scores).to_numpy() == pytest.approx(
        result.p_adjusted.loc[ranks.index, ranks.index].to_numpy(), nan_ok=True, abs=0
    )
    if variant == "corrected":
        assert ranks["man"] == 2.875
