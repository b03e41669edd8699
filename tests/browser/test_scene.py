"""The scene under mouse and keyboard: it answers during a drag, and the server agrees on release."""

import re

import numpy as np
import pytest
from browsing import asked, asks, settled, tab
from scenes import dragged, pulled, scene
from waiting import until

from frnn_core.engine.approximations import similarity_matrix
from frnn_core.studies.playground import Rule, Source, board, edited, read_edits
from frnn_core.studies.playground.challenges import CHALLENGES
from frnn_core.studies.relations import fit, two_features
from pages.ui.scene.mount import SORRY

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore::ResourceWarning")]
RELATIONS = ("man", "che", "cos", "gauss")
SAID = """() => window.shown.panels.map(({answer, scores}) => ({answer, scores: [...scores]}))"""
HELD = """queries => window.shown.panels.map(({model, given}) => {
    model.hold(...window.shown.spec.query, given.code ?? 0);
    return queries.map(([x, y]) => model.similarityToHeld(x, y));
})"""
UNTOLD = """() => {
    const {shown} = window, {board, query} = shown.spec, seq = ++shown.sent;
    shown.component.setTriggerValue("done", {seq, board: `not ${board}`, edits: "x3", query});
    return seq;
}"""
CHANGES = """async seconds => {
    const scene = window.shown, panel = scene.panels[0], Panel = panel.constructor.prototype, {draw} = Panel;
    const [x, y] = panel.at(scene.points[scene.dragging]), drawn = [];
    const box = panel.canvas.getBoundingClientRect();
    Panel.draw = function (part) {
        draw.call(this, part);
        if (this.place === 0) drawn.push(performance.now());
    };
    const until = performance.now() + 1000 * seconds;
    for (let i = 0; performance.now() < until; i++) {
        const clientX = box.left + x + 40 * Math.sin(i / 9), clientY = box.top + y + 30 * Math.cos(i / 7);
        panel.canvas.dispatchEvent(new PointerEvent("pointermove", {clientX, clientY, pointerType: "mouse"}));
        await new Promise(requestAnimationFrame);
    }
    Panel.draw = draw;
    const rate = (drawn.length - 1) / ((drawn.at(-1) - drawn[0]) / 1000);
    return [drawn.length, rate, panel.side, panel.ground.side];
}"""
NO_CANVAS = """() => {
    const make = document.createElement.bind(document);
    document.createElement = (name, ...more) => {
        const made = make(name, ...more);
        const ours = !new Error().stack.split("\\n")[2].includes("/static/");  // where Plotly's are
        if (name === "canvas" && ours && !window.asked) {
            window.asked = true;
            made.getContext = () => null;
        }
        return made;
    };
}"""


def test_the_script_and_the_core_agree_while_a_point_is_held_and_after(server, visitor):
    visitor.goto(f"{server.url}/playground?n=40")
    scene(visitor)
    pulled(visitor, 4, 0.3, 0.2)
    held = visitor.evaluate(SAID)
    assert "edits" not in asked(visitor)
    visitor.mouse.up()
    until(lambda: "edits" in asked(visitor))
    now = edited(board(Source("moons", 40)), read_edits(asked(visitor)["edits"]))
    scene(visitor)
    settled(visitor)
    query = visitor.evaluate("() => window.shown.spec.query")
    for told, key in zip(visitor.evaluate(SAID), ("man", "che"), strict=True):
        model = Rule(key).model(now)
        expected = model.explain(model.normaliser(np.array([query])))
        np.testing.assert_allclose(told["scores"], expected.scores[0], rtol=0, atol=1e-9)
    assert [told["answer"] for told in held] == [told["answer"] for told in visitor.evaluate(SAID)]


def test_the_square_follows_a_slider_that_is_held(server, visitor):
    visitor.goto(f"{server.url}/playground?n=40&ra=gauss&rb=none")
    scene(visitor)
    now = board(Source("moons", 40))
    for name, start in (("k", 3), ("g", 1.0)):
        handle = visitor.locator(f".st-key-{name} input[type=range]")
        value = "() => [window.shown.panels[0].model.k, window.shown.panels[0].model.gamma]"
        track = handle.locator("xpath=ancestor::*[@data-orientation][1]").bounding_box()
        thumb = handle.evaluate("e => e.closest('[style*=left]').getBoundingClientRect().toJSON()")
        spot = (thumb["x"] + thumb["width"] / 2, track["y"] + track["height"] / 2)
        dragged(visitor, spot, (spot[0] + 40, spot[1]))
        place_of = 0 if name == "k" else 1
        visitor.wait_for_function(f"() => ({value})()[{place_of}] > {start}")
        assert name not in asked(visitor)
        k, gamma = visitor.evaluate(value)
        model = Rule("gauss", k, gamma).model(now)
        query = np.array([visitor.evaluate("() => window.shown.spec.query")])
        (told,) = visitor.evaluate(SAID)
        expected = model.explain(model.normaliser(query)).scores[0]
        np.testing.assert_allclose(told["scores"], expected, rtol=0, atol=1e-5)  # γ as the slider writes it
        visitor.mouse.up()
        until(lambda name=name: name in asked(visitor))
        scene(visitor)


