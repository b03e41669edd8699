"""The audit on the printed tables, the data and the shipped results."""

import pytest

from frnn_core.errors import UnknownName
from frnn_core.paper.claims import VERDICTS, audit, claims, finding

IDS = [claim.id for claim in claims()]


def number(claim, name):
    return finding(claim).numbers[name]


def test_ids_are_unique_and_unknown_ones_are_refused():
    assert len(set(IDS)) == len(IDS) > 60
    with pytest.raises(UnknownName, match="friedman-dml"):
        finding("friedman-dm")


@pytest.mark.parametrize("claim", claims(), ids=IDS)
def test_no_claim_without_where_says_printed_and_how(claim):
    for text in (claim.title, claim.where, claim.says, claim.printed, claim.how):
        assert text.strip()
    assert any(word in claim.where for word in ("section", "Table", "abstract"))
    assert claim.says.endswith(".")
    assert claim.how.endswith(".")
    assert "\n" not in claim.how
    assert len(claim.says) < 130


@pytest.mark.parametrize("claim", IDS)
def test_every_claim_has_a_finding(claim):
    found = finding(claim)
    assert found.verdict in VERDICTS
    assert found.recomputed
    if found.verdict == "cannot be checked":
        assert len(found.note) > 20


def test_the_tone_is_neutral():
    words = " ".join(f"{claim.says} {claim.how} {finding(claim.id).note}" for claim in claims()).lower()
    assert not any(word in words for word in ("wrong", "mistake", "false", "error"))


def test_the_audit_is_one_row_a_claim():
    table = audit()
    assert list(table) == ["id", "where", "says", "printed", "recomputed", "verdict", "how"]
    assert list(table["id"]) == IDS
    assert {"holds", "does not follow", "cannot be checked"} == set(table["verdict"])


def test_the_audit_computes_every_claim_once():
    audit()
    before = finding.cache_info()
    audit()
    after = finding.cache_info()
    assert after.misses == before.misses
    assert after.hits > before.hits


@pytest.mark.parametrize(
    ("claim", "p", "transposed", "verdict"),
    [
        ("friedman-dml", 0.2355, 2.29e-8, "does not follow"),
        ("friedman-kernels", 0.0372, 4.69e-26, "does not follow"),
        ("friedman-distances", 2.06e-12, 1.42e-21, "does not follow"),
        ("friedman-gradient-kernels", 5.45e-31, 1.51e-16, "holds"),
    ],
)
def test_friedman_both_ways_round(claim, p, transposed, verdict):
    assert number(claim, "p") == pytest.approx(p, rel=0.005)
    assert number(claim, "p transposed") == pytest.approx(transposed, rel=0.005)
    assert finding(claim).verdict == verdict


def test_friedman_without_the_columns_that_stand_apart():
    assert number("friedman-kernels", "p without man") == pytest.approx(0.342, abs=0.0005)
    without = number("friedman-gradient-kernels", "p without cir-grad and sph-grad")
    assert without == pytest.approx(0.863, abs=0.0005)


@pytest.mark.parametrize(
    ("claim", "said", "found", "pairs"),
    [
        ("pairs-distances", 20, 10, 21),
        ("pairs-kernels", 6, 1, 15),
        ("pairs-dml", 0, 0, 6),
        ("pairs-gradient-kernels", 10, 10, 21),
        ("man-best", 6, 4, 6),
    ],
)
def test_significant_pairs(claim, said, found, pairs):
    assert number(claim, "significant as printed") == said
    assert number(claim, "significant recomputed") == found
    assert number(claim, "pairs") == pairs
    assert finding(claim).verdict == ("holds" if said == found else "does not follow")


def test_man_against_the_others():
    p = finding("man-best").evidence.set_index("relation_b")["recomputed"]
    assert p["euc"] == pytest.approx(0.478, abs=0.001)
    assert p["pcc"] == 1
    assert p["mah"] == pytest.approx(0.04, abs=0.005)
    assert p["cos"] == pytest.approx(0.003, abs=0.0005)
    assert max(p["can"], p["che"]) < 0.001


