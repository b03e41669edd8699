"""The door of the server: which pages may speak to it, and which may show it in a frame.

Streamlit by itself lets in pages of every port of this machine, and before it refuses another it asks outside
for its own address. Here a page is let in if its whole origin (scheme, host, port) is the server's, or is
named by `--server.corsAllowedOrigins`. No page may frame it, but for those that FRNN_FRAME_ANCESTORS names.
"""

from __future__ import annotations

import logging
import os
import re
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit.web.server.server_util import get_display_address, get_url

from frnn_core.errors import FRNNError

READING = ("GET", "HEAD", "OPTIONS")
FRAMERS = "FRNN_FRAME_ANCESTORS"
"""The variable that says which pages may show the dashboard in a frame."""
LONGEST_ORIGIN = 100
_POLICY_VIOLATION = 1008
_ORIGIN = re.compile(r"https?://(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?")
_log = logging.getLogger(__name__)


class Door:
    """Lets in who may connect or upload, and tells browsers which pages may show ours in a frame."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.refused = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
        if scope["type"] == "websocket":
            if self._admits(scope):
                await self.app(_of_ours(scope), receive, send)
            else:
                await WebSocketClose(_POLICY_VIOLATION)(scope, receive, send)
        elif scope["type"] == "http":
            if scope["method"] in READING or self._admits(scope):
                await self.app(scope, receive, _framed(send))
            else:
                await PlainTextResponse("This page may not upload here.", 403)(scope, receive, _framed(send))
        else:
            await self.app(scope, receive, send)

    def _admits(self, scope: Scope) -> bool:
        """Whether what asks is no page, one of ours, or one that was named; the first refusal is logged."""
        strange = {*Headers(scope=scope).getlist("origin")} - {_own(scope), *_named()}
        if strange and not self.refused:
            self.refused = True
            origin = min(strange)[:LONGEST_ORIGIN]
            _log.warning(
                "A page of %r was refused; the server is %r. If that page is the dashboard behind a proxy, "
                "start with --server.corsAllowedOrigins and its origin, or name the address of the proxy in "
                "FORWARDED_ALLOW_IPS. Further refusals are not logged.",
                origin,
                _own(scope),
            )
        return not strange


def _own(scope: Scope) -> str:
    """The origin of the pages that this request would come from if it were ours."""
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    return f"{scheme}://{Headers(scope=scope).get('host', '')}"


def _named() -> list[str]:
    """The origins that the person who started the server trusts."""
    return [origin.strip() for origin in st.get_option("server.corsAllowedOrigins")]


def _of_ours(scope: Scope) -> Scope:
    """The same request as one of our own pages: for a page that was named Streamlit would ask outside."""
    headers = MutableHeaders(raw=list(scope["headers"]))
    if "origin" in headers:
        headers["origin"] = _own(scope)
    return {**scope, "headers": headers.raw}


def _framed(send: Send) -> Send:
    """Send answers with the words that say who may frame them."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(framing(os.environ.get(FRAMERS, "")))
        await send(message)

    return sent


@cache
def framing(named: str) -> dict[str, str]:
    """The headers for what FRNN_FRAME_ANCESTORS says: nothing or none, self, or origins.

    The older of the two headers cannot name an origin, so it is left out then: browsers that know both go by
    the newer one.
    """
    words = [word.strip("'") for word in named.lower().replace(",", " ").split()] or ["none"]
    wrong = [word for word in words if word not in ("none", "self") and not _ORIGIN.fullmatch(word)]
    if wrong or ("none" in words and len(words) > 1):
        raise FRNNError(
            f"{FRAMERS} is {named!r}; it must be none, or self and origins such as https://desk.example, "
            "with spaces between them."
        )
    sources = [f"'{word}'" if word in ("none", "self") else word for word in words]
    older = {"none": {"X-Frame-Options": "DENY"}, "self": {"X-Frame-Options": "SAMEORIGIN"}}
    return {
        "Content-Security-Policy": f"frame-ancestors {' '.join(sources)}",
        **older.get(" ".join(words), {}),
    }


@asynccontextmanager
async def started(app: st.App) -> AsyncIterator[None]:
    """Keep what comes in off the disk, and open the dashboard where there is a screen.

    While a file comes in, what is above the spool's size would go to a temporary file.
    """
    _tell_of_long_work()
    framing(os.environ.get(FRAMERS, ""))  # what cannot be understood stops the server here
    MultiPartParser.spool_max_size = 2 * 2**20 * st.get_option("server.maxUploadSize")
    if not st.get_option("server.headless"):
        address = get_url(get_display_address(st.get_option("server.address")))
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    yield


def _tell_of_long_work() -> None:
    """A line in the log for each run: what it is and how large, nothing of what is in a table."""
    of_core = logging.getLogger("frnn_core")
    if not of_core.handlers:
        lines = logging.StreamHandler()
        lines.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        of_core.addHandler(lines)
        of_core.setLevel(logging.INFO)


MIDDLEWARE = (Middleware(Door),)
