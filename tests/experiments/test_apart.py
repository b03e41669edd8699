"""Units on a table that is kept nowhere: the process gives the numbers of this one, and ends in time."""

import gc
import io
import re
import threading
import weakref

import numpy as np
import pytest
from waiting import LIMIT, until

from frnn_core.data import Dataset, load_dataset
from frnn_core.data.loading import look_also
from frnn_core.errors import UnknownName
from frnn_core.experiments import apart, served
from frnn_core.experiments.apart import Memory, Run, packed
from frnn_core.experiments.evaluate import evaluate
from frnn_core.experiments.plan import Conditions, Plan, Setting, loaded, unit_of_text, unit_texts, units
from frnn_core.experiments.score_table import score_table
from frnn_core.experiments.served import unpacked

NAME = "mine-1"
SETTINGS = (Setting.of("man"), Setting.of("gauss", gamma=0.5), Setting.of("mah"))


@pytest.fixture
def table():
    """A table of all kinds of columns under a name of its own, known for the time of a test."""
    whole = load_dataset("crx-full")
    data = Dataset("mine", whole.X[:90], whole.y[:90], whole.feature_names, columns=whole.columns)
    look_also("test", {NAME: data}.get)
    yield data
    look_also("test", lambda name: None)


def work(ks=(1, 3)):
    return units(Plan((NAME,), SETTINGS, ks), ())


def test_units_are_read_back_as_they_were_written(table):
    assert [unit_of_text(text) for text in unit_texts(work())] == work()


def test_a_table_is_read_back_as_it_was_sent(table):
    data, asked = unpacked(io.BytesIO(packed(table, work())))
    assert (data.sha256, data.feature_names, data.columns) == (
        table.sha256,
        table.feature_names,
        table.columns,
    )
    assert data.name == NAME
    assert asked == {"units": unit_texts(work())}


def test_the_process_gives_the_numbers_of_this_one(table):
    memory = Memory()
    assert Run(table, work(), memory).wait(LIMIT).state == "finished"
    expected = {result.key: result for unit in work() for result in evaluate(unit)}
    assert len(memory) == len(expected) == 3 * 2 * 10
    for key, result in memory.lookup(expected).items():
        assert (result.scores, result.reason) == (expected[key].scores, expected[key].reason)
    found = score_table(Plan((NAME,), SETTINGS, (1, 3)), store=memory)
    assert found.complete
    assert not found.pending()


def test_the_log_has_a_line_for_a_run_and_nothing_of_its_table(table, caplog):
    caplog.set_level("INFO", "frnn_core")
    assert Run(table, work(), Memory()).wait(LIMIT).state == "finished"
    until(lambda: len(caplog.messages) == 1)
    assert re.fullmatch(r"[a-z ]+ finished: (\d+) of \1 pieces, \d+ s", caplog.messages[0])


def test_a_run_that_is_cancelled_or_forgotten_ends_its_process(table):
    many = work(tuple(range(1, 21)))
    run = Run(table, many, Memory())
    run.cancel()
    assert run.progress().state == "cancelled"
    other = Run(table, many, Memory())
    shared = other._served
    del other
    gc.collect()
    assert shared.told.ended
    until(lambda: shared.process is None or shared.process.poll() is not None)


def test_what_nobody_looks_at_is_stopped(table, monkeypatch):
    monkeypatch.setattr(served, "ALONE_SECONDS", -1.0)
    run = Run(table, work(tuple(range(1, 21))), Memory())
    until(lambda: run._served.told.ended)
    assert run._served.told.state in ("cancelled", "finished")


def test_too_many_runs_are_refused(table, monkeypatch):
    monkeypatch.setattr(served, "MOST_WAITING", -served.MOST_AT_ONCE)
    with pytest.raises(apart.ApartError, match="Try again in a few minutes"):
        Run(table, work(), Memory())


def test_an_error_is_told_in_words(table):
    memory = Memory()
    wrong = [unit.__class__("another", unit.fold, unit.wanted, unit.conditions) for unit in work()]
    message = packed(table, wrong).replace(b'"name": "another"', b'"name": "mine-22"')
    answers = io.BytesIO()
    served.answer(Closed(message), answers, apart.find, apart.NO_ROOM)
    look_also("sent", lambda name: None)
    assert b"There is no data set called 'another'" in answers.getvalue()
    assert not len(memory)


class Closed(io.BytesIO):
    """A stream whose end is never seen: it waits for one who never writes."""

    def read(self, size=-1):
        if size == 1:
            threading.Event().wait()
        return super().read(size)


def test_memory_is_bounded(table):
    memory = Memory(most=5)
    results = [result for unit in work()[:4] for result in evaluate(unit)]
    memory.keep(results)
    assert len(memory) == 5
    assert set(memory.lookup(result.key for result in results)) == {result.key for result in results[-5:]}


def test_names_that_no_place_knows_are_told(table):
    for name in ("mine-2", 5, None):
        with pytest.raises(UnknownName):
            load_dataset(name)


def test_folds_of_a_guest_go_with_it():
    rng = np.random.default_rng(0)
    data = Dataset("mine", rng.random((40, 2)), np.array(["a", "b"] * 20), ("u", "v"))
    look_also("test", {NAME: data}.get)
    folds = loaded(NAME, Conditions())[1]
    assert loaded(NAME, Conditions())[1] is folds
    assert load_dataset(NAME) is data
    look_also("test", lambda name: None)
    gone = weakref.ref(data)
    del data
    gc.collect()
    assert gone() is None
