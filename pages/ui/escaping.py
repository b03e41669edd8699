"""Text of others (files, links) in places that read Markdown: it is shown as it stands."""

from __future__ import annotations

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~$&=^])")
_STARTS_A_LINK = re.compile(r"(:|@|www(?=\\\.))", re.IGNORECASE)


def plain(text: str) -> str:
    r"""Markdown that shows this text on one line, whatever it holds: no link, picture, icon or formula.

    Streamlit makes links of addresses even where their signs are escaped, so an unseen word joiner
    interrupts them. Characters that have no look of their own, and could turn the line around, are
    shown as a replacement character.

    Examples
    --------
    >>> print(plain("**x** <b>"))
    \*\*x\*\* \<b\>
    """
    seen = "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )
    return _STARTS_A_LINK.sub("\\1\N{WORD JOINER}", _SIGNS.sub(r"\\\1", seen))


def bold_only(text: str) -> str:
    r"""The same for sentences of ours that hold text of others: of all signs only ** keeps its meaning.

    Examples
    --------
    >>> print(bold_only("**k = 19** gives class [a](b)"))
    **k \= 19** gives class \[a\]\(b\)
    """
    return plain(text).replace(r"\*\*", "**")
