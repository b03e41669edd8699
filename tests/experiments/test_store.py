"""The store keeps what it is given, once, and explains what it cannot do."""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from frnn_core.experiments import store
from frnn_core.experiments.store import (
    LAYOUT,
    DamagedStore,
    Result,
    ResultKey,
    Store,
    StoreError,
    canonical,
    default_path,
)

SCORES = {"balanced_accuracy": 0.9, "accuracy": 0.8, "macro_f1": 0.7}
KEY = ResultKey("data", "man", "{}", 1, "linear", "centred", 3, "folds", 0, 0)


def result(**changes):
    fields = {f: getattr(KEY, f) for f in KEY.__dataclass_fields__}
    return Result(ResultKey(**{**fields, **changes}), "wine", SCORES, 0.1, None, '{"gamma": 1.0}')


def test_what_goes_in_comes_out(tmp_path):
    store = Store(tmp_path / "results.sqlite")
    undefined = Result(ResultKey(**{**vars(KEY), "relation": "mah"}), "wine", {}, 0.0, "x is constant")
    store.add([result(), undefined])
    again = Store(tmp_path / "results.sqlite")
    assert again.lookup([KEY, undefined.key]) == {KEY: result(), undefined.key: undefined}
    frame = again.frame().set_index("relation")
    assert frame.loc["man", "balanced_accuracy"] == 0.9
    assert frame.loc["man", "fitted"] == '{"gamma": 1.0}'
    assert frame.loc["mah", "reason"] == "x is constant"
    assert frame["balanced_accuracy"].isna().tolist() == [True, False]


def test_a_result_is_kept_once_and_the_first_stays(tmp_path):
    store = Store(tmp_path / "results.sqlite")
    store.add([result()])
    store.add([Result(KEY, "wine", dict.fromkeys(SCORES, 0.1), 9.0)])
    assert len(store) == 1
    assert store.frame()["balanced_accuracy"].tolist() == [0.9]


@pytest.mark.parametrize("name", ResultKey.__dataclass_fields__)
def test_every_part_of_the_key_tells_results_apart(tmp_path, name):
    store = Store(tmp_path / "results.sqlite")
    other = 7 if isinstance(getattr(KEY, name), int) else "other"
    store.add([result(), result(**{name: other})])
    assert len(store) == 2


def test_parameters_in_another_order_are_the_same():
    assert canonical({"b": 1, "a": ("x",)}) == canonical({"a": ["x"], "b": 1}) == '{"a":["x"],"b":1}'


def test_a_measure_that_a_result_lacks_is_added_and_the_others_stay(tmp_path):
    store = Store(tmp_path / "results.sqlite")
    store.add([result()])
    store.add([Result(KEY, "wine", {"accuracy": 0.1, "kappa": 0.6}, 9.0)])
    found = store.lookup([KEY])[KEY]
    assert found.scores == {**SCORES, "kappa": 0.6}
    assert found.seconds == 0.1
    assert found.tells("kappa")
    assert not found.tells("other")


def test_a_store_of_another_layout_is_refused(tmp_path):
    path = tmp_path / "results.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE results (k INTEGER)")
    with pytest.raises(StoreError, match="another layout"):
        Store(path)


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize("version", [0, LAYOUT])
def test_a_file_of_another_program_is_refused_and_no_byte_of_it_changes(tmp_path, mode, version):
    path = tmp_path / "theirs.sqlite"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA journal_mode={mode}")
        connection.execute(f"PRAGMA user_version={version}")
        connection.execute("CREATE TABLE bookmarks (address TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="another program's") as told:
        Store(path)
    assert not isinstance(told.value, DamagedStore)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.fixture
def powerless():
    """A folder of somebody who is not root, in whose name the test goes on."""
    user = 65534 if os.geteuid() == 0 else os.geteuid()
    folder = Path(tempfile.mkdtemp())
    os.chown(folder, user, -1)
    before = os.geteuid()
    os.seteuid(user)
    yield folder
    os.seteuid(before)
    folder.chmod(0o755)
    shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs permissions")
@pytest.mark.parametrize(("file", "folder"), [(0o444, 0o755), (0o444, 0o555), (0o644, 0o555)])
def test_a_store_that_may_only_be_read_is_read_and_writing_to_it_says_so(powerless, file, folder):
    path = powerless / "r.sqlite"
    Store(path).add([result()])
    path.chmod(file)
    powerless.chmod(folder)
    store = Store(path)
    assert store.lookup([KEY]) == {KEY: result()}
    assert len(store) == len(list(store.rows())) == 1
    with pytest.raises(StoreError, match=r"r\.sqlite can be read but not written\. Allow writing"):
        store.adding().__enter__()  # before any work is done


def test_a_store_that_is_made_while_it_is_looked_at_is_not_taken_for_damaged(tmp_path, monkeypatch):
    path = tmp_path / "r.sqlite"
    maker = sqlite3.connect(path, isolation_level=None)
    maker.execute("PRAGMA journal_mode=WAL")
    maker.execute("CREATE TABLE passing (x)")
    maker.execute("DROP TABLE passing")  # its log stays, so that others do not read the file as if alone

    class Interrupted:
        """A connection; while its first answer is read, another process makes the store."""

        def __init__(self, connection):
            self.connection, self.close, self.made = connection, connection.close, False

        def execute(self, command):
            answer = self.connection.execute(command)
            if command.startswith("PRAGMA") and not self.made:
                self.made = True
                Store(path)
            return answer

    monkeypatch.setattr(store, "_read_only", once(store._read_only, Interrupted))
    assert not store._is_store(path)  # as it was at the moment of the first look
    assert store._is_store(path)
    maker.close()


def once(function, wrap):
    """The function, with its first answer wrapped."""
    wraps = iter([wrap])
    return lambda *given: next(wraps, lambda answer: answer)(function(*given))


def test_a_damaged_store_is_named(tmp_path):
    path = tmp_path / "results.sqlite"
    path.write_bytes(b"this is no data base" * 100)
    with pytest.raises(StoreError, match="damaged or no store of results"):
        Store(path)
    assert path.read_bytes().startswith(b"this is no data base")


def test_a_store_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path / "absent" / "results.sqlite")


def test_a_full_disk_keeps_what_was_finished(tmp_path):
    store = Store(tmp_path / "results.sqlite")
    store.add([result()])

    def limited(path, **options):
        connection = connect(path, **options)
        connection.execute("PRAGMA max_page_count=1")
        return connection

    connect = sqlite3.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sqlite3, "connect", limited)
        with pytest.raises(StoreError, match=r"is full.* run again"):
            store.add([result(fold=fold) for fold in range(1, 5_000)])
    assert len(store) == 1


def test_the_default_place_is_the_cache_and_else_a_temporary_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "frnn-explorer" / "results.sqlite"
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    os.mkdir(tmp_path / "temporary")
    assert default_path() == tmp_path / "temporary" / "frnn-explorer" / "results.sqlite"
