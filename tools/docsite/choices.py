"""A page for each entry of each registry: formula, help, source, properties, parameters, pictures."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from frnn_core import GAPS, KERNELS, MEASURES, RELATIONS, SCALINGS, TREATMENTS, WEIGHTS
from frnn_core.engine.columns import ROLES
from frnn_core.engine.owa import Weights
from frnn_core.engine.relation import VARIANT_LABELS, Relation
from frnn_core.engine.scalings import Scaling
from frnn_core.engine.treatments import GapTreatment, Treatment
from frnn_core.figures.marks import FAMILY_NAMES
from frnn_core.relations.kernels import Kernel
from frnn_core.stats.corrections import CORRECTIONS, Correction
from frnn_core.stats.posthoc import TESTS, PosthocTest
from frnn_core.studies.relations import properties, standing
from frnn_core.studies.relations.properties import NAMES
from tools.docsite import pictures
from tools.docsite.words import capital, linked, math, yes

Facts = list[tuple[str, str]]
"""What is known of an entry: a word, and what it is, in Markdown."""


@dataclass(frozen=True)
class Shelf:
    """The entries of a registry, and what their pages say.

    Attributes
    ----------
    folder, title : of the pages
    about : what such a thing does, in two sentences
    entries : the registry
    facts : what is known of an entry beside its formula
    call : how it is asked for, as Python
    draw : its pictures, by what they show
    columns : how wide a picture is, in columns of a page
    """

    folder: str
    title: str
    about: str
    entries: Mapping[str, Any]
    facts: Callable[[Any], Facts]
    call: Callable[[Any], str]
    draw: Callable[[Any], pictures.Pictures]
    columns: str = "1"


def of_relation(spec: Relation) -> Facts:
    """What the registry knows of a relation."""
    kernel = KERNELS.get(spec.kernel)
    compared = "column by column, as its encoding says" if spec.plain else "given coordinates first"
    if spec.base is None:
        compared = "as the relation that is chosen does"
    facts = [
        ("Family", FAMILY_NAMES.get(spec.family, spec.family)),
        ("In the paper", yes(spec.paper)),
        ("Symmetric, R(x, y) = R(y, x)", yes(spec.symmetric)),
        ("Triangle inequality of the distance behind it", yes(spec.triangle)),
        ("Never below 0, whatever the rows", yes(spec.nonnegative)),
        ("Learned from the classes", yes(spec.learns)),
        ("Its fit depends on k and the weights", yes(spec.uses_k)),
        ("Defined", spec.defined[:1].lower() + spec.defined[1:].rstrip(".")),
        ("Categories and gaps", compared),
    ]
    if kernel:
        facts.append(("Kernel", f"[{kernel.label}](../kernels/{kernel.key}.md)"))
    if spec.published:
        told = ", ".join(f"`{name}={value!r}`" for name, value in spec.published)
        facts.append((f"{VARIANT_LABELS['published']} with the paper's code", told))
    found = standing(spec.key)
    if found:
        facts.append(("In the paper's tables", found.in_words()))
    return facts


def measured(spec: Relation) -> str:
    """The properties, checked on the rows that are drawn."""
    on = pictures.fitted(spec.key)
    if on.model is None:
        return ""
    rows = [
        f"| {NAMES[check.name]} | {'holds, ' if check.holds else ''}{check.count_words()} |"
        for check in properties(on).values()
    ]
    table = "\n".join(["| property of R | on these rows |", "|---|---|", *rows])
    return (
        f"## Checked on data\n\nOn two features of *{pictures.SHOWN}*, those of the picture. That it "
        f"holds there is no proof; that it fails is one.\n\n{table}"
    )


def parameters(spec: Relation) -> str:
    """The parameters of a relation as a table; empty where there is none."""
    if not spec.parameters:
        return ""
    rows = []
    for each in spec.parameters:
        takes = {
            "choice": ", ".join(f"`{choice}`" for choice in each.choices),
            "keys": "a list of keys of relations",
            "number": "a number above 0",
            "integer": f"a whole number from {each.low} on",
        }[each.kind]
        rows.append(f"| `{each.name}` | {takes} | {_default(each.default)} |")
    table = "\n".join(["| parameter | takes | unless told |", "|---|---|---|", *rows])
    return f"## Parameters\n\n{table}"


def _default(value: Any) -> str:
    return ", ".join(f"`{each}`" for each in value) if isinstance(value, tuple) else f"`{value}`"


def call_of_relation(spec: Relation) -> str:
    """A classifier with this relation."""
    gamma = ", gamma=0.5" if spec.uses_gamma else ""
    return f'from frnn_core import FRNNClassifier\n\nmodel = FRNNClassifier("{spec.key}", k=3{gamma})'


def of_kernel(spec: Kernel) -> Facts:
    """What the registry knows of a kernel."""
    return [
        ("Relation of a given width", _to_relation(spec.key)),
        ("Relation of a learned width", _to_relation(spec.fitted)),
        ("0 from some distance on", yes(spec.compact)),
        ("Triangle inequality of 1 − R", yes(spec.triangle)),
        ("In the paper", yes(spec.paper)),
    ]


def _to_relation(key: str) -> str:
    return f"[{RELATIONS[key].label}](../relations/{key}.md) (`{key}`)"


def of_weights(spec: Weights) -> Facts:
    """What the registry knows of a family of weights."""
    return [
        ("Learned from the training rows", yes(spec.learns)),
        ("For each class by itself", yes(spec.by_class)),
        ("Depends on the number of features", yes(spec.by_features)),
        ("In the paper", yes(spec.paper)),
    ]


def of_scaling(spec: Scaling) -> Facts:
    """What the registry knows of a scaling."""
    return [
        ("Known from smallest and largest values alone", yes(spec.by_range)),
        ("What the paper's numbers were computed with", yes(spec.paper)),
    ]


def of_treatment(spec: Treatment) -> Facts:
    """What the registry knows of a treatment of columns."""
    distances = [(f"Under {_metric(name)}", math(latex)) for name, latex in spec.formulas.items()]
    return [
        ("For columns of the role", ROLES[spec.role].label),
        ("A column becomes", spec.becomes),
        *distances,
    ]


def _metric(key: str) -> str:
    return {"cityblock": "Manhattan"}.get(key, key.capitalize())


def call_of_treatment(spec: Treatment) -> str:
    """An encoding with this treatment, as the parameter of its role or of a column."""
    named = {"category": f'categories="{spec.key}"', "date": f'dates="{spec.key}"'}
    how = named.get(spec.role, f'treatments=(("a column", "{spec.key}"),)')
    return (
        "from frnn_core import Encoding, FRNNClassifier\n\n"
        f"model = FRNNClassifier(k=3, encode=Encoding({how}))"
    )


def of_gaps(spec: GapTreatment) -> Facts:
    """What the registry knows of a treatment of gaps."""
    if spec.drops:
        return [("Training rows with a gap", "left out")]
    if spec.rule is None:
        return [("Training rows with a gap", "kept, with the gap filled")]
    return [
        ("A gap from a value, as a share of the range", f"{spec.rule.value:g}"),
        ("A gap from another gap", f"{spec.rule.gap:g}"),
    ]


def of_test(spec: PosthocTest) -> Facts:
    """What the registry knows of a test of pairs."""
    return [
        ("Needs rows without a blank", yes(spec.complete_rows)),
        ("Family-wise by itself, so that it takes no correction", yes(spec.corrects_itself)),
        ("From ranks among all relations, so that others matter", yes(spec.rank_based)),
        ("Has a critical distance", yes(spec.critical_distance is not None)),
    ]


def of_correction(spec: Correction) -> Facts:
    """What the registry knows of a correction."""
    return [("Controls", spec.controls or "nothing")]


PLAN = """from frnn_core import Plan, Setting, compare, dataset_names, score_table

