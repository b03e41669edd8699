"""Examples: short scripts in docs/examples that are run, and shown with what they print and draw."""

from __future__ import annotations

import ast
import contextlib
import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.docsite.svg import wide

FOLDER = Path(__file__).parents[2] / "docs" / "examples"
ORDER = (
    "first_model",
    "explain_a_prediction",
    "learn_a_width",
    "learn_weights",
    "categories_and_gaps",
    "compare_relations",
    "scores_of_your_own",
    "tuned_beside_svm",
    "save_and_load",
)
"""From the first steps to the last."""
CELL = "# %%"


@dataclass(frozen=True)
class Cell:
    """A part of an example: what is said, what is run, and what that prints."""

    words: str
    code: str
    printed: str = ""


@dataclass(frozen=True)
class Example:
    """A script in parts.

    Attributes
    ----------
    name : of its file, without .py
    title, about : the first line of its docstring, and the rest
    figure : what it leaves in the variable `figure`, once it has run
    """

    name: str
    title: str
    about: str
    cells: tuple[Cell, ...]
    figure: Any = None


def read(path: Path) -> Example:
    """The parts of a script: its docstring, then whatever stands behind each `# %%`."""
    source = path.read_text(encoding="utf-8")
    title, _, about = (ast.get_docstring(ast.parse(source)) or "").partition("\n")
    _, *parts = source.split(f"\n{CELL}\n")
    return Example(path.stem, title.rstrip("."), about.strip(), tuple(map(_cell, parts)))


def _cell(text: str) -> Cell:
    """The comment at the top of a part is what is said."""
    lines = text.strip().splitlines()
    end = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
    words = " ".join(line.removeprefix("#").strip() for line in lines[:end])
    return Cell(words, "\n".join(lines[end:]).strip())


def run(example: Example) -> Example:
    """The same with what each part printed, and the figure; a warning is an error."""
    names: dict[str, Any] = {"__name__": example.name}
    cells = []
    for number, cell in enumerate(example.cells, 1):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), warnings.catch_warnings():
            warnings.simplefilter("error")
            exec(compile(cell.code, f"{example.name}.py, part {number}", "exec"), names)  # noqa: S102 ours
        cells.append(Cell(cell.words, cell.code, out.getvalue().strip("\n")))
    return Example(example.name, example.title, example.about, tuple(cells), names.get("figure"))


def examples() -> list[Example]:
    """All of them, in order, not yet run."""
    return [read(FOLDER / f"{name}.py") for name in ORDER]


def page(example: Example) -> str:
    """An example that has run, as Markdown; its figure is beside the page."""
    parts = [f"# {example.title}", example.about]
    for cell in example.cells:
        parts += [cell.words, f"```python\n{cell.code}\n```"]
        if cell.printed:
            parts.append(f"```{{code-block}} text\n:class: printed\n\n{cell.printed}\n```")
    if example.figure is not None:
        kind = "drawn wide" if wide(example.figure) else "drawn"
        parts.append(f"```{{figure}} {example.name}.svg\n:alt: {example.title}\n:class: {kind}\n```")
    parts.append(f"The whole script: {{download}}`{example.name}.py <{example.name}.py>`.")
    return "\n\n".join(parts) + "\n"


def index(found: list[Example]) -> str:
    """The gallery: a card for each example, with its figure where it has one."""
    cards = []
    for example in found:
        image = f":img-top: {example.name}.svg\n" if example.figure is not None else ""
        about = example.about.split(". ")[0].replace("\n", " ").rstrip(".")
        head = f":::{{grid-item-card}} {example.title}\n:link: {example.name}\n:link-type: doc"
        cards.append(f"{head}\n{image}\n{about}.\n:::")
    listed = "\n".join(example.name for example in found)
    return "\n\n".join(
        [
            "# Examples",
            "Short scripts, run when this site was built: what is printed and drawn is what they gave.",
            "::::{grid} 1 2 2 3\n:gutter: 3\n\n" + "\n\n".join(cards) + "\n::::",
            f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n",
        ]
    )
