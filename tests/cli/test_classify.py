"""The command classify: its numbers, its part files, and what it says of tables that do not fit."""

import os
import signal
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
from programs import with_all_it_started
from project import ROOT
from waiting import LIMIT, until

from frnn_core import FRNNClassifier
from frnn_core.__main__ import main
from frnn_core.cli import classify, part_files
from frnn_core.engine.approximations import scores

FEATURES = list("abcd")
STOPPED = "Stopped. What was finished is kept; run the same command to go on."


def made(rows, seed):
    rng = np.random.default_rng(seed)
    y = rng.integers(3, size=rows)
    X = rng.normal(size=(rows, 4)) + y[:, None]
    return pd.DataFrame(X, columns=FEATURES).assign(y=[f"kind {label}" for label in y])


@pytest.fixture
def tables(tmp_path):
    """A training and a test table, each as CSV and as Parquet, one also as a folder of parts."""
    train, test = made(600, 0), made(230, 1)
    train.to_csv(tmp_path / "train.csv", index=False)
    train.to_parquet(tmp_path / "train.parquet")
    (tmp_path / "train").mkdir()
    train[:150].to_parquet(tmp_path / "train/1.parquet")
    train[150:][["y", *reversed(FEATURES)]].to_parquet(tmp_path / "train/2.parquet")
    test.to_csv(tmp_path / "test.csv", index=False)
    test[["y", *reversed(FEATURES)]].to_parquet(tmp_path / "test.parquet")
    test[FEATURES].to_csv(tmp_path / "unlabelled.csv", index=False)
    return train, test


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(classify, "MOST", 50)
    monkeypatch.setattr(classify, "FEWEST", 50)


def call(folder, train="train.csv", test="test.csv", target="y", out="out.csv", *more):
    names = ["--train", str(folder / train), "--test", str(folder / test), "--target", target]
    return main(["classify", *names, "--out", str(folder / out), *more])


def expected(train, test, relation="man", **settings):
    model = FRNNClassifier(relation, **settings).fit(train[FEATURES], train["y"])
    each = scores(*model.approximations(test[FEATURES]))
    two = np.sort(each, axis=1)[:, ::-1]
    return model.predict(test[FEATURES]), each, np.round(two[:, 0] - two[:, 1], 12)


def matches(path, wanted):
    found = pd.read_csv(path)
    classes, each, lead = wanted
    assert list(found) == ["class", "score of kind 0", "score of kind 1", "score of kind 2", "lead"]
    assert found["class"].tolist() == list(classes)
    np.testing.assert_array_equal(found.iloc[:, 1:4].to_numpy(), each)
    np.testing.assert_array_equal(found["lead"], lead)


@pytest.mark.parametrize("train", ["train.csv", "train.parquet", "train"])
@pytest.mark.parametrize("test", ["test.csv", "test.parquet", "unlabelled.csv"])
def test_files_of_every_kind_give_the_numbers_of_the_classifier(
    tables, tmp_path, small_parts, train, test, capsys
):
    assert call(tmp_path, train, test) == 0
    wanted = expected(*tables)
    matches(tmp_path / "out.csv", wanted)
    right = int((wanted[0] == tables[1]["y"]).sum())
    told = capsys.readouterr().err.splitlines()[-1]
    if test == "unlabelled.csv":
        assert told.endswith("out.csv: 230 rows classified.")
    else:
        assert told.endswith(
            f"230 rows classified; {right} of them as the table says (accuracy {right / 230:.3f})."
        )
    assert not (tmp_path / "out.csv.parts").exists()


def test_settings_are_those_of_the_classifier(tables, tmp_path):
    more = ["--relation", "gauss", "--k", "7", "--gamma", "0.3", "--weights", "mean", "--normalise", "unit"]
    assert call(tmp_path, "train.csv", "test.csv", "y", "out.csv", *more) == 0
    matches(
        tmp_path / "out.csv", expected(*tables, "gauss", k=7, gamma=0.3, weights="mean", normalise="unit")
    )


