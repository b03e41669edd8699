"""The door of the server: which pages may speak to it, and that none may frame it.

Streamlit by itself lets in pages of every port of this machine, and before it refuses another it asks outside
for its own address. Here a page is let in if its whole origin (scheme, host, port) is the server's, or is
named by `--server.corsAllowedOrigins`.
"""

from __future__ import annotations

import logging
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import streamlit as st
from starlette.datastructures import Headers, MutableHeaders
from starlette.formparsers import MultiPartParser
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit.web.server.server_util import get_display_address, get_url

READING = ("GET", "HEAD", "OPTIONS")
UNFRAMED = {"Content-Security-Policy": "frame-ancestors 'none'", "X-Frame-Options": "DENY"}
LONGEST_ORIGIN = 100
_POLICY_VIOLATION = 1008
_log = logging.getLogger(__name__)


class Door:
    """Lets in who may connect or upload, and forbids other pages to show ours in a frame."""

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
                await self.app(scope, receive, _unframed(send))
            else:
                await PlainTextResponse("This page may not upload here.", 403)(
                    scope, receive, _unframed(send)
                )
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
                "start with --server.corsAllowedOrigins and its origin. Further refusals are not logged.",
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


def _unframed(send: Send) -> Send:
    """Send answers with the words that forbid frames."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(UNFRAMED)
        await send(message)

    return sent


@asynccontextmanager
async def started(app: st.App) -> AsyncIterator[None]:
    """Keep what comes in off the disk, and open the dashboard where there is a screen.

    While a file comes in, what is above the spool's size would go to a temporary file.
    """
    _tell_of_long_work()
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
