"""Formulas as MathML, which browsers set by themselves: no script, no network, no picture."""

from __future__ import annotations

import re
from typing import Any

from latex2mathml.converter import convert


def mathml(latex: str, *, display: bool) -> str:
    """LaTeX as MathML, with bars as tall as their letters and close to them."""
    made = convert(latex, display="block" if display else "inline")
    return re.sub(
        r"<mo[^>]*>(&#x0007C;|&#x02016;)</mo>",
        r'<mo stretchy="false" symmetric="false" lspace="0.05em" rspace="0.05em">\1</mo>',
        made,
    )


def _inline(translator: Any, node: Any) -> None:
    translator.body.append(mathml(node.astext(), display=False))
    _skip(node)


def _block(translator: Any, node: Any) -> None:
    translator.body.append(f'<div class="formula">{mathml(node.astext(), display=True)}</div>')
    _skip(node)


def _skip(node: Any) -> None:
    from docutils.nodes import SkipNode

    raise SkipNode


def setup(app: Any) -> dict[str, Any]:
    """What Sphinx asks of an extension."""
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