def stopping_after(count, monkeypatch):
    """Let Control-C come after so many parts; gives the list of blocks that were classified."""
    real, seen = classify._classified, []

    def classified(model, queries):
        if len(seen) == count:
            raise KeyboardInterrupt
        seen.append(len(queries))
        return real(model, queries)

    monkeypatch.setattr(classify, "_classified", classified)
    return seen


def test_who_stops_goes_on_where_he_was(tables, tmp_path, small_parts, monkeypatch, capsys):
    with monkeypatch.context() as patch:
        assert stopping_after(2, patch) is not None
        assert call(tmp_path) == 130
    assert capsys.readouterr().err.rstrip().endswith(STOPPED)
    assert len(list((tmp_path / "out.csv.parts").glob("*.csv"))) == 2
    assert not (tmp_path / "out.csv").exists()
    seen = stopping_after(99, monkeypatch)
    assert call(tmp_path) == 0
    assert seen == [50, 50, 30]
    told = capsys.readouterr().err
    assert "100 rows are done already" in told
    assert "230 rows classified" in told
    matches(tmp_path / "out.csv", expected(*tables))
    assert not (tmp_path / "out.csv.parts").exists()


@pytest.mark.parametrize("change", ["settings", "table"])
def test_parts_of_another_task_are_not_used(tables, tmp_path, small_parts, monkeypatch, capsys, change):
    with monkeypatch.context() as patch:
        stopping_after(2, patch)
        assert call(tmp_path) == 130
    train, test = tables
    if change == "table":
        train = train[:-1]
        train.to_csv(tmp_path / "train.csv", index=False)
    more = ("--k", "5") if change == "settings" else ()
    assert call(tmp_path, "train.csv", "test.csv", "y", "out.csv", *more) == 0
    assert "out.csv.parts is of other tables or other settings: it is begun anew." in capsys.readouterr().err
    matches(tmp_path / "out.csv", expected(train, test, k=5 if more else 3))


def test_a_part_that_was_not_finished_is_done_again(tables, tmp_path, small_parts, monkeypatch):
    real = part_files._flush
    written = []

    def full(number):
        written.append(number)
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        real(number)

    with monkeypatch.context() as patch:
        patch.setattr(part_files, "_flush", full)
        assert call(tmp_path) == 2
    assert call(tmp_path) == 0
    matches(tmp_path / "out.csv", expected(*tables))


def test_a_folder_that_is_not_ours_is_left_alone(tables, tmp_path, capsys):
    (tmp_path / "out.csv.parts").mkdir()
    (tmp_path / "out.csv.parts/diary.txt").write_text("mine")
    assert call(tmp_path) == 2
    assert "is there already, and not ours. Name another file with --out." in capsys.readouterr().err
    assert (tmp_path / "out.csv.parts/diary.txt").read_text() == "mine"


def test_classes_that_could_be_formulas_are_guarded(tmp_path):
    train = made(60, 0).assign(y=["=1+1", "@x", "plain"] * 20)
    train.to_csv(tmp_path / "train.csv", index=False)
    train.to_csv(tmp_path / "test.csv", index=False)
    assert call(tmp_path, "train.csv", "test.csv", "y", "out.csv", "--k", "1") == 0
    assert pd.read_csv(tmp_path / "out.csv")["class"].tolist()[:3] == ["'=1+1", "'@x", "plain"]


def test_classes_of_csv_stay_as_they_are_written(tmp_path):
    made(60, 0).assign(y=["007", "01"] * 30).to_csv(tmp_path / "train.csv", index=False)
    made(60, 0)[FEATURES][:5].to_csv(tmp_path / "test.csv", index=False)
    assert call(tmp_path, "train.csv", "test.csv", "y", "out.csv", "--k", "1") == 0
    found = pd.read_csv(tmp_path / "out.csv", dtype=str)
    assert list(found)[1:3] == ["score of 01", "score of 007"]
    assert found["class"].tolist() == ["007", "01", "007", "01", "007"]


