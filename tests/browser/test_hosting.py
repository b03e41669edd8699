"""What docs/hosting.md gives to nginx, before two real servers: TLS, login, sockets, one desk a visitor.

And what becomes of a visitor who comes by a link from elsewhere, of one whose server has died, and of a
browser that sends no login with a socket.
"""

import base64
import getpass
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import pytest
from browsing import complete, drawn, slid, tab
from loops import awaited
from playwright.sync_api import expect
from project import ROOT
from servers import Server
from waiting import LIMIT, until

from tools import load

pytestmark = pytest.mark.slow

UNPACKED = f"{sys.prefix}/nginx/usr/sbin"
"""Where `make nginx` puts it."""
NGINX = shutil.which("nginx") or shutil.which("nginx", path=f"/usr/sbin{os.pathsep}{UNPACKED}")
if not (NGINX and shutil.which("openssl")) and os.environ.get("CI") != "true":
    pytest.skip("nginx or openssl is not installed", allow_module_level=True)

HOSTING = (ROOT / "docs" / "hosting.md").read_text()
LOGIN = {"username": "class", "password": "of 2026"}
BASIC = "Basic " + base64.b64encode(":".join(LOGIN.values()).encode()).decode()
WHOLE = """
user {user};
pid {home}/nginx.pid;
error_log {home}/error.log;
daemon off;
events {{}}
http {{
    access_log off;
    client_body_temp_path {home}/body;
    proxy_temp_path {home}/proxy;
    fastcgi_temp_path {home}/fastcgi;
    uwsgi_temp_path {home}/uwsgi;
    scgi_temp_path {home}/scgi;
{desk}
}}
"""


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def put(text, old, new):
    """Replace what must be there."""
    assert old in text, old
    return text.replace(old, new)


def credentials(home):
    """A certificate and a login for the occasion."""
    certified = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "1",
        "-subj",
        "/CN=desk",
    ]
    files = ["-keyout", str(home / "desk.key"), "-out", str(home / "desk.crt")]
    subprocess.run([*certified, *files], check=True, capture_output=True)
    scrambled = subprocess.run(
        ["openssl", "passwd", "-apr1", LOGIN["password"]], check=True, capture_output=True, text=True
    )
    (home / "desk.users").write_text(f"{LOGIN['username']}:{scrambled.stdout.strip()}\n")
    (said,) = re.findall(r"^echo .* > /etc/nginx/desk\.pass$", HOSTING, re.MULTILINE)
    subprocess.run(["sh", "-c", put(said, "/etc/nginx/desk.pass", '"$0"'), home / "desk.pass"], check=True)