@pytest.mark.parametrize(
    ("claim", "off", "largest", "verdict"),
    [
        ("ranks-distances", 1, 0.1065, "does not follow"),
        ("ranks-kernels", 1, 0.2598, "does not follow"),
        ("ranks-dml", 0, 0.0239, "holds"),
        ("ranks-gradient-kernels", 0, 0.1247, "holds"),
    ],
)
def test_mean_ranks(claim, off, largest, verdict):
    assert number(claim, "off") == off
    assert number(claim, "largest difference") == pytest.approx(largest, abs=0.0002)
    assert finding(claim).verdict == verdict


def test_the_ranks_of_all_distances_with_40_printed_rows_fit_42_data_sets():
    evidence = finding("ranks-distances").evidence
    for name in ("man", "pcc", "euc", "che"):
        possible = evidence.loc[name, "possible numbers of data sets"].split(", ")
        assert "42" in possible
        assert "40" not in possible


def test_ranks_by_k():
    assert number("ranks-by-k", "off") == 17
    assert "man 33; euc 33; che 33; can 33; cos 33; mah 27" in finding("ranks-by-k").note
    assert finding("order-by-k").verdict == "holds"
    assert finding("order-distances").verdict == "holds"


@pytest.mark.parametrize(
    ("claim", "p", "plain", "verdict"),
    [
        ("csmbr-wilcoxon", 0.0687, 0.0670, "holds"),
        ("csmbr-significant", 0.0687, 0.0670, "does not follow"),
        ("combo-wilcoxon", 0.1246, 0.1225, "holds"),
        ("nca-significant", 0.0676, 0.0652, "does not follow"),
        ("fitted-gauss-grad", 0.0502, 0.0484, "cannot be checked"),
        ("fitted-rat-grad", 0.1450, 0.1419, "holds"),
        ("fitted-sph-3", 0.0975, 0.0949, "holds"),
    ],
)
def test_wilcoxon(claim, p, plain, verdict):
    assert number(claim, "p") == pytest.approx(p, abs=0.00006)
    assert number(claim, "p without continuity correction") == pytest.approx(plain, abs=0.00006)
    assert finding(claim).verdict == verdict


def test_the_fitted_exponential_kernel():
    assert number("fitted-no-gain", "p, exp-grad over exp") == pytest.approx(0.677, abs=0.0005)


def test_means():
    means = finding("means-distances").evidence.set_index("relation")["recomputed"]
    assert means[["man", "euc", "che", "pcc"]].round(3).tolist() == [0.740, 0.731, 0.529, 0.733]
    assert number("means-distances", "off") == 4
    assert number("means-kernels", "off") == 1
    assert finding("means-others").numbers == {
        "means": 59,
        "off": 0,
        "tables with unequal numbers of data sets": 0,
    }


def test_gaps():
    assert finding("gaps").numbers["gaps"] == 44
    assert finding("gaps").verdict == "holds"
    assert number("canberra-gap", "man on the same data sets") == pytest.approx(0.132)
    assert finding("canberra-gap").verdict == "does not follow"
    assert (number("combo-gap", "man"), number("combo-gap", "combo")) == (0.132, 0.132)
    assert number("combo-beats-best", "data sets") == 6
    assert number("combo-mean", "mean difference") == pytest.approx(0.00568, abs=0.00001)


def test_the_margin_of_nca():
    margins = [round(value, 3) for value in finding("nca-margin").numbers.values()]
    assert margins == [0.004, 0.007, 0.003, 0.017, 0.011, 0.018]
    assert finding("nca-margin").verdict == "does not follow"
    assert finding("nca-consistent").verdict == "holds"


