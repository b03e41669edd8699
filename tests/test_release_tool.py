"""The tool of a release finds what is not ready, and its bill of materials is complete and well formed."""

import json
import re
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
        texts = release.raised(texts, version, date)
        code, citation, changelog = texts.values()
        found = re.search(r'"(\d[\d.]*)"$', code.strip())[1]
        assert release.version_finding(found, citation, changelog).told == version
        assert release.date_finding(citation, changelog).told.count(date) == 2
        assert citation.count("date-released") == citation.count("\nversion:") == 1
        assert changelog.count("9.") == 1


def test_what_is_not_ready_is_named():
    assert release.tree_finding("").good
    changed = release.tree_finding(" M README.md\n?? a\n?? b\n?? c\n")
    assert str(changed) == "NO  tree: not committed: README.md, a, b and 1 more"
    assert release.notebooks_finding("0.2.0", {"n": "frnn-explorer 0.2.0, numpy 2.4.6"}).good
    assert not release.notebooks_finding("0.2.0", {"n": "with frnn-explorer 0.1.0, numpy"}).good
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


def test_a_package_without_a_licence_is_named():
    found = [
        sbom.Package("a", "1", (), "MIT", installed=True),
        sbom.Package("b", "1", (), installed=True),
        sbom.Package("c", "1", ()),
    ]
    assert sbom.unknown(found) == ["b"]
    assert release.licences_finding(found).told.startswith("b do not tell theirs")
    rest = release.licences_finding([found[0], found[2]])
    assert rest.good
    assert rest.told == "known of 1 packages; not of those that are not installed on this system: c"
    assert sbom.table(found[:2]) == "a  1  MIT\nb  1  unknown"


def test_the_licence_of_every_package_that_is_installed_is_known():
    found = sbom.packages(ROOT / "requirements-dev.txt")
    assert release.licences_finding(found).good
    assert {"numpy", "streamlit", "nbclient"} <= {package.name for package in found if package.installed}


@pytest.fixture(scope="module")
def bill():
    found = sbom.packages(ROOT / "requirements.txt")
    needed = sbom.asked_by_the_library((ROOT / "pyproject.toml").read_text())
    return sbom.bill(found, "0.2.0", "BSD-3-Clause", "2026-11-19", needed)


def test_the_bill_has_every_package_of_the_lock_with_its_hashes(bill):
    lock = (ROOT / "requirements.txt").read_text()
    components = {part["name"]: part for part in bill["components"]}
    assert list(components) == re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE)
    hashes = [entry for part in components.values() for entry in part["externalReferences"][0]["hashes"]]
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
    allowed = {"type", "bom-ref", "name", "version", "purl", "scope", "licenses", "externalReferences"}
    for part in bill["components"]:
        assert set(part) <= allowed
        assert part["type"] == "library"
        assert all(set(told) in ({"expression"}, {"license"}) for told in part.get("licenses", ()))
    assert json.loads(json.dumps(bill)) == bill
    found = sbom.packages(ROOT / "requirements.txt")
    needed = sbom.asked_by_the_library((ROOT / "pyproject.toml").read_text())
    assert sbom.bill(found, "0.2.0", "BSD-3-Clause", "2026-11-19", needed) == bill
