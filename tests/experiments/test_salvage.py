"""A damaged store is named, set aside whole, and every result that can still be read is carried over."""

import errno
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from frnn_core.experiments import store as stores
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.runner import run
from frnn_core.experiments.salvage import Salvage, rows_of, set_aside
from frnn_core.experiments.store import DamagedStore, Result, ResultKey, Store, StoreError

SHORT = Plan(
    ("wine",), (Setting.of("man"), Setting.of("euc")), (1, 3), Conditions(weights="mean", normalise="unit")
)
KEY = ResultKey("these data", "man", "{}", 1, "linear", "centred", 3, "these folds", 0, 0)
LONG = json.dumps({"steps": list(range(5_000))})  # more than a page


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "r.sqlite")


def results(count):
    """Alike but for k; every seventh is undefined, every third learned what does not fit into a page."""
    for k in range(1, count + 1):
        key = ResultKey(**{**vars(KEY), "k": k})
        if k % 7 == 0:
            yield Result(key, "wine", {}, 0.0, f"column {k} is constant")
        else:
            yield Result(key, "wine", {"accuracy": k / 1000}, k / 10, None, LONG if k % 3 == 0 else None)


def flip(path, text, bit=7):
    """Flip a bit of the first letter of a text in a file."""
    data = bytearray(path.read_bytes())
    place = data.index(text.encode())
    data[place] ^= 1 << bit
    path.write_bytes(data)


def garbage(path):
    path.write_bytes(b"this is no data base" * 1000)


def cut(path):
    path.write_bytes(path.read_bytes()[:-4096])


READS = {
    "frame": lambda store: store.frame(),
    "len": lambda store: len(store),
    "lookup": lambda store: store.lookup([KEY]),
    "add": lambda store: run(SHORT, store),
}


@pytest.mark.parametrize("read", READS)
def test_a_store_that_is_damaged_while_it_is_open_is_named(store, read):
    run(SHORT, store)
    garbage(store.path)
    with pytest.raises(DamagedStore, match="Move it away, or name another"):
        READS[read](store)


@pytest.mark.parametrize("spoil", [garbage, cut])
def test_a_damaged_store_is_set_aside_whole_and_a_new_one_takes_its_place(store, spoil):
    whole = run(SHORT, store).values
    for number in (1, 2):
        spoil(store.path)
        left = store.path.read_bytes()
        aside = set_aside(store.path).aside
        assert aside == store.path.with_name(f"r-damaged-{number}.sqlite")
        assert aside.read_bytes() == left
        assert (run(SHORT, Store(store.path)).values == whole).all()
    assert set_aside(store.path) is None
    assert len(store) == 40


def test_a_damaged_store_that_cannot_be_renamed_is_told_and_stays(store, monkeypatch):
    garbage(store.path)

    def refuse(*arguments):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(StoreError, match="damaged and cannot be renamed: Permission denied"):
        set_aside(store.path)
    assert [file.name for file in store.path.parent.iterdir()] == ["r.sqlite"]


@pytest.mark.parametrize("text", ["is constant", "0.013", "macro", "wine", "these folds"])
@pytest.mark.parametrize("bit", [0, 7])
@pytest.mark.parametrize("read", ["frame", "lookup", "add"])
def test_one_flipped_bit_of_a_row_is_damage_however_it_is_read(store, text, bit, read):
    store.add([Result(KEY, "wine", {"accuracy": 0.013, "macro_f1": 0.5}, 0.1, "x is constant")])
    flip(store.path, text, bit)
    with pytest.raises(DamagedStore, match="is damaged or no store of results"):
        READS[read](Store(store.path))


def test_a_result_that_is_no_longer_under_its_key_is_noticed_before_it_is_computed_again(store):
    store.add([Result(KEY, "wine", {"accuracy": 0.013}, 0.1)])
    flip(store.path, "these data", 0)
    assert store.lookup([KEY]) == {}
    with pytest.raises(DamagedStore):
        run(SHORT, store)


def test_a_measure_that_is_added_to_a_damaged_row_does_not_make_it_sound(store):
    store.add([Result(KEY, "wine", {"accuracy": 0.013}, 0.1)])
    flip(store.path, "0.013", 1)
    store.add([Result(KEY, "wine", {"kappa": 0.5}, 0.1)])
    with pytest.raises(DamagedStore):
        store.lookup([KEY])


@pytest.mark.parametrize("text", ["CREATE TABLE", "results", "FRNN", "SQLite format"])
@pytest.mark.parametrize("bit", [0, 7])
def test_a_store_whose_description_is_damaged_is_no_foreign_file_and_loses_nothing(store, text, bit):
    whole = list(results(100))
    store.add(whole)
    flip(store.path, text, bit)
    with pytest.raises(DamagedStore):
        Store(store.path)
    assert set_aside(store.path).saved == 100
    assert store.lookup(result.key for result in whole) == {result.key: result for result in whole}


def test_one_bad_row_costs_itself_and_the_others_keep_their_version(store):
    whole = {result.key: result for result in results(100)}
    store.add(whole.values())
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute("UPDATE results SET scores = json_set(scores, '$.accuracy', 0.9) WHERE k = 50")
    before = [row for row in _raw(store) if row[6] != 50]
    salvage = set_aside(store.path)
    assert str(salvage) == f"99 results could be saved; the damaged store is kept as {salvage.aside}."
    assert _raw(store) == before
    assert ResultKey(**{**vars(KEY), "k": 50}) not in store.lookup(whole)


def _raw(store):
    with closing(sqlite3.connect(store.path)) as connection:
        return connection.execute("SELECT * FROM results ORDER BY k").fetchall()


def test_rows_that_only_the_log_has_are_saved_as_well(store):
    whole = list(results(50))
    with closing(sqlite3.connect(store.path)) as other:
        other.execute("SELECT COUNT(*) FROM results").fetchone()  # while it is open the log stays
        store.add(whole)
        copy = store.path.with_name("copy.sqlite")
        for part in ("", "-wal"):
            Path(f"{copy}{part}").write_bytes(Path(f"{store.path}{part}").read_bytes())
    garbage(copy)
    assert {row[6] for row in rows_of(copy, store.path)} == {result.key.k for result in whole}


@pytest.mark.parametrize(
    "change",
    [
        "scores = '{\"accuracy\": 1.5}'",
        "scores = '{\"accuracy\": NaN}'",
        "scores = '{}'",
        "params = '{'",
        "k = 'x'",
    ],
)
def test_a_row_that_can_be_no_result_is_left_behind_even_with_a_right_checksum(store, change):
    store.add(results(2))
    names = (
        "data, relation, params, revision, weights, normalise, k, folds, fold, seed, dataset, scores, seconds"
    )
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.create_function("checksum_of", 16, stores._checksum_of)
        connection.execute(f"UPDATE results SET {change} WHERE k = 1")
        summed = f"{names}, reason, fitted, version"
        connection.execute(f"UPDATE results SET checksum = checksum_of({summed})")
    assert [row[6] for row in rows_of(store.path, store.path)] == [2]


def test_how_many_were_saved_is_told():
    aside = Path("r-damaged-1.sqlite")
    assert (
        str(Salvage(aside, 1)) == "1 result could be saved; the damaged store is kept as r-damaged-1.sqlite."
    )
    assert str(Salvage(aside, 0)).startswith("No result could be saved; ")