settings = (Setting.of("man"), Setting.of("euc"), Setting.of("cos"))
plan = Plan(dataset_names(), settings)
"""
ONE_MODEL = "from frnn_core import FRNNClassifier\n\nmodel = FRNNClassifier({})"

SHELVES = (
    Shelf(
        "relations",
        "Relations",
        "A relation says how similar two rows are: which are neighbours, and how much they say.",
        RELATIONS,
        of_relation,
        call_of_relation,
        pictures.of_relation,
    ),
    Shelf(
        "kernels",
        "Kernels",
        "A kernel turns the Euclidean distance into similarity, with a width γ: the larger it is, the more "
        "slowly similarity falls. Each is a relation of a given width, and one whose width is learned.",
        KERNELS,
        of_kernel,
        lambda spec: (
            "from frnn_core import FRNNClassifier\n\n"
            f'given = FRNNClassifier("{spec.key}", k=3, gamma=0.5)\n'
            f'learned = FRNNClassifier("{spec.fitted}", k=3)'
        ),
        pictures.of_kernel,
    ),
    Shelf(
        "weights",
        "Weights",
        "Weights say how much each neighbour counts, the nearest first. They add up to 1.",
        WEIGHTS,
        of_weights,
        lambda spec: (
            f'from frnn_core import FRNNClassifier\n\nmodel = FRNNClassifier(k=20, weights="{spec.key}")'
        ),
        pictures.of_weights,
    ),
    Shelf(
        "scalings",
        "Scalings",
        "A scaling brings features to a common range before rows are compared, or one with large numbers "
        "decides alone. It is fitted to the training rows.",
        SCALINGS,
        of_scaling,
        lambda spec: (
            f'from frnn_core import FRNNClassifier\n\nmodel = FRNNClassifier(k=3, normalise="{spec.key}")'
        ),
        pictures.of_scaling,
    ),
    Shelf(
        "treatments",
        "Encodings",
        "An encoding says what becomes of columns that are no plain numbers. Each column counts as one "
        "feature unless said otherwise.",
        TREATMENTS,
        of_treatment,
        call_of_treatment,
        pictures.of_treatment,
    ),
    Shelf(
        "gaps",
        "Gaps",
        "What becomes of missing values.",
        GAPS,
        of_gaps,
        lambda spec: (
            "from frnn_core import Encoding, FRNNClassifier\n\n"
            f'model = FRNNClassifier(k=3, encode=Encoding(gaps="{spec.key}"))'
        ),
        pictures.of_gaps,
    ),
    Shelf(
        "measures",
        "Measures",
        "A measure says how good predictions are; higher is better.",
        MEASURES,
        lambda spec: [],
        lambda spec: f'{PLAN}table = score_table(plan, measure="{spec.key}")',
        pictures.of_measure,
    ),
    Shelf(
        "tests",
        "Tests of pairs",
        "When an omnibus test says that relations differ, a test of pairs says which.",
        TESTS,
        of_test,
        lambda spec: f'{PLAN}result = compare(score_table(plan).frame(), test="{spec.key}")',
        pictures.of_test,
        columns="2",
    ),
    Shelf(
        "corrections",
        "Corrections",
        "Of many tests some come out small by chance. A correction makes p-values larger to allow for that.",
        CORRECTIONS,
        of_correction,
        lambda spec: f'{PLAN}result = compare(score_table(plan).frame(), correction="{spec.key}")',
        pictures.of_correction,
    ),
)


def file_name(place: int, key: str) -> str:
    """Of a picture of an entry."""
    return f"{key}-{place}.svg"


def page(shelf: Shelf, key: str, shown: list[str]) -> str:
    """The page of an entry; `shown` says what its pictures show."""
    entry = shelf.entries[key]
    parts = [f"# {capital(entry.label)}", f"{entry.help} Its key is `{key}`."]
    if formula := getattr(entry, "formula", ""):
        parts.append(f"```{{math}}\n{formula}\n```")
    if where := getattr(entry, "where", ""):
        parts.append(_where(where))
    if shown:
        parts.append(_figures(key, shown, shelf.columns))
    facts = shelf.facts(entry)
    if facts:
        rows = "\n".join(f"| {name} | {value} |" for name, value in facts)
        parts.append(f"## Properties\n\n| | |\n|---|---|\n{rows}")
    if isinstance(entry, Relation):
        parts += [parameters(entry), measured(entry)]
    parts += [
        f"## Use\n\n```python\n{shelf.call(entry)}\n```",
        f"## Source\n\n{capital(linked(entry.source))}",
    ]
    return "\n\n".join(filter(None, parts)) + "\n"


def _where(where: str) -> str:
    """What letters in a formula mean: LaTeX, or words with LaTeX between dollars."""
    if "$" in where or not re.search(r"[\\=]", where):
        return re.sub(r"\$([^$]+)\$", lambda found: math(found[1]), capital(where)) + "."
    return f"```{{math}}\n{where}\n```"


def _figures(key: str, shown: list[str], columns: str) -> str:
    """The pictures side by side, each with its caption."""
    kind = "drawn wide" if columns == "2" else "drawn"
    figures = [
        f":::{{figure}} {file_name(place, key)}\n:alt: {words}\n:class: {kind}\n\n{words}\n:::"
        for place, words in enumerate(shown)
    ]
    if len(figures) == 1:
        return figures[0]
    cells = "\n\n".join(f":::::{{grid-item}}\n{figure}\n:::::" for figure in figures)
    return f"::::::{{grid}} 1 1 2 2\n{cells}\n::::::"


def index(shelf: Shelf) -> str:
    """The page of a registry: all entries with a sentence each."""
    rows = "\n".join(
        f"| [{capital(entry.label)}]({key}.md) | `{key}` | {entry.help} |"
        for key, entry in shelf.entries.items()
    )
    listed = "\n".join(shelf.entries)
    return "\n\n".join(
        [
            f"# {shelf.title}",
            shelf.about,
            f"| | key | |\n|---|---|---|\n{rows}",
            f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n",
        ]
    )
