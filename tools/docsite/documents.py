"""Markdown of the repository as pages of the site: sections are picked, links led to where things stand."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tools.docsite.layers import drawn

ROOT = Path(__file__).parents[2]
LARGEST = 300_000
"""Files of more bytes are named, not given along."""
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
HEADING = re.compile(r"^(#+) (.*)$")


@dataclass(frozen=True)
class Document:
    """A page of the site made from a file of the repository.

    Attributes
    ----------
    place : of the page, without .md
    file : in the repository
    section : the heading of what is taken; empty for the whole file
    title : what the page is called, where not as the file or the section
    """

    place: str
    file: str
    section: str = ""
    title: str = ""


DOCUMENTS = (
    Document("start/install", "README.md", "Start", "Install and start"),
    Document("guide/guide", "docs/guide.md"),
    Document("guide/exercises", "docs/exercises.md"),
    Document("guide/library", "docs/library.md"),
    Document("guide/command-line", "docs/command-line.md"),
    Document("guide/statistics", "docs/statistics.md"),
    Document("guide/tables", "docs/tables.md"),
    Document("guide/search", "docs/search.md"),
    Document("guide/strength", "docs/strength.md"),
    Document("guide/hosting", "docs/hosting.md"),
    Document("guide/security", "SECURITY.md"),
    Document("about/results", "docs/results.md"),
    Document("about/data", "docs/data.md"),
    Document("about/limits", "docs/limits.md"),
    Document("about/architecture", "docs/architecture.md"),
    Document("about/contributing", "CONTRIBUTING.md"),
    Document("about/changelog", "CHANGELOG.md"),
)
README_HOME = "index"
"""Where a link to the README as a whole leads."""


def slug(heading: str) -> str:
    """What a heading is called in a link, as GitHub and MyST have it.

    Examples
    --------
    >>> slug("How the results were obtained")
    'how-the-results-were-obtained'
    """
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def section_of(text: str, heading: str) -> str:
    r"""A section with all below it, its headings one level up.

    Examples
    --------
    >>> section_of("# A\n\n## B\nb\n### C\nc\n\n## D\nd", "B")
    '# B\nb\n## C\nc\n'
    """
    lines, level, inside, fenced = [], 0, False, False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        found = None if fenced else HEADING.match(line)
        if found and inside and len(found[1]) <= level:
            break
        if found and not inside and found[2] == heading:
            inside, level = True, len(found[1])
        if inside:
            lines.append(f"#{line[level:]}" if found else line)
    if not lines:
        raise ValueError(f"There is no section called {heading!r}.")
    return "\n".join(lines).rstrip() + "\n"


def headings(text: str) -> list[str]:
    """All headings, those in code left out."""
    plain = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return [found[2] for line in plain.splitlines() if (found := HEADING.match(line))]


def homes() -> dict[tuple[str, str], str]:
    """Where on the site the sections of files stand: (file, slug of a heading) -> page, "" for the whole."""
    found: dict[tuple[str, str], str] = {("README.md", ""): README_HOME}
    for document in DOCUMENTS:
        text = (ROOT / document.file).read_text(encoding="utf-8")
        if not document.section:
            found[document.file, ""] = document.place
        taken = section_of(text, document.section) if document.section else text
        for heading in headings(taken):
            found.setdefault((document.file, slug(heading)), document.place)
    return found


def page(document: Document, give: Callable[[str], None]) -> str:
    """The Markdown of a page; `give` is called with each file that goes along, named as in the repository."""
    text = (ROOT / document.file).read_text(encoding="utf-8")
    if document.section:
        text = section_of(text, document.section)
    if document.title:
        text = f"# {document.title}\n{text.partition(chr(10))[2]}"
    known = homes()
    outside_code = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    for i in range(0, len(outside_code), 2):
        outside_code[i] = LINK.sub(lambda found: _link(found, document, known, give), outside_code[i])
    return drawn("".join(outside_code))


def _link(
    found: re.Match[str], document: Document, known: dict[tuple[str, str], str], give: Callable[[str], None]
) -> str:
    """A link as it has to stand on the page."""
    image, words, target = found.groups()
    if re.match(r"[a-z]+:", target):
        return found[0]
    path, _, anchor = target.partition("#")
    folder = posixpath.dirname(document.file)
    file = posixpath.normpath(posixpath.join(folder, path)) if path else document.file
    here = posixpath.dirname(document.place)
    home = known.get((file, anchor)) or known.get((file, ""))
    if home:
        behind = f"#{anchor}" if (file, anchor) in known and anchor else ""
        return f"[{words}]({posixpath.relpath(home, here)}.md{behind})"
    if not (ROOT / file).is_file() or ((ROOT / file).stat().st_size > LARGEST and not image):
        return f"{words} (`{file}`)"
    give(file)
    placed = posixpath.relpath(f"files/{file}", here)
    return f"![{words}]({placed})" if image else f"{{download}}`{words} <{placed}>`"
