"""Hands on a scene in a real browser: by mouse and by finger, at places that the scene itself names."""

from browsing import settled
from waiting import until

from pages.ui.scene.mount import FOLDER, MOUNT, script

ALONE = """async ([script, style, mount, told]) => {
    const load = text => import(URL.createObjectURL(new Blob([text], {type: "text/javascript"})));
    document.body.innerHTML = `<style>${style}</style><div id="root"></div>`;
    const root = document.getElementById("root"), show = (await load(mount)).default;
    window.sent = [];
    window.answer = data => {
        const setTriggerValue = (event, value) => window.sent.push([event, value]);
        window.end = show({data, parentElement: root, setTriggerValue});
        window.shown = root.scene;
    };
    (await load(script)).default();
    window.answer(told);
}"""
RESTS = "() => window.shown.body.dataset.state === 'rest'"

FIND = """() => {
    const within = e => e.scene ?? e.shadowRoot?.scene ?? (e.shadowRoot ? find(e.shadowRoot) : undefined);
    const find = node => [...node.querySelectorAll('*')].reduce((found, e) => found ?? within(e), undefined);
    window.shown = find(document);
    return Boolean(window.shown?.spec);
}"""
AT = """([i, number]) => {
    const {spec, points, panels} = window.shown, panel = panels[number];
    const box = panel.canvas.getBoundingClientRect();
    const [x, y] = panel.at(i < 0 ? {x: spec.query[0], y: spec.query[1]} : points[i]);
    return [box.left + x, box.top + y];
}"""
PLACE = """([x, y, number]) => {
    const panel = window.shown.panels[number], [a, b] = panel.at({x, y});
    const box = panel.canvas.getBoundingClientRect();
    return [box.left + a, box.top + b];
}"""
EMPTY = """() => {
    const {spec, points, panels: [panel]} = window.shown, box = panel.canvas.getBoundingClientRect();
    const taken = [...points, {x: spec.query[0], y: spec.query[1]}].map(point => panel.at(point));
    let best = null, most = 0;
    for (let x = 20; x < box.width - 20; x += 6) {
        for (let y = 20; y < box.height - 20; y += 6) {
            const room = Math.min(...taken.map(([a, b]) => Math.hypot(a - x, b - y)));
            if (room > most) [best, most] = [[box.left + x, box.top + y], room];
        }
    }
    return best;
}"""
INTO_VIEW = "() => window.shown.panels[0].canvas.scrollIntoView({block: 'center', behavior: 'instant'})"
SCROLLED = "() => document.querySelector('[data-testid=stMain]').scrollTop"


def scene(page):
    """Until the page has a scene, at rest; it is `window.shown` from then on."""
    page.wait_for_function(FIND)
    page.wait_for_function(RESTS)
    settled(page)


def alone(page, told):
    """A scene without its page and server: what it sends is in `window.sent`, and the test answers."""
    page.goto("about:blank")
    style = (FOLDER / "scene.css").read_text(encoding="utf-8")
    page.evaluate(ALONE, [script(), style, MOUNT, {**told, "seq": 0}])
    page.wait_for_function(RESTS)


def sent(page):
    """All that a scene has told its server, which is the test."""
    return [value for event, value in page.evaluate("() => window.sent") if event == "done"]


def answered(page, told):
    """What the server says to all that was sent so far."""
    page.evaluate("told => window.answer(told)", {**told, "seq": len(sent(page))})


def where(page, point, number=0):
    """Where a point is on the screen; the query is -1."""
    return page.evaluate(AT, [point, number])


def place(page, x, y, number=0):
    """Where a place of a square is on the screen."""
    return page.evaluate(PLACE, [x, y, number])


def dragged(page, start, end):
    """Drag by mouse and keep it held."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end)


def pulled(page, point, x, y, number=0):
    """Drag a point of the scene to a place of a square and keep it held; again after a redraw."""

    def step():
        page.mouse.up()
        scene(page)
        dragged(page, where(page, point, number), place(page, x, y, number))

    until(lambda: page.evaluate("() => window.shown?.dragging !== undefined"), step)


class Finger:
    """One finger or two on a touch screen."""

    def __init__(self, page):
        self.page = page
        self.session = page.context.new_cdp_session(page)

    def touch(self, kind, *places):
        """Send a touch event."""
        points = [{"x": x, "y": y} for x, y in places]
        self.session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

    def tap(self, spot, hold=30):
        """Tap, or press as long as said, in milliseconds."""
        self.touch("Start", spot)
        self.page.wait_for_timeout(hold)
        self.touch("End")

    def drag(self, start, end, hold=0, steps=10):
        """Drag in steps of a frame; `hold` rests at the start before."""
        self.touch("Start", start)
        self.page.wait_for_timeout(hold)
        for step in range(1, steps + 1):
            part = step / steps
            self.touch("Move", tuple(a + part * (b - a) for a, b in zip(start, end, strict=True)))
            self.page.wait_for_timeout(16)
        self.touch("End")

    def pinch(self, spot, steps=10):
        """Two fingers go apart."""
        x, y = spot
        self.touch("Start", (x - 20, y), (x + 20, y))
        for step in range(1, steps + 1):
            self.touch("Move", (x - 20 - 6 * step, y), (x + 20 + 6 * step, y))
            self.page.wait_for_timeout(16)
        self.touch("End")
