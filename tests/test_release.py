"""What a release says of itself agrees with what is in it."""

import re
import tomllib

from project import ROOT

from frnn_core.data.catalogue import entries
from frnn_core.version import __version__


def test_the_notes_on_the_data_name_every_set_with_its_size_source_and_licence():
    lines = (ROOT / "docs" / "data.md").read_text().split("|---|---|---|---|---|\n")[-1].splitlines()
    told = {line.split("|")[1].strip(): [part.strip() for part in line.split("|")[2:6]] for line in lines}
    assert list(told) == list(entries())
    for name, entry in entries().items():
        keel_name, size, source, licence = told[name]
        assert keel_name == entry.keel_name
        assert size == f"{entry.rows:,} × {entry.features}, {entry.classes} classes"
        assert f"{source}," in entry.source
        assert entry.licence.startswith("CC BY 4.0" if licence == "CC BY 4.0" else "not stated")
    assert sum(licence == "not stated" for *_, licence in told.values()) == 9


def test_version_and_licence_are_the_same_everywhere():
    citation = (ROOT / "CITATION.cff").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"\nversion: {__version__}\n" in citation
    assert '- name: "The FRNN Explorer developers"' in citation
    keys = re.findall(r"^([a-z-]+):", citation, re.MULTILINE)
    needed = {
        "cff-version",
        "message",
        "type",
        "title",
        "abstract",
        "keywords",
        "authors",
        "version",
        "license",
    }
    assert needed | {"references"} <= {*keys}
    assert [author["name"] for author in project["authors"]] == re.findall(
        r'^  - name: "(.*)"$', citation, re.M
    )
    listed = re.search(r"^keywords:\n((?:  - .*\n)+)", citation, re.M)[1]
    assert project["keywords"] == re.findall(r"^  - (.*)$", listed, re.M)
    assert not [
        name for name in project["classifiers"] if name.startswith("License")
    ]  # the expression says it
    assert "urls" not in project
    assert f"\nlicense: {project['license']}\n" in citation
    assert project["license"] == "BSD-3-Clause"
    assert (ROOT / "LICENSE").read_text().startswith("BSD 3-Clause License")
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_image_gets_what_the_dashboard_needs_and_nothing_else():
    copied = [
        source
        for line in re.findall(r"^COPY (.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
        for source in line.split()[:-1]
    ]
    allowed = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    assert sorted(copied) == sorted(allowed)
    assert all((ROOT / source).exists() for source in copied)
    needed = {"app.py", "pages", "frnn_core", ".streamlit", "requirements.txt"}
    assert needed <= set(copied)


def test_a_volume_for_results_belongs_to_the_user_of_the_image():
    """A volume over a folder that the image lacks would be root's."""
    lines = (ROOT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    (mounted,) = re.findall(r"-v frnn-results:(\S+) ", (ROOT / "docs" / "hosting.md").read_text())[:1]
    making = next(i for i, line in enumerate(lines) if f"--owner=1000 --group=explorer {mounted}" in line)
    assert re.search(
        r"^RUN useradd --uid 1000 --create-home explorer\b.*&& install --directory", lines[making]
    )
    assert making < lines.index("USER 1000")
