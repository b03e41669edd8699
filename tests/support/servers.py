"""The dashboard as a visitor meets it: a process of its own."""

import os
import socket
import subprocess
import sys
import time
import urllib.request

from project import ROOT
from waiting import LIMIT, until

from frnn_core.experiments import jobs


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
        until(self._answers, told=self.told)

    def _answers(self):
        assert self.process.poll() is None, self.told()
        try:
            urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=LIMIT).close()
        except OSError:
            return False
        return True

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
            job.wait(LIMIT)
        self.process.terminate()
        self.process.wait(LIMIT)
        self.log.close()
