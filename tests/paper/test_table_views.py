"""Printed tables as they are looked at, and the numbers of the exhibits."""

import numpy as np
import pytest
from scipy import stats

from frnn_core.engine.relation import VARIANTS
from frnn_core.paper import printed_table
from frnn_core.paper.cells import agreement_counts, printed_cells
from frnn_core.paper.checks.pairs import REDRAWS, redrawn_p
from frnn_core.paper.claims import claims, finding, topics
from frnn_core.paper.columns import NUMBERS, printed
from frnn_core.paper.exhibits import (
    chebyshev_story,
    chebyshev_summary,
    descent_summary,
    friedman_ranks,
    sideways_story,
)
from frnn_core.paper.fitted_kernels import descent_story
from frnn_core.paper.table_views import (
    CONTENTS,
    absent_rows,
    accuracy_table,
    agreement_words,
    blank_reasons,
    other_table,
    other_tables,
    table_numbers,
    table_view,
)
from frnn_core.stats import signed_rank


@pytest.mark.parametrize("table", list(NUMBERS))
def test_a_view_has_every_cell_where_it_is_printed(table):
    view = table_view(table, "published")
    said = printed(table)
    assert list(view.printed) == list(said)
    np.testing.assert_array_equal(view.printed, said.loc[view.printed.index])
    np.testing.assert_allclose(view.difference, view.printed - view.ours)
    assert view.folds.tolist() == sorted(view.folds.tolist())
    assert view.content == CONTENTS[table]


def test_the_words_count_the_cells():
    cells = table_view("table_distances", "published").cells
    counts = agreement_counts(cells)
    words = agreement_words(cells)
    assert f"{counts.loc['KEEL', '3 decimals']} of 140 cells agree to 3 decimals" in words
    assert f"{counts.loc['stand-in', 'beyond']} beyond" in words
    assert "22 cells cannot be compared." in words
    none = cells[cells["folds"] == "KEEL"]
    assert "on stand-in folds there is nothing to compare" in agreement_words(none)


@pytest.mark.parametrize("variant", VARIANTS)
def test_reasons_count_every_cell_that_is_not_compared(variant):
    cells = printed_cells(variant)
    counts = agreement_counts(cells)
    blank = counts[["printed blank", "ours blank", "not computed"]].sum(axis=1)
    found = blank_reasons(cells)
    assert found["KEEL"].sum() == blank["KEEL"]
    assert found["stand-in"].sum() == blank["stand-in"]
    assert (found["cells"] == found["KEEL"] + found["stand-in"]).all()
    assert found["reason"].is_unique


def test_absent_rows_are_counted_by_table():
    found = absent_rows().set_index("table")
    for name, label in NUMBERS.items():
        missing = 40 - len(printed(name))
        assert found["missing"].get(label, 0) == missing


def test_every_table_has_a_number_and_a_kind():
    numbers = table_numbers()
    assert len(numbers) == len(NUMBERS) + len(other_tables()) == 27
    assert accuracy_table("6") == "table_distances"
    assert accuracy_table("iv") == "table_k15"
    assert accuracy_table("7") is None


@pytest.mark.parametrize("label", list(other_tables()))
def test_other_tables_keep_the_print(label):
    frame = other_table(label)
    assert len(frame) > 3
    assert any("printed" in column for column in frame)
    assert any("recomputed" in column or "measured" in column for column in frame)


def test_ranks_and_gaps_keep_the_printed_numbers():
    said = printed_table("friedman_ranks_dml")
    assert other_table("Table 16")["printed"].tolist() == said["friedman_rank"].tolist()
    gaps = printed_table("max_avg_difference_kernels")
    assert other_table("Table 12")["largest, printed"].tolist() == gaps["max"].tolist()
    assert other_table("Table 12")["mean, printed"].tolist() == gaps["avg"].tolist()
    by_k = other_table("Table 24").pivot_table(index="k", columns="relation", values="printed")
    said_by_k = printed_table("friedman_by_k").set_index("k")
    np.testing.assert_allclose(by_k[list(said_by_k)], said_by_k)


def test_topics_name_every_claim():
    assert list(topics()) == [claim.id for claim in claims()]
    assert topics()["friedman-dml"] == "Ranks and tests"


@pytest.mark.parametrize(("turned", "column"), [(False, "p"), (True, "p transposed")])
def test_the_ranks_are_those_of_the_test(turned, column):
    complete = printed("table_dml").round(3).dropna()
    ranks = friedman_ranks("table_dml", turned)
    values = -complete.to_numpy()
    np.testing.assert_array_equal(ranks, stats.rankdata(values, axis=0 if turned else 1))
    treated = complete.to_numpy() if turned else complete.to_numpy().T
    assert stats.friedmanchisquare(*treated).pvalue == pytest.approx(
        sideways_story().loc["table_dml", column]
    )


def test_chebyshev_in_a_few_numbers():
    told, story = chebyshev_summary(), chebyshev_story()
    numbers = finding("chebyshev-column").numbers
    assert told["KEEL cells"] == numbers["cells"] == 21
    assert told["published agree"] == numbers["cells to 3 decimals the other way"]
    assert told["corrected agree"] == numbers["cells to 3 decimals by the formula"]
    assert told["corrected"] == pytest.approx(story["corrected"].mean())
    assert told["better"] == (story["corrected"] > story["published"]).sum()


def test_descent_in_a_few_numbers():
    told = descent_summary()
    story = descent_story().query("relation == 'sph-grad'").dropna(subset=["published"])
    row = told.loc["sph-grad"]
    assert row["data sets"] == len(story) == 29
    assert row["gamma_corrected"] == pytest.approx(story["gamma_corrected"].median())
    at_chance = np.mean(story["printed"] - story["chance"] <= 0.02)
    assert row["chance_printed"] == pytest.approx(at_chance)
    assert (told["gamma_published"] < told["gamma_corrected"]).all()


def test_redrawn_p_values_are_those_of_the_test_one_by_one():
    scores = printed("table_dml")
    a, b = scores["NCA"].to_numpy(), scores["man"].to_numpy()
    noise = np.random.default_rng(0).uniform(-0.0005, 0.0005, (REDRAWS, 2, len(a)))
    expected = [signed_rank(a + up - b - down, "greater").p for up, down in noise]
    np.testing.assert_allclose(redrawn_p(a, b), expected, rtol=1e-12)
