"""Docstrings as Markdown: what this project writes in the manner of numpydoc, with `name : what it means`."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

SECTION = re.compile(r"^(\S.*)\n-{3,}\n", re.MULTILINE)
LISTED = ("Parameters", "Attributes", "Returns", "Raises")


def sections(docstring: str) -> list[tuple[str, str]]:
    r"""A docstring cut at its headings; what comes first has none.

    Examples
    --------
    >>> sections("One.\n\nExamples\n--------\n>>> 1")
    [('', 'One.'), ('Examples', '>>> 1')]
    """
    first, *rest = SECTION.split(inspect.cleandoc(docstring))
    pairs = zip(rest[::2], rest[1::2], strict=True)
    return [("", first.strip()), *((name, text.rstrip()) for name, text in pairs)]


def markdown(docstring: str) -> str:
    """A docstring as Markdown; headings are bold lines, for the page has its own."""
    parts = []
    for name, text in sections(docstring):
        if name:
            parts.append(f"**{name}**")
        if name in LISTED:
            parts.append(listed(text))
        elif name == "Examples":
            parts.append(f"```pycon\n{text.strip()}\n```")
        else:
            parts.append(plain(text))
    return "\n\n".join(parts)


def listed(text: str) -> str:
    """The entries of a section, a list item each."""
    return "\n".join(f"- {plain(item)}" for item in items(text))


def items(text: str) -> Iterator[str]:
    r"""Each entry in a line: names as code, then what they mean.

    Examples
    --------
    >>> list(items("X, y : rows\n    and classes\nname\n    of a file"))
    ['`X`, `y`: rows and classes', '`name`: of a file']
    """
    for block in re.split(r"\n(?=\S)", text.strip("\n")):
        head, *rest = block.splitlines()
        names, colon, meaning = head.partition(" : ")
        more = " ".join(line.strip() for line in rest).strip()
        if names[:1].isspace() or not re.fullmatch(r"[\w*, ]+", names):
            yield " ".join(filter(None, (head.strip(), more)))
            continue
        called = ", ".join(f"`{name}`" for name in names.split(", "))
        yield f"{called}: {' '.join(filter(None, (meaning if colon else '', more)))}"


def plain(text: str) -> str:
    """Roles and double back quotes of reStructuredText as Markdown has them."""
    text = re.sub(r":math:`([^`]*)`", r"{math}`\1`", text)
    return re.sub(r"``([^`]+)``", r"`\1`", text)
