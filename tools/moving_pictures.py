"""Take the pictures of README and guide anew: python -m tools.moving_pictures [NAME …].

A server of its own on a free port, and Chromium: the first views of some pages as they are, and two pages in
use as APNG, which browsers and GitHub play. A moving picture is stepped, not filmed, so it is the same on a
busy machine.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Page

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
LARGEST = 2_000_000
"""Bytes of a picture."""
MARGIN = 12
NEARLY_WHITE = 246
COLOURS = {False: 256, True: 128}
"""Of a still and of a moving picture."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-sync",
    "--no-first-run",
)
SHOWN = ".js-plotly-plot, .scene canvas"
PATIENCE = 120
"""Seconds after which something hangs."""
SCENE = """() => {
    const within = node => [...node.querySelectorAll('*')].flatMap(element =>
        element.scene ?? element.shadowRoot?.scene ?? (element.shadowRoot ? within(element.shadowRoot) : []));
    [window.shown] = within(document);
    return window.shown?.body?.dataset.state === 'rest';
}"""
ON_SCREEN = """([x, y]) => {
    const panel = window.shown.panels[0], box = panel.canvas.getBoundingClientRect();
    const [a, b] = panel.at({x, y});
    return [box.left + a, box.top + b];
}"""
NEAREST = """([x, y]) => {
    const far = point => Math.hypot(point.x - x, point.y - y);
    const {x: a, y: b} = window.shown.points.reduce((best, point) => far(point) < far(best) ? point : best);
    return [a, b];
}"""
DRAWN = """() => new Promise(done =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60))))"""
Place = tuple[float, float]


@dataclass(frozen=True)
class Still:
    """The first view of a page."""

    name: str
    path: str
    height: int = 900


@dataclass(frozen=True)
class Moving:
    """A page in use: what is taken of it, step by step, and how long a step is shown."""

    name: str
    path: str
    steps: Callable[[Page], Iterator[FloatRect]]
    milliseconds: int
    width: int = 1280
    height: int = 1090


STILLS = (
    Still("benchmark", "/benchmark", 1060),
    Still("significance", "/significance"),
    Still("gamma-descent", "/gamma_descent"),
    Still("playground", "/playground", 1180),
    Still("explain", "/explain"),
    Still("paper", "/paper"),
)


def way(corners: Sequence[Place], steps: int) -> list[Place]:
    """Places along straight lines from corner to corner, equally far apart, both ends among them."""
    points = np.asarray(corners, dtype=float)
    lengths = np.hypot(*np.diff(points, axis=0).T)
    along = np.append(0, np.cumsum(lengths))
    at = np.linspace(0, along[-1], steps)
    return [(float(np.interp(s, along, points[:, 0])), float(np.interp(s, along, points[:, 1]))) for s in at]


def held(page: Page, corners: Sequence[Place], steps: int) -> Iterator[None]:
    """Drag from the first corner to the last, and stop at every step."""
    page.mouse.move(*corners[0])
    page.mouse.down()
    for place in way(corners, steps):
        page.mouse.move(*place)
        page.evaluate(DRAWN)
        yield
    page.mouse.up()


def seen(page: Page, what: str) -> FloatRect:
    """Where a part of the page is, with a margin, as far as it is in view."""
    box, view = page.locator(what).first.bounding_box(), page.viewport_size
    if box is None or view is None:
        raise RuntimeError(f"{page.url} shows no {what}.")
    left, top = max(0, box["x"] - MARGIN), max(0, box["y"] - MARGIN)
    right = min(view["width"], box["x"] + box["width"] + MARGIN)
    bottom = min(view["height"], box["y"] + box["height"] + MARGIN)
    return {"x": left, "y": top, "width": right - left, "height": bottom - top}


def put(page: Page, corners: Sequence[Place], steps: int) -> Iterator[None]:
    """Drag from step to step and let go at each: in the hand, a slow machine draws regions coarsely."""
    places = way(corners, steps)
    yield
    for start, end in pairwise(places):
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(*end)
        page.mouse.up()
        page.mouse.move(2, 2)
        page.evaluate(DRAWN)
        page.wait_for_function(SCENE)
        yield


def playground_steps(page: Page) -> Iterator[FloatRect]:
    """The star goes round, then a point crosses the border, and the regions with it."""
    page.wait_for_function(SCENE)
    shown = seen(page, ".scene")

    def at(x: float, y: float) -> Place:
        a, b = page.evaluate(ON_SCREEN, [x, y])
        return a, b

    star = page.evaluate("() => [...window.shown.spec.query]")
    for _ in put(page, [at(*star), at(0.0, 0.75), at(-0.75, 0.2), at(0.3, -0.35), at(1.3, 0.3)], 24):
        yield shown
    point = page.evaluate(NEAREST, [0.9, 0.0])
    for _ in put(page, [at(*point), at(0.75, -0.6), at(1.5, -0.5)], 12):
        yield shown


