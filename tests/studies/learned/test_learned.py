"""What the page Learned relations shows is what fits, definitions and the shipped results give."""

import numpy as np
import pytest
from scipy.linalg import eigvals
from scipy.spatial.distance import cdist
from scipy.stats import t as student
from sklearn.decomposition import PCA
from sklearn.metrics import balanced_accuracy_score

from frnn_core import RELATIONS, FRNNClassifier, load_dataset, partition
from frnn_core.experiments.plan import Conditions, Plan, Setting, loaded
from frnn_core.experiments.presets import PAPER_KS
from frnn_core.experiments.score_table import score_table
from frnn_core.relations.combo import SEVEN
from frnn_core.studies.learned import (
    all_datasets,
    choices,
    combo_inner,
    fold_fit,
    fold_map,
    fold_scores,
    inner_scores_of,
    learn,
    spectrum,
    verdict,
)
from frnn_core.studies.learned import fold_maps as maps
from frnn_core.studies.learned.results import combo_scores, setting_of


def rows_of(name, fold):
    data = load_dataset(name)
    return data, *list(partition(data))[fold - 1]


def classifier(name, method, fold, k=3, **params):
    """A fresh classifier on the fold, with the seed that the results have there."""
    data, train, test = rows_of(name, fold)
    given = fold_fit.fold_of(name, fold).parameters(Setting.of(method))
    seed = {"seed": given["seed"]} if "seed" in given else {}
    model = FRNNClassifier(method, k=k, relation_params={**seed, **params}).fit(data.X[train], data.y[train])
    return model, data, train, test


@pytest.mark.slow
@pytest.mark.parametrize(("name", "method"), [("balance", "nca"), ("wine", "lmnn"), ("wine", "dmlmj")])
def test_the_matrix_is_that_of_the_classifier_and_gives_its_distances(name, method):
    fit = learn(name, method, 2)
    model, data, _, test = classifier(name, method, 2)
    L = model.relation_.embed.W
    np.testing.assert_allclose(fit.matrix, L.T @ L, rtol=1e-9, atol=1e-9)
    assert fit.features == data.feature_names
    assert not fit.sampled
    rows, queries = model._train.X, model._queries(data.X[test])
    embedded = cdist(model.relation_.embed(queries), model.relation_.embed(rows))
    np.testing.assert_allclose(cdist(queries, rows, "mahalanobis", VI=fit.matrix), embedded, atol=1e-6)


@pytest.mark.parametrize("method", ["nca", "lmnn", "dmlmj"])
def test_the_map_is_the_low_rank_fit(method):
    fit = learn("wine", method, 1, 2)
    shown = fold_map("wine", 1, fit, 3)
    model, data, train, test = classifier("wine", method, 1, n_components=2)
    np.testing.assert_allclose(shown.after.train, model.relation_.embed(model._train.X), rtol=1e-9)
    queries = model._queries(data.X[test])
    np.testing.assert_allclose(shown.after.test, model.relation_.embed(queries), rtol=1e-9)
    np.testing.assert_array_equal(shown.codes, data.codes[train])
    np.testing.assert_array_equal(shown.test_codes, data.codes[test])
    principal = PCA(2).fit(model._train.X)
    for ours, theirs in (
        (shown.before.train, principal.transform(model._train.X)),
        (shown.before.test, principal.transform(queries)),
    ):
        np.testing.assert_allclose(np.abs(ours), np.abs(theirs), atol=1e-9)
    assert shown.coloured == (0, 1, 2)


def test_two_features_are_shown_as_they_are():
    fit = learn("banana", "dmlmj", 1, 2)
    shown = fold_map("banana", 1, fit, 3)
    part = fold_fit.fold_of("banana", 1)
    kept = fold_fit.sample_rows(part.train)
    np.testing.assert_array_equal(shown.before.train, part.train.X[kept])
    assert shown.before.axes == load_dataset("banana").feature_names
    assert (len(shown.codes), shown.n_train, shown.n_test) == (600, 4770, 530)
    assert len(shown.test_codes) == 150


@pytest.mark.slow
@pytest.mark.parametrize("k", [1, 3, 8])
def test_separability_is_the_score_of_frnn_in_the_map(k):
    shown = fold_map("wine", 3, learn("wine", "nca", 3, 2), k)
    data, train, test = rows_of("wine", 3)
    for panel in (shown.before, shown.after):
        model = FRNNClassifier("euc", k=k, normalise=None).fit(panel.train, data.y[train])
        predicted = model.predict(panel.test)
        assert panel.tested == pytest.approx(balanced_accuracy_score(data.y[test], predicted))
        alone = [
            FRNNClassifier("euc", k=k, normalise=None)
            .fit(np.delete(panel.train, i, axis=0), np.delete(data.y[train], i))
            .predict(panel.train[i : i + 1])[0]
            for i in range(len(train))
        ]
        assert panel.left_out == pytest.approx(balanced_accuracy_score(data.y[train], alone))


