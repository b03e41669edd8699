"""A scene whose server is the test, so that what comes before what is sure."""

import pytest
from scene_alone import ALONE, PLACES, N, handle, held, told
from scenes import RESTS, alone, answered, sent

from frnn_core.studies.playground import Rule, board, decision
from pages.ui.scene.mount import MOUNT

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")
SIDES = "() => window.shown.panels.map(panel => panel.ground.side)"
COUNT_ASKS = """() => {
    const Model = window.shown.panels[0].model.constructor.prototype, {ask} = Model;
    window.asks = 0;
    Model.ask = function (...all) {
        window.asks++;
        return ask.apply(this, all);
    };
}"""
UNABLE = """async mount => {
    const url = URL.createObjectURL(new Blob([mount], {type: "text/javascript"}));
    const setTriggerValue = (...told) => window.sent.push(told);
    (await import(url)).default({data: {}, parentElement: document.body, setTriggerValue});
}"""
SLIDE = """([name, value]) => {
    document.querySelector(`.st-key-${name}`)?.remove();
    document.body.insertAdjacentHTML("beforeend", `<div class="st-key-${name}"><input type="range"></div>`);
    window.answer({...window.shown.spec, seq: window.sent.length});
    document.querySelector(`.st-key-${name} input`).setAttribute("aria-valuenow", value);
    return new Promise(done => setTimeout(done));
}"""
GROUND = """() => window.shown.panels.map(({ground, model}) => {
    let wrong = 0;
    for (let at = 0; at < ground.side ** 2; at += 97) {
        const [x, y] = ground.place(Math.floor(at / ground.side), at % ground.side);
        wrong += model.ask(x, y).winner() !== ground.winner[at];
    }
    return [ground.side, wrong];
})"""


def at_rest(page):
    """The ground of each square at rest: its side, and how many cells tell another class than the model."""
    page.wait_for_function(RESTS)
    return page.evaluate(GROUND)


@pytest.mark.parametrize("page", ["playground", "", "tour", "relations"])
def test_the_star_stops_at_every_edge(visitor, page):
    given = told(page)
    alone(visitor, given)
    (left, low), (right, high) = given["square"]["low"], given["square"]["high"]
    x, y = (left + right) / 2, (low + high) / 2
    wide, tall = right - left, high - low
    for to in ((left - wide, y), (right + wide, y), (x, low - tall), (x, high + tall)):
        held(visitor, -1, *to)
        visitor.mouse.up()
        ends = [min(max(to[0], left), right), min(max(to[1], low), high)]
        at = sent(visitor)[-1]["query"]
        assert at == pytest.approx(ends, abs=0.01 * max(wide, tall))
        assert left <= at[0] <= right
        assert low <= at[1] <= high
        answered(visitor, given)


def test_what_is_dropped_on_a_board_that_is_gone_is_not_sent(visitor):
    alone(visitor, told(**N))
    held(visitor, 3, 0.0, 0.0)
    other = told(pd="blobs", **N)
    answered(visitor, other)
    assert len(visitor.evaluate(PLACES)) == 40
    assert visitor.evaluate(PLACES) != [[*place] for place in zip(*points_of(other), strict=True)]
    visitor.mouse.up()
    assert visitor.evaluate(PLACES) == [[*place] for place in zip(*points_of(other), strict=True)]
    assert sent(visitor) == []
    assert visitor.evaluate("() => [window.shown.past.length, window.shown.dragging ?? null]") == [0, None]


def points_of(given):
    return [given["points"][name] for name in ("x", "y", "codes")]


def test_an_answer_during_the_next_drag_does_not_undo_it(visitor):
    alone(visitor, told(**N))
    held(visitor, 3, 0.0, 0.0)
    visitor.mouse.up()
    first = sent(visitor)[-1]["edits"]
    held(visitor, 5, 0.2, 0.2)
    answered(visitor, told(edits=first, **N))
    visitor.mouse.up()
    both = sent(visitor)[-1]["edits"].split("_")
    assert both[0] == first
    assert [word.split(".")[0] for word in both] == ["m3", "m5"]


def test_what_is_sent_names_its_board(visitor):
    given = told(**N)
    alone(visitor, given)
    held(visitor, -1, 0.0, 0.0)
    visitor.mouse.up()
    assert sent(visitor)[-1]["board"] == given["board"]
    assert given["board"] != told(pd="blobs", **N)["board"]


def test_the_surface_stays_fine_while_the_star_is_dragged_and_no_point_is_left_out_again(visitor):
    given = told(n="40")
    alone(visitor, given)
    assert visitor.evaluate(SIDES) == [280, 280]
    visitor.evaluate("() => { window.grounds = window.shown.panels.map(({ground}) => ground); }")
    visitor.evaluate(COUNT_ASKS)
    held(visitor, -1, 0.0, 0.0)
    visitor.evaluate("() => new Promise(requestAnimationFrame)")
    assert visitor.evaluate(SIDES) == [280, 280]
    assert visitor.evaluate("() => window.asks") < 40
    visitor.mouse.up()
    answered(visitor, {**given, "query": sent(visitor)[-1]["query"]})
    visitor.wait_for_function(RESTS)
    assert visitor.evaluate("() => window.shown.panels.every(({ground}, i) => ground === window.grounds[i])")