def test_the_worked_example():
    assert number("csmbr-example", "R(u,v)") == pytest.approx(0.64, abs=0.005)
    assert number("csmbr-example", "R(v,u)") == pytest.approx(0.57, abs=0.005)


def test_normalisation():
    frame = finding("normalisation").evidence.set_index(["dataset", "relation"])
    assert frame.loc[("pima", "cos"), ["centred", "unit"]].round(3).tolist() == [0.692, 0.597]
    assert finding("normalisation").verdict == "does not follow"
    assert (number("normalisation", "on [0, 1]"), number("normalisation", "on [-1/2, 1/2]")) == (0, 11)


def test_relations_that_are_no_metric():
    evidence = finding("true-neighbours").evidence
    assert (evidence.loc["man"] == 0).all()
    assert (evidence.drop(index="man").max(axis=1) > 0).all()
    assert finding("true-neighbours").verdict == "cannot be checked"


def test_crosses_that_exist_on_training_data():
    evidence = finding("undefined-cells").evidence
    assert evidence.loc[["movement", "sonar", "spectf"], "training part"].tolist() == [10, 10, 10]
    assert evidence.loc[["movement", "sonar", "spectf"], "test part"].tolist() == [0, 0, 0]
    assert evidence.loc["texture", "training part"] == 0
    assert evidence.loc["ecoli", ["training part", "both"]].tolist() == [9, 0]


def test_facts_of_the_data():
    assert [number(f"data-{name}", "off") for name in ("features", "instances", "classes")] == [1, 0, 0]
    assert number("data-imbalance-ratio", "off") == 4
    assert number("data-ecoli", "KEEL's file") == pytest.approx(0.749, abs=0.0005)
    assert number("data-ecoli", "UCI's file") == pytest.approx(0.788, abs=0.0005)
    assert number("titanic-ties", "share of tied test rows") == pytest.approx(0.976, abs=0.001)
    distances = [number("wisconsin-distances", f"class {label}, all rows") for label in ("2", "4")]
    assert distances == pytest.approx([6.597, 27.113], abs=0.001)
    assert number("data-mammo", "mean with 5") > number("data-mammo", "mean with 55")


def test_printed_columns_reproduce_on_keel_folds():
    found = finding("cells-man-euc").numbers
    assert (found["3 decimals"], found["compared"]) == (42, 42)
    assert finding("cells-by-k").numbers["3 decimals"] == finding("cells-by-k").numbers["compared"] == 190
    for name in ("can", "angles", "mah", "kernels"):
        assert finding(f"cells-{name}").verdict == "holds"


def test_chebyshev():
    found = finding("chebyshev-column").numbers
    assert found["cells to 3 decimals by the formula"] == 0
    assert found["cells to 3 decimals the other way"] == 12
    assert finding("chebyshev-column").verdict == "does not follow"
    assert finding("chebyshev-worst").verdict == "does not follow"
    assert number("chebyshev-worst", "lag, printed") > number("chebyshev-worst", "spread, printed")
    assert finding("chebyshev-two-sets").verdict == "does not follow"


def test_class_mahalanobis_follows_one_common_scale():
    found = finding("csmbr-column").numbers
    assert found["mean difference by the formula"] == pytest.approx(0.040, abs=0.001)
    assert found["mean difference the other way"] == pytest.approx(0.005, abs=0.001)
    assert finding("csmbr-column").verdict == "does not follow"


def test_dmlmj_follows_the_rooted_distance():
    found = finding("dml-squared").numbers
    assert found["cells to 3 decimals the other way"] >= 9
    assert found["cells to 3 decimals by the formula"] < 9


def test_descent_collapses_with_the_published_gradient_only():
    found = finding("descent-collapse").numbers
    assert found["at chance, printed"] > 0.9
    assert found["at chance, corrected"] < 0.2
    assert found["median gamma, published"] < found["median gamma, corrected"]
    assert found["mean, published"] < found["mean, corrected"]
    assert finding("descent-collapse").verdict == "does not follow"