def test_of_many_classes_the_two_that_manhattan_confuses_most_have_a_colour():
    part = fold_fit.fold_of("vowel", 1)
    data, train, _ = rows_of("vowel", 1)
    X, y = data.X[train], data.codes[train]
    counts = np.zeros((11, 11), dtype=int)
    width = X.max(axis=0) - X.min(axis=0)
    distance = cdist(X / width, X / width, "cityblock")
    np.fill_diagonal(distance, np.inf)
    for i, nearest in enumerate(distance.argmin(axis=1)):  # k = 1: the class of the nearest row
        counts[y[i], y[nearest]] += 1
    mistaken = np.triu(counts + counts.T, 1)
    assert mistaken.max() == mistaken[maps.coloured(part, 1)]


@pytest.mark.slow
def test_a_slow_fit_is_made_from_a_stratified_sample_in_fewer_steps(monkeypatch):
    monkeypatch.setattr(fold_fit, "fit_seconds", lambda *_: fold_fit.LONGEST + 1)
    fit = learn("vowel", "lmnn", 1, 2)
    part = fold_fit.fold_of("vowel", 1)
    assert (len(fit.rows), fit.of, fit.steps) == (600, 891, 100)
    assert fit.sampled
    assert int(fit.trace.steps[-1]) <= 100
    shares = np.bincount(part.train.codes[fit.rows]) / 600
    np.testing.assert_allclose(shares, np.bincount(part.train.codes) / 891, atol=0.005)
    shown = fold_map("vowel", 1, fit, 3)
    np.testing.assert_array_equal(shown.codes, part.present[part.train.codes[fit.rows]])
    small = learn("wine", "nca", 1, 2)
    assert (len(small.rows), small.of, small.steps, small.sampled) == (160, 160, None, False)


def test_no_class_is_left_out_of_a_sample():
    part = fold_fit.fold_of("page", 1)
    rows = fold_fit.sample_rows(part.train)
    assert len(rows) == len(set(rows)) == 600
    assert set(part.train.codes[rows]) == set(range(5))
    np.testing.assert_array_equal(rows, fold_fit.sample_rows(part.train))


def test_seconds_are_those_of_the_shipped_results_on_this_machine(monkeypatch):
    monkeypatch.setattr(fold_fit.cost, "calibrate", lambda: 2.0)
    told = score_table(Plan(("ring",), (Setting.of("nca"),))).folds("ring", Setting.of("nca"))
    assert fold_fit.fit_seconds("ring", "nca", 4) == pytest.approx(2 * told["seconds"][4])
    assert fold_fit.fit_seconds("ring", "nca", 4) > fold_fit.LONGEST > fold_fit.fit_seconds("wine", "nca", 4)


def test_the_spectrum_is_that_of_the_eigenproblem_and_adds_up_to_the_divergence():
    ratios, shares = spectrum("heart", 1)
    X, y = (fold_fit.fold_of("heart", 1).train.X, fold_fit.fold_of("heart", 1).train.codes)
    distance = cdist(X, X)
    np.fill_diagonal(distance, np.inf)
    sums = []
    for same in (True, False):
        pairs = []
        for i in range(len(X)):
            allowed = np.flatnonzero((y == y[i]) == same)
            nearest = allowed[np.argsort(distance[i, allowed], kind="stable")[:3]]
            pairs += [X[i] - X[j] for j in nearest]
        sums.append(np.mean([np.outer(d, d) for d in pairs], axis=0))
    S, D = ((1 - 1e-3) * A + 1e-3 * np.eye(13) if np.linalg.det(A) < 1e-10 else A for A in sums)
    expected = np.sort(eigvals(D, S).real)
    np.testing.assert_allclose(np.sort(ratios), expected, rtol=1e-6)
    assert shares.sum() == pytest.approx(-learn("heart", "dmlmj", 1).trace.objective[-1])
    assert (np.diff(shares) <= 1e-12).all()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["wine", "auto"])
def test_the_shipped_inner_scores_come_out_again(name, monkeypatch):
    shipped = inner_scores_of(name)
    monkeypatch.setattr(combo_inner, "_shipped", dict)
    fresh = inner_scores_of(name)
    np.testing.assert_allclose(shipped.means, fresh.means, atol=1e-12)
    np.testing.assert_array_equal(shipped.choices, fresh.choices)
    assert shipped.reasons == fresh.reasons


@pytest.mark.parametrize(("name", "fold", "k"), [("glass", 1, 3), ("heart", 7, 4), ("balance", 10, 3)])
def test_choices_and_inner_scores_are_those_of_a_fresh_classifier(name, fold, k):
    told = choices(name, k)
    model, data, _, test = classifier(name, "combo", fold, k)
    trace = model.relation_.trace
    assert told.chosen[fold] == trace.choice
    np.testing.assert_allclose(told.inner.loc[fold], trace.scores.mean(axis=1), atol=1e-12)
    assert told.margins[fold] == pytest.approx(trace.margin)
    score = balanced_accuracy_score(data.y[test], model.predict(data.X[test]))
    assert told.scores[fold] == pytest.approx(score)


