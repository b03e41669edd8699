"""Tables and words for LaTeX that compile as they are, in pdfLaTeX and LuaLaTeX alike.

Nothing outside ASCII is written. A table says which packages it needs.
"""

from frnn_core.latex.letters import MATHS, SPECIAL, ascii_text, escape, label, text_width
from frnn_core.latex.tables import HEIGHT, WIDTH, latex_table, latex_text

__all__ = [
    "HEIGHT",
    "MATHS",
    "SPECIAL",
    "WIDTH",
    "ascii_text",
    "escape",
    "label",
    "latex_table",
    "latex_text",
    "text_width",
]
