"""The tool of a release finds what is not ready, and its bill of materials is complete and well formed."""

import json
import re
import subprocess
import sys
import tomllib

import pytest
from project import ROOT

from tools import release, sbom

CITATION = 'version: 0.2.0\ndate-released: "2026-11-19"\n'
CHANGELOG = "# Changelog\n\n## 0.2.0 (2026-11-19)\n\n- New.\n\n## 0.1.0 (unreleased)\n"
LOCK = """# made by uv
--only-binary :all:

a-b==1.0 \\
    --hash=sha256:{0} \\
    --hash=sha256:{1}
    # via c
c==2.1 ; sys_platform == 'darwin' \\
    --hash=sha256:{1}
""".format("0" * 64, "1" * 64)


@pytest.mark.parametrize(
    ("version", "citation", "changelog", "told"),
    [
        ("0.2.0", CITATION, CHANGELOG, ""),
        ("0.3.0", CITATION, CHANGELOG, "frnn_core/version.py says 0.3.0"),
        ("0.2.0", "version: 0.1.0\n", CHANGELOG, "CITATION.cff says 0.1.0"),
        ("0.2.0", CITATION, "## 0.1.0\n## 0.2.0\n", "CHANGELOG.md says 0.1.0"),
        ("0.2.0", CITATION, "none", "CHANGELOG.md says none"),
    ],
)
def test_one_version_is_named_everywhere(version, citation, changelog, told):
    finding = release.version_finding(version, citation, changelog)
    assert finding.good == (told == "")
    assert told in finding.told


@pytest.mark.parametrize(
    ("citation", "changelog", "good"),
    [
        (CITATION, CHANGELOG, True),
        (CITATION, CHANGELOG.replace("2026-11-19", "2026-11-18"), False),
        (CITATION, "## 0.2.0 (unreleased)\n\n## 0.1.0 (2026-11-19)\n", False),
        ("version: 0.2.0\n", CHANGELOG, False),
    ],
)
def test_one_date_is_named_everywhere(citation, changelog, good):
    assert release.date_finding(citation, changelog).good == good


def test_version_and_date_are_written_into_the_files_that_name_them():
    names = (release.CODE, release.CITATION, release.CHANGELOG)
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in names}
    for version, date in (("9.0.1", "2031-02-03"), ("9.1", "2032-02-03")):
        texts[release.CHANGELOG] = f"# Changelog\n\n## {version} (unreleased)\n\n- New.\n" + (
            texts[release.CHANGELOG].removeprefix("# Changelog\n")
        )
        texts = release.raised(texts, version, date)
        code, citation, changelog = texts.values()
        found = re.search(r'"(\d[\d.]*)"$', code.strip())[1]
        assert release.version_finding(found, citation, changelog).told == version
        assert release.date_finding(citation, changelog).told.count(date) == 2
        assert citation.count("date-released") == citation.count("\nversion:") == 1
    assert re.findall(r"^## (9.*)", changelog, re.MULTILINE) == ["9.1 (2032-02-03)", "9.0.1 (2031-02-03)"]


def texts_with(changelog):
    return {release.CODE: '__version__ = "0.2.0"', release.CITATION: CITATION, release.CHANGELOG: changelog}


def test_what_was_released_keeps_its_heading():
    with pytest.raises(release.Refused, match=re.escape("Write '## 0.3.0 (unreleased)' above it")):
        release.raised(texts_with(CHANGELOG), "0.3.0", "2026-12-31")
    with pytest.raises(release.Refused, match="begins with 'nothing'"):
        release.raised(texts_with("# Changelog\n"), "0.3.0", "2026-12-31")
    found = release.raised(texts_with(f"## next (unreleased)\n\n{CHANGELOG}"), "0.3.0", "2026-12-31")
    assert found[release.CHANGELOG] == f"## 0.3.0 (2026-12-31)\n\n{CHANGELOG}"


@pytest.mark.parametrize(
    ("version", "date", "told"),
    [
        ("next", "2026-12-31", "'next' is no version"),
        ("v0.3", "2026-12-31", "as '0.3'; take that"),
        ("0.3.0-rc1", "2026-12-31", "as '0.3.0rc1'; take that"),
        ("0.3.0", "2026-02-30", "'2026-02-30' is no day"),
        ("0.3.0", "20261231", "'20261231' is no day"),
        ("0.3.0", "31.12.2026", "is no day"),
    ],
)
def test_what_is_no_version_or_no_day_is_refused(version, date, told):
    with pytest.raises(release.Refused, match=told):
        release.raised(texts_with(f"## {version} (unreleased)\n"), version, date)


