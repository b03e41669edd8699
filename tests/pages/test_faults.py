"""What a visitor reads when files are damaged, the store or a run is gone, or nothing can be written."""

import errno
import os
import sys
from dataclasses import replace
from importlib.resources import files

import pytest
import streamlit as st
from driving import address, figures, moved, opened, scenes, text

from frnn_core import resources
from frnn_core.data import keel_partition_names
from frnn_core.engine.measures import DEFAULT
from frnn_core.experiments import cost, jobs
from frnn_core.experiments.plan import Conditions, Plan, Setting, keys_of
from frnn_core.experiments.runner import run
from frnn_core.experiments.score_table import ScoreTable
from frnn_core.experiments.shipped import CONTENTS
from frnn_core.experiments.store import Store, StoreError, default_path
from pages.ui import jobs as jobpanel
from pages.ui.benchmark import parts
from pages.ui.escaping import plain
from pages.ui.navigation import all_pages
from pages.ui.shell import OVERTAKEN

KNOWN, OWN = "bupa", "heart"  # the stratified folds of the first are shipped, those of the second are not
VIEW = {"d": "own", "only": f"{OWN},{KNOWN}", "r": "man,euc", "folds": "stratified"}
PLAN = Plan((KNOWN, OWN), (Setting.of("man"), Setting.of("euc")), (3,), Conditions("stratified"))
NEEDY = ("benchmark", "significance", "sensitivity", "weights", "learned", "relations", "explain", "paper")
CURE = "Restore the file, or install FRNN Explorer again."


@pytest.fixture(autouse=True)
def fresh_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.fixture
def started(monkeypatch):
    """The plans of the runs that pages start; none is run."""
    plans = []

    def start(wanted, store, *, measure):
        plans.extend(wanted)
        raise jobs.JobError("No run is started in a test.")

    monkeypatch.setattr(jobs, "start", start)
    return plans


@pytest.fixture
def no_results(tmp_path, monkeypatch):
    """An installation without the shipped results, but with the list of what they should be."""
    listed = files("frnn_core.experiments").joinpath(CONTENTS)
    (tmp_path / CONTENTS).write_text(listed.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(
        resources, "files", lambda package: tmp_path if package == "frnn_core.experiments" else files(package)
    )
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget():
    """As after a start: nothing that other tests have asked for is kept."""
    loaded = [module for name, module in sys.modules.items() if name.startswith("frnn_core")]
    for value in [value for module in loaded for value in vars(module).values()]:
        if hasattr(value, "cache_clear"):
            value.cache_clear()
    st.cache_data.clear()
    st.cache_resource.clear()


def errors(app):
    return " ".join(str(element.value) for element in app.error)


def test_the_names_of_these_tests_hold():
    assert KNOWN not in keel_partition_names()
    assert OWN in keel_partition_names()


@pytest.mark.slow
def test_without_shipped_results_pages_say_so_and_those_that_need_none_work(no_results):
    words = f"frnn_core/experiments/results.npz, which comes with FRNN Explorer, is missing. {CURE}"
    home = opened()
    assert words in text(home)
    assert not home.error
    assert "How to cite" in [expander.label for expander in home.expander]
    for page in all_pages():
        app = opened(page)
        if page in NEEDY:
            assert errors(app) == plain(words), page
        else:
            assert not app.error, page
            assert figures(app) or scenes(app), page


def test_a_store_that_is_damaged_under_an_open_page_is_set_aside_on_demand(started):
    run(PLAN, Store(), anew=True)
    app = opened("benchmark", **VIEW)
    assert not app.warning
    assert started == []
    default_path().write_bytes(b"this is no data base" * 1000)
    moved(app)
    told = app.warning[0].value
    assert f"{default_path()} is damaged" in told
    assert "only the results that come with FRNN Explorer are shown" in told
    assert len(figures(app)) >= 1
    assert started == []
    app.button(key="set the store aside").click()
    moved(app)
    aside = default_path().with_name("results-damaged-1.sqlite")
    assert aside.read_bytes() == b"this is no data base" * 1000
    told = f"No result could be saved; the damaged store is kept as {aside}."
    assert [toast.value for toast in app.toast] == [told]
    assert not app.warning
    assert started == [PLAN]
    assert len(Store()) == 0


def test_a_run_that_failed_on_a_store_that_opens_but_is_damaged_offers_to_save_it(started):
    run(PLAN, Store(), anew=True)
    data = bytearray(default_path().read_bytes())
    key = next(iter(keys_of(PLAN, KNOWN, PLAN.settings[0], 3)))
    data[data.index(key.data.encode())] ^= 1  # a page does not look for it: these results are shipped
    default_path().write_bytes(data)
    job = record(jobs.Progress("failed", 0, 20, None, "It is damaged."))
    view = {**VIEW, "k": "5"}
    app = opened("benchmark", **view, job=job.id)
    assert f"{default_path()} is damaged" in app.warning[0].value
    app.button(key="set the store aside").click()
    moved(app)
    assert app.toast[0].value.startswith("39 results could be saved; ")
    assert len(Store()) == 39


def test_a_cache_that_is_removed_under_an_open_page_comes_back(started, tmp_path):
    run(PLAN, Store(), anew=True)
    app = opened("benchmark", **VIEW)
    assert started == []
    for file in (tmp_path / "frnn-explorer").iterdir():
        file.unlink()
    (tmp_path / "frnn-explorer").rmdir()
    moved(app)
    assert not app.warning
    assert len(started) == 1
    run(PLAN, Store(), anew=True)
    moved(app)
    assert len(started) == 1
    assert not app.error


def test_where_nothing_can_be_written_shipped_results_are_shown(started, monkeypatch):
    words = "There is no folder to keep results in. Name one with --store, or with XDG_CACHE_HOME."

    def refuse():
        raise StoreError(words)

    monkeypatch.setattr("frnn_core.experiments.store.default_path", refuse)
    app = opened("benchmark", **VIEW)
    assert words in app.warning[0].value
    assert len(figures(app)) >= 1
    app = opened("benchmark")
    assert not app.warning
    assert started == []


def test_a_cache_that_cannot_be_written_is_told_where_results_are_computed(started, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    app = opened("benchmark", **VIEW)
    assert "results are in a temporary one, which a restart may empty" in text(app)
    assert started == [PLAN]
    assert Store().path == tmp_path / "frnn-explorer" / "results.sqlite"


def test_a_link_to_a_run_that_is_gone_says_so(started):
    app = opened("benchmark", **VIEW, job="0123456789abcdef")
    assert "There is no run '0123456789abcdef' here." in text(app)
    assert len(started) == 1


def record(progress):
    """A job that was, as it is found by its link."""
    job = jobs.Job("0123456789abcdef", default_path().parent / "jobs" / "0123456789abcdef")
    job.folder.mkdir(parents=True)
    (job.folder / "plan.json").write_text(jobs.plan_text([PLAN]))
    (job.folder / "store.txt").write_text(str(default_path()))
    (job.folder / "measure.txt").write_text(DEFAULT)
    job.tell(progress)
    return job


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (jobs.Progress("running", 3, 20), jobs.DIED),
        (
            jobs.Progress("failed", 3, 20, None, "The disk is full. Make room."),
            "The disk is full. Make room.",
        ),
        (jobs.Progress("finished", 20, 20), "its results are no longer all in the store"),
    ],
)
def test_a_run_that_left_results_missing_can_be_started_again(started, progress, words):
    job = record(progress)
    app = opened("benchmark", **VIEW, job=job.id)
    assert words in text(app)
    assert address(app)["job"] == job.id
    assert started == []
    button = app.button(key="start a run")
    assert button.label == "Start again"
    button.click()
    moved(app)
    assert len(started) == 1


