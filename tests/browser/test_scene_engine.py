"""The script in the browser against the core: the same memberships, scores and classes for every relation."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from frnn_core import RELATIONS, WEIGHTS
from frnn_core.data.dataset import Dataset
from frnn_core.engine.approximations import scores, similarity_matrix
from frnn_core.engine.scalings import SCALINGS
from frnn_core.model import Model
from frnn_core.studies.scene import handed

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
ENGINE = Path(__file__).parents[2] / "pages/ui/scene/engine.js"
MOST_K, CLOSE = 20, 1e-9
ANSWERS = """([engine, boards]) => {
    const Model = new Function(engine + "; return Model")();
    return boards.map(({given, points, queries, k}) => {
        const model = new Model(given, points);
        model.setK(k);
        const told = queries.map(([x, y]) => {
            model.ask(x, y);
            const parts = side => [...model.lower.keys()].map(c => model.side(c, side)
                .reduce((sum, part) => sum + part.weight * part.similarity, 0));
            return {lower: [...model.lower], upper: [...model.upper], score: [...model.score],
                    winner: model.winner(), inside: parts(true), outside: parts(false),
                    alike: points.map((_, i) => model.similarityToRow(i))};
        });
        const out = points.map(({x, y}, i) => model.ask(x, y, i).winner());
        model.move(0, queries[0][0], queries[0][1]);
        model.hold(queries[1][0], queries[1][1], 1);
        return {told, out, moved: [...model.ask(...queries[0]).upper],
                held: queries.map(([x, y]) => model.similarityToHeld(x, y))};
    });
}"""


def random_board(seed):
    """Points on a coarse lattice, so that many distances are equal and some points are doubled."""
    random = np.random.default_rng(seed)
    classes = int(random.integers(2, 5))
    X = random.integers(0, 12, size=(12 * classes, 2)) * [0.5, 3.0] + [1.0, -20.0]
    y = np.arange(12 * classes) % classes
    queries = np.vstack([random.uniform(X.min(axis=0) - 1, X.max(axis=0) + 1, size=(12, 2)), X[:6]])
    return Dataset("lattice", X, y.astype(str), ("a", "b")), queries


def fitted_boards():
    """Every relation with several k; every family of weights and every scaling with some relations."""
    seeds = itertools.count()
    asked = [(key, k, "linear", "centred") for key in RELATIONS for k in (1, 3, 20)]
    asked += [(key, 5, w, "centred") for w in WEIGHTS for key in ("man", "gauss", "class-mah")]
    asked += [("can", 4, "linear", scaling) for scaling in SCALINGS]
    for relation, k, weights, scaling in asked:
        data, queries = random_board(next(seeds))
        gamma = (0.05, 0.3, 1.0)[next(seeds) % 3]
        model = Model.of(data, relation, k, gamma, weights=weights, normalise=scaling)
        yield (relation, k, weights, scaling), data, queries, model


def as_data(data, queries, model, k):
    given = handed(model, MOST_K)
    points = [{"x": x, "y": y, "code": int(c)} for (x, y), c in zip(data.X.tolist(), data.codes, strict=True)]
    return {"given": given, "points": points, "queries": queries.tolist(), "k": k}


def test_the_script_answers_as_the_core_for_every_relation_k_and_weights(browser):
    boards = list(fitted_boards())
    assert {name[0] for name, *_ in boards} == set(RELATIONS)
    page = browser.new_page()
    asked = [as_data(data, queries, model, name[1]) for name, data, queries, model in boards]
    assert all(board["given"] is not None for board in asked)
    answers = page.evaluate(ANSWERS, [ENGINE.read_text(), asked])
    page.close()
    for (name, _, queries, model), answer in zip(boards, answers, strict=True):
        lower, upper = model.approximations(model.normaliser(queries))
        score = scores(lower, upper)
        alike = similarity_matrix(model.relation, model.normaliser(queries), model.train.X, model.train.codes)
        for part, expected in (("lower", lower), ("upper", upper), ("score", score), ("alike", alike)):
            found = np.array([told[part] for told in answer["told"]])
            np.testing.assert_allclose(found, expected, rtol=0, atol=CLOSE, err_msg=f"{name} {part}")
        inside = np.array([told["inside"] for told in answer["told"]])
        outside = np.array([told["outside"] for told in answer["told"]])
        np.testing.assert_allclose(inside, upper, rtol=0, atol=CLOSE)
        np.testing.assert_allclose(1 - outside, lower, rtol=0, atol=CLOSE)
        assert [told["winner"] for told in answer["told"]] == score.argmax(axis=1).tolist(), name
        assert answer["out"] == model.left_out().tolist(), name
        held = similarity_matrix(
            model.relation, model.normaliser(queries), model.normaliser(queries[1:2]), np.array([1])
        )
        np.testing.assert_allclose(answer["held"], held[:, 0], rtol=0, atol=CLOSE, err_msg=f"{name} held")


def test_a_moved_point_is_measured_where_it_is(browser):
    data, queries = random_board(99)
    model = Model.of(data, "man", 1)
    page = browser.new_page()
    answer = page.evaluate(ANSWERS, [ENGINE.read_text(), [as_data(data, queries, model, 1)]])[0]
    page.close()
    assert answer["moved"][0] == 1.0  # the first point, of class 0, lies where it is asked now


def test_other_weights_are_used_for_another_k(browser):
    """The slider of k redraws while it moves: the model at hand has the weights for every k."""
    data, queries = random_board(5)
    page = browser.new_page()
    asked = as_data(data, queries, Model.of(data, "euc", 3), 9)
    answer = page.evaluate(ANSWERS, [ENGINE.read_text(), [asked]])[0]
    page.close()
    model = Model.of(data, "euc", 9)
    _, upper = model.approximations(model.normaliser(queries))
    found = np.array([told["upper"] for told in answer["told"]])
    np.testing.assert_allclose(found, upper, rtol=0, atol=CLOSE)
