"""Made-up links, for every page and every parameter: a value of the control, or a refusal in words."""

import inspect
import itertools
import re
import sys
from contextlib import contextmanager
from functools import cache

import pytest
from driving import address
from fuzzing import fuzzed
from links import TAKES_ANY_NAME, declared, outcome, visited
from waiting import LIMIT

from frnn_core.experiments import jobs
from pages.ui import state

SEPARATORS = [",", "_", "/", "-", ".", "+", " ", "", "e", ":", ";", "=", "&", "%2C", "\x00", "\n"]
ALPHABETS = [
    "0123456789",
    "0123456789.,_-e",
    "abcdefghij_",
    "٠١٢٣٤٥٦٧٨٩",
    "９８²½Ⅷ",
    "<>$`*[]():/\\'\"{}%",
    "\x00\x1b\u202e\ud800",
]
EDGES = ["0", "-1", "-0", f"{2**31}", f"{2**63}", "9" * 400, "1e999", "1e-400", "nan", "0x1", "1_0", "+1"]
EXAMPLES = {
    "typed": ["1_13.2", "4_2.5", "100_-1e12", "2_0.1234567890123", "١_5", " 3_1"],
    "q": ["0.5,1", "-3,1e300"],
    "at": ["0.25,0.1", "-0.5,0.123456"],
    "edits": ["a612.1", "c57.0", "x57"],
    "cell": ["wine/man", "pima/gauss"],
    "job": ["0123456789abcdef"],
    "row": ["5", "178"],
    "file": ["a.csv", "C:\\b.csv"],
}
HARMFUL = ("os.", "subprocess.", "pickle.", "socket.", "sqlite3.", "ctypes.", "shutil.")
PYTHON = re.compile("literal|convert|Exceeds|Error|class '|object|NoneType|out of range|argument")


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield


@cache
def watch():
    """Where harm is written down while it is on; Python keeps such a watcher for good, so there is one."""
    seen = {"on": False, "deeds": []}

    def note(event, arguments):
        if seen["on"] and event.startswith(HARMFUL):
            seen["deeds"].append((event, arguments))

    sys.addaudithook(note)
    return seen


@contextmanager
def nothing_executed():
    """Look at what Python does meanwhile: no process, no connection, no folder, nothing unpickled."""
    seen = watch()
    seen["on"], seen["deeds"] = True, []
    try:
        yield
    finally:
        seen["on"] = False
    assert seen["deeds"] == []


def test_harm_would_be_seen(tmp_path):
    with pytest.raises(AssertionError, match=r"os\.mkdir"), nothing_executed():
        (tmp_path / "a").mkdir()


def words(param):
    """Texts that mean something to a parameter: its default, and whatever its reader knows by name."""
    known = [param.write(param.default), *EXAMPLES.get(param.name, ())]
    for held in inspect.getclosurevars(param.read).nonlocals.values():
        known += [str(held)] if isinstance(held, int | float) else []
        known += map(str, held) if isinstance(held, list | tuple | dict | set | frozenset) else []
    return known


def noise(rng):
    """A text that means nothing: letters of one alphabet, a number at the edge, or very much of it."""
    kind = rng.integers(4)
    if kind == 0:
        return EDGES[rng.integers(len(EDGES))]
    if kind == 1:
        return f"{rng.normal() * 10.0 ** rng.integers(-12, 13):.{rng.integers(1, 17)}g}"
    alphabet = ALPHABETS[rng.integers(len(ALPHABETS))]
    length = int(rng.integers(1, 12)) if kind == 2 else int(rng.integers(12, 5000))
    return "".join(alphabet[place] for place in rng.integers(len(alphabet), size=length))


def made_up(rng, known):
    """Known words and noise in a row, now and then with a letter lost or doubled."""
    parts = [
        known[rng.integers(len(known))] if rng.random() < 0.7 else noise(rng)
        for _ in range(rng.choice([1, 1, 1, 2, 3, 8]))
    ]
    text = SEPARATORS[rng.integers(len(SEPARATORS))].join(parts)
    if text and rng.random() < 0.2:
        place = int(rng.integers(len(text)))
        text = text[:place] + text[place : place + 1] * int(rng.choice([0, 2])) + text[place + 1 :]
    return text


def as_sent(text):
    """The text as an address can carry it: without halves of letters."""
    return text.encode(errors="replace").decode()


def check(param, text):
    """A parameter takes a text for good, or says in words why not."""
    value, reason = outcome(param, text)
    if value is None and (reason or text or param.default is not None):
        assert 0 < len(reason) < 200, (param.name, text)
        assert not PYTHON.search(reason), (param.name, text, reason)
        return
    assert text.isascii() or param.name in TAKES_ANY_NAME, (param.name, text)
    written = param.write(value)
    assert param.read(written) == value, (param.name, text, written)
    assert len(written) <= state.LONGEST, (param.name, text)


@pytest.mark.slow
def test_every_default_comes_back_from_its_link():
    for param in itertools.chain.from_iterable(declared().values()):
        assert param.read(param.write(param.default)) == param.default, param.name


@pytest.mark.slow
@fuzzed(often=10)
def test_a_parameter_takes_a_value_for_good_or_says_why_not(rng):
    every = [*itertools.chain.from_iterable(declared().values())]
    pool = [word for param in every for word in words(param)]
    with nothing_executed():
        for param in every:
            own = words(param)
            for known in (own, own, pool):
                check(param, made_up(rng, known))


@pytest.mark.slow
@fuzzed(often=8)
def test_a_page_opens_from_any_link(rng):
    page = [*declared()][rng.integers(len(declared()))]
    known = {param.name: param for param in declared()[page]}
    link = {param.name: as_sent(made_up(rng, words(param))) for param in known.values() if rng.random() < 0.4}
    app = visited(page, **link)
    for job in jobs.recent():
        job.cancel()
        job.wait(LIMIT)
    for name, text in address(app).items():
        value, _ = outcome(known[name], text)
        assert value not in (None, known[name].default), (name, text)
