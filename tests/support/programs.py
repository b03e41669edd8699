"""Programs that a test starts, in sessions of their own, and ends."""

import os
import re
import signal
import subprocess
import sys
from contextlib import suppress

from project import ROOT
from waiting import LIMIT, until


def with_all_it_started(process, number=signal.SIGKILL):
    with suppress(ProcessLookupError):
        os.killpg(process.pid, number)


class Programs:
    """Programs of Dask or of ours; what they print is in files of the folder."""

    def __init__(self, folder):
        self.folder, self.started = folder, []

    def begin(self, name, *arguments):
        call = [sys.executable, "-m", *arguments]
        with (self.folder / f"{name}.log").open("w") as log:
            self.started.append(
                subprocess.Popen(call, cwd=ROOT, stdout=log, stderr=log, start_new_session=True)
            )
        return self.started[-1]

    def told(self, name):
        return (self.folder / f"{name}.log").read_text()

    def scheduler(self):
        """A scheduler, and its address once it has one."""
        file = self.folder / "scheduler.json"
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(file)]
        process = self.begin("scheduler", "distributed.cli.dask_scheduler", *options)
        until(lambda: file.exists() and "tcp://" in file.read_text())
        return process, re.search(r"tcp://[0-9.:]+", file.read_text())[0]

    def worker(self, address, name="worker"):
        return self.begin(
            name, "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--name", name
        )

    def end(self):
        for process in self.started:
            with_all_it_started(process)
            process.wait(LIMIT)
