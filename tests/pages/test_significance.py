"""Significance shows what `compare` computes, with the choices that were made."""

import json

import pytest
from driving import address, figures, moved, opened, popovers, text
from expected_scores import expected

from frnn_core.experiments.baselines import BASELINES
from frnn_core.experiments.baselines.results import beside
from frnn_core.stats import TESTS, compare
from pages.ui import tips


def heading(app):
    return app.subheader[0].value


def result(**options):
    return compare(expected(), **options)


def pairs_differ(found):
    return f"{len(found.significant_pairs())} of"


@pytest.mark.quick
def test_the_default_view_is_conover_with_holm():
    app = opened("significance")
    found = result()
    assert "Friedman p < .001" in heading(app)
    assert f"{found.n} of 40 data sets" in heading(app)
    assert pairs_differ(found) in heading(app)
    assert len(figures(app)) == 2


@pytest.mark.parametrize(
    ("link", "options"),
    [
        ({"test": "nemenyi"}, {"test": "nemenyi"}),
        ({"test": "wilcoxon"}, {"test": "wilcoxon"}),
        ({"correction": "bonferroni"}, {"correction": "bonferroni"}),
        ({"against": "man"}, {"control": "man"}),
        ({"alpha": "0.001"}, {"alpha": 0.001}),
        ({"blanks": "skillings-mack"}, {"blanks": "skillings-mack"}),
        ({"blanks": "pairwise", "test": "wilcoxon"}, {"blanks": "pairwise", "test": "wilcoxon"}),
    ],
)
def test_each_choice_changes_the_result(link, options):
    app = opened("significance", **link)
    found = result(**options)
    assert pairs_differ(found) in heading(app)
    assert found.omnibus.name in heading(app)
    assert {name: address(app)[name] for name in link} == link


def test_controls_move_the_result():
    app = opened("significance")
    app.selectbox(key="test").set_value("nemenyi")
    assert pairs_differ(result(test="nemenyi")) in heading(moved(app))
    app.selectbox(key="blanks").set_value("pairwise")
    moved(app)
    assert app.selectbox(key="test").value == "nemenyi"
    assert any("Wilcoxon signed-rank instead" in info.value for info in app.info)
    assert "Skillings-Mack" in heading(app)


def test_each_control_behind_more_moves_the_result():
    app = opened("significance")
    app.selectbox(key="correction").set_value("bonferroni")
    assert pairs_differ(result(correction="bonferroni")) in heading(moved(app))
    app.select_slider(key="alpha").set_value(0.001)
    found = result(correction="bonferroni", alpha=0.001)
    assert pairs_differ(found) in heading(moved(app))
    app.selectbox(key="against").set_value("cos")
    found = result(correction="bonferroni", alpha=0.001, control="cos")
    assert pairs_differ(found) in heading(moved(app))
    assert "More · 2 changed" in popovers(app)
    app.segmented_control(key="v").set_value("published")
    published = compare(expected(variant="published"), correction="bonferroni", alpha=0.001, control="cos")
    assert pairs_differ(published) in heading(moved(app))
    assert address(app) == {"correction": "bonferroni", "alpha": "0.001", "against": "cos", "v": "published"}


def test_two_relations_and_what_counts_as_equal_are_chosen():
    app = opened("significance", part="One pair")
    app.selectbox(key="a").set_value("cos")
    app.selectbox(key="b").set_value("che")
    moved(app)
    app.select_slider(key="rope").set_value(0.05)
    pair = result(rope=0.05).pair("cos", "che")
    wins, ties, losses = pair.win_tie_loss
    assert f"Cosine wins on {wins}, ties on {ties} and loses on {losses}" in text(moved(app))
    drawn = str(figures(app)[-2])
    assert f"{pair.bayes.rope:.3f}".replace("0.", ".", 1) in drawn


def test_k_relations_and_folds_move_the_result():
    app = opened("significance")
    app.slider(key="k").set_value(11)
    assert pairs_differ(compare(expected(k=11))) in heading(moved(app))
    app.multiselect(key="r").set_value(["man", "euc", "cos"])
    assert f"{pairs_differ(compare(expected(k=11, keys=['man', 'euc', 'cos'])))} 3" in heading(moved(app))


def test_a_control_that_is_no_longer_chosen_is_given_up():
    app = opened("significance", against="che", r="man,euc,cos,can")
    assert app.selectbox(key="against").value == "all"


def test_leaving_out_a_data_set_redraws_and_is_marked():
    app = opened("significance", without="titanic,wine")
    found = compare(expected().drop(["titanic", "wine"]))
    assert f"{found.n} of 38 data sets" in heading(app)
    assert "Exploratory: 2 data sets removed by hand" in text(app)


def test_data_sets_can_be_restored():
    app = opened("significance", without="titanic", part="Data sets")
    next(button for button in app.button if button.label == "Restore all").click()
    assert "of 40 data sets" in heading(moved(app))
    assert "Exploratory" not in text(app)


