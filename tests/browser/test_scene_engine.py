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
from frnn_core.text import apart, number, told_apart

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
ENGINE = Path(__file__).parents[2] / "pages/ui/scene/engine.js"
PAINT = ENGINE.with_name("paint.js")
MOST_K, CLOSE = 20, 1e-9
EXACT = ("man", "euc", "che", "can", "gauss", "exp", "rat", "circle", "sphere")
"""Relations whose distances are the same to the last bit: no matrix product comes before them."""
WRITTEN = """([paint, values, scores, leads]) => {
    const {number, apart, toldApart} = new Function(paint + "; return {number, apart, toldApart}")();
    return {numbers: [1, 2, 3].map(decimals => values.map(value => number(value, decimals))),
            scores: scores.map(toldApart), leads: leads.map(lead => apart(lead, 0)[0])};
}"""
ANSWERS = """([engine, boards]) => {
    const Model = new Function(engine + "; return Model")();
    return boards.map(({given, points, queries, k}) => {
        const model = new Model(given, points);
        model.setK(k);
        const told = queries.map(([x, y]) => {
            model.ask(x, y);
            const codes = [...model.lower.keys()];
            const sides = [true, false].map(inside => codes.map(c => model.side(c, inside)));
            const sum = side => side.reduce((all, part) => all + part.weight * part.similarity, 0);
            return {lower: [...model.lower], upper: [...model.upper], score: [...model.score],
                    winner: model.winner(), inside: sides[0].map(sum), outside: sides[1].map(sum),
                    rows: sides.map(all => all.map(side => side.map(part => part.row))),
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
    """Every relation with several k; every family of weights, with two k, and every scaling with some."""
    seeds = itertools.count()
    asked = [(key, k, "linear", "centred") for key in RELATIONS for k in (1, 3, 20)]
    some = ("man", "gauss", "class-mah")
    asked += [(key, k, w, "centred") for w in WEIGHTS for key in some for k in (2, 5)]
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
        if name[0] in EXACT:
            same_rows(name, model.explain(model.normaliser(queries)), answer["told"])
        held = similarity_matrix(
            model.relation, model.normaliser(queries), model.normaliser(queries[1:2]), np.array([1])
        )
        np.testing.assert_allclose(answer["held"], held[:, 0], rtol=0, atol=CLOSE, err_msg=f"{name} held")


def same_rows(name, expected, told):
    """The same neighbours in the same order."""
    for place, side in enumerate((expected.inside, expected.outside)):
        there = side.rows >= 0
        found = [row for one in told for rows in one["rows"][place] for row in rows]
        np.testing.assert_array_equal(found, side.rows[there], err_msg=f"{name}")


def test_of_equal_outsiders_the_first_rows_count(browser):
    """Rows 1 and 2 are as far from the query: the core takes the first row, not the first class."""
    X = np.array([[0.0, 0.0], [2.0, 0.0], [-2.0, 0.0], [0.0, 2.0], [4.0, 4.0], [-4.0, 4.0]])
    data = Dataset("equal", X, np.array(["a", "c", "b", "b", "a", "c"]), ("x", "y"))
    queries, page = np.array([[0.0, 0.0], [1.0, 1.0]]), browser.new_page()
    for relation in ("man", "euc"):
        model = Model.of(data, relation, 2)
        answer = page.evaluate(ANSWERS, [ENGINE.read_text(), [as_data(data, queries, model, 2)]])[0]
        assert model.explain(model.normaliser(queries[:1])).outside.rows[0, 0].tolist() == [1, 2]
        assert answer["told"][0]["rows"][1][0] == [1, 2]
    page.close()


def test_numbers_are_written_as_the_core_writes_them(browser):
    """Halves to even, as many decimals as tell scores apart; only the minus is a true one."""
    values = [0.0625, 0.1875, 0.3125, -0.0625, 0.5, 1.0625, 0.9996, 0.0004, -0.0004, 2.5, 12.0005, 0.0, 1.0]
    values += np.random.default_rng(0).uniform(-2, 2, size=200).tolist()
    values += (np.random.default_rng(1).integers(-64, 64, size=200) / 32).tolist()
    scores = [[0.5, 0.5], [0.50004, 0.49996, 0.1], [0.5, 0.5 + 1e-8], [0.5, 0.5 + 1e-11], [0.0625, 0.1875]]
    leads = [0.0625, 1e-5, 4e-7, 0.2]
    page = browser.new_page()
    written = page.evaluate(WRITTEN, [PAINT.read_text(), values, scores, leads])
    page.close()
    minus = str.maketrans("-", "−")
    for decimals, found in zip((1, 2, 3), written["numbers"], strict=True):
        assert found == [number(value, decimals).translate(minus) for value in values]
    assert written["scores"] == [told_apart(each) for each in scores]
    assert written["leads"] == [apart(lead, 0)[0] for lead in leads]


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
