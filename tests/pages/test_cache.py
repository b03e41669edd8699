"""Figures are drawn once for all who ask for the same, and never mistaken for each other."""

import ast
import json

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import plotly.io
import pytest
from driving import ROOT

from frnn_core.figures import Look
from frnn_core.figures.axis_numbers import without_zeros
from frnn_core.studies.playground import Rule
from pages.ui import cache


@pytest.fixture
def draw():
    cache._drawn.clear()
    calls = []

    def bars(values, **options):
        calls.append(options)
        return go.Figure(go.Bar(y=np.asarray(values)), {"title": {"text": options.get("title", "")}})

    bars.calls = calls
    return bars


def asked(draw, *given, **options):
    """A figure that is asked for and sent."""
    picture = cache.drawn(draw, *given, **options)
    picture.to_dict()
    return picture


def sent(picture):
    return json.loads(plotly.io.to_json(picture.to_dict(), validate=False))


def test_equal_content_is_drawn_once_and_sent_as_it_was(draw):
    first = asked(draw, pd.DataFrame({"a": [0.1, np.nan]}), title="x")
    again = asked(draw, pd.DataFrame({"a": [0.1, np.nan]}), title="x")
    assert again is first
    assert len(draw.calls) == 1
    plain = draw(pd.DataFrame({"a": [0.1, np.nan]}), title="x")
    assert sent(first) == json.loads(plotly.io.to_json(without_zeros(plain)))
    assert first.to_dict() is not first.to_dict()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (pd.Series([0.1, 0.2]), pd.Series([0.1, 0.2 + 1e-16 * 2])),
        (np.zeros(2000), np.r_[np.zeros(1000), 1e-9, np.zeros(999)]),
        (np.zeros(2), np.zeros(2, dtype=int)),
        (pd.Series([1], index=["a"]), pd.Series([1], index=["b"])),
        ([1, 2], [12]),
        (["1"], [1]),
    ],
)
def test_what_differs_anywhere_is_drawn_anew(draw, one, other):
    asked(draw, one)
    asked(draw, other)
    assert len(draw.calls) == 2


def test_rules_options_and_figures_tell_pictures_apart(draw):
    for rule in (Rule(), Rule(k=4), Rule("che")):
        asked(draw, [1], key=rule)
    asked(draw, [1], key=Rule(), title="other")
    assert len(draw.calls) == 4
    asked(draw, [2], key=Rule("che"))
    assert len(draw.calls) == 4, "a key stands for what is given"


def test_what_cannot_be_told_apart_wants_a_key(draw):
    with pytest.raises(TypeError, match="name a key"):
        cache.drawn(draw, object())


def test_looks_tell_pictures_apart_by_their_content(draw):
    for _ in range(2):
        asked(draw, [1, 2], look=Look(names={"man": "Manhattan"}))
    assert len(draw.calls) == 1
    asked(draw, [1, 2], look=Look(names={"man": "City block"}))
    asked(draw, [1, 2], look=Look(dark=True, names={"man": "Manhattan"}))
    assert len(draw.calls) == 3


def kept():
    """Every decorator st.cache_* in the pages: the name of its module, and how it is written."""
    for path in sorted((ROOT / "pages").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            for decorator in getattr(node, "decorator_list", []):
                if ast.unparse(decorator).startswith("st.cache_"):
                    yield path.name, ast.unparse(decorator)


def test_what_is_kept_is_in_modules_called_cache_and_bounded():
    found = list(kept())
    assert len(found) > 15
    assert {module for module, _ in found} == {"cache.py"}
    assert [written for _, written in found if "max_entries=" not in written] == []
