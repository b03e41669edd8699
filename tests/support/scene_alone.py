"""What tests do with a scene whose server is the test: its data, and hands on it."""

import re

from driving import scenes, seen
from scenes import dragged, place, where

from frnn_core.studies.playground import Source, board, edited, read_edits

N, ALONE = {"n": "40", "rb": "none"}, Source("moons", 40)
PLACES = "() => window.shown.points.map(({x, y, code}) => [x, y, code])"
FOCUS = "() => document.activeElement.ariaLabel ?? document.activeElement.textContent"
LIVE = "() => window.shown.live.textContent"


def told(page="playground", **params):
    """What the page tells its scene."""
    return scenes(seen(page, **params))[0]


def points(edits):
    """The points after some edits, as the core has them."""
    data = edited(board(ALONE), read_edits(edits)).data
    return [[x, y, int(code)] for (x, y), code in zip(data.X.tolist(), data.codes, strict=True)]


def held(page, point, x, y):
    """Take hold of a point and drag it somewhere, without letting go."""
    dragged(page, where(page, point), place(page, x, y))
    assert page.evaluate("() => window.shown.dragging") == point


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def handle(page, number):
    return page.get_by_role("button", name=re.compile(f"^point {number}, class "))