@pytest.mark.parametrize("name", ["balance", "texture", "white", "titanic"])
def test_combo_has_its_shipped_scores_and_choices(name):
    setting = Setting.of("combo")
    table = score_table(Plan((name,), (setting,), PAPER_KS))
    for place, k in enumerate(PAPER_KS):
        np.testing.assert_allclose(combo_scores(name, k), table.values[0, 0, place], atol=1e-12)
        assert [told["choice"] for told in table.learned(name, setting, k)] == inner_scores_of(name).chosen(k)


@pytest.mark.parametrize(("name", "k"), [("balance", 3), ("vehicle", 7), ("texture", 3)])
def test_regret_by_brute_force(name, k):
    told = choices(name, k)
    table = score_table(Plan((name,), tuple(Setting.of(key) for key in SEVEN), (k,)))
    by_fold = []
    for fold in range(10):
        scores = {key: table.values[0, i, 0, fold] for i, key in enumerate(SEVEN)}
        defined = {key: score for key, score in scores.items() if not np.isnan(score)}
        best, row = max(defined.values()), told.folds.loc[fold + 1]
        by_fold.append(best - scores[row["chosen"]])
        assert row["combo"] == scores[row["chosen"]]
        assert row["regret"] == pytest.approx(by_fold[-1], abs=1e-12)
        assert row["man regret"] == pytest.approx(best - scores["man"], abs=1e-12)
        assert row["best score"] == scores[row["best"]] == best
    assert told.regret == pytest.approx(np.mean(by_fold))
    means = table.values[0, :, 0].mean(axis=-1)
    assert told.single == SEVEN[np.nanargmax(means)]
    assert int(told.counts.sum()) == 10
    assert told.candidates.loc["man", "regret"] == pytest.approx(told.folds["man regret"].mean())


def test_a_candidate_that_is_out_has_its_reason_and_no_score():
    told = choices("texture", 3)
    assert told.inner["mah"].isna().all()
    assert all("determine each other linearly" in reasons["mah"] for reasons in told.reasons)
    assert told.counts["mah"] == 0


def test_the_printed_scores_and_seconds_are_the_shipped_ones():
    folds = fold_scores("balance", "nca", 3)
    assert list(folds.columns) == ["man", "nca", "man seconds", "nca seconds"]
    assert folds["nca"].mean().round(3) == 0.943
    model, data, _, test = classifier("balance", "nca", 4)
    assert folds["nca"][4] == pytest.approx(
        balanced_accuracy_score(data.y[test], model.predict(data.X[test]))
    )
    rooted = fold_scores("monk", "dmlmj", 3, "rooted")["dmlmj"].mean()
    assert (fold_scores("monk", "dmlmj", 3)["dmlmj"].mean().round(3), rooted.round(3)) == (0.910, 0.790)
    assert setting_of("nca", "rooted") == Setting.of("nca")


@pytest.mark.parametrize(("name", "method"), [("balance", "nca"), ("wine", "lmnn"), ("satimage", "nca")])
def test_the_verdict_is_the_corrected_t_test(name, method):
    folds = fold_scores(name, method, 3)
    told = verdict(folds)
    d = (folds[method] - folds["man"]).to_numpy()
    error = np.sqrt((1 / 10 + 1 / 9) * d.var(ddof=1))
    p = 2 * student.sf(abs(d.mean() / error), 9)
    assert told.difference == pytest.approx(d.mean())
    assert told.p == pytest.approx(p)
    reach = student.ppf(0.975, 9) * error
    assert (told.low, told.high) == pytest.approx((d.mean() - reach, d.mean() + reach))
    assert told.beyond_noise == (p < 0.05)


def test_all_data_sets_in_one_table():
    told = all_datasets(5)
    assert len(told) == 40
    for name, method in (("balance", "nca"), ("ring", "combo"), ("monk", "dmlmj")):
        folds = fold_scores(name, method, 5)
        assert told.loc[name, method] == pytest.approx(folds[method].mean())
        assert told.loc[name, f"{method} seconds"] == pytest.approx(folds[f"{method} seconds"].mean())
    keys = [key for key in told if RELATIONS[key.removesuffix(" seconds")].paper]
    assert not told[keys].isna().to_numpy().any()
    assert all_datasets(3, "rooted").loc["monk", "dmlmj"].round(3) == 0.790


def test_every_data_set_has_its_inner_scores_at_hand():
    shipped = combo_inner._shipped()
    assert all(combo_inner._key(name) in shipped for name in all_datasets(3).index)
    assert loaded("wine", Conditions())[0].sha256 in combo_inner._key("wine")
