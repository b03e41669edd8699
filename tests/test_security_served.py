"""The promises of SECURITY.md that only a running server can keep: who reaches it, and whom it asks."""

import os
import re
import socket
import subprocess
import sys
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path

import pytest
from loops import awaited
from project import ROOT
from servers import Server
from starlette.formparsers import MultiPartParser
from starlette.requests import Request
from waiting import LIMIT

from frnn_core.data.reading import MAX_BYTES
from frnn_core.errors import FRNNError
from pages.ui.server import FRAMERS, framing, started


def test_an_upload_stays_in_memory_while_it_comes_in(monkeypatch):
    body = b'--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
    body += bytes(3_000_000) + b"\r\n--x--\r\n"

    async def spooled():
        async def receive():
            return {"type": "http.request", "body": body, "more_body": False}

        headers = [(b"content-type", b"multipart/form-data; boundary=x")]
        request = Request({"type": "http", "headers": headers}, receive)
        async with started(None), request.form() as form:
            return form["f"].size, form["f"].file._rolled

    monkeypatch.setattr(MultiPartParser, "spool_max_size", MultiPartParser.spool_max_size)
    monkeypatch.setattr(webbrowser, "open", print)
    assert awaited(spooled()) == (3_000_000, False)
    assert MultiPartParser.spool_max_size > MAX_BYTES // 1_000_000 * 2**20


@pytest.fixture
def port(tmp_path):
    """The dashboard as `streamlit run app.py` starts it, whatever this shell says."""
    server = Server(tmp_path, env=bare(tmp_path))
    yield server.port
    server.stop()


def bare(home):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
    return {**kept, "XDG_CACHE_HOME": str(home), "HOME": str(home)}


def listening(port):
    """The local addresses that listen on a port, as the kernel writes them."""
    found = []
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        if Path(table).exists():
            rows = [line.split() for line in Path(table).read_text().splitlines()[1:]]
            found += [row[1] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "0A"]
    return found


def answer(port, path, method="GET", headers=None, data=None):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, headers or {}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=LIMIT) as found:
            return found.status, found.headers
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers


