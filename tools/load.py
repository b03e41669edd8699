"""Load the dashboard as a lecture hall does: python -m tools.load.

Visitors hold one connection each, speak Streamlit's own protocol, and move the slider of k on Benchmark,
Sensitivity and Playground while two long runs compute. Time is taken from the move until the server has sent
the whole view anew; what the visitors' browsers need to draw it comes on top, on machines of their own.

`--address` loads a dashboard that runs already, behind a proxy say: with its TLS, its login and its cookies.

Where a page has a scene they also drag: the star, and points where these move. A drag costs the server
nothing until it ends; then it is told where the thing was let go. `--learn` is a class on Home and the pages
of Learn.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import ipaddress
import json
import os
import random
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import psutil
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from frnn_core.data import dataset_names, load_dataset
from frnn_core.experiments import jobs
from frnn_core.experiments.plan import Conditions, Plan, Setting
from frnn_core.experiments.store import Store
from frnn_core.your_data.fold_scores import Design
from frnn_core.your_data.worker import Run

ROOT = Path(__file__).parents[1]
PAGES = ("benchmark", "sensitivity", "playground")
LEARN = ("home", "tour", "playground", "relations")
STARS = {"home": "hq", "tour": "tq", "playground": "q"}
"""What the place of the star is called in the address."""
SLIDER = "k, neighbours a class"
RELEASED = "$$STREAMLIT_INTERNAL_KEY_{}__events"
"""What Streamlit calls the events of a component."""
MOST_BYTES = 2**27
LONGEST = 600.0
"""Seconds of a load."""
PATIENCE = 60.0
"""Seconds after which a connection that does not open is an error."""


@dataclass
class Told:
    """What a visitor saw."""

    seconds: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    errors: Counter[str] = field(default_factory=Counter)
    received: int = 0


@dataclass(frozen=True)
class Place:
    """Where the dashboard is reached: its origin, and the login of whoever stands in front of it."""

    origin: str
    login: str = ""

    @property
    def context(self) -> ssl.SSLContext | None:
        """What is asked of a certificate; on this machine anybody may have made it."""
        if not self.origin.startswith("https:"):
            return None
        if not is_here(self.origin):
            return ssl.create_default_context()
        own = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        own.check_hostname, own.verify_mode = False, ssl.CERT_NONE
        return own

    def headers(self) -> dict[str, str]:
        """What a browser sends with a web socket after it has loaded the page: the login, and its cookies."""
        if not self.login:
            return {}
        own = {"Authorization": "Basic " + base64.b64encode(self.login.encode()).decode()}
        request = urllib.request.Request(self.origin, headers=own)  # noqa: S310 - what the caller typed
        with urllib.request.urlopen(request, timeout=PATIENCE, context=self.context) as page:  # noqa: S310
            given = [line.partition(";")[0] for line in page.headers.get_all("Set-Cookie", [])]
        return {**own, "Cookie": "; ".join(given)}


def is_here(origin: str) -> bool:
    """Whether an origin is on this machine.

    Examples
    --------
    >>> is_here("https://127.0.0.1:8443"), is_here("https://localhost"), is_here("https://desk.example")
    (True, True, False)
    """
    host = urlsplit(origin).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True)
class Move:
    """What a visitor does: a widget, its new value, and the part of the page that is computed anew."""

    widget: str
    value: float | str
    fragment: str


class Visitor:
    """One browser tab, without the browser."""

    def __init__(self, place: Place, page: str, told: Told, query: str = "") -> None:
        self.place, self.page, self.told, self.query = place, page, told, query
        self.values: dict[str, float] = {}
        self.slider, self.fragment = "", ""
        self.scene, self.scene_fragment = "", ""
        self.given: dict[str, Any] = {}

    async def visit(self, pause: float, until: float) -> None:
        """Open the page; move the slider of k and drag, once at least, until the time is over."""
        try:
            headers = await asyncio.to_thread(self.place.headers)
            async with connect(
                f"ws{self.place.origin.removeprefix('http')}/_stcore/stream",
                origin=Origin(self.place.origin),
                additional_headers=headers,
                ssl=self.place.context,
                proxy=None,
                open_timeout=PATIENCE,
                subprotocols=[Subprotocol("streamlit")],
                max_size=MOST_BYTES,
            ) as line:
                await self._redraw(line)
                moved = 0
                while not moved or time.monotonic() < until:
                    await asyncio.sleep(random.uniform(0.5, 1.5) * pause)  # noqa: S311
                    move = self._move(moved)
                    if move is None:
                        self.told.errors[f"{self.page}: no slider named {SLIDER!r}, and no scene"] += 1
                        return
                    start = time.perf_counter()
                    await self._redraw(line, move)
                    self.told.seconds[self.page].append(time.perf_counter() - start)
                    moved += 1
        except Exception as error:
            self.told.errors[f"{self.page}: {type(error).__name__} {error}"[:200]] += 1

    def _move(self, moved: int) -> Move | None:
        """The slider and the scene in turn, where there are both."""
        if self.scene and (moved % 2 or not self.slider):
            return Move(RELEASED.format(self.scene), json.dumps([self._released()]), self.scene_fragment)
        if not self.slider:
            return None
        k = self.values.get(self.slider, 3.0)
        self.values[self.slider] = random.choice([j for j in range(1, 21) if j != k])  # noqa: S311
        return Move(self.slider, self.values[self.slider], self.fragment)

    def _released(self) -> dict[str, Any]:
        """What the script of a scene tells: the star was let go somewhere, or a point where points move."""
        low, high = self.given["square"]["low"], self.given["square"]["high"]
        query, edits = list(self.given["query"]), self.given["edits"]
        if self.given["movable"] == "all" and random.random() < 0.5:  # noqa: S311
            point = random.randrange(len(self.given["start"]["codes"]))  # noqa: S311
            place = [random.randrange(self.given["lattice"]) for _ in query]  # noqa: S311
            edits = f"m{point}.{place[0]}.{place[1]}"
        else:
            query = [float(f"{random.uniform(*ends):.6g}") for ends in zip(low, high, strict=True)]  # noqa: S311
        board, seq = self.given["board"], self.given["seq"] + 1
        return {"event": "done", "value": {"seq": seq, "board": board, "edits": edits, "query": query}}

    async def _redraw(self, line: ClientConnection, move: Move | None = None) -> None:
        """Ask for a run of the page with the values of the widgets, and read the view to its end."""
        asked = BackMsg()
        asked.rerun_script.page_name = "" if self.page == "home" else self.page
        asked.rerun_script.query_string = self.query
        if move is not None:
            asked.rerun_script.fragment_id = move.fragment
        for key, value in self.values.items():
            widget = WidgetState(id=key)
            widget.double_array_value.data.append(value)
            asked.rerun_script.widget_states.widgets.append(widget)
        if move is not None and isinstance(move.value, str):
            released = WidgetState(id=move.widget, json_trigger_value=move.value)
            asked.rerun_script.widget_states.widgets.append(released)
        await line.send(asked.SerializeToString())
        while True:
            raw = await line.recv(decode=False)
            self.told.received += len(raw)
            message = ForwardMsg.FromString(raw)
            kind = message.WhichOneof("type")
            if kind == "delta":
                self._look(message)
            elif kind == "page_not_found":
                self.told.errors[f"{self.page}: no such page"] += 1
            elif kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            elif kind == "script_finished":
                if message.script_finished == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    continue
                if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                    self.told.errors[f"{self.page}: does not compile"] += 1
                return

    def _look(self, message: ForwardMsg) -> None:
        element = message.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "slider" and element.slider.label == SLIDER:
            self.slider, self.fragment = element.slider.id, message.delta.fragment_id
        elif kind == "bidi_component" and element.bidi_component.json:
            given = json.loads(element.bidi_component.json)
            if isinstance(given, dict) and "square" in given:
                self.scene, self.scene_fragment = element.bidi_component.id, message.delta.fragment_id
                self.given = given
        elif kind == "exception":
            self.told.errors[f"{self.page}: {element.exception.type} {element.exception.message}"[:200]] += 1


@contextmanager
def server(home: Path) -> Iterator[tuple[psutil.Process, Place]]:
    """The dashboard on a free port, with a cache folder of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = psutil.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)],
        cwd=ROOT,
        env={**_without_store(), "XDG_CACHE_HOME": str(home), "STREAMLIT_SERVER_HEADLESS": "true"},
        stdout=subprocess.DEVNULL,
    )
    try:
        for _ in range(600):
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1).close()
                break
            time.sleep(0.1)
        yield process, Place(f"http://127.0.0.1:{port}")
    finally:
        process.terminate()
        process.wait()


