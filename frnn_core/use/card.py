"""The card of a model as Markdown: its data, columns, settings, estimate and caveats."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from frnn_core.engine.columns import ROLES, Column, iso_date
from frnn_core.engine.encoding import Encoder
from frnn_core.engine.owa import WEIGHTS
from frnn_core.engine.scalings import SCALINGS
from frnn_core.engine.treatments import GAPS, TREATMENTS
from frnn_core.relations import RELATIONS
from frnn_core.text import counted
from frnn_core.use.trained import TrainedModel

FILE = "model.frnn"
MOST_VALUES = 8
NO_ESTIMATE = (
    "None was given. Before you rely on the model, compare its classes with those of rows that were not used "
    "to fit it."
)
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~&])")


def model_card(model: TrainedModel, estimate: str = "", *, file: str = FILE) -> str:
    """The card, with an estimate in words (else that which the model carries) and the name of its file.

    Examples
    --------
    >>> from frnn_core import fit_model, load_dataset
    >>> print(model_card(fit_model(load_dataset("wine"))).splitlines()[0])
    # Model card: wine
    """
    parts = [
        f"# Model card: {plain(model.about.name)}",
        _data(model),
        "## Columns",
        table(("column", "role", "training values", "compared"), _columns(model)),
        "## Settings",
        bullets(_settings(model)),
        "## Estimate",
        plain(estimate or model.about.estimate or NO_ESTIMATE),
        "## What it tells of a row",
        _told(model),
        "## Caveats",
        bullets(_caveats(model)),
        *(["## How the table was read", bullets(model.about.notes)] if model.about.notes else []),
        "## Use",
        _use(model, file),
    ]
    return "\n\n".join(parts) + "\n"


def plain(text: object) -> str:
    """A text on one line that Markdown shows as it is."""
    return _SPECIAL.sub(r"\\\1", " ".join(str(text).split()))


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table; its cells are made plain."""
    names = list(head)
    lines = [names, ["---"] * len(names), *([plain(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def bullets(lines: Iterable[str]) -> str:
    """A list; its lines are made plain."""
    return "\n".join(f"- {plain(line)}" for line in lines)


def _data(model: TrainedModel) -> str:
    about = model.about
    sizes = [
        f"{plain(name)} ({count:,})" for name, count in zip(model.classes, model.class_sizes, strict=True)
    ]
    target = f" The class column is {plain(about.target)}." if about.target else ""
    source = f" Source: {plain(about.source)}." if about.source else ""
    checked = f" SHA-256 of values and classes: {about.sha256}." if about.sha256 else ""
    return (
        f"Fuzzy-rough nearest neighbours, fitted by FRNN Explorer {plain(about.version)} to "
        f"{counted(model.n_rows, 'row')} with {counted(len(model.columns), 'column')}.{target} "
        f"Classes and their training rows: {', '.join(sizes)}.{source}{checked}"
    )


def _columns(model: TrainedModel) -> Iterator[tuple[str, str, str, str]]:
    encoding = model.settings.encoding
    for column, (lowest, _, _, highest) in zip(model.columns, model.ranges.tolist(), strict=True):
        treatment = TREATMENTS[encoding.treatment(column)].label
        yield column.name, ROLES[column.role].label, _values(column, lowest, highest), treatment


def _values(column: Column, lowest: float, highest: float) -> str:
    if column.listed:
        more = f" and {len(column.values) - MOST_VALUES} more" if len(column.values) > MOST_VALUES else ""
        return ", ".join(column.values[:MOST_VALUES]) + more
    if math.isnan(lowest):
        return "none"
    if column.role == "date":
        return f"{iso_date(lowest)} to {iso_date(highest)}"
    return f"{lowest:.6g} to {highest:.6g}"


def _settings(model: TrainedModel) -> Iterator[str]:
    settings, tuned = model.settings, model.tuned
    if tuned is not None:
        rows = f" on {tuned.n_chosen_on:,} training rows" if tuned.n_chosen_on else ""
        told = tuned.found()
        shares = [
            f"{label} ({share:.0%})" for label, share in zip(told["chosen"], told["shares"], strict=True)
        ]
        yield f"Chosen by cross-validation{rows}: {'; '.join(shares)}. Scores are calibrated to chances."
    relation = RELATIONS[settings.relation]
    yield f"Relation: {relation.label} ({settings.relation})"
    if relation.uses_gamma:
        yield f"Width gamma: {settings.gamma:g}"
    for name, value in settings.params.items():
        yield f"{name}: {value}"
    yield f"Neighbours inside and outside each class, k: {settings.k}"
    yield f"Weights: {_weights(model)}"
    scaling = "none" if settings.normalise is None else SCALINGS[settings.normalise].label
    yield f"Scaling of numbers: {scaling}"
    yield f"Gaps: {GAPS[settings.encoding.gaps].label}"


def _weights(model: TrainedModel) -> str:
    weights = model.settings.weights
    return WEIGHTS[weights].label if isinstance(weights, str) else "learned before"


def _told(model: TrainedModel) -> str:
    score = "chance of each class" if model.tuned is not None else "score of each class"
    return plain(
        f"The class, the {score}, the lead of the first over the second, the nearest training rows, and "
        f"whether it is unlike anything seen. {model.familiar.words()}"
    )


def _caveats(model: TrainedModel) -> Iterator[str]:
    yield "The file holds the training rows as they are: whoever has it can read them."
    yield (
        "New rows need the same columns in the same units. Columns far outside the training range are named; "
        "a row unlike anything seen still gets a class, which means little."
    )
    if model.tuned is None:
        yield "Scores are degrees of membership, not chances: compare a lead with other leads only."
    small = [name for name, n in zip(model.classes, model.class_sizes, strict=True) if n < model.settings.k]
    if small:
        yield f"Classes with fewer rows than k = {model.settings.k}: {', '.join(small)}. They use all."
    if isinstance(model.model.normaliser, Encoder):
        yield "A category that no training row has differs from all; a gap where there was none is filled."


def _use(model: TrainedModel, file: str) -> str:
    target = f" --target {plain_argument(model.about.target)}" if model.about.target else ""
    return "\n".join(
        [
            "```sh",
            f"python -m frnn_core predict {plain_argument(file)} new.csv --out classes.csv",
            f"python -m frnn_core explain {plain_argument(file)} new.csv --row 1",
            "```",
            "",
            "```python",
            "from frnn_core import load_model, predict_rows, read_new_rows",
            "",
            f"model = load_model({one_line(file)!r})",
            'rows = read_new_rows("new.csv", model)',
            "print(predict_rows(model, rows).frame())",
            "```",
            "",
            plain(f"Fit it again on a table of the same columns: python -m frnn_core fit table.csv{target}"),
        ]
    )


def plain_argument(text: str) -> str:
    """A text as one argument of a shell, on one line."""
    import shlex

    return shlex.quote(one_line(text))


def one_line(text: str) -> str:
    """A text without breaks, and without what would end a block of code."""
    return " ".join(text.replace("`", "'").split())
