"""The reference: each public name with its signature, docstring and public members."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import frnn_core
from frnn_core.engine.registry import Registry
from tools.docsite.choices import SHELVES
from tools.docsite.docstrings import markdown

GROUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Classifiers", "In scikit-learn's manner.", ("FRNNClassifier", "TunedFRNNClassifier", "Encoding")),
    ("Learning", "What the classifiers learn, by itself.", ("fit_gamma", "fit_weights")),
    (
        "Data",
        "The paper's data sets and tables of your own.",
        ("load_dataset", "dataset_names", "describe", "partition", "read_dataset", "Dataset"),
    ),
    (
        "Models to keep",
        "Fitted to a table, kept in a file, asked about new rows.",
        (
            "fit_model",
            "fit_tuned_model",
            "save_model",
            "load_model",
            "read_new_rows",
            "predict_rows",
            "model_card",
            "leaderboard",
        ),
    ),
    (
        "Experiments",
        "Many settings on many data sets.",
        ("Plan", "Setting", "Conditions", "Store", "score_table", "run", "audit"),
    ),
    ("Statistics", "Which differences are real.", ("compare", "compare_folds", "read_scores")),
    (
        "What can be chosen",
        "Registries: mappings from keys to entries.",
        ("RELATIONS", "KERNELS", "WEIGHTS", "SCALINGS", "TREATMENTS", "GAPS", "MEASURES", "ROLES"),
    ),
    ("The rest", "Figures and the version.", ("figures", "__version__")),
)
"""Every public name once, as a user looks for it."""


@dataclass(frozen=True)
class Member:
    """A method or an attribute of a class."""

    name: str
    kind: str
    signature: str
    docstring: str


@dataclass(frozen=True)
class Name:
    """A public name of the package."""

    name: str

    @cached_property
    def value(self) -> Any:
        """What it stands for."""
        return getattr(frnn_core, self.name)

    @property
    def kind(self) -> str:
        """Class, function, or data."""
        if inspect.isclass(self.value):
            return "class"
        return "function" if inspect.isfunction(self.value) else "data"

    @property
    def signature(self) -> str:
        """The call, without types: they are in the words, and in the code for who checks types."""
        return signature(self.value) if self.kind != "data" else ""

    @property
    def docstring(self) -> str:
        """What it says of itself; of data what it is."""
        if self.kind != "data":
            return inspect.getdoc(self.value) or ""
        return ""

    def first_sentence(self) -> str:
        """For lists."""
        if isinstance(self.value, Registry):
            return f"{len(self.value)} entries, each a {self.value.kind}."
        if self.name == "figures":
            return "Figures as functions: data in, Plotly figure out."
        if self.kind == "data":
            return "The version of the package."
        return " ".join(self.docstring.partition("\n\n")[0].split())

    def members(self) -> list[Member]:
        """Public methods and properties of a class that say what they do, in the order of the source."""
        if self.kind != "class":
            return []
        found = []
        for name in vars(self.value):
            member = inspect.getattr_static(self.value, name)
            if name.startswith("_"):
                continue
            function = member.__func__ if isinstance(member, classmethod | staticmethod) else member
            if isinstance(member, property | cached_property):
                found.append(Member(name, "attribute", "", inspect.getdoc(member) or ""))
            elif inspect.isfunction(function) and function.__doc__:
                found.append(
                    Member(
                        name, "method", signature(getattr(self.value, name), method=True), function.__doc__
                    )
                )
        return found


def signature(called: Any, *, method: bool = False) -> str:
    """The parameters with their defaults, without types."""
    given = inspect.signature(called)
    kept = [
        p.replace(annotation=inspect.Parameter.empty) for p in given.parameters.values() if p.name != "self"
    ]
    text = str(inspect.Signature(kept))
    text = re.sub(r"<factory>|<[^<>]* object at [^<>]*>", "…", text)
    return re.sub(r"\bEncoding\(.*?\)(?=[,)])", "Encoding()", text)


def page(name: Name) -> str:
    """The page of a name."""
    parts = [f"# {name.name}"]
    if isinstance(name.value, Registry):
        parts += [name.first_sentence(), _entries(name)]
    elif name.name == "figures":
        parts += [name.first_sentence(), _figures()]
    elif name.kind == "data":
        parts += [f"{name.first_sentence()} This site is of version {name.value}."]
    else:
        parts.append(_directive(name))
    return "\n\n".join(parts) + "\n"


def _directive(name: Name) -> str:
    """A class or function for Sphinx's index, its members inside."""
    body = [markdown(name.docstring)]
    for member in name.members():
        head = f"::::{{py:{member.kind}}} {member.name}{member.signature}"
        body.append(f"{head}\n\n{markdown(member.docstring)}\n\n::::")
    inner = "\n\n".join(body)
    return f":::::{{py:{name.kind}}} {name.name}{name.signature}\n:module: frnn_core\n\n{inner}\n\n:::::"


def _entries(name: Name) -> str:
    """What is in a registry, each with its page where it has one."""
    folder = next((shelf.folder for shelf in SHELVES if shelf.entries is name.value), "")
    rows = []
    for key, entry in name.value.items():
        words = f"[{entry.label}](../choices/{folder}/{key}.md)" if folder else entry.label
        rows.append(f"| `{key}` | {words} | {entry.help} |")
    example = (
        f"```pycon\n>>> from frnn_core import {name.name}\n>>> list({name.name})\n{list(name.value)}\n```"
    )
    return "\n".join(["| key | | |", "|---|---|---|", *rows]) + f"\n\n{example}"


def _figures() -> str:
    """The functions of `frnn_core.figures`, with a sentence each."""
    rows = []
    for each in name_list():
        told = inspect.getdoc(getattr(frnn_core.figures, each)) or ""
        rows.append(f"| `{each}` | {' '.join(told.partition(chr(10) * 2)[0].split())} |")
    return "\n".join(["| `frnn_core.figures` | |", "|---|---|", *rows])


def name_list() -> list[str]:
    """What `frnn_core.figures` offers."""
    return list(frnn_core.figures.__all__)


def file_name(name: str) -> str:
    """Of the page of a name, without .md."""
    return {"__version__": "version", "figures": "figures"}.get(name, name)


def index() -> str:
    """All names in their groups."""
    parts = [
        "# Reference",
        "All that `frnn_core` offers by name. What is not named here may change without notice. "
        "Every example is run by the tests.",
    ]
    for title, about, names in GROUPS:
        rows = "\n".join(
            f"| [`{name}`]({file_name(name)}.md) | {Name(name).first_sentence()} |" for name in names
        )
        listed = "\n".join(map(file_name, names))
        parts += [f"## {title}", about, f"| | |\n|---|---|\n{rows}"]
        parts.append(f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n{listed}\n```")
    return "\n\n".join(parts) + "\n"


def names() -> list[Name]:
    """Every public name that has a page."""
    return [Name(name) for _, _, group in GROUPS for name in group]