def test_a_run_that_cannot_be_started_is_told(monkeypatch):
    def refuse(*arguments):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(jobs, "_launched", refuse)
    app = opened("benchmark", **VIEW)
    assert "cannot be started" in errors(app)
    assert "No space left on device. Make room there" in errors(app)
    assert len(figures(app)) >= 1


def test_a_run_that_has_not_counted_its_pieces_is_starting(started):
    job = record(jobs.Progress("running"))
    with jobs.locked(job.folder / "alive.lock"):
        app = opened("benchmark", **VIEW, job=job.id)
        assert app.get("progress")[0].proto.text == "Starting. Finished cells appear as they come."


def test_what_is_left_of_a_stopped_run_is_told_with_its_time(started, monkeypatch):
    monkeypatch.setattr(ScoreTable, "pending", lambda table: [None] * 1600)
    monkeypatch.setattr(cost, "estimate", lambda pending, workers: 600.0)
    app = opened("benchmark", **VIEW, job=record(jobs.Progress("cancelled", 3, 20)).id)
    assert "Stopped. 1,600 pieces of work are left: about 10 minutes on this machine." in text(app)


def test_a_run_whose_records_vanish_while_it_is_watched_ends_the_watch(started, monkeypatch):
    job = record(jobs.Progress("running", 3, 20))
    with jobs.locked(job.folder / "alive.lock") as mine:
        assert mine
        app = opened("benchmark", **VIEW, job=job.id)
        assert "Computing 3 of 20 pieces" in app.get("progress")[0].proto.text
        monkeypatch.setattr(jobs.Job, "cancel", lambda job: refuse_to_stop())
        app.button(key="cancel the run").click()
        moved(app)
        assert errors(app) == "The run cannot be stopped from here: No space left on device."
    for file in job.folder.iterdir():
        file.unlink()
    moved(app)
    assert "There is no run" in text(app)


def refuse_to_stop():
    raise jobs.JobError("The run cannot be stopped from here: No space left on device.")


def test_only_what_is_shipped_is_known_without_a_store(monkeypatch):
    default_path().write_bytes(b"this is no data base" * 1000)
    table, error = jobpanel.known(PLAN)
    assert "is damaged" in str(error)
    assert table.there[0].all()
    assert not table.there[1].any()


def test_what_is_unfinished_is_called_preliminary(started):
    view = {"d": "own", "only": "wine,heart", "r": "man,euc", "folds": "stratified", "k": "7"}
    names, relations = ("wine", "heart"), tuple(map(Setting.of, ("man", "euc")))
    plan = Plan(names, relations, (7,), Conditions("stratified"))
    store = Store()
    run(replace(plan, datasets=names[:1]), store, anew=True)
    app = opened("benchmark", **view)
    assert "Preliminary, 20 of 40 results so far." in app.subheader[0].value
    assert "on 1 of 1 data set)." in app.subheader[0].value
    run(plan, store, anew=True)
    assert "Preliminary" not in opened("benchmark", **view).subheader[0].value


def test_a_run_that_was_overtaken_while_it_looked_at_its_values_is_run_again(monkeypatch):
    faults = [RuntimeError(OVERTAKEN)]

    def board(view, real=parts.board):
        if faults:
            raise faults.pop()
        real(view)

    monkeypatch.setattr(parts, "board", board)
    app = opened("benchmark")
    assert not faults
    assert figures(app)
    faults.append(RuntimeError("another"))
    with pytest.raises(AssertionError, match="encountered an error"):
        moved(app)
