"""Learned kernel widths: gradients, stops, the published variant, and what comes of it."""

import numpy as np
import pytest
from awkward import awkward_data

from frnn_core import FRNNClassifier, fit_gamma, load_dataset, partition
from frnn_core.engine.labels import encode, ordered_classes
from frnn_core.engine.owa import weight_family
from frnn_core.engine.relation import TrainingSet
from frnn_core.engine.scalings import fit_scaling
from frnn_core.errors import DataError, ParameterError, Undefined, UnknownName
from frnn_core.relations.gamma import REASONS, SEARCH_GRID, GammaSettings, learn_gamma
from frnn_core.relations.gamma_loss import LOSSES, gamma_loss
from frnn_core.relations.gamma_published import PublishedGradient
from frnn_core.relations.kernels import KERNELS

FITTED = {"circle": "cir-grad", "sphere": "sph-grad"}


def training_set(X, y, k=3):
    labels = np.asarray(y)
    classes = ordered_classes(labels)
    X = fit_scaling(np.asarray(X, dtype=float), "centred")(np.asarray(X, dtype=float))
    return TrainingSet(X, encode(labels, classes), len(classes), k=k)


def first_fold(name):
    data = load_dataset(name)
    train, _ = next(iter(partition(data)))
    return training_set(data.X[train], data.y[train])


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("loss", LOSSES)
def test_gradients_match_finite_differences(kernel, loss):
    X, y, _ = awkward_data(4, False)
    judge = gamma_loss(training_set(X, y), KERNELS[kernel], loss)
    for gamma in (0.31, 0.77, 1.9, 6.0):
        h = 1e-6 * gamma
        numeric = (judge(gamma + h)[0] - judge(gamma - h)[0]) / (2 * h)
        np.testing.assert_allclose(judge(gamma)[1], numeric, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_losses_follow_their_definition(kernel):
    """Row by row, without the row: the classifier's own approximations give the scores."""
    X, y, _ = awkward_data(8, False)
    train = training_set(X, y)
    own, entropy, balanced = (gamma_loss(train, KERNELS[kernel], loss)(0.9)[0] for loss in LOSSES)
    judged = [row for row in range(len(X)) if (train.codes == train.codes[row]).sum() > 1]
    assert len(own) == len(entropy) == len(judged) < len(X)
    for place, row in enumerate(judged):
        rest = np.arange(len(X)) != row
        model = FRNNClassifier(kernel, gamma=0.9, normalise=None).fit(train.X[rest], train.codes[rest])
        lower, upper = model.approximations(train.X[[row]])
        scores = (lower + upper)[0]
        of_class = scores[list(model.classes_).index(train.codes[row])]
        assert own[place] == pytest.approx(-np.log(of_class / 2), abs=1e-9)
        assert entropy[place] == pytest.approx(-np.log(of_class / scores.sum()), abs=1e-9)
    codes = train.codes[judged]
    of_classes = [entropy[codes == code].mean() for code in np.unique(codes)]
    assert balanced.mean() == pytest.approx(np.mean(of_classes), abs=1e-12)


def test_a_score_of_zero_is_floored():
    """A row whose own class is out of reach and whose rivals coincide with it."""
    X = np.array([[0.0], [5.0], [0.0], [0.0], [0.0], [9.0]])
    train = TrainingSet(X, np.array([0, 0, 1, 1, 1, 1]), 2)
    loss, slope = gamma_loss(train, KERNELS["sphere"], "own score")(1.0)
    assert loss[0] == pytest.approx(-np.log(1e-12 / 2))
    assert slope[0] == 0


def literal_published(train, kernel, gamma, row):
    """The published step as it is described, in plain Python."""
    k, weights = train.k, weight_family("linear")(train.k)
    zero = np.zeros(train.n_features)
    same, same_rows = [np.inf] * k, [zero] * k
    other, other_rows = [0.0] * k, [zero] * k
    for i, x in enumerate(train.X):
        if i == row:
            continue
        value = float(kernel.value(np.array(np.linalg.norm(x - train.X[row])), gamma))
        of_class = train.codes[i] == train.codes[row]
        values, rows = (same, same_rows) if of_class else (other, other_rows)
        for j in range(k):
            if (of_class and value <= values[j]) or (not of_class and value >= values[j]):
                values.insert(j, value)
                values.pop()
                rows[j:] = [x] * (k - j)
                break
    score = weights @ np.array(same) + weights @ (1 - np.array(other))
    slopes = [
        np.array([float(kernel.slope(np.array(np.linalg.norm(x - train.X[row])), gamma)) for x in rows])
        for rows in (same_rows, other_rows)
    ]
    return 0.0 if np.isinf(score) else -(weights @ slopes[0] - weights[::-1] @ slopes[1]) / score


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("gamma", [0.2, 0.6, 1.5, 25.0])
def test_the_published_gradient_is_the_one_described(kernel, gamma):
    for seed in range(3):
        X, y, _ = awkward_data(seed, False)
        train = training_set(X, y)
        gradient = PublishedGradient.of(train, KERNELS[kernel])
        found = gradient(gamma, np.arange(len(X)))[1]
        expected = [literal_published(train, KERNELS[kernel], gamma, row) for row in range(len(X))]
        np.testing.assert_allclose(found, expected, atol=1e-9)


def test_the_published_gradient_with_fewer_rows_than_places():
    X, y = np.random.default_rng(0).random((9, 2)), np.array([0] * 7 + [1] * 2)
    train = TrainingSet(X, y, 2)
    for kernel in KERNELS.values():
        found = PublishedGradient.of(train, kernel)(0.8, np.arange(9))[1]
        expected = [literal_published(train, kernel, 0.8, row) for row in range(9)]
        np.testing.assert_allclose(found, expected, atol=1e-9)
        assert (found[7:] == 0).all()


def test_the_published_gradient_is_far_off_and_often_of_the_wrong_sign():
    train = first_fold("heart")
    rows = np.arange(len(train.X))
    published = PublishedGradient.of(train, KERNELS["circle"])(1.0, rows)[1]
    right = gamma_loss(train, KERNELS["circle"], "own score")(1.0)[1]
    assert np.abs(published - right).max() > 0.5
    moving = (published != 0) & (right != 0)
    assert (np.sign(published) != np.sign(right))[moving].mean() > 0.2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["heart", "pima", "vowel", "wine"])