def test_one_pair():
    app = opened("significance", part="One pair", a="cos", b="can")
    pair = result().pair("cos", "can")
    wins, ties, losses = pair.win_tie_loss
    assert f"Cosine wins on {wins}, ties on {ties} and loses on {losses} of {pair.n} data sets" in text(app)
    assert len(figures(app)) == 4  # the diagram, the pair, the Bayesian test, the power
    assert opened("significance", part="Ranks").get("plotly_chart")
    assert "Friedman: chi-square" in opened("significance", part="In words").code[0].value


def test_no_difference_is_said_first():
    app = opened("significance", r="kernels")
    assert heading(app).startswith(("The relations cannot be told apart", "Significant overall"))
    found = compare(expected(keys=["man", "gauss", "exp", "rat", "circle", "sphere"]))
    assert heading(app).startswith("Significant") == found.significant


def test_too_few_are_answered_with_help():
    app = opened("significance", r="man")
    assert "Pick at least 2" in text(app)
    app = opened("significance", d="own", only="wine", r="man,euc")
    assert "this page needs 2 or more" in text(app)
    app = opened("significance", d="own", only="wine,heart,glass", r="man,euc")
    assert "Only 3 data sets can be used" in text(app)


def test_a_bad_link_is_noted_and_ignored():
    app = opened("significance", test="t", alpha="9", against="nobody", part="x", a="?")
    assert len(app.warning) >= 5
    assert "Friedman" in heading(app)
    assert address(app) == {}


def test_the_tips_name_every_test_and_correction():
    told = tips.posthoc_tests()
    assert r"Nemenyi: $q = \frac{|R_a - R_b|}{n}" in told
    assert all(test.label in told for test in TESTS.values())
    assert r"\, p_{(j)}, 1\right)$. Lets a share" in tips.corrections()
    assert tips.corrections().count("It controls the family-wise error.") == 4


def test_a_test_that_corrects_itself_offers_no_correction():
    app = opened("significance", test="nemenyi")
    assert "Nemenyi is corrected for many pairs by itself." in [caption.value for caption in app.caption]
    assert "correction" not in [box.key for box in app.selectbox]


SETS = "bupa,ecoli,glass,heart,ion,sonar,wine"


def beside_them(*keys, **options):
    """What compare gives for two relations and other classifiers, named in full."""
    names = tuple(SETS.split(","))
    scores = expected(names, ["man", "euc"])
    for key in keys:
        scores[BASELINES[key].label] = beside(names, [key]).scores[key]
    return compare(scores, others=[BASELINES[key].label for key in keys], **options)


def test_other_classifiers_are_compared_as_what_they_are():
    app = opened("significance", d="own", only=SETS, r="man,euc", beside="svm,forest", part="In words")
    found = beside_them("svm", "forest")
    assert pairs_differ(found) in heading(app)
    words = " ".join(code.value for code in app.code)
    assert "2 relations and 2 other classifiers on 7 of 7 data sets" in words
    for name, rank in found.mean_ranks.items():
        assert f"{name}" in words
        assert f"{rank:.2f}" in words
    assert "beside RBF-SVM and Random forest" in text(app)
    assert address(app)["beside"] == "svm,forest"
    assert "More · 1 changed" in popovers(app)
    drawn = json.dumps(figures(app)[0], ensure_ascii=False)
    assert "<i>RBF-SVM</i>" in drawn
    assert "<i>Manhattan" not in drawn
    assert "other classifier" in drawn


def test_another_classifier_can_be_the_control_and_one_of_a_pair():
    app = opened(
        "significance", d="own", only=SETS, r="man,euc", beside="svm", against="svm", part="One pair", b="svm"
    )
    found = beside_them("svm", control="RBF-SVM")
    assert pairs_differ(found) in heading(app)
    assert app.selectbox(key="against").options[-1] == "All against RBF-SVM"
    assert "RBF-SVM" in app.selectbox(key="b").options
    told, _, _ = found.pair("man", "RBF-SVM").text().partition("Call:")
    assert any(told in code.value for code in app.code)
    app.multiselect(key="beside").set_value([])
    moved(app)
    assert app.selectbox(key="against").value == "all"


def test_one_relation_and_another_classifier_are_enough():
    app = opened("significance", d="own", only=SETS, r="man", beside="svm")
    assert "of 7 data sets" in heading(app)


def test_what_is_not_computed_is_said_and_not_waited_for():
    app = opened("significance", d="own", only="heart,sonar", r="man,euc", folds="stratified", beside="svm")
    assert "Not computed for these folds on 2 data sets: RBF-SVM" in text(app)
    (command,) = [code.value for code in app.code if "--beside" in code.value]
    assert command == (
        "python -m frnn_core run --datasets heart sonar --relations man --partition stratified "
        "--beside svm --format none"
    )
    app.session_state["narrow"] = True
    (folded,) = [block for block in moved(app).expander if block.label == "Not computed: RBF-SVM"]
    assert not folded.proto.expanded
    assert [code.value for code in folded.code] == [command]
    app.button(key="presenting").click()
    assert not [code for code in moved(app).code if "--beside" in code.value]
    assert "Not computed" not in text(app)