def test_keys_move_a_point_and_take_it_back_from_anywhere(server, visitor):
    visitor.goto(f"{server.url}/playground?n=40&rb=none")
    scene(visitor)
    point = visitor.get_by_role("button", name=re.compile("^point 5, class "))
    point.focus()
    assert "Arrow keys move it" in point.get_attribute("aria-description")
    said = [None]
    for key in ("Shift+ArrowRight", "Shift+ArrowUp"):
        visitor.keyboard.press(key)
        said.append(until(lambda: changed(visitor, said[-1])))
        assert said[-1].startswith("m4.")
    until(lambda: "query → class" in visitor.evaluate("() => window.shown.live.textContent"))
    settled(visitor)
    point.focus()
    visitor.keyboard.press("Escape")
    visitor.keyboard.press("Tab")
    assert visitor.evaluate("() => !document.activeElement.shadowRoot?.activeElement")  # behind the scene
    visitor.evaluate("() => document.activeElement.blur()")
    for key, left in (("Control+z", 1), ("Control+z", 0), ("Control+Shift+Z", 1), ("Control+y", 2)):
        visitor.keyboard.press(key)
        asks(visitor, edits=said[left])
        settled(visitor)


def changed(visitor, before):
    """What the address says of edits, once it is not what it was."""
    now = asked(visitor).get("edits")
    return now if now != before else None


def test_a_challenge_is_solved_by_a_drag(server, visitor):
    asked_for = CHALLENGES["the-star-apart"]
    visitor.goto(f"{server.url}/playground?challenge=1")
    scene(visitor)
    visitor.get_by_text("Not yet").wait_for()
    pulled(visitor, -1, *asked_for.solution.star)
    visitor.mouse.up()
    visitor.get_by_text(re.compile("Solved$")).wait_for()
    visitor.get_by_text(asked_for.lesson).wait_for()
    visitor.get_by_role("button", name="Challenges · 1 of 10 solved").click()
    visitor.get_by_role("link", name=re.compile("^8. ")).click()
    visitor.get_by_role("heading", name=f"8. {CHALLENGES['moved-apart'].task}").wait_for()
    asks(visitor, challenge="8", q="-0.2,-0.204")


@pytest.mark.parametrize(("page", "name"), [("playground?n=40", "q"), ("", "hq")])
def test_the_star_stays_where_it_was_dragged_to_at_every_edge(server, visitor, page, name):
    visitor.goto(f"{server.url}/{page}")
    scene(visitor)
    square = visitor.evaluate("() => window.shown.spec.square")
    (left, low), (right, high) = square["low"], square["high"]
    x, y = (left + right) / 2, (low + high) / 2
    for to in ((left, y), (right, y), (x, low), (x, high)):
        before = asked(visitor).get(name)
        pulled(visitor, -1, *to)
        visitor.mouse.up()
        until(lambda before=before: asked(visitor).get(name) != before, told=lambda: asked(visitor))
        settled(visitor)
        star = visitor.evaluate("() => window.shown.spec.query")
        assert star == pytest.approx([float(part) for part in asked(visitor)[name].split(",")], rel=1e-5)
        assert star == pytest.approx(to, abs=0.02 * (right - left))
        assert visitor.get_by_text("This link asked for").count() == 0
        visitor.evaluate("([x, y]) => Object.assign(window.shown.spec, {query: [x, y]})", [x, y])


def test_what_was_done_on_another_board_changes_nothing(server, visitor):
    visitor.goto(f"{server.url}/playground?n=40&rb=none")
    scene(visitor)
    seq = visitor.evaluate(UNTOLD)
    visitor.wait_for_function("seq => window.shown.component.data.seq === seq", arg=seq)
    settled(visitor)
    assert asked(visitor) == {"n": "40", "rb": "none"}


def test_a_point_that_is_dropped_leaves_the_star_out_of_the_address(server, visitor):
    visitor.goto(f"{server.url}/playground?n=40&rb=none")
    scene(visitor)
    pulled(visitor, 4, 0.3, 0.2)
    visitor.mouse.up()
    until(lambda: "edits" in asked(visitor))
    settled(visitor)
    assert set(asked(visitor)) == {"n", "rb", "edits"}


def test_the_star_of_relations_moves_all_fields_while_it_is_held(server, visitor):
    visitor.goto(f"{server.url}/relations")
    scene(visitor)
    pulled(visitor, -1, -0.2, -0.3, 1)
    x, y = visitor.evaluate("() => window.shown.spec.query")
    assert (x, y) == pytest.approx((-0.2, -0.3), abs=0.01)
    assert asked(visitor) == {}
    queries = np.random.default_rng(0).uniform(-0.6, 0.6, size=(20, 2))
    for found, key in zip(visitor.evaluate(HELD, queries.tolist()), RELATIONS, strict=True):
        relation = fit(two_features("blobs"), key).relation
        expected = similarity_matrix(relation, queries, np.array([[x, y]]), np.array([0]))[:, 0]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-9)
    visitor.mouse.up()
    asks(visitor, at=f"{x},{y}")
    visitor.get_by_role("heading", name=re.compile("At least .7 similar to the star")).wait_for()


@pytest.mark.parametrize("name", ["playground", "relations", ""])
def test_without_a_canvas_the_page_says_so_and_shows_figures(server, browser, name):
    with tab(browser) as page:
        page.add_init_script(f"({NO_CANVAS})()")
        page.goto(f"{server.url}/{name}")
        page.get_by_text(SORRY).wait_for()
        page.wait_for_selector(".js-plotly-plot")
        assert page.locator(".scene").count() == 0


def test_frames_while_a_point_is_dragged(server, visitor, measured):
    for second in ("none", "che"):
        visitor.goto(f"{server.url}/playground?pd=blobs&n=100&rb={second}")
        scene(visitor)
        pulled(visitor, 5, 0, 0)
        drawn, frames, side, ground = visitor.evaluate(CHANGES, 3)
        assert drawn > 1
        assert 40 <= ground < 280
        assert 40 <= side <= 80
        squares = "one square" if second == "none" else "two squares"
        measured(f"{frames:.0f} frames a second, {squares} of {side} x {side} cells, 100 points dragged")
        visitor.mouse.up()
