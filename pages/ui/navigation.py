"""Which pages there are, and in which order.

A page is a script in `pages/` and a folder of the same name in `pages/ui/`. The folder's `__init__` declares
its entry, and imports nothing but this module: the navigation is drawn before any page is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Page:
    """An entry of the navigation.

    Parameters
    ----------
    icon : a name of Google's Material Symbols
    group : the heading that it stands under; groups come in the order of their first pages
    place : the pages come in the order of these numbers; the first is what the bare address shows
    """

    title: str
    icon: str
    place: int
    group: str = ""


@cache
def all_pages() -> dict[str, Page]:
    """The entries by the names of the scripts, in their order."""
    found = {script.stem: _declared(script.stem) for script in sorted(FOLDER.glob("*.py"))}
    return dict(sorted(found.items(), key=lambda named: named[1].place))


def grouped() -> dict[str, list[str]]:
    """The names of the pages under each heading."""
    groups: dict[str, list[str]] = {}
    for name, page in all_pages().items():
        groups.setdefault(page.group, []).append(name)
    return groups


def _declared(name: str) -> Page:
    try:
        page: Page = import_module(f"pages.ui.{name}").PAGE
    except (ImportError, AttributeError) as fault:
        raise RuntimeError(
            f"pages/{name}.py is not in the navigation: "
            f"declare PAGE = Page(…) in pages/ui/{name}/__init__.py."
        ) from fault
    return page