def test_a_refusal_writes_nothing_and_ends_in_words():
    call = [sys.executable, "-m", "tools.release", "--set", "9.9.9", "never"]
    before = [(ROOT / name).read_bytes() for name in (release.CODE, release.CITATION, release.CHANGELOG)]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "'never' is no day; write one such as 2026-12-31.\n"
    after = [(ROOT / name).read_bytes() for name in (release.CODE, release.CITATION, release.CHANGELOG)]
    assert before == after


def test_without_uv_the_wheel_is_refused_in_words(tmp_path, monkeypatch):
    monkeypatch.setattr(release.sys, "executable", str(tmp_path / "python"))
    with pytest.raises(release.Refused, match="uv, which builds it, is not installed: make test installs it"):
        release.built(tmp_path)


def test_a_site_that_cannot_be_built_or_was_not_is_not_ready(monkeypatch):
    assert str(release.docs_finding(installed=False)) == (
        "NO  docs: NOT CHECKED: run make docs, which installs what it needs"
    )
    calls = []

    def run(call, cwd, **how):
        calls.append((call, cwd))
        return subprocess.CompletedProcess(call, len(calls) - 1, "", "WARNING: no such page\n")

    monkeypatch.setattr(release.subprocess, "run", run)
    assert release.docs_finding(installed=True).good
    assert str(release.docs_finding(installed=True)) == "NO  docs: make docs fails: WARNING: no such page"
    assert calls == [(["make", "docs"], ROOT)] * 2


def test_what_is_not_ready_is_named():
    assert release.tree_finding("").good
    changed = release.tree_finding(" M README.md\n?? a\n?? b\n?? c\n")
    assert str(changed) == "NO  tree: not committed: README.md, a, b and 1 more"
    assert release.notebooks_finding("0.2.0", {"n": "frnn-explorer 0.2.0, numpy 2.4.6"}).good
    assert not release.notebooks_finding("0.2.0", {"n": "with frnn-explorer 0.1.0, numpy"}).good
    silent = release.notebooks_finding("0.2.0", {"n": "frnn-explorer 0.2.0", "m": "says nothing"})
    assert str(silent) == "NO  notebooks: m: run python -m tools.notebooks"
    assert release.results_finding({"paper": 0, "full": 0}).told == "complete for paper, full"
    assert release.results_finding({"paper": 0, "full": 1200}).told == (
        "missing are 1,200 of full: run make results"
    )


def test_the_size_of_the_wheel_is_bounded(tmp_path):
    wheel = tmp_path / "frnn_explorer-0.2.0-py3-none-any.whl"
    for size, good in ((release.LARGEST - 1, True), (release.LARGEST, False)):
        wheel.write_bytes(bytes(size))
        assert release.wheel_finding(wheel).good == good


def test_a_lock_is_read_with_its_hashes():
    first, second = sbom.locked(LOCK)
    assert (first.name, first.version, first.hashes) == ("a-b", "1.0", ("0" * 64, "1" * 64))
    assert (second.name, second.version, second.hashes) == ("c", "2.1", ("1" * 64,))
    assert (first.marker, second.marker) == ("", "sys_platform == 'darwin'")
    assert first.applies
    assert second.applies == (sys.platform == "darwin")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"License-Expression": ["MIT"], "License": ["x"]}, ("MIT", True)),
        ({"License": ["Apache 2.0"], "Classifier": ["License :: OSI Approved :: X"]}, ("Apache 2.0", False)),
        (
            {"License": ["BSD\nA long text"], "Classifier": ["License :: OSI Approved :: BSD License"]},
            ("BSD License", False),
        ),
        ({"License": ["UNKNOWN"], "Classifier": ["Topic :: Software"]}, (sbom.UNKNOWN, False)),
        ({}, (sbom.UNKNOWN, False)),
    ],
)
def test_a_licence_is_found_where_packages_name_it(fields, told):
    assert sbom.licence_of(fields) == told


def package(name, licence=sbom.UNKNOWN, *, installed=True, marker=""):
    return sbom.Package(name, "1", (), marker, licence, installed=installed)


