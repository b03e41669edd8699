"""Links that mean harm: every page, every parameter that it knows. They are ignored, with a note."""

import re

import pytest
from driving import address, moved, text
from links import TAKES_ANY_NAME, declared, outcome, visited

from pages.ui import escaping
from pages.ui.navigation import all_pages

HOSTILE = (
    "x" * 100_000,
    "\x00",
    "a\x00b\x1b[31mc",
    "\N{RIGHT-TO-LEFT OVERRIDE}gpj.exe\N{ZERO WIDTH SPACE}",
    "../../etc/passwd",
    "/proc/self/environ",
    "<script>alert(1)</script>",
    "$x^2$",
    "![x](http://evil.test/a.png)",
    "[a](javascript:alert(1))",
    ":material/home: :red[x]",
    "www.evil.test",
    "me@evil.test",
    "`**x**`",
    "nan",
    "-inf",
    "1e999",
    "９９",
    "9_9_9",
    "²",
    "--5",
    "-0x10",
    "9" * 400,
    "9" * 5000,
    "," * 50_000,
    "none," * 5000,
    "1_nan",
    "1_1e999",
    "-1_1",
    f"{10**400}_1",
    "nan,nan",
    "1e400,1",
    "c0.0_" * 100,
    "wine/",
    "-" * 16,
    "g" * 16,
    "{0.__class__}",
    "%s%n",
    "'; DROP TABLE results; --",
    "\r\nSet-Cookie: a=b",
)
MARKUP = re.compile(r"(?<!\\)[*_`$<>\[\]!~]|:(?=[a-z/])|www\\?\.|@(?=[a-z])|[\x00-\x1f]")
LONGEST_NOTE = 400


@pytest.fixture(scope="module")
def outcomes():
    """What the parameters make of each text: {page: {(name, text): (value, reason)}}."""
    return {
        page: {(param.name, text): outcome(param, text) for param in params for text in HOSTILE}
        for page, params in declared().items()
    }


def test_every_page_and_its_parameters_are_found(outcomes):
    assert set(outcomes) == set(all_pages())
    names = {name for found in outcomes.values() for name, _ in found}
    assert {"k", "r", "job", "row", "typed", "edits", "q", "cell", "claim", "file", "present"} <= names
    assert len(names) > 80


def test_no_parameter_takes_a_hostile_value(outcomes):
    taken = {
        (name, text[:20])
        for found in outcomes.values()
        for (name, text), (value, _) in found.items()
        if value is not None and name not in TAKES_ANY_NAME
    }
    assert taken == set()


def test_reasons_are_in_the_words_of_the_visitor(outcomes):
    reasons = {reason for found in outcomes.values() for _, reason in found.values() if reason}
    assert len(reasons) > 20
    for reason in reasons:
        assert len(reason) < 200
        assert not re.search("literal|convert|Exceeds|Error|class '", reason), reason


@pytest.mark.slow
@pytest.mark.parametrize("page", list(all_pages()))
def test_a_hostile_link_is_ignored_part_by_part(outcomes, page):
    names = list(dict.fromkeys(name for name, _ in outcomes[page] if name not in TAKES_ANY_NAME))
    shift = list(all_pages()).index(page)
    asked = {name: HOSTILE[(5 * shift + 7 * place) % len(HOSTILE)] for place, name in enumerate(names)}
    app = visited(page, **asked, unknown="<b>", __proto__="1")
    notes = [note.value for note in app.warning if note.value.startswith("This link asked for")]
    assert len(notes) == len(names) + 1
    assert sum("this page has no such choice" in note for note in notes) == 1
    for note in notes:
        assert len(note) < LONGEST_NOTE
        assert not MARKUP.search(note), note
    assert address(app) == {}
    assert "<b>" not in text(app)


def test_the_last_of_a_repeated_parameter_counts():
    app = visited("tour", step=["2", "<b>"], tk=["x", "4", "4"], tr=["cos", "cos"], utm_id=["1", "2"])
    step, k, refused = [note.value for note in app.warning]
    assert "asked for step = 2 as well; it names step more than once, and the last counts" in step
    assert "asked for tk = x and 4 as well" in k
    assert r"= \<b\>; it goes from 1 to 5" in refused
    assert address(app) == {"tk": "4", "tr": "cos"}
    assert not list(moved(app).warning)


@pytest.mark.parametrize(
    ("page", "name", "value", "words"),
    [
        ("tour", "step", "1" * 41, "= " + "1" * 40 + "…; it goes from 1 to 5"),
        ("tour", "step", "1" * 5000, "…; that is too long"),
        ("your_data", "bins", "1", "one group would be no choice"),
        ("explain", "typed", "101_1", "there are at most 100"),
        ("benchmark", "job", "../../../etc/passw", "a run has a name of 16 letters and digits"),
        ("relations", "rel", "man,**x**", r"'\*\*x\*\*' is not known"),
    ],
)
def test_a_link_is_told_what_is_wrong_with_it(page, name, value, words):
    app = visited(page, **{name: value})
    (note,) = app.warning
    assert words in note.value
    assert address(app) == {}


def test_plain_text_hides_nothing_and_turns_nothing_round():
    shown = escaping.plain("a\N{RIGHT-TO-LEFT OVERRIDE}b\x00\ud800\n\N{NO-BREAK SPACE}c")
    assert shown == "a\ufffdb\ufffd\ufffd  c"
    assert escaping.plain("www.x.org a@b.org WWW.y") == (
        "www\N{WORD JOINER}\\.x\\.org a@\N{WORD JOINER}b\\.org WWW\N{WORD JOINER}\\.y"
    )
