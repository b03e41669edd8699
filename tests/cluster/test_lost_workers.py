"""A worker that is killed midway is made up for; a cluster that goes away is told of."""

import dask.dataframe as dd
import numpy as np
import pandas as pd
import pytest
from distributed import Client
from programs import with_all_it_started
from waiting import until

from frnn_core import FRNNClassifier
from frnn_core.cluster import FRNNClassifier as Sharded
from frnn_core.errors import FRNNError

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
NAMES = [f"f{i}" for i in range(5)]


@pytest.fixture
def cluster(programs):
    """A client of a scheduler with two workers, and the programs."""
    scheduler, address = programs.scheduler()
    workers = [programs.worker(address, f"worker {number}") for number in (1, 2)]
    with Client(address) as client:
        client.wait_for_workers(2)
        yield client, scheduler, workers


@pytest.fixture
def table():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(4_000, 5)), rng.integers(3, size=4_000)
    return pd.DataFrame(X, columns=NAMES).assign(y=y)


def in_files(table, folder):
    for number, part in enumerate(np.array_split(np.arange(len(table)), 7)):
        table.iloc[part].to_parquet(folder / f"part-{number}.parquet")
    lazy = dd.read_parquet(folder)
    return lazy[NAMES], lazy["y"]


@pytest.mark.parametrize(("source", "key"), [("memory", "man"), ("files", "class-mah")])
def test_a_worker_killed_midway_costs_time_only(cluster, table, tmp_path, monkeypatch, source, key):
    client, _, workers = cluster
    monkeypatch.setattr("frnn_core.cluster.training.BLOCK_QUERIES", 100)
    folder = tmp_path / "rows"
    folder.mkdir()
    given = in_files(table, folder) if source == "files" else (table[NAMES], table["y"])
    queries = table[NAMES][::5]
    expected = FRNNClassifier(key).fit(table[NAMES], table["y"])
    model = Sharded(key, client=client).fit(*given)
    blocks = model._model().neighbourhoods(model._queries(queries))
    found = [next(blocks).inside]
    with_all_it_started(workers[0])
    found += [near.inside for near in blocks]
    assert len(found) == 8
    until(lambda: len(client.scheduler_info(n_workers=-1)["workers"]) == 1)
    one = np.concatenate(
        [near.inside for near in expected._model().neighbourhoods(expected._queries(queries))]
    )
    np.testing.assert_allclose(np.concatenate(found), one, rtol=0 if key == "man" else 1e-9)
    np.testing.assert_array_equal(model.predict(queries), expected.predict(queries))


@pytest.mark.parametrize(("source", "step"), [("files", "_scaler"), ("memory", "_note_sample")])
def test_a_worker_killed_during_the_fit_costs_time_only(cluster, table, tmp_path, monkeypatch, source, step):
    client, _, workers = cluster
    folder = tmp_path / "rows"
    folder.mkdir()
    given = in_files(table, folder) if source == "files" else (table[NAMES], table["y"])
    real = getattr(Sharded, step)

    def killing(self, *arguments):
        with_all_it_started(workers[1])
        until(lambda: len(client.scheduler_info(n_workers=-1)["workers"]) == 1)
        return real(self, *arguments)

    monkeypatch.setattr(Sharded, step, killing)
    model = Sharded("pcc", client=client).fit(*given)
    queries = table[NAMES][::9]
    expected = FRNNClassifier("pcc").fit(table[NAMES], table["y"])
    np.testing.assert_allclose(model.approximations(queries), expected.approximations(queries), atol=1e-9)


def test_a_cluster_without_workers_is_told_of(cluster, table, monkeypatch):
    client, _, workers = cluster
    model = Sharded("man", client=client).fit(table[NAMES], table["y"])
    monkeypatch.setattr(client, "_timeout", 3.0)  # Dask would look for a worker for half a minute
    for worker in workers:
        with_all_it_started(worker)
    until(lambda: not client.scheduler_info(n_workers=-1)["workers"])
    with pytest.raises(FRNNError, match=r"has no workers\. Fit the classifier again, once there are some"):
        model.predict(table[NAMES])


def test_a_scheduler_that_is_killed_is_told_of(cluster, table, monkeypatch):
    client, scheduler, _ = cluster
    model = Sharded("man", client=client).fit(table[NAMES], table["y"])
    monkeypatch.setattr("frnn_core.cluster.connection.ALONE_SECONDS", 3.0)
    with_all_it_started(scheduler)
    with pytest.raises(FRNNError, match=r"The Dask scheduler at tcp://.* no longer answers\. Fit the"):
        model.predict(table[NAMES])
