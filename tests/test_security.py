"""The promises of SECURITY.md that can be looked up: settings, calls, exports."""

import ast
import re
import tomllib

import pandas as pd
import pytest
from distributed.cli.dask_scheduler import main as scheduler
from distributed.cli.dask_worker import main as worker
from project import ROOT

from frnn_core.data.reading import MAX_BYTES
from frnn_core.latex import latex_text
from frnn_core.text import csv_text
from pages.ui import presenting, shell, touching
from pages.ui.benchmark import answer
from pages.ui.home import ways
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


@pytest.mark.parametrize(
    "style",
    [presenting.STYLE, shell.ALWAYS, shell.TOP, answer.IN_VIEW, ways.WHOLE_CARDS, touching.ASIDE],
)
def test_the_only_html_is_a_constant_style(style):
    assert re.fullmatch(r"<style>[A-Za-z0-9\s(){}\[\]=@^*\":;.,%>/-]*</style>", style)
    assert "url" not in style
    assert "@import" not in style


EXPLAINED = {
    ("frnn_core/cli/app.py", "S603"): "starts this Python with Streamlit and words typed by who calls it",
    ("frnn_core/experiments/jobs.py", "S603"): "starts this Python with a folder that this process has made",
    (
        "frnn_core/experiments/store.py",
        "S608",
    ): "the names of columns, which are constants of the module; values are bound",
    ("frnn_core/processes.py", "S603"): "starts this Python with a module of ours",
    ("tools/docsite/examples.py", "S102"): "runs the scripts of docs/examples, to show what they print",
    ("tools/moving_pictures.py", "S310"): "asks the server that it has started itself",
    ("tools/load.py", "S310"): "asks the address that it is told to load",
    ("tools/load.py", "S311"): "chance that is no secret: pauses and choices of a load test",
}


IN_A_SCRIPT = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|\beval\b|new Function|\bimport\b"
    r"|fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|https?://(?!www\.w3\.org/2000/svg)"
)


@pytest.mark.parametrize(
    "code", ["a.innerHTML = b", "eval(a)", "new Function(a)", "fetch(a)", "'http://a.b'"]
)
def test_the_search_finds_each_danger_in_a_script(code):
    assert IN_A_SCRIPT.search(code)


def test_no_script_of_ours_makes_html_of_text_or_asks_for_anything():
    """Neither the files nor the short ones that stand as constants in a module."""
    scripts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "pages").rglob("*.js"))]
    for path in (ROOT / "pages").rglob("*.py"):
        constants = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
        scripts += [node.value for node in constants if "export default" in str(node.value)]
    assert len(scripts) > 7
    assert [found for script in scripts if (found := IN_A_SCRIPT.search(script))] == []


def test_each_exception_from_the_security_rules_is_explained():
    used = {
        (str(path.relative_to(ROOT)), code)
        for path in [*SOURCES, *sorted((ROOT / "tools").rglob("*.py"))]
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
    assert ignored == {"tests/**": {"S"}, "tools/**": {"S603", "S607"}, "docs/examples/**": set()}


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
    assert "[SECURITY.md](../SECURITY.md#not-promised)" in (ROOT / "docs" / "command-line.md").read_text()


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
