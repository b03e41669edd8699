"""The promises of SECURITY.md that can be looked up: settings, calls, exports, and a server as it starts."""

import ast
import os
import re
import socket
import tomllib
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path

import pandas as pd
import pytest
from distributed.cli.dask_scheduler import main as scheduler
from distributed.cli.dask_worker import main as worker
from loops import awaited
from project import ROOT
from servers import Server
from starlette.formparsers import MultiPartParser
from starlette.requests import Request
from waiting import LIMIT

from frnn_core.data.reading import MAX_BYTES
from frnn_core.latex import latex_text
from frnn_core.text import csv_text
from pages.ui import shell
from pages.ui.benchmark import answer
from pages.ui.home import ways
from pages.ui.server import started
from tools import audit

SOURCES = [
    ROOT / "app.py",
    *sorted((ROOT / "pages").rglob("*.py")),
    *sorted((ROOT / "frnn_core").rglob("*.py")),
]
SETTINGS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("server", "address", "127.0.0.1"),
        ("server", "enableXsrfProtection", True),
        ("server", "enableCORS", True),
        ("server", "maxUploadSize", MAX_BYTES // 1_000_000),
        ("browser", "gatherUsageStats", False),
        ("client", "showErrorDetails", "none"),
        ("client", "showErrorLinks", False),
        ("runner", "magicEnabled", False),
    ],
)
def test_settings_are_as_promised(section, name, value):
    assert SETTINGS[section][name] == value


def test_nothing_else_is_switched_on():
    risky = {
        "enableStaticServing",
        "enableAgentApi",
        "corsAllowedOrigins",
        "trustedUserHeaders",
        "scriptHealthCheckEnabled",
    }
    assert not risky & set(SETTINGS["server"])


# calls

MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve", "yaml", "telnetlib", "ftplib"}
NETWORK = {"requests", "urllib.request", "http.client", "socket", "httpx", "aiohttp", "smtplib"}
CALLS = {"eval", "exec", "compile", "__import__", "breakpoint"}
METHODS = {"os.system", "os.popen", "joblib.load", "pd.read_pickle", "pandas.read_pickle", "yaml.load"}
KEYWORDS = {
    ("allow_pickle", True),
    ("shell", True),
    ("unsafe_allow_html", True),
    ("unsafe_allow_javascript", True),
}
HTML = {"st.html", "st.iframe", "components.html", "components.iframe", "html.unescape"}


def dotted(node):
    """The name of what is called: np.load."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join([*([node.id] if isinstance(node, ast.Name) else ["?"]), *reversed(parts)])


def dangers(tree):
    """What in a module's syntax breaks a promise, as words."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules = {str(node.module)}
        else:
            modules = set()
        yield from (
            f"imports {module}" for module in modules if module in NETWORK or module.split(".")[0] in MODULES
        )
        if isinstance(node, ast.Call):
            name = dotted(node.func)
            keywords = {word.arg: word.value for word in node.keywords}
            if name in CALLS | METHODS:
                yield f"calls {name}"
            if name in HTML and not (
                node.args and isinstance(node.args[0], ast.Name) and node.args[0].id.isupper()
            ):
                yield f"calls {name} with more than a constant"
            for word, value in KEYWORDS:
                if word in keywords and not (
                    isinstance(keywords[word], ast.Constant) and keywords[word].value is not value
                ):
                    yield f"{name} with {word}"
            if name in ("np.load", "numpy.load") and "allow_pickle" not in keywords:
                yield f"{name} does not say allow_pickle=False"


@pytest.mark.parametrize(
    "code",
    [
        "import pickle",
        "from dill import loads",
        "from urllib.request import urlopen",
        "eval('1')",
        "os.system('ls')",
        "np.load(f)",
        "np.load(f, allow_pickle=True)",
        "np.load(f, allow_pickle=flag)",
        "subprocess.run(c, shell=True)",
        "st.markdown(x, unsafe_allow_html=True)",
        "st.html(x)",
        "st.html('<b>' + NAME)",
    ],
)
def test_the_search_finds_each_danger(code):
    assert len(list(dangers(ast.parse(code)))) == 1


def test_the_search_lets_the_harmless_pass():
    code = "np.load(f, allow_pickle=False)\nst.html(STYLE)\nsubprocess.run(c)\nre.compile('x')\nimport json"
    assert list(dangers(ast.parse(code))) == []


def test_no_module_unpickles_evaluates_calls_out_or_writes_html():
    assert len(SOURCES) > 150
    found = [
        f"{path.relative_to(ROOT)}: {what}"
        for path in SOURCES
        for what in dangers(ast.parse(path.read_text()))
    ]
    assert found == []


@pytest.mark.parametrize("style", [shell.LARGE_TEXT, shell.TOP, answer.IN_VIEW, ways.WHOLE_CARDS])
def test_the_only_html_is_a_constant_style(style):
    assert re.fullmatch(r"<style>[A-Za-z0-9\s(){}\[\]=@^*\":;.,-]*</style>", style)
    assert "url" not in style
    assert "@import" not in style


