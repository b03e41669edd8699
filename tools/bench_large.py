"""Measure the classifier on a cluster with many rows: seconds, and memory at the peak.

`python -m tools.bench_large` writes 11,000,000 generated rows of 20 features to Parquet files in a temporary
folder, starts a scheduler and two workers of one thread, fits and classifies, and tells the time of each step
and the largest resident memory of every process (VmHWM, so on Linux only).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pandas as pd

FEATURES, CLASSES = 20, 5
NAMES = [f"f{number}" for number in range(FEATURES)]
PART_ROWS = 250_000
SECONDS = 120.0


def generated(rows: int, seed: int) -> pd.DataFrame:
    """Rows around a centre for each class, overlapping."""
    centres = np.random.default_rng(0).normal(size=(CLASSES, FEATURES))
    rng = np.random.default_rng([1, seed])
    y = rng.integers(CLASSES, size=rows)
    X = rng.normal(size=(rows, FEATURES))
    X += 0.7 * centres[y]
    return pd.DataFrame(X, columns=NAMES).assign(y=y)


def write(folder: Path, rows: int) -> None:
    """Write the rows, a part at a time."""
    for number, first in enumerate(range(0, rows, PART_ROWS)):
        part = generated(min(PART_ROWS, rows - first), number)
        part.to_parquet(folder / f"{number:05}.parquet", index=False)


def peak(process: int) -> float:
    """The largest resident memory of a process so far, in GB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024 / 1e9


@contextmanager
def cluster(folder: Path, workers: int, memory: str) -> Iterator[str]:
    """A scheduler and workers, each a process; gives the address."""
    file, started = folder / "scheduler.json", []
    log = (folder / "cluster.log").open("w")

    def begin(module: str, *arguments: str) -> None:
        call = [sys.executable, "-m", f"distributed.cli.{module}", "--no-dashboard", *arguments]
        started.append(subprocess.Popen(call, stdout=log, stderr=log))

    begin("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    try:
        for _ in range(workers):
            options = ["--nthreads", "1", "--memory-limit", memory, "--local-directory", str(folder)]
            begin("dask_worker", "--scheduler-file", str(file), *options)
        end = time.monotonic() + SECONDS
        while not (file.exists() and file.stat().st_size):
            if time.monotonic() > end:
                raise SystemExit(f"The scheduler did not start: see {log.name}")
            time.sleep(0.1)
        yield str(json.loads(file.read_text())["address"])
    finally:
        for process in reversed(started):
            process.terminate()
        for process in started:
            process.wait()
        log.close()


class Clock:
    """Tells how long each step took."""

    def __init__(self) -> None:
        self.last = time.perf_counter()

    def tell(self, step: str) -> None:
        """Print the seconds since the last step."""
        now = time.perf_counter()
        print(f"{step:32} {now - self.last:8.1f} s", flush=True)
        self.last = now


def measure(folder: Path, options: argparse.Namespace) -> None:
    """Fit and classify on a cluster, and tell time and memory."""
    import dask.dataframe as dd

    from frnn_core.cluster import FRNNClassifier, connected

    clock = Clock()
    with cluster(folder, options.workers, options.memory) as address, connected(address) as client:
        client.wait_for_workers(options.workers)
        clock.tell("start of the cluster")
        table = dd.read_parquet(folder / "rows")
        model = FRNNClassifier(options.relation, k=options.k, client=client)
        model.fit(table[NAMES], table["y"])
        model._train.shards.ask(len_of)
        clock.tell(f"fit, {options.rows:,} rows")
        queries = generated(options.queries, 2**31)
        found = model.predict(queries[NAMES])
        clock.tell(f"classes of {options.queries:,} rows")
        model.predict(queries[NAMES])
        clock.tell("the same again")
        print(f"accuracy {np.mean(found == queries['y']):.3f}")
        workers = client.run(_process)
        scheduler = client.run_on_scheduler(_process)
        for number, process in enumerate(workers.values(), start=1):
            print(f"worker {number}: {peak(process):.2f} GB at the peak")
        print(f"scheduler: {peak(scheduler):.2f} GB at the peak")
        print(f"client: {peak(_process()):.2f} GB at the peak")


def len_of(shard: object) -> int:
    """Nothing but wait: shards are made while the fit goes on."""
    return 0


def _process() -> int:
    import os

    return os.getpid()


def main() -> None:
    """Generate in a process of its own, so that its memory does not count, then measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--rows", type=int, default=11_000_000)
    add("--queries", type=int, default=1_000)
    add("--relation", default="man")
    add("--k", type=int, default=3)
    add("--workers", type=int, default=2)
    add("--memory", default="4GB", help="limit of a worker (default 4GB); near it Dask moves rows to disk")
    add("--only-write", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only_write:
        write(options.only_write, options.rows)
        return
    with tempfile.TemporaryDirectory() as name:
        clock, rows = Clock(), Path(name) / "rows"
        rows.mkdir()
        generate = ["--rows", str(options.rows), "--only-write", str(rows)]
        subprocess.run([sys.executable, "-m", "tools.bench_large", *generate], check=True)
        size = sum(file.stat().st_size for file in rows.iterdir())
        clock.tell(f"written, {size / 1e9:.1f} GB")
        measure(Path(name), options)


if __name__ == "__main__":
    main()