@pytest.mark.parametrize("kernel", ["circle", "sphere"])
def test_corrected_descent_does_not_collapse_and_the_published_one_does(name, kernel):
    """With the paper's step sizes, from gamma = 1: as good as the plain Euclidean relation, within .02."""
    data = load_dataset(name)
    scores = {"corrected": [], "published": [], "euc": []}
    for train, test in partition(data):
        models = {
            "corrected": FRNNClassifier(FITTED[kernel]),
            "published": FRNNClassifier(FITTED[kernel], relation_params={"variant": "published"}),
            "euc": FRNNClassifier("euc"),
        }
        for key, model in models.items():
            predicted = model.fit(data.X[train], data.y[train]).predict(data.X[test])
            recalls = [np.mean(predicted[data.y[test] == c] == c) for c in np.unique(data.y[test])]
            scores[key].append(np.mean(recalls))
    mean = {key: np.mean(values) for key, values in scores.items()}
    assert mean["corrected"] >= mean["euc"] - 0.02
    assert mean["published"] < mean["euc"] - 0.02


@pytest.mark.parametrize("kernel", KERNELS)
def test_search_finds_the_smallest_loss(kernel):
    train = first_fold("wine")
    found = learn_gamma(train, kernel, GammaSettings(method="search"))
    fine = np.geomspace(0.01, 100, 2001)
    assert found.loss.mean(found.gamma)[0] <= found.loss_curve(fine).min() + 1e-4
    assert found.reason == "searched"
    np.testing.assert_allclose(found.gammas[:41], SEARCH_GRID, rtol=1e-12)


@pytest.mark.parametrize("method", ["descent", "adam"])
def test_descent_ends_near_the_best_width(method):
    train = first_fold("heart")
    found = learn_gamma(train, "circle", GammaSettings(method=method))
    best = learn_gamma(train, "circle", GammaSettings(method="search"))
    assert found.reason == "converged"
    assert found.loss.mean(found.gamma)[0] == pytest.approx(best.loss.mean(best.gamma)[0], abs=0.02)


def test_the_trace_tells_each_step():
    train = first_fold("heart")
    settings = GammaSettings(limit=50, tolerance=1e-99, rate=0.02)
    found = learn_gamma(train, "gauss", settings)
    assert found.reason == "limit"
    assert found.steps == 50
    assert found.gammas[0] == 1.0
    moves = found.gammas[:-1] - 0.02 * found.gradients[:-1]
    np.testing.assert_allclose(found.gammas[1:], moves, rtol=1e-14)
    assert found.gamma == pytest.approx(found.gammas[-1] - 0.02 * found.gradients[-1])


def test_the_rate_falls_to_a_tenth_every_thousand_steps():
    found = learn_gamma(first_fold("wine"), "gauss", GammaSettings(limit=2001, tolerance=1e-99))
    steps = -np.diff(found.gammas) / found.gradients[:-1]
    np.testing.assert_allclose(steps[[0, 999, 1000, 1999]], [0.01, 0.01, 0.001, 0.001], rtol=1e-6)


def test_a_dead_zone_is_never_called_converged():
    train = first_fold("wine")
    found = learn_gamma(train, "sphere", GammaSettings(start=1e-4))
    assert found.reason == "dead zone"
    assert found.steps == 20
    assert (found.gradients == 0).all()
    assert found.gamma == 1e-4
    assert learn_gamma(train, "sphere", GammaSettings(method="search")).gamma > 0.1


