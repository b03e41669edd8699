"""Answers to what the paper left open, against direct computations on made-up results and shipped ones."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
import scipy.stats
from statsmodels.stats.multitest import multipletests

from frnn_core.data import dataset_names, load_dataset
from frnn_core.experiments.plan import Conditions, Plan, Setting, keys_of
from frnn_core.experiments.presets import PRESETS, paper
from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.store import Result, Store
from frnn_core.figures.look import Look
from frnn_core.paper.figures.open_differences import open_differences, verdict_colour
from frnn_core.paper.left_open import (
    LEAST_SETS,
    Compared,
    answer,
    arm_verdict,
    counts_of,
    question_verdict,
)
from frnn_core.paper.left_open_words import answer_words, caveats, coverage, leading
from frnn_core.paper.open_questions import LARGEST_SEEN, Arm, Question, questions
from frnn_core.paper.sides import FRNN
from frnn_core.text import p_text, signed

SMALL = ("auto", "wine", "glass", "heart", "cleve", "haberman", "ecoli", "bupa", "bands", "monk")
LARGE = ("white", "banana")
SETS = (*SMALL, *LARGE)
UP = np.array([0.08, 0.07, 0.061, 0.05, 0.01, 0.04, 0.03, 0.02, -0.01, 0.012, -0.011, 0.055])
DOWN = -np.linspace(0.02, 0.13, len(SETS))
EVEN = np.where(np.arange(len(SETS)) % 2, 0.5, -0.5) * np.linspace(0.01, 0.12, len(SETS))
PLAIN = np.linspace(0.6, 0.8, len(SETS))


def side(label, penalty, ks=(3,)):
    """A relation with a parameter that no shipped result has."""
    return FRNN(label, Setting.of("man-fit", {"penalty": penalty}), ks)


OLD, BETTER, WORSE, ALIKE, BETTER_STILL = (side(f"made-up {i}", 0.111 * i) for i in range(1, 6))


def kept(store, of, scores, k=3, names=SETS, seconds=1.0, accuracy=None):
    """Put folds into the store whose mean on each data set is the score."""
    plan = Plan(tuple(names), (of.setting,), (k,), Conditions(weights=of.weights))
    wobble = np.linspace(-0.05, 0.05, 10)
    for place, name in enumerate(names):
        plain = scores[place] if accuracy is None else accuracy[place]
        store.add(
            Result(
                key,
                name,
                {"balanced_accuracy": scores[place] + wobble[fold], "accuracy": plain - wobble[fold]},
                seconds * (1 + place),
            )
            for fold, key in enumerate(keys_of(plan, name, of.setting, k))
        )


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """Four sides on twelve data sets."""
    store = Store(tmp_path_factory.mktemp("store") / "made-up.sqlite")
    kept(store, OLD, PLAIN, seconds=0.1)
    kept(store, BETTER, PLAIN + UP, accuracy=PLAIN - 0.02)
    kept(store, WORSE, PLAIN + DOWN)
    kept(store, ALIKE, PLAIN + EVEN)
    return store


def asked(*arms):
    return Question("made-up", "Made up", "Does it?", "nowhere", arms, ("paper",))


@pytest.fixture(scope="module")
def found(store):
    arms = (Arm(BETTER, OLD, seen=True), Arm(ALIKE, OLD), Arm(WORSE, OLD, decides=False))
    return answer(asked(*arms), store)


def test_every_number_is_what_direct_computation_gives(found):
    better, alike, worse = found.compared
    tied = {"method": "asymptotic", "correction": True}
    for one, gains, how in ((better, UP, tied), (alike, EVEN, {}), (worse, DOWN, {})):
        assert one.n == len(SETS)
        assert one.asked == len(dataset_names()) == 40
        np.testing.assert_allclose(one.differences[list(SETS)], gains, atol=1e-12)
        np.testing.assert_allclose(one.scores.loc[list(SETS), "old"], PLAIN, atol=1e-12)
        assert one.mean == pytest.approx(gains.mean())
        assert one.p == pytest.approx(scipy.stats.wilcoxon(gains.round(12), **how).pvalue, rel=1e-9)
    assert tuple(better.counts) == (9, 2, 1)  # .01 and -.01 are level
    assert tuple(worse.counts) == (0, 0, 12)
    raw = [one.p for one in found.compared]
    expected = multipletests(raw, method="holm")[1]
    np.testing.assert_allclose([one.corrected for one in found.compared], expected)
    assert worse.p == pytest.approx(2 / 2**12)
    assert worse.corrected == pytest.approx(3 * 2 / 2**12)
    assert [one.verdict for one in found.compared] == ["better", "no difference shown", "worse"]
    assert found.verdict == "in part"  # what does not decide has no say
    assert replace(found, compared=(better, worse)).verdict == "yes"
    assert not found.complete


def test_accuracy_and_cost_are_over_the_same_data_sets(found):
    better = found.compared[0]
    assert better.accuracy == pytest.approx(-0.02)
    assert better.seconds == (pytest.approx(6.5), pytest.approx(0.65))


def test_the_frame_holds_what_the_verdict_rests_on(found):
    frame = found.frame()
    assert frame["verdict"].tolist() == [one.verdict for one in found.compared]
    assert frame["mean difference"].tolist() == [one.mean for one in found.compared]
    assert frame["decides"].tolist() == ["yes", "yes", "no"]
    assert frame["new"].tolist() == pytest.approx([(PLAIN + gain).mean() for gain in (UP, EVEN, DOWN)])
    by_dataset = found.by_dataset()
    assert len(by_dataset) == 3 * len(SETS)
    np.testing.assert_allclose(by_dataset["difference"], by_dataset["new"] - by_dataset["old"], atol=1e-9)


def test_what_is_missing_is_told_apart_from_what_is_undefined(tmp_path):
    store = Store(tmp_path / "store.sqlite")
    new, names = side("new", 0.7), SMALL[:8]
    kept(store, OLD, PLAIN)
    kept(store, new, PLAIN, names=names[:6])
    plan = Plan(names, (new.setting,))
    undefined = [
        Result(key, names[6], {}, 0.1, "no inverse") for key in keys_of(plan, names[6], new.setting, 3)
    ]
    store.add(undefined)
    half = keys_of(plan, names[7], new.setting, 3)[:5]
    store.add(Result(key, names[7], {"balanced_accuracy": 0.5}, 0.1) for key in half)
    one = answer(asked(Arm(new, OLD)), store).compared[0]
    assert set(one.scores.index) == set(names[:6])
    assert one.undefined == (names[6],)
    assert names[7] in one.not_computed
    assert len(one.not_computed) == 40 - 7
    assert (one.p, one.verdict) == (1.0, "no difference shown")


def test_few_data_sets_are_not_judged_and_do_not_count_in_the_correction(store, tmp_path):
    few = side("few", 0.9)
    kept(store, few, PLAIN[: LEAST_SETS - 1] + 0.1, names=SETS[: LEAST_SETS - 1])
    found = answer(asked(Arm(few, OLD), Arm(WORSE, OLD)), store)
    assert [one.verdict for one in found.compared] == ["not judged", "worse"]
    assert found.compared[0].mean == pytest.approx(0.1)
    assert found.compared[1].corrected == found.compared[1].p
    assert found.verdict == "worse"
    assert "1 worse, 1 not judged" in answer_words(found)
    alone = answer(asked(Arm(few, OLD)), store)
    assert alone.verdict == "not computed"
    assert leading(alone) is None


def test_of_several_k_the_best_in_hindsight_is_taken_for_all_measures(tmp_path):
    store = Store(tmp_path / "store.sqlite")
    several = side("k = {k}", 0.8, ks=(1, 3, 5))
    kept(store, several, PLAIN, k=1, accuracy=PLAIN + 0.1)
    kept(store, several, PLAIN + 0.02, k=3, accuracy=PLAIN)
    kept(store, several, np.append(PLAIN[:-1] + 0.01, 0.99), k=5, accuracy=PLAIN)
    measured = several.measured(SETS, store)
    best = max((1, 3, 5), key=lambda k: {1: 0.0, 3: 0.02, 5: (11 * 0.01 + 0.99 - 0.8) / 12}[k])
    assert measured.label == f"k = {best}"
    np.testing.assert_allclose(measured.accuracy(), PLAIN)
    assert several.measured(SETS, None).label == "k = 1"
    assert several.measured(SETS, None).scores.isna().all()


@pytest.mark.parametrize(
    ("corrected", "mean", "effect", "expected"),
    [
        (0.0499, 0.001, 0.1, "better"),
        (0.05, 0.2, 0.9, "no difference shown"),
        (0.0499, -0.001, -0.1, "worse"),
        (0.001, 0.1, -0.5, "no difference shown"),
        (0.001, 0.0, 0.5, "no difference shown"),
        (np.nan, 0.1, np.nan, "not judged"),
    ],
)
def test_the_rule_of_a_comparison(corrected, mean, effect, expected):
    assert arm_verdict(corrected, mean, effect) == expected


@pytest.mark.parametrize(
    ("verdicts", "expected"),
    [
        ([], "not computed"),
        (["not judged"], "not computed"),
        (["no difference shown", "not judged"], "no difference shown"),
        (["better", "better"], "yes"),
        (["better", "not judged"], "yes"),
        (["better", "no difference shown"], "in part"),
        (["worse", "no difference shown"], "worse"),
        (["better", "worse", "not judged"], "in part"),
    ],
)
def test_the_rule_of_a_question(verdicts, expected):
    assert question_verdict(verdicts) == expected


def test_the_words_are_put_together_from_the_numbers(found):
    better = found.compared[0]
    assert leading(found) is better
    words = answer_words(found)
    assert words.startswith(
        f"**So far: in part.** {BETTER.label}, against {OLD.label}: {signed(UP.mean())} in the mean"
    )
    assert "over 12 of 40 data sets; 9 ahead, 2 level, 1 behind" in words
    assert f"{p_text(better.corrected)} after Holm" in words
    assert words.endswith("Of 2 comparisons that decide: 1 better, 1 without a difference shown.")
    told = " ".join(caveats(found))
    rest = UP[-len(LARGE) :]
    assert all(len(load_dataset(name).y) > LARGEST_SEEN for name in LARGE)
    assert all(len(load_dataset(name).y) <= LARGEST_SEEN for name in SMALL)
    ahead, level, behind = counts_of(pd.Series(rest))
    assert f"On the 2 larger ones alone: {signed(rest.mean())} in the mean, {ahead} ahead" in told
    assert f"{level} level, {behind} behind" in told
    assert f"is on auto (+.080); without it the mean is {signed(UP[1:].mean())}" in told
    assert "In plain accuracy, where every row counts alike, the mean difference is −.020" in told
    assert "a fold took 6.5 s, against .650 s" in told
    assert "Not computed for all comparisons: 28 data sets" in told
    assert "3 comparisons tested; one split into 10 folds and one seed" in told


def test_what_is_not_better_by_a_harder_comparison_is_told(store):
    found = answer(asked(Arm(BETTER, OLD), Arm(BETTER, BETTER_STILL, decides=False)), store)
    kept(store, BETTER_STILL, PLAIN + 2 * UP)
    assert not any("is not shown to be better" in sentence for sentence in caveats(found))
    found = answer(found.question, store)
    assert found.verdict == "yes"
    words = f"{BETTER.label}, against {BETTER_STILL.label}, is not shown to be better (−.034"
    assert words in " ".join(caveats(found))


def test_what_is_not_better_is_named_where_the_answer_is_yes_in_part(found):
    assert found.verdict == "in part"
    alike = found.compared[1]
    words = f"{ALIKE.label}, against {OLD.label} ({signed(alike.mean)}, {p_text(alike.corrected)})"
    assert f"Not shown to be better: {words}." in caveats(found)
    only_better = replace(found, compared=found.compared[:1])
    assert not any("Not shown" in sentence for sentence in caveats(only_better))
    many = replace(found, compared=(*found.compared, *3 * (alike,)))
    assert not any("Not shown" in sentence for sentence in caveats(many))


def test_a_mean_that_contradicts_the_ranks_is_told(found):
    apart = replace(found.compared[0], effect=-0.5)
    told = caveats(replace(found, compared=(apart, found.compared[1])))
    assert any("the ranks say worse" in sentence and "does not" in sentence for sentence in told)
    assert apart.verdict == "no difference shown"


def test_without_results_nothing_is_judged_and_nothing_fails():
    found = answer(asked(Arm(BETTER, OLD, seen=True)))
    assert found.verdict == "not computed"
    assert "`python -m frnn_core run --preset paper`" in answer_words(found)
    assert found.compared[0].seconds == (pytest.approx(np.nan, nan_ok=True),) * 2
    assert any(sentence.startswith("Not computed for all comparisons: 40") for sentence in caveats(found))
    assert found.frame()["verdict"].tolist() == ["not judged"]
    assert found.by_dataset().empty
    assert coverage(found.compared[0]) == "0 of 40 data sets"


def test_the_figure_has_a_dot_for_each_data_set_and_means_in_the_colour_of_the_verdict(found):
    empty = answer(asked(Arm(side("empty", 0.99), OLD))).compared
    shown = replace(found, compared=(*found.compared, *empty))
    for dark in (False, True):
        look = Look(dark=dark)
        figure = open_differences(shown, look=look)
        means = next(trace for trace in figure.data if trace.meta == "means")
        np.testing.assert_allclose(means.x, [UP.mean(), EVEN.mean(), DOWN.mean()])
        verdicts = [one.verdict for one in found.compared]
        assert list(means.marker.color) == [verdict_colour(verdict, look.colours) for verdict in verdicts]
        for place, one in enumerate(found.compared):
            dots = next(trace for trace in figure.data if trace.meta == f"arm {place}")
            np.testing.assert_allclose(dots.x, one.differences)
            assert set(dots.y) == {place}
            assert "auto" in dots.hovertext[list(one.scores.index).index("auto")]


def test_long_names_are_broken_and_not_cut(found):
    long = replace(found.compared[0].old, label="a name that is too long for one line <b>")
    shown = replace(found, compared=(replace(found.compared[0], old=long), *found.compared[1:]))
    first, second, *_ = open_differences(shown).layout.yaxis.ticktext
    lines = [re.sub("<[^>]*>", "", line) for line in first.split("<br>")]
    assert lines == ["made-up 2", "against a name that is too", "long for one line &lt;b&gt;"]
    assert second.count("<br>") == 1
    assert open_differences(shown).layout.height > open_differences(found).layout.height


def test_questions_have_their_own_keys_and_compare_two_things_on_fitting_data_sets():
    every = questions()
    assert len({question.key for question in every}) == len(every) == 7
    for question in every:
        assert question.where.startswith(("Section 5", "Not in the paper: "))
        assert any(arm.decides for arm in question.arms)
        assert len(set(question.arms)) == len(question.arms)
        assert all(arm.new != arm.old for arm in question.arms)
    ranks = next(question for question in every if question.key == "rank")
    for arm in ranks.arms:
        rank = dict(arm.new.setting.params)["n_components"]
        wide = [name for name in dataset_names() if load_dataset(name).X.shape[1] > rank]
        assert list(arm.names) == wide
        limits = {k: v for k, v in arm.new.setting.params if k != "n_components"}
        assert limits == {k: v for k, v in arm.old.setting.params if k != "n_components"}


@pytest.mark.parametrize("question", questions(), ids=lambda question: question.key)
def test_the_preset_of_a_question_computes_what_it_compares(question):
    found = [PRESETS[key]() for key in question.presets if key in PRESETS]
    if not found:
        pytest.skip(f"no preset of {question.presets} is of FRNN")
    plans = (*paper(), *(plan for plans in found for plan in plans))
    for arm in question.arms:
        for one in (side for side in (arm.new, arm.old) if isinstance(side, FRNN)):
            assert any(
                one.setting in plan.settings
                and set(one.ks) <= set(plan.ks)
                and plan.conditions == Conditions(weights=one.weights, normalise=one.normalise)
                and set(arm.names) <= set(plan.datasets)
                for plan in plans
            ), one.label


def test_learned_widths_are_answered_by_the_shipped_results():
    tuning = answer(next(question for question in questions() if question.key == "tuning"))
    assert tuning.complete
    raw = []
    for one, (new, old) in zip(tuning.compared, _kernels(), strict=True):
        table = score_table(Plan(dataset_names(), (Setting.of(new), Setting.of(old)))).frame()
        gains = (table.iloc[:, 0] - table.iloc[:, 1]).round(12)
        assert one.mean == pytest.approx(gains.mean())
        test = scipy.stats.wilcoxon(gains[gains != 0], correction=True, method="asymptotic")
        raw.append(one.p)
        assert one.p == pytest.approx(test.pvalue, rel=0.1)
    assert [one.corrected for one in tuning.compared] == pytest.approx(multipletests(raw, method="holm")[1])
    assert isinstance(leading(tuning), Compared)


def _kernels():
    fitted = ("gauss", "exp", "rat", "cir", "sph")
    return zip((f"{name}-grad" for name in fitted), ("gauss", "exp", "rat", "circle", "sphere"), strict=True)


def test_an_answer_is_so_far_until_every_data_set_is_computed(found):
    whole = replace(found, compared=tuple(replace(one, not_computed=()) for one in found.compared))
    assert answer_words(found).startswith("**So far: in part.** ")
    assert answer_words(whole).startswith("**In part.** ")