def test_the_surface_follows_a_point_coarsely_and_is_fine_again_at_rest(visitor):
    alone(visitor, told(**N))
    held(visitor, 3, 0.0, 0.0)
    visitor.wait_for_function("() => window.shown.panels[0].ground.side < 280")
    assert visitor.evaluate(SIDES)[0] >= 40
    visitor.mouse.up()
    answered(visitor, told(edits=sent(visitor)[-1]["edits"], **N))
    visitor.wait_for_function(RESTS)
    assert visitor.evaluate(SIDES) == [280]


def test_leave_one_out_follows_points_and_k(visitor):
    alone(visitor, told(**N))
    said = "change => { const {points, panels: [panel]} = window.shown; %s; return panel.leftOut(); }"
    for k in (3, 9, 20):
        expected = decision(board(ALONE), Rule("man", k))
        assert visitor.evaluate(said % f"panel.model.setK({k})") == pytest.approx(
            expected.balanced, abs=1e-12
        )
    assert len({decision(board(ALONE), Rule("man", k)).balanced for k in (3, 9, 20)}) > 1
    flipped = "points.slice(0, 9).forEach(point => point.code = 1 - point.code); panel.model.fill(points)"
    assert visitor.evaluate(said % flipped) != visitor.evaluate(said % f"panel.model.setK(3); {flipped}")


def test_the_ground_at_rest_is_that_of_the_model_whatever_was_done(visitor):
    alone(visitor, told(**N))
    fine = [[280, 0]]
    assert at_rest(visitor) == fine
    answered(visitor, told(**N, ra="cos"))
    assert at_rest(visitor) == fine
    handle(visitor, 40).press("Delete")
    assert at_rest(visitor) == fine
    answered(visitor, told(**N, ra="cos", edits=sent(visitor)[-1]["edits"]))
    visitor.keyboard.press("Control+z")
    assert at_rest(visitor) == fine
    visitor.evaluate("() => window.shown.drag(-1, [0, 0])")  # the star, while the ground is being computed
    visitor.evaluate("() => window.shown.drop()")
    assert at_rest(visitor) == fine


@pytest.mark.parametrize(
    ("relation", "weights", "k"), [("man", "linear", 7), ("man", "learned", 3), ("combo", "linear", 3)]
)
def test_a_slider_of_k_is_followed_where_nothing_was_learned_for_one_k(visitor, relation, weights, k):
    alone(visitor, told(ra=relation, w=weights, **N))
    visitor.evaluate(SLIDE, ["k", "7"])
    assert visitor.evaluate("() => window.shown.panels[0].model.k") == k


@pytest.mark.parametrize(("name", "value"), [("k", "3"), ("g", "0.316")])
def test_a_slider_that_says_what_it_said_before_moves_nothing(visitor, name, value):
    alone(visitor, told(ra="gauss", g="0.31622776601683794", **N))
    visitor.evaluate("() => { window.shown.moved = () => { window.redrawn = true; }; }")
    visitor.evaluate(SLIDE, [name, value])
    assert visitor.evaluate("() => window.redrawn ?? false") is False
    visitor.evaluate(SLIDE, [name, "7"])
    assert visitor.evaluate("() => window.redrawn ?? false") is True


@pytest.mark.parametrize("fault", ["throws", "never comes"])
def test_without_its_script_a_scene_asks_for_figures(visitor, fault):
    """The wait for a script is not waited for here: its end is called."""
    thrown = "window.frnnScene = class { take() { throw new Error('a fault'); } };"
    visitor.goto("about:blank")
    visitor.evaluate("() => { window.setTimeout = act => { window.late = act; }; window.sent = []; }")
    if fault == "throws":
        visitor.evaluate(f"() => {{ {thrown} }}")
    visitor.evaluate(UNABLE, MOUNT)
    if fault == "never comes":
        assert visitor.evaluate("() => window.sent") == []
        visitor.evaluate("() => window.late()")
    assert visitor.evaluate("() => window.sent") == [["unable", True]]


def test_the_scene_ends_with_its_place(visitor):
    alone(visitor, told(**N))
    visitor.evaluate("() => { window.ended = 0; window.shown.watch.disconnect = () => window.ended++; }")
    visitor.evaluate("() => window.end()")
    assert visitor.evaluate("() => window.ended") == 0
    visitor.evaluate("() => { document.getElementById('root').remove(); window.end(); }")
    assert visitor.evaluate("() => window.ended") == 1
