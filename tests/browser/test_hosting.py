"""What docs/hosting.md gives to nginx, before two real servers: TLS, login, sockets, one desk a visitor."""

import getpass
import os
import re
import shutil
import socket
import ssl
import subprocess
import urllib.error
import urllib.request
from contextlib import ExitStack, contextmanager

import pytest
from browsing import complete, drawn, slid, tab
from playwright.sync_api import expect
from project import ROOT
from servers import Server
from waiting import LIMIT, until

pytestmark = pytest.mark.slow

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
if not (NGINX and shutil.which("openssl")) and os.environ.get("CI") != "true":
    pytest.skip("nginx or openssl is not installed", allow_module_level=True)

LOGIN = {"username": "class", "password": "of 2026"}
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


def configuration(home, port, servers):
    """What docs/hosting.md says, with the ports and the folder of the test."""
    text = re.search(r"```nginx\n(.*?)```", (ROOT / "docs" / "hosting.md").read_text(), re.DOTALL)[1]
    for number, server in enumerate(servers, 1):
        text = put(text, f"127.0.0.1:850{number}", f"127.0.0.1:{server.port}")
    text = put(text, "listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
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


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """The address of nginx before two servers that know only the name by which visitors reach them."""
    home, port = tmp_path_factory.mktemp("nginx"), free_port()
    named = {**os.environ, "XDG_CACHE_HOME": str(home), "STREAMLIT_SERVER_ALLOWED_HOSTS": "127.0.0.1"}
    with ExitStack() as stack:
        servers = []
        for _ in range(2):
            servers.append(Server(tmp_path_factory.mktemp("desk"), env=named))
            stack.callback(servers[-1].stop)
        credentials(home)
        (home / "nginx.conf").write_text(configuration(home, port, servers))
        stack.enter_context(started_nginx(home, port))
        yield f"https://127.0.0.1:{port}"


def visitor(browser, **settings):
    return tab(browser, ignore_https_errors=True, http_credentials=LOGIN, **settings)


def test_nobody_comes_in_without_the_login(desk):
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(desk, context=ssl._create_unverified_context(), timeout=LIMIT)


def test_pages_answer_through_it_and_a_visitor_stays_at_one_desk(desk, browser):
    drawn_desks = set()
    for _ in range(12):
        with visitor(browser) as page:
            page.goto(f"{desk}/benchmark")
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
        page.goto(f"{desk}/your_data")
        complete(page)
        page.locator('input[type="file"]').first.set_input_files(table)
        expect(page.get_by_text("60 rows").first).to_be_visible()