def test_leaving_the_domain_undoes_the_step():
    found = learn_gamma(first_fold("vowel"), "circle", GammaSettings(rate=5.0))
    assert found.reason == "left the domain"
    assert found.gamma == found.gammas[-1] > 0
    assert found.gammas[-1] - 5.0 * found.gradients[-1] <= 0


def test_adam_cannot_leave_the_domain():
    found = learn_gamma(first_fold("vowel"), "circle", GammaSettings(method="adam", rate=5.0))
    assert found.reason != "left the domain"
    assert (found.gammas > 0).all()


def test_the_seed_decides_everything():
    train = first_fold("heart")
    a, b, c = (learn_gamma(train, "exp", GammaSettings(seed=seed)) for seed in (1, 1, 2))
    np.testing.assert_array_equal(a.gammas, b.gammas)
    assert a.gammas.tolist() != c.gammas.tolist()


def test_fit_gamma_takes_rows_as_they_are_and_recommends_search():
    train = first_fold("wine")
    labels = np.array(["a", "b", "c"])[train.codes]
    found = fit_gamma(train.X, labels, kernel="circle", k=5)
    expected = learn_gamma(training_set(train.X, labels, k=5), "circle", GammaSettings(method="search"))
    assert found.settings.method == "search"
    assert found.gamma == pytest.approx(expected.gamma, rel=1e-6)
    assert set(REASONS) >= {found.reason}


def test_the_relation_uses_the_learned_width_and_keeps_its_trace():
    data = load_dataset("wine")
    model = FRNNClassifier("sph-grad", relation_params={"start": 3.0, "batch": 50}).fit(data.X, data.y)
    found = model.relation_.trace
    assert found.settings.start == 3.0
    plain = FRNNClassifier("sphere", gamma=found.gamma).fit(data.X, data.y)
    np.testing.assert_array_equal(model.predict_proba(data.X), plain.predict_proba(data.X))


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda X, y: fit_gamma(X, y, "gaus"), UnknownName, "Did you mean gauss"),
        (lambda X, y: fit_gamma(X, y, "gauss", 0), ParameterError, "k must be a whole number from 1 on"),
        (
            lambda X, y: fit_gamma(X, y, method="newton"),
            ParameterError,
            "method must be one of",
        ),
        (lambda X, y: fit_gamma(X, y, start=-1.0), ParameterError, "start must be a finite number above 0"),
        (lambda X, y: fit_gamma(X, y, batch=0), ParameterError, "batch must be a whole number from 1 on"),
        (lambda X, y: fit_gamma(X, y, rates=1.0), UnknownName, "Did you mean rate"),
        (lambda X, y: fit_gamma(X, y, variant="published"), ParameterError, "knows only method='descent'"),
        (lambda X, y: fit_gamma(X[:2], y[:2]), Undefined, "no class has two training rows"),
    ],
)
def test_bad_settings_name_the_cause(call, error, words):
    X, y = np.array([[0.0], [1.0], [0.5], [0.7]]), np.array([0, 1, 0, 1])
    with pytest.raises(error, match=words):
        call(X, y)


def test_the_published_variant_is_not_run_on_large_data():
    X, y = np.zeros((2001, 1)), np.arange(2001) % 2
    with pytest.raises(Undefined, match="passes over all 2,001 rows; it is run up to 2,000"):
        fit_gamma(X, y, method="descent", variant="published")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda X, y: (X, np.ma.masked_array(y, y == 0)), "missing of 120 classes"),
        (lambda X, y: (np.ma.masked_array(X, X > 2), y), "masked values"),
        (lambda X, y: (np.where(X > 2, np.nan, X), y), "× NaN in Column"),
        (lambda X, y: (X + 1j, y), "complex numbers"),
        (lambda X, y: ([["a", 1]] * 120, y), "Column 1 is not numeric"),
        (lambda X, y: (X[:, 0], y), "a table with a class in y for each row"),
        (lambda X, y: (X, y[:5]), r"the shapes \(120, 4\) and \(5,\)"),
    ],
)
def test_rows_and_classes_that_cannot_be_taken_are_refused_in_words(spoil, words, blobs):
    X, y, _, _ = blobs
    with pytest.raises(DataError, match=words):
        fit_gamma(*spoil(X, y))


def test_settings_of_numpys_narrow_kinds_are_widened(blobs):
    X, y, _, _ = blobs
    narrow = fit_gamma(X, y, method="descent", start=np.float32(2), limit=np.int8(30), batch=np.uint8(5))
    wide = fit_gamma(X, y, method="descent", start=2.0, limit=30, batch=5)
    assert (narrow.gamma, narrow.steps) == (wide.gamma, wide.steps)
    assert type(narrow.gamma) is float
