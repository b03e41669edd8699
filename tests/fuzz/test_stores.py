"""Stores whose bytes are damaged at random: what is read is right, or the damage is named."""

import random

import numpy as np
import pytest
from fuzzing import fuzzed

from frnn_core.experiments.salvage import set_aside
from frnn_core.experiments.store import DamagedStore, Result, ResultKey, Store

TOGETHER = 30
MOST_OF_A_PAGE = 20
NEW = ResultKey("new", "man", "{}", 1, "linear", "centred", 1, "folds", 0, 0)


def made_up(count):
    """Results of several data sets; some are undefined, some learned more than fits into a page."""
    rng = random.Random(0)
    for number in range(count):
        data, relation = f"{number % 3:064x}", rng.choice(["man", "gauss", "nca"])
        params = '{"gamma":0.5}' if relation == "gauss" else "{}"
        key = ResultKey(data, relation, params, 1, "linear", "centred", number, "f" * 64, number % 10, 0)
        if number % 7 == 0:
            yield Result(key, "größe", {}, 0.0, "x is constant")
        else:
            names = ("balanced_accuracy", "accuracy", "macro_f1")
            learned = f'{{"steps": "{"9" * 5000}"}}' if number % 50 == 1 else None
            yield Result(key, "wine", {name: rng.random() for name in names}, rng.random(), None, learned)


RESULTS = {result.key: result for result in made_up(400)}


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("sound") / "r.sqlite")
    store.add(RESULTS.values())
    return store.path.read_bytes()


def flipped(data, rng):
    place = rng.randrange(len(data) * 8)
    data[place // 8] ^= 1 << place % 8


def flipped_head(data, rng):
    place = rng.choice([place for place in range(4096) if data[place]])
    data[place] ^= 1 << rng.randrange(8)


def overwritten(data, rng):
    start = rng.randrange(0, len(data), 512)
    data[start : start + 512] = rng.choice([bytes(512), rng.randbytes(512)])


def cut(data, rng):
    del data[rng.randrange(1, len(data)) :]


def seen(path):
    """Read and write in every way; what comes back is right, or the damage is named."""
    store = Store(path)
    found = store.lookup(RESULTS)
    assert all(RESULTS[key] == result for key, result in found.items())
    if len(found) < len(RESULTS):
        store.check()
        raise AssertionError("results are missing, and the store is called sound")
    store.add([Result(NEW, "new", {"accuracy": 0.5}, 1.0)])
    store.add([Result(next(iter(RESULTS)), "new", {"kappa": 0.5}, 1.0)])
    frame = store.frame()
    assert len(frame) == len(store) == len(RESULTS) + 1
    assert frame["accuracy"].sum() == pytest.approx(
        0.5 + sum(result.scores.get("accuracy", 0) for result in RESULTS.values()), abs=1e-9
    )


def spoilt_stores(folder, sound, rng):
    """Some damaged stores, one after another, and how each was damaged."""
    for number in range(TOGETHER):
        chance = random.Random(int(rng.integers(2**63)))
        spoil = chance.choice([flipped, flipped, flipped_head, overwritten, cut])
        data = bytearray(sound)
        spoil(data, chance)
        path = folder / f"{number}.sqlite"
        path.write_bytes(data)
        yield path, spoil, f"store {number}, {spoil.__name__}"
        for file in folder.iterdir():
            file.unlink()


def outcomes(folder, sound, rng):
    """What became of some damaged stores: read right, or the damage named."""
    found = set()
    for path, _, told in spoilt_stores(folder, sound, rng):
        try:
            seen(path)
            found.add("right")
        except DamagedStore:
            found.add("named")
        except BaseException as error:
            raise AssertionError(told) from error
    return found


@fuzzed(often=1)
def test_a_damaged_store_is_read_right_or_its_damage_is_named(rng, tmp_path, sound):
    assert "named" in outcomes(tmp_path, sound, rng)


def test_some_damage_is_where_nothing_is_written(tmp_path, sound):
    assert outcomes(tmp_path, sound, np.random.default_rng(0)) == {"right", "named"}


@fuzzed(often=1)
def test_what_is_saved_of_a_damaged_store_is_right_and_all_but_the_damaged_page(rng, tmp_path, sound):
    for path, spoil, told in spoilt_stores(tmp_path, sound, rng):
        left = path.read_bytes()
        salvage = set_aside(path)
        store = Store(path)
        store.check()
        found = store.lookup(RESULTS)
        assert all(RESULTS[key] == result for key, result in found.items()), told
        assert len(store) == len(found), told
        if salvage is None:
            assert len(found) == len(RESULTS), told
        else:
            assert salvage.saved == len(found), told
            assert salvage.aside.read_bytes() == left, told
        if spoil is not cut:
            assert len(found) >= len(RESULTS) - MOST_OF_A_PAGE, told