def test_a_table_without_rows_to_classify_gives_a_header(tables, tmp_path):
    tables[1][FEATURES][:0].to_parquet(tmp_path / "none.parquet")
    assert call(tmp_path, "train.csv", "none.parquet") == 0
    assert (
        tmp_path / "out.csv"
    ).read_text() == "class,score of kind 0,score of kind 1,score of kind 2,lead\n"


def changed(name, change):
    def write(folder, train, test):
        change({"train": train, "test": test}[name]).to_csv(folder / f"{name}.csv", index=False)

    return write


def gap(frame):
    frame = frame.copy()
    frame.loc[70, "c"] = np.nan
    return frame


BAD = {
    "renamed": (
        changed("test", lambda frame: frame.rename(columns={"b": "z"})),
        r"test\.csv has other columns: Column b of .*train\.csv not there; Column z not in .*train\.csv",
    ),
    "extra": (
        changed("test", lambda frame: frame.assign(more=1.0)),
        r"Column more not in .*train\.csv\. Rename, add or drop",
    ),
    "missing": (
        changed("test", lambda frame: frame.drop(columns=["a", "d"])),
        "Columns a, d of .* not there",
    ),
    "text": (
        changed("test", lambda frame: frame.assign(b="x")),
        r"test\.csv: Column b is not numeric\. Drop or encode",
    ),
    "text to learn from": (
        changed("train", lambda frame: frame.assign(a="x", c="y")),
        r"train\.csv: Columns a, c are not numeric\. Drop or encode",
    ),
    "gap": (changed("test", gap), r"test\.csv, rows 51 to 100: X contains 1 × NaN in Column c\. Drop those"),
    "gap to learn from": (changed("train", gap), r"train\.csv: X contains 1 × NaN in Column c\. Drop those"),
    "one class": (changed("train", lambda frame: frame.assign(y="kind 0")), "All 600 rows belong to one"),
    "twice": (
        changed("train", lambda frame: frame.set_axis(["a", "b", "c", "c", "y"], axis=1)),
        r"train\.csv has several columns called c\. Rename them\.",
    ),
    "no class column": (
        changed("train", lambda frame: frame.rename(columns={"y": "why"})),
        r"There is no column of .*train\.csv called 'y'\.",
    ),
    "only classes": (changed("train", lambda frame: frame[["y"]]), "has no column beside y"),
}


@pytest.mark.parametrize("case", BAD)
def test_tables_that_do_not_fit_are_refused_by_name(tables, tmp_path, small_parts, capsys, case):
    write, words = BAD[case]
    write(tmp_path, *tables)
    assert call(tmp_path) == 2
    told = capsys.readouterr().err.strip().splitlines()[-1]
    import re

    assert re.search(words, told), told
    assert not (tmp_path / "out.csv").exists()
    if case != "gap":
        assert not (tmp_path / "out.csv.parts").exists()


def test_files_that_are_not_there_or_no_tables_are_named(tables, tmp_path, capsys):
    assert call(tmp_path, "nothing.csv") == 2
    assert "nothing.csv is not there. Name a CSV or Parquet file" in capsys.readouterr().err
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 nonsense")
    assert call(tmp_path, "broken.parquet") == 2
    assert "broken.parquet cannot be read" in capsys.readouterr().err
    (tmp_path / "empty").mkdir()
    assert call(tmp_path, "empty") == 2
    assert "has no Parquet files" in capsys.readouterr().err
    assert call(tmp_path, "train.csv", "test.csv", "y", "no/such/folder/out.csv") == 2
    assert "cannot be written" in capsys.readouterr().err