def configuration(home, port, plain, servers):
    """What docs/hosting.md says, with the ports and the folder of the test."""
    text = re.search(r"```nginx\n(.*?)```", HOSTING, re.DOTALL)[1]
    for number, server in enumerate(servers, 1):
        text = put(text, f"127.0.0.1:850{number}", f"127.0.0.1:{server.port}")
    text = put(text, "listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = put(text, "listen 80;", f"listen 127.0.0.1:{plain};")
    return WHOLE.format(home=home, user=getpass.getuser(), desk=put(text, "/etc/nginx/", f"{home}/"))


@contextmanager
def started_nginx(home, port):
    with (home / "log").open("w") as log:
        nginx = subprocess.Popen([NGINX, "-p", home, "-c", home / "nginx.conf"], stderr=log)

    def listens():
        assert nginx.poll() is None, (home / "log").read_text()
        with socket.socket() as asked:
            return asked.connect_ex(("127.0.0.1", port)) == 0

    try:
        until(listens)
        yield
    finally:
        nginx.terminate()
        nginx.wait(LIMIT)


@dataclass
class Desk:
    """Where nginx answers, with TLS and without, and the servers behind it."""

    port: int
    plain: int
    servers: list[Server]

    @property
    def url(self):
        return f"https://127.0.0.1:{self.port}"


NAMED = {"STREAMLIT_SERVER_ALLOWED_HOSTS": "127.0.0.1"}


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """nginx before two servers that know only the name by which visitors reach them."""
    home = tmp_path_factory.mktemp("nginx")
    named = {**os.environ, "XDG_CACHE_HOME": str(home), **NAMED}
    with ExitStack() as stack:
        found = Desk(free_port(), free_port(), [])
        stack.callback(lambda: [server.stop() for server in found.servers])
        for _ in range(2):
            found.servers.append(Server(tmp_path_factory.mktemp("desk"), env=named))
        credentials(home)
        (home / "nginx.conf").write_text(configuration(home, found.port, found.plain, found.servers))
        stack.enter_context(started_nginx(home, found.port))
        yield found


def visitor(browser, **settings):
    return tab(browser, of_its_own=True, ignore_https_errors=True, http_credentials=LOGIN, **settings)


def answer(desk, path="/_stcore/health", **headers):
    """The status of an answer, and the cookies that it sets."""
    request = urllib.request.Request(desk.url + path, headers=headers)
    try:
        with urllib.request.urlopen(request, context=UNVERIFIED, timeout=LIMIT) as found:
            return found.status, cookies_of(found.headers)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, cookies_of(error.headers)


def cookies_of(headers):
    return dict(re.match(r"(\w+)=([^;]*)", line).groups() for line in headers.get_all("Set-Cookie", []))


def socket_opens(desk, *headers):
    """The status of a web socket that a page of this origin opens."""
    lines = (
        "GET /_stcore/stream HTTP/1.1",
        f"Host: 127.0.0.1:{desk.port}",
        f"Origin: {desk.url}",
        *headers,
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    with (
        socket.create_connection(("127.0.0.1", desk.port), LIMIT) as plain,
        UNVERIFIED.wrap_socket(plain) as connection,
    ):
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return int(connection.recv(4096).split()[1])


UNVERIFIED = ssl._create_unverified_context()


def test_nobody_comes_in_without_the_login(desk):
    assert answer(desk) == (401, {})
    assert answer(desk, Authorization="Basic Y2xhc3M6d3Jvbmc=") == (401, {})
    assert answer(desk, Cookie="pass=; desk=1") == (401, {})
    status, cookies = answer(desk, Authorization=BASIC)
    assert status == 200
    assert set(cookies) >= {"desk", "pass"}


def test_a_browser_that_sends_no_login_with_a_socket_is_known_by_a_cookie(desk):
    mine = answer(desk, Authorization=BASIC)[1]["pass"]
    assert re.fullmatch("[0-9a-f]{48}", mine)
    assert socket_opens(desk, f"Cookie: pass={mine}") == 101
    for wrong in (mine[:-1], mine + "0", "", f"{mine} {mine}", "x"):
        assert socket_opens(desk, f"Cookie: pass={wrong}") == 401, wrong
    assert socket_opens(desk) == 401
    assert socket_opens(desk, f"Authorization: {BASIC}") == 101


def test_who_forgets_the_s_is_led_to_the_encrypted_page(desk):
    connection = http.client.HTTPConnection("127.0.0.1", desk.plain, timeout=LIMIT)
    connection.request("GET", "/tour?step=2")
    found = connection.getresponse()
    assert (found.status, found.headers["Location"]) == (301, "https://desk.example/tour?step=2")
    connection.close()


def test_a_link_from_a_course_page_keeps_the_visitor_at_one_desk(desk, browser):
    course = f'<a href="{desk.url}/tour">Tour</a>'
    with visitor(browser) as page:
        page.goto(f"{desk.url}/_stcore/health")
        mine = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
        page.route("http://course.test/", lambda route: route.fulfill(body=course, content_type="text/html"))
        page.goto("http://course.test/")
        with page.expect_request(f"{desk.url}/tour") as asked:
            page.get_by_role("link", name="Tour").click()
        sent = asked.value.all_headers()["cookie"]
        assert {f"desk={mine['desk']}", f"pass={mine['pass']}"} <= {*sent.split("; ")}
        complete(page)


def test_pages_answer_through_it_and_a_visitor_stays_at_one_desk(desk, browser):
    drawn_desks = set()
    for _ in range(12):
        with visitor(browser) as page:
            page.goto(f"{desk.url}/benchmark")
            drawn(page)
            complete(page)
            cookies = page.context.cookies()
            mine = [cookie["value"] for cookie in cookies if cookie["name"] == "desk"]
            assert len(mine) == 1
            drawn_desks.add(mine[0])
            if len(drawn_desks) == 2:
                slid(page, "k, neighbours", lambda page=page: "k=" in page.evaluate("location.href"))
                page.reload()
                drawn(page)
                again = [c["value"] for c in page.context.cookies() if c["name"] == "desk"]
                assert again == mine
                break
    assert drawn_desks == {"1", "2"}


def test_a_table_is_uploaded_through_it(desk, browser, tmp_path):
    table = tmp_path / "mine.csv"
    table.write_text("a,b,kind\n" + "".join(f"{i % 7},{i * i % 11},{'xy'[i % 2]}\n" for i in range(60)))
    with visitor(browser) as page:
        page.goto(f"{desk.url}/your_data")
        complete(page)
        page.locator('input[type="file"]').first.set_input_files(table)
        expect(page.get_by_text("60 rows").first).to_be_visible()


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_the_tool_for_loads_comes_through_it(desk):
    place = load.Place(desk.url, ":".join(LOGIN.values()))
    told = awaited(load.crowd([place], len(load.PAGES), pause=0.2, seconds=3.0))
    assert told.errors == {}
    assert all(told.seconds[page] for page in load.PAGES)
    stranger = awaited(load.crowd([load.Place(desk.url, "class:wrong")], 1, pause=0.1, seconds=1.0))
    assert "401" in next(iter(stranger.errors))


def test_visitors_of_a_dead_server_are_served_by_the_other(desk):
    for i, server in enumerate(desk.servers):
        server.stop()
        assert answer(desk, Authorization=BASIC, Cookie=f"desk={i + 1}")[0] == 200
        named = {**os.environ, "XDG_CACHE_HOME": str(server.home), **NAMED}
        desk.servers[i] = Server(server.home, port=server.port, env=named)