EXPLAINED = {
    ("frnn_core/experiments/jobs.py", "S603"): "starts this Python with a folder that this process has made",
    (
        "frnn_core/experiments/store.py",
        "S608",
    ): "the names of columns, which are constants of the module; values are bound",
    ("frnn_core/processes.py", "S603"): "starts this Python with a module of ours",
    ("tools/load.py", "S311"): "chance that is no secret: pauses and choices of a load test",
}


def test_each_exception_from_the_security_rules_is_explained():
    used = {
        (str(path.relative_to(ROOT)), code)
        for path in [*SOURCES, *sorted((ROOT / "tools").glob("*.py"))]
        for line in re.findall(r"# noqa:(.*)", path.read_text())
        for code in re.findall(r"\bS\d{3}\b", line)
    }
    assert used == set(EXPLAINED)
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    assert "S" in lint["select"]
    assert not [code for code in lint["ignore"] if re.match(r"S(\d|$)", code)]
    ignored = {
        where: {c for c in codes if c.startswith("S")} for where, codes in lint["per-file-ignores"].items()
    }
    assert ignored == {"tests/**": {"S"}, "tools/**": {"S603", "S607"}}


# known vulnerabilities


PACKAGE = {"name": "a", "version": "1", "vulns": []}
PROBLEM = {"id": "CVE-1", "fix_versions": ["2"]}
SKIPPED = {"name": "b", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("found", "code", "words"),
    [
        ([PACKAGE], audit.CLEAN, "Clean: nothing is known against 1 locked"),
        ([{**PACKAGE, "vulns": [PROBLEM]}, SKIPPED], audit.VULNERABLE, "a 1: CVE-1, mended in 2"),
        ([PACKAGE, SKIPPED], audit.UNCHECKED, "NOT CHECKED: b. 1 other"),
        ([SKIPPED], audit.UNCHECKED, "no package could be looked up"),
        ([], audit.UNCHECKED, "no package could be looked up"),
    ],
)
def test_the_audit_tells_clean_from_vulnerable_from_not_checked(found, code, words):
    told = audit.verdict(found)
    assert told[0] == code
    assert words in told[1]


# the cluster


def test_who_reaches_a_cluster_is_told_with_options_that_exist():
    (told,) = re.findall(r"^- A Dask cluster.*?(?=^-|^#)", (ROOT / "SECURITY.md").read_text(), re.M | re.S)
    assert "pickles" in told
    options = set(re.findall(r"`(?:dask scheduler )?(--[a-z-]+)`", told))
    assert options == {"--host", "--tls-ca-file", "--tls-cert", "--tls-key"}
    for command in (scheduler, worker):
        assert options <= {option for param in command.params for option in param.opts}
    names = re.findall(r"`DASK_([A-Z_]+)`", told)
    assert [name.lower().replace("__", ".") for name in names] == [
        "distributed.comm.tls.ca_file",
        "distributed.comm.tls.client.cert",
        "distributed.comm.tls.client.key",
    ]
    assert "[SECURITY.md](SECURITY.md#not-promised)" in (ROOT / "README.md").read_text()


# exports


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", " =", "\r=", "\N{NO-BREAK SPACE}=", "＝", "＋", "－", "＠"]
)
def test_no_start_of_a_formula_survives_in_a_csv(start):
    frame = pd.DataFrame({f"{start}c": [f"{start}1"]}, index=pd.Index([f"{start}r"], name=f"{start}i"))
    cells = [cell for line in csv_text(frame).splitlines() for cell in line.split(",")]
    assert len(cells) == 4
    assert all(cell.startswith("'") for cell in cells), cells


@pytest.mark.parametrize("line_break", ["\r", "\n", "\r\n", "\v", "\N{LINE SEPARATOR}"])
def test_no_break_in_a_text_makes_a_row_of_a_csv(line_break):
    frame = pd.DataFrame({"c": [f"a{line_break}=1+1"]}, index=pd.Index(["r"], name="i"))
    assert csv_text(frame) == "i,c\nr,a =1+1\n"


def test_latex_keeps_a_row_on_its_line_and_takes_no_bracket_for_an_option():
    frame = pd.DataFrame({"x": ["a\nb\r\\input{c}"]}, index=pd.Index(["[1em]"], name="*"))
    text = latex_text(frame, "one\ntwo", ["% a\n\\input{b}"])
    assert "{}* & x \\\\\n\\midrule\n{}[1em] & a b \\textbackslash{}input\\{c\\} \\\\\n\\bottomrule" in text
    assert r"\caption{one two}" in text
    assert [line for line in text.splitlines() if "input{" in line and not line.startswith("%")] == []


# a server


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
    assert MultiPartParser.spool_max_size > SETTINGS["server"]["maxUploadSize"] * 2**20


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


def handshake(port, *origins):
    """The status of a WebSocket that a page of this origin opens."""
    lines = (
        "GET /_stcore/stream HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        *(f"Origin: {origin}" for origin in origins),
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    with socket.create_connection(("127.0.0.1", port), timeout=LIMIT) as connection:
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