def test_without_pyarrow_the_command_to_install_it_is_told(tables, tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert call(tmp_path, "train.parquet") == 2
    assert "Parquet files need pyarrow. Install it with: pip install" in capsys.readouterr().err


WAITING = """
import sys, time
from frnn_core.__main__ import main
from frnn_core.cli import classify, part_files

classify.MOST = classify.FEWEST = 20
write = part_files.PartFiles.write


def then_wait(self, number, *what):
    write(self, number, *what)
    if number == int(sys.argv[1]):
        time.sleep(3600)


part_files.PartFiles.write = then_wait
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.slow
def test_control_c_and_kill_lose_nothing_that_was_written(tmp_path):
    """The command waits when it has written a part, and is stopped there."""
    train, test = made(2_000, 0), made(400, 1)
    train.to_parquet(tmp_path / "train.parquet")
    test.to_parquet(tmp_path / "test.parquet")
    arguments = ["classify", "--train", "train.parquet", "--test", "test.parquet", "--target", "y"]
    parts = tmp_path / "out.csv.parts"

    def begun(wait_at):
        run = [sys.executable, "-c", WAITING, str(wait_at), *arguments, "--out", "out.csv"]
        kept = {**os.environ, "PYTHONPATH": str(ROOT)}
        return subprocess.Popen(
            run,
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            text=True,
            env=kept,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a background shell ignores it
        )

    def written():
        return len(list(parts.glob("*.csv")))

    first = begun(wait_at=2)
    until(lambda: written() == 3 or first.poll() is not None)
    first.send_signal(signal.SIGINT)
    told = first.communicate(timeout=LIMIT)[1]
    assert first.returncode == 130
    assert told.rstrip().endswith(STOPPED)
    assert "Traceback" not in told
    assert written() == 3
    second = begun(wait_at=6)
    until(lambda: written() == 7 or second.poll() is not None)
    second.kill()
    second.communicate(timeout=LIMIT)
    assert not (tmp_path / "out.csv").exists()
    third = begun(wait_at=-1)
    assert "140 rows are done already" in third.communicate(timeout=LIMIT)[1]
    assert third.returncode == 0
    matches(tmp_path / "out.csv", expected(train, test))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("train", ["train.csv", "train"])
def test_on_a_cluster_that_loses_a_worker_the_file_is_the_same(
    programs, tables, tmp_path, small_parts, monkeypatch, train
):
    _, address = programs.scheduler()
    workers = [programs.worker(address, f"worker {number}") for number in (1, 2)]
    real, seen = classify._classified, []

    def classified(model, queries):
        if not seen:
            model.client.wait_for_workers(2)
        seen.append(len(queries))
        if len(seen) == 2:
            with_all_it_started(workers[0])
        return real(model, queries)

    monkeypatch.setattr(classify, "_classified", classified)
    assert call(tmp_path, train, "test.parquet", "y", "out.csv", "--dask", address) == 0
    assert seen == [50, 50, 50, 50, 30]
    matches(tmp_path / "out.csv", expected(*tables))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_goes_away_is_told_of_and_what_was_written_is_kept(
    programs, tables, tmp_path, small_parts, monkeypatch, capsys
):
    scheduler, address = programs.scheduler()
    programs.worker(address)
    real, seen = classify._classified, []

    def classified(model, queries):
        seen.append(len(queries))
        if len(seen) == 3:
            monkeypatch.setattr("frnn_core.cluster.connection.ALONE_SECONDS", 3.0)
            with_all_it_started(scheduler)
        return real(model, queries)

    monkeypatch.setattr(classify, "_classified", classified)
    assert call(tmp_path, "train.csv", "test.csv", "y", "out.csv", "--dask", address) == 2
    told = capsys.readouterr().err
    assert f"The Dask scheduler at {address} no longer answers. What was finished is kept: run the" in told
    monkeypatch.setattr(classify, "_classified", real)
    assert call(tmp_path) == 0
    assert "100 rows are done already" in capsys.readouterr().err
    matches(tmp_path / "out.csv", expected(*tables))


def test_an_approximate_search_is_told_of_and_a_cluster_has_none(tables, tmp_path, capsys):
    train, test = tables
    assert call(tmp_path, "train.csv", "test.csv", "y", "out.csv", "--search", "approximate") == 0
    matches(tmp_path / "out.csv", expected(train, test))  # classes this small are searched exactly
    assert "with fewer than 50,000 rows" in capsys.readouterr().err
    more = ("--search", "approximate", "--dask", "tcp://127.0.0.1:9")
    assert call(tmp_path, "train.csv", "test.csv", "y", "out.csv", *more) == 2
    assert "A cluster searches exactly. Leave out --search, or --dask." in capsys.readouterr().err