def _without_store() -> dict[str, str]:
    """What this process has of an environment, without the results of whoever calls."""
    return {name: value for name, value in os.environ.items() if name != "FRNN_STORE"}


@contextmanager
def two_long_runs(home: Path) -> Iterator[None]:
    """What Benchmark starts (a run of the grid) and what Your data starts (a comparison on a table)."""
    learned = ("lmnn", "nca", "combo")
    plan = Plan(dataset_names(), tuple(map(Setting.of, learned)), (19,), Conditions("stratified", seed=1))
    job = jobs.start([plan], Store(home / "load.sqlite"), home / "load-jobs")
    comparison = Run(load_dataset("ring"), Design.of(learned))
    try:
        yield
        for told in (job.progress(), comparison.progress()):
            print(f"A long run was {told.state} at the end, {told.done} of {told.total} pieces done.")
    finally:
        comparison.cancel()
        job.cancel()
        job.wait()


async def crowd(
    places: Sequence[Place],
    visitors: int,
    pause: float,
    seconds: float,
    *,
    pages: Sequence[str] = PAGES,
    apart: bool = False,
) -> Told:
    """So many visitors, spread over the pages and servers; they come in the first tenth of the time.

    Each opens the page as it is, or, `apart`, a view of its own, of which the server has drawn nothing yet.
    """
    told = Told()
    until = time.monotonic() + seconds

    async def come(i: int) -> None:
        await asyncio.sleep(seconds / 10 * i / visitors)
        page, name = pages[i % len(pages)], dataset_names()[i]
        star = STARS.get(page)
        own = f"{star}={0.02 * i:g},0" if star else f"without={name}"
        place = places[i // len(pages) % len(places)]
        await Visitor(place, page, told, own if apart else "").visit(pause, until)

    await asyncio.gather(*map(come, range(visitors)))
    return told


def _seconds(processes: Sequence[psutil.Process]) -> float:
    """What the processes have computed so far."""
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def report(told: Told, pages: Sequence[str]) -> Iterator[str]:
    """What was seen, in lines; also where no move came to an end."""
    every = [seconds for page in pages for seconds in told.seconds[page]]
    for name, seconds in [*((page, told.seconds[page]) for page in pages), ("all", every)]:
        if seconds:
            median, high = np.percentile(seconds, [50, 95])
            yield f"{name:12} {len(seconds):5} moves: median {median:.2f} s, 95 % below {high:.2f} s"
        else:
            yield f"{name:12}     0 moves"
    if every:
        yield f"{told.received / len(every) / 1e3:.0f} kB came for a move"
    yield f"Errors: {dict(told.errors) or 'none'}"


def options_of(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """What was asked for, within bounds."""
    parser = argparse.ArgumentParser(description="Load the dashboard as a lecture hall does.")
    parser.add_argument("--visitors", type=int, default=30, choices=range(1, 41), metavar="1-40")
    parser.add_argument("--pause", type=float, default=5.0, help="mean seconds from a view to the next move")
    parser.add_argument("--seconds", type=float, default=60.0, help=f"how long, at most {LONGEST:g}")
    parser.add_argument("--apart", action="store_true", help="every visitor has a view of its own")
    parser.add_argument(
        "--learn", action="store_true", help="the pages of Learn and Home, where things are dragged"
    )
    parser.add_argument("--idle", action="store_true", help="without the two long runs")
    parser.add_argument(
        "--servers", type=int, default=1, help="processes of the dashboard (there); a visitor stays at one"
    )
    parser.add_argument(
        "--address",
        default="",
        help="load what runs there, http(s)://host:port; only the long runs are started, on this machine",
    )
    parser.add_argument("--login", default="", metavar="NAME:PASSWORD", help="the login there, if any")
    options = parser.parse_args(arguments)
    parts = urlsplit(options.address)
    if options.address and not (
        parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/")
    ):
        parser.error(f"--address is {options.address!r}; it must be like https://127.0.0.1:8443")
    options.seconds = min(options.seconds, LONGEST)
    return options


def main() -> None:
    """Start the servers if none is named, warm them, load them, and tell what was seen."""
    options = options_of()
    pages = LEARN if options.learn else PAGES
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        home = Path(folder)
        places, processes = [Place(options.address.rstrip("/"), options.login)], list[psutil.Process]()
        if not options.address:
            started = [stack.enter_context(server(home)) for _ in range(options.servers)]
            places, processes = [place for _, place in started], [process for process, _ in started]
        asyncio.run(crowd(places, len(pages) * options.servers, 0.3, 5.0, pages=pages))
        before = sum(process.memory_info().rss for process in processes)
        with nullcontext() if options.idle else two_long_runs(home):
            busy, start = _seconds(processes), time.monotonic()
            told = asyncio.run(
                crowd(
                    places, options.visitors, options.pause, options.seconds, pages=pages, apart=options.apart
                )
            )
            share = (_seconds(processes) - busy) / (time.monotonic() - start)
        after = sum(process.memory_info().rss for process in processes)
    print(f"{options.visitors} visitors, about {options.pause:g} s from a view to the next move of each")
    print(*report(told, pages), sep="\n")
    if processes:
        print(
            f"The servers took {share:.0%} of a core; their memory was {before / 1e6:.0f} MB before", end=" "
        )
        print(f"and {after / 1e6:.0f} MB after.")


if __name__ == "__main__":
    main()