def handshake(port, *origins, peer="127.0.0.1", host="", headers=()):
    """The status of a WebSocket that a page of this origin opens, as this peer hands it on."""
    lines = (
        "GET /_stcore/stream HTTP/1.1",
        f"Host: {host or f'127.0.0.1:{port}'}",
        *(f"Origin: {origin}" for origin in origins),
        *headers,
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    with socket.create_connection(("127.0.0.1", port), LIMIT, (peer, 0)) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return int(connection.recv(4096).split()[1])


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux tells who listens where")
def test_a_server_listens_to_this_machine_alone_and_takes_no_upload_without_a_token(port):
    assert listening(port) == [f"0100007F:{port:04X}"]
    upload = "/_stcore/upload_file/session/file"
    assert answer(port, upload, "PUT", data=b"x")[0] == 403
    status, headers = answer(port, "/_stcore/health", headers={"Origin": "http://evil.test"})
    assert (status, headers["Access-Control-Allow-Origin"]) == (200, None)
    token = re.search(r"_streamlit_xsrf=([^;]+)", headers["Set-Cookie"]).group(1)
    both = {"X-Xsrftoken": token, "Cookie": f"_streamlit_xsrf={token}"}
    assert answer(port, upload, "PUT", {**both, "X-Xsrftoken": "2|0|0|0"}, b"x")[0] == 403
    assert answer(port, upload, "PUT", both, b"x")[0] == 400  # past the token; there is no such session
    own = f"http://127.0.0.1:{port}"
    assert answer(port, upload, "PUT", {**both, "Origin": own}, b"x")[0] == 400
    assert handshake(port, own) == handshake(port) == 101
    others = (
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        f"http://localhost:{port}",
        f"https://127.0.0.1:{port}",
    )
    for origin in (*others, f"{own}.evil.test", "http://evil.test", "null", ""):
        assert handshake(port, origin) == 403, origin
        assert handshake(port, own, origin) == 400, origin
        assert answer(port, upload, "PUT", {**both, "Origin": origin}, b"x")[0] == 403, origin
    for path in ("/", "/your_data", "/_stcore/health", "/static/none.js"):
        headers = answer(port, path)[1]
        assert headers["Content-Security-Policy"] == "frame-ancestors 'none'"
        assert headers["X-Frame-Options"] == "DENY"
    for path in ("/app/static/../app.py", "/..%2fapp.py", "/static/..%2f..%2fetc%2fpasswd"):
        assert answer(port, path)[0] in (400, 403, 404)


@pytest.mark.slow
def test_a_server_asks_nobody_outside_whether_a_page_is_let_in_or_not(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as outside:
        proxy = f"http://127.0.0.1:{outside.getsockname()[1]}"
        env = {**dict.fromkeys(("http_proxy", "https_proxy"), proxy), "no_proxy": ""}
        env["STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS"] = "https://desk.test"
        server = Server(tmp_path, env={**bare(tmp_path), **env})
        assert [handshake(server.port, "http://evil.test") for _ in range(20)] == [403] * 20
        assert handshake(server.port, "https://desk.test") == 101
        assert handshake(server.port, "http://desk.test") == 403
        told = server.told()
        server.stop()
        outside.setblocking(False)
        with pytest.raises(BlockingIOError):
            outside.accept()
    assert told.count("was refused; the server is") == 1
    assert "--server.corsAllowedOrigins" in told


ELSEWHERE = "127.0.0.2"
"""A peer that uvicorn does not trust by itself, as a proxy in another container is."""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux has all of 127.0.0.0/8")
@pytest.mark.parametrize(
    ("setting", "here", "elsewhere"),
    [
        ({}, 101, 403),
        ({"FORWARDED_ALLOW_IPS": ELSEWHERE}, 403, 101),
        ({"FORWARDED_ALLOW_IPS": "127.0.0.0/8"}, 101, 101),
        ({"FORWARDED_ALLOW_IPS": "*"}, 101, 101),
        ({"STREAMLIT_SERVER_CORS_ALLOWED_ORIGINS": "https://one.test https://desk.test"}, 101, 101),
    ],
)
def test_behind_a_proxy_with_tls_elsewhere_a_setting_lets_pages_in(tmp_path, setting, here, elsewhere):
    server = Server(tmp_path, env={**bare(tmp_path), **setting})
    handed = {"host": "desk.test", "headers": ("X-Forwarded-Proto: https", "X-Forwarded-For: 192.0.2.7")}
    for peer, expected in (("127.0.0.1", here), (ELSEWHERE, elsewhere)):
        assert handshake(server.port, "https://desk.test", peer=peer, **handed) == expected
        assert handshake(server.port, "https://evil.test", peer=peer, **handed) == 403
    told = server.told()
    server.stop()
    assert "FORWARDED_ALLOW_IPS" in told


@pytest.mark.parametrize(
    ("named", "policy", "older"),
    [
        ("", "'none'", "DENY"),
        ("none", "'none'", "DENY"),
        ("'self'", "'self'", "SAMEORIGIN"),
        ("self, https://huggingface.co", "'self' https://huggingface.co", None),
        ("https://*.example:8443  http://desk", "https://*.example:8443 http://desk", None),
    ],
)
def test_who_hosts_says_who_may_show_the_dashboard_in_a_frame(named, policy, older):
    told = framing(named)
    assert told["Content-Security-Policy"] == f"frame-ancestors {policy}"
    assert told.get("X-Frame-Options") == older
    assert len(told) == 1 + (older is not None)


@pytest.mark.parametrize(
    "named",
    ["*", "https:", "desk.example", "none self", "https://a/b", "https://a; img-src *", "https://a\r\nX: y"],
)
def test_what_is_no_origin_cannot_be_named_for_frames(named):
    with pytest.raises(FRNNError, match=f"{FRAMERS} is .* it must be none, or self and origins"):
        framing(named)


@pytest.mark.slow
def test_the_pages_say_who_may_frame_them_and_nonsense_stops_the_server(tmp_path):
    server = Server(tmp_path, env={**bare(tmp_path), FRAMERS: "self https://class.test"})
    for path in ("/", "/your_data", "/_stcore/health", "/static/none.js"):
        headers = answer(server.port, path)[1]
        assert headers["Content-Security-Policy"] == "frame-ancestors 'self' https://class.test"
        assert headers["X-Frame-Options"] is None
    server.stop()
    (tmp_path / "secrets.toml").write_text(f'{FRAMERS} = "self"\n')  # where a host takes no variables
    server = Server(
        tmp_path, env={**bare(tmp_path), "STREAMLIT_SECRETS_FILES": str(tmp_path / "secrets.toml")}
    )
    assert answer(server.port, "/")[1]["X-Frame-Options"] == "SAMEORIGIN"
    server.stop()
    wrong = {**bare(tmp_path), FRAMERS: "everyone!", "STREAMLIT_SERVER_HEADLESS": "true"}
    call = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", "0"]
    ended = subprocess.run(call, cwd=ROOT, env=wrong, capture_output=True, text=True, timeout=LIMIT)
    assert ended.returncode != 0
    assert f"{FRAMERS} is 'everyone!'; it must be none" in ended.stdout + ended.stderr