def slider_steps(page: Page) -> Iterator[FloatRect]:
    """The slider below a figure goes from the start to the end."""
    shown, rail = seen(page, ".js-plotly-plot"), page.locator(".slider-rail-rect").first.bounding_box()
    if rail is None:
        raise RuntimeError(f"{page.url} shows no slider below its figure.")
    middle = rail["y"] + rail["height"] / 2
    left, right = rail["x"] + 4, rail["x"] + rail["width"] - 4
    page.mouse.click(left, middle)
    page.evaluate(DRAWN)
    for _ in held(page, [(left, middle), (right, middle)], 36):
        yield shown


MOVING = (
    Moving("playground-moving", "/playground", playground_steps, 160),
    Moving("weights-moving", "/weights", slider_steps, 120),
)


@contextmanager
def server() -> Iterator[str]:
    """The dashboard of this checkout, with results and settings of nobody; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        own = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": home, "HOME": home}
        own.pop("FRNN_STORE", None)
        words = ["-m", "streamlit", "run", "app.py", "--server.port", str(port), "--server.headless", "true"]
        process = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=own, stdout=subprocess.DEVNULL)
        try:
            _until_it_answers(f"http://127.0.0.1:{port}/_stcore/health")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(PATIENCE)


def _until_it_answers(address: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(address, timeout=PATIENCE).close()  # noqa: S310 - our own server
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return


def opened(browser: Browser, address: str, width: int, height: int) -> Page:
    """A page that has come to rest."""
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme="light")
    page.set_default_timeout(1000 * PATIENCE)
    page.goto(address)
    page.wait_for_selector(SHOWN)
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.evaluate("() => new Promise(done => requestIdleCallback(done, {timeout: 5000}))")
    page.evaluate(DRAWN)
    return page


def image(png: bytes) -> Image.Image:
    """A screenshot as an image."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def palette_of(frames: Sequence[Image.Image]) -> Image.Image:
    """The colours that serve the first, the middle and the last of the frames."""
    some = [frames[0], frames[len(frames) // 2], frames[-1]]
    wide = Image.new("RGB", (some[0].width * len(some), some[0].height))
    for i, frame in enumerate(some):
        wide.paste(frame, (i * some[0].width, 0))
    found = wide.quantize(COLOURS[len(frames) > 1], Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    found.putpalette(with_white(found.getpalette() or []))
    return found


def with_white(palette: list[int]) -> list[int]:
    """The palette with what is nearly white made white: the ground of every page, which a mean blurs."""
    colours = np.array(palette).reshape(-1, 3)
    colours[(colours >= NEARLY_WHITE).all(axis=1)] = 255
    return [int(value) for value in colours.ravel()]


def packed(frames: Sequence[Image.Image], milliseconds: int) -> bytes:
    """One image, or several as an APNG that is played for ever and rests at its end."""
    colours = palette_of(frames)
    first, *rest = (frame.quantize(palette=colours, dither=Image.Dither.NONE) for frame in frames)
    buffer = io.BytesIO()
    if rest:
        shown = [milliseconds] * len(rest) + [10 * milliseconds]
        first.save(buffer, "PNG", save_all=True, append_images=rest, duration=shown, loop=0, optimize=True)
    else:
        first.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def taken(browser: Browser, address: str, asked: Still | Moving) -> bytes:
    """A picture, still or moving."""
    if isinstance(asked, Still):
        page = opened(browser, address + asked.path, 1440, asked.height)
        frames, milliseconds = [image(page.screenshot())], 0
    else:
        page = opened(browser, address + asked.path, asked.width, asked.height)
        frames = [image(page.screenshot(clip=clip)) for clip in asked.steps(page)]
        milliseconds = asked.milliseconds
    page.close()
    return packed(frames, milliseconds)


def main() -> int:
    """Take all pictures, or those that are named."""
    from playwright.sync_api import sync_playwright

    known = {picture.name: picture for picture in (*STILLS, *MOVING)}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(known)}; all by default")
    parser.add_argument("--out", type=Path, default=DOCS, help="where they go")
    options = parser.parse_args()
    wrong = [name for name in options.names if name not in known]
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if wrong or found is None:
        parser.error(f"no picture is called {', '.join(wrong)}" if wrong else "there is no Chromium")
    with server() as address, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=list(QUIET))
        for name in options.names or known:
            picture = taken(browser, address, known[name])
            if len(picture) > LARGEST:
                parser.error(f"{name} has {len(picture):,} bytes, more than {LARGEST:,}: take fewer steps")
            (options.out / f"{name}.png").write_bytes(picture)
            print(f"{name}.png: {len(picture):,} bytes", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
