"""The dashboard as a visitor meets it: a process of its own."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from frnn_core.experiments import jobs

ROOT = Path(__file__).parents[2]


class Server:
    """The dashboard on a free port, or one that was free, with a cache folder of its own."""

    def __init__(self, home, port=None, root=ROOT, prefix=(), env=None):
        self.home = home
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = port or free.getsockname()[1]
        self.log = (home / "server.log").open("w+")
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [*prefix, sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(self.port)],
            cwd=root,
            env={
                **(os.environ if env is None else env),
                **({"XDG_CACHE_HOME": str(home)} if env is None else {}),
                "STREAMLIT_SERVER_HEADLESS": "true",
            },
            stdout=self.log,
            stderr=self.log,
        )
        self._wait()

    def _wait(self):
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1).close()
                return
            except (urllib.error.URLError, OSError):
                assert self.process.poll() is None, self.told()
                time.sleep(0.05)
        raise AssertionError(self.told())

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def told(self):
        """What the server wrote."""
        self.log.flush()
        self.log.seek(0)
        return self.log.read()

    def stop(self):
        for job in jobs.recent(self.home / "frnn-explorer" / "jobs"):
            job.cancel()
            job.wait(20)
        self.process.terminate()
        self.process.wait(20)
        self.log.close()
