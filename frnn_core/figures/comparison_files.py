"""A comparison as files: a finished paragraph, tables, and the diagram as every program takes it in."""

from __future__ import annotations

from frnn_core.figures.cd_diagram import critical_difference
from frnn_core.figures.look import Look
from frnn_core.figures.tikz import critical_difference_tikz
from frnn_core.figures.vector import WIDTHS, vector
from frnn_core.latex import escape
from frnn_core.stats import Comparison
from frnn_core.stats.bradley_terry import ROPE
from frnn_core.stats.view_tables import Told, view_files
from frnn_core.text import csv_text

DIAGRAM = "critical-difference"


def comparison_files(
    result: Comparison,
    look: Look = Look(),
    *,
    over: str = "",
    measure: str = "balanced accuracy",
    rope: float = ROPE,
    pair: tuple[str, str] | None = None,
) -> dict[str, str | bytes]:
    """All files by name.

    Parameters
    ----------
    look : names and families of what is compared
    over : the settings that hold for all scores, within a sentence
    rope : the chances to win that count as equal, for the Bayesian ranking
    pair : the two that are compared by themselves; by default the two with the best mean ranks
    """
    paragraph = result.prose(look.names, measure=measure, settings=over)
    said = f"{over}." if over else ""
    files: dict[str, str | bytes] = {
        "paragraph.txt": paragraph + "\n",
        "paragraph.tex": escape(paragraph) + "\n",
        "comparison.txt": result.text() + "\n",
        "relations.csv": csv_text(result.frame("relations").set_index(result.noun)),
        "pairs.csv": csv_text(result.frame("pairs").set_index("first")),
        "relations.tex": result.latex("relations", names=look.names, over=said),
        "pairs.tex": result.latex("pairs", names=look.names, over=said),
        f"{DIAGRAM}.tex": critical_difference_tikz(result, look.names),
    }
    files |= view_files(
        Told(result, look.names, said), rope, pair or (result.relations[0], result.relations[1])
    )
    picture = critical_difference(result, look=look)
    for columns in WIDTHS:
        name = f"{DIAGRAM}-{'1-column' if columns == '1' else '2-columns'}"
        files |= {f"{name}.pdf": vector(picture, "pdf", columns, titled=False)}
        files |= {f"{name}.svg": vector(picture, "svg", columns, titled=False)}
    return files
