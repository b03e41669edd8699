"""Small words of the pages: yes and no, formulas in a line, sources as links."""

from __future__ import annotations

import re


def yes(value: bool) -> str:
    """Yes or no."""
    return "yes" if value else "no"


def math(latex: str) -> str:
    """A formula in a line, also of a table, where a bar would end the cell."""
    return f"{{math}}`{latex.replace('|', chr(92) + 'vert ')}`"


def capital(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def linked(source: str) -> str:
    """A source with its doi, arXiv number or address as a link.

    Examples
    --------
    >>> linked("Lenz (2022), arXiv:2210.01905, r1")
    'Lenz (2022), [arXiv:2210.01905](https://arxiv.org/abs/2210.01905), r1'
    """
    source = re.sub(r"(?<!/)\bdoi:(10\.[^\s,;]+)", r"[doi:\1](https://doi.org/\1)", source)
    source = re.sub(r"arXiv:([\d.]+\d)", r"[arXiv:\1](https://arxiv.org/abs/\1)", source)
    return re.sub(r"(?<!\()https://[^\s,;)]+", r"<\g<0>>", source)
