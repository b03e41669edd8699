"""One decorated function adds a post-hoc test or a correction: it then works wherever one is chosen."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from frnn_core.__main__ import main
from frnn_core.errors import ParameterError, UnknownName
from frnn_core.figures import critical_difference
from frnn_core.figures.cd_diagram import explanations
from frnn_core.stats import CORRECTIONS, TESTS, StatisticsError, compare, correction, posthoc_test
from frnn_core.stats.posthoc import applicable_tests

ROWS = [f"set {letter}" for letter in "abcdefgh"]
SPEC = {
    "key": "sign",
    "label": "Sign & count",
    "help": "How often one is better: 100 % by counting.",
    "formula": "s = \\sum_i [d_i > 0]",
    "where": "against the binomial distribution",
    "source": "Arbuthnot (1710), https://doi.org/10.1098/rstl.1710.0011",
}


def sign(values):
    better = (values[:, :, None] > values[:, None, :]).sum(axis=0)
    tried = better + better.T
    return np.vectorize(lambda b, n: stats.binomtest(b, n).pvalue if n else np.nan)(better, tried)


@pytest.fixture
def scores():
    values = np.array([[0.9, 0.7, 0.5 + 0.05 * (i % 2)] for i in range(8)]) + 0.01 * np.arange(8)[:, None]
    return pd.DataFrame(values, index=ROWS, columns=["man", "euc", "cos"])


@pytest.fixture
def lent():
    with TESTS.lent(), CORRECTIONS.lent():
        yield


@pytest.mark.usefixtures("lent")
def test_a_new_test_works_in_numbers_words_latex_and_the_diagram(scores):
    posthoc_test(**SPEC, rank_based=False)(sign)
    result = compare(scores, test="sign")
    assert result.p_raw.loc["man", "cos"] == pytest.approx(2 * 0.5**8)
    assert result.p_adjusted.loc["man", "cos"] == pytest.approx(6 * 0.5**8)
    assert np.isnan(result.p_raw.loc["man", "man"])
    assert result.critical_distance is None
    assert "Sign & count, all pairs, corrected by Holm, alpha 0.05:" in result.text()
    assert r"\caption{Sign \& count, all pairs, corrected by Holm" in result.latex("pairs")
    assert "Every pair differs by Sign & count (Holm, " in " ".join(explanations(result))
    assert "Sign &amp; count" in critical_difference(result).layout.title.text


@pytest.mark.usefixtures("lent")
def test_its_flags_decide_about_corrections_blanks_and_the_ruler(scores):
    posthoc_test(**SPEC, corrects_itself=True, critical_distance=lambda k, n, alpha: k * n * alpha)(sign)
    result = compare(scores, test="sign", correction="bonferroni", control="man")
    assert result.correction == "none"
    assert result.p_adjusted.equals(result.p_raw)
    assert result.critical_distance == pytest.approx(3 * 8 * 0.05)
    assert "family-wise already, so no correction is applied" in result.text()
    assert any(words.startswith("Sign & count corrects its p-values") for words in result.warnings)
    texts = [note.text for note in critical_difference(compare(scores, test="sign")).layout.annotations]
    assert "critical distance 1.20" in texts
    for blanks in ("pairwise", "skillings-mack"):
        assert "sign" not in applicable_tests(blanks)
        with pytest.raises(StatisticsError, match="Sign & count compares mean ranks over the same data sets"):
            compare(scores, test="sign", blanks=blanks)


@pytest.mark.usefixtures("lent")
def test_one_that_skips_blanks_takes_every_treatment(scores):
    posthoc_test(**SPEC, complete_rows=False, rank_based=False)(sign)
    scores.iloc[0, 2] = np.nan
    for blanks in ("pairwise", "skillings-mack"):
        result = compare(scores, test="sign", blanks=blanks)
        assert result.test == "sign"
        assert result.p_raw.loc["man", "cos"] == pytest.approx(2 * 0.5**7)
        assert result.p_raw.loc["man", "euc"] == pytest.approx(2 * 0.5**8)


@pytest.mark.usefixtures("lent")
def test_the_command_line_offers_both(scores, tmp_path, capsys):
    posthoc_test(**SPEC, rank_based=False)(sign)
    correction(
        key="twice",
        label="Twice",
        formula="2p",
        help="Each p twice.",
        source="",
        controls="family-wise error",
    )(lambda p: np.minimum(2 * p, 1))
    path = tmp_path / "scores.csv"
    scores.rename_axis("dataset").to_csv(path)
    assert main(["stats", "--scores", str(path), "--test", "sign", "--correction", "twice"]) == 0
    assert "Sign & count, all pairs, corrected by Twice" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["stats", "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "sign: How often one is better: 100 % by counting." in told
    assert "twice: Each p twice." in told


@pytest.mark.usefixtures("lent")
def test_a_new_correction_runs_over_the_pairs_that_are_compared(scores):
    correction(key="count", label="Count", formula="p", help="", source="", controls="false discovery rate")(
        lambda p: np.minimum(p + 0.1 * len(p), 1)
    )
    result = compare(scores, test="wilcoxon", correction="count", control="man")
    assert result.p_adjusted.loc["man", "euc"] == pytest.approx(result.p_raw.loc["man", "euc"] + 0.2)
    assert "corrected by Count" in result.text()


def test_what_was_lent_is_gone_and_wrong_names_are_answered(scores):
    assert list(TESTS) == ["conover", "nemenyi", "wilcoxon"]
    with pytest.raises(UnknownName, match=r"no post-hoc test called 'nemeny'\. Did you mean nemenyi\?"):
        compare(scores, test="nemeny")
    with pytest.raises(UnknownName, match=r"no correction called 'hol'\. Did you mean holm"):
        compare(scores, correction="hol")
    with pytest.raises(ParameterError, match="There is a post-hoc test 'nemenyi' already"):
        posthoc_test(**SPEC | {"key": "nemenyi"})(sign)


def test_every_entry_says_what_it_is():
    for key, test in TESTS.items():
        assert test.key == key
        assert test.help.endswith(".")
        assert "https://" in test.source
        assert test.formula
    for key, entry in CORRECTIONS.items():
        assert entry.key == key
        assert entry.help.endswith(".")
        assert ("https://" in entry.source) == (entry.controls is not None)


@pytest.mark.parametrize(
    ("blanks", "offered"),
    [
        ("complete", ("conover", "nemenyi", "wilcoxon")),
        ("pairwise", ("wilcoxon",)),
        ("skillings-mack", ("conover", "wilcoxon")),
    ],
)
def test_the_tests_that_a_treatment_of_blanks_allows(blanks, offered):
    assert applicable_tests(blanks) == offered
