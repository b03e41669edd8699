"""What is chosen: out-of-fold scores against the classifier, the choice against a plain evaluation."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score

from frnn_core import FRNNClassifier, load_dataset
from frnn_core.engine.approximations import scores
from frnn_core.engine.folds import stratified_folds, stratified_order, stratified_sample
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import fit_scaling
from frnn_core.errors import ParameterError, Undefined, UnknownName
from frnn_core.tuning import BLENDED, CANDIDATES, Candidate, tune
from frnn_core.tuning.calibration import blend
from frnn_core.tuning.candidates import members_of
from frnn_core.tuning.inner import fit_members, out_of_fold

FEW = (
    Candidate("man", ks=(1, 5)),
    Candidate("gauss", gammas=(0.05, 1.0), normalise=("centred",), ks=(3,)),
    Candidate("class-mah", {"scale": "class"}, normalise=("unit",), weights=("linear",), ks=(3, 50)),
)


def training_set(name="wine"):
    data = load_dataset(name)
    X = fit_scaling(data.X, "centred")(data.X)
    return data, TrainingSet(X, data.codes, len(data.class_names))


def test_members_are_every_combination_once():
    labels = [member.label for member in members_of(FEW)]
    assert labels[:3] == ["man k=1 linear centred", "man k=5 linear centred", "man k=5 mean centred"]
    assert "gauss gamma=0.05 k=3 mean centred" in labels
    assert "class-mah scale=class k=50 linear unit" in labels
    assert len(labels) == 6 + 4 + 2
    assert members_of((*FEW, FEW[0])) == members_of(FEW)


def test_scores_out_of_fold_are_those_of_the_classifier():
    data, train = training_set()
    members = members_of(FEW)
    found = out_of_fold(train, members, 4, 7)
    assert found.members == members
    for test in stratified_folds(data.codes, 4, 7):
        kept = np.setdiff1d(np.arange(len(data.X)), test)
        for place, member in enumerate(members):
            model = FRNNClassifier(**member.settings).fit(data.X[kept], data.codes[kept])
            expected = scores(*model.approximations(data.X[test]))
            assert found.scores[place, test] == pytest.approx(expected, abs=1e-9), member.label


def test_a_class_with_one_row_is_unknown_where_it_is_left_out():
    data, train = training_set()
    codes = data.codes.copy()
    codes[0] = 3
    found = out_of_fold(TrainingSet(train.X, codes, 4), members_of(FEW[:1]), 4, 0)
    alone = np.isnan(found.scores).any(axis=(0, 2))
    assert alone[0]
    assert np.isnan(found.scores[:, alone, 3]).all()
    assert not np.isnan(found.scores[..., :3]).any()


def test_settings_that_are_undefined_are_out_with_their_reason():
    _, train = training_set()
    X = np.column_stack([train.X, train.X[:, 0]])
    doubled = TrainingSet(X, train.codes, 3)
    chosen = tune(doubled, [Candidate("mah", ks=(3,)), Candidate("man", ks=(3,))])
    assert {member.relation for member in chosen.reasons} == {"mah"}
    assert chosen.members[0].relation == "man"
    with pytest.raises(Undefined, match="every setting is undefined"):
        tune(doubled, [Candidate("mah", ks=(3,))])


def test_the_one_that_is_chosen_loses_least_after_calibration():
    data, train = training_set("glass")
    members = members_of(FEW)
    chosen = tune(train, FEW, seed=3)
    inner = out_of_fold(train, members, 4, 3)
    losses = [blend(inner.scores[[place]], data.codes, penalty=0.0).loss for place in range(len(members))]
    assert chosen.members == (members[int(np.argmin(losses))],)
    assert chosen.blend.loss == pytest.approx(min(losses))
    decided = inner.scores[2].argmax(axis=1)
    assert chosen.tried[members[2]] == pytest.approx(balanced_accuracy_score(data.codes, decided))


def test_decisions_are_scores_with_head_starts():
    _, train = training_set("glass")
    chosen = tune(train, FEW)
    member = chosen.members[0]
    raw = dict(fit_members(train, [member]).scores(train.X[:20]))[0]
    spread = chosen.blend.units.deviations[0] / chosen.blend.weights[0]
    assert (chosen.decide(train.X[:20]) == (raw + spread * chosen.blend.starts).argmax(axis=1)).all()
    assert chosen.chances(train.X[:20]).sum(axis=1) == pytest.approx(np.ones(20))


def test_a_blend_is_a_sum_over_settings_and_drops_what_counts_for_nothing():
    _, train = training_set("glass")
    mixed = tune(train, FEW, blended=True)
    assert 1 < len(mixed.members) <= len(members_of(FEW))
    assert (mixed.blend.weights > 0).all()
    found = mixed.scores(train.X[:9])
    by_hand = np.zeros((9, 6))
    for place, weight in enumerate(mixed.blend.weights):
        centred = found[place] - found[place].mean(axis=1, keepdims=True)
        by_hand += weight * np.clip(centred / mixed.blend.units.deviations[place], -9, 9)
    assert mixed.decide(train.X[:9]).tolist() == (by_hand + mixed.blend.starts).argmax(axis=1).tolist()
    told = mixed.found()
    assert sum(told["shares"]) == pytest.approx(1, abs=1e-3)
    assert told["chosen"] == [member.label for member in mixed.members]


def test_many_rows_are_chosen_on_by_a_sample():
    _, train = training_set("vehicle")
    chosen = tune(train, FEW[:1], max_rows=200)
    sample = stratified_sample(train.codes, 200, 4, 0)
    part = replace(train, X=train.X[sample], codes=train.codes[sample])
    assert chosen.n_chosen_on == len(sample)
    assert chosen.tried == tune(part, FEW[:1]).tried
    assert len(chosen.fitted.searches[0].train.X) == len(train.X)


def test_every_beginning_of_a_stratified_order_is_a_stratified_sample():
    codes = np.repeat([0, 1, 2], [60, 30, 10])
    order = stratified_order(codes, 4)
    assert sorted(order) == list(range(100))
    for cut in (10, 50, 80):
        assert (
            np.abs(np.bincount(codes[order[:cut]], minlength=3) - cut * np.array([0.6, 0.3, 0.1])).max() <= 1
        )


def test_the_same_seed_gives_the_same_choice():
    _, train = training_set("heart")
    first, second = tune(train, FEW, blended=True, seed=2), tune(train, FEW, blended=True, seed=2)
    assert first.found() == second.found()


def test_what_is_offered_covers_every_relation_that_learns_nothing():
    offered = {candidate.relation for candidate in CANDIDATES}
    assert {"man", "euc", "che", "can", "pcc", "cos", "mah", "class-mah", "gauss"} <= offered
    assert {candidate.relation for candidate in BLENDED} == offered


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Candidate("mann"), "Did you mean man"),
        (lambda: Candidate("gauss"), "needs the widths to try"),
        (lambda: Candidate("man", gammas=(1.0,)), "has no width"),
        (lambda: Candidate("man", weights=("linaer",)), "linear"),
        (lambda: Candidate("man", ks=(0,)), "from 1 on"),
    ],
)
def test_wrong_candidates_are_refused_with_the_nearest_name(wrong, words):
    with pytest.raises((ParameterError, UnknownName), match=words):
        wrong()


@pytest.mark.parametrize("blended", [False, True])
@pytest.mark.parametrize("codes", [[0, 1, 2], [0, 0, 0]])
def test_with_nothing_to_validate_on_the_first_setting_that_is_defined_decides(codes, blended):
    rows, queries = np.eye(3), np.array([[0.9, 0.0, 0.0], [0.0, 0.0, 0.9]])
    train = TrainingSet(rows, np.array(codes), max(codes) + 1)
    undefined = Candidate("mah", normalise=("none",), ks=(1,))
    found = tune(train, [undefined, Candidate("man", normalise=("none",), ks=(1,))], blended=blended)
    assert [member.relation for member in found.members] == ["man"]
    assert [member.relation for member in found.reasons] == ["mah"]
    assert found.n_chosen_on == 0
    assert found.decide(queries).tolist() == [codes[0], codes[2]]
    with pytest.raises(Undefined, match="every setting is undefined"):
        tune(train, [undefined], blended=blended)


def test_an_empty_list_of_candidates_is_refused():
    with pytest.raises(ParameterError, match="nothing to choose from"):
        members_of(())


def test_a_class_too_small_to_teach_has_neither_head_start_nor_handicap():
    data, train = training_set()
    codes = data.codes.copy()
    codes[0] = 3
    for blended in (False, True):
        found = tune(TrainingSet(train.X, codes, 4), FEW[:1], blended=blended)
        assert found.blend.starts[3] == 0
        assert found.blend.starts[:3].any()


def test_a_seed_of_its_own_is_kept_and_another_is_told():
    own, other = (Candidate("nca", params, ks=(3,)).members()[0] for params in ({"seed": 7}, {}))
    assert own.with_seed(3).settings["relation_params"] == {"seed": 7}
    assert other.with_seed(3).settings["relation_params"] == {"seed": 3}
    man = Candidate("man", ks=(3,)).members()[0]
    assert man.with_seed(3) is man


def test_lists_among_the_parameters_are_taken():
    _, train = training_set()
    chosen = tune(train, [Candidate("combo", {"relations": ["man", "cos"]}, ks=(3,))])
    assert dict(chosen.members[0].params) == {"relations": ("man", "cos")}