@pytest.mark.parametrize(
    ("licence", "accepted"),
    [
        ("MIT", True),
        ("MIT License", True),
        ("BSD-3-Clause AND 0BSD AND MIT AND Zlib AND CC0-1.0", True),
        ("MPL-2.0 AND MIT", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("GPL-3.0-only OR MIT", True),
        ("Own licence", False),
        (sbom.UNKNOWN, False),
    ],
)
def test_some_licences_are_accepted(licence, accepted):
    assert package("a", licence).accepted == accepted


def test_a_package_without_a_licence_that_is_accepted_is_named():
    good, elsewhere = package("a", "MIT"), package("c", installed=False, marker="sys_platform == 'none'")
    nameless = release.licences_finding([good, package("b"), package("d", "GPL-3.0-only")])
    assert (
        str(nameless)
        == "NO  licences: not accepted: b (unknown), d (GPL-3.0-only): look them up, or do without"
    )
    absent = release.licences_finding([good, package("b", installed=False)])
    assert str(absent) == (
        "NO  licences: NOT CHECKED: not installed: b: install them with make test, make docs and make audit"
    )
    rest = release.licences_finding([good, elsewhere])
    assert str(rest) == (
        "ok  licences: accepted are those of all 1 packages; "
        "not known are those of packages for other systems: c"
    )
    assert sbom.table([good, package("b")]) == "a  1  MIT\nb  1  unknown"


def test_the_licence_of_every_package_of_this_environment_is_accepted():
    found = sbom.packages(ROOT / "requirements-dev.txt")
    assert release.licences_finding(found).good
    assert {"numpy", "streamlit", "nbclient"} <= {package.name for package in found if package.installed}
    known = {package.name for package in sbom.packages_of_all(ROOT.glob("requirements*.txt"))}
    assert known >= {"numpy", "faiss-cpu", "distributed", "sphinx", "pip-audit", *sbom.LOOKED_AT}


@pytest.fixture(scope="module")
def bill():
    found = sbom.packages(ROOT / "requirements.txt")
    needed = sbom.asked_by_the_library((ROOT / "pyproject.toml").read_text())
    return sbom.bill(found, "0.2.0", "BSD-3-Clause", "2026-11-19", needed)


def test_the_bill_has_every_package_of_the_lock_with_its_hashes(bill):
    lock = (ROOT / "requirements.txt").read_text()
    components = {part["name"]: part for part in bill["components"]}
    assert list(components) == re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE)
    hashes = [entry for part in components.values() for entry in part["hashes"]]
    assert [entry["content"] for entry in hashes] == re.findall(r"sha256:([0-9a-f]{64})", lock)
    assert {entry["alg"] for entry in hashes} == {"SHA-256"}
    numpy = components["numpy"]
    assert numpy["purl"] == f"pkg:pypi/numpy@{numpy['version']}" == numpy["bom-ref"]
    assert "BSD-3-Clause" in numpy["licenses"][0]["expression"]
    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    required = {name for name, part in components.items() if part["scope"] == "required"}
    assert {re.match(r"[\w-]+", name)[0] for name in asked} < required
    assert components["streamlit"]["scope"] == "optional"


def test_the_bill_is_well_formed_and_the_same_every_time(bill):
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    assert bill["metadata"]["timestamp"] == "2026-11-19T00:00:00Z"
    ours = bill["metadata"]["component"]
    assert ours["licenses"] == [{"expression": "BSD-3-Clause"}]
    refs = [ours["bom-ref"], *(part["bom-ref"] for part in bill["components"])]
    assert len(refs) == len(set(refs))
    assert [entry["ref"] for entry in bill["dependencies"]] == refs
    assert {needed for entry in bill["dependencies"] for needed in entry["dependsOn"]} <= set(refs)
    allowed = {"type", "bom-ref", "name", "version", "purl", "scope", "licenses", "hashes"}
    for part in bill["components"]:
        assert set(part) <= allowed
        assert part["type"] == "library"
        assert all(set(told) in ({"expression"}, {"license"}) for told in part.get("licenses", ()))
    assert json.loads(json.dumps(bill)) == bill
    assert re.findall(r"https?://[^\"]*", json.dumps(bill)) == [bill["$schema"]]
    found = sbom.packages(ROOT / "requirements.txt")
    needed = sbom.asked_by_the_library((ROOT / "pyproject.toml").read_text())
    assert sbom.bill(found, "0.2.0", "BSD-3-Clause", "2026-11-19", needed) == bill
