"""Code to take away: a script and a command that compute a comparison again.

Names of files and columns come from the user, so they enter as Python literals and shell words only.
"""

from __future__ import annotations

import csv
import io
import shlex
from collections.abc import Mapping
from typing import Any

from frnn_core.data.reading import Options
from frnn_core.engine.encoding import Encoding
from frnn_core.version import __version__
from frnn_core.your_data.fold_scores import BESIDE, Design


def python_script(file_name: str, options: Options, design: Design) -> str:
    """A script that reads the file in the same way, computes the same folds and prints the same table."""
    reading = _arguments(options.arguments())
    gamma = _gamma(design)
    comparing = _arguments(
        {
            "relations": list(design.relations),
            "k": design.k,
            **({"gamma": gamma} if gamma is not None else {}),
            "folds": design.conditions.n_splits,
            "seed": design.conditions.seed,
            **({"beside": list(design.beside)} if design.beside != BESIDE else {}),
            "repeats": design.repeats,
            **({"encoding": told} if (told := encoding_choices(design.conditions.encoding)) else {}),
        }
    )
    return f'''"""Which relation for these data? Needs frnn-explorer {__version__}."""

from frnn_core import leaderboard, read_dataset

data = read_dataset(
    {file_name!r},
{reading})
board = leaderboard(
    data,
{comparing})
print(*data.notes, "", board.text(), sep="\\n")
print("\\nThe same in full:")
print(board.frame().to_csv(), end="")
'''


def command_line(file_name: str, options: Options, design: Design) -> str:
    """The same as one command for a shell."""
    gamma = _gamma(design)
    words = [
        *("python", "-m", "frnn_core", "leaderboard"),
        f"./{file_name}" if file_name.startswith("-") else file_name,
        *reading_words(options),
        *("--relations", *design.relations),
        *(("--k", str(design.k)) if design.k is not None else ()),
        *(("--gamma", repr(gamma)) if gamma is not None else ()),
        *("--folds", str(design.conditions.n_splits)),
        *("--seed", str(design.conditions.seed)),
        *(("--beside", *(design.beside or ["none"])) if design.beside != BESIDE else ()),
        *(("--repeats", str(design.repeats)) if design.repeats is not None else ()),
        *encoding_words(design.conditions.encoding),
    ]
    return shlex.join(words)


def reading_words(options: Options) -> list[str]:
    """How the table is read, as words of a command."""
    edges = ",".join(repr(edge) for edge in options.edges or ())
    single = {
        "target": options.target,
        "bins": options.bins,
        "edges": edges or None,
        "folds-in-file": options.folds,
    }
    return [
        *(f"--{name}={value}" for name, value in single.items() if value is not None),
        *(f"--role={name}={role}" for name, role in options.roles),
        *(f"--order={_row(name, *values)}" for name, values in options.orders),
        *(f"--answer={name}={answer}" for name, answer in options.answers),
    ]


def encoding_choices(encoding: Encoding) -> dict[str, Any]:
    """What is chosen of an encoding, as `leaderboard` takes it: only what differs from what is usual."""
    usual = Encoding()
    names = ("categories", "gaps", "dates")
    chosen = {
        name: getattr(encoding, name) for name in names if getattr(encoding, name) != getattr(usual, name)
    }
    return chosen | ({"treatments": dict(encoding.treatments)} if encoding.treatments else {})


def encoding_words(encoding: Encoding) -> list[str]:
    """The same as words of a command."""
    chosen = encoding_choices(encoding)
    own = chosen.pop("treatments", {})
    return [
        *(f"--{name}={value}" for name, value in chosen.items()),
        *(f"--treat={name}={treatment}" for name, treatment in own.items()),
    ]


def _row(*cells: str) -> str:
    """Texts with commas between them, in quotes where they hold one."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="").writerow(cells)
    return buffer.getvalue()


def _gamma(design: Design) -> float | None:
    """The width of the kernels, where there are any and it is not chosen."""
    if design.tuned:
        return None
    widths = [dict(setting.params)["gamma"] for setting in design.settings if setting.spec.uses_gamma]
    return float(widths[0]) if widths else None


def _arguments(values: Mapping[str, Any]) -> str:
    return "".join(f"    {name}={value!r},\n" for name, value in values.items() if value is not None)
